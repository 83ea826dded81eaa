// @bun @bytecode @bun-cjs
(exports, require, module, __filename, __dirname) => {
  var __create = Object.create;
  var {
      getPrototypeOf: __getProtoOf,
      defineProperty: __defProp,
      getOwnPropertyNames: __getOwnPropNames,
      getOwnPropertyDescriptor: __getOwnPropDesc,
    } = Object,
    __hasOwnProp = Object.prototype.hasOwnProperty;
  function __accessProp(key) {
    return this[key];
  }
  var __toESMCache_node,
    __toESMCache_esm,
    __toESM = (mod, isNodeMode, target) => {
      var canCache = mod != null && typeof mod === "object";
      if (canCache) {
        var cache = isNodeMode ? (__toESMCache_node ??= new WeakMap()) : (__toESMCache_esm ??= new WeakMap()),
          cached = cache.get(mod);
        if (cached) return cached;
      }
      target = mod != null ? __create(__getProtoOf(mod)) : {};
      const to =
        isNodeMode || !mod || !mod.__esModule || !__hasOwnProp.call(mod, "default")
          ? __defProp(target, "default", { value: mod, enumerable: !0 })
          : target;
      if ((mod && typeof mod === "object") || typeof mod === "function") {
        for (const key of __getOwnPropNames(mod))
          if (!__hasOwnProp.call(to, key))
            __defProp(to, key, { get: __accessProp.bind(mod, key), enumerable: !0 });
      }
      if (canCache) cache.set(mod, to);
      return to;
    },
    __toCommonJS = (from) => {
      var entry = (__moduleCache ??= new WeakMap()).get(from),
        desc;
      if (entry) return entry;
      if (
        ((entry = __defProp({}, "__esModule", { value: !0 })),
        (from && typeof from === "object") || typeof from === "function")
      ) {
        for (var key of __getOwnPropNames(from))
          if (!__hasOwnProp.call(entry, key))
            __defProp(entry, key, {
              get: __accessProp.bind(from, key),
              enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable,
            });
      }
      return (__moduleCache.set(from, entry), entry);
    },
    __moduleCache,
    __commonJS = (cb, mod) => () => (mod || cb((mod = { exports: {} }).exports, mod), mod.exports);
  var __returnValue = (v) => v;
  function __exportSetter(name, newValue) {
    this[name] = __returnValue.bind(null, newValue);
  }
  var __export = (target, all) => {
    for (var name in all)
      __defProp(target, name, {
        get: all[name],
        enumerable: !0,
        configurable: !0,
        set: __exportSetter.bind(all, name),
      });
  };
  var require_estraverse = __commonJS((exports2) => {
    (function clone(exports3) {
      var Syntax, VisitorOption, VisitorKeys, BREAK, SKIP, REMOVE;
      function deepCopy(obj) {
        var ret = {},
          key,
          val;
        for (key in obj)
          if (Object.hasOwn(obj, key))
            if (((val = obj[key]), typeof val === "object" && val !== null)) ret[key] = deepCopy(val);
            else ret[key] = val;
        return ret;
      }
      function upperBound(array, func) {
        var diff, len, i, current;
        (len = array.length), (i = 0);
        while (len)
          if (((diff = len >>> 1), (current = i + diff), func(array[current]))) len = diff;
          else (i = current + 1), (len -= diff + 1);
        return i;
      }
      (Syntax = {
        AssignmentExpression: "AssignmentExpression",
        AssignmentPattern: "AssignmentPattern",
        ArrayExpression: "ArrayExpression",
        ArrayPattern: "ArrayPattern",
        ArrowFunctionExpression: "ArrowFunctionExpression",
        AwaitExpression: "AwaitExpression",
        BlockStatement: "BlockStatement",
        BinaryExpression: "BinaryExpression",
        BreakStatement: "BreakStatement",
        CallExpression: "CallExpression",
        CatchClause: "CatchClause",
        ChainExpression: "ChainExpression",
        ClassBody: "ClassBody",
        ClassDeclaration: "ClassDeclaration",
        ClassExpression: "ClassExpression",
        ComprehensionBlock: "ComprehensionBlock",
        ComprehensionExpression: "ComprehensionExpression",
        ConditionalExpression: "ConditionalExpression",
        ContinueStatement: "ContinueStatement",
        DebuggerStatement: "DebuggerStatement",
        DirectiveStatement: "DirectiveStatement",
        DoWhileStatement: "DoWhileStatement",
        EmptyStatement: "EmptyStatement",
        ExportAllDeclaration: "ExportAllDeclaration",
        ExportDefaultDeclaration: "ExportDefaultDeclaration",
        ExportNamedDeclaration: "ExportNamedDeclaration",
        ExportSpecifier: "ExportSpecifier",
        ExpressionStatement: "ExpressionStatement",
        ForStatement: "ForStatement",
        ForInStatement: "ForInStatement",
        ForOfStatement: "ForOfStatement",
        FunctionDeclaration: "FunctionDeclaration",
        FunctionExpression: "FunctionExpression",
        GeneratorExpression: "GeneratorExpression",
        Identifier: "Identifier",
        IfStatement: "IfStatement",
        ImportExpression: "ImportExpression",
        ImportDeclaration: "ImportDeclaration",
        ImportDefaultSpecifier: "ImportDefaultSpecifier",
        ImportNamespaceSpecifier: "ImportNamespaceSpecifier",
        ImportSpecifier: "ImportSpecifier",
        Literal: "Literal",
        LabeledStatement: "LabeledStatement",
        LogicalExpression: "LogicalExpression",
        MemberExpression: "MemberExpression",
        MetaProperty: "MetaProperty",
        MethodDefinition: "MethodDefinition",
        ModuleSpecifier: "ModuleSpecifier",
        NewExpression: "NewExpression",
        ObjectExpression: "ObjectExpression",
        ObjectPattern: "ObjectPattern",
        PrivateIdentifier: "PrivateIdentifier",
        Program: "Program",
        Property: "Property",
        PropertyDefinition: "PropertyDefinition",
        RestElement: "RestElement",
        ReturnStatement: "ReturnStatement",
        SequenceExpression: "SequenceExpression",
        SpreadElement: "SpreadElement",
        Super: "Super",
        SwitchStatement: "SwitchStatement",
        SwitchCase: "SwitchCase",
        TaggedTemplateExpression: "TaggedTemplateExpression",
        TemplateElement: "TemplateElement",
        TemplateLiteral: "TemplateLiteral",
        ThisExpression: "ThisExpression",
        ThrowStatement: "ThrowStatement",
        TryStatement: "TryStatement",
        UnaryExpression: "UnaryExpression",
        UpdateExpression: "UpdateExpression",
        VariableDeclaration: "VariableDeclaration",
        VariableDeclarator: "VariableDeclarator",
        WhileStatement: "WhileStatement",
        WithStatement: "WithStatement",
        YieldExpression: "YieldExpression",
      }),
        (VisitorKeys = {
          AssignmentExpression: ["left", "right"],
          AssignmentPattern: ["left", "right"],
          ArrayExpression: ["elements"],
          ArrayPattern: ["elements"],
          ArrowFunctionExpression: ["params", "body"],
          AwaitExpression: ["argument"],
          BlockStatement: ["body"],
          BinaryExpression: ["left", "right"],
          BreakStatement: ["label"],
          CallExpression: ["callee", "arguments"],
          CatchClause: ["param", "body"],
          ChainExpression: ["expression"],
          ClassBody: ["body"],
          ClassDeclaration: ["id", "superClass", "body"],
          ClassExpression: ["id", "superClass", "body"],
          ComprehensionBlock: ["left", "right"],
          ComprehensionExpression: ["blocks", "filter", "body"],
          ConditionalExpression: ["test", "consequent", "alternate"],
          ContinueStatement: ["label"],
          DebuggerStatement: [],
          DirectiveStatement: [],
          DoWhileStatement: ["body", "test"],
          EmptyStatement: [],
          ExportAllDeclaration: ["source"],
          ExportDefaultDeclaration: ["declaration"],
          ExportNamedDeclaration: ["declaration", "specifiers", "source"],
          ExportSpecifier: ["exported", "local"],
          ExpressionStatement: ["expression"],
          ForStatement: ["init", "test", "update", "body"],
          ForInStatement: ["left", "right", "body"],
          ForOfStatement: ["left", "right", "body"],
          FunctionDeclaration: ["id", "params", "body"],
          FunctionExpression: ["id", "params", "body"],
          GeneratorExpression: ["blocks", "filter", "body"],
          Identifier: [],
          IfStatement: ["test", "consequent", "alternate"],
          ImportExpression: ["source"],
          ImportDeclaration: ["specifiers", "source"],
          ImportDefaultSpecifier: ["local"],
          ImportNamespaceSpecifier: ["local"],
          ImportSpecifier: ["imported", "local"],
          Literal: [],
          LabeledStatement: ["label", "body"],
          LogicalExpression: ["left", "right"],
          MemberExpression: ["object", "property"],
          MetaProperty: ["meta", "property"],
          MethodDefinition: ["key", "value"],
          ModuleSpecifier: [],
          NewExpression: ["callee", "arguments"],
          ObjectExpression: ["properties"],
          ObjectPattern: ["properties"],
          PrivateIdentifier: [],
          Program: ["body"],
          Property: ["key", "value"],
          PropertyDefinition: ["key", "value"],
          RestElement: ["argument"],
          ReturnStatement: ["argument"],
          SequenceExpression: ["expressions"],
          SpreadElement: ["argument"],
          Super: [],
          SwitchStatement: ["discriminant", "cases"],
          SwitchCase: ["test", "consequent"],
          TaggedTemplateExpression: ["tag", "quasi"],
          TemplateElement: [],
          TemplateLiteral: ["quasis", "expressions"],
          ThisExpression: [],
          ThrowStatement: ["argument"],
          TryStatement: ["block", "handler", "finalizer"],
          UnaryExpression: ["argument"],
          UpdateExpression: ["argument"],
          VariableDeclaration: ["declarations"],
          VariableDeclarator: ["id", "init"],
          WhileStatement: ["test", "body"],
          WithStatement: ["object", "body"],
          YieldExpression: ["argument"],
        }),
        (BREAK = {}),
        (SKIP = {}),
        (REMOVE = {}),
        (VisitorOption = { Break: BREAK, Skip: SKIP, Remove: REMOVE });
      function Reference(parent, key) {
        (this.parent = parent), (this.key = key);
      }
      (Reference.prototype.replace = function (node) {
        this.parent[this.key] = node;
      }),
        (Reference.prototype.remove = function () {
          if (Array.isArray(this.parent)) return (this.parent.splice(this.key, 1), !0);
          else return (this.replace(null), !1);
        });
      function Element(node, path, wrap, ref) {
        (this.node = node), (this.path = path), (this.wrap = wrap), (this.ref = ref);
      }
      function Controller() {}
      (Controller.prototype.path = function () {
        var i, iz, j, jz, result, element;
        function addToPath(result, path) {
          if (Array.isArray(path)) for (j = 0, jz = path.length; j < jz; ++j) result.push(path[j]);
          else result.push(path);
        }
        if (!this.__current.path) return null;
        result = [];
        for (i = 2, iz = this.__leavelist.length; i < iz; ++i)
          (element = this.__leavelist[i]), addToPath(result, element.path);
        return (addToPath(result, this.__current.path), result);
      }),
        (Controller.prototype.type = function () {
          var node = this.current();
          return node.type || this.__current.wrap;
        }),
        (Controller.prototype.parents = function () {
          var i, iz, result;
          result = [];
          for (i = 1, iz = this.__leavelist.length; i < iz; ++i) result.push(this.__leavelist[i].node);
          return result;
        }),
        (Controller.prototype.current = function () {
          return this.__current.node;
        }),
        (Controller.prototype.__execute = function (callback, element) {
          var previous, result;
          if (
            ((result = void 0),
            (previous = this.__current),
            (this.__current = element),
            (this.__state = null),
            callback)
          )
            result = callback.call(this, element.node, this.__leavelist[this.__leavelist.length - 1].node);
          return ((this.__current = previous), result);
        }),
        (Controller.prototype.notify = function (flag) {
          this.__state = flag;
        }),
        (Controller.prototype.skip = function () {
          this.notify(SKIP);
        }),
        (Controller.prototype.break = function () {
          this.notify(BREAK);
        }),
        (Controller.prototype.remove = function () {
          this.notify(REMOVE);
        }),
        (Controller.prototype.__initialize = function (root, visitor) {
          if (
            ((this.visitor = visitor),
            (this.root = root),
            (this.__worklist = []),
            (this.__leavelist = []),
            (this.__current = null),
            (this.__state = null),
            (this.__fallback = null),
            visitor.fallback === "iteration")
          )
            this.__fallback = Object.keys;
          else if (typeof visitor.fallback === "function") this.__fallback = visitor.fallback;
          if (((this.__keys = VisitorKeys), visitor.keys))
            this.__keys = Object.assign(Object.create(this.__keys), visitor.keys);
        });
      function isNode(node) {
        if (node == null) return !1;
        return typeof node === "object" && typeof node.type === "string";
      }
      function isProperty(nodeType, key) {
        return (
          (nodeType === Syntax.ObjectExpression || nodeType === Syntax.ObjectPattern) && key === "properties"
        );
      }
      function candidateExistsInLeaveList(leavelist, candidate) {
        for (var i = leavelist.length - 1; i >= 0; --i) if (leavelist[i].node === candidate) return !0;
        return !1;
      }
      (Controller.prototype.traverse = function (root, visitor) {
        var worklist,
          leavelist,
          element,
          node,
          nodeType,
          ret,
          key,
          current,
          current2,
          candidates,
          candidate,
          sentinel;
        this.__initialize(root, visitor),
          (sentinel = {}),
          (worklist = this.__worklist),
          (leavelist = this.__leavelist),
          worklist.push(new Element(root, null, null, null)),
          leavelist.push(new Element(null, null, null, null));
        while (worklist.length) {
          if (((element = worklist.pop()), element === sentinel)) {
            if (
              ((element = leavelist.pop()),
              (ret = this.__execute(visitor.leave, element)),
              this.__state === BREAK || ret === BREAK)
            )
              return;
            continue;
          }
          if (element.node) {
            if (((ret = this.__execute(visitor.enter, element)), this.__state === BREAK || ret === BREAK))
              return;
            if ((worklist.push(sentinel), leavelist.push(element), this.__state === SKIP || ret === SKIP))
              continue;
            if (
              ((node = element.node),
              (nodeType = node.type || element.wrap),
              (candidates = this.__keys[nodeType]),
              !candidates)
            )
              if (this.__fallback) candidates = this.__fallback(node);
              else throw Error("Unknown node type " + nodeType + ".");
            current = candidates.length;
            while ((current -= 1) >= 0) {
              if (((key = candidates[current]), (candidate = node[key]), !candidate)) continue;
              if (Array.isArray(candidate)) {
                current2 = candidate.length;
                while ((current2 -= 1) >= 0) {
                  if (!candidate[current2]) continue;
                  if (candidateExistsInLeaveList(leavelist, candidate[current2])) continue;
                  if (isProperty(nodeType, candidates[current]))
                    element = new Element(candidate[current2], [key, current2], "Property", null);
                  else if (isNode(candidate[current2]))
                    element = new Element(candidate[current2], [key, current2], null, null);
                  else continue;
                  worklist.push(element);
                }
              } else if (isNode(candidate)) {
                if (candidateExistsInLeaveList(leavelist, candidate)) continue;
                worklist.push(new Element(candidate, key, null, null));
              }
            }
          }
        }
      }),
        (Controller.prototype.replace = function (root, visitor) {
          var worklist,
            leavelist,
            node,
            nodeType,
            target,
            element,
            current,
            current2,
            candidates,
            candidate,
            sentinel,
            outer,
            key;
          function removeElem(element) {
            var i, key, nextElem, parent;
            if (element.ref.remove()) {
              (key = element.ref.key), (parent = element.ref.parent), (i = worklist.length);
              while (i--)
                if (((nextElem = worklist[i]), nextElem.ref && nextElem.ref.parent === parent)) {
                  if (nextElem.ref.key < key) break;
                  --nextElem.ref.key;
                }
            }
          }
          this.__initialize(root, visitor),
            (sentinel = {}),
            (worklist = this.__worklist),
            (leavelist = this.__leavelist),
            (outer = { root }),
            (element = new Element(root, null, null, new Reference(outer, "root"))),
            worklist.push(element),
            leavelist.push(element);
          while (worklist.length) {
            if (((element = worklist.pop()), element === sentinel)) {
              if (
                ((element = leavelist.pop()),
                (target = this.__execute(visitor.leave, element)),
                target !== void 0 && target !== BREAK && target !== SKIP && target !== REMOVE)
              )
                element.ref.replace(target);
              if (this.__state === REMOVE || target === REMOVE) removeElem(element);
              if (this.__state === BREAK || target === BREAK) return outer.root;
              continue;
            }
            if (
              ((target = this.__execute(visitor.enter, element)),
              target !== void 0 && target !== BREAK && target !== SKIP && target !== REMOVE)
            )
              element.ref.replace(target), (element.node = target);
            if (this.__state === REMOVE || target === REMOVE) removeElem(element), (element.node = null);
            if (this.__state === BREAK || target === BREAK) return outer.root;
            if (((node = element.node), !node)) continue;
            if ((worklist.push(sentinel), leavelist.push(element), this.__state === SKIP || target === SKIP))
              continue;
            if (((nodeType = node.type || element.wrap), (candidates = this.__keys[nodeType]), !candidates))
              if (this.__fallback) candidates = this.__fallback(node);
              else throw Error("Unknown node type " + nodeType + ".");
            current = candidates.length;
            while ((current -= 1) >= 0) {
              if (((key = candidates[current]), (candidate = node[key]), !candidate)) continue;
              if (Array.isArray(candidate)) {
                current2 = candidate.length;
                while ((current2 -= 1) >= 0) {
                  if (!candidate[current2]) continue;
                  if (isProperty(nodeType, candidates[current]))
                    element = new Element(
                      candidate[current2],
                      [key, current2],
                      "Property",
                      new Reference(candidate, current2),
                    );
                  else if (isNode(candidate[current2]))
                    element = new Element(
                      candidate[current2],
                      [key, current2],
                      null,
                      new Reference(candidate, current2),
                    );
                  else continue;
                  worklist.push(element);
                }
              } else if (isNode(candidate))
                worklist.push(new Element(candidate, key, null, new Reference(node, key)));
            }
          }
          return outer.root;
        });
      function traverse(root, visitor) {
        var controller = new Controller();
        return controller.traverse(root, visitor);
      }
      function replace(root, visitor) {
        var controller = new Controller();
        return controller.replace(root, visitor);
      }
      function extendCommentRange(comment, tokens) {
        var target = upperBound(tokens, (token) => token.range[0] > comment.range[0]);
        if (((comment.extendedRange = [comment.range[0], comment.range[1]]), target !== tokens.length))
          comment.extendedRange[1] = tokens[target].range[0];
        if (((target -= 1), target >= 0)) comment.extendedRange[0] = tokens[target].range[1];
        return comment;
      }
      function attachComments(tree, providedComments, tokens) {
        var comments = [],
          comment,
          len,
          i,
          cursor;
        if (!tree.range) throw Error("attachComments needs range information");
        if (!tokens.length) {
          if (providedComments.length) {
            for (i = 0, len = providedComments.length; i < len; i += 1)
              (comment = deepCopy(providedComments[i])),
                (comment.extendedRange = [0, tree.range[0]]),
                comments.push(comment);
            tree.leadingComments = comments;
          }
          return tree;
        }
        for (i = 0, len = providedComments.length; i < len; i += 1)
          comments.push(extendCommentRange(deepCopy(providedComments[i]), tokens));
        return (
          (cursor = 0),
          traverse(tree, {
            enter: (node) => {
              var comment;
              while (cursor < comments.length) {
                if (((comment = comments[cursor]), comment.extendedRange[1] > node.range[0])) break;
                if (comment.extendedRange[1] === node.range[0]) {
                  if (!node.leadingComments) node.leadingComments = [];
                  node.leadingComments.push(comment), comments.splice(cursor, 1);
                } else cursor += 1;
              }
              if (cursor === comments.length) return VisitorOption.Break;
              if (comments[cursor].extendedRange[0] > node.range[1]) return VisitorOption.Skip;
            },
          }),
          (cursor = 0),
          traverse(tree, {
            leave: (node) => {
              var comment;
              while (cursor < comments.length) {
                if (((comment = comments[cursor]), node.range[1] < comment.extendedRange[0])) break;
                if (node.range[1] === comment.extendedRange[0]) {
                  if (!node.trailingComments) node.trailingComments = [];
                  node.trailingComments.push(comment), comments.splice(cursor, 1);
                } else cursor += 1;
              }
              if (cursor === comments.length) return VisitorOption.Break;
              if (comments[cursor].extendedRange[0] > node.range[1]) return VisitorOption.Skip;
            },
          }),
          tree
        );
      }
      return (
        (exports3.Syntax = Syntax),
        (exports3.traverse = traverse),
        (exports3.replace = replace),
        (exports3.attachComments = attachComments),
        (exports3.VisitorKeys = VisitorKeys),
        (exports3.VisitorOption = VisitorOption),
        (exports3.Controller = Controller),
        (exports3.cloneEnvironment = () => clone({})),
        exports3
      );
    })(exports2);
  });
  var require_package = __commonJS((exports2, module2) => {
    module2.exports = {
      name: "esrecurse",
      description: "ECMAScript AST recursive visitor",
      homepage: "https://github.com/estools/esrecurse",
      main: "esrecurse.js",
      version: "4.3.0",
      engines: { node: ">=4.0" },
      maintainers: [
        { name: "Yusuke Suzuki", email: "utatane.tea@gmail.com", web: "https://github.com/Constellation" },
      ],
      repository: { type: "git", url: "https://github.com/estools/esrecurse.git" },
      dependencies: { estraverse: "^5.2.0" },
      devDependencies: {
        "babel-cli": "^6.24.1",
        "babel-eslint": "^7.2.3",
        "babel-preset-es2015": "^6.24.1",
        "babel-register": "^6.24.1",
        chai: "^4.0.2",
        esprima: "^4.0.0",
        gulp: "^3.9.0",
        "gulp-bump": "^2.7.0",
        "gulp-eslint": "^4.0.0",
        "gulp-filter": "^5.0.0",
        "gulp-git": "^2.4.1",
        "gulp-mocha": "^4.3.1",
        "gulp-tag-version": "^1.2.1",
        jsdoc: "^3.3.0-alpha10",
        minimist: "^1.1.0",
      },
      license: "BSD-2-Clause",
      scripts: { test: "gulp travis", "unit-test": "gulp test", lint: "gulp lint" },
      babel: { presets: ["es2015"] },
    };
  });
  var require_esrecurse = __commonJS((exports2) => {
    (() => {
      var estraverse = require_estraverse();
      function isNode(node) {
        if (node == null) return !1;
        return typeof node === "object" && typeof node.type === "string";
      }
      function isProperty(nodeType, key) {
        return (
          (nodeType === estraverse.Syntax.ObjectExpression || nodeType === estraverse.Syntax.ObjectPattern) &&
          key === "properties"
        );
      }
      function Visitor(visitor, options) {
        if (
          ((options = options || {}),
          (this.__visitor = visitor || this),
          (this.__childVisitorKeys = options.childVisitorKeys
            ? Object.assign({}, estraverse.VisitorKeys, options.childVisitorKeys)
            : estraverse.VisitorKeys),
          options.fallback === "iteration")
        )
          this.__fallback = Object.keys;
        else if (typeof options.fallback === "function") this.__fallback = options.fallback;
      }
      (Visitor.prototype.visitChildren = function (node) {
        var type, children, i, iz, j, jz, child;
        if (node == null) return;
        if (
          ((type = node.type || estraverse.Syntax.Property),
          (children = this.__childVisitorKeys[type]),
          !children)
        )
          if (this.__fallback) children = this.__fallback(node);
          else throw Error("Unknown node type " + type + ".");
        for (i = 0, iz = children.length; i < iz; ++i)
          if (((child = node[children[i]]), child)) {
            if (Array.isArray(child)) {
              for (j = 0, jz = child.length; j < jz; ++j)
                if (child[j]) {
                  if (isNode(child[j]) || isProperty(type, children[i])) this.visit(child[j]);
                }
            } else if (isNode(child)) this.visit(child);
          }
      }),
        (Visitor.prototype.visit = function (node) {
          var type;
          if (node == null) return;
          if (((type = node.type || estraverse.Syntax.Property), this.__visitor[type])) {
            this.__visitor[type].call(this, node);
            return;
          }
          this.visitChildren(node);
        }),
        (exports2.version = require_package().version),
        (exports2.Visitor = Visitor),
        (exports2.visit = (node, visitor, options) => {
          var v = new Visitor(visitor, options);
          v.visit(node);
        });
    })();
  });
  var require_identity = __commonJS((exports2) => {
    var ALIAS = Symbol.for("yaml.alias"),
      DOC = Symbol.for("yaml.document"),
      MAP = Symbol.for("yaml.map"),
      PAIR = Symbol.for("yaml.pair"),
      SCALAR = Symbol.for("yaml.scalar"),
      SEQ = Symbol.for("yaml.seq"),
      NODE_TYPE = Symbol.for("yaml.node.type"),
      isAlias = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === ALIAS,
      isDocument = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === DOC,
      isMap = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === MAP,
      isPair = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === PAIR,
      isScalar = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === SCALAR,
      isSeq = (node) => !!node && typeof node === "object" && node[NODE_TYPE] === SEQ;
    function isCollection(node) {
      if (node && typeof node === "object")
        switch (node[NODE_TYPE]) {
          case MAP:
          case SEQ:
            return !0;
        }
      return !1;
    }
    function isNode(node) {
      if (node && typeof node === "object")
        switch (node[NODE_TYPE]) {
          case ALIAS:
          case MAP:
          case SCALAR:
          case SEQ:
            return !0;
        }
      return !1;
    }
    var hasAnchor = (node) => (isScalar(node) || isCollection(node)) && !!node.anchor;
    exports2.ALIAS = ALIAS;
    exports2.DOC = DOC;
    exports2.MAP = MAP;
    exports2.NODE_TYPE = NODE_TYPE;
    exports2.PAIR = PAIR;
    exports2.SCALAR = SCALAR;
    exports2.SEQ = SEQ;
    exports2.hasAnchor = hasAnchor;
    exports2.isAlias = isAlias;
    exports2.isCollection = isCollection;
    exports2.isDocument = isDocument;
    exports2.isMap = isMap;
    exports2.isNode = isNode;
    exports2.isPair = isPair;
    exports2.isScalar = isScalar;
    exports2.isSeq = isSeq;
  });
  var require_visit = __commonJS((exports2) => {
    var identity = require_identity(),
      BREAK = Symbol("break visit"),
      SKIP = Symbol("skip children"),
      REMOVE = Symbol("remove node");
    function visit(node, visitor) {
      const visitor_ = initVisitor(visitor);
      if (identity.isDocument(node)) {
        if (visit_(null, node.contents, visitor_, Object.freeze([node])) === REMOVE) node.contents = null;
      } else visit_(null, node, visitor_, Object.freeze([]));
    }
    visit.BREAK = BREAK;
    visit.SKIP = SKIP;
    visit.REMOVE = REMOVE;
    function visit_(key, node, visitor, path) {
      const ctrl = callVisitor(key, node, visitor, path);
      if (identity.isNode(ctrl) || identity.isPair(ctrl))
        return (replaceNode(key, path, ctrl), visit_(key, ctrl, visitor, path));
      if (typeof ctrl !== "symbol") {
        if (identity.isCollection(node)) {
          path = Object.freeze(path.concat(node));
          for (let i = 0; i < node.items.length; ++i) {
            const ci = visit_(i, node.items[i], visitor, path);
            if (typeof ci === "number") i = ci - 1;
            else if (ci === BREAK) return BREAK;
            else if (ci === REMOVE) node.items.splice(i, 1), (i -= 1);
          }
        } else if (identity.isPair(node)) {
          path = Object.freeze(path.concat(node));
          const ck = visit_("key", node.key, visitor, path);
          if (ck === BREAK) return BREAK;
          else if (ck === REMOVE) node.key = null;
          const cv = visit_("value", node.value, visitor, path);
          if (cv === BREAK) return BREAK;
          else if (cv === REMOVE) node.value = null;
        }
      }
      return ctrl;
    }
    async function visitAsync(node, visitor) {
      const visitor_ = initVisitor(visitor);
      if (identity.isDocument(node)) {
        if ((await visitAsync_(null, node.contents, visitor_, Object.freeze([node]))) === REMOVE)
          node.contents = null;
      } else await visitAsync_(null, node, visitor_, Object.freeze([]));
    }
    visitAsync.BREAK = BREAK;
    visitAsync.SKIP = SKIP;
    visitAsync.REMOVE = REMOVE;
    async function visitAsync_(key, node, visitor, path) {
      const ctrl = await callVisitor(key, node, visitor, path);
      if (identity.isNode(ctrl) || identity.isPair(ctrl))
        return (replaceNode(key, path, ctrl), visitAsync_(key, ctrl, visitor, path));
      if (typeof ctrl !== "symbol") {
        if (identity.isCollection(node)) {
          path = Object.freeze(path.concat(node));
          for (let i = 0; i < node.items.length; ++i) {
            const ci = await visitAsync_(i, node.items[i], visitor, path);
            if (typeof ci === "number") i = ci - 1;
            else if (ci === BREAK) return BREAK;
            else if (ci === REMOVE) node.items.splice(i, 1), (i -= 1);
          }
        } else if (identity.isPair(node)) {
          path = Object.freeze(path.concat(node));
          const ck = await visitAsync_("key", node.key, visitor, path);
          if (ck === BREAK) return BREAK;
          else if (ck === REMOVE) node.key = null;
          const cv = await visitAsync_("value", node.value, visitor, path);
          if (cv === BREAK) return BREAK;
          else if (cv === REMOVE) node.value = null;
        }
      }
      return ctrl;
    }
    function initVisitor(visitor) {
      if (typeof visitor === "object" && (visitor.Collection || visitor.Node || visitor.Value))
        return Object.assign(
          { Alias: visitor.Node, Map: visitor.Node, Scalar: visitor.Node, Seq: visitor.Node },
          visitor.Value && { Map: visitor.Value, Scalar: visitor.Value, Seq: visitor.Value },
          visitor.Collection && { Map: visitor.Collection, Seq: visitor.Collection },
          visitor,
        );
      return visitor;
    }
    function callVisitor(key, node, visitor, path) {
      if (typeof visitor === "function") return visitor(key, node, path);
      if (identity.isMap(node)) return visitor.Map?.(key, node, path);
      if (identity.isSeq(node)) return visitor.Seq?.(key, node, path);
      if (identity.isPair(node)) return visitor.Pair?.(key, node, path);
      if (identity.isScalar(node)) return visitor.Scalar?.(key, node, path);
      if (identity.isAlias(node)) return visitor.Alias?.(key, node, path);
      return;
    }
    function replaceNode(key, path, node) {
      const parent = path[path.length - 1];
      if (identity.isCollection(parent)) parent.items[key] = node;
      else if (identity.isPair(parent))
        if (key === "key") parent.key = node;
        else parent.value = node;
      else if (identity.isDocument(parent)) parent.contents = node;
      else {
        const pt = identity.isAlias(parent) ? "alias" : "scalar";
        throw Error(`Cannot replace node with ${pt} parent`);
      }
    }
    exports2.visit = visit;
    exports2.visitAsync = visitAsync;
  });
  var require_directives = __commonJS((exports2) => {
    var identity = require_identity(),
      visit = require_visit(),
      escapeChars = { "!": "%21", ",": "%2C", "[": "%5B", "]": "%5D", "{": "%7B", "}": "%7D" },
      escapeTagName = (tn) => tn.replace(/[!,[\]{}]/g, (ch) => escapeChars[ch]);
    class Directives {
      constructor(yaml, tags) {
        (this.docStart = null),
          (this.docEnd = !1),
          (this.yaml = Object.assign({}, Directives.defaultYaml, yaml)),
          (this.tags = Object.assign({}, Directives.defaultTags, tags));
      }
      clone() {
        const copy = new Directives(this.yaml, this.tags);
        return ((copy.docStart = this.docStart), copy);
      }
      atDocument() {
        const res = new Directives(this.yaml, this.tags);
        switch (this.yaml.version) {
          case "1.1":
            this.atNextDocument = !0;
            break;
          case "1.2":
            (this.atNextDocument = !1),
              (this.yaml = { explicit: Directives.defaultYaml.explicit, version: "1.2" }),
              (this.tags = Object.assign({}, Directives.defaultTags));
            break;
        }
        return res;
      }
      add(line, onError) {
        if (this.atNextDocument)
          (this.yaml = { explicit: Directives.defaultYaml.explicit, version: "1.1" }),
            (this.tags = Object.assign({}, Directives.defaultTags)),
            (this.atNextDocument = !1);
        const parts = line.trim().split(/[ \t]+/),
          name = parts.shift();
        switch (name) {
          case "%TAG": {
            if (parts.length !== 2) {
              if ((onError(0, "%TAG directive should contain exactly two parts"), parts.length < 2))
                return !1;
            }
            const [handle, prefix] = parts;
            return ((this.tags[handle] = prefix), !0);
          }
          case "%YAML": {
            if (((this.yaml.explicit = !0), parts.length !== 1))
              return (onError(0, "%YAML directive should contain exactly one part"), !1);
            const [version] = parts;
            if (version === "1.1" || version === "1.2") return ((this.yaml.version = version), !0);
            else {
              const isValid = /^\d+\.\d+$/.test(version);
              return (onError(6, `Unsupported YAML version ${version}`, isValid), !1);
            }
          }
          default:
            return (onError(0, `Unknown directive ${name}`, !0), !1);
        }
      }
      tagName(source, onError) {
        if (source === "!") return "!";
        if (source[0] !== "!") return (onError(`Not a valid tag: ${source}`), null);
        if (source[1] === "<") {
          const verbatim = source.slice(2, -1);
          if (verbatim === "!" || verbatim === "!!")
            return (onError(`Verbatim tags aren't resolved, so ${source} is invalid.`), null);
          if (source[source.length - 1] !== ">") onError("Verbatim tags must end with a >");
          return verbatim;
        }
        const [, handle, suffix] = source.match(/^(.*!)([^!]*)$/s);
        if (!suffix) onError(`The ${source} tag has no suffix`);
        const prefix = this.tags[handle];
        if (prefix)
          try {
            return prefix + decodeURIComponent(suffix);
          } catch (error) {
            return (onError(String(error)), null);
          }
        if (handle === "!") return source;
        return (onError(`Could not resolve tag: ${source}`), null);
      }
      tagString(tag) {
        for (const [handle, prefix] of Object.entries(this.tags))
          if (tag.startsWith(prefix)) return handle + escapeTagName(tag.substring(prefix.length));
        return tag[0] === "!" ? tag : `!<${tag}>`;
      }
      toString(doc) {
        let lines = this.yaml.explicit ? [`%YAML ${this.yaml.version || "1.2"}`] : [],
          tagEntries = Object.entries(this.tags),
          tagNames;
        if (doc && tagEntries.length > 0 && identity.isNode(doc.contents)) {
          const tags = {};
          visit.visit(doc.contents, (_key, node) => {
            if (identity.isNode(node) && node.tag) tags[node.tag] = !0;
          }),
            (tagNames = Object.keys(tags));
        } else tagNames = [];
        for (const [handle, prefix] of tagEntries) {
          if (handle === "!!" && prefix === "tag:yaml.org,2002:") continue;
          if (!doc || tagNames.some((tn) => tn.startsWith(prefix))) lines.push(`%TAG ${handle} ${prefix}`);
        }
        return lines.join(`
`);
      }
    }
    Directives.defaultYaml = { explicit: !1, version: "1.2" };
    Directives.defaultTags = { "!!": "tag:yaml.org,2002:" };
    exports2.Directives = Directives;
  });
  var require_anchors = __commonJS((exports2) => {
    var identity = require_identity(),
      visit = require_visit();
    function anchorIsValid(anchor) {
      if (/[\x00-\x19\s,[\]{}]/.test(anchor)) {
        const msg = `Anchor must not contain whitespace or control characters: ${JSON.stringify(anchor)}`;
        throw Error(msg);
      }
      return !0;
    }
    function anchorNames(root) {
      const anchors = new Set();
      return (
        visit.visit(root, {
          Value(_key, node) {
            if (node.anchor) anchors.add(node.anchor);
          },
        }),
        anchors
      );
    }
    function findNewAnchor(prefix, exclude) {
      for (let i = 1; ; ++i) {
        const name = `${prefix}${i}`;
        if (!exclude.has(name)) return name;
      }
    }
    function createNodeAnchors(doc, prefix) {
      let aliasObjects = [],
        sourceObjects = new Map(),
        prevAnchors = null;
      return {
        onAnchor: (source) => {
          aliasObjects.push(source), prevAnchors ?? (prevAnchors = anchorNames(doc));
          const anchor = findNewAnchor(prefix, prevAnchors);
          return (prevAnchors.add(anchor), anchor);
        },
        setAnchors: () => {
          for (const source of aliasObjects) {
            const ref = sourceObjects.get(source);
            if (
              typeof ref === "object" &&
              ref.anchor &&
              (identity.isScalar(ref.node) || identity.isCollection(ref.node))
            )
              ref.node.anchor = ref.anchor;
            else {
              const error = Error("Failed to resolve repeated object (this should not happen)");
              throw ((error.source = source), error);
            }
          }
        },
        sourceObjects,
      };
    }
    exports2.anchorIsValid = anchorIsValid;
    exports2.anchorNames = anchorNames;
    exports2.createNodeAnchors = createNodeAnchors;
    exports2.findNewAnchor = findNewAnchor;
  });
  var require_applyReviver = __commonJS((exports2) => {
    function applyReviver(reviver, obj, key, val) {
      if (val && typeof val === "object")
        if (Array.isArray(val))
          for (let i = 0, len = val.length; i < len; ++i) {
            const v0 = val[i],
              v1 = applyReviver(reviver, val, String(i), v0);
            if (v1 === void 0) delete val[i];
            else if (v1 !== v0) val[i] = v1;
          }
        else if (val instanceof Map)
          for (const k of Array.from(val.keys())) {
            const v0 = val.get(k),
              v1 = applyReviver(reviver, val, k, v0);
            if (v1 === void 0) val.delete(k);
            else if (v1 !== v0) val.set(k, v1);
          }
        else if (val instanceof Set)
          for (const v0 of Array.from(val)) {
            const v1 = applyReviver(reviver, val, v0, v0);
            if (v1 === void 0) val.delete(v0);
            else if (v1 !== v0) val.delete(v0), val.add(v1);
          }
        else
          for (const [k, v0] of Object.entries(val)) {
            const v1 = applyReviver(reviver, val, k, v0);
            if (v1 === void 0) delete val[k];
            else if (v1 !== v0) val[k] = v1;
          }
      return reviver.call(obj, key, val);
    }
    exports2.applyReviver = applyReviver;
  });
  var require_toJS = __commonJS((exports2) => {
    var identity = require_identity();
    function toJS(value, arg, ctx) {
      if (Array.isArray(value)) return value.map((v, i) => toJS(v, String(i), ctx));
      if (value && typeof value.toJSON === "function") {
        if (!ctx || !identity.hasAnchor(value)) return value.toJSON(arg, ctx);
        const data = { aliasCount: 0, count: 1, res: void 0 };
        ctx.anchors.set(value, data),
          (ctx.onCreate = (res) => {
            (data.res = res), delete ctx.onCreate;
          });
        const res = value.toJSON(arg, ctx);
        if (ctx.onCreate) ctx.onCreate(res);
        return res;
      }
      if (typeof value === "bigint" && !ctx?.keep) return Number(value);
      return value;
    }
    exports2.toJS = toJS;
  });
  var require_Node = __commonJS((exports2) => {
    var applyReviver = require_applyReviver(),
      identity = require_identity(),
      toJS = require_toJS();
    class NodeBase {
      constructor(type) {
        Object.defineProperty(this, identity.NODE_TYPE, { value: type });
      }
      clone() {
        const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
        if (this.range) copy.range = this.range.slice();
        return copy;
      }
      toJS(doc, { mapAsMap, maxAliasCount, onAnchor, reviver } = {}) {
        if (!identity.isDocument(doc)) throw TypeError("A document argument is required");
        const ctx = {
            anchors: new Map(),
            doc,
            keep: !0,
            mapAsMap: mapAsMap === !0,
            mapKeyWarned: !1,
            maxAliasCount: typeof maxAliasCount === "number" ? maxAliasCount : 100,
          },
          res = toJS.toJS(this, "", ctx);
        if (typeof onAnchor === "function")
          for (const { count, res } of ctx.anchors.values()) onAnchor(res, count);
        return typeof reviver === "function" ? applyReviver.applyReviver(reviver, { "": res }, "", res) : res;
      }
    }
    exports2.NodeBase = NodeBase;
  });
  var require_Alias = __commonJS((exports2) => {
    var anchors = require_anchors(),
      visit = require_visit(),
      identity = require_identity(),
      Node = require_Node(),
      toJS = require_toJS();
    class Alias extends Node.NodeBase {
      constructor(source) {
        super(identity.ALIAS);
        (this.source = source),
          Object.defineProperty(this, "tag", {
            set() {
              throw Error("Alias nodes cannot have tags");
            },
          });
      }
      resolve(doc, ctx) {
        if (ctx?.maxAliasCount === 0) throw ReferenceError("Alias resolution is disabled");
        let nodes;
        if (ctx?.aliasResolveCache) nodes = ctx.aliasResolveCache;
        else if (
          ((nodes = []),
          visit.visit(doc, {
            Node: (_key, node) => {
              if (identity.isAlias(node) || identity.hasAnchor(node)) nodes.push(node);
            },
          }),
          ctx)
        )
          ctx.aliasResolveCache = nodes;
        let found = void 0;
        for (const node of nodes) {
          if (node === this) break;
          if (node.anchor === this.source) found = node;
        }
        if (found && ctx) {
          let { anchors, doc, maxAliasCount } = ctx,
            data = anchors.get(found);
          if (!data) toJS.toJS(found, null, ctx), (data = anchors.get(found));
          if (data?.res === void 0)
            throw ReferenceError("This should not happen: Alias anchor was not resolved?");
          if (maxAliasCount >= 0) {
            if (((data.count += 1), data.aliasCount === 0))
              data.aliasCount = getAliasCount(doc, found, anchors);
            if (data.count * data.aliasCount > maxAliasCount)
              throw ReferenceError("Excessive alias count indicates a resource exhaustion attack");
          }
        }
        return found;
      }
      toJSON(_arg, ctx) {
        if (!ctx) return { source: this.source };
        const source = this.resolve(ctx.doc, ctx);
        if (!source) {
          const msg = `Unresolved alias (the anchor must be set before the alias): ${this.source}`;
          throw ReferenceError(msg);
        }
        return ctx.anchors.get(source).res;
      }
      toString(ctx, _onComment, _onChompKeep) {
        const src = `*${this.source}`;
        if (ctx) {
          if (
            (anchors.anchorIsValid(this.source),
            ctx.options.verifyAliasOrder && !ctx.anchors.has(this.source))
          ) {
            const msg = `Unresolved alias (the anchor must be set before the alias): ${this.source}`;
            throw Error(msg);
          }
          if (ctx.implicitKey) return `${src} `;
        }
        return src;
      }
    }
    function getAliasCount(doc, node, anchors) {
      if (identity.isAlias(node)) {
        const source = node.resolve(doc),
          anchor = anchors && source && anchors.get(source);
        return anchor ? anchor.count * anchor.aliasCount : 0;
      } else if (identity.isCollection(node)) {
        let count = 0;
        for (const item of node.items) {
          const c = getAliasCount(doc, item, anchors);
          if (c > count) count = c;
        }
        return count;
      } else if (identity.isPair(node)) {
        const kc = getAliasCount(doc, node.key, anchors),
          vc = getAliasCount(doc, node.value, anchors);
        return Math.max(kc, vc);
      }
      return 1;
    }
    exports2.Alias = Alias;
  });
  var require_Scalar = __commonJS((exports2) => {
    var identity = require_identity(),
      Node = require_Node(),
      toJS = require_toJS(),
      isScalarValue = (value) => !value || (typeof value !== "function" && typeof value !== "object");
    class Scalar extends Node.NodeBase {
      constructor(value) {
        super(identity.SCALAR);
        this.value = value;
      }
      toJSON(arg, ctx) {
        return ctx?.keep ? this.value : toJS.toJS(this.value, arg, ctx);
      }
      toString() {
        return String(this.value);
      }
    }
    Scalar.BLOCK_FOLDED = "BLOCK_FOLDED";
    Scalar.BLOCK_LITERAL = "BLOCK_LITERAL";
    Scalar.PLAIN = "PLAIN";
    Scalar.QUOTE_DOUBLE = "QUOTE_DOUBLE";
    Scalar.QUOTE_SINGLE = "QUOTE_SINGLE";
    exports2.Scalar = Scalar;
    exports2.isScalarValue = isScalarValue;
  });
  var require_createNode = __commonJS((exports2) => {
    var Alias = require_Alias(),
      identity = require_identity(),
      Scalar = require_Scalar(),
      defaultTagPrefix = "tag:yaml.org,2002:";
    function findTagObject(value, tagName, tags) {
      if (tagName) {
        const match = tags.filter((t) => t.tag === tagName),
          tagObj = match.find((t) => !t.format) ?? match[0];
        if (!tagObj) throw Error(`Tag ${tagName} not found`);
        return tagObj;
      }
      return tags.find((t) => t.identify?.(value) && !t.format);
    }
    function createNode(value, tagName, ctx) {
      if (identity.isDocument(value)) value = value.contents;
      if (identity.isNode(value)) return value;
      if (identity.isPair(value)) {
        const map = ctx.schema[identity.MAP].createNode?.(ctx.schema, null, ctx);
        return (map.items.push(value), map);
      }
      if (
        value instanceof String ||
        value instanceof Number ||
        value instanceof Boolean ||
        (typeof BigInt < "u" && value instanceof BigInt)
      )
        value = value.valueOf();
      let { aliasDuplicateObjects, onAnchor, onTagObj, schema, sourceObjects } = ctx,
        ref = void 0;
      if (aliasDuplicateObjects && value && typeof value === "object")
        if (((ref = sourceObjects.get(value)), ref))
          return (ref.anchor ?? (ref.anchor = onAnchor(value)), new Alias.Alias(ref.anchor));
        else (ref = { anchor: null, node: null }), sourceObjects.set(value, ref);
      if (tagName?.startsWith("!!")) tagName = defaultTagPrefix + tagName.slice(2);
      let tagObj = findTagObject(value, tagName, schema.tags);
      if (!tagObj) {
        if (value && typeof value.toJSON === "function") value = value.toJSON();
        if (!value || typeof value !== "object") {
          const node = new Scalar.Scalar(value);
          if (ref) ref.node = node;
          return node;
        }
        tagObj =
          value instanceof Map
            ? schema[identity.MAP]
            : Symbol.iterator in Object(value)
              ? schema[identity.SEQ]
              : schema[identity.MAP];
      }
      if (onTagObj) onTagObj(tagObj), delete ctx.onTagObj;
      const node = tagObj?.createNode
        ? tagObj.createNode(ctx.schema, value, ctx)
        : typeof tagObj?.nodeClass?.from === "function"
          ? tagObj.nodeClass.from(ctx.schema, value, ctx)
          : new Scalar.Scalar(value);
      if (tagName) node.tag = tagName;
      else if (!tagObj.default) node.tag = tagObj.tag;
      if (ref) ref.node = node;
      return node;
    }
    exports2.createNode = createNode;
  });
  var require_Collection = __commonJS((exports2) => {
    var createNode = require_createNode(),
      identity = require_identity(),
      Node = require_Node();
    function collectionFromPath(schema, path, value) {
      let v = value;
      for (let i = path.length - 1; i >= 0; --i) {
        const k = path[i];
        if (typeof k === "number" && Number.isInteger(k) && k >= 0) {
          const a = [];
          (a[k] = v), (v = a);
        } else v = new Map([[k, v]]);
      }
      return createNode.createNode(v, void 0, {
        aliasDuplicateObjects: !1,
        keepUndefined: !1,
        onAnchor: () => {
          throw Error("This should not happen, please report a bug.");
        },
        schema,
        sourceObjects: new Map(),
      });
    }
    var isEmptyPath = (path) =>
      path == null || (typeof path === "object" && !!path[Symbol.iterator]().next().done);
    class Collection extends Node.NodeBase {
      constructor(type, schema) {
        super(type);
        Object.defineProperty(this, "schema", {
          value: schema,
          configurable: !0,
          enumerable: !1,
          writable: !0,
        });
      }
      clone(schema) {
        const copy = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
        if (schema) copy.schema = schema;
        if (
          ((copy.items = copy.items.map((it) =>
            identity.isNode(it) || identity.isPair(it) ? it.clone(schema) : it,
          )),
          this.range)
        )
          copy.range = this.range.slice();
        return copy;
      }
      addIn(path, value) {
        if (isEmptyPath(path)) this.add(value);
        else {
          const [key, ...rest] = path,
            node = this.get(key, !0);
          if (identity.isCollection(node)) node.addIn(rest, value);
          else if (node === void 0 && this.schema)
            this.set(key, collectionFromPath(this.schema, rest, value));
          else throw Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
        }
      }
      deleteIn(path) {
        const [key, ...rest] = path;
        if (rest.length === 0) return this.delete(key);
        const node = this.get(key, !0);
        if (identity.isCollection(node)) return node.deleteIn(rest);
        else throw Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
      }
      getIn(path, keepScalar) {
        const [key, ...rest] = path,
          node = this.get(key, !0);
        if (rest.length === 0) return !keepScalar && identity.isScalar(node) ? node.value : node;
        else return identity.isCollection(node) ? node.getIn(rest, keepScalar) : void 0;
      }
      hasAllNullValues(allowScalar) {
        return this.items.every((node) => {
          if (!identity.isPair(node)) return !1;
          const n = node.value;
          return (
            n == null ||
            (allowScalar &&
              identity.isScalar(n) &&
              n.value == null &&
              !n.commentBefore &&
              !n.comment &&
              !n.tag)
          );
        });
      }
      hasIn(path) {
        const [key, ...rest] = path;
        if (rest.length === 0) return this.has(key);
        const node = this.get(key, !0);
        return identity.isCollection(node) ? node.hasIn(rest) : !1;
      }
      setIn(path, value) {
        const [key, ...rest] = path;
        if (rest.length === 0) this.set(key, value);
        else {
          const node = this.get(key, !0);
          if (identity.isCollection(node)) node.setIn(rest, value);
          else if (node === void 0 && this.schema)
            this.set(key, collectionFromPath(this.schema, rest, value));
          else throw Error(`Expected YAML collection at ${key}. Remaining path: ${rest}`);
        }
      }
    }
    exports2.Collection = Collection;
    exports2.collectionFromPath = collectionFromPath;
    exports2.isEmptyPath = isEmptyPath;
  });
  var require_stringifyComment = __commonJS((exports2) => {
    var stringifyComment = (str) => str.replace(/^(?!$)(?: $)?/gm, "#");
    function indentComment(comment, indent) {
      if (/^\n+$/.test(comment)) return comment.substring(1);
      return indent ? comment.replace(/^(?! *$)/gm, indent) : comment;
    }
    var lineComment = (str, indent, comment) =>
      str.endsWith(`
`)
        ? indentComment(comment, indent)
        : comment.includes(`
`)
          ? `
` + indentComment(comment, indent)
          : (str.endsWith(" ") ? "" : " ") + comment;
    exports2.indentComment = indentComment;
    exports2.lineComment = lineComment;
    exports2.stringifyComment = stringifyComment;
  });
  var require_foldFlowLines = __commonJS((exports2) => {
    function foldFlowLines(
      text,
      indent,
      mode = "flow",
      { indentAtStart, lineWidth = 80, minContentWidth = 20, onFold, onOverflow } = {},
    ) {
      if (!lineWidth || lineWidth < 0) return text;
      if (lineWidth < minContentWidth) minContentWidth = 0;
      const endStep = Math.max(1 + minContentWidth, 1 + lineWidth - indent.length);
      if (text.length <= endStep) return text;
      let folds = [],
        escapedFolds = {},
        end = lineWidth - indent.length;
      if (typeof indentAtStart === "number")
        if (indentAtStart > lineWidth - Math.max(2, minContentWidth)) folds.push(0);
        else end = lineWidth - indentAtStart;
      let split = void 0,
        prev = void 0,
        overflow = !1,
        i = -1,
        escStart = -1,
        escEnd = -1;
      if (mode === "block") {
        if (((i = consumeMoreIndentedLines(text, i, indent.length)), i !== -1)) end = i + endStep;
      }
      for (let ch; (ch = text[(i += 1)]); ) {
        if (mode === "quoted" && ch === "\\") {
          switch (((escStart = i), text[i + 1])) {
            case "x":
              i += 3;
              break;
            case "u":
              i += 5;
              break;
            case "U":
              i += 9;
              break;
            default:
              i += 1;
          }
          escEnd = i;
        }
        if (
          ch ===
          `
`
        ) {
          if (mode === "block") i = consumeMoreIndentedLines(text, i, indent.length);
          (end = i + indent.length + endStep), (split = void 0);
        } else {
          if (
            ch === " " &&
            prev &&
            prev !== " " &&
            prev !==
              `
` &&
            prev !== "\t"
          ) {
            const next = text[i + 1];
            if (
              next &&
              next !== " " &&
              next !==
                `
` &&
              next !== "\t"
            )
              split = i;
          }
          if (i >= end)
            if (split) folds.push(split), (end = split + endStep), (split = void 0);
            else if (mode === "quoted") {
              while (prev === " " || prev === "\t") (prev = ch), (ch = text[(i += 1)]), (overflow = !0);
              const j = i > escEnd + 1 ? i - 2 : escStart - 1;
              if (escapedFolds[j]) return text;
              folds.push(j), (escapedFolds[j] = !0), (end = j + endStep), (split = void 0);
            } else overflow = !0;
        }
        prev = ch;
      }
      if (overflow && onOverflow) onOverflow();
      if (folds.length === 0) return text;
      if (onFold) onFold();
      let res = text.slice(0, folds[0]);
      for (let i = 0; i < folds.length; ++i) {
        const fold = folds[i],
          end = folds[i + 1] || text.length;
        if (fold === 0)
          res = `
${indent}${text.slice(0, end)}`;
        else {
          if (mode === "quoted" && escapedFolds[fold]) res += `${text[fold]}\\`;
          res += `
${indent}${text.slice(fold + 1, end)}`;
        }
      }
      return res;
    }
    function consumeMoreIndentedLines(text, i, indent) {
      let end = i,
        start = i + 1,
        ch = text[start];
      while (ch === " " || ch === "\t")
        if (i < start + indent) ch = text[++i];
        else {
          do ch = text[++i];
          while (
            ch &&
            ch !==
              `
`
          );
          (end = i), (start = i + 1), (ch = text[start]);
        }
      return end;
    }
    exports2.FOLD_BLOCK = "block";
    exports2.FOLD_FLOW = "flow";
    exports2.FOLD_QUOTED = "quoted";
    exports2.foldFlowLines = foldFlowLines;
  });
  var require_stringifyString = __commonJS((exports2) => {
    var Scalar = require_Scalar(),
      foldFlowLines = require_foldFlowLines(),
      getFoldOptions = (ctx, isBlock) => ({
        indentAtStart: isBlock ? ctx.indent.length : ctx.indentAtStart,
        lineWidth: ctx.options.lineWidth,
        minContentWidth: ctx.options.minContentWidth,
      }),
      containsDocumentMarker = (str) => /^(%|---|\.\.\.)/m.test(str);
    function lineLengthOverLimit(str, lineWidth, indentLength) {
      if (!lineWidth || lineWidth < 0) return !1;
      const limit = lineWidth - indentLength,
        strLen = str.length;
      if (strLen <= limit) return !1;
      for (let i = 0, start = 0; i < strLen; ++i)
        if (
          str[i] ===
          `
`
        ) {
          if (i - start > limit) return !0;
          if (((start = i + 1), strLen - start <= limit)) return !1;
        }
      return !0;
    }
    function doubleQuotedString(value, ctx) {
      const json = JSON.stringify(value);
      if (ctx.options.doubleQuotedAsJSON) return json;
      let { implicitKey } = ctx,
        minMultiLineLength = ctx.options.doubleQuotedMinMultiLineLength,
        indent = ctx.indent || (containsDocumentMarker(value) ? "  " : ""),
        str = "",
        start = 0;
      for (let i = 0, ch = json[i]; ch; ch = json[++i]) {
        if (ch === " " && json[i + 1] === "\\" && json[i + 2] === "n")
          (str += json.slice(start, i) + "\\ "), (i += 1), (start = i), (ch = "\\");
        if (ch === "\\")
          switch (json[i + 1]) {
            case "u":
              {
                str += json.slice(start, i);
                const code = json.substr(i + 2, 4);
                switch (code) {
                  case "0000":
                    str += "\\0";
                    break;
                  case "0007":
                    str += "\\a";
                    break;
                  case "000b":
                    str += "\\v";
                    break;
                  case "001b":
                    str += "\\e";
                    break;
                  case "0085":
                    str += "\\N";
                    break;
                  case "00a0":
                    str += "\\_";
                    break;
                  case "2028":
                    str += "\\L";
                    break;
                  case "2029":
                    str += "\\P";
                    break;
                  default:
                    if (code.substr(0, 2) === "00") str += "\\x" + code.substr(2);
                    else str += json.substr(i, 6);
                }
                (i += 5), (start = i + 1);
              }
              break;
            case "n":
              if (implicitKey || json[i + 2] === '"' || json.length < minMultiLineLength) i += 1;
              else {
                str +=
                  json.slice(start, i) +
                  `

`;
                while (json[i + 2] === "\\" && json[i + 3] === "n" && json[i + 4] !== '"')
                  (str += `
`),
                    (i += 2);
                if (((str += indent), json[i + 2] === " ")) str += "\\";
                (i += 1), (start = i + 1);
              }
              break;
            default:
              i += 1;
          }
      }
      return (
        (str = start ? str + json.slice(start) : json),
        implicitKey
          ? str
          : foldFlowLines.foldFlowLines(str, indent, foldFlowLines.FOLD_QUOTED, getFoldOptions(ctx, !1))
      );
    }
    function singleQuotedString(value, ctx) {
      if (
        ctx.options.singleQuote === !1 ||
        (ctx.implicitKey &&
          value.includes(`
`)) ||
        /[ \t]\n|\n[ \t]/.test(value)
      )
        return doubleQuotedString(value, ctx);
      const indent = ctx.indent || (containsDocumentMarker(value) ? "  " : ""),
        res =
          "'" +
          value.replace(/'/g, "''").replace(
            /\n+/g,
            `$&
${indent}`,
          ) +
          "'";
      return ctx.implicitKey
        ? res
        : foldFlowLines.foldFlowLines(res, indent, foldFlowLines.FOLD_FLOW, getFoldOptions(ctx, !1));
    }
    function quotedString(value, ctx) {
      let { singleQuote } = ctx.options,
        qs;
      if (singleQuote === !1) qs = doubleQuotedString;
      else {
        const hasDouble = value.includes('"'),
          hasSingle = value.includes("'");
        if (hasDouble && !hasSingle) qs = singleQuotedString;
        else if (hasSingle && !hasDouble) qs = doubleQuotedString;
        else qs = singleQuote ? singleQuotedString : doubleQuotedString;
      }
      return qs(value, ctx);
    }
    var blockEndNewlines;
    try {
      blockEndNewlines = /(^|(?<!\n))\n+(?!\n|$)/g;
    } catch {
      blockEndNewlines = /\n+(?!\n|$)/g;
    }
    function blockString({ comment, type, value }, ctx, onComment, onChompKeep) {
      const { blockQuote, commentString, lineWidth } = ctx.options;
      if (!blockQuote || /\n[\t ]+$/.test(value)) return quotedString(value, ctx);
      const indent = ctx.indent || (ctx.forceBlockIndent || containsDocumentMarker(value) ? "  " : ""),
        literal =
          blockQuote === "literal"
            ? !0
            : blockQuote === "folded" || type === Scalar.Scalar.BLOCK_FOLDED
              ? !1
              : type === Scalar.Scalar.BLOCK_LITERAL
                ? !0
                : !lineLengthOverLimit(value, lineWidth, indent.length);
      if (!value)
        return literal
          ? `|
`
          : `>
`;
      let chomp, endStart;
      for (endStart = value.length; endStart > 0; --endStart) {
        const ch = value[endStart - 1];
        if (
          ch !==
            `
` &&
          ch !== "\t" &&
          ch !== " "
        )
          break;
      }
      let end = value.substring(endStart),
        endNlPos = end.indexOf(`
`);
      if (endNlPos === -1) chomp = "-";
      else if (value === end || endNlPos !== end.length - 1) {
        if (((chomp = "+"), onChompKeep)) onChompKeep();
      } else chomp = "";
      if (end) {
        if (
          ((value = value.slice(0, -end.length)),
          end[end.length - 1] ===
            `
`)
        )
          end = end.slice(0, -1);
        end = end.replace(blockEndNewlines, `$&${indent}`);
      }
      let startWithSpace = !1,
        startEnd,
        startNlPos = -1;
      for (startEnd = 0; startEnd < value.length; ++startEnd) {
        const ch = value[startEnd];
        if (ch === " ") startWithSpace = !0;
        else if (
          ch ===
          `
`
        )
          startNlPos = startEnd;
        else break;
      }
      let start = value.substring(0, startNlPos < startEnd ? startNlPos + 1 : startEnd);
      if (start) (value = value.substring(start.length)), (start = start.replace(/\n+/g, `$&${indent}`));
      let header = (startWithSpace ? (indent ? "2" : "1") : "") + chomp;
      if (comment) {
        if (((header += " " + commentString(comment.replace(/ ?[\r\n]+/g, " "))), onComment)) onComment();
      }
      if (!literal) {
        let foldedValue = value
            .replace(
              /\n+/g,
              `
$&`,
            )
            .replace(/(?:^|\n)([\t ].*)(?:([\n\t ]*)\n(?![\n\t ]))?/g, "$1$2")
            .replace(/\n+/g, `$&${indent}`),
          literalFallback = !1,
          foldOptions = getFoldOptions(ctx, !0);
        if (blockQuote !== "folded" && type !== Scalar.Scalar.BLOCK_FOLDED)
          foldOptions.onOverflow = () => {
            literalFallback = !0;
          };
        const body = foldFlowLines.foldFlowLines(
          `${start}${foldedValue}${end}`,
          indent,
          foldFlowLines.FOLD_BLOCK,
          foldOptions,
        );
        if (!literalFallback)
          return `>${header}
${indent}${body}`;
      }
      return (
        (value = value.replace(/\n+/g, `$&${indent}`)),
        `|${header}
${indent}${start}${value}${end}`
      );
    }
    function plainString(item, ctx, onComment, onChompKeep) {
      const { type, value } = item,
        { actualString, implicitKey, indent, indentStep, inFlow } = ctx;
      if (
        (implicitKey &&
          value.includes(`
`)) ||
        (inFlow && /[[\]{},]/.test(value))
      )
        return quotedString(value, ctx);
      if (/^[\n\t ,[\]{}#&*!|>'"%@`]|^[?-]$|^[?-][ \t]|[\n:][ \t]|[ \t]\n|[\n\t ]#|[\n\t :]$/.test(value))
        return implicitKey ||
          inFlow ||
          !value.includes(`
`)
          ? quotedString(value, ctx)
          : blockString(item, ctx, onComment, onChompKeep);
      if (
        !implicitKey &&
        !inFlow &&
        type !== Scalar.Scalar.PLAIN &&
        value.includes(`
`)
      )
        return blockString(item, ctx, onComment, onChompKeep);
      if (containsDocumentMarker(value)) {
        if (indent === "")
          return ((ctx.forceBlockIndent = !0), blockString(item, ctx, onComment, onChompKeep));
        else if (implicitKey && indent === indentStep) return quotedString(value, ctx);
      }
      const str = value.replace(
        /\n+/g,
        `$&
${indent}`,
      );
      if (actualString) {
        const test = (tag) => tag.default && tag.tag !== "tag:yaml.org,2002:str" && tag.test?.test(str),
          { compat, tags } = ctx.doc.schema;
        if (tags.some(test) || compat?.some(test)) return quotedString(value, ctx);
      }
      return implicitKey
        ? str
        : foldFlowLines.foldFlowLines(str, indent, foldFlowLines.FOLD_FLOW, getFoldOptions(ctx, !1));
    }
    function stringifyString(item, ctx, onComment, onChompKeep) {
      let { implicitKey, inFlow } = ctx,
        ss = typeof item.value === "string" ? item : Object.assign({}, item, { value: String(item.value) }),
        { type } = item;
      if (type !== Scalar.Scalar.QUOTE_DOUBLE) {
        if (/[\x00-\x08\x0b-\x1f\x7f-\x9f\u{D800}-\u{DFFF}]/u.test(ss.value))
          type = Scalar.Scalar.QUOTE_DOUBLE;
      }
      let _stringify = (_type) => {
          switch (_type) {
            case Scalar.Scalar.BLOCK_FOLDED:
            case Scalar.Scalar.BLOCK_LITERAL:
              return implicitKey || inFlow
                ? quotedString(ss.value, ctx)
                : blockString(ss, ctx, onComment, onChompKeep);
            case Scalar.Scalar.QUOTE_DOUBLE:
              return doubleQuotedString(ss.value, ctx);
            case Scalar.Scalar.QUOTE_SINGLE:
              return singleQuotedString(ss.value, ctx);
            case Scalar.Scalar.PLAIN:
              return plainString(ss, ctx, onComment, onChompKeep);
            default:
              return null;
          }
        },
        res = _stringify(type);
      if (res === null) {
        const { defaultKeyType, defaultStringType } = ctx.options,
          t = (implicitKey && defaultKeyType) || defaultStringType;
        if (((res = _stringify(t)), res === null)) throw Error(`Unsupported default string type ${t}`);
      }
      return res;
    }
    exports2.stringifyString = stringifyString;
  });
  var require_stringify = __commonJS((exports2) => {
    var anchors = require_anchors(),
      identity = require_identity(),
      stringifyComment = require_stringifyComment(),
      stringifyString = require_stringifyString();
    function createStringifyContext(doc, options) {
      let opt = Object.assign(
          {
            blockQuote: !0,
            commentString: stringifyComment.stringifyComment,
            defaultKeyType: null,
            defaultStringType: "PLAIN",
            directives: null,
            doubleQuotedAsJSON: !1,
            doubleQuotedMinMultiLineLength: 40,
            falseStr: "false",
            flowCollectionPadding: !0,
            indentSeq: !0,
            lineWidth: 80,
            minContentWidth: 20,
            nullStr: "null",
            simpleKeys: !1,
            singleQuote: null,
            trailingComma: !1,
            trueStr: "true",
            verifyAliasOrder: !0,
          },
          doc.schema.toStringOptions,
          options,
        ),
        inFlow;
      switch (opt.collectionStyle) {
        case "block":
          inFlow = !1;
          break;
        case "flow":
          inFlow = !0;
          break;
        default:
          inFlow = null;
      }
      return {
        anchors: new Set(),
        doc,
        flowCollectionPadding: opt.flowCollectionPadding ? " " : "",
        indent: "",
        indentStep: typeof opt.indent === "number" ? " ".repeat(opt.indent) : "  ",
        inFlow,
        options: opt,
      };
    }
    function getTagObject(tags, item) {
      if (item.tag) {
        const match = tags.filter((t) => t.tag === item.tag);
        if (match.length > 0) return match.find((t) => t.format === item.format) ?? match[0];
      }
      let tagObj = void 0,
        obj;
      if (identity.isScalar(item)) {
        obj = item.value;
        let match = tags.filter((t) => t.identify?.(obj));
        if (match.length > 1) {
          const testMatch = match.filter((t) => t.test);
          if (testMatch.length > 0) match = testMatch;
        }
        tagObj = match.find((t) => t.format === item.format) ?? match.find((t) => !t.format);
      } else (obj = item), (tagObj = tags.find((t) => t.nodeClass && obj instanceof t.nodeClass));
      if (!tagObj) {
        const name = obj?.constructor?.name ?? (obj === null ? "null" : typeof obj);
        throw Error(`Tag not resolved for ${name} value`);
      }
      return tagObj;
    }
    function stringifyProps(node, tagObj, { anchors: anchors$1, doc }) {
      if (!doc.directives) return "";
      const props = [],
        anchor = (identity.isScalar(node) || identity.isCollection(node)) && node.anchor;
      if (anchor && anchors.anchorIsValid(anchor)) anchors$1.add(anchor), props.push(`&${anchor}`);
      const tag = node.tag ?? (tagObj.default ? null : tagObj.tag);
      if (tag) props.push(doc.directives.tagString(tag));
      return props.join(" ");
    }
    function stringify(item, ctx, onComment, onChompKeep) {
      if (identity.isPair(item)) return item.toString(ctx, onComment, onChompKeep);
      if (identity.isAlias(item)) {
        if (ctx.doc.directives) return item.toString(ctx);
        if (ctx.resolvedAliases?.has(item))
          throw TypeError("Cannot stringify circular structure without alias nodes");
        else {
          if (ctx.resolvedAliases) ctx.resolvedAliases.add(item);
          else ctx.resolvedAliases = new Set([item]);
          item = item.resolve(ctx.doc);
        }
      }
      let tagObj = void 0,
        node = identity.isNode(item) ? item : ctx.doc.createNode(item, { onTagObj: (o) => (tagObj = o) });
      tagObj ?? (tagObj = getTagObject(ctx.doc.schema.tags, node));
      const props = stringifyProps(node, tagObj, ctx);
      if (props.length > 0) ctx.indentAtStart = (ctx.indentAtStart ?? 0) + props.length + 1;
      const str =
        typeof tagObj.stringify === "function"
          ? tagObj.stringify(node, ctx, onComment, onChompKeep)
          : identity.isScalar(node)
            ? stringifyString.stringifyString(node, ctx, onComment, onChompKeep)
            : node.toString(ctx, onComment, onChompKeep);
      if (!props) return str;
      return identity.isScalar(node) || str[0] === "{" || str[0] === "["
        ? `${props} ${str}`
        : `${props}
${ctx.indent}${str}`;
    }
    exports2.createStringifyContext = createStringifyContext;
    exports2.stringify = stringify;
  });
  var require_stringifyPair = __commonJS((exports2) => {
    var identity = require_identity(),
      Scalar = require_Scalar(),
      stringify = require_stringify(),
      stringifyComment = require_stringifyComment();
    function stringifyPair({ key, value }, ctx, onComment, onChompKeep) {
      let {
          allNullValues,
          doc,
          indent,
          indentStep,
          options: { commentString, indentSeq, simpleKeys },
        } = ctx,
        keyComment = (identity.isNode(key) && key.comment) || null;
      if (simpleKeys) {
        if (keyComment) throw Error("With simple keys, key nodes cannot have comments");
        if (identity.isCollection(key) || (!identity.isNode(key) && typeof key === "object"))
          throw Error("With simple keys, collection cannot be used as a key value");
      }
      let explicitKey =
        !simpleKeys &&
        (!key ||
          (keyComment && value == null && !ctx.inFlow) ||
          identity.isCollection(key) ||
          (identity.isScalar(key)
            ? key.type === Scalar.Scalar.BLOCK_FOLDED || key.type === Scalar.Scalar.BLOCK_LITERAL
            : typeof key === "object"));
      ctx = Object.assign({}, ctx, {
        allNullValues: !1,
        implicitKey: !explicitKey && (simpleKeys || !allNullValues),
        indent: indent + indentStep,
      });
      let keyCommentDone = !1,
        chompKeep = !1,
        str = stringify.stringify(
          key,
          ctx,
          () => (keyCommentDone = !0),
          () => (chompKeep = !0),
        );
      if (!explicitKey && !ctx.inFlow && str.length > 1024) {
        if (simpleKeys)
          throw Error("With simple keys, single line scalar must not span more than 1024 characters");
        explicitKey = !0;
      }
      if (ctx.inFlow) {
        if (allNullValues || value == null) {
          if (keyCommentDone && onComment) onComment();
          return str === "" ? "?" : explicitKey ? `? ${str}` : str;
        }
      } else if ((allNullValues && !simpleKeys) || (value == null && explicitKey)) {
        if (((str = `? ${str}`), keyComment && !keyCommentDone))
          str += stringifyComment.lineComment(str, ctx.indent, commentString(keyComment));
        else if (chompKeep && onChompKeep) onChompKeep();
        return str;
      }
      if (keyCommentDone) keyComment = null;
      if (explicitKey) {
        if (keyComment) str += stringifyComment.lineComment(str, ctx.indent, commentString(keyComment));
        str = `? ${str}
${indent}:`;
      } else if (((str = `${str}:`), keyComment))
        str += stringifyComment.lineComment(str, ctx.indent, commentString(keyComment));
      let vsb, vcb, valueComment;
      if (identity.isNode(value))
        (vsb = !!value.spaceBefore), (vcb = value.commentBefore), (valueComment = value.comment);
      else if (((vsb = !1), (vcb = null), (valueComment = null), value && typeof value === "object"))
        value = doc.createNode(value);
      if (((ctx.implicitKey = !1), !explicitKey && !keyComment && identity.isScalar(value)))
        ctx.indentAtStart = str.length + 1;
      if (
        ((chompKeep = !1),
        !indentSeq &&
          indentStep.length >= 2 &&
          !ctx.inFlow &&
          !explicitKey &&
          identity.isSeq(value) &&
          !value.flow &&
          !value.tag &&
          !value.anchor)
      )
        ctx.indent = ctx.indent.substring(2);
      let valueCommentDone = !1,
        valueStr = stringify.stringify(
          value,
          ctx,
          () => (valueCommentDone = !0),
          () => (chompKeep = !0),
        ),
        ws = " ";
      if (keyComment || vsb || vcb) {
        if (
          ((ws = vsb
            ? `
`
            : ""),
          vcb)
        ) {
          const cs = commentString(vcb);
          ws += `
${stringifyComment.indentComment(cs, ctx.indent)}`;
        }
        if (valueStr === "" && !ctx.inFlow) {
          if (
            ws ===
              `
` &&
            valueComment
          )
            ws = `

`;
        } else
          ws += `
${ctx.indent}`;
      } else if (!explicitKey && identity.isCollection(value)) {
        const vs0 = valueStr[0],
          nl0 = valueStr.indexOf(`
`),
          hasNewline = nl0 !== -1,
          flow = ctx.inFlow ?? value.flow ?? value.items.length === 0;
        if (hasNewline || !flow) {
          let hasPropsLine = !1;
          if (hasNewline && (vs0 === "&" || vs0 === "!")) {
            let sp0 = valueStr.indexOf(" ");
            if (vs0 === "&" && sp0 !== -1 && sp0 < nl0 && valueStr[sp0 + 1] === "!")
              sp0 = valueStr.indexOf(" ", sp0 + 1);
            if (sp0 === -1 || nl0 < sp0) hasPropsLine = !0;
          }
          if (!hasPropsLine)
            ws = `
${ctx.indent}`;
        }
      } else if (
        valueStr === "" ||
        valueStr[0] ===
          `
`
      )
        ws = "";
      if (((str += ws + valueStr), ctx.inFlow)) {
        if (valueCommentDone && onComment) onComment();
      } else if (valueComment && !valueCommentDone)
        str += stringifyComment.lineComment(str, ctx.indent, commentString(valueComment));
      else if (chompKeep && onChompKeep) onChompKeep();
      return str;
    }
    exports2.stringifyPair = stringifyPair;
  });
  var require_log = __commonJS((exports2) => {
    var node_process = require("process");
    function debug(logLevel, ...messages) {
      if (logLevel === "debug") console.log(...messages);
    }
    function warn(logLevel, warning) {
      if (logLevel === "debug" || logLevel === "warn")
        if (typeof node_process.emitWarning === "function") node_process.emitWarning(warning);
        else console.warn(warning);
    }
    exports2.debug = debug;
    exports2.warn = warn;
  });
  var require_merge = __commonJS((exports2) => {
    var identity = require_identity(),
      Scalar = require_Scalar(),
      MERGE_KEY = "<<",
      merge = {
        identify: (value) =>
          value === MERGE_KEY || (typeof value === "symbol" && value.description === MERGE_KEY),
        default: "key",
        tag: "tag:yaml.org,2002:merge",
        test: /^<<$/,
        resolve: () => Object.assign(new Scalar.Scalar(Symbol(MERGE_KEY)), { addToJSMap: addMergeToJSMap }),
        stringify: () => MERGE_KEY,
      },
      isMergeKey = (ctx, key) =>
        (merge.identify(key) ||
          (identity.isScalar(key) &&
            (!key.type || key.type === Scalar.Scalar.PLAIN) &&
            merge.identify(key.value))) &&
        ctx?.doc.schema.tags.some((tag) => tag.tag === merge.tag && tag.default);
    function addMergeToJSMap(ctx, map, value) {
      const source = resolveAliasValue(ctx, value);
      if (identity.isSeq(source)) for (const it of source.items) mergeValue(ctx, map, it);
      else if (Array.isArray(source)) for (const it of source) mergeValue(ctx, map, it);
      else mergeValue(ctx, map, source);
    }
    function mergeValue(ctx, map, value) {
      const source = resolveAliasValue(ctx, value);
      if (!identity.isMap(source)) throw Error("Merge sources must be maps or map aliases");
      const srcMap = source.toJSON(null, ctx, Map);
      for (const [key, value] of srcMap)
        if (map instanceof Map) {
          if (!map.has(key)) map.set(key, value);
        } else if (map instanceof Set) map.add(key);
        else if (!Object.hasOwn(map, key))
          Object.defineProperty(map, key, { value, writable: !0, enumerable: !0, configurable: !0 });
      return map;
    }
    function resolveAliasValue(ctx, value) {
      return ctx && identity.isAlias(value) ? value.resolve(ctx.doc, ctx) : value;
    }
    exports2.addMergeToJSMap = addMergeToJSMap;
    exports2.isMergeKey = isMergeKey;
    exports2.merge = merge;
  });
  var require_addPairToJSMap = __commonJS((exports2) => {
    var log = require_log(),
      merge = require_merge(),
      stringify = require_stringify(),
      identity = require_identity(),
      toJS = require_toJS();
    function addPairToJSMap(ctx, map, { key, value }) {
      if (identity.isNode(key) && key.addToJSMap) key.addToJSMap(ctx, map, value);
      else if (merge.isMergeKey(ctx, key)) merge.addMergeToJSMap(ctx, map, value);
      else {
        const jsKey = toJS.toJS(key, "", ctx);
        if (map instanceof Map) map.set(jsKey, toJS.toJS(value, jsKey, ctx));
        else if (map instanceof Set) map.add(jsKey);
        else {
          const stringKey = stringifyKey(key, jsKey, ctx),
            jsValue = toJS.toJS(value, stringKey, ctx);
          if (stringKey in map)
            Object.defineProperty(map, stringKey, {
              value: jsValue,
              writable: !0,
              enumerable: !0,
              configurable: !0,
            });
          else map[stringKey] = jsValue;
        }
      }
      return map;
    }
    function stringifyKey(key, jsKey, ctx) {
      if (jsKey === null) return "";
      if (typeof jsKey !== "object") return String(jsKey);
      if (identity.isNode(key) && ctx?.doc) {
        const strCtx = stringify.createStringifyContext(ctx.doc, {});
        strCtx.anchors = new Set();
        for (const node of ctx.anchors.keys()) strCtx.anchors.add(node.anchor);
        (strCtx.inFlow = !0), (strCtx.inStringifyKey = !0);
        const strKey = key.toString(strCtx);
        if (!ctx.mapKeyWarned) {
          let jsonStr = JSON.stringify(strKey);
          if (jsonStr.length > 40) jsonStr = jsonStr.substring(0, 36) + '..."';
          log.warn(
            ctx.doc.options.logLevel,
            `Keys with collection values will be stringified due to JS Object restrictions: ${jsonStr}. Set mapAsMap: true to use object keys.`,
          ),
            (ctx.mapKeyWarned = !0);
        }
        return strKey;
      }
      return JSON.stringify(jsKey);
    }
    exports2.addPairToJSMap = addPairToJSMap;
  });
  var require_Pair = __commonJS((exports2) => {
    var createNode = require_createNode(),
      stringifyPair = require_stringifyPair(),
      addPairToJSMap = require_addPairToJSMap(),
      identity = require_identity();
    function createPair(key, value, ctx) {
      const k = createNode.createNode(key, void 0, ctx),
        v = createNode.createNode(value, void 0, ctx);
      return new Pair(k, v);
    }
    class Pair {
      constructor(key, value = null) {
        Object.defineProperty(this, identity.NODE_TYPE, { value: identity.PAIR }),
          (this.key = key),
          (this.value = value);
      }
      clone(schema) {
        let { key, value } = this;
        if (identity.isNode(key)) key = key.clone(schema);
        if (identity.isNode(value)) value = value.clone(schema);
        return new Pair(key, value);
      }
      toJSON(_, ctx) {
        const pair = ctx?.mapAsMap ? new Map() : {};
        return addPairToJSMap.addPairToJSMap(ctx, pair, this);
      }
      toString(ctx, onComment, onChompKeep) {
        return ctx?.doc
          ? stringifyPair.stringifyPair(this, ctx, onComment, onChompKeep)
          : JSON.stringify(this);
      }
    }
    exports2.Pair = Pair;
    exports2.createPair = createPair;
  });
  var require_stringifyCollection = __commonJS((exports2) => {
    var identity = require_identity(),
      stringify = require_stringify(),
      stringifyComment = require_stringifyComment();
    function stringifyCollection(collection, ctx, options) {
      return ((ctx.inFlow ?? collection.flow) ? stringifyFlowCollection : stringifyBlockCollection)(
        collection,
        ctx,
        options,
      );
    }
    function stringifyBlockCollection(
      { comment, items },
      ctx,
      { blockItemPrefix, flowChars, itemIndent, onChompKeep, onComment },
    ) {
      let {
          indent,
          options: { commentString },
        } = ctx,
        itemCtx = Object.assign({}, ctx, { indent: itemIndent, type: null }),
        chompKeep = !1,
        lines = [];
      for (let i = 0; i < items.length; ++i) {
        let item = items[i],
          comment = null;
        if (identity.isNode(item)) {
          if (!chompKeep && item.spaceBefore) lines.push("");
          if ((addCommentBefore(ctx, lines, item.commentBefore, chompKeep), item.comment))
            comment = item.comment;
        } else if (identity.isPair(item)) {
          const ik = identity.isNode(item.key) ? item.key : null;
          if (ik) {
            if (!chompKeep && ik.spaceBefore) lines.push("");
            addCommentBefore(ctx, lines, ik.commentBefore, chompKeep);
          }
        }
        chompKeep = !1;
        let str = stringify.stringify(
          item,
          itemCtx,
          () => (comment = null),
          () => (chompKeep = !0),
        );
        if (comment) str += stringifyComment.lineComment(str, itemIndent, commentString(comment));
        if (chompKeep && comment) chompKeep = !1;
        lines.push(blockItemPrefix + str);
      }
      let str;
      if (lines.length === 0) str = flowChars.start + flowChars.end;
      else {
        str = lines[0];
        for (let i = 1; i < lines.length; ++i) {
          const line = lines[i];
          str += line
            ? `
${indent}${line}`
            : `
`;
        }
      }
      if (comment) {
        if (
          ((str +=
            `
` + stringifyComment.indentComment(commentString(comment), indent)),
          onComment)
        )
          onComment();
      } else if (chompKeep && onChompKeep) onChompKeep();
      return str;
    }
    function stringifyFlowCollection({ items }, ctx, { flowChars, itemIndent }) {
      const {
        indent,
        indentStep,
        flowCollectionPadding: fcPadding,
        options: { commentString },
      } = ctx;
      itemIndent += indentStep;
      let itemCtx = Object.assign({}, ctx, { indent: itemIndent, inFlow: !0, type: null }),
        reqNewline = !1,
        linesAtValue = 0,
        lines = [];
      for (let i = 0; i < items.length; ++i) {
        let item = items[i],
          comment = null;
        if (identity.isNode(item)) {
          if (item.spaceBefore) lines.push("");
          if ((addCommentBefore(ctx, lines, item.commentBefore, !1), item.comment)) comment = item.comment;
        } else if (identity.isPair(item)) {
          const ik = identity.isNode(item.key) ? item.key : null;
          if (ik) {
            if (ik.spaceBefore) lines.push("");
            if ((addCommentBefore(ctx, lines, ik.commentBefore, !1), ik.comment)) reqNewline = !0;
          }
          const iv = identity.isNode(item.value) ? item.value : null;
          if (iv) {
            if (iv.comment) comment = iv.comment;
            if (iv.commentBefore) reqNewline = !0;
          } else if (item.value == null && ik?.comment) comment = ik.comment;
        }
        if (comment) reqNewline = !0;
        let str = stringify.stringify(item, itemCtx, () => (comment = null));
        if (
          (reqNewline ||
            (reqNewline =
              lines.length > linesAtValue ||
              str.includes(`
`)),
          i < items.length - 1)
        )
          str += ",";
        else if (ctx.options.trailingComma) {
          if (ctx.options.lineWidth > 0)
            reqNewline ||
              (reqNewline =
                lines.reduce((sum, line) => sum + line.length + 2, 2) + (str.length + 2) >
                ctx.options.lineWidth);
          if (reqNewline) str += ",";
        }
        if (comment) str += stringifyComment.lineComment(str, itemIndent, commentString(comment));
        lines.push(str), (linesAtValue = lines.length);
      }
      const { start, end } = flowChars;
      if (lines.length === 0) return start + end;
      else {
        if (!reqNewline) {
          const len = lines.reduce((sum, line) => sum + line.length + 2, 2);
          reqNewline = ctx.options.lineWidth > 0 && len > ctx.options.lineWidth;
        }
        if (reqNewline) {
          let str = start;
          for (const line of lines)
            str += line
              ? `
${indentStep}${indent}${line}`
              : `
`;
          return `${str}
${indent}${end}`;
        } else return `${start}${fcPadding}${lines.join(" ")}${fcPadding}${end}`;
      }
    }
    function addCommentBefore({ indent, options: { commentString } }, lines, comment, chompKeep) {
      if (comment && chompKeep) comment = comment.replace(/^\n+/, "");
      if (comment) {
        const ic = stringifyComment.indentComment(commentString(comment), indent);
        lines.push(ic.trimStart());
      }
    }
    exports2.stringifyCollection = stringifyCollection;
  });
  var require_YAMLMap = __commonJS((exports2) => {
    var stringifyCollection = require_stringifyCollection(),
      addPairToJSMap = require_addPairToJSMap(),
      Collection = require_Collection(),
      identity = require_identity(),
      Pair = require_Pair(),
      Scalar = require_Scalar();
    function findPair(items, key) {
      const k = identity.isScalar(key) ? key.value : key;
      for (const it of items)
        if (identity.isPair(it)) {
          if (it.key === key || it.key === k) return it;
          if (identity.isScalar(it.key) && it.key.value === k) return it;
        }
      return;
    }
    class YAMLMap extends Collection.Collection {
      static get tagName() {
        return "tag:yaml.org,2002:map";
      }
      constructor(schema) {
        super(identity.MAP, schema);
        this.items = [];
      }
      static from(schema, obj, ctx) {
        const { keepUndefined, replacer } = ctx,
          map = new this(schema),
          add = (key, value) => {
            if (typeof replacer === "function") value = replacer.call(obj, key, value);
            else if (Array.isArray(replacer) && !replacer.includes(key)) return;
            if (value !== void 0 || keepUndefined) map.items.push(Pair.createPair(key, value, ctx));
          };
        if (obj instanceof Map) for (const [key, value] of obj) add(key, value);
        else if (obj && typeof obj === "object") for (const key of Object.keys(obj)) add(key, obj[key]);
        if (typeof schema.sortMapEntries === "function") map.items.sort(schema.sortMapEntries);
        return map;
      }
      add(pair, overwrite) {
        let _pair;
        if (identity.isPair(pair)) _pair = pair;
        else if (!pair || typeof pair !== "object" || !("key" in pair))
          _pair = new Pair.Pair(pair, pair?.value);
        else _pair = new Pair.Pair(pair.key, pair.value);
        const prev = findPair(this.items, _pair.key),
          sortEntries = this.schema?.sortMapEntries;
        if (prev) {
          if (!overwrite) throw Error(`Key ${_pair.key} already set`);
          if (identity.isScalar(prev.value) && Scalar.isScalarValue(_pair.value))
            prev.value.value = _pair.value;
          else prev.value = _pair.value;
        } else if (sortEntries) {
          const i = this.items.findIndex((item) => sortEntries(_pair, item) < 0);
          if (i === -1) this.items.push(_pair);
          else this.items.splice(i, 0, _pair);
        } else this.items.push(_pair);
      }
      delete(key) {
        const it = findPair(this.items, key);
        if (!it) return !1;
        return this.items.splice(this.items.indexOf(it), 1).length > 0;
      }
      get(key, keepScalar) {
        const node = findPair(this.items, key)?.value;
        return (!keepScalar && identity.isScalar(node) ? node.value : node) ?? void 0;
      }
      has(key) {
        return !!findPair(this.items, key);
      }
      set(key, value) {
        this.add(new Pair.Pair(key, value), !0);
      }
      toJSON(_, ctx, Type) {
        const map = Type ? new Type() : ctx?.mapAsMap ? new Map() : {};
        if (ctx?.onCreate) ctx.onCreate(map);
        for (const item of this.items) addPairToJSMap.addPairToJSMap(ctx, map, item);
        return map;
      }
      toString(ctx, onComment, onChompKeep) {
        if (!ctx) return JSON.stringify(this);
        for (const item of this.items)
          if (!identity.isPair(item))
            throw Error(`Map items must all be pairs; found ${JSON.stringify(item)} instead`);
        if (!ctx.allNullValues && this.hasAllNullValues(!1))
          ctx = Object.assign({}, ctx, { allNullValues: !0 });
        return stringifyCollection.stringifyCollection(this, ctx, {
          blockItemPrefix: "",
          flowChars: { start: "{", end: "}" },
          itemIndent: ctx.indent || "",
          onChompKeep,
          onComment,
        });
      }
    }
    exports2.YAMLMap = YAMLMap;
    exports2.findPair = findPair;
  });
  var require_map = __commonJS((exports2) => {
    var identity = require_identity(),
      YAMLMap = require_YAMLMap(),
      map = {
        collection: "map",
        default: !0,
        nodeClass: YAMLMap.YAMLMap,
        tag: "tag:yaml.org,2002:map",
        resolve(map, onError) {
          if (!identity.isMap(map)) onError("Expected a mapping for this tag");
          return map;
        },
        createNode: (schema, obj, ctx) => YAMLMap.YAMLMap.from(schema, obj, ctx),
      };
    exports2.map = map;
  });
  var require_YAMLSeq = __commonJS((exports2) => {
    var createNode = require_createNode(),
      stringifyCollection = require_stringifyCollection(),
      Collection = require_Collection(),
      identity = require_identity(),
      Scalar = require_Scalar(),
      toJS = require_toJS();
    class YAMLSeq extends Collection.Collection {
      static get tagName() {
        return "tag:yaml.org,2002:seq";
      }
      constructor(schema) {
        super(identity.SEQ, schema);
        this.items = [];
      }
      add(value) {
        this.items.push(value);
      }
      delete(key) {
        const idx = asItemIndex(key);
        if (typeof idx !== "number") return !1;
        return this.items.splice(idx, 1).length > 0;
      }
      get(key, keepScalar) {
        const idx = asItemIndex(key);
        if (typeof idx !== "number") return;
        const it = this.items[idx];
        return !keepScalar && identity.isScalar(it) ? it.value : it;
      }
      has(key) {
        const idx = asItemIndex(key);
        return typeof idx === "number" && idx < this.items.length;
      }
      set(key, value) {
        const idx = asItemIndex(key);
        if (typeof idx !== "number") throw Error(`Expected a valid index, not ${key}.`);
        const prev = this.items[idx];
        if (identity.isScalar(prev) && Scalar.isScalarValue(value)) prev.value = value;
        else this.items[idx] = value;
      }
      toJSON(_, ctx) {
        const seq = [];
        if (ctx?.onCreate) ctx.onCreate(seq);
        let i = 0;
        for (const item of this.items) seq.push(toJS.toJS(item, String(i++), ctx));
        return seq;
      }
      toString(ctx, onComment, onChompKeep) {
        if (!ctx) return JSON.stringify(this);
        return stringifyCollection.stringifyCollection(this, ctx, {
          blockItemPrefix: "- ",
          flowChars: { start: "[", end: "]" },
          itemIndent: (ctx.indent || "") + "  ",
          onChompKeep,
          onComment,
        });
      }
      static from(schema, obj, ctx) {
        const { replacer } = ctx,
          seq = new this(schema);
        if (obj && Symbol.iterator in Object(obj)) {
          let i = 0;
          for (let it of obj) {
            if (typeof replacer === "function") {
              const key = obj instanceof Set ? it : String(i++);
              it = replacer.call(obj, key, it);
            }
            seq.items.push(createNode.createNode(it, void 0, ctx));
          }
        }
        return seq;
      }
    }
    function asItemIndex(key) {
      let idx = identity.isScalar(key) ? key.value : key;
      if (idx && typeof idx === "string") idx = Number(idx);
      return typeof idx === "number" && Number.isInteger(idx) && idx >= 0 ? idx : null;
    }
    exports2.YAMLSeq = YAMLSeq;
  });
  var require_seq = __commonJS((exports2) => {
    var identity = require_identity(),
      YAMLSeq = require_YAMLSeq(),
      seq = {
        collection: "seq",
        default: !0,
        nodeClass: YAMLSeq.YAMLSeq,
        tag: "tag:yaml.org,2002:seq",
        resolve(seq, onError) {
          if (!identity.isSeq(seq)) onError("Expected a sequence for this tag");
          return seq;
        },
        createNode: (schema, obj, ctx) => YAMLSeq.YAMLSeq.from(schema, obj, ctx),
      };
    exports2.seq = seq;
  });
  var require_string = __commonJS((exports2) => {
    var stringifyString = require_stringifyString(),
      string = {
        identify: (value) => typeof value === "string",
        default: !0,
        tag: "tag:yaml.org,2002:str",
        resolve: (str) => str,
        stringify(item, ctx, onComment, onChompKeep) {
          return (
            (ctx = Object.assign({ actualString: !0 }, ctx)),
            stringifyString.stringifyString(item, ctx, onComment, onChompKeep)
          );
        },
      };
    exports2.string = string;
  });
  var require_null = __commonJS((exports2) => {
    var Scalar = require_Scalar(),
      nullTag = {
        identify: (value) => value == null,
        createNode: () => new Scalar.Scalar(null),
        default: !0,
        tag: "tag:yaml.org,2002:null",
        test: /^(?:~|[Nn]ull|NULL)?$/,
        resolve: () => new Scalar.Scalar(null),
        stringify: ({ source }, ctx) =>
          typeof source === "string" && nullTag.test.test(source) ? source : ctx.options.nullStr,
      };
    exports2.nullTag = nullTag;
  });
  var require_bool = __commonJS((exports2) => {
    var Scalar = require_Scalar(),
      boolTag = {
        identify: (value) => typeof value === "boolean",
        default: !0,
        tag: "tag:yaml.org,2002:bool",
        test: /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/,
        resolve: (str) => new Scalar.Scalar(str[0] === "t" || str[0] === "T"),
        stringify({ source, value }, ctx) {
          if (source && boolTag.test.test(source)) {
            const sv = source[0] === "t" || source[0] === "T";
            if (value === sv) return source;
          }
          return value ? ctx.options.trueStr : ctx.options.falseStr;
        },
      };
    exports2.boolTag = boolTag;
  });
  var require_stringifyNumber = __commonJS((exports2) => {
    function stringifyNumber({ format, minFractionDigits, tag, value }) {
      if (typeof value === "bigint") return String(value);
      const num = typeof value === "number" ? value : Number(value);
      if (!isFinite(num)) return isNaN(num) ? ".nan" : num < 0 ? "-.inf" : ".inf";
      let n = Object.is(value, -0) ? "-0" : JSON.stringify(value);
      if (
        !format &&
        minFractionDigits &&
        (!tag || tag === "tag:yaml.org,2002:float") &&
        /^-?\d/.test(n) &&
        !n.includes("e")
      ) {
        let i = n.indexOf(".");
        if (i < 0) (i = n.length), (n += ".");
        let d = minFractionDigits - (n.length - i - 1);
        while (d-- > 0) n += "0";
      }
      return n;
    }
    exports2.stringifyNumber = stringifyNumber;
  });
  var require_float = __commonJS((exports2) => {
    var Scalar = require_Scalar(),
      stringifyNumber = require_stringifyNumber(),
      floatNaN = {
        identify: (value) => typeof value === "number",
        default: !0,
        tag: "tag:yaml.org,2002:float",
        test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
        resolve: (str) =>
          str.slice(-3).toLowerCase() === "nan"
            ? NaN
            : str[0] === "-"
              ? Number.NEGATIVE_INFINITY
              : Number.POSITIVE_INFINITY,
        stringify: stringifyNumber.stringifyNumber,
      },
      floatExp = {
        identify: (value) => typeof value === "number",
        default: !0,
        tag: "tag:yaml.org,2002:float",
        format: "EXP",
        test: /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)[eE][-+]?[0-9]+$/,
        resolve: (str) => parseFloat(str),
        stringify(node) {
          const num = Number(node.value);
          return isFinite(num) ? num.toExponential() : stringifyNumber.stringifyNumber(node);
        },
      },
      float = {
        identify: (value) => typeof value === "number",
        default: !0,
        tag: "tag:yaml.org,2002:float",
        test: /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/,
        resolve(str) {
          const node = new Scalar.Scalar(parseFloat(str)),
            dot = str.indexOf(".");
          if (dot !== -1 && str[str.length - 1] === "0") node.minFractionDigits = str.length - dot - 1;
          return node;
        },
        stringify: stringifyNumber.stringifyNumber,
      };
    exports2.float = float;
    exports2.floatExp = floatExp;
    exports2.floatNaN = floatNaN;
  });
  var require_int = __commonJS((exports2) => {
    var stringifyNumber = require_stringifyNumber(),
      intIdentify = (value) => typeof value === "bigint" || Number.isInteger(value),
      intResolve = (str, offset, radix, { intAsBigInt }) =>
        intAsBigInt ? BigInt(str) : parseInt(str.substring(offset), radix);
    function intStringify(node, radix, prefix) {
      const { value } = node;
      if (intIdentify(value) && value >= 0) return prefix + value.toString(radix);
      return stringifyNumber.stringifyNumber(node);
    }
    var intOct = {
        identify: (value) => intIdentify(value) && value >= 0,
        default: !0,
        tag: "tag:yaml.org,2002:int",
        format: "OCT",
        test: /^0o[0-7]+$/,
        resolve: (str, _onError, opt) => intResolve(str, 2, 8, opt),
        stringify: (node) => intStringify(node, 8, "0o"),
      },
      int = {
        identify: intIdentify,
        default: !0,
        tag: "tag:yaml.org,2002:int",
        test: /^[-+]?[0-9]+$/,
        resolve: (str, _onError, opt) => intResolve(str, 0, 10, opt),
        stringify: stringifyNumber.stringifyNumber,
      },
      intHex = {
        identify: (value) => intIdentify(value) && value >= 0,
        default: !0,
        tag: "tag:yaml.org,2002:int",
        format: "HEX",
        test: /^0x[0-9a-fA-F]+$/,
        resolve: (str, _onError, opt) => intResolve(str, 2, 16, opt),
        stringify: (node) => intStringify(node, 16, "0x"),
      };
    exports2.int = int;
    exports2.intHex = intHex;
    exports2.intOct = intOct;
  });
  var require_schema = __commonJS((exports2) => {
    var map = require_map(),
      _null = require_null(),
      seq = require_seq(),
      string = require_string(),
      bool = require_bool(),
      float = require_float(),
      int = require_int(),
      schema = [
        map.map,
        seq.seq,
        string.string,
        _null.nullTag,
        bool.boolTag,
        int.intOct,
        int.int,
        int.intHex,
        float.floatNaN,
        float.floatExp,
        float.float,
      ];
    exports2.schema = schema;
  });
  var require_schema2 = __commonJS((exports2) => {
    var Scalar = require_Scalar(),
      map = require_map(),
      seq = require_seq();
    function intIdentify(value) {
      return typeof value === "bigint" || Number.isInteger(value);
    }
    var stringifyJSON = ({ value }) => JSON.stringify(value),
      jsonScalars = [
        {
          identify: (value) => typeof value === "string",
          default: !0,
          tag: "tag:yaml.org,2002:str",
          resolve: (str) => str,
          stringify: stringifyJSON,
        },
        {
          identify: (value) => value == null,
          createNode: () => new Scalar.Scalar(null),
          default: !0,
          tag: "tag:yaml.org,2002:null",
          test: /^null$/,
          resolve: () => null,
          stringify: stringifyJSON,
        },
        {
          identify: (value) => typeof value === "boolean",
          default: !0,
          tag: "tag:yaml.org,2002:bool",
          test: /^true$|^false$/,
          resolve: (str) => str === "true",
          stringify: stringifyJSON,
        },
        {
          identify: intIdentify,
          default: !0,
          tag: "tag:yaml.org,2002:int",
          test: /^-?(?:0|[1-9][0-9]*)$/,
          resolve: (str, _onError, { intAsBigInt }) => (intAsBigInt ? BigInt(str) : parseInt(str, 10)),
          stringify: ({ value }) => (intIdentify(value) ? value.toString() : JSON.stringify(value)),
        },
        {
          identify: (value) => typeof value === "number",
          default: !0,
          tag: "tag:yaml.org,2002:float",
          test: /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?$/,
          resolve: (str) => parseFloat(str),
          stringify: stringifyJSON,
        },
      ],
      jsonError = {
        default: !0,
        tag: "",
        test: /^/,
        resolve(str, onError) {
          return (onError(`Unresolved plain scalar ${JSON.stringify(str)}`), str);
        },
      },
      schema = [map.map, seq.seq].concat(jsonScalars, jsonError);
    exports2.schema = schema;
  });
  var require_binary = __commonJS((exports2) => {
    var node_buffer = require("buffer"),
      Scalar = require_Scalar(),
      stringifyString = require_stringifyString(),
      binary = {
        identify: (value) => value instanceof Uint8Array,
        default: !1,
        tag: "tag:yaml.org,2002:binary",
        resolve(src, onError) {
          if (typeof node_buffer.Buffer === "function") return node_buffer.Buffer.from(src, "base64");
          else if (typeof atob === "function") {
            const str = atob(src.replace(/[\n\r]/g, "")),
              buffer = new Uint8Array(str.length);
            for (let i = 0; i < str.length; ++i) buffer[i] = str.charCodeAt(i);
            return buffer;
          } else
            return (
              onError(
                "This environment does not support reading binary tags; either Buffer or atob is required",
              ),
              src
            );
        },
        stringify({ comment, type, value }, ctx, onComment, onChompKeep) {
          if (!value) return "";
          let buf = value,
            str;
          if (typeof node_buffer.Buffer === "function")
            str =
              buf instanceof node_buffer.Buffer
                ? buf.toString("base64")
                : node_buffer.Buffer.from(buf.buffer).toString("base64");
          else if (typeof btoa === "function") {
            let s = "";
            for (let i = 0; i < buf.length; ++i) s += String.fromCharCode(buf[i]);
            str = btoa(s);
          } else
            throw Error(
              "This environment does not support writing binary tags; either Buffer or btoa is required",
            );
          if ((type ?? (type = Scalar.Scalar.BLOCK_LITERAL), type !== Scalar.Scalar.QUOTE_DOUBLE)) {
            const lineWidth = Math.max(
                ctx.options.lineWidth - ctx.indent.length,
                ctx.options.minContentWidth,
              ),
              n = Math.ceil(str.length / lineWidth),
              lines = Array(n);
            for (let i = 0, o = 0; i < n; ++i, o += lineWidth) lines[i] = str.substr(o, lineWidth);
            str = lines.join(
              type === Scalar.Scalar.BLOCK_LITERAL
                ? `
`
                : " ",
            );
          }
          return stringifyString.stringifyString({ comment, type, value: str }, ctx, onComment, onChompKeep);
        },
      };
    exports2.binary = binary;
  });
  var require_pairs = __commonJS((exports2) => {
    var identity = require_identity(),
      Pair = require_Pair(),
      Scalar = require_Scalar(),
      YAMLSeq = require_YAMLSeq();
    function resolvePairs(seq, onError) {
      if (identity.isSeq(seq))
        for (let i = 0; i < seq.items.length; ++i) {
          let item = seq.items[i];
          if (identity.isPair(item)) continue;
          else if (identity.isMap(item)) {
            if (item.items.length > 1) onError("Each pair must have its own sequence indicator");
            const pair = item.items[0] || new Pair.Pair(new Scalar.Scalar(null));
            if (item.commentBefore)
              pair.key.commentBefore = pair.key.commentBefore
                ? `${item.commentBefore}
${pair.key.commentBefore}`
                : item.commentBefore;
            if (item.comment) {
              const cn = pair.value ?? pair.key;
              cn.comment = cn.comment
                ? `${item.comment}
${cn.comment}`
                : item.comment;
            }
            item = pair;
          }
          seq.items[i] = identity.isPair(item) ? item : new Pair.Pair(item);
        }
      else onError("Expected a sequence for this tag");
      return seq;
    }
    function createPairs(schema, iterable, ctx) {
      const { replacer } = ctx,
        pairs = new YAMLSeq.YAMLSeq(schema);
      pairs.tag = "tag:yaml.org,2002:pairs";
      let i = 0;
      if (iterable && Symbol.iterator in Object(iterable))
        for (let it of iterable) {
          if (typeof replacer === "function") it = replacer.call(iterable, String(i++), it);
          let key, value;
          if (Array.isArray(it))
            if (it.length === 2) (key = it[0]), (value = it[1]);
            else throw TypeError(`Expected [key, value] tuple: ${it}`);
          else if (it && it instanceof Object) {
            const keys = Object.keys(it);
            if (keys.length === 1) (key = keys[0]), (value = it[key]);
            else throw TypeError(`Expected tuple with one key, not ${keys.length} keys`);
          } else key = it;
          pairs.items.push(Pair.createPair(key, value, ctx));
        }
      return pairs;
    }
    var pairs = {
      collection: "seq",
      default: !1,
      tag: "tag:yaml.org,2002:pairs",
      resolve: resolvePairs,
      createNode: createPairs,
    };
    exports2.createPairs = createPairs;
    exports2.pairs = pairs;
    exports2.resolvePairs = resolvePairs;
  });
  var require_omap = __commonJS((exports2) => {
    var identity = require_identity(),
      toJS = require_toJS(),
      YAMLMap = require_YAMLMap(),
      YAMLSeq = require_YAMLSeq(),
      pairs = require_pairs();
    class YAMLOMap extends YAMLSeq.YAMLSeq {
      constructor() {
        super();
        (this.add = YAMLMap.YAMLMap.prototype.add.bind(this)),
          (this.delete = YAMLMap.YAMLMap.prototype.delete.bind(this)),
          (this.get = YAMLMap.YAMLMap.prototype.get.bind(this)),
          (this.has = YAMLMap.YAMLMap.prototype.has.bind(this)),
          (this.set = YAMLMap.YAMLMap.prototype.set.bind(this)),
          (this.tag = YAMLOMap.tag);
      }
      toJSON(_, ctx) {
        if (!ctx) return super.toJSON(_);
        const map = new Map();
        if (ctx?.onCreate) ctx.onCreate(map);
        for (const pair of this.items) {
          let key, value;
          if (identity.isPair(pair))
            (key = toJS.toJS(pair.key, "", ctx)), (value = toJS.toJS(pair.value, key, ctx));
          else key = toJS.toJS(pair, "", ctx);
          if (map.has(key)) throw Error("Ordered maps must not include duplicate keys");
          map.set(key, value);
        }
        return map;
      }
      static from(schema, iterable, ctx) {
        const pairs$1 = pairs.createPairs(schema, iterable, ctx),
          omap = new this();
        return ((omap.items = pairs$1.items), omap);
      }
    }
    YAMLOMap.tag = "tag:yaml.org,2002:omap";
    var omap = {
      collection: "seq",
      identify: (value) => value instanceof Map,
      nodeClass: YAMLOMap,
      default: !1,
      tag: "tag:yaml.org,2002:omap",
      resolve(seq, onError) {
        const pairs$1 = pairs.resolvePairs(seq, onError),
          seenKeys = [];
        for (const { key } of pairs$1.items)
          if (identity.isScalar(key))
            if (seenKeys.includes(key.value))
              onError(`Ordered maps must not include duplicate keys: ${key.value}`);
            else seenKeys.push(key.value);
        return Object.assign(new YAMLOMap(), pairs$1);
      },
      createNode: (schema, iterable, ctx) => YAMLOMap.from(schema, iterable, ctx),
    };
    exports2.YAMLOMap = YAMLOMap;
    exports2.omap = omap;
  });
  var require_bool2 = __commonJS((exports2) => {
    var Scalar = require_Scalar();
    function boolStringify({ value, source }, ctx) {
      if (source && (value ? trueTag : falseTag).test.test(source)) return source;
      return value ? ctx.options.trueStr : ctx.options.falseStr;
    }
    var trueTag = {
        identify: (value) => value === !0,
        default: !0,
        tag: "tag:yaml.org,2002:bool",
        test: /^(?:Y|y|[Yy]es|YES|[Tt]rue|TRUE|[Oo]n|ON)$/,
        resolve: () => new Scalar.Scalar(!0),
        stringify: boolStringify,
      },
      falseTag = {
        identify: (value) => value === !1,
        default: !0,
        tag: "tag:yaml.org,2002:bool",
        test: /^(?:N|n|[Nn]o|NO|[Ff]alse|FALSE|[Oo]ff|OFF)$/,
        resolve: () => new Scalar.Scalar(!1),
        stringify: boolStringify,
      };
    exports2.falseTag = falseTag;
    exports2.trueTag = trueTag;
  });
  var require_float2 = __commonJS((exports2) => {
    var Scalar = require_Scalar(),
      stringifyNumber = require_stringifyNumber(),
      floatNaN = {
        identify: (value) => typeof value === "number",
        default: !0,
        tag: "tag:yaml.org,2002:float",
        test: /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/,
        resolve: (str) =>
          str.slice(-3).toLowerCase() === "nan"
            ? NaN
            : str[0] === "-"
              ? Number.NEGATIVE_INFINITY
              : Number.POSITIVE_INFINITY,
        stringify: stringifyNumber.stringifyNumber,
      },
      floatExp = {
        identify: (value) => typeof value === "number",
        default: !0,
        tag: "tag:yaml.org,2002:float",
        format: "EXP",
        test: /^[-+]?(?:[0-9][0-9_]*)?(?:\.[0-9_]*)?[eE][-+]?[0-9]+$/,
        resolve: (str) => parseFloat(str.replace(/_/g, "")),
        stringify(node) {
          const num = Number(node.value);
          return isFinite(num) ? num.toExponential() : stringifyNumber.stringifyNumber(node);
        },
      },
      float = {
        identify: (value) => typeof value === "number",
        default: !0,
        tag: "tag:yaml.org,2002:float",
        test: /^[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*$/,
        resolve(str) {
          const node = new Scalar.Scalar(parseFloat(str.replace(/_/g, ""))),
            dot = str.indexOf(".");
          if (dot !== -1) {
            const f = str.substring(dot + 1).replace(/_/g, "");
            if (f[f.length - 1] === "0") node.minFractionDigits = f.length;
          }
          return node;
        },
        stringify: stringifyNumber.stringifyNumber,
      };
    exports2.float = float;
    exports2.floatExp = floatExp;
    exports2.floatNaN = floatNaN;
  });
  var require_int2 = __commonJS((exports2) => {
    var stringifyNumber = require_stringifyNumber(),
      intIdentify = (value) => typeof value === "bigint" || Number.isInteger(value);
    function intResolve(str, offset, radix, { intAsBigInt }) {
      const sign = str[0];
      if (sign === "-" || sign === "+") offset += 1;
      if (((str = str.substring(offset).replace(/_/g, "")), intAsBigInt)) {
        switch (radix) {
          case 2:
            str = `0b${str}`;
            break;
          case 8:
            str = `0o${str}`;
            break;
          case 16:
            str = `0x${str}`;
            break;
        }
        const n = BigInt(str);
        return sign === "-" ? BigInt(-1) * n : n;
      }
      const n = parseInt(str, radix);
      return sign === "-" ? -1 * n : n;
    }
    function intStringify(node, radix, prefix) {
      const { value } = node;
      if (intIdentify(value)) {
        const str = value.toString(radix);
        return value < 0 ? "-" + prefix + str.substr(1) : prefix + str;
      }
      return stringifyNumber.stringifyNumber(node);
    }
    var intBin = {
        identify: intIdentify,
        default: !0,
        tag: "tag:yaml.org,2002:int",
        format: "BIN",
        test: /^[-+]?0b[0-1_]+$/,
        resolve: (str, _onError, opt) => intResolve(str, 2, 2, opt),
        stringify: (node) => intStringify(node, 2, "0b"),
      },
      intOct = {
        identify: intIdentify,
        default: !0,
        tag: "tag:yaml.org,2002:int",
        format: "OCT",
        test: /^[-+]?0[0-7_]+$/,
        resolve: (str, _onError, opt) => intResolve(str, 1, 8, opt),
        stringify: (node) => intStringify(node, 8, "0"),
      },
      int = {
        identify: intIdentify,
        default: !0,
        tag: "tag:yaml.org,2002:int",
        test: /^[-+]?[0-9][0-9_]*$/,
        resolve: (str, _onError, opt) => intResolve(str, 0, 10, opt),
        stringify: stringifyNumber.stringifyNumber,
      },
      intHex = {
        identify: intIdentify,
        default: !0,
        tag: "tag:yaml.org,2002:int",
        format: "HEX",
        test: /^[-+]?0x[0-9a-fA-F_]+$/,
        resolve: (str, _onError, opt) => intResolve(str, 2, 16, opt),
        stringify: (node) => intStringify(node, 16, "0x"),
      };
    exports2.int = int;
    exports2.intBin = intBin;
    exports2.intHex = intHex;
    exports2.intOct = intOct;
  });
  var require_set = __commonJS((exports2) => {
    var identity = require_identity(),
      Pair = require_Pair(),
      YAMLMap = require_YAMLMap();
    class YAMLSet extends YAMLMap.YAMLMap {
      constructor(schema) {
        super(schema);
        this.tag = YAMLSet.tag;
      }
      add(key) {
        let pair;
        if (identity.isPair(key)) pair = key;
        else if (key && typeof key === "object" && "key" in key && "value" in key && key.value === null)
          pair = new Pair.Pair(key.key, null);
        else pair = new Pair.Pair(key, null);
        if (!YAMLMap.findPair(this.items, pair.key)) this.items.push(pair);
      }
      get(key, keepPair) {
        const pair = YAMLMap.findPair(this.items, key);
        return !keepPair && identity.isPair(pair)
          ? identity.isScalar(pair.key)
            ? pair.key.value
            : pair.key
          : pair;
      }
      set(key, value) {
        if (typeof value !== "boolean")
          throw Error(`Expected boolean value for set(key, value) in a YAML set, not ${typeof value}`);
        const prev = YAMLMap.findPair(this.items, key);
        if (prev && !value) this.items.splice(this.items.indexOf(prev), 1);
        else if (!prev && value) this.items.push(new Pair.Pair(key));
      }
      toJSON(_, ctx) {
        return super.toJSON(_, ctx, Set);
      }
      toString(ctx, onComment, onChompKeep) {
        if (!ctx) return JSON.stringify(this);
        if (this.hasAllNullValues(!0))
          return super.toString(Object.assign({}, ctx, { allNullValues: !0 }), onComment, onChompKeep);
        else throw Error("Set items must all have null values");
      }
      static from(schema, iterable, ctx) {
        const { replacer } = ctx,
          set = new this(schema);
        if (iterable && Symbol.iterator in Object(iterable))
          for (let value of iterable) {
            if (typeof replacer === "function") value = replacer.call(iterable, value, value);
            set.items.push(Pair.createPair(value, null, ctx));
          }
        return set;
      }
    }
    YAMLSet.tag = "tag:yaml.org,2002:set";
    var set = {
      collection: "map",
      identify: (value) => value instanceof Set,
      nodeClass: YAMLSet,
      default: !1,
      tag: "tag:yaml.org,2002:set",
      createNode: (schema, iterable, ctx) => YAMLSet.from(schema, iterable, ctx),
      resolve(map, onError) {
        if (identity.isMap(map))
          if (map.hasAllNullValues(!0)) return Object.assign(new YAMLSet(), map);
          else onError("Set items must all have null values");
        else onError("Expected a mapping for this tag");
        return map;
      },
    };
    exports2.YAMLSet = YAMLSet;
    exports2.set = set;
  });
  var require_timestamp = __commonJS((exports2) => {
    var stringifyNumber = require_stringifyNumber();
    function parseSexagesimal(str, asBigInt) {
      const sign = str[0],
        parts = sign === "-" || sign === "+" ? str.substring(1) : str,
        num = (n) => (asBigInt ? BigInt(n) : Number(n)),
        res = parts
          .replace(/_/g, "")
          .split(":")
          .reduce((res, p) => res * num(60) + num(p), num(0));
      return sign === "-" ? num(-1) * res : res;
    }
    function stringifySexagesimal(node) {
      let { value } = node,
        num = (n) => n;
      if (typeof value === "bigint") num = (n) => BigInt(n);
      else if (isNaN(value) || !isFinite(value)) return stringifyNumber.stringifyNumber(node);
      let sign = "";
      if (value < 0) (sign = "-"), (value *= num(-1));
      const _60 = num(60),
        parts = [value % _60];
      if (value < 60) parts.unshift(0);
      else if (((value = (value - parts[0]) / _60), parts.unshift(value % _60), value >= 60))
        (value = (value - parts[0]) / _60), parts.unshift(value);
      return (
        sign +
        parts
          .map((n) => String(n).padStart(2, "0"))
          .join(":")
          .replace(/000000\d*$/, "")
      );
    }
    var intTime = {
        identify: (value) => typeof value === "bigint" || Number.isInteger(value),
        default: !0,
        tag: "tag:yaml.org,2002:int",
        format: "TIME",
        test: /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+$/,
        resolve: (str, _onError, { intAsBigInt }) => parseSexagesimal(str, intAsBigInt),
        stringify: stringifySexagesimal,
      },
      floatTime = {
        identify: (value) => typeof value === "number",
        default: !0,
        tag: "tag:yaml.org,2002:float",
        format: "TIME",
        test: /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/,
        resolve: (str) => parseSexagesimal(str, !1),
        stringify: stringifySexagesimal,
      },
      timestamp = {
        identify: (value) => value instanceof Date,
        default: !0,
        tag: "tag:yaml.org,2002:timestamp",
        test: /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:(?:t|T|[ \t]+)([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2}(\.[0-9]+)?)(?:[ \t]*(Z|[-+][012]?[0-9](?::[0-9]{2})?))?)?$/,
        resolve(str) {
          const match = str.match(timestamp.test);
          if (!match) throw Error("!!timestamp expects a date, starting with yyyy-mm-dd");
          let [, year, month, day, hour, minute, second] = match.map(Number),
            millisec = match[7] ? Number((match[7] + "00").substr(1, 3)) : 0,
            date = Date.UTC(year, month - 1, day, hour || 0, minute || 0, second || 0, millisec),
            tz = match[8];
          if (tz && tz !== "Z") {
            let d = parseSexagesimal(tz, !1);
            if (Math.abs(d) < 30) d *= 60;
            date -= 60000 * d;
          }
          return new Date(date);
        },
        stringify: ({ value }) => value?.toISOString().replace(/(T00:00:00)?\.000Z$/, "") ?? "",
      };
    exports2.floatTime = floatTime;
    exports2.intTime = intTime;
    exports2.timestamp = timestamp;
  });
  var require_schema3 = __commonJS((exports2) => {
    var map = require_map(),
      _null = require_null(),
      seq = require_seq(),
      string = require_string(),
      binary = require_binary(),
      bool = require_bool2(),
      float = require_float2(),
      int = require_int2(),
      merge = require_merge(),
      omap = require_omap(),
      pairs = require_pairs(),
      set = require_set(),
      timestamp = require_timestamp(),
      schema = [
        map.map,
        seq.seq,
        string.string,
        _null.nullTag,
        bool.trueTag,
        bool.falseTag,
        int.intBin,
        int.intOct,
        int.int,
        int.intHex,
        float.floatNaN,
        float.floatExp,
        float.float,
        binary.binary,
        merge.merge,
        omap.omap,
        pairs.pairs,
        set.set,
        timestamp.intTime,
        timestamp.floatTime,
        timestamp.timestamp,
      ];
    exports2.schema = schema;
  });
  var require_tags = __commonJS((exports2) => {
    var map = require_map(),
      _null = require_null(),
      seq = require_seq(),
      string = require_string(),
      bool = require_bool(),
      float = require_float(),
      int = require_int(),
      schema = require_schema(),
      schema$1 = require_schema2(),
      binary = require_binary(),
      merge = require_merge(),
      omap = require_omap(),
      pairs = require_pairs(),
      schema$2 = require_schema3(),
      set = require_set(),
      timestamp = require_timestamp(),
      schemas = new Map([
        ["core", schema.schema],
        ["failsafe", [map.map, seq.seq, string.string]],
        ["json", schema$1.schema],
        ["yaml11", schema$2.schema],
        ["yaml-1.1", schema$2.schema],
      ]),
      tagsByName = {
        binary: binary.binary,
        bool: bool.boolTag,
        float: float.float,
        floatExp: float.floatExp,
        floatNaN: float.floatNaN,
        floatTime: timestamp.floatTime,
        int: int.int,
        intHex: int.intHex,
        intOct: int.intOct,
        intTime: timestamp.intTime,
        map: map.map,
        merge: merge.merge,
        null: _null.nullTag,
        omap: omap.omap,
        pairs: pairs.pairs,
        seq: seq.seq,
        set: set.set,
        timestamp: timestamp.timestamp,
      },
      coreKnownTags = {
        "tag:yaml.org,2002:binary": binary.binary,
        "tag:yaml.org,2002:merge": merge.merge,
        "tag:yaml.org,2002:omap": omap.omap,
        "tag:yaml.org,2002:pairs": pairs.pairs,
        "tag:yaml.org,2002:set": set.set,
        "tag:yaml.org,2002:timestamp": timestamp.timestamp,
      };
    function getTags(customTags, schemaName, addMergeTag) {
      const schemaTags = schemas.get(schemaName);
      if (schemaTags && !customTags)
        return addMergeTag && !schemaTags.includes(merge.merge)
          ? schemaTags.concat(merge.merge)
          : schemaTags.slice();
      let tags = schemaTags;
      if (!tags)
        if (Array.isArray(customTags)) tags = [];
        else {
          const keys = Array.from(schemas.keys())
            .filter((key) => key !== "yaml11")
            .map((key) => JSON.stringify(key))
            .join(", ");
          throw Error(`Unknown schema "${schemaName}"; use one of ${keys} or define customTags array`);
        }
      if (Array.isArray(customTags)) for (const tag of customTags) tags = tags.concat(tag);
      else if (typeof customTags === "function") tags = customTags(tags.slice());
      if (addMergeTag) tags = tags.concat(merge.merge);
      return tags.reduce((tags, tag) => {
        const tagObj = typeof tag === "string" ? tagsByName[tag] : tag;
        if (!tagObj) {
          const tagName = JSON.stringify(tag),
            keys = Object.keys(tagsByName)
              .map((key) => JSON.stringify(key))
              .join(", ");
          throw Error(`Unknown custom tag ${tagName}; use one of ${keys}`);
        }
        if (!tags.includes(tagObj)) tags.push(tagObj);
        return tags;
      }, []);
    }
    exports2.coreKnownTags = coreKnownTags;
    exports2.getTags = getTags;
  });
  var require_Schema = __commonJS((exports2) => {
    var identity = require_identity(),
      map = require_map(),
      seq = require_seq(),
      string = require_string(),
      tags = require_tags(),
      sortMapEntriesByKey = (a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
    class Schema {
      constructor({ compat, customTags, merge, resolveKnownTags, schema, sortMapEntries, toStringDefaults }) {
        (this.compat = Array.isArray(compat)
          ? tags.getTags(compat, "compat")
          : compat
            ? tags.getTags(null, compat)
            : null),
          (this.name = (typeof schema === "string" && schema) || "core"),
          (this.knownTags = resolveKnownTags ? tags.coreKnownTags : {}),
          (this.tags = tags.getTags(customTags, this.name, merge)),
          (this.toStringOptions = toStringDefaults ?? null),
          Object.defineProperty(this, identity.MAP, { value: map.map }),
          Object.defineProperty(this, identity.SCALAR, { value: string.string }),
          Object.defineProperty(this, identity.SEQ, { value: seq.seq }),
          (this.sortMapEntries =
            typeof sortMapEntries === "function"
              ? sortMapEntries
              : sortMapEntries === !0
                ? sortMapEntriesByKey
                : null);
      }
      clone() {
        const copy = Object.create(Schema.prototype, Object.getOwnPropertyDescriptors(this));
        return ((copy.tags = this.tags.slice()), copy);
      }
    }
    exports2.Schema = Schema;
  });
  var require_stringifyDocument = __commonJS((exports2) => {
    var identity = require_identity(),
      stringify = require_stringify(),
      stringifyComment = require_stringifyComment();
    function stringifyDocument(doc, options) {
      let lines = [],
        hasDirectives = options.directives === !0;
      if (options.directives !== !1 && doc.directives) {
        const dir = doc.directives.toString(doc);
        if (dir) lines.push(dir), (hasDirectives = !0);
        else if (doc.directives.docStart) hasDirectives = !0;
      }
      if (hasDirectives) lines.push("---");
      const ctx = stringify.createStringifyContext(doc, options),
        { commentString } = ctx.options;
      if (doc.commentBefore) {
        if (lines.length !== 1) lines.unshift("");
        const cs = commentString(doc.commentBefore);
        lines.unshift(stringifyComment.indentComment(cs, ""));
      }
      let chompKeep = !1,
        contentComment = null;
      if (doc.contents) {
        if (identity.isNode(doc.contents)) {
          if (doc.contents.spaceBefore && hasDirectives) lines.push("");
          if (doc.contents.commentBefore) {
            const cs = commentString(doc.contents.commentBefore);
            lines.push(stringifyComment.indentComment(cs, ""));
          }
          (ctx.forceBlockIndent = !!doc.comment), (contentComment = doc.contents.comment);
        }
        let onChompKeep = contentComment ? void 0 : () => (chompKeep = !0),
          body = stringify.stringify(doc.contents, ctx, () => (contentComment = null), onChompKeep);
        if (contentComment) body += stringifyComment.lineComment(body, "", commentString(contentComment));
        if ((body[0] === "|" || body[0] === ">") && lines[lines.length - 1] === "---")
          lines[lines.length - 1] = `--- ${body}`;
        else lines.push(body);
      } else lines.push(stringify.stringify(doc.contents, ctx));
      if (doc.directives?.docEnd)
        if (doc.comment) {
          const cs = commentString(doc.comment);
          if (
            cs.includes(`
`)
          )
            lines.push("..."), lines.push(stringifyComment.indentComment(cs, ""));
          else lines.push(`... ${cs}`);
        } else lines.push("...");
      else {
        let dc = doc.comment;
        if (dc && chompKeep) dc = dc.replace(/^\n+/, "");
        if (dc) {
          if ((!chompKeep || contentComment) && lines[lines.length - 1] !== "") lines.push("");
          lines.push(stringifyComment.indentComment(commentString(dc), ""));
        }
      }
      return (
        lines.join(`
`) +
        `
`
      );
    }
    exports2.stringifyDocument = stringifyDocument;
  });
  var require_Document = __commonJS((exports2) => {
    var Alias = require_Alias(),
      Collection = require_Collection(),
      identity = require_identity(),
      Pair = require_Pair(),
      toJS = require_toJS(),
      Schema = require_Schema(),
      stringifyDocument = require_stringifyDocument(),
      anchors = require_anchors(),
      applyReviver = require_applyReviver(),
      createNode = require_createNode(),
      directives = require_directives();
    class Document {
      constructor(value, replacer, options) {
        (this.commentBefore = null),
          (this.comment = null),
          (this.errors = []),
          (this.warnings = []),
          Object.defineProperty(this, identity.NODE_TYPE, { value: identity.DOC });
        let _replacer = null;
        if (typeof replacer === "function" || Array.isArray(replacer)) _replacer = replacer;
        else if (options === void 0 && replacer) (options = replacer), (replacer = void 0);
        const opt = Object.assign(
          {
            intAsBigInt: !1,
            keepSourceTokens: !1,
            logLevel: "warn",
            prettyErrors: !0,
            strict: !0,
            stringKeys: !1,
            uniqueKeys: !0,
            version: "1.2",
          },
          options,
        );
        this.options = opt;
        let { version } = opt;
        if (options?._directives) {
          if (((this.directives = options._directives.atDocument()), this.directives.yaml.explicit))
            version = this.directives.yaml.version;
        } else this.directives = new directives.Directives({ version });
        this.setSchema(version, options),
          (this.contents = value === void 0 ? null : this.createNode(value, _replacer, options));
      }
      clone() {
        const copy = Object.create(Document.prototype, { [identity.NODE_TYPE]: { value: identity.DOC } });
        if (
          ((copy.commentBefore = this.commentBefore),
          (copy.comment = this.comment),
          (copy.errors = this.errors.slice()),
          (copy.warnings = this.warnings.slice()),
          (copy.options = Object.assign({}, this.options)),
          this.directives)
        )
          copy.directives = this.directives.clone();
        if (
          ((copy.schema = this.schema.clone()),
          (copy.contents = identity.isNode(this.contents) ? this.contents.clone(copy.schema) : this.contents),
          this.range)
        )
          copy.range = this.range.slice();
        return copy;
      }
      add(value) {
        if (assertCollection(this.contents)) this.contents.add(value);
      }
      addIn(path, value) {
        if (assertCollection(this.contents)) this.contents.addIn(path, value);
      }
      createAlias(node, name) {
        if (!node.anchor) {
          const prev = anchors.anchorNames(this);
          node.anchor = !name || prev.has(name) ? anchors.findNewAnchor(name || "a", prev) : name;
        }
        return new Alias.Alias(node.anchor);
      }
      createNode(value, replacer, options) {
        let _replacer = void 0;
        if (typeof replacer === "function")
          (value = replacer.call({ "": value }, "", value)), (_replacer = replacer);
        else if (Array.isArray(replacer)) {
          const keyToStr = (v) => typeof v === "number" || v instanceof String || v instanceof Number,
            asStr = replacer.filter(keyToStr).map(String);
          if (asStr.length > 0) replacer = replacer.concat(asStr);
          _replacer = replacer;
        } else if (options === void 0 && replacer) (options = replacer), (replacer = void 0);
        const { aliasDuplicateObjects, anchorPrefix, flow, keepUndefined, onTagObj, tag } = options ?? {},
          { onAnchor, setAnchors, sourceObjects } = anchors.createNodeAnchors(this, anchorPrefix || "a"),
          ctx = {
            aliasDuplicateObjects: aliasDuplicateObjects ?? !0,
            keepUndefined: keepUndefined ?? !1,
            onAnchor,
            onTagObj,
            replacer: _replacer,
            schema: this.schema,
            sourceObjects,
          },
          node = createNode.createNode(value, tag, ctx);
        if (flow && identity.isCollection(node)) node.flow = !0;
        return (setAnchors(), node);
      }
      createPair(key, value, options = {}) {
        const k = this.createNode(key, null, options),
          v = this.createNode(value, null, options);
        return new Pair.Pair(k, v);
      }
      delete(key) {
        return assertCollection(this.contents) ? this.contents.delete(key) : !1;
      }
      deleteIn(path) {
        if (Collection.isEmptyPath(path)) {
          if (this.contents == null) return !1;
          return ((this.contents = null), !0);
        }
        return assertCollection(this.contents) ? this.contents.deleteIn(path) : !1;
      }
      get(key, keepScalar) {
        return identity.isCollection(this.contents) ? this.contents.get(key, keepScalar) : void 0;
      }
      getIn(path, keepScalar) {
        if (Collection.isEmptyPath(path))
          return !keepScalar && identity.isScalar(this.contents) ? this.contents.value : this.contents;
        return identity.isCollection(this.contents) ? this.contents.getIn(path, keepScalar) : void 0;
      }
      has(key) {
        return identity.isCollection(this.contents) ? this.contents.has(key) : !1;
      }
      hasIn(path) {
        if (Collection.isEmptyPath(path)) return this.contents !== void 0;
        return identity.isCollection(this.contents) ? this.contents.hasIn(path) : !1;
      }
      set(key, value) {
        if (this.contents == null) this.contents = Collection.collectionFromPath(this.schema, [key], value);
        else if (assertCollection(this.contents)) this.contents.set(key, value);
      }
      setIn(path, value) {
        if (Collection.isEmptyPath(path)) this.contents = value;
        else if (this.contents == null)
          this.contents = Collection.collectionFromPath(this.schema, Array.from(path), value);
        else if (assertCollection(this.contents)) this.contents.setIn(path, value);
      }
      setSchema(version, options = {}) {
        if (typeof version === "number") version = String(version);
        let opt;
        switch (version) {
          case "1.1":
            if (this.directives) this.directives.yaml.version = "1.1";
            else this.directives = new directives.Directives({ version: "1.1" });
            opt = { resolveKnownTags: !1, schema: "yaml-1.1" };
            break;
          case "1.2":
          case "next":
            if (this.directives) this.directives.yaml.version = version;
            else this.directives = new directives.Directives({ version });
            opt = { resolveKnownTags: !0, schema: "core" };
            break;
          case null:
            if (this.directives) delete this.directives;
            opt = null;
            break;
          default: {
            const sv = JSON.stringify(version);
            throw Error(`Expected '1.1', '1.2' or null as first argument, but found: ${sv}`);
          }
        }
        if (options.schema instanceof Object) this.schema = options.schema;
        else if (opt) this.schema = new Schema.Schema(Object.assign(opt, options));
        else throw Error("With a null YAML version, the { schema: Schema } option is required");
      }
      toJS({ json, jsonArg, mapAsMap, maxAliasCount, onAnchor, reviver } = {}) {
        const ctx = {
            anchors: new Map(),
            doc: this,
            keep: !json,
            mapAsMap: mapAsMap === !0,
            mapKeyWarned: !1,
            maxAliasCount: typeof maxAliasCount === "number" ? maxAliasCount : 100,
          },
          res = toJS.toJS(this.contents, jsonArg ?? "", ctx);
        if (typeof onAnchor === "function")
          for (const { count, res } of ctx.anchors.values()) onAnchor(res, count);
        return typeof reviver === "function" ? applyReviver.applyReviver(reviver, { "": res }, "", res) : res;
      }
      toJSON(jsonArg, onAnchor) {
        return this.toJS({ json: !0, jsonArg, mapAsMap: !1, onAnchor });
      }
      toString(options = {}) {
        if (this.errors.length > 0) throw Error("Document with errors cannot be stringified");
        if ("indent" in options && (!Number.isInteger(options.indent) || Number(options.indent) <= 0)) {
          const s = JSON.stringify(options.indent);
          throw Error(`"indent" option must be a positive integer, not ${s}`);
        }
        return stringifyDocument.stringifyDocument(this, options);
      }
    }
    function assertCollection(contents) {
      if (identity.isCollection(contents)) return !0;
      throw Error("Expected a YAML collection as document contents");
    }
    exports2.Document = Document;
  });
  var require_errors = __commonJS((exports2) => {
    class YAMLError extends Error {
      constructor(name, pos, code, message) {
        super();
        (this.name = name), (this.code = code), (this.message = message), (this.pos = pos);
      }
    }
    class YAMLParseError extends YAMLError {
      constructor(pos, code, message) {
        super("YAMLParseError", pos, code, message);
      }
    }
    class YAMLWarning extends YAMLError {
      constructor(pos, code, message) {
        super("YAMLWarning", pos, code, message);
      }
    }
    var prettifyError = (src, lc) => (error) => {
      if (error.pos[0] === -1) return;
      error.linePos = error.pos.map((pos) => lc.linePos(pos));
      const { line, col } = error.linePos[0];
      error.message += ` at line ${line}, column ${col}`;
      let ci = col - 1,
        lineStr = src.substring(lc.lineStarts[line - 1], lc.lineStarts[line]).replace(/[\n\r]+$/, "");
      if (ci >= 60 && lineStr.length > 80) {
        const trimStart = Math.min(ci - 39, lineStr.length - 79);
        (lineStr = "\u2026" + lineStr.substring(trimStart)), (ci -= trimStart - 1);
      }
      if (lineStr.length > 80) lineStr = lineStr.substring(0, 79) + "\u2026";
      if (line > 1 && /^ *$/.test(lineStr.substring(0, ci))) {
        let prev = src.substring(lc.lineStarts[line - 2], lc.lineStarts[line - 1]);
        if (prev.length > 80)
          prev =
            prev.substring(0, 79) +
            `\u2026
`;
        lineStr = prev + lineStr;
      }
      if (/[^ ]/.test(lineStr)) {
        let count = 1,
          end = error.linePos[1];
        if (end?.line === line && end.col > col) count = Math.max(1, Math.min(end.col - col, 80 - ci));
        const pointer = " ".repeat(ci) + "^".repeat(count);
        error.message += `:

${lineStr}
${pointer}
`;
      }
    };
    exports2.YAMLError = YAMLError;
    exports2.YAMLParseError = YAMLParseError;
    exports2.YAMLWarning = YAMLWarning;
    exports2.prettifyError = prettifyError;
  });
  var require_resolve_props = __commonJS((exports2) => {
    function resolveProps(tokens, { flow, indicator, next, offset, onError, parentIndent, startOnNewline }) {
      let spaceBefore = !1,
        atNewline = startOnNewline,
        hasSpace = startOnNewline,
        comment = "",
        commentSep = "",
        hasNewline = !1,
        reqSpace = !1,
        tab = null,
        anchor = null,
        tag = null,
        newlineAfterProp = null,
        comma = null,
        found = null,
        start = null;
      for (const token of tokens) {
        if (reqSpace) {
          if (token.type !== "space" && token.type !== "newline" && token.type !== "comma")
            onError(
              token.offset,
              "MISSING_CHAR",
              "Tags and anchors must be separated from the next token by white space",
            );
          reqSpace = !1;
        }
        if (tab) {
          if (atNewline && token.type !== "comment" && token.type !== "newline")
            onError(tab, "TAB_AS_INDENT", "Tabs are not allowed as indentation");
          tab = null;
        }
        switch (token.type) {
          case "space":
            if (
              !flow &&
              (indicator !== "doc-start" || next?.type !== "flow-collection") &&
              token.source.includes("\t")
            )
              tab = token;
            hasSpace = !0;
            break;
          case "comment": {
            if (!hasSpace)
              onError(
                token,
                "MISSING_CHAR",
                "Comments must be separated from other tokens by white space characters",
              );
            const cb = token.source.substring(1) || " ";
            if (!comment) comment = cb;
            else comment += commentSep + cb;
            (commentSep = ""), (atNewline = !1);
            break;
          }
          case "newline":
            if (atNewline) {
              if (comment) comment += token.source;
              else if (!found || indicator !== "seq-item-ind") spaceBefore = !0;
            } else commentSep += token.source;
            if (((atNewline = !0), (hasNewline = !0), anchor || tag)) newlineAfterProp = token;
            hasSpace = !0;
            break;
          case "anchor":
            if (anchor) onError(token, "MULTIPLE_ANCHORS", "A node can have at most one anchor");
            if (token.source.endsWith(":"))
              onError(
                token.offset + token.source.length - 1,
                "BAD_ALIAS",
                "Anchor ending in : is ambiguous",
                !0,
              );
            (anchor = token),
              start ?? (start = token.offset),
              (atNewline = !1),
              (hasSpace = !1),
              (reqSpace = !0);
            break;
          case "tag": {
            if (tag) onError(token, "MULTIPLE_TAGS", "A node can have at most one tag");
            (tag = token),
              start ?? (start = token.offset),
              (atNewline = !1),
              (hasSpace = !1),
              (reqSpace = !0);
            break;
          }
          case indicator:
            if (anchor || tag)
              onError(
                token,
                "BAD_PROP_ORDER",
                `Anchors and tags must be after the ${token.source} indicator`,
              );
            if (found)
              onError(token, "UNEXPECTED_TOKEN", `Unexpected ${token.source} in ${flow ?? "collection"}`);
            (found = token),
              (atNewline = indicator === "seq-item-ind" || indicator === "explicit-key-ind"),
              (hasSpace = !1);
            break;
          case "comma":
            if (flow) {
              if (comma) onError(token, "UNEXPECTED_TOKEN", `Unexpected , in ${flow}`);
              (comma = token), (atNewline = !1), (hasSpace = !1);
              break;
            }
          default:
            onError(token, "UNEXPECTED_TOKEN", `Unexpected ${token.type} token`),
              (atNewline = !1),
              (hasSpace = !1);
        }
      }
      const last = tokens[tokens.length - 1],
        end = last ? last.offset + last.source.length : offset;
      if (
        reqSpace &&
        next &&
        next.type !== "space" &&
        next.type !== "newline" &&
        next.type !== "comma" &&
        (next.type !== "scalar" || next.source !== "")
      )
        onError(
          next.offset,
          "MISSING_CHAR",
          "Tags and anchors must be separated from the next token by white space",
        );
      if (
        tab &&
        ((atNewline && tab.indent <= parentIndent) ||
          next?.type === "block-map" ||
          next?.type === "block-seq")
      )
        onError(tab, "TAB_AS_INDENT", "Tabs are not allowed as indentation");
      return {
        comma,
        found,
        spaceBefore,
        comment,
        hasNewline,
        anchor,
        tag,
        newlineAfterProp,
        end,
        start: start ?? end,
      };
    }
    exports2.resolveProps = resolveProps;
  });
  var require_util_contains_newline = __commonJS((exports2) => {
    function containsNewline(key) {
      if (!key) return null;
      switch (key.type) {
        case "alias":
        case "scalar":
        case "double-quoted-scalar":
        case "single-quoted-scalar":
          if (
            key.source.includes(`
`)
          )
            return !0;
          if (key.end) {
            for (const st of key.end) if (st.type === "newline") return !0;
          }
          return !1;
        case "flow-collection":
          for (const it of key.items) {
            for (const st of it.start) if (st.type === "newline") return !0;
            if (it.sep) {
              for (const st of it.sep) if (st.type === "newline") return !0;
            }
            if (containsNewline(it.key) || containsNewline(it.value)) return !0;
          }
          return !1;
        default:
          return !0;
      }
    }
    exports2.containsNewline = containsNewline;
  });
  var require_util_flow_indent_check = __commonJS((exports2) => {
    var utilContainsNewline = require_util_contains_newline();
    function flowIndentCheck(indent, fc, onError) {
      if (fc?.type === "flow-collection") {
        const end = fc.end[0];
        if (
          end.indent === indent &&
          (end.source === "]" || end.source === "}") &&
          utilContainsNewline.containsNewline(fc)
        )
          onError(end, "BAD_INDENT", "Flow end indicator should be more indented than parent", !0);
      }
    }
    exports2.flowIndentCheck = flowIndentCheck;
  });
  var require_util_map_includes = __commonJS((exports2) => {
    var identity = require_identity();
    function mapIncludes(ctx, items, search) {
      const { uniqueKeys } = ctx.options;
      if (uniqueKeys === !1) return !1;
      const isEqual =
        typeof uniqueKeys === "function"
          ? uniqueKeys
          : (a, b) => a === b || (identity.isScalar(a) && identity.isScalar(b) && a.value === b.value);
      return items.some((pair) => isEqual(pair.key, search));
    }
    exports2.mapIncludes = mapIncludes;
  });
  var require_resolve_block_map = __commonJS((exports2) => {
    var Pair = require_Pair(),
      YAMLMap = require_YAMLMap(),
      resolveProps = require_resolve_props(),
      utilContainsNewline = require_util_contains_newline(),
      utilFlowIndentCheck = require_util_flow_indent_check(),
      utilMapIncludes = require_util_map_includes(),
      startColMsg = "All mapping items must start at the same column";
    function resolveBlockMap({ composeNode, composeEmptyNode }, ctx, bm, onError, tag) {
      const map = new (tag?.nodeClass ?? YAMLMap.YAMLMap)(ctx.schema);
      if (ctx.atRoot) ctx.atRoot = !1;
      let offset = bm.offset,
        commentEnd = null;
      for (const collItem of bm.items) {
        const { start, key, sep, value } = collItem,
          keyProps = resolveProps.resolveProps(start, {
            indicator: "explicit-key-ind",
            next: key ?? sep?.[0],
            offset,
            onError,
            parentIndent: bm.indent,
            startOnNewline: !0,
          }),
          implicitKey = !keyProps.found;
        if (implicitKey) {
          if (key) {
            if (key.type === "block-seq")
              onError(
                offset,
                "BLOCK_AS_IMPLICIT_KEY",
                "A block sequence may not be used as an implicit map key",
              );
            else if ("indent" in key && key.indent !== bm.indent) onError(offset, "BAD_INDENT", startColMsg);
          }
          if (!keyProps.anchor && !keyProps.tag && !sep) {
            if (((commentEnd = keyProps.end), keyProps.comment))
              if (map.comment)
                map.comment +=
                  `
` + keyProps.comment;
              else map.comment = keyProps.comment;
            continue;
          }
          if (keyProps.newlineAfterProp || utilContainsNewline.containsNewline(key))
            onError(
              key ?? start[start.length - 1],
              "MULTILINE_IMPLICIT_KEY",
              "Implicit keys need to be on a single line",
            );
        } else if (keyProps.found?.indent !== bm.indent) onError(offset, "BAD_INDENT", startColMsg);
        ctx.atKey = !0;
        const keyStart = keyProps.end,
          keyNode = key
            ? composeNode(ctx, key, keyProps, onError)
            : composeEmptyNode(ctx, keyStart, start, null, keyProps, onError);
        if (ctx.schema.compat) utilFlowIndentCheck.flowIndentCheck(bm.indent, key, onError);
        if (((ctx.atKey = !1), utilMapIncludes.mapIncludes(ctx, map.items, keyNode)))
          onError(keyStart, "DUPLICATE_KEY", "Map keys must be unique");
        const valueProps = resolveProps.resolveProps(sep ?? [], {
          indicator: "map-value-ind",
          next: value,
          offset: keyNode.range[2],
          onError,
          parentIndent: bm.indent,
          startOnNewline: !key || key.type === "block-scalar",
        });
        if (((offset = valueProps.end), valueProps.found)) {
          if (implicitKey) {
            if (value?.type === "block-map" && !valueProps.hasNewline)
              onError(offset, "BLOCK_AS_IMPLICIT_KEY", "Nested mappings are not allowed in compact mappings");
            if (ctx.options.strict && keyProps.start < valueProps.found.offset - 1024)
              onError(
                keyNode.range,
                "KEY_OVER_1024_CHARS",
                "The : indicator must be at most 1024 chars after the start of an implicit block mapping key",
              );
          }
          const valueNode = value
            ? composeNode(ctx, value, valueProps, onError)
            : composeEmptyNode(ctx, offset, sep, null, valueProps, onError);
          if (ctx.schema.compat) utilFlowIndentCheck.flowIndentCheck(bm.indent, value, onError);
          offset = valueNode.range[2];
          const pair = new Pair.Pair(keyNode, valueNode);
          if (ctx.options.keepSourceTokens) pair.srcToken = collItem;
          map.items.push(pair);
        } else {
          if (implicitKey)
            onError(keyNode.range, "MISSING_CHAR", "Implicit map keys need to be followed by map values");
          if (valueProps.comment)
            if (keyNode.comment)
              keyNode.comment +=
                `
` + valueProps.comment;
            else keyNode.comment = valueProps.comment;
          const pair = new Pair.Pair(keyNode);
          if (ctx.options.keepSourceTokens) pair.srcToken = collItem;
          map.items.push(pair);
        }
      }
      if (commentEnd && commentEnd < offset)
        onError(commentEnd, "IMPOSSIBLE", "Map comment with trailing content");
      return ((map.range = [bm.offset, offset, commentEnd ?? offset]), map);
    }
    exports2.resolveBlockMap = resolveBlockMap;
  });
  var require_resolve_block_seq = __commonJS((exports2) => {
    var YAMLSeq = require_YAMLSeq(),
      resolveProps = require_resolve_props(),
      utilFlowIndentCheck = require_util_flow_indent_check();
    function resolveBlockSeq({ composeNode, composeEmptyNode }, ctx, bs, onError, tag) {
      const seq = new (tag?.nodeClass ?? YAMLSeq.YAMLSeq)(ctx.schema);
      if (ctx.atRoot) ctx.atRoot = !1;
      if (ctx.atKey) ctx.atKey = !1;
      let offset = bs.offset,
        commentEnd = null;
      for (const { start, value } of bs.items) {
        const props = resolveProps.resolveProps(start, {
          indicator: "seq-item-ind",
          next: value,
          offset,
          onError,
          parentIndent: bs.indent,
          startOnNewline: !0,
        });
        if (!props.found)
          if (props.anchor || props.tag || value)
            if (value?.type === "block-seq")
              onError(props.end, "BAD_INDENT", "All sequence items must start at the same column");
            else onError(offset, "MISSING_CHAR", "Sequence item without - indicator");
          else {
            if (((commentEnd = props.end), props.comment)) seq.comment = props.comment;
            continue;
          }
        const node = value
          ? composeNode(ctx, value, props, onError)
          : composeEmptyNode(ctx, props.end, start, null, props, onError);
        if (ctx.schema.compat) utilFlowIndentCheck.flowIndentCheck(bs.indent, value, onError);
        (offset = node.range[2]), seq.items.push(node);
      }
      return ((seq.range = [bs.offset, offset, commentEnd ?? offset]), seq);
    }
    exports2.resolveBlockSeq = resolveBlockSeq;
  });
  var require_resolve_end = __commonJS((exports2) => {
    function resolveEnd(end, offset, reqSpace, onError) {
      let comment = "";
      if (end) {
        let hasSpace = !1,
          sep = "";
        for (const token of end) {
          const { source, type } = token;
          switch (type) {
            case "space":
              hasSpace = !0;
              break;
            case "comment": {
              if (reqSpace && !hasSpace)
                onError(
                  token,
                  "MISSING_CHAR",
                  "Comments must be separated from other tokens by white space characters",
                );
              const cb = source.substring(1) || " ";
              if (!comment) comment = cb;
              else comment += sep + cb;
              sep = "";
              break;
            }
            case "newline":
              if (comment) sep += source;
              hasSpace = !0;
              break;
            default:
              onError(token, "UNEXPECTED_TOKEN", `Unexpected ${type} at node end`);
          }
          offset += source.length;
        }
      }
      return { comment, offset };
    }
    exports2.resolveEnd = resolveEnd;
  });
  var require_resolve_flow_collection = __commonJS((exports2) => {
    var identity = require_identity(),
      Pair = require_Pair(),
      YAMLMap = require_YAMLMap(),
      YAMLSeq = require_YAMLSeq(),
      resolveEnd = require_resolve_end(),
      resolveProps = require_resolve_props(),
      utilContainsNewline = require_util_contains_newline(),
      utilMapIncludes = require_util_map_includes(),
      blockMsg = "Block collections are not allowed within flow collections",
      isBlock = (token) => token && (token.type === "block-map" || token.type === "block-seq");
    function resolveFlowCollection({ composeNode, composeEmptyNode }, ctx, fc, onError, tag) {
      const isMap = fc.start.source === "{",
        fcName = isMap ? "flow map" : "flow sequence",
        coll = new (tag?.nodeClass ?? (isMap ? YAMLMap.YAMLMap : YAMLSeq.YAMLSeq))(ctx.schema);
      coll.flow = !0;
      const atRoot = ctx.atRoot;
      if (atRoot) ctx.atRoot = !1;
      if (ctx.atKey) ctx.atKey = !1;
      let offset = fc.offset + fc.start.source.length;
      for (let i = 0; i < fc.items.length; ++i) {
        const collItem = fc.items[i],
          { start, key, sep, value } = collItem,
          props = resolveProps.resolveProps(start, {
            flow: fcName,
            indicator: "explicit-key-ind",
            next: key ?? sep?.[0],
            offset,
            onError,
            parentIndent: fc.indent,
            startOnNewline: !1,
          });
        if (!props.found) {
          if (!props.anchor && !props.tag && !sep && !value) {
            if (i === 0 && props.comma) onError(props.comma, "UNEXPECTED_TOKEN", `Unexpected , in ${fcName}`);
            else if (i < fc.items.length - 1)
              onError(props.start, "UNEXPECTED_TOKEN", `Unexpected empty item in ${fcName}`);
            if (props.comment)
              if (coll.comment)
                coll.comment +=
                  `
` + props.comment;
              else coll.comment = props.comment;
            offset = props.end;
            continue;
          }
          if (!isMap && ctx.options.strict && utilContainsNewline.containsNewline(key))
            onError(
              key,
              "MULTILINE_IMPLICIT_KEY",
              "Implicit keys of flow sequence pairs need to be on a single line",
            );
        }
        if (i === 0) {
          if (props.comma) onError(props.comma, "UNEXPECTED_TOKEN", `Unexpected , in ${fcName}`);
        } else {
          if (!props.comma) onError(props.start, "MISSING_CHAR", `Missing , between ${fcName} items`);
          if (props.comment) {
            let prevItemComment = "";
            loop: for (const st of start)
              switch (st.type) {
                case "comma":
                case "space":
                  break;
                case "comment":
                  prevItemComment = st.source.substring(1);
                  break loop;
                default:
                  break loop;
              }
            if (prevItemComment) {
              let prev = coll.items[coll.items.length - 1];
              if (identity.isPair(prev)) prev = prev.value ?? prev.key;
              if (prev.comment)
                prev.comment +=
                  `
` + prevItemComment;
              else prev.comment = prevItemComment;
              props.comment = props.comment.substring(prevItemComment.length + 1);
            }
          }
        }
        if (!isMap && !sep && !props.found) {
          const valueNode = value
            ? composeNode(ctx, value, props, onError)
            : composeEmptyNode(ctx, props.end, sep, null, props, onError);
          if ((coll.items.push(valueNode), (offset = valueNode.range[2]), isBlock(value)))
            onError(valueNode.range, "BLOCK_IN_FLOW", blockMsg);
        } else {
          ctx.atKey = !0;
          const keyStart = props.end,
            keyNode = key
              ? composeNode(ctx, key, props, onError)
              : composeEmptyNode(ctx, keyStart, start, null, props, onError);
          if (isBlock(key)) onError(keyNode.range, "BLOCK_IN_FLOW", blockMsg);
          ctx.atKey = !1;
          const valueProps = resolveProps.resolveProps(sep ?? [], {
            flow: fcName,
            indicator: "map-value-ind",
            next: value,
            offset: keyNode.range[2],
            onError,
            parentIndent: fc.indent,
            startOnNewline: !1,
          });
          if (valueProps.found) {
            if (!isMap && !props.found && ctx.options.strict) {
              if (sep)
                for (const st of sep) {
                  if (st === valueProps.found) break;
                  if (st.type === "newline") {
                    onError(
                      st,
                      "MULTILINE_IMPLICIT_KEY",
                      "Implicit keys of flow sequence pairs need to be on a single line",
                    );
                    break;
                  }
                }
              if (props.start < valueProps.found.offset - 1024)
                onError(
                  valueProps.found,
                  "KEY_OVER_1024_CHARS",
                  "The : indicator must be at most 1024 chars after the start of an implicit flow sequence key",
                );
            }
          } else if (value)
            if ("source" in value && value.source?.[0] === ":")
              onError(value, "MISSING_CHAR", `Missing space after : in ${fcName}`);
            else onError(valueProps.start, "MISSING_CHAR", `Missing , or : between ${fcName} items`);
          const valueNode = value
            ? composeNode(ctx, value, valueProps, onError)
            : valueProps.found
              ? composeEmptyNode(ctx, valueProps.end, sep, null, valueProps, onError)
              : null;
          if (valueNode) {
            if (isBlock(value)) onError(valueNode.range, "BLOCK_IN_FLOW", blockMsg);
          } else if (valueProps.comment)
            if (keyNode.comment)
              keyNode.comment +=
                `
` + valueProps.comment;
            else keyNode.comment = valueProps.comment;
          const pair = new Pair.Pair(keyNode, valueNode);
          if (ctx.options.keepSourceTokens) pair.srcToken = collItem;
          if (isMap) {
            const map = coll;
            if (utilMapIncludes.mapIncludes(ctx, map.items, keyNode))
              onError(keyStart, "DUPLICATE_KEY", "Map keys must be unique");
            map.items.push(pair);
          } else {
            const map = new YAMLMap.YAMLMap(ctx.schema);
            (map.flow = !0), map.items.push(pair);
            const endRange = (valueNode ?? keyNode).range;
            (map.range = [keyNode.range[0], endRange[1], endRange[2]]), coll.items.push(map);
          }
          offset = valueNode ? valueNode.range[2] : valueProps.end;
        }
      }
      let expectedEnd = isMap ? "}" : "]",
        [ce, ...ee] = fc.end,
        cePos = offset;
      if (ce?.source === expectedEnd) cePos = ce.offset + ce.source.length;
      else {
        const name = fcName[0].toUpperCase() + fcName.substring(1),
          msg = atRoot
            ? `${name} must end with a ${expectedEnd}`
            : `${name} in block collection must be sufficiently indented and end with a ${expectedEnd}`;
        if ((onError(offset, atRoot ? "MISSING_CHAR" : "BAD_INDENT", msg), ce && ce.source.length !== 1))
          ee.unshift(ce);
      }
      if (ee.length > 0) {
        const end = resolveEnd.resolveEnd(ee, cePos, ctx.options.strict, onError);
        if (end.comment)
          if (coll.comment)
            coll.comment +=
              `
` + end.comment;
          else coll.comment = end.comment;
        coll.range = [fc.offset, cePos, end.offset];
      } else coll.range = [fc.offset, cePos, cePos];
      return coll;
    }
    exports2.resolveFlowCollection = resolveFlowCollection;
  });
  var require_compose_collection = __commonJS((exports2) => {
    var identity = require_identity(),
      Scalar = require_Scalar(),
      YAMLMap = require_YAMLMap(),
      YAMLSeq = require_YAMLSeq(),
      resolveBlockMap = require_resolve_block_map(),
      resolveBlockSeq = require_resolve_block_seq(),
      resolveFlowCollection = require_resolve_flow_collection();
    function resolveCollection(CN, ctx, token, onError, tagName, tag) {
      const coll =
          token.type === "block-map"
            ? resolveBlockMap.resolveBlockMap(CN, ctx, token, onError, tag)
            : token.type === "block-seq"
              ? resolveBlockSeq.resolveBlockSeq(CN, ctx, token, onError, tag)
              : resolveFlowCollection.resolveFlowCollection(CN, ctx, token, onError, tag),
        Coll = coll.constructor;
      if (tagName === "!" || tagName === Coll.tagName) return ((coll.tag = Coll.tagName), coll);
      if (tagName) coll.tag = tagName;
      return coll;
    }
    function composeCollection(CN, ctx, token, props, onError) {
      const tagToken = props.tag,
        tagName = !tagToken
          ? null
          : ctx.directives.tagName(tagToken.source, (msg) => onError(tagToken, "TAG_RESOLVE_FAILED", msg));
      if (token.type === "block-seq") {
        const { anchor, newlineAfterProp: nl } = props,
          lastProp =
            anchor && tagToken ? (anchor.offset > tagToken.offset ? anchor : tagToken) : (anchor ?? tagToken);
        if (lastProp && (!nl || nl.offset < lastProp.offset))
          onError(lastProp, "MISSING_CHAR", "Missing newline after block sequence props");
      }
      const expType =
        token.type === "block-map"
          ? "map"
          : token.type === "block-seq"
            ? "seq"
            : token.start.source === "{"
              ? "map"
              : "seq";
      if (
        !tagToken ||
        !tagName ||
        tagName === "!" ||
        (tagName === YAMLMap.YAMLMap.tagName && expType === "map") ||
        (tagName === YAMLSeq.YAMLSeq.tagName && expType === "seq")
      )
        return resolveCollection(CN, ctx, token, onError, tagName);
      let tag = ctx.schema.tags.find((t) => t.tag === tagName && t.collection === expType);
      if (!tag) {
        const kt = ctx.schema.knownTags[tagName];
        if (kt?.collection === expType)
          ctx.schema.tags.push(Object.assign({}, kt, { default: !1 })), (tag = kt);
        else {
          if (kt)
            onError(
              tagToken,
              "BAD_COLLECTION_TYPE",
              `${kt.tag} used for ${expType} collection, but expects ${kt.collection ?? "scalar"}`,
              !0,
            );
          else onError(tagToken, "TAG_RESOLVE_FAILED", `Unresolved tag: ${tagName}`, !0);
          return resolveCollection(CN, ctx, token, onError, tagName);
        }
      }
      const coll = resolveCollection(CN, ctx, token, onError, tagName, tag),
        res = tag.resolve?.(coll, (msg) => onError(tagToken, "TAG_RESOLVE_FAILED", msg), ctx.options) ?? coll,
        node = identity.isNode(res) ? res : new Scalar.Scalar(res);
      if (((node.range = coll.range), (node.tag = tagName), tag?.format)) node.format = tag.format;
      return node;
    }
    exports2.composeCollection = composeCollection;
  });
  var require_resolve_block_scalar = __commonJS((exports2) => {
    var Scalar = require_Scalar();
    function resolveBlockScalar(ctx, scalar, onError) {
      const start = scalar.offset,
        header = parseBlockScalarHeader(scalar, ctx.options.strict, onError);
      if (!header) return { value: "", type: null, comment: "", range: [start, start, start] };
      let type = header.mode === ">" ? Scalar.Scalar.BLOCK_FOLDED : Scalar.Scalar.BLOCK_LITERAL,
        lines = scalar.source ? splitLines(scalar.source) : [],
        chompStart = lines.length;
      for (let i = lines.length - 1; i >= 0; --i) {
        const content = lines[i][1];
        if (content === "" || content === "\r") chompStart = i;
        else break;
      }
      if (chompStart === 0) {
        let value =
            header.chomp === "+" && lines.length > 0
              ? `
`.repeat(Math.max(1, lines.length - 1))
              : "",
          end = start + header.length;
        if (scalar.source) end += scalar.source.length;
        return { value, type, comment: header.comment, range: [start, end, end] };
      }
      let trimIndent = scalar.indent + header.indent,
        offset = scalar.offset + header.length,
        contentStart = 0;
      for (let i = 0; i < chompStart; ++i) {
        const [indent, content] = lines[i];
        if (content === "" || content === "\r") {
          if (header.indent === 0 && indent.length > trimIndent) trimIndent = indent.length;
        } else {
          if (indent.length < trimIndent)
            onError(
              offset + indent.length,
              "MISSING_CHAR",
              "Block scalars with more-indented leading empty lines must use an explicit indentation indicator",
            );
          if (header.indent === 0) trimIndent = indent.length;
          if (((contentStart = i), trimIndent === 0 && !ctx.atRoot))
            onError(offset, "BAD_INDENT", "Block scalar values in collections must be indented");
          break;
        }
        offset += indent.length + content.length + 1;
      }
      for (let i = lines.length - 1; i >= chompStart; --i)
        if (lines[i][0].length > trimIndent) chompStart = i + 1;
      let value = "",
        sep = "",
        prevMoreIndented = !1;
      for (let i = 0; i < contentStart; ++i)
        value +=
          lines[i][0].slice(trimIndent) +
          `
`;
      for (let i = contentStart; i < chompStart; ++i) {
        let [indent, content] = lines[i];
        offset += indent.length + content.length + 1;
        const crlf = content[content.length - 1] === "\r";
        if (crlf) content = content.slice(0, -1);
        if (content && indent.length < trimIndent) {
          const message = `Block scalar lines must not be less indented than their ${header.indent ? "explicit indentation indicator" : "first line"}`;
          onError(offset - content.length - (crlf ? 2 : 1), "BAD_INDENT", message), (indent = "");
        }
        if (type === Scalar.Scalar.BLOCK_LITERAL)
          (value += sep + indent.slice(trimIndent) + content),
            (sep = `
`);
        else if (indent.length > trimIndent || content[0] === "\t") {
          if (sep === " ")
            sep = `
`;
          else if (
            !prevMoreIndented &&
            sep ===
              `
`
          )
            sep = `

`;
          (value += sep + indent.slice(trimIndent) + content),
            (sep = `
`),
            (prevMoreIndented = !0);
        } else if (content === "")
          if (
            sep ===
            `
`
          )
            value += `
`;
          else
            sep = `
`;
        else (value += sep + content), (sep = " "), (prevMoreIndented = !1);
      }
      switch (header.chomp) {
        case "-":
          break;
        case "+":
          for (let i = chompStart; i < lines.length; ++i)
            value +=
              `
` + lines[i][0].slice(trimIndent);
          if (
            value[value.length - 1] !==
            `
`
          )
            value += `
`;
          break;
        default:
          value += `
`;
      }
      const end = start + header.length + scalar.source.length;
      return { value, type, comment: header.comment, range: [start, end, end] };
    }
    function parseBlockScalarHeader({ offset, props }, strict, onError) {
      if (props[0].type !== "block-scalar-header")
        return (onError(props[0], "IMPOSSIBLE", "Block scalar header not found"), null);
      let { source } = props[0],
        mode = source[0],
        indent = 0,
        chomp = "",
        error = -1;
      for (let i = 1; i < source.length; ++i) {
        const ch = source[i];
        if (!chomp && (ch === "-" || ch === "+")) chomp = ch;
        else {
          const n = Number(ch);
          if (!indent && n) indent = n;
          else if (error === -1) error = offset + i;
        }
      }
      if (error !== -1)
        onError(error, "UNEXPECTED_TOKEN", `Block scalar header includes extra characters: ${source}`);
      let hasSpace = !1,
        comment = "",
        length = source.length;
      for (let i = 1; i < props.length; ++i) {
        const token = props[i];
        switch (token.type) {
          case "space":
            hasSpace = !0;
          case "newline":
            length += token.source.length;
            break;
          case "comment":
            if (strict && !hasSpace)
              onError(
                token,
                "MISSING_CHAR",
                "Comments must be separated from other tokens by white space characters",
              );
            (length += token.source.length), (comment = token.source.substring(1));
            break;
          case "error":
            onError(token, "UNEXPECTED_TOKEN", token.message), (length += token.source.length);
            break;
          default: {
            const message = `Unexpected token in block scalar header: ${token.type}`;
            onError(token, "UNEXPECTED_TOKEN", message);
            const ts = token.source;
            if (ts && typeof ts === "string") length += ts.length;
          }
        }
      }
      return { mode, indent, chomp, comment, length };
    }
    function splitLines(source) {
      const split = source.split(/\n( *)/),
        first = split[0],
        m = first.match(/^( *)/),
        lines = [m?.[1] ? [m[1], first.slice(m[1].length)] : ["", first]];
      for (let i = 1; i < split.length; i += 2) lines.push([split[i], split[i + 1]]);
      return lines;
    }
    exports2.resolveBlockScalar = resolveBlockScalar;
  });
  var require_resolve_flow_scalar = __commonJS((exports2) => {
    var Scalar = require_Scalar(),
      resolveEnd = require_resolve_end();
    function resolveFlowScalar(scalar, strict, onError) {
      let { offset, type, source, end } = scalar,
        _type,
        value,
        _onError = (rel, code, msg) => onError(offset + rel, code, msg);
      switch (type) {
        case "scalar":
          (_type = Scalar.Scalar.PLAIN), (value = plainValue(source, _onError));
          break;
        case "single-quoted-scalar":
          (_type = Scalar.Scalar.QUOTE_SINGLE), (value = singleQuotedValue(source, _onError));
          break;
        case "double-quoted-scalar":
          (_type = Scalar.Scalar.QUOTE_DOUBLE), (value = doubleQuotedValue(source, _onError));
          break;
        default:
          return (
            onError(scalar, "UNEXPECTED_TOKEN", `Expected a flow scalar value, but found: ${type}`),
            {
              value: "",
              type: null,
              comment: "",
              range: [offset, offset + source.length, offset + source.length],
            }
          );
      }
      const valueEnd = offset + source.length,
        re = resolveEnd.resolveEnd(end, valueEnd, strict, onError);
      return { value, type: _type, comment: re.comment, range: [offset, valueEnd, re.offset] };
    }
    function plainValue(source, onError) {
      let badChar = "";
      switch (source[0]) {
        case "\t":
          badChar = "a tab character";
          break;
        case ",":
          badChar = "flow indicator character ,";
          break;
        case "%":
          badChar = "directive indicator character %";
          break;
        case "|":
        case ">": {
          badChar = `block scalar indicator ${source[0]}`;
          break;
        }
        case "@":
        case "`": {
          badChar = `reserved character ${source[0]}`;
          break;
        }
      }
      if (badChar) onError(0, "BAD_SCALAR_START", `Plain value cannot start with ${badChar}`);
      return unfoldLines(source);
    }
    function singleQuotedValue(source, onError) {
      if (source[source.length - 1] !== "'" || source.length === 1)
        onError(source.length, "MISSING_CHAR", "Missing closing 'quote");
      return unfoldLines(source.slice(1, -1)).replace(/''/g, "'");
    }
    function unfoldLines(source) {
      let line = /(.*?)\r?\n/sy,
        match = line.exec(source);
      if (!match) return source;
      let trimEnd, trimBoth;
      try {
        (trimEnd = /(?<![ \t])[ \t]+$/), (trimBoth = /^[ \t]+|(?<![ \t])[ \t]+$/g);
      } catch {
        (trimEnd = /[ \t]+$/), (trimBoth = /^[ \t]+|[ \t]+$/g);
      }
      let res = match[1].replace(trimEnd, ""),
        sep = " ",
        pos = line.lastIndex;
      while ((match = line.exec(source))) {
        const lm = match[1].replace(trimBoth, "");
        if (lm === "")
          if (
            sep ===
            `
`
          )
            res += sep;
          else
            sep = `
`;
        else (res += sep + lm), (sep = " ");
        pos = line.lastIndex;
      }
      const last = /[ \t]*(.*)/sy;
      return ((last.lastIndex = pos), (match = last.exec(source)), res + sep + (match?.[1] ?? ""));
    }
    function doubleQuotedValue(source, onError) {
      let res = "";
      for (let i = 1; i < source.length - 1; ++i) {
        const ch = source[i];
        if (
          ch === "\r" &&
          source[i + 1] ===
            `
`
        )
          continue;
        if (
          ch ===
          `
`
        ) {
          const { fold, offset } = foldNewline(source, i);
          (res += fold), (i = offset);
        } else if (ch === "\\") {
          let next = source[++i],
            cc = escapeCodes[next];
          if (cc) res += cc;
          else if (
            next ===
            `
`
          ) {
            next = source[i + 1];
            while (next === " " || next === "\t") next = source[++i + 1];
          } else if (
            next === "\r" &&
            source[i + 1] ===
              `
`
          ) {
            next = source[++i + 1];
            while (next === " " || next === "\t") next = source[++i + 1];
          } else if (next === "x" || next === "u" || next === "U") {
            const length = next === "x" ? 2 : next === "u" ? 4 : 8;
            (res += parseCharCode(source, i + 1, length, onError)), (i += length);
          } else {
            const raw = source.substr(i - 1, 2);
            onError(i - 1, "BAD_DQ_ESCAPE", `Invalid escape sequence ${raw}`), (res += raw);
          }
        } else if (ch === " " || ch === "\t") {
          let wsStart = i,
            next = source[i + 1];
          while (next === " " || next === "\t") next = source[++i + 1];
          if (
            next !==
              `
` &&
            !(
              next === "\r" &&
              source[i + 2] ===
                `
`
            )
          )
            res += i > wsStart ? source.slice(wsStart, i + 1) : ch;
        } else res += ch;
      }
      if (source[source.length - 1] !== '"' || source.length === 1)
        onError(source.length, "MISSING_CHAR", 'Missing closing "quote');
      return res;
    }
    function foldNewline(source, offset) {
      let fold = "",
        ch = source[offset + 1];
      while (
        ch === " " ||
        ch === "\t" ||
        ch ===
          `
` ||
        ch === "\r"
      ) {
        if (
          ch === "\r" &&
          source[offset + 2] !==
            `
`
        )
          break;
        if (
          ch ===
          `
`
        )
          fold += `
`;
        (offset += 1), (ch = source[offset + 1]);
      }
      if (!fold) fold = " ";
      return { fold, offset };
    }
    var escapeCodes = {
      0: "\x00",
      a: "\x07",
      b: "\b",
      e: "\x1B",
      f: "\f",
      n: `
`,
      r: "\r",
      t: "\t",
      v: "\v",
      N: "\x85",
      _: "\xA0",
      L: "\u2028",
      P: "\u2029",
      " ": " ",
      '"': '"',
      "/": "/",
      "\\": "\\",
      "\t": "\t",
    };
    function parseCharCode(source, offset, length, onError) {
      const cc = source.substr(offset, length),
        code = cc.length === length && /^[0-9a-fA-F]+$/.test(cc) ? parseInt(cc, 16) : NaN;
      try {
        return String.fromCodePoint(code);
      } catch {
        const raw = source.substr(offset - 2, length + 2);
        return (onError(offset - 2, "BAD_DQ_ESCAPE", `Invalid escape sequence ${raw}`), raw);
      }
    }
    exports2.resolveFlowScalar = resolveFlowScalar;
  });
  var require_compose_scalar = __commonJS((exports2) => {
    var identity = require_identity(),
      Scalar = require_Scalar(),
      resolveBlockScalar = require_resolve_block_scalar(),
      resolveFlowScalar = require_resolve_flow_scalar();
    function composeScalar(ctx, token, tagToken, onError) {
      let { value, type, comment, range } =
          token.type === "block-scalar"
            ? resolveBlockScalar.resolveBlockScalar(ctx, token, onError)
            : resolveFlowScalar.resolveFlowScalar(token, ctx.options.strict, onError),
        tagName = tagToken
          ? ctx.directives.tagName(tagToken.source, (msg) => onError(tagToken, "TAG_RESOLVE_FAILED", msg))
          : null,
        tag;
      if (ctx.options.stringKeys && ctx.atKey) tag = ctx.schema[identity.SCALAR];
      else if (tagName) tag = findScalarTagByName(ctx.schema, value, tagName, tagToken, onError);
      else if (token.type === "scalar") tag = findScalarTagByTest(ctx, value, token, onError);
      else tag = ctx.schema[identity.SCALAR];
      let scalar;
      try {
        const res = tag.resolve(
          value,
          (msg) => onError(tagToken ?? token, "TAG_RESOLVE_FAILED", msg),
          ctx.options,
        );
        scalar = identity.isScalar(res) ? res : new Scalar.Scalar(res);
      } catch (error) {
        const msg = error instanceof Error ? error.message : String(error);
        onError(tagToken ?? token, "TAG_RESOLVE_FAILED", msg), (scalar = new Scalar.Scalar(value));
      }
      if (((scalar.range = range), (scalar.source = value), type)) scalar.type = type;
      if (tagName) scalar.tag = tagName;
      if (tag.format) scalar.format = tag.format;
      if (comment) scalar.comment = comment;
      return scalar;
    }
    function findScalarTagByName(schema, value, tagName, tagToken, onError) {
      if (tagName === "!") return schema[identity.SCALAR];
      const matchWithTest = [];
      for (const tag of schema.tags)
        if (!tag.collection && tag.tag === tagName)
          if (tag.default && tag.test) matchWithTest.push(tag);
          else return tag;
      for (const tag of matchWithTest) if (tag.test?.test(value)) return tag;
      const kt = schema.knownTags[tagName];
      if (kt && !kt.collection)
        return (schema.tags.push(Object.assign({}, kt, { default: !1, test: void 0 })), kt);
      return (
        onError(
          tagToken,
          "TAG_RESOLVE_FAILED",
          `Unresolved tag: ${tagName}`,
          tagName !== "tag:yaml.org,2002:str",
        ),
        schema[identity.SCALAR]
      );
    }
    function findScalarTagByTest({ atKey, directives, schema }, value, token, onError) {
      const tag =
        schema.tags.find(
          (tag) => (tag.default === !0 || (atKey && tag.default === "key")) && tag.test?.test(value),
        ) || schema[identity.SCALAR];
      if (schema.compat) {
        const compat =
          schema.compat.find((tag) => tag.default && tag.test?.test(value)) ?? schema[identity.SCALAR];
        if (tag.tag !== compat.tag) {
          const ts = directives.tagString(tag.tag),
            cs = directives.tagString(compat.tag),
            msg = `Value may be parsed as either ${ts} or ${cs}`;
          onError(token, "TAG_RESOLVE_FAILED", msg, !0);
        }
      }
      return tag;
    }
    exports2.composeScalar = composeScalar;
  });
  var require_util_empty_scalar_position = __commonJS((exports2) => {
    function emptyScalarPosition(offset, before, pos) {
      if (before) {
        pos ?? (pos = before.length);
        for (let i = pos - 1; i >= 0; --i) {
          let st = before[i];
          switch (st.type) {
            case "space":
            case "comment":
            case "newline":
              offset -= st.source.length;
              continue;
          }
          st = before[++i];
          while (st?.type === "space") (offset += st.source.length), (st = before[++i]);
          break;
        }
      }
      return offset;
    }
    exports2.emptyScalarPosition = emptyScalarPosition;
  });
  var require_compose_node = __commonJS((exports2) => {
    var Alias = require_Alias(),
      identity = require_identity(),
      composeCollection = require_compose_collection(),
      composeScalar = require_compose_scalar(),
      resolveEnd = require_resolve_end(),
      utilEmptyScalarPosition = require_util_empty_scalar_position(),
      CN = { composeNode, composeEmptyNode };
    function composeNode(ctx, token, props, onError) {
      let atKey = ctx.atKey,
        { spaceBefore, comment, anchor, tag } = props,
        node,
        isSrcToken = !0;
      switch (token.type) {
        case "alias":
          if (((node = composeAlias(ctx, token, onError)), anchor || tag))
            onError(token, "ALIAS_PROPS", "An alias node must not specify any properties");
          break;
        case "scalar":
        case "single-quoted-scalar":
        case "double-quoted-scalar":
        case "block-scalar":
          if (((node = composeScalar.composeScalar(ctx, token, tag, onError)), anchor))
            node.anchor = anchor.source.substring(1);
          break;
        case "block-map":
        case "block-seq":
        case "flow-collection":
          try {
            if (((node = composeCollection.composeCollection(CN, ctx, token, props, onError)), anchor))
              node.anchor = anchor.source.substring(1);
          } catch (error) {
            const message = error instanceof Error ? error.message : String(error);
            onError(token, "RESOURCE_EXHAUSTION", message);
          }
          break;
        default: {
          const message = token.type === "error" ? token.message : `Unsupported token (type: ${token.type})`;
          onError(token, "UNEXPECTED_TOKEN", message), (isSrcToken = !1);
        }
      }
      if (
        (node ?? (node = composeEmptyNode(ctx, token.offset, void 0, null, props, onError)),
        anchor && node.anchor === "")
      )
        onError(anchor, "BAD_ALIAS", "Anchor cannot be an empty string");
      if (
        atKey &&
        ctx.options.stringKeys &&
        (!identity.isScalar(node) ||
          typeof node.value !== "string" ||
          (node.tag && node.tag !== "tag:yaml.org,2002:str"))
      )
        onError(tag ?? token, "NON_STRING_KEY", "With stringKeys, all keys must be strings");
      if (spaceBefore) node.spaceBefore = !0;
      if (comment)
        if (token.type === "scalar" && token.source === "") node.comment = comment;
        else node.commentBefore = comment;
      if (ctx.options.keepSourceTokens && isSrcToken) node.srcToken = token;
      return node;
    }
    function composeEmptyNode(ctx, offset, before, pos, { spaceBefore, comment, anchor, tag, end }, onError) {
      const token = {
          type: "scalar",
          offset: utilEmptyScalarPosition.emptyScalarPosition(offset, before, pos),
          indent: -1,
          source: "",
        },
        node = composeScalar.composeScalar(ctx, token, tag, onError);
      if (anchor) {
        if (((node.anchor = anchor.source.substring(1)), node.anchor === ""))
          onError(anchor, "BAD_ALIAS", "Anchor cannot be an empty string");
      }
      if (spaceBefore) node.spaceBefore = !0;
      if (comment) (node.comment = comment), (node.range[2] = end);
      return node;
    }
    function composeAlias({ options }, { offset, source, end }, onError) {
      const alias = new Alias.Alias(source.substring(1));
      if (alias.source === "") onError(offset, "BAD_ALIAS", "Alias cannot be an empty string");
      if (alias.source.endsWith(":"))
        onError(offset + source.length - 1, "BAD_ALIAS", "Alias ending in : is ambiguous", !0);
      const valueEnd = offset + source.length,
        re = resolveEnd.resolveEnd(end, valueEnd, options.strict, onError);
      if (((alias.range = [offset, valueEnd, re.offset]), re.comment)) alias.comment = re.comment;
      return alias;
    }
    exports2.composeEmptyNode = composeEmptyNode;
    exports2.composeNode = composeNode;
  });
  var require_compose_doc = __commonJS((exports2) => {
    var Document = require_Document(),
      composeNode = require_compose_node(),
      resolveEnd = require_resolve_end(),
      resolveProps = require_resolve_props();
    function composeDoc(options, directives, { offset, start, value, end }, onError) {
      const opts = Object.assign({ _directives: directives }, options),
        doc = new Document.Document(void 0, opts),
        ctx = { atKey: !1, atRoot: !0, directives: doc.directives, options: doc.options, schema: doc.schema },
        props = resolveProps.resolveProps(start, {
          indicator: "doc-start",
          next: value ?? end?.[0],
          offset,
          onError,
          parentIndent: 0,
          startOnNewline: !0,
        });
      if (props.found) {
        if (
          ((doc.directives.docStart = !0),
          value && (value.type === "block-map" || value.type === "block-seq") && !props.hasNewline)
        )
          onError(
            props.end,
            "MISSING_CHAR",
            "Block collection cannot start on same line with directives-end marker",
          );
      }
      doc.contents = value
        ? composeNode.composeNode(ctx, value, props, onError)
        : composeNode.composeEmptyNode(ctx, props.end, start, null, props, onError);
      const contentEnd = doc.contents.range[2],
        re = resolveEnd.resolveEnd(end, contentEnd, !1, onError);
      if (re.comment) doc.comment = re.comment;
      return ((doc.range = [offset, contentEnd, re.offset]), doc);
    }
    exports2.composeDoc = composeDoc;
  });
  var require_composer = __commonJS((exports2) => {
    var node_process = require("process"),
      directives = require_directives(),
      Document = require_Document(),
      errors = require_errors(),
      identity = require_identity(),
      composeDoc = require_compose_doc(),
      resolveEnd = require_resolve_end();
    function getErrorPos(src) {
      if (typeof src === "number") return [src, src + 1];
      if (Array.isArray(src)) return src.length === 2 ? src : [src[0], src[1]];
      const { offset, source } = src;
      return [offset, offset + (typeof source === "string" ? source.length : 1)];
    }
    function parsePrelude(prelude) {
      let comment = "",
        atComment = !1,
        afterEmptyLine = !1;
      for (let i = 0; i < prelude.length; ++i) {
        const source = prelude[i];
        switch (source[0]) {
          case "#":
            (comment +=
              (comment === ""
                ? ""
                : afterEmptyLine
                  ? `

`
                  : `
`) + (source.substring(1) || " ")),
              (atComment = !0),
              (afterEmptyLine = !1);
            break;
          case "%":
            if (prelude[i + 1]?.[0] !== "#") i += 1;
            atComment = !1;
            break;
          default:
            if (!atComment) afterEmptyLine = !0;
            atComment = !1;
        }
      }
      return { comment, afterEmptyLine };
    }
    class Composer {
      constructor(options = {}) {
        (this.doc = null),
          (this.atDirectives = !1),
          (this.prelude = []),
          (this.errors = []),
          (this.warnings = []),
          (this.onError = (source, code, message, warning) => {
            const pos = getErrorPos(source);
            if (warning) this.warnings.push(new errors.YAMLWarning(pos, code, message));
            else this.errors.push(new errors.YAMLParseError(pos, code, message));
          }),
          (this.directives = new directives.Directives({ version: options.version || "1.2" })),
          (this.options = options);
      }
      decorate(doc, afterDoc) {
        const { comment, afterEmptyLine } = parsePrelude(this.prelude);
        if (comment) {
          const dc = doc.contents;
          if (afterDoc)
            doc.comment = doc.comment
              ? `${doc.comment}
${comment}`
              : comment;
          else if (afterEmptyLine || doc.directives.docStart || !dc) doc.commentBefore = comment;
          else if (identity.isCollection(dc) && !dc.flow && dc.items.length > 0) {
            let it = dc.items[0];
            if (identity.isPair(it)) it = it.key;
            const cb = it.commentBefore;
            it.commentBefore = cb
              ? `${comment}
${cb}`
              : comment;
          } else {
            const cb = dc.commentBefore;
            dc.commentBefore = cb
              ? `${comment}
${cb}`
              : comment;
          }
        }
        if (afterDoc) {
          for (let i = 0; i < this.errors.length; ++i) doc.errors.push(this.errors[i]);
          for (let i = 0; i < this.warnings.length; ++i) doc.warnings.push(this.warnings[i]);
        } else (doc.errors = this.errors), (doc.warnings = this.warnings);
        (this.prelude = []), (this.errors = []), (this.warnings = []);
      }
      streamInfo() {
        return {
          comment: parsePrelude(this.prelude).comment,
          directives: this.directives,
          errors: this.errors,
          warnings: this.warnings,
        };
      }
      *compose(tokens, forceDoc = !1, endOffset = -1) {
        for (const token of tokens) yield* this.next(token);
        yield* this.end(forceDoc, endOffset);
      }
      *next(token) {
        if (node_process.env.LOG_STREAM) console.dir(token, { depth: null });
        switch (token.type) {
          case "directive":
            this.directives.add(token.source, (offset, message, warning) => {
              const pos = getErrorPos(token);
              (pos[0] += offset), this.onError(pos, "BAD_DIRECTIVE", message, warning);
            }),
              this.prelude.push(token.source),
              (this.atDirectives = !0);
            break;
          case "document": {
            const doc = composeDoc.composeDoc(this.options, this.directives, token, this.onError);
            if (this.atDirectives && !doc.directives.docStart)
              this.onError(token, "MISSING_CHAR", "Missing directives-end/doc-start indicator line");
            if ((this.decorate(doc, !1), this.doc)) yield this.doc;
            (this.doc = doc), (this.atDirectives = !1);
            break;
          }
          case "byte-order-mark":
          case "space":
            break;
          case "comment":
          case "newline":
            this.prelude.push(token.source);
            break;
          case "error": {
            const msg = token.source ? `${token.message}: ${JSON.stringify(token.source)}` : token.message,
              error = new errors.YAMLParseError(getErrorPos(token), "UNEXPECTED_TOKEN", msg);
            if (this.atDirectives || !this.doc) this.errors.push(error);
            else this.doc.errors.push(error);
            break;
          }
          case "doc-end": {
            if (!this.doc) {
              this.errors.push(
                new errors.YAMLParseError(
                  getErrorPos(token),
                  "UNEXPECTED_TOKEN",
                  "Unexpected doc-end without preceding document",
                ),
              );
              break;
            }
            this.doc.directives.docEnd = !0;
            const end = resolveEnd.resolveEnd(
              token.end,
              token.offset + token.source.length,
              this.doc.options.strict,
              this.onError,
            );
            if ((this.decorate(this.doc, !0), end.comment)) {
              const dc = this.doc.comment;
              this.doc.comment = dc
                ? `${dc}
${end.comment}`
                : end.comment;
            }
            this.doc.range[2] = end.offset;
            break;
          }
          default:
            this.errors.push(
              new errors.YAMLParseError(
                getErrorPos(token),
                "UNEXPECTED_TOKEN",
                `Unsupported token ${token.type}`,
              ),
            );
        }
      }
      *end(forceDoc = !1, endOffset = -1) {
        if (this.doc) this.decorate(this.doc, !0), yield this.doc, (this.doc = null);
        else if (forceDoc) {
          const opts = Object.assign({ _directives: this.directives }, this.options),
            doc = new Document.Document(void 0, opts);
          if (this.atDirectives)
            this.onError(endOffset, "MISSING_CHAR", "Missing directives-end indicator line");
          (doc.range = [0, endOffset, endOffset]), this.decorate(doc, !1), yield doc;
        }
      }
    }
    exports2.Composer = Composer;
  });
  var require_cst_scalar = __commonJS((exports2) => {
    var resolveBlockScalar = require_resolve_block_scalar(),
      resolveFlowScalar = require_resolve_flow_scalar(),
      errors = require_errors(),
      stringifyString = require_stringifyString();
    function resolveAsScalar(token, strict = !0, onError) {
      if (token) {
        const _onError = (pos, code, message) => {
          const offset = typeof pos === "number" ? pos : Array.isArray(pos) ? pos[0] : pos.offset;
          if (onError) onError(offset, code, message);
          else throw new errors.YAMLParseError([offset, offset + 1], code, message);
        };
        switch (token.type) {
          case "scalar":
          case "single-quoted-scalar":
          case "double-quoted-scalar":
            return resolveFlowScalar.resolveFlowScalar(token, strict, _onError);
          case "block-scalar":
            return resolveBlockScalar.resolveBlockScalar({ options: { strict } }, token, _onError);
        }
      }
      return null;
    }
    function createScalarToken(value, context) {
      const { implicitKey = !1, indent, inFlow = !1, offset = -1, type = "PLAIN" } = context,
        source = stringifyString.stringifyString(
          { type, value },
          {
            implicitKey,
            indent: indent > 0 ? " ".repeat(indent) : "",
            inFlow,
            options: { blockQuote: !0, lineWidth: -1 },
          },
        ),
        end = context.end ?? [
          {
            type: "newline",
            offset: -1,
            indent,
            source: `
`,
          },
        ];
      switch (source[0]) {
        case "|":
        case ">": {
          const he = source.indexOf(`
`),
            head = source.substring(0, he),
            body =
              source.substring(he + 1) +
              `
`,
            props = [{ type: "block-scalar-header", offset, indent, source: head }];
          if (!addEndtoBlockProps(props, end))
            props.push({
              type: "newline",
              offset: -1,
              indent,
              source: `
`,
            });
          return { type: "block-scalar", offset, indent, props, source: body };
        }
        case '"':
          return { type: "double-quoted-scalar", offset, indent, source, end };
        case "'":
          return { type: "single-quoted-scalar", offset, indent, source, end };
        default:
          return { type: "scalar", offset, indent, source, end };
      }
    }
    function setScalarValue(token, value, context = {}) {
      let { afterKey = !1, implicitKey = !1, inFlow = !1, type } = context,
        indent = "indent" in token ? token.indent : null;
      if (afterKey && typeof indent === "number") indent += 2;
      if (!type)
        switch (token.type) {
          case "single-quoted-scalar":
            type = "QUOTE_SINGLE";
            break;
          case "double-quoted-scalar":
            type = "QUOTE_DOUBLE";
            break;
          case "block-scalar": {
            const header = token.props[0];
            if (header.type !== "block-scalar-header") throw Error("Invalid block scalar header");
            type = header.source[0] === ">" ? "BLOCK_FOLDED" : "BLOCK_LITERAL";
            break;
          }
          default:
            type = "PLAIN";
        }
      const source = stringifyString.stringifyString(
        { type, value },
        {
          implicitKey: implicitKey || indent === null,
          indent: indent !== null && indent > 0 ? " ".repeat(indent) : "",
          inFlow,
          options: { blockQuote: !0, lineWidth: -1 },
        },
      );
      switch (source[0]) {
        case "|":
        case ">":
          setBlockScalarValue(token, source);
          break;
        case '"':
          setFlowScalarValue(token, source, "double-quoted-scalar");
          break;
        case "'":
          setFlowScalarValue(token, source, "single-quoted-scalar");
          break;
        default:
          setFlowScalarValue(token, source, "scalar");
      }
    }
    function setBlockScalarValue(token, source) {
      const he = source.indexOf(`
`),
        head = source.substring(0, he),
        body =
          source.substring(he + 1) +
          `
`;
      if (token.type === "block-scalar") {
        const header = token.props[0];
        if (header.type !== "block-scalar-header") throw Error("Invalid block scalar header");
        (header.source = head), (token.source = body);
      } else {
        const { offset } = token,
          indent = "indent" in token ? token.indent : -1,
          props = [{ type: "block-scalar-header", offset, indent, source: head }];
        if (!addEndtoBlockProps(props, "end" in token ? token.end : void 0))
          props.push({
            type: "newline",
            offset: -1,
            indent,
            source: `
`,
          });
        for (const key of Object.keys(token)) if (key !== "type" && key !== "offset") delete token[key];
        Object.assign(token, { type: "block-scalar", indent, props, source: body });
      }
    }
    function addEndtoBlockProps(props, end) {
      if (end)
        for (const st of end)
          switch (st.type) {
            case "space":
            case "comment":
              props.push(st);
              break;
            case "newline":
              return (props.push(st), !0);
          }
      return !1;
    }
    function setFlowScalarValue(token, source, type) {
      switch (token.type) {
        case "scalar":
        case "double-quoted-scalar":
        case "single-quoted-scalar":
          (token.type = type), (token.source = source);
          break;
        case "block-scalar": {
          let end = token.props.slice(1),
            oa = source.length;
          if (token.props[0].type === "block-scalar-header") oa -= token.props[0].source.length;
          for (const tok of end) tok.offset += oa;
          delete token.props, Object.assign(token, { type, source, end });
          break;
        }
        case "block-map":
        case "block-seq": {
          const nl = {
            type: "newline",
            offset: token.offset + source.length,
            indent: token.indent,
            source: `
`,
          };
          delete token.items, Object.assign(token, { type, source, end: [nl] });
          break;
        }
        default: {
          const indent = "indent" in token ? token.indent : -1,
            end =
              "end" in token && Array.isArray(token.end)
                ? token.end.filter(
                    (st) => st.type === "space" || st.type === "comment" || st.type === "newline",
                  )
                : [];
          for (const key of Object.keys(token)) if (key !== "type" && key !== "offset") delete token[key];
          Object.assign(token, { type, indent, source, end });
        }
      }
    }
    exports2.createScalarToken = createScalarToken;
    exports2.resolveAsScalar = resolveAsScalar;
    exports2.setScalarValue = setScalarValue;
  });
  var require_cst_stringify = __commonJS((exports2) => {
    var stringify = (cst) => ("type" in cst ? stringifyToken(cst) : stringifyItem(cst));
    function stringifyToken(token) {
      switch (token.type) {
        case "block-scalar": {
          let res = "";
          for (const tok of token.props) res += stringifyToken(tok);
          return res + token.source;
        }
        case "block-map":
        case "block-seq": {
          let res = "";
          for (const item of token.items) res += stringifyItem(item);
          return res;
        }
        case "flow-collection": {
          let res = token.start.source;
          for (const item of token.items) res += stringifyItem(item);
          for (const st of token.end) res += st.source;
          return res;
        }
        case "document": {
          let res = stringifyItem(token);
          if (token.end) for (const st of token.end) res += st.source;
          return res;
        }
        default: {
          let res = token.source;
          if ("end" in token && token.end) for (const st of token.end) res += st.source;
          return res;
        }
      }
    }
    function stringifyItem({ start, key, sep, value }) {
      let res = "";
      for (const st of start) res += st.source;
      if (key) res += stringifyToken(key);
      if (sep) for (const st of sep) res += st.source;
      if (value) res += stringifyToken(value);
      return res;
    }
    exports2.stringify = stringify;
  });
  var require_cst_visit = __commonJS((exports2) => {
    var BREAK = Symbol("break visit"),
      SKIP = Symbol("skip children"),
      REMOVE = Symbol("remove item");
    function visit(cst, visitor) {
      if ("type" in cst && cst.type === "document") cst = { start: cst.start, value: cst.value };
      _visit(Object.freeze([]), cst, visitor);
    }
    visit.BREAK = BREAK;
    visit.SKIP = SKIP;
    visit.REMOVE = REMOVE;
    visit.itemAtPath = (cst, path) => {
      let item = cst;
      for (const [field, index] of path) {
        const tok = item?.[field];
        if (tok && "items" in tok) item = tok.items[index];
        else return;
      }
      return item;
    };
    visit.parentCollection = (cst, path) => {
      const parent = visit.itemAtPath(cst, path.slice(0, -1)),
        field = path[path.length - 1][0],
        coll = parent?.[field];
      if (coll && "items" in coll) return coll;
      throw Error("Parent collection not found");
    };
    function _visit(path, item, visitor) {
      let ctrl = visitor(item, path);
      if (typeof ctrl === "symbol") return ctrl;
      for (const field of ["key", "value"]) {
        const token = item[field];
        if (token && "items" in token) {
          for (let i = 0; i < token.items.length; ++i) {
            const ci = _visit(Object.freeze(path.concat([[field, i]])), token.items[i], visitor);
            if (typeof ci === "number") i = ci - 1;
            else if (ci === BREAK) return BREAK;
            else if (ci === REMOVE) token.items.splice(i, 1), (i -= 1);
          }
          if (typeof ctrl === "function" && field === "key") ctrl = ctrl(item, path);
        }
      }
      return typeof ctrl === "function" ? ctrl(item, path) : ctrl;
    }
    exports2.visit = visit;
  });
  var require_cst = __commonJS((exports2) => {
    var cstScalar = require_cst_scalar(),
      cstStringify = require_cst_stringify(),
      cstVisit = require_cst_visit(),
      BOM = "\uFEFF",
      DOCUMENT = "\x02",
      FLOW_END = "\x18",
      SCALAR = "\x1F",
      isCollection = (token) => !!token && "items" in token,
      isScalar = (token) =>
        !!token &&
        (token.type === "scalar" ||
          token.type === "single-quoted-scalar" ||
          token.type === "double-quoted-scalar" ||
          token.type === "block-scalar");
    function prettyToken(token) {
      switch (token) {
        case BOM:
          return "<BOM>";
        case DOCUMENT:
          return "<DOC>";
        case FLOW_END:
          return "<FLOW_END>";
        case SCALAR:
          return "<SCALAR>";
        default:
          return JSON.stringify(token);
      }
    }
    function tokenType(source) {
      switch (source) {
        case BOM:
          return "byte-order-mark";
        case DOCUMENT:
          return "doc-mode";
        case FLOW_END:
          return "flow-error-end";
        case SCALAR:
          return "scalar";
        case "---":
          return "doc-start";
        case "...":
          return "doc-end";
        case "":
        case `
`:
        case `\r
`:
          return "newline";
        case "-":
          return "seq-item-ind";
        case "?":
          return "explicit-key-ind";
        case ":":
          return "map-value-ind";
        case "{":
          return "flow-map-start";
        case "}":
          return "flow-map-end";
        case "[":
          return "flow-seq-start";
        case "]":
          return "flow-seq-end";
        case ",":
          return "comma";
      }
      switch (source[0]) {
        case " ":
        case "\t":
          return "space";
        case "#":
          return "comment";
        case "%":
          return "directive-line";
        case "*":
          return "alias";
        case "&":
          return "anchor";
        case "!":
          return "tag";
        case "'":
          return "single-quoted-scalar";
        case '"':
          return "double-quoted-scalar";
        case "|":
        case ">":
          return "block-scalar-header";
      }
      return null;
    }
    exports2.createScalarToken = cstScalar.createScalarToken;
    exports2.resolveAsScalar = cstScalar.resolveAsScalar;
    exports2.setScalarValue = cstScalar.setScalarValue;
    exports2.stringify = cstStringify.stringify;
    exports2.visit = cstVisit.visit;
    exports2.BOM = BOM;
    exports2.DOCUMENT = DOCUMENT;
    exports2.FLOW_END = FLOW_END;
    exports2.SCALAR = SCALAR;
    exports2.isCollection = isCollection;
    exports2.isScalar = isScalar;
    exports2.prettyToken = prettyToken;
    exports2.tokenType = tokenType;
  });
  var require_lexer = __commonJS((exports2) => {
    var cst = require_cst();
    function isEmpty(ch) {
      switch (ch) {
        case void 0:
        case " ":
        case `
`:
        case "\r":
        case "\t":
          return !0;
        default:
          return !1;
      }
    }
    var hexDigits = new Set("0123456789ABCDEFabcdef"),
      tagChars = new Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-#;/?:@&=+$_.!~*'()"),
      flowIndicatorChars = new Set(",[]{}"),
      invalidAnchorChars = new Set(` ,[]{}
\r	`),
      isNotAnchorChar = (ch) => !ch || invalidAnchorChars.has(ch);
    class Lexer {
      constructor() {
        (this.atEnd = !1),
          (this.blockScalarIndent = -1),
          (this.blockScalarKeep = !1),
          (this.buffer = ""),
          (this.flowKey = !1),
          (this.flowLevel = 0),
          (this.indentNext = 0),
          (this.indentValue = 0),
          (this.lineEndPos = null),
          (this.next = null),
          (this.pos = 0);
      }
      *lex(source, incomplete = !1) {
        if (source) {
          if (typeof source !== "string") throw TypeError("source is not a string");
          (this.buffer = this.buffer ? this.buffer + source : source), (this.lineEndPos = null);
        }
        this.atEnd = !incomplete;
        let next = this.next ?? "stream";
        while (next && (incomplete || this.hasChars(1))) next = yield* this.parseNext(next);
      }
      atLineEnd() {
        let i = this.pos,
          ch = this.buffer[i];
        while (ch === " " || ch === "\t") ch = this.buffer[++i];
        if (
          !ch ||
          ch === "#" ||
          ch ===
            `
`
        )
          return !0;
        if (ch === "\r")
          return (
            this.buffer[i + 1] ===
            `
`
          );
        return !1;
      }
      charAt(n) {
        return this.buffer[this.pos + n];
      }
      continueScalar(offset) {
        let ch = this.buffer[offset];
        if (this.indentNext > 0) {
          let indent = 0;
          while (ch === " ") ch = this.buffer[++indent + offset];
          if (ch === "\r") {
            const next = this.buffer[indent + offset + 1];
            if (
              next ===
                `
` ||
              (!next && !this.atEnd)
            )
              return offset + indent + 1;
          }
          return ch ===
            `
` ||
            indent >= this.indentNext ||
            (!ch && !this.atEnd)
            ? offset + indent
            : -1;
        }
        if (ch === "-" || ch === ".") {
          const dt = this.buffer.substr(offset, 3);
          if ((dt === "---" || dt === "...") && isEmpty(this.buffer[offset + 3])) return -1;
        }
        return offset;
      }
      getLine() {
        let end = this.lineEndPos;
        if (typeof end !== "number" || (end !== -1 && end < this.pos))
          (end = this.buffer.indexOf(
            `
`,
            this.pos,
          )),
            (this.lineEndPos = end);
        if (end === -1) return this.atEnd ? this.buffer.substring(this.pos) : null;
        if (this.buffer[end - 1] === "\r") end -= 1;
        return this.buffer.substring(this.pos, end);
      }
      hasChars(n) {
        return this.pos + n <= this.buffer.length;
      }
      setNext(state) {
        return (
          (this.buffer = this.buffer.substring(this.pos)),
          (this.pos = 0),
          (this.lineEndPos = null),
          (this.next = state),
          null
        );
      }
      peek(n) {
        return this.buffer.substr(this.pos, n);
      }
      *parseNext(next) {
        switch (next) {
          case "stream":
            return yield* this.parseStream();
          case "line-start":
            return yield* this.parseLineStart();
          case "block-start":
            return yield* this.parseBlockStart();
          case "doc":
            return yield* this.parseDocument();
          case "flow":
            return yield* this.parseFlowCollection();
          case "quoted-scalar":
            return yield* this.parseQuotedScalar();
          case "block-scalar":
            return yield* this.parseBlockScalar();
          case "plain-scalar":
            return yield* this.parsePlainScalar();
        }
      }
      *parseStream() {
        let line = this.getLine();
        if (line === null) return this.setNext("stream");
        if (line[0] === cst.BOM) yield* this.pushCount(1), (line = line.substring(1));
        if (line[0] === "%") {
          let dirEnd = line.length,
            cs = line.indexOf("#");
          while (cs !== -1) {
            const ch = line[cs - 1];
            if (ch === " " || ch === "\t") {
              dirEnd = cs - 1;
              break;
            } else cs = line.indexOf("#", cs + 1);
          }
          while (!0) {
            const ch = line[dirEnd - 1];
            if (ch === " " || ch === "\t") dirEnd -= 1;
            else break;
          }
          const n = (yield* this.pushCount(dirEnd)) + (yield* this.pushSpaces(!0));
          return (yield* this.pushCount(line.length - n), this.pushNewline(), "stream");
        }
        if (this.atLineEnd()) {
          const sp = yield* this.pushSpaces(!0);
          return (yield* this.pushCount(line.length - sp), yield* this.pushNewline(), "stream");
        }
        return (yield cst.DOCUMENT, yield* this.parseLineStart());
      }
      *parseLineStart() {
        const ch = this.charAt(0);
        if (!ch && !this.atEnd) return this.setNext("line-start");
        if (ch === "-" || ch === ".") {
          if (!this.atEnd && !this.hasChars(4)) return this.setNext("line-start");
          const s = this.peek(3);
          if ((s === "---" || s === "...") && isEmpty(this.charAt(3)))
            return (
              yield* this.pushCount(3),
              (this.indentValue = 0),
              (this.indentNext = 0),
              s === "---" ? "doc" : "stream"
            );
        }
        if (
          ((this.indentValue = yield* this.pushSpaces(!1)),
          this.indentNext > this.indentValue && !isEmpty(this.charAt(1)))
        )
          this.indentNext = this.indentValue;
        return yield* this.parseBlockStart();
      }
      *parseBlockStart() {
        const [ch0, ch1] = this.peek(2);
        if (!ch1 && !this.atEnd) return this.setNext("block-start");
        if ((ch0 === "-" || ch0 === "?" || ch0 === ":") && isEmpty(ch1)) {
          const n = (yield* this.pushCount(1)) + (yield* this.pushSpaces(!0));
          return ((this.indentNext = this.indentValue + 1), (this.indentValue += n), "block-start");
        }
        return "doc";
      }
      *parseDocument() {
        yield* this.pushSpaces(!0);
        const line = this.getLine();
        if (line === null) return this.setNext("doc");
        let n = yield* this.pushIndicators();
        switch (line[n]) {
          case "#":
            yield* this.pushCount(line.length - n);
          case void 0:
            return (yield* this.pushNewline(), yield* this.parseLineStart());
          case "{":
          case "[":
            return (yield* this.pushCount(1), (this.flowKey = !1), (this.flowLevel = 1), "flow");
          case "}":
          case "]":
            return (yield* this.pushCount(1), "doc");
          case "*":
            return (yield* this.pushUntil(isNotAnchorChar), "doc");
          case '"':
          case "'":
            return yield* this.parseQuotedScalar();
          case "|":
          case ">":
            return (
              (n += yield* this.parseBlockScalarHeader()),
              (n += yield* this.pushSpaces(!0)),
              yield* this.pushCount(line.length - n),
              yield* this.pushNewline(),
              yield* this.parseBlockScalar()
            );
          default:
            return yield* this.parsePlainScalar();
        }
      }
      *parseFlowCollection() {
        let nl,
          sp,
          indent = -1;
        do {
          if (((nl = yield* this.pushNewline()), nl > 0))
            (sp = yield* this.pushSpaces(!1)), (this.indentValue = indent = sp);
          else sp = 0;
          sp += yield* this.pushSpaces(!0);
        } while (nl + sp > 0);
        const line = this.getLine();
        if (line === null) return this.setNext("flow");
        if (
          (indent !== -1 && indent < this.indentNext && line[0] !== "#") ||
          (indent === 0 && (line.startsWith("---") || line.startsWith("...")) && isEmpty(line[3]))
        ) {
          if (
            !(indent === this.indentNext - 1 && this.flowLevel === 1 && (line[0] === "]" || line[0] === "}"))
          )
            return ((this.flowLevel = 0), yield cst.FLOW_END, yield* this.parseLineStart());
        }
        let n = 0;
        while (line[n] === ",")
          (n += yield* this.pushCount(1)), (n += yield* this.pushSpaces(!0)), (this.flowKey = !1);
        switch (((n += yield* this.pushIndicators()), line[n])) {
          case void 0:
            return "flow";
          case "#":
            return (yield* this.pushCount(line.length - n), "flow");
          case "{":
          case "[":
            return (yield* this.pushCount(1), (this.flowKey = !1), (this.flowLevel += 1), "flow");
          case "}":
          case "]":
            return (
              yield* this.pushCount(1),
              (this.flowKey = !0),
              (this.flowLevel -= 1),
              this.flowLevel ? "flow" : "doc"
            );
          case "*":
            return (yield* this.pushUntil(isNotAnchorChar), "flow");
          case '"':
          case "'":
            return ((this.flowKey = !0), yield* this.parseQuotedScalar());
          case ":": {
            const next = this.charAt(1);
            if (this.flowKey || isEmpty(next) || next === ",")
              return ((this.flowKey = !1), yield* this.pushCount(1), yield* this.pushSpaces(!0), "flow");
          }
          default:
            return ((this.flowKey = !1), yield* this.parsePlainScalar());
        }
      }
      *parseQuotedScalar() {
        let quote = this.charAt(0),
          end = this.buffer.indexOf(quote, this.pos + 1);
        if (quote === "'")
          while (end !== -1 && this.buffer[end + 1] === "'") end = this.buffer.indexOf("'", end + 2);
        else
          while (end !== -1) {
            let n = 0;
            while (this.buffer[end - 1 - n] === "\\") n += 1;
            if (n % 2 === 0) break;
            end = this.buffer.indexOf('"', end + 1);
          }
        let qb = this.buffer.substring(0, end),
          nl = qb.indexOf(
            `
`,
            this.pos,
          );
        if (nl !== -1) {
          while (nl !== -1) {
            const cs = this.continueScalar(nl + 1);
            if (cs === -1) break;
            nl = qb.indexOf(
              `
`,
              cs,
            );
          }
          if (nl !== -1) end = nl - (qb[nl - 1] === "\r" ? 2 : 1);
        }
        if (end === -1) {
          if (!this.atEnd) return this.setNext("quoted-scalar");
          end = this.buffer.length;
        }
        return (yield* this.pushToIndex(end + 1, !1), this.flowLevel ? "flow" : "doc");
      }
      *parseBlockScalarHeader() {
        (this.blockScalarIndent = -1), (this.blockScalarKeep = !1);
        let i = this.pos;
        while (!0) {
          const ch = this.buffer[++i];
          if (ch === "+") this.blockScalarKeep = !0;
          else if (ch > "0" && ch <= "9") this.blockScalarIndent = Number(ch) - 1;
          else if (ch !== "-") break;
        }
        return yield* this.pushUntil((ch) => isEmpty(ch) || ch === "#");
      }
      *parseBlockScalar() {
        let nl = this.pos - 1,
          indent = 0,
          ch;
        loop: for (let i = this.pos; (ch = this.buffer[i]); ++i)
          switch (ch) {
            case " ":
              indent += 1;
              break;
            case `
`:
              (nl = i), (indent = 0);
              break;
            case "\r": {
              const next = this.buffer[i + 1];
              if (!next && !this.atEnd) return this.setNext("block-scalar");
              if (
                next ===
                `
`
              )
                break;
            }
            default:
              break loop;
          }
        if (!ch && !this.atEnd) return this.setNext("block-scalar");
        if (indent >= this.indentNext) {
          if (this.blockScalarIndent === -1) this.indentNext = indent;
          else this.indentNext = this.blockScalarIndent + (this.indentNext === 0 ? 1 : this.indentNext);
          do {
            const cs = this.continueScalar(nl + 1);
            if (cs === -1) break;
            nl = this.buffer.indexOf(
              `
`,
              cs,
            );
          } while (nl !== -1);
          if (nl === -1) {
            if (!this.atEnd) return this.setNext("block-scalar");
            nl = this.buffer.length;
          }
        }
        let i = nl + 1;
        ch = this.buffer[i];
        while (ch === " ") ch = this.buffer[++i];
        if (ch === "\t") {
          while (
            ch === "\t" ||
            ch === " " ||
            ch === "\r" ||
            ch ===
              `
`
          )
            ch = this.buffer[++i];
          nl = i - 1;
        } else if (!this.blockScalarKeep)
          do {
            let i = nl - 1,
              ch = this.buffer[i];
            if (ch === "\r") ch = this.buffer[--i];
            const lastChar = i;
            while (ch === " ") ch = this.buffer[--i];
            if (
              ch ===
                `
` &&
              i >= this.pos &&
              i + 1 + indent > lastChar
            )
              nl = i;
            else break;
          } while (!0);
        return (yield cst.SCALAR, yield* this.pushToIndex(nl + 1, !0), yield* this.parseLineStart());
      }
      *parsePlainScalar() {
        let inFlow = this.flowLevel > 0,
          end = this.pos - 1,
          i = this.pos - 1,
          ch;
        while ((ch = this.buffer[++i]))
          if (ch === ":") {
            const next = this.buffer[i + 1];
            if (isEmpty(next) || (inFlow && flowIndicatorChars.has(next))) break;
            end = i;
          } else if (isEmpty(ch)) {
            let next = this.buffer[i + 1];
            if (ch === "\r")
              if (
                next ===
                `
`
              )
                (i += 1),
                  (ch = `
`),
                  (next = this.buffer[i + 1]);
              else end = i;
            if (next === "#" || (inFlow && flowIndicatorChars.has(next))) break;
            if (
              ch ===
              `
`
            ) {
              const cs = this.continueScalar(i + 1);
              if (cs === -1) break;
              i = Math.max(i, cs - 2);
            }
          } else {
            if (inFlow && flowIndicatorChars.has(ch)) break;
            end = i;
          }
        if (!ch && !this.atEnd) return this.setNext("plain-scalar");
        return (yield cst.SCALAR, yield* this.pushToIndex(end + 1, !0), inFlow ? "flow" : "doc");
      }
      *pushCount(n) {
        if (n > 0) return (yield this.buffer.substr(this.pos, n), (this.pos += n), n);
        return 0;
      }
      *pushToIndex(i, allowEmpty) {
        const s = this.buffer.slice(this.pos, i);
        if (s) return (yield s, (this.pos += s.length), s.length);
        else if (allowEmpty) yield "";
        return 0;
      }
      *pushIndicators() {
        let n = 0;
        loop: while (!0) {
          switch (this.charAt(0)) {
            case "!":
              (n += yield* this.pushTag()), (n += yield* this.pushSpaces(!0));
              continue loop;
            case "&":
              (n += yield* this.pushUntil(isNotAnchorChar)), (n += yield* this.pushSpaces(!0));
              continue loop;
            case "-":
            case "?":
            case ":": {
              const inFlow = this.flowLevel > 0,
                ch1 = this.charAt(1);
              if (isEmpty(ch1) || (inFlow && flowIndicatorChars.has(ch1))) {
                if (!inFlow) this.indentNext = this.indentValue + 1;
                else if (this.flowKey) this.flowKey = !1;
                (n += yield* this.pushCount(1)), (n += yield* this.pushSpaces(!0));
                continue loop;
              }
            }
          }
          break;
        }
        return n;
      }
      *pushTag() {
        if (this.charAt(1) === "<") {
          let i = this.pos + 2,
            ch = this.buffer[i];
          while (!isEmpty(ch) && ch !== ">") ch = this.buffer[++i];
          return yield* this.pushToIndex(ch === ">" ? i + 1 : i, !1);
        } else {
          let i = this.pos + 1,
            ch = this.buffer[i];
          while (ch)
            if (tagChars.has(ch)) ch = this.buffer[++i];
            else if (ch === "%" && hexDigits.has(this.buffer[i + 1]) && hexDigits.has(this.buffer[i + 2]))
              ch = this.buffer[(i += 3)];
            else break;
          return yield* this.pushToIndex(i, !1);
        }
      }
      *pushNewline() {
        const ch = this.buffer[this.pos];
        if (
          ch ===
          `
`
        )
          return yield* this.pushCount(1);
        else if (
          ch === "\r" &&
          this.charAt(1) ===
            `
`
        )
          return yield* this.pushCount(2);
        else return 0;
      }
      *pushSpaces(allowTabs) {
        let i = this.pos - 1,
          ch;
        do ch = this.buffer[++i];
        while (ch === " " || (allowTabs && ch === "\t"));
        const n = i - this.pos;
        if (n > 0) yield this.buffer.substr(this.pos, n), (this.pos = i);
        return n;
      }
      *pushUntil(test) {
        let i = this.pos,
          ch = this.buffer[i];
        while (!test(ch)) ch = this.buffer[++i];
        return yield* this.pushToIndex(i, !1);
      }
    }
    exports2.Lexer = Lexer;
  });
  var require_line_counter = __commonJS((exports2) => {
    class LineCounter {
      constructor() {
        (this.lineStarts = []),
          (this.addNewLine = (offset) => this.lineStarts.push(offset)),
          (this.linePos = (offset) => {
            let low = 0,
              high = this.lineStarts.length;
            while (low < high) {
              const mid = (low + high) >> 1;
              if (this.lineStarts[mid] < offset) low = mid + 1;
              else high = mid;
            }
            if (this.lineStarts[low] === offset) return { line: low + 1, col: 1 };
            if (low === 0) return { line: 0, col: offset };
            const start = this.lineStarts[low - 1];
            return { line: low, col: offset - start + 1 };
          });
      }
    }
    exports2.LineCounter = LineCounter;
  });
  var require_parser = __commonJS((exports2) => {
    var node_process = require("process"),
      cst = require_cst(),
      lexer = require_lexer();
    function includesToken(list, type) {
      for (let i = 0; i < list.length; ++i) if (list[i].type === type) return !0;
      return !1;
    }
    function findNonEmptyIndex(list) {
      for (let i = 0; i < list.length; ++i)
        switch (list[i].type) {
          case "space":
          case "comment":
          case "newline":
            break;
          default:
            return i;
        }
      return -1;
    }
    function isFlowToken(token) {
      switch (token?.type) {
        case "alias":
        case "scalar":
        case "single-quoted-scalar":
        case "double-quoted-scalar":
        case "flow-collection":
          return !0;
        default:
          return !1;
      }
    }
    function getPrevProps(parent) {
      switch (parent.type) {
        case "document":
          return parent.start;
        case "block-map": {
          const it = parent.items[parent.items.length - 1];
          return it.sep ?? it.start;
        }
        case "block-seq":
          return parent.items[parent.items.length - 1].start;
        default:
          return [];
      }
    }
    function getFirstKeyStartProps(prev) {
      if (prev.length === 0) return [];
      let i = prev.length;
      loop: while (--i >= 0)
        switch (prev[i].type) {
          case "doc-start":
          case "explicit-key-ind":
          case "map-value-ind":
          case "seq-item-ind":
          case "newline":
            break loop;
        }
      while (prev[++i]?.type === "space");
      return prev.splice(i, prev.length);
    }
    function arrayPushArray(target, source) {
      if (source.length < 1e5) Array.prototype.push.apply(target, source);
      else for (let i = 0; i < source.length; ++i) target.push(source[i]);
    }
    function fixFlowSeqItems(fc) {
      if (fc.start.type === "flow-seq-start") {
        for (const it of fc.items)
          if (
            it.sep &&
            !it.value &&
            !includesToken(it.start, "explicit-key-ind") &&
            !includesToken(it.sep, "map-value-ind")
          ) {
            if (it.key) it.value = it.key;
            if ((delete it.key, isFlowToken(it.value)))
              if (it.value.end) arrayPushArray(it.value.end, it.sep);
              else it.value.end = it.sep;
            else arrayPushArray(it.start, it.sep);
            delete it.sep;
          }
      }
    }
    class Parser {
      constructor(onNewLine) {
        (this.atNewLine = !0),
          (this.atScalar = !1),
          (this.indent = 0),
          (this.offset = 0),
          (this.onKeyLine = !1),
          (this.stack = []),
          (this.source = ""),
          (this.type = ""),
          (this.lexer = new lexer.Lexer()),
          (this.onNewLine = onNewLine);
      }
      *parse(source, incomplete = !1) {
        if (this.onNewLine && this.offset === 0) this.onNewLine(0);
        for (const lexeme of this.lexer.lex(source, incomplete)) yield* this.next(lexeme);
        if (!incomplete) yield* this.end();
      }
      *next(source) {
        if (((this.source = source), node_process.env.LOG_TOKENS)) console.log("|", cst.prettyToken(source));
        if (this.atScalar) {
          (this.atScalar = !1), yield* this.step(), (this.offset += source.length);
          return;
        }
        const type = cst.tokenType(source);
        if (!type) {
          const message = `Not a YAML token: ${source}`;
          yield* this.pop({ type: "error", offset: this.offset, message, source }),
            (this.offset += source.length);
        } else if (type === "scalar") (this.atNewLine = !1), (this.atScalar = !0), (this.type = "scalar");
        else {
          switch (((this.type = type), yield* this.step(), type)) {
            case "newline":
              if (((this.atNewLine = !0), (this.indent = 0), this.onNewLine))
                this.onNewLine(this.offset + source.length);
              break;
            case "space":
              if (this.atNewLine && source[0] === " ") this.indent += source.length;
              break;
            case "explicit-key-ind":
            case "map-value-ind":
            case "seq-item-ind":
              if (this.atNewLine) this.indent += source.length;
              break;
            case "doc-mode":
            case "flow-error-end":
              return;
            default:
              this.atNewLine = !1;
          }
          this.offset += source.length;
        }
      }
      *end() {
        while (this.stack.length > 0) yield* this.pop();
      }
      get sourceToken() {
        return { type: this.type, offset: this.offset, indent: this.indent, source: this.source };
      }
      *step() {
        const top = this.peek(1);
        if (this.type === "doc-end" && top?.type !== "doc-end") {
          while (this.stack.length > 0) yield* this.pop();
          this.stack.push({ type: "doc-end", offset: this.offset, source: this.source });
          return;
        }
        if (!top) return yield* this.stream();
        switch (top.type) {
          case "document":
            return yield* this.document(top);
          case "alias":
          case "scalar":
          case "single-quoted-scalar":
          case "double-quoted-scalar":
            return yield* this.scalar(top);
          case "block-scalar":
            return yield* this.blockScalar(top);
          case "block-map":
            return yield* this.blockMap(top);
          case "block-seq":
            return yield* this.blockSequence(top);
          case "flow-collection":
            return yield* this.flowCollection(top);
          case "doc-end":
            return yield* this.documentEnd(top);
        }
        yield* this.pop();
      }
      peek(n) {
        return this.stack[this.stack.length - n];
      }
      *pop(error) {
        const token = error ?? this.stack.pop();
        if (!token)
          yield { type: "error", offset: this.offset, source: "", message: "Tried to pop an empty stack" };
        else if (this.stack.length === 0) yield token;
        else {
          const top = this.peek(1);
          if (token.type === "block-scalar") token.indent = "indent" in top ? top.indent : 0;
          else if (token.type === "flow-collection" && top.type === "document") token.indent = 0;
          if (token.type === "flow-collection") fixFlowSeqItems(token);
          switch (top.type) {
            case "document":
              top.value = token;
              break;
            case "block-scalar":
              top.props.push(token);
              break;
            case "block-map": {
              const it = top.items[top.items.length - 1];
              if (it.value) {
                top.items.push({ start: [], key: token, sep: [] }), (this.onKeyLine = !0);
                return;
              } else if (it.sep) it.value = token;
              else {
                Object.assign(it, { key: token, sep: [] }), (this.onKeyLine = !it.explicitKey);
                return;
              }
              break;
            }
            case "block-seq": {
              const it = top.items[top.items.length - 1];
              if (it.value) top.items.push({ start: [], value: token });
              else it.value = token;
              break;
            }
            case "flow-collection": {
              const it = top.items[top.items.length - 1];
              if (!it || it.value) top.items.push({ start: [], key: token, sep: [] });
              else if (it.sep) it.value = token;
              else Object.assign(it, { key: token, sep: [] });
              return;
            }
            default:
              yield* this.pop(), yield* this.pop(token);
          }
          if (
            (top.type === "document" || top.type === "block-map" || top.type === "block-seq") &&
            (token.type === "block-map" || token.type === "block-seq")
          ) {
            const last = token.items[token.items.length - 1];
            if (
              last &&
              !last.sep &&
              !last.value &&
              last.start.length > 0 &&
              findNonEmptyIndex(last.start) === -1 &&
              (token.indent === 0 ||
                last.start.every((st) => st.type !== "comment" || st.indent < token.indent))
            ) {
              if (top.type === "document") top.end = last.start;
              else top.items.push({ start: last.start });
              token.items.splice(-1, 1);
            }
          }
        }
      }
      *stream() {
        switch (this.type) {
          case "directive-line":
            yield { type: "directive", offset: this.offset, source: this.source };
            return;
          case "byte-order-mark":
          case "space":
          case "comment":
          case "newline":
            yield this.sourceToken;
            return;
          case "doc-mode":
          case "doc-start": {
            const doc = { type: "document", offset: this.offset, start: [] };
            if (this.type === "doc-start") doc.start.push(this.sourceToken);
            this.stack.push(doc);
            return;
          }
        }
        yield {
          type: "error",
          offset: this.offset,
          message: `Unexpected ${this.type} token in YAML stream`,
          source: this.source,
        };
      }
      *document(doc) {
        if (doc.value) return yield* this.lineEnd(doc);
        switch (this.type) {
          case "doc-start": {
            if (findNonEmptyIndex(doc.start) !== -1) yield* this.pop(), yield* this.step();
            else doc.start.push(this.sourceToken);
            return;
          }
          case "anchor":
          case "tag":
          case "space":
          case "comment":
          case "newline":
            doc.start.push(this.sourceToken);
            return;
        }
        const bv = this.startBlockValue(doc);
        if (bv) this.stack.push(bv);
        else
          yield {
            type: "error",
            offset: this.offset,
            message: `Unexpected ${this.type} token in YAML document`,
            source: this.source,
          };
      }
      *scalar(scalar) {
        if (this.type === "map-value-ind") {
          let prev = getPrevProps(this.peek(2)),
            start = getFirstKeyStartProps(prev),
            sep;
          if (scalar.end) (sep = scalar.end), sep.push(this.sourceToken), delete scalar.end;
          else sep = [this.sourceToken];
          const map = {
            type: "block-map",
            offset: scalar.offset,
            indent: scalar.indent,
            items: [{ start, key: scalar, sep }],
          };
          (this.onKeyLine = !0), (this.stack[this.stack.length - 1] = map);
        } else yield* this.lineEnd(scalar);
      }
      *blockScalar(scalar) {
        switch (this.type) {
          case "space":
          case "comment":
          case "newline":
            scalar.props.push(this.sourceToken);
            return;
          case "scalar":
            if (((scalar.source = this.source), (this.atNewLine = !0), (this.indent = 0), this.onNewLine)) {
              let nl =
                this.source.indexOf(`
`) + 1;
              while (nl !== 0)
                this.onNewLine(this.offset + nl),
                  (nl =
                    this.source.indexOf(
                      `
`,
                      nl,
                    ) + 1);
            }
            yield* this.pop();
            break;
          default:
            yield* this.pop(), yield* this.step();
        }
      }
      *blockMap(map) {
        const it = map.items[map.items.length - 1];
        switch (this.type) {
          case "newline":
            if (((this.onKeyLine = !1), it.value)) {
              const end = "end" in it.value ? it.value.end : void 0;
              if ((Array.isArray(end) ? end[end.length - 1] : void 0)?.type === "comment")
                end?.push(this.sourceToken);
              else map.items.push({ start: [this.sourceToken] });
            } else if (it.sep) it.sep.push(this.sourceToken);
            else it.start.push(this.sourceToken);
            return;
          case "space":
          case "comment":
            if (it.value) map.items.push({ start: [this.sourceToken] });
            else if (it.sep) it.sep.push(this.sourceToken);
            else {
              if (this.atIndentedComment(it.start, map.indent)) {
                const end = map.items[map.items.length - 2]?.value?.end;
                if (Array.isArray(end)) {
                  arrayPushArray(end, it.start), end.push(this.sourceToken), map.items.pop();
                  return;
                }
              }
              it.start.push(this.sourceToken);
            }
            return;
        }
        if (this.indent >= map.indent) {
          let atMapIndent = !this.onKeyLine && this.indent === map.indent,
            atNextItem = atMapIndent && (it.sep || it.explicitKey) && this.type !== "seq-item-ind",
            start = [];
          if (atNextItem && it.sep && !it.value) {
            const nl = [];
            for (let i = 0; i < it.sep.length; ++i) {
              const st = it.sep[i];
              switch (st.type) {
                case "newline":
                  nl.push(i);
                  break;
                case "space":
                  break;
                case "comment":
                  if (st.indent > map.indent) nl.length = 0;
                  break;
                default:
                  nl.length = 0;
              }
            }
            if (nl.length >= 2) start = it.sep.splice(nl[1]);
          }
          switch (this.type) {
            case "anchor":
            case "tag":
              if (atNextItem || it.value)
                start.push(this.sourceToken), map.items.push({ start }), (this.onKeyLine = !0);
              else if (it.sep) it.sep.push(this.sourceToken);
              else it.start.push(this.sourceToken);
              return;
            case "explicit-key-ind":
              if (!it.sep && !it.explicitKey) it.start.push(this.sourceToken), (it.explicitKey = !0);
              else if (atNextItem || it.value)
                start.push(this.sourceToken), map.items.push({ start, explicitKey: !0 });
              else
                this.stack.push({
                  type: "block-map",
                  offset: this.offset,
                  indent: this.indent,
                  items: [{ start: [this.sourceToken], explicitKey: !0 }],
                });
              this.onKeyLine = !0;
              return;
            case "map-value-ind":
              if (it.explicitKey)
                if (!it.sep)
                  if (includesToken(it.start, "newline"))
                    Object.assign(it, { key: null, sep: [this.sourceToken] });
                  else {
                    const start = getFirstKeyStartProps(it.start);
                    this.stack.push({
                      type: "block-map",
                      offset: this.offset,
                      indent: this.indent,
                      items: [{ start, key: null, sep: [this.sourceToken] }],
                    });
                  }
                else if (it.value) map.items.push({ start: [], key: null, sep: [this.sourceToken] });
                else if (includesToken(it.sep, "map-value-ind"))
                  this.stack.push({
                    type: "block-map",
                    offset: this.offset,
                    indent: this.indent,
                    items: [{ start, key: null, sep: [this.sourceToken] }],
                  });
                else if (isFlowToken(it.key) && !includesToken(it.sep, "newline")) {
                  const start = getFirstKeyStartProps(it.start),
                    { key, sep } = it;
                  sep.push(this.sourceToken),
                    delete it.key,
                    delete it.sep,
                    this.stack.push({
                      type: "block-map",
                      offset: this.offset,
                      indent: this.indent,
                      items: [{ start, key, sep }],
                    });
                } else if (start.length > 0) it.sep = it.sep.concat(start, this.sourceToken);
                else it.sep.push(this.sourceToken);
              else if (!it.sep) Object.assign(it, { key: null, sep: [this.sourceToken] });
              else if (it.value || atNextItem) map.items.push({ start, key: null, sep: [this.sourceToken] });
              else if (includesToken(it.sep, "map-value-ind"))
                this.stack.push({
                  type: "block-map",
                  offset: this.offset,
                  indent: this.indent,
                  items: [{ start: [], key: null, sep: [this.sourceToken] }],
                });
              else it.sep.push(this.sourceToken);
              this.onKeyLine = !0;
              return;
            case "alias":
            case "scalar":
            case "single-quoted-scalar":
            case "double-quoted-scalar": {
              const fs = this.flowScalar(this.type);
              if (atNextItem || it.value) map.items.push({ start, key: fs, sep: [] }), (this.onKeyLine = !0);
              else if (it.sep) this.stack.push(fs);
              else Object.assign(it, { key: fs, sep: [] }), (this.onKeyLine = !0);
              return;
            }
            default: {
              const bv = this.startBlockValue(map);
              if (bv) {
                if (bv.type === "block-seq") {
                  if (!it.explicitKey && it.sep && !includesToken(it.sep, "newline")) {
                    yield* this.pop({
                      type: "error",
                      offset: this.offset,
                      message: "Unexpected block-seq-ind on same line with key",
                      source: this.source,
                    });
                    return;
                  }
                } else if (atMapIndent) map.items.push({ start });
                this.stack.push(bv);
                return;
              }
            }
          }
        }
        yield* this.pop(), yield* this.step();
      }
      *blockSequence(seq) {
        const it = seq.items[seq.items.length - 1];
        switch (this.type) {
          case "newline":
            if (it.value) {
              const end = "end" in it.value ? it.value.end : void 0;
              if ((Array.isArray(end) ? end[end.length - 1] : void 0)?.type === "comment")
                end?.push(this.sourceToken);
              else seq.items.push({ start: [this.sourceToken] });
            } else it.start.push(this.sourceToken);
            return;
          case "space":
          case "comment":
            if (it.value) seq.items.push({ start: [this.sourceToken] });
            else {
              if (this.atIndentedComment(it.start, seq.indent)) {
                const end = seq.items[seq.items.length - 2]?.value?.end;
                if (Array.isArray(end)) {
                  arrayPushArray(end, it.start), end.push(this.sourceToken), seq.items.pop();
                  return;
                }
              }
              it.start.push(this.sourceToken);
            }
            return;
          case "anchor":
          case "tag":
            if (it.value || this.indent <= seq.indent) break;
            it.start.push(this.sourceToken);
            return;
          case "seq-item-ind":
            if (this.indent !== seq.indent) break;
            if (it.value || includesToken(it.start, "seq-item-ind"))
              seq.items.push({ start: [this.sourceToken] });
            else it.start.push(this.sourceToken);
            return;
        }
        if (this.indent > seq.indent) {
          const bv = this.startBlockValue(seq);
          if (bv) {
            this.stack.push(bv);
            return;
          }
        }
        yield* this.pop(), yield* this.step();
      }
      *flowCollection(fc) {
        const it = fc.items[fc.items.length - 1];
        if (this.type === "flow-error-end") {
          let top;
          do yield* this.pop(), (top = this.peek(1));
          while (top?.type === "flow-collection");
        } else if (fc.end.length === 0) {
          switch (this.type) {
            case "comma":
            case "explicit-key-ind":
              if (!it || it.sep) fc.items.push({ start: [this.sourceToken] });
              else it.start.push(this.sourceToken);
              return;
            case "map-value-ind":
              if (!it || it.value) fc.items.push({ start: [], key: null, sep: [this.sourceToken] });
              else if (it.sep) it.sep.push(this.sourceToken);
              else Object.assign(it, { key: null, sep: [this.sourceToken] });
              return;
            case "space":
            case "comment":
            case "newline":
            case "anchor":
            case "tag":
              if (!it || it.value) fc.items.push({ start: [this.sourceToken] });
              else if (it.sep) it.sep.push(this.sourceToken);
              else it.start.push(this.sourceToken);
              return;
            case "alias":
            case "scalar":
            case "single-quoted-scalar":
            case "double-quoted-scalar": {
              const fs = this.flowScalar(this.type);
              if (!it || it.value) fc.items.push({ start: [], key: fs, sep: [] });
              else if (it.sep) this.stack.push(fs);
              else Object.assign(it, { key: fs, sep: [] });
              return;
            }
            case "flow-map-end":
            case "flow-seq-end":
              fc.end.push(this.sourceToken);
              return;
          }
          const bv = this.startBlockValue(fc);
          if (bv) this.stack.push(bv);
          else yield* this.pop(), yield* this.step();
        } else {
          const parent = this.peek(2);
          if (
            parent.type === "block-map" &&
            ((this.type === "map-value-ind" && parent.indent === fc.indent) ||
              (this.type === "newline" && !parent.items[parent.items.length - 1].sep))
          )
            yield* this.pop(), yield* this.step();
          else if (this.type === "map-value-ind" && parent.type !== "flow-collection") {
            const prev = getPrevProps(parent),
              start = getFirstKeyStartProps(prev);
            fixFlowSeqItems(fc);
            const sep = fc.end.splice(1, fc.end.length);
            sep.push(this.sourceToken);
            const map = {
              type: "block-map",
              offset: fc.offset,
              indent: fc.indent,
              items: [{ start, key: fc, sep }],
            };
            (this.onKeyLine = !0), (this.stack[this.stack.length - 1] = map);
          } else yield* this.lineEnd(fc);
        }
      }
      flowScalar(type) {
        if (this.onNewLine) {
          let nl =
            this.source.indexOf(`
`) + 1;
          while (nl !== 0)
            this.onNewLine(this.offset + nl),
              (nl =
                this.source.indexOf(
                  `
`,
                  nl,
                ) + 1);
        }
        return { type, offset: this.offset, indent: this.indent, source: this.source };
      }
      startBlockValue(parent) {
        switch (this.type) {
          case "alias":
          case "scalar":
          case "single-quoted-scalar":
          case "double-quoted-scalar":
            return this.flowScalar(this.type);
          case "block-scalar-header":
            return {
              type: "block-scalar",
              offset: this.offset,
              indent: this.indent,
              props: [this.sourceToken],
              source: "",
            };
          case "flow-map-start":
          case "flow-seq-start":
            return {
              type: "flow-collection",
              offset: this.offset,
              indent: this.indent,
              start: this.sourceToken,
              items: [],
              end: [],
            };
          case "seq-item-ind":
            return {
              type: "block-seq",
              offset: this.offset,
              indent: this.indent,
              items: [{ start: [this.sourceToken] }],
            };
          case "explicit-key-ind": {
            this.onKeyLine = !0;
            const prev = getPrevProps(parent),
              start = getFirstKeyStartProps(prev);
            return (
              start.push(this.sourceToken),
              {
                type: "block-map",
                offset: this.offset,
                indent: this.indent,
                items: [{ start, explicitKey: !0 }],
              }
            );
          }
          case "map-value-ind": {
            this.onKeyLine = !0;
            const prev = getPrevProps(parent),
              start = getFirstKeyStartProps(prev);
            return {
              type: "block-map",
              offset: this.offset,
              indent: this.indent,
              items: [{ start, key: null, sep: [this.sourceToken] }],
            };
          }
        }
        return null;
      }
      atIndentedComment(start, indent) {
        if (this.type !== "comment") return !1;
        if (this.indent <= indent) return !1;
        return start.every((st) => st.type === "newline" || st.type === "space");
      }
      *documentEnd(docEnd) {
        if (this.type !== "doc-mode") {
          if (docEnd.end) docEnd.end.push(this.sourceToken);
          else docEnd.end = [this.sourceToken];
          if (this.type === "newline") yield* this.pop();
        }
      }
      *lineEnd(token) {
        switch (this.type) {
          case "comma":
          case "doc-start":
          case "doc-end":
          case "flow-seq-end":
          case "flow-map-end":
          case "map-value-ind":
            yield* this.pop(), yield* this.step();
            break;
          case "newline":
            this.onKeyLine = !1;
          case "space":
          case "comment":
          default:
            if (token.end) token.end.push(this.sourceToken);
            else token.end = [this.sourceToken];
            if (this.type === "newline") yield* this.pop();
        }
      }
    }
    exports2.Parser = Parser;
  });
  var require_public_api = __commonJS((exports2) => {
    var composer = require_composer(),
      Document = require_Document(),
      errors = require_errors(),
      log = require_log(),
      identity = require_identity(),
      lineCounter = require_line_counter(),
      parser = require_parser();
    function parseOptions(options) {
      const prettyErrors = options.prettyErrors !== !1;
      return {
        lineCounter: options.lineCounter || (prettyErrors && new lineCounter.LineCounter()) || null,
        prettyErrors,
      };
    }
    function parseAllDocuments(source, options = {}) {
      const { lineCounter, prettyErrors } = parseOptions(options),
        parser$1 = new parser.Parser(lineCounter?.addNewLine),
        composer$1 = new composer.Composer(options),
        docs = Array.from(composer$1.compose(parser$1.parse(source)));
      if (prettyErrors && lineCounter)
        for (const doc of docs)
          doc.errors.forEach(errors.prettifyError(source, lineCounter)),
            doc.warnings.forEach(errors.prettifyError(source, lineCounter));
      if (docs.length > 0) return docs;
      return Object.assign([], { empty: !0 }, composer$1.streamInfo());
    }
    function parseDocument(source, options = {}) {
      let { lineCounter, prettyErrors } = parseOptions(options),
        parser$1 = new parser.Parser(lineCounter?.addNewLine),
        composer$1 = new composer.Composer(options),
        doc = null;
      for (const _doc of composer$1.compose(parser$1.parse(source), !0, source.length))
        if (!doc) doc = _doc;
        else if (doc.options.logLevel !== "silent") {
          doc.errors.push(
            new errors.YAMLParseError(
              _doc.range.slice(0, 2),
              "MULTIPLE_DOCS",
              "Source contains multiple documents; please use YAML.parseAllDocuments()",
            ),
          );
          break;
        }
      if (prettyErrors && lineCounter)
        doc.errors.forEach(errors.prettifyError(source, lineCounter)),
          doc.warnings.forEach(errors.prettifyError(source, lineCounter));
      return doc;
    }
    function parse(src, reviver, options) {
      let _reviver = void 0;
      if (typeof reviver === "function") _reviver = reviver;
      else if (options === void 0 && reviver && typeof reviver === "object") options = reviver;
      const doc = parseDocument(src, options);
      if (!doc) return null;
      if ((doc.warnings.forEach((warning) => log.warn(doc.options.logLevel, warning)), doc.errors.length > 0))
        if (doc.options.logLevel !== "silent") throw doc.errors[0];
        else doc.errors = [];
      return doc.toJS(Object.assign({ reviver: _reviver }, options));
    }
    function stringify(value, replacer, options) {
      let _replacer = null;
      if (typeof replacer === "function" || Array.isArray(replacer)) _replacer = replacer;
      else if (options === void 0 && replacer) options = replacer;
      if (typeof options === "string") options = options.length;
      if (typeof options === "number") {
        const indent = Math.round(options);
        options = indent < 1 ? void 0 : indent > 8 ? { indent: 8 } : { indent };
      }
      if (value === void 0) {
        const { keepUndefined } = options ?? replacer ?? {};
        if (!keepUndefined) return;
      }
      if (identity.isDocument(value) && !_replacer) return value.toString(options);
      return new Document.Document(value, _replacer, options).toString(options);
    }
    exports2.parse = parse;
    exports2.parseAllDocuments = parseAllDocuments;
    exports2.parseDocument = parseDocument;
    exports2.stringify = stringify;
  });
  var require_dist = __commonJS((exports2) => {
    var composer = require_composer(),
      Document = require_Document(),
      Schema = require_Schema(),
      errors = require_errors(),
      Alias = require_Alias(),
      identity = require_identity(),
      Pair = require_Pair(),
      Scalar = require_Scalar(),
      YAMLMap = require_YAMLMap(),
      YAMLSeq = require_YAMLSeq(),
      cst = require_cst(),
      lexer = require_lexer(),
      lineCounter = require_line_counter(),
      parser = require_parser(),
      publicApi = require_public_api(),
      visit = require_visit();
    exports2.Composer = composer.Composer;
    exports2.Document = Document.Document;
    exports2.Schema = Schema.Schema;
    exports2.YAMLError = errors.YAMLError;
    exports2.YAMLParseError = errors.YAMLParseError;
    exports2.YAMLWarning = errors.YAMLWarning;
    exports2.Alias = Alias.Alias;
    exports2.isAlias = identity.isAlias;
    exports2.isCollection = identity.isCollection;
    exports2.isDocument = identity.isDocument;
    exports2.isMap = identity.isMap;
    exports2.isNode = identity.isNode;
    exports2.isPair = identity.isPair;
    exports2.isScalar = identity.isScalar;
    exports2.isSeq = identity.isSeq;
    exports2.Pair = Pair.Pair;
    exports2.Scalar = Scalar.Scalar;
    exports2.YAMLMap = YAMLMap.YAMLMap;
    exports2.YAMLSeq = YAMLSeq.YAMLSeq;
    exports2.CST = cst;
    exports2.Lexer = lexer.Lexer;
    exports2.LineCounter = lineCounter.LineCounter;
    exports2.Parser = parser.Parser;
    exports2.parse = publicApi.parse;
    exports2.parseAllDocuments = publicApi.parseAllDocuments;
    exports2.parseDocument = publicApi.parseDocument;
    exports2.stringify = publicApi.stringify;
    exports2.visit = visit.visit;
    exports2.visitAsync = visit.visitAsync;
  });
  var exports_heavy_22607 = {};
  __export(exports_heavy_22607, {
    analyseBundle: () => analyseBundle,
    buildBundle: () => buildBundle,
    mapStack: () => mapStack,
    parseSidecar: () => parseSidecar,
    parseStrictYaml: () => parseStrictYaml,
    roleChecker: () => roleChecker,
  });
  module.exports = __toCommonJS(exports_heavy_22607);
  var BUILD_HINT = "uncaged-workflow build <entry.ts>";
  function problemAt(position, message, more = {}) {
    return {
      code: more.code ?? "BUNDLE_INVALID",
      message,
      ...(position === null ? {} : { line: position.line, column: position.column }),
      ...(more.hint === void 0 ? {} : { hint: more.hint }),
    };
  }
  function startOf(node) {
    return node.loc == null ? null : fromAcorn(node.loc.start);
  }
  function fromAcorn(position) {
    return { line: position.line, column: position.column + 1 };
  }
  function askBun(text) {
    try {
      return (new Bun.Transpiler({ loader: "js" }).scan(text), []);
    } catch (error) {
      return (error instanceof AggregateError ? error.errors : [error]).map((failure) => {
        const { message, position } = failure;
        return problemAt(position ?? null, `Bun cannot read the file: ${message ?? String(failure)}`);
      });
    }
  }
  var COMMON_JS = {
    require: "require loads code at run time, and does not exist in a module",
    module: "module belongs to CommonJS and does not exist in a module",
    exports: "exports belongs to CommonJS and does not exist in a module",
    __dirname: "__dirname belongs to CommonJS; use import.meta.dirname",
    __filename: "__filename belongs to CommonJS; use import.meta.filename",
  };
  function globalChecker(scope, report) {
    return {
      check(node, place) {
        if (node.type === "Identifier") {
          const reason =
            scope.free.has(node) && Object.hasOwn(COMMON_JS, node.name) ? COMMON_JS[node.name] : void 0;
          if (reason !== void 0) report(node, reason);
        } else if (node.type === "CallExpression" || node.type === "NewExpression") {
          if (!place.isGuarded) refuseCodeFromString(node, node.callee, scope, report);
        }
      },
    };
  }
  function refuseCodeFromString(node, callee, scope, report) {
    if (callee.type !== "Identifier" || !scope.free.has(callee)) return;
    if (callee.name === "eval")
      report(node, "eval() runs code from a string, which the worker does not allow");
    if (callee.name === "Function")
      report(node, "Function() makes code from a string, which the worker does not allow");
  }
  var CONSTANTS = new Set(["undefined", "NaN", "Infinity"]);
  function capabilitiesOf(scope) {
    const names = new Set();
    for (const node of scope.free)
      if (node.type === "Identifier" && !CONSTANTS.has(node.name)) names.add(node.name);
    return [...names].sort();
  }
  var import_node_module = require("module"),
    NOT_FOR_BUNDLES = new Set(["undici", "ws", "module"]),
    PREFIX_ONLY = ["sqlite", "test"],
    BARE = new Set(
      import_node_module.builtinModules.filter(
        (name) => !name.includes(":") && name !== "bun" && !NOT_FOR_BUNDLES.has(name),
      ),
    ),
    PREFIXED = new Set([...BARE, ...PREFIX_ONLY].map((name) => `node:${name}`));
  function nodeBuiltin(specifier) {
    if (PREFIXED.has(specifier)) return specifier;
    return BARE.has(specifier) ? `node:${specifier}` : null;
  }
  function importChecker(report) {
    const imports = new Set(),
      judged = new Set();
    return {
      imports,
      check(node) {
        switch (node.type) {
          case "ImportDeclaration":
          case "ExportAllDeclaration":
          case "ExportNamedDeclaration":
            checkStatement(node, imports, report);
            break;
          case "ImportExpression":
            report(node, "import() is not accepted: a bundle is one file, complete when it is added");
            break;
          case "MemberExpression": {
            if (!isImportMeta(node.object)) break;
            judged.add(node.object);
            const refusal = checkMetaProperty(node);
            if (refusal !== null) report(node, refusal);
            break;
          }
          case "MetaProperty":
            if (isImportMeta(node) && !judged.has(node))
              report(node, `import.meta is not accepted by itself: ${META}`);
        }
      },
    };
  }
  var META = "only import.meta.url, .dirname and .filename may be read",
    META_ALLOWED = new Set(["url", "dirname", "filename"]);
  function checkStatement(node, imports, report) {
    if (node.source == null) return;
    const specifier = String(node.source.value);
    if (node.attributes.length > 0)
      report(
        node.attributes[0],
        "import attributes (with { ... }) are not accepted: they load data or macros",
      );
    const builtin = nodeBuiltin(specifier);
    if (builtin !== null) imports.add(builtin);
    else report(node, ...whyRefused(specifier));
  }
  function whyRefused(specifier) {
    const quoted = JSON.stringify(specifier);
    if (specifier === "@uncaged/workflow" || specifier.startsWith("@uncaged/workflow/"))
      return [`${quoted} must be built into the bundle first`, BUILD_HINT];
    if (/^(node:)?module$/.test(specifier))
      return [`${quoted} is not accepted: it gives require back, which loads files`];
    if (/^(bun:.*|(node:)?(bun|undici|ws))$/.test(specifier))
      return [`${quoted} is part of Bun, not of Node; a bundle imports Node built-ins only`];
    if (/^[a-z][a-z0-9+.-]*:/i.test(specifier))
      return [`${quoted} is not a Node built-in; a bundle imports nothing else`];
    const what = /^(\/|\.{1,2}(\/|$))/.test(specifier) ? "a file" : "a package";
    return [`${quoted} is ${what}; a bundle imports Node built-ins only, all else is built in`, BUILD_HINT];
  }
  function isImportMeta(node) {
    return node.type === "MetaProperty" && node.meta.name === "import";
  }
  function checkMetaProperty({ computed, property }) {
    if (computed || property.type !== "Identifier") return `import.meta[...] is not accepted: ${META}`;
    return META_ALLOWED.has(property.name) ? null : `import.meta.${property.name} is not accepted: ${META}`;
  }
  function walkTree(root, visit) {
    const stack = [{ node: root, place: { isInFunction: !1, isGuarded: !1 } }];
    for (let next = stack.pop(); next !== void 0; next = stack.pop()) {
      visit(next.node, next.place);
      const children = childrenOf(next.node);
      for (let i = children.length - 1; i >= 0; i--) {
        const node = children[i];
        stack.push({ node, place: placeOf(node, next.node, next.place) });
      }
    }
  }
  function childrenOf(node) {
    const children = [];
    for (const value of Object.values(node))
      for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) children.push(item);
    return children;
  }
  function isNode(value) {
    return typeof value === "object" && value !== null && typeof value.type === "string";
  }
  function placeOf(node, parent, place) {
    switch (parent.type) {
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        return { isInFunction: !0, isGuarded: !1 };
      case "TryStatement":
        return parent.handler != null && node === parent.block ? { ...place, isGuarded: !0 } : place;
      default:
        return place;
    }
  }
  function checkCode(tree, scope) {
    let problems = [],
      report = (node, message, hint) => problems.push(problemAt(startOf(node), message, { hint })),
      imports = importChecker(report),
      globals = globalChecker(scope, report),
      readsSteps = !1;
    return (
      walkTree(tree, (node, place) => {
        if ((imports.check(node), globals.check(node, place), waitsAtImport(node, place)))
          report(
            node,
            "await outside a function is not accepted: a bundle that waits while it is loaded can hang its worker",
          );
        if (node.type === "Program")
          for (const thrown of throwsAtImport(node.body))
            report(thrown, "the bundle throws while it is loaded");
        readsSteps ||= isReadOfSteps(node);
      }),
      { problems, imports: [...imports.imports].sort(), readsSteps }
    );
  }
  function waitsAtImport(node, { isInFunction }) {
    if (isInFunction) return !1;
    return (
      node.type === "AwaitExpression" ||
      (node.type === "ForOfStatement" && node.await) ||
      (node.type === "VariableDeclaration" && node.kind === "await using")
    );
  }
  function throwsAtImport(body) {
    return body.flatMap((statement) => {
      if (statement.type === "BlockStatement") return throwsAtImport(statement.body);
      return statement.type === "ThrowStatement" ? [statement] : [];
    });
  }
  function isReadOfSteps(node) {
    if (node.type === "MemberExpression") return isSteps(node.property, node.computed);
    if (node.type !== "ObjectPattern") return !1;
    return node.properties.some(
      (property) => property.type === "Property" && isSteps(property.key, property.computed),
    );
  }
  function isSteps(key, isComputed) {
    if (key.type === "Literal") return key.value === "steps";
    if (key.type === "TemplateLiteral")
      return key.expressions.length === 0 && key.quasis[0]?.value.cooked === "steps";
    return !isComputed && key.type === "Identifier" && key.name === "steps";
  }
  function findExport(tree, name) {
    for (const statement of tree.body) {
      if (statement.type === "ExportDefaultDeclaration" && name === "default")
        return { kind: "value", node: statement.declaration };
      if (statement.type === "ExportAllDeclaration" && statement.exported != null) {
        if (nameOf(statement.exported) === name) return { kind: "from", node: statement };
      }
      if (statement.type === "ExportNamedDeclaration") {
        const found = findNamed(statement, name);
        if (found !== null) return found;
      }
    }
    return null;
  }
  function findNamed(statement, name) {
    for (const specifier of statement.specifiers)
      if (nameOf(specifier.exported) === name)
        return statement.source == null
          ? { kind: "local", name: nameOf(specifier.local), node: specifier }
          : { kind: "from", node: specifier };
    const { declaration } = statement;
    if (declaration == null) return null;
    return (
      declaration.type === "VariableDeclaration"
        ? declaration.declarations.some((declarator) => bindsName(declarator.id, name))
        : declaration.id.name === name
    )
      ? { kind: "local", name, node: declaration }
      : null;
  }
  function nameOf(node) {
    return node.type === "Identifier" ? node.name : String(node.value);
  }
  function bindsName(pattern, name) {
    switch (pattern.type) {
      case "Identifier":
        return pattern.name === name;
      case "ObjectPattern":
        return pattern.properties.some((property) =>
          bindsName(property.type === "RestElement" ? property.argument : property.value, name),
        );
      case "ArrayPattern":
        return pattern.elements.some((element) => element !== null && bindsName(element, name));
      case "RestElement":
        return bindsName(pattern.argument, name);
      case "AssignmentPattern":
        return bindsName(pattern.left, name);
      default:
        return !1;
    }
  }
  var WANTED = "a bundle's default export is a function that returns an async generator";
  function checkDefault(tree, scope) {
    const found = findExport(tree, "default");
    if (found === null) return [problemAt(null, `there is no default export; ${WANTED}`)];
    if (found.kind === "from")
      return [problemAt(startOf(found.node), `the default export comes from another module; ${WANTED}`)];
    const file = { scope, judged: new Map() },
      verdict = found.kind === "value" ? judge(found.node, file) : judgeName(found.name, file);
    return verdict === null
      ? []
      : [problemAt(startOf(found.node), `the default export is ${verdict}; ${WANTED}`)];
  }
  function judge(node, file) {
    switch (node.type) {
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        return node.generator && !node.async ? "a sync generator (function*), not async function*" : null;
      case "CallExpression":
      case "TaggedTemplateExpression":
      case "AwaitExpression":
      case "ImportExpression":
        return null;
      case "Identifier":
        return judgeName(node.name, file);
      case "MemberExpression":
        return judgeMember(node, file);
      case "ChainExpression":
        return judge(node.expression, file);
      case "ConditionalExpression":
        return judgeAny([node.consequent, node.alternate], file);
      case "LogicalExpression":
        return judgeAny([node.right, node.left], file);
      case "SequenceExpression":
        return judge(node.expressions[node.expressions.length - 1], file);
      case "AssignmentExpression":
        return judge(node.right, file);
      default:
        return WHAT_IT_IS[node.type] ?? "no function that can be seen in the file";
    }
  }
  function judgeAny(nodes, file) {
    const verdicts = nodes.map((node) => judge(node, file));
    return verdicts.includes(null) ? null : verdicts[0];
  }
  function judgeName(name, file) {
    return judgeOnce(name, file, () => judgeValues(name, file));
  }
  function judgeOnce(name, file, judgeIt) {
    const known = file.judged.get(name);
    if (known !== void 0) return known;
    file.judged.set(name, `${name}, which is defined by itself`);
    const verdict = judgeIt();
    return (file.judged.set(name, verdict), verdict);
  }
  function judgeValues(name, file) {
    const values = file.scope.valuesOf(name);
    if (values === null) return `${name}, which the file does not declare`;
    if (values.length === 0) return `${name}, which is never assigned`;
    const parts = values.filter((value) => value.isPart);
    if (parts.some((part) => part.node.type === "CallExpression")) return null;
    if (parts.length > 0) return UNSEEN;
    return judgeAny(
      values.map((value) => value.node),
      file,
    );
  }
  function judgeMember(node, file) {
    if (node.object.type === "CallExpression") return null;
    if (node.object.type !== "Identifier" || node.computed || node.property.type !== "Identifier")
      return UNSEEN;
    const { name } = node.object,
      key = node.property.name;
    return judgeOnce(`${name}.${key}`, file, () => judgeProperty(name, key, file));
  }
  function judgeProperty(name, key, file) {
    for (const { node, isPart } of file.scope.valuesOf(name) ?? []) {
      if (node.type === "CallExpression") return null;
      if (node.type !== "ObjectExpression" || isPart) continue;
      for (const property of node.properties)
        if (property.type === "Property" && property.key.type === "Identifier" && property.key.name === key)
          return property.computed ? UNSEEN : judge(property.value, file);
    }
    return UNSEEN;
  }
  var UNSEEN = "a part of something that cannot be seen in the file",
    WHAT_IT_IS = {
      ObjectExpression: "an object",
      NewExpression: "an object",
      ArrayExpression: "an array",
      ClassDeclaration: "a class",
      ClassExpression: "a class",
      Literal: "a literal",
      TemplateLiteral: "a string",
      ImportSpecifier: "taken from another module",
      ImportDefaultSpecifier: "taken from another module",
      ImportNamespaceSpecifier: "taken from another module",
    };
  function assert(condition, message = "Assertion failed.") {
    if (!condition) throw Error(message);
  }
  var import_estraverse = __toESM(require_estraverse(), 1);
  class Reference {
    constructor(ident, scope, flag, writeExpr, maybeImplicitGlobal, partial, init) {
      if (
        ((this.identifier = ident),
        (this.from = scope),
        (this.tainted = !1),
        (this.resolved = null),
        (this.flag = flag),
        this.isWrite())
      )
        (this.writeExpr = writeExpr), (this.partial = partial), (this.init = init);
      this.__maybeImplicitGlobal = maybeImplicitGlobal;
    }
    isStatic() {
      return !this.tainted && !!this.resolved && this.resolved.scope.isStatic();
    }
    isWrite() {
      return !!(this.flag & Reference.WRITE);
    }
    isRead() {
      return !!(this.flag & Reference.READ);
    }
    isReadOnly() {
      return this.flag === Reference.READ;
    }
    isWriteOnly() {
      return this.flag === Reference.WRITE;
    }
    isReadWrite() {
      return this.flag === Reference.RW;
    }
  }
  Reference.READ = 1;
  Reference.WRITE = 2;
  Reference.RW = 3;
  var reference_default = Reference;
  class Variable {
    constructor(name, scope) {
      (this.name = name),
        (this.identifiers = []),
        (this.references = []),
        (this.defs = []),
        (this.tainted = !1),
        (this.stack = !0),
        (this.scope = scope);
    }
  }
  Variable.CatchClause = "CatchClause";
  Variable.Parameter = "Parameter";
  Variable.FunctionName = "FunctionName";
  Variable.ClassName = "ClassName";
  Variable.Variable = "Variable";
  Variable.ImportBinding = "ImportBinding";
  Variable.ImplicitGlobalVariable = "ImplicitGlobalVariable";
  var variable_default = Variable;
  class Definition {
    constructor(type, name, node, parent, index, kind) {
      (this.type = type),
        (this.name = name),
        (this.node = node),
        (this.parent = parent),
        (this.index = index),
        (this.kind = kind);
    }
  }
  class ParameterDefinition extends Definition {
    constructor(name, node, index, rest) {
      super(variable_default.Parameter, name, node, null, index, null);
      this.rest = rest;
    }
  }
  var { Syntax } = import_estraverse.default;
  function isStrictScope(scope, block, isMethodDefinition) {
    let body;
    if (scope.upper && scope.upper.isStrict) return !0;
    if (isMethodDefinition) return !0;
    if (scope.type === "class" || scope.type === "module") return !0;
    if (scope.type === "block" || scope.type === "switch") return !1;
    if (scope.type === "function") {
      if (block.type === Syntax.ArrowFunctionExpression && block.body.type !== Syntax.BlockStatement)
        return !1;
      if (block.type === Syntax.Program) body = block;
      else body = block.body;
      if (!body) return !1;
    } else if (scope.type === "global") body = block;
    else return !1;
    for (let i = 0, iz = body.body.length; i < iz; ++i) {
      const stmt = body.body[i];
      if (typeof stmt.directive !== "string") break;
      if (stmt.directive === "use strict") return !0;
    }
    return !1;
  }
  function registerScope(scopeManager, scope) {
    scopeManager.scopes.push(scope);
    const scopes = scopeManager.__nodeToScope.get(scope.block);
    if (scopes) scopes.push(scope);
    else scopeManager.__nodeToScope.set(scope.block, [scope]);
  }
  class Scope {
    constructor(scopeManager, type, upperScope, block, isMethodDefinition) {
      if (
        ((this.type = type),
        (this.set = new Map()),
        (this.taints = new Map()),
        (this.dynamic = this.type === "global" || this.type === "with"),
        (this.block = block),
        (this.through = []),
        (this.variables = []),
        (this.references = []),
        (this.variableScope =
          this.type === "global" ||
          this.type === "module" ||
          this.type === "function" ||
          this.type === "class-field-initializer" ||
          this.type === "class-static-block"
            ? this
            : upperScope.variableScope),
        (this.functionExpressionScope = !1),
        (this.directCallToEvalScope = !1),
        (this.thisFound = !1),
        (this.__left = []),
        (this.upper = upperScope),
        (this.isStrict = scopeManager.isStrictModeSupported()
          ? isStrictScope(this, block, isMethodDefinition)
          : !1),
        (this.childScopes = []),
        this.upper)
      )
        this.upper.childScopes.push(this);
      (this.__declaredVariables = scopeManager.__declaredVariables), registerScope(scopeManager, this);
    }
    __shouldStaticallyClose(scopeManager) {
      return !this.dynamic || scopeManager.__isOptimistic() || this.type === "global";
    }
    __staticCloseRef(ref) {
      if (!this.__resolve(ref)) this.__delegateToUpperScope(ref);
    }
    __dynamicCloseRef(ref) {
      let current = this;
      do current.through.push(ref), (current = current.upper);
      while (current);
    }
    __close(scopeManager) {
      let closeRef;
      if (this.__shouldStaticallyClose(scopeManager)) closeRef = this.__staticCloseRef;
      else closeRef = this.__dynamicCloseRef;
      for (let i = 0, iz = this.__left.length; i < iz; ++i) {
        const ref = this.__left[i];
        closeRef.call(this, ref);
      }
      return ((this.__left = null), this.upper);
    }
    __isValidResolution(ref, variable) {
      return !0;
    }
    __resolve(ref) {
      const name = ref.identifier.name;
      if (!this.set.has(name)) return !1;
      const variable = this.set.get(name);
      if (!this.__isValidResolution(ref, variable)) return !1;
      if (
        (variable.references.push(ref),
        (variable.stack = variable.stack && ref.from.variableScope === this.variableScope),
        ref.tainted)
      )
        (variable.tainted = !0), this.taints.set(variable.name, !0);
      return ((ref.resolved = variable), !0);
    }
    __delegateToUpperScope(ref) {
      if (this.upper) this.upper.__left.push(ref);
      this.through.push(ref);
    }
    __addDeclaredVariablesOfNode(variable, node) {
      if (node === null || node === void 0) return;
      let variables = this.__declaredVariables.get(node);
      if (variables === null || variables === void 0)
        (variables = []), this.__declaredVariables.set(node, variables);
      if (!variables.includes(variable)) variables.push(variable);
    }
    __defineGeneric(name, set, variables, node, def) {
      let variable;
      if (((variable = set.get(name)), !variable))
        (variable = new variable_default(name, this)), set.set(name, variable), variables.push(variable);
      if (def)
        variable.defs.push(def),
          this.__addDeclaredVariablesOfNode(variable, def.node),
          this.__addDeclaredVariablesOfNode(variable, def.parent);
      if (node) variable.identifiers.push(node);
    }
    __define(node, def) {
      if (node && node.type === Syntax.Identifier)
        this.__defineGeneric(node.name, this.set, this.variables, node, def);
    }
    __referencing(node, assign, writeExpr, maybeImplicitGlobal, partial, init) {
      if (!node || (node.type !== Syntax.Identifier && node.type !== "JSXIdentifier")) return;
      if (node.name === "super") return;
      const ref = new reference_default(
        node,
        this,
        assign || reference_default.READ,
        writeExpr,
        maybeImplicitGlobal,
        !!partial,
        !!init,
      );
      this.references.push(ref), this.__left.push(ref);
    }
    __detectEval() {
      let current = this;
      this.directCallToEvalScope = !0;
      do (current.dynamic = !0), (current = current.upper);
      while (current);
    }
    __detectThis() {
      this.thisFound = !0;
    }
    __isClosed() {
      return this.__left === null;
    }
    resolve(ident) {
      let ref, i, iz;
      assert(this.__isClosed(), "Scope should be closed."),
        assert(ident.type === Syntax.Identifier, "Target should be identifier.");
      for (i = 0, iz = this.references.length; i < iz; ++i)
        if (((ref = this.references[i]), ref.identifier === ident)) return ref;
      return null;
    }
    isStatic() {
      return !this.dynamic;
    }
    isArgumentsMaterialized() {
      return !0;
    }
    isThisMaterialized() {
      return !0;
    }
    isUsedName(name) {
      if (this.set.has(name)) return !0;
      for (let i = 0, iz = this.through.length; i < iz; ++i)
        if (this.through[i].identifier.name === name) return !0;
      return !1;
    }
  }
  class GlobalScope extends Scope {
    constructor(scopeManager, block) {
      super(scopeManager, "global", null, block, !1);
      this.implicit = { set: new Map(), variables: [], left: [] };
    }
    __close(scopeManager) {
      const implicit = [];
      for (let i = 0, iz = this.__left.length; i < iz; ++i) {
        const ref = this.__left[i];
        if (ref.__maybeImplicitGlobal && !this.set.has(ref.identifier.name))
          implicit.push(ref.__maybeImplicitGlobal);
      }
      for (let i = 0, iz = implicit.length; i < iz; ++i) {
        const info = implicit[i];
        this.__defineImplicit(
          info.pattern,
          new Definition(variable_default.ImplicitGlobalVariable, info.pattern, info.node, null, null, null),
        );
      }
      return (super.__close(scopeManager), (this.implicit.left = [...this.through]), null);
    }
    __defineImplicit(node, def) {
      if (node && node.type === Syntax.Identifier)
        this.__defineGeneric(node.name, this.implicit.set, this.implicit.variables, node, def);
    }
    __addVariables(names) {
      for (const name of names) this.__defineGeneric(name, this.set, this.variables, null, null);
      const namesSet = new Set(names);
      (this.through = this.through.filter((reference) => {
        const name = reference.identifier.name;
        if (namesSet.has(name)) {
          const variable = this.set.get(name);
          return ((reference.resolved = variable), variable.references.push(reference), !1);
        }
        return !0;
      })),
        (this.implicit.variables = this.implicit.variables.filter((variable) => {
          const name = variable.name;
          if (namesSet.has(name)) return (this.implicit.set.delete(name), !1);
          return !0;
        })),
        (this.implicit.left = this.implicit.left.filter(
          (reference) => !namesSet.has(reference.identifier.name),
        ));
    }
  }
  class ModuleScope extends Scope {
    constructor(scopeManager, upperScope, block) {
      super(scopeManager, "module", upperScope, block, !1);
    }
  }
  class FunctionExpressionNameScope extends Scope {
    constructor(scopeManager, upperScope, block) {
      super(scopeManager, "function-expression-name", upperScope, block, !1);
      this.__define(
        block.id,
        new Definition(variable_default.FunctionName, block.id, block, null, null, null),
      ),
        (this.functionExpressionScope = !0);
    }
  }
  class CatchScope extends Scope {
    constructor(scopeManager, upperScope, block) {
      super(scopeManager, "catch", upperScope, block, !1);
    }
  }
  class WithScope extends Scope {
    constructor(scopeManager, upperScope, block) {
      super(scopeManager, "with", upperScope, block, !1);
    }
    __close(scopeManager) {
      if (this.__shouldStaticallyClose(scopeManager)) return super.__close(scopeManager);
      for (let i = 0, iz = this.__left.length; i < iz; ++i) {
        const ref = this.__left[i];
        (ref.tainted = !0), this.__delegateToUpperScope(ref);
      }
      return ((this.__left = null), this.upper);
    }
  }
  class BlockScope extends Scope {
    constructor(scopeManager, upperScope, block) {
      super(scopeManager, "block", upperScope, block, !1);
    }
  }
  class SwitchScope extends Scope {
    constructor(scopeManager, upperScope, block) {
      super(scopeManager, "switch", upperScope, block, !1);
    }
  }
  class FunctionScope extends Scope {
    constructor(scopeManager, upperScope, block, isMethodDefinition) {
      super(scopeManager, "function", upperScope, block, isMethodDefinition);
      if (this.block.type !== Syntax.ArrowFunctionExpression) this.__defineArguments();
    }
    isArgumentsMaterialized() {
      if (this.block.type === Syntax.ArrowFunctionExpression) return !1;
      if (!this.isStatic()) return !0;
      const variable = this.set.get("arguments");
      return (
        assert(variable, "Always have arguments variable."),
        variable.tainted || variable.references.length !== 0
      );
    }
    isThisMaterialized() {
      if (!this.isStatic()) return !0;
      return this.thisFound;
    }
    __defineArguments() {
      this.__defineGeneric("arguments", this.set, this.variables, null, null),
        this.taints.set("arguments", !0);
    }
    __isValidResolution(ref, variable) {
      if (this.block.type === "Program") return !0;
      const bodyStart = this.block.body.range[0];
      return !(
        variable.scope === this &&
        ref.identifier.range[0] < bodyStart &&
        variable.defs.every((d) => d.name.range[0] >= bodyStart)
      );
    }
  }
  class ForScope extends Scope {
    constructor(scopeManager, upperScope, block) {
      super(scopeManager, "for", upperScope, block, !1);
    }
  }
  class ClassScope extends Scope {
    constructor(scopeManager, upperScope, block) {
      super(scopeManager, "class", upperScope, block, !1);
    }
  }
  class ClassFieldInitializerScope extends Scope {
    constructor(scopeManager, upperScope, block) {
      super(scopeManager, "class-field-initializer", upperScope, block, !0);
    }
  }
  class ClassStaticBlockScope extends Scope {
    constructor(scopeManager, upperScope, block) {
      super(scopeManager, "class-static-block", upperScope, block, !0);
    }
  }
  class ScopeManager {
    constructor(options) {
      (this.scopes = []),
        (this.globalScope = null),
        (this.__nodeToScope = new WeakMap()),
        (this.__currentScope = null),
        (this.__options = options),
        (this.__declaredVariables = new WeakMap());
    }
    __isOptimistic() {
      return this.__options.optimistic;
    }
    __ignoreEval() {
      return this.__options.ignoreEval;
    }
    __isJSXEnabled() {
      return this.__options.jsx === !0;
    }
    isGlobalReturn() {
      return this.__options.nodejsScope || this.__options.sourceType === "commonjs";
    }
    isModule() {
      return this.__options.sourceType === "module";
    }
    isImpliedStrict() {
      return !!this.__options.impliedStrict;
    }
    isStrictModeSupported() {
      return this.__options.ecmaVersion >= 5;
    }
    __get(node) {
      return this.__nodeToScope.get(node);
    }
    getDeclaredVariables(node) {
      return this.__declaredVariables.get(node) || [];
    }
    acquire(node, inner) {
      function predicate(testScope) {
        if (testScope.type === "function" && testScope.functionExpressionScope) return !1;
        return !0;
      }
      const scopes = this.__get(node);
      if (!scopes || scopes.length === 0) return null;
      if (scopes.length === 1) return scopes[0];
      if (inner)
        for (let i = scopes.length - 1; i >= 0; --i) {
          const scope = scopes[i];
          if (predicate(scope)) return scope;
        }
      else
        for (let i = 0, iz = scopes.length; i < iz; ++i) {
          const scope = scopes[i];
          if (predicate(scope)) return scope;
        }
      return null;
    }
    acquireAll(node) {
      return this.__get(node);
    }
    release(node, inner) {
      const scopes = this.__get(node);
      if (scopes && scopes.length) {
        const scope = scopes[0].upper;
        if (!scope) return null;
        return this.acquire(scope.block, inner);
      }
      return null;
    }
    addGlobals(names) {
      this.globalScope.__addVariables(names);
    }
    attach() {}
    detach() {}
    __nestScope(scope) {
      if (scope instanceof GlobalScope) assert(this.__currentScope === null), (this.globalScope = scope);
      return ((this.__currentScope = scope), scope);
    }
    __nestGlobalScope(node) {
      return this.__nestScope(new GlobalScope(this, node));
    }
    __nestBlockScope(node) {
      return this.__nestScope(new BlockScope(this, this.__currentScope, node));
    }
    __nestFunctionScope(node, isMethodDefinition) {
      return this.__nestScope(new FunctionScope(this, this.__currentScope, node, isMethodDefinition));
    }
    __nestForScope(node) {
      return this.__nestScope(new ForScope(this, this.__currentScope, node));
    }
    __nestCatchScope(node) {
      return this.__nestScope(new CatchScope(this, this.__currentScope, node));
    }
    __nestWithScope(node) {
      return this.__nestScope(new WithScope(this, this.__currentScope, node));
    }
    __nestClassScope(node) {
      return this.__nestScope(new ClassScope(this, this.__currentScope, node));
    }
    __nestClassFieldInitializerScope(node) {
      return this.__nestScope(new ClassFieldInitializerScope(this, this.__currentScope, node));
    }
    __nestClassStaticBlockScope(node) {
      return this.__nestScope(new ClassStaticBlockScope(this, this.__currentScope, node));
    }
    __nestSwitchScope(node) {
      return this.__nestScope(new SwitchScope(this, this.__currentScope, node));
    }
    __nestModuleScope(node) {
      return this.__nestScope(new ModuleScope(this, this.__currentScope, node));
    }
    __nestFunctionExpressionNameScope(node) {
      return this.__nestScope(new FunctionExpressionNameScope(this, this.__currentScope, node));
    }
    __isES6() {
      return this.__options.ecmaVersion >= 6;
    }
  }
  var scope_manager_default = ScopeManager;
  var import_estraverse3 = __toESM(require_estraverse(), 1),
    import_esrecurse2 = __toESM(require_esrecurse(), 1);
  var import_estraverse2 = __toESM(require_estraverse(), 1),
    import_esrecurse = __toESM(require_esrecurse(), 1),
    { Syntax: Syntax2 } = import_estraverse2.default;
  function getLast(xs) {
    return xs.at(-1) || null;
  }
  class PatternVisitor extends import_esrecurse.default.Visitor {
    static isPattern(node) {
      const nodeType = node.type;
      return (
        nodeType === Syntax2.Identifier ||
        nodeType === Syntax2.ObjectPattern ||
        nodeType === Syntax2.ArrayPattern ||
        nodeType === Syntax2.SpreadElement ||
        nodeType === Syntax2.RestElement ||
        nodeType === Syntax2.AssignmentPattern
      );
    }
    constructor(options, rootPattern, callback) {
      super(null, options);
      (this.rootPattern = rootPattern),
        (this.callback = callback),
        (this.assignments = []),
        (this.rightHandNodes = []),
        (this.restElements = []);
    }
    Identifier(pattern) {
      const lastRestElement = getLast(this.restElements);
      this.callback(pattern, {
        topLevel: pattern === this.rootPattern,
        rest: lastRestElement !== null && lastRestElement !== void 0 && lastRestElement.argument === pattern,
        assignments: this.assignments,
      });
    }
    Property(property) {
      if (property.computed) this.rightHandNodes.push(property.key);
      this.visit(property.value);
    }
    ArrayPattern(pattern) {
      for (let i = 0, iz = pattern.elements.length; i < iz; ++i) {
        const element = pattern.elements[i];
        this.visit(element);
      }
    }
    AssignmentPattern(pattern) {
      this.assignments.push(pattern),
        this.visit(pattern.left),
        this.rightHandNodes.push(pattern.right),
        this.assignments.pop();
    }
    RestElement(pattern) {
      this.restElements.push(pattern), this.visit(pattern.argument), this.restElements.pop();
    }
    MemberExpression(node) {
      if (node.computed) this.rightHandNodes.push(node.property);
      this.rightHandNodes.push(node.object);
    }
    SpreadElement(node) {
      this.visit(node.argument);
    }
    ArrayExpression(node) {
      node.elements.forEach(this.visit, this);
    }
    AssignmentExpression(node) {
      this.assignments.push(node),
        this.visit(node.left),
        this.rightHandNodes.push(node.right),
        this.assignments.pop();
    }
    CallExpression(node) {
      node.arguments.forEach((a) => {
        this.rightHandNodes.push(a);
      }),
        this.visit(node.callee);
    }
  }
  var pattern_visitor_default = PatternVisitor;
  var { Syntax: Syntax3 } = import_estraverse3.default;
  function traverseIdentifierInPattern(options, rootPattern, referencer, callback) {
    const visitor = new pattern_visitor_default(options, rootPattern, callback);
    if ((visitor.visit(rootPattern), referencer !== null && referencer !== void 0))
      visitor.rightHandNodes.forEach(referencer.visit, referencer);
  }
  class Importer extends import_esrecurse2.default.Visitor {
    constructor(declaration, referencer) {
      super(null, referencer.options);
      (this.declaration = declaration), (this.referencer = referencer);
    }
    visitImport(id, specifier) {
      this.referencer.visitPattern(id, (pattern) => {
        this.referencer
          .currentScope()
          .__define(
            pattern,
            new Definition(variable_default.ImportBinding, pattern, specifier, this.declaration, null, null),
          );
      });
    }
    ImportNamespaceSpecifier(node) {
      const local = node.local || node.id;
      if (local) this.visitImport(local, node);
    }
    ImportDefaultSpecifier(node) {
      const local = node.local || node.id;
      this.visitImport(local, node);
    }
    ImportSpecifier(node) {
      const local = node.local || node.id;
      if (node.name) this.visitImport(node.name, node);
      else this.visitImport(local, node);
    }
  }
  class Referencer extends import_esrecurse2.default.Visitor {
    constructor(options, scopeManager) {
      super(null, options);
      (this.options = options),
        (this.scopeManager = scopeManager),
        (this.parent = null),
        (this.isInnerMethodDefinition = !1);
    }
    currentScope() {
      return this.scopeManager.__currentScope;
    }
    close(node) {
      while (this.currentScope() && node === this.currentScope().block)
        this.scopeManager.__currentScope = this.currentScope().__close(this.scopeManager);
    }
    pushInnerMethodDefinition(isInnerMethodDefinition) {
      const previous = this.isInnerMethodDefinition;
      return ((this.isInnerMethodDefinition = isInnerMethodDefinition), previous);
    }
    popInnerMethodDefinition(isInnerMethodDefinition) {
      this.isInnerMethodDefinition = isInnerMethodDefinition;
    }
    referencingDefaultValue(pattern, assignments, maybeImplicitGlobal, init) {
      const scope = this.currentScope();
      assignments.forEach((assignment) => {
        scope.__referencing(
          pattern,
          reference_default.WRITE,
          assignment.right,
          maybeImplicitGlobal,
          pattern !== assignment.left,
          init,
        );
      });
    }
    visitPattern(node, options, callback) {
      let visitPatternOptions = options,
        visitPatternCallback = callback;
      if (typeof options === "function")
        (visitPatternCallback = options), (visitPatternOptions = { processRightHandNodes: !1 });
      traverseIdentifierInPattern(
        this.options,
        node,
        visitPatternOptions.processRightHandNodes ? this : null,
        visitPatternCallback,
      );
    }
    visitFunction(node) {
      let i, iz;
      if (node.type === Syntax3.FunctionDeclaration)
        this.currentScope().__define(
          node.id,
          new Definition(variable_default.FunctionName, node.id, node, null, null, null),
        );
      if (node.type === Syntax3.FunctionExpression && node.id)
        this.scopeManager.__nestFunctionExpressionNameScope(node);
      this.scopeManager.__nestFunctionScope(node, this.isInnerMethodDefinition);
      const that = this;
      function visitPatternCallback(pattern, info) {
        that.currentScope().__define(pattern, new ParameterDefinition(pattern, node, i, info.rest)),
          that.referencingDefaultValue(pattern, info.assignments, null, !0);
      }
      for (i = 0, iz = node.params.length; i < iz; ++i)
        this.visitPattern(node.params[i], { processRightHandNodes: !0 }, visitPatternCallback);
      if (node.rest)
        this.visitPattern({ type: "RestElement", argument: node.rest }, (pattern) => {
          this.currentScope().__define(
            pattern,
            new ParameterDefinition(pattern, node, node.params.length, !0),
          );
        });
      if (node.body)
        if (node.body.type === Syntax3.BlockStatement) this.visitChildren(node.body);
        else this.visit(node.body);
      this.close(node);
    }
    visitClass(node) {
      if (node.type === Syntax3.ClassDeclaration)
        this.currentScope().__define(
          node.id,
          new Definition(variable_default.ClassName, node.id, node, null, null, null),
        );
      if ((this.scopeManager.__nestClassScope(node), node.id))
        this.currentScope().__define(node.id, new Definition(variable_default.ClassName, node.id, node));
      this.visit(node.superClass), this.visit(node.body), this.close(node);
    }
    visitProperty(node) {
      let previous;
      if (node.computed) this.visit(node.key);
      const isMethodDefinition = node.type === Syntax3.MethodDefinition;
      if (isMethodDefinition) previous = this.pushInnerMethodDefinition(!0);
      if ((this.visit(node.value), isMethodDefinition)) this.popInnerMethodDefinition(previous);
    }
    visitForIn(node) {
      if (node.left.type === Syntax3.VariableDeclaration && node.left.kind !== "var")
        this.scopeManager.__nestForScope(node);
      if (node.left.type === Syntax3.VariableDeclaration)
        this.visit(node.left),
          this.visitPattern(node.left.declarations[0].id, (pattern) => {
            this.currentScope().__referencing(pattern, reference_default.WRITE, node.right, null, !0, !0);
          });
      else
        this.visitPattern(node.left, { processRightHandNodes: !0 }, (pattern, info) => {
          let maybeImplicitGlobal = null;
          if (!this.currentScope().isStrict) maybeImplicitGlobal = { pattern, node };
          this.referencingDefaultValue(pattern, info.assignments, maybeImplicitGlobal, !1),
            this.currentScope().__referencing(
              pattern,
              reference_default.WRITE,
              node.right,
              maybeImplicitGlobal,
              !0,
              !1,
            );
        });
      this.visit(node.right), this.visit(node.body), this.close(node);
    }
    visitVariableDeclaration(variableTargetScope, type, node, index) {
      const decl = node.declarations[index],
        init = decl.init;
      this.visitPattern(decl.id, { processRightHandNodes: !0 }, (pattern, info) => {
        if (
          (variableTargetScope.__define(pattern, new Definition(type, pattern, decl, node, index, node.kind)),
          this.referencingDefaultValue(pattern, info.assignments, null, !0),
          init)
        )
          this.currentScope().__referencing(pattern, reference_default.WRITE, init, null, !info.topLevel, !0);
      });
    }
    AssignmentExpression(node) {
      if (pattern_visitor_default.isPattern(node.left))
        if (node.operator === "=")
          this.visitPattern(node.left, { processRightHandNodes: !0 }, (pattern, info) => {
            let maybeImplicitGlobal = null;
            if (!this.currentScope().isStrict) maybeImplicitGlobal = { pattern, node };
            this.referencingDefaultValue(pattern, info.assignments, maybeImplicitGlobal, !1),
              this.currentScope().__referencing(
                pattern,
                reference_default.WRITE,
                node.right,
                maybeImplicitGlobal,
                !info.topLevel,
                !1,
              );
          });
        else this.currentScope().__referencing(node.left, reference_default.RW, node.right);
      else this.visit(node.left);
      this.visit(node.right);
    }
    CatchClause(node) {
      this.scopeManager.__nestCatchScope(node),
        this.visitPattern(node.param, { processRightHandNodes: !0 }, (pattern, info) => {
          this.currentScope().__define(
            pattern,
            new Definition(variable_default.CatchClause, pattern, node, null, null, null),
          ),
            this.referencingDefaultValue(pattern, info.assignments, null, !0);
        }),
        this.visit(node.body),
        this.close(node);
    }
    Program(node) {
      if ((this.scopeManager.__nestGlobalScope(node), this.scopeManager.isGlobalReturn()))
        (this.currentScope().isStrict = !1), this.scopeManager.__nestFunctionScope(node, !1);
      if (this.scopeManager.__isES6() && this.scopeManager.isModule())
        this.scopeManager.__nestModuleScope(node);
      if (this.scopeManager.isStrictModeSupported() && this.scopeManager.isImpliedStrict())
        this.currentScope().isStrict = !0;
      this.visitChildren(node), this.close(node);
    }
    Identifier(node) {
      this.currentScope().__referencing(node);
    }
    PrivateIdentifier() {}
    UpdateExpression(node) {
      if (pattern_visitor_default.isPattern(node.argument))
        this.currentScope().__referencing(node.argument, reference_default.RW, null);
      else this.visitChildren(node);
    }
    MemberExpression(node) {
      if ((this.visit(node.object), node.computed)) this.visit(node.property);
    }
    Property(node) {
      this.visitProperty(node);
    }
    PropertyDefinition(node) {
      const { computed, key, value } = node;
      if (computed) this.visit(key);
      if (value)
        this.scopeManager.__nestClassFieldInitializerScope(value), this.visit(value), this.close(value);
    }
    StaticBlock(node) {
      this.scopeManager.__nestClassStaticBlockScope(node), this.visitChildren(node), this.close(node);
    }
    MethodDefinition(node) {
      this.visitProperty(node);
    }
    BreakStatement() {}
    ContinueStatement() {}
    LabeledStatement(node) {
      this.visit(node.body);
    }
    ForStatement(node) {
      if (node.init && node.init.type === Syntax3.VariableDeclaration && node.init.kind !== "var")
        this.scopeManager.__nestForScope(node);
      this.visitChildren(node), this.close(node);
    }
    ClassExpression(node) {
      this.visitClass(node);
    }
    ClassDeclaration(node) {
      this.visitClass(node);
    }
    CallExpression(node) {
      if (
        !this.scopeManager.__ignoreEval() &&
        node.callee.type === Syntax3.Identifier &&
        node.callee.name === "eval"
      )
        this.currentScope().variableScope.__detectEval();
      this.visitChildren(node);
    }
    BlockStatement(node) {
      if (this.scopeManager.__isES6()) this.scopeManager.__nestBlockScope(node);
      this.visitChildren(node), this.close(node);
    }
    ThisExpression() {
      this.currentScope().variableScope.__detectThis();
    }
    WithStatement(node) {
      this.visit(node.object),
        this.scopeManager.__nestWithScope(node),
        this.visit(node.body),
        this.close(node);
    }
    VariableDeclaration(node) {
      const variableTargetScope =
        node.kind === "var" ? this.currentScope().variableScope : this.currentScope();
      for (let i = 0, iz = node.declarations.length; i < iz; ++i) {
        const decl = node.declarations[i];
        if (
          (this.visitVariableDeclaration(variableTargetScope, variable_default.Variable, node, i), decl.init)
        )
          this.visit(decl.init);
      }
    }
    SwitchStatement(node) {
      if ((this.visit(node.discriminant), this.scopeManager.__isES6()))
        this.scopeManager.__nestSwitchScope(node);
      for (let i = 0, iz = node.cases.length; i < iz; ++i) this.visit(node.cases[i]);
      this.close(node);
    }
    FunctionDeclaration(node) {
      this.visitFunction(node);
    }
    FunctionExpression(node) {
      this.visitFunction(node);
    }
    ForOfStatement(node) {
      this.visitForIn(node);
    }
    ForInStatement(node) {
      this.visitForIn(node);
    }
    ArrowFunctionExpression(node) {
      this.visitFunction(node);
    }
    ImportDeclaration(node) {
      assert(
        this.scopeManager.__isES6() && this.scopeManager.isModule(),
        "ImportDeclaration should appear when the mode is ES6 and in the module context.",
      ),
        new Importer(node, this).visit(node);
    }
    visitExportDeclaration(node) {
      if (node.source) return;
      if (node.declaration) {
        this.visit(node.declaration);
        return;
      }
      this.visitChildren(node);
    }
    ExportDeclaration(node) {
      this.visitExportDeclaration(node);
    }
    ExportAllDeclaration(node) {
      this.visitExportDeclaration(node);
    }
    ExportDefaultDeclaration(node) {
      this.visitExportDeclaration(node);
    }
    ExportNamedDeclaration(node) {
      this.visitExportDeclaration(node);
    }
    ExportSpecifier(node) {
      const local = node.id || node.local;
      this.visit(local);
    }
    MetaProperty() {}
    JSXIdentifier(node) {
      if (this.scopeManager.__isJSXEnabled() && node.name !== "this") this.currentScope().__referencing(node);
    }
    JSXMemberExpression(node) {
      this.visit(node.object);
    }
    JSXElement(node) {
      if (this.scopeManager.__isJSXEnabled())
        this.visit(node.openingElement), node.children.forEach(this.visit, this);
      else this.visitChildren(node);
    }
    JSXOpeningElement(node) {
      if (this.scopeManager.__isJSXEnabled()) {
        const nameNode = node.name;
        if (
          (nameNode.type === "JSXIdentifier" && nameNode.name[0].toUpperCase() === nameNode.name[0]) ||
          nameNode.type === "JSXMemberExpression"
        )
          this.visit(nameNode);
      }
      node.attributes.forEach(this.visit, this);
    }
    JSXAttribute(node) {
      if (node.value) this.visit(node.value);
    }
    JSXExpressionContainer(node) {
      this.visit(node.expression);
    }
    JSXNamespacedName(node) {
      this.visit(node.namespace), this.visit(node.name);
    }
  }
  var referencer_default = Referencer;
  function defaultOptions() {
    return {
      optimistic: !1,
      nodejsScope: !1,
      impliedStrict: !1,
      sourceType: "script",
      ecmaVersion: 5,
      childVisitorKeys: null,
      fallback: "iteration",
    };
  }
  function updateDeeply(target, override) {
    function isHashObject(value) {
      return (
        typeof value === "object" &&
        value instanceof Object &&
        !(value instanceof Array) &&
        !(value instanceof RegExp)
      );
    }
    for (const key in override)
      if (Object.hasOwn(override, key)) {
        const val = override[key];
        if (isHashObject(val))
          if (isHashObject(target[key])) updateDeeply(target[key], val);
          else target[key] = updateDeeply({}, val);
        else target[key] = val;
      }
    return target;
  }
  function analyze(tree, providedOptions) {
    const options = updateDeeply(defaultOptions(), providedOptions),
      scopeManager = new scope_manager_default(options);
    return (
      new referencer_default(options, scopeManager).visit(tree),
      assert(scopeManager.__currentScope === null, "currentScope should be null."),
      scopeManager
    );
  }
  function findScope(tree) {
    const manager = analyze(tree, { ecmaVersion: 2022, sourceType: "module", ignoreEval: !0 }),
      top = manager.scopes.find((scope) => scope.type === "module"),
      free = manager.globalScope?.through.map((reference) => reference.identifier) ?? [];
    return {
      free: new Set(free),
      valuesOf(name) {
        const variable = top?.set.get(name);
        return variable === void 0 ? null : valuesHeldBy(variable);
      },
    };
  }
  function valuesHeldBy(variable) {
    const held = [];
    for (const def of variable.defs) if (def.type !== "Variable") held.push({ node: def.node, isPart: !1 });
    for (const reference of variable.references)
      if (reference.isWrite()) held.push({ node: reference.writeExpr, isPart: reference.partial === !0 });
    return held.filter((value) => value.node != null);
  }
  var astralIdentifierCodes = [
      509, 0, 227, 0, 150, 4, 294, 9, 1368, 2, 2, 1, 6, 3, 41, 2, 5, 0, 166, 1, 574, 3, 9, 9, 7, 9, 32, 4,
      318, 1, 31, 4, 33, 15, 71, 10, 50, 3, 123, 2, 54, 14, 32, 10, 3, 1, 11, 3, 46, 10, 8, 0, 46, 9, 7, 2,
      37, 13, 2, 9, 6, 1, 45, 0, 13, 2, 49, 13, 9, 3, 2, 11, 83, 11, 7, 0, 3, 0, 158, 11, 6, 9, 7, 3, 56, 1,
      2, 6, 3, 1, 3, 2, 10, 0, 11, 1, 3, 6, 4, 4, 68, 8, 2, 0, 3, 0, 2, 3, 2, 4, 2, 0, 15, 1, 83, 17, 10, 9,
      5, 0, 82, 19, 13, 9, 214, 6, 3, 8, 28, 1, 83, 16, 16, 9, 82, 12, 9, 9, 7, 19, 58, 14, 5, 9, 243, 14,
      166, 9, 71, 5, 2, 1, 3, 3, 2, 0, 2, 1, 13, 9, 120, 6, 3, 6, 4, 0, 29, 9, 41, 6, 2, 3, 9, 0, 10, 10, 47,
      15, 199, 7, 137, 9, 54, 7, 2, 7, 17, 9, 57, 21, 2, 13, 123, 5, 4, 0, 2, 1, 2, 6, 2, 0, 9, 9, 49, 4, 2,
      1, 2, 4, 9, 9, 55, 9, 7, 0, 259, 3, 10, 1, 2, 0, 49, 6, 4, 4, 14, 10, 5350, 0, 7, 14, 11465, 27, 2343,
      9, 87, 9, 39, 4, 60, 6, 26, 9, 535, 9, 470, 0, 2, 54, 8, 3, 82, 0, 12, 1, 19628, 1, 4178, 9, 519, 45, 3,
      22, 481, 1, 61, 4, 4, 5, 9, 7, 3, 6, 31, 3, 149, 2, 12, 2, 9, 1, 3, 0, 33, 1, 1357, 49, 513, 54, 5, 49,
      9, 0, 15, 0, 23, 4, 2, 14, 1361, 6, 2, 16, 3, 6, 2, 1, 2, 4, 101, 0, 161, 6, 10, 9, 357, 0, 62, 13, 499,
      13, 245, 1, 2, 9, 233, 0, 3, 0, 8, 1, 6, 0, 475, 6, 110, 6, 6, 9, 4759, 9, 787719, 239,
    ],
    astralIdentifierStartCodes = [
      0, 11, 2, 25, 2, 18, 2, 1, 2, 14, 3, 13, 35, 122, 70, 52, 268, 28, 4, 48, 48, 31, 14, 29, 6, 37, 11, 29,
      3, 35, 5, 7, 2, 4, 43, 157, 19, 35, 5, 35, 5, 39, 9, 51, 13, 10, 2, 14, 2, 6, 2, 1, 2, 10, 2, 14, 2, 6,
      2, 1, 4, 51, 13, 310, 10, 21, 11, 7, 25, 5, 2, 41, 2, 13, 65, 5, 3, 0, 2, 43, 2, 1, 4, 0, 3, 22, 11, 22,
      10, 30, 66, 18, 2, 1, 11, 21, 11, 25, 7, 25, 39, 55, 7, 1, 65, 0, 16, 3, 2, 2, 2, 28, 43, 28, 4, 28, 36,
      7, 2, 27, 28, 53, 11, 21, 11, 18, 14, 17, 111, 72, 56, 50, 14, 50, 14, 35, 39, 27, 10, 22, 251, 41, 7,
      1, 17, 5, 18, 21, 18, 28, 11, 0, 9, 21, 43, 17, 47, 20, 28, 22, 13, 52, 58, 1, 3, 0, 14, 44, 33, 24, 27,
      35, 30, 0, 3, 0, 9, 34, 4, 0, 13, 47, 15, 3, 22, 0, 2, 0, 36, 17, 2, 24, 20, 1, 64, 6, 2, 0, 2, 3, 2,
      14, 2, 9, 8, 46, 39, 7, 3, 1, 3, 21, 2, 6, 2, 1, 2, 4, 4, 0, 19, 0, 13, 4, 31, 9, 2, 0, 3, 0, 2, 37, 2,
      0, 26, 0, 2, 0, 45, 52, 19, 3, 21, 2, 31, 47, 21, 1, 2, 0, 185, 46, 42, 3, 37, 47, 21, 0, 60, 42, 14, 0,
      72, 26, 38, 6, 186, 43, 117, 63, 32, 7, 3, 0, 3, 7, 2, 1, 2, 23, 16, 0, 2, 0, 95, 7, 3, 38, 17, 0, 2, 0,
      29, 0, 11, 39, 8, 0, 22, 0, 12, 45, 20, 0, 19, 72, 18, 0, 182, 32, 32, 8, 2, 36, 18, 0, 50, 29, 113, 6,
      2, 1, 2, 37, 22, 0, 26, 5, 2, 1, 2, 31, 15, 0, 24, 43, 22, 0, 239, 18, 16, 0, 2, 12, 2, 33, 125, 0, 80,
      921, 103, 111, 6, 206, 13, 310, 2314, 96, 16, 1071, 18, 5, 26, 3994, 6, 582, 6842, 29, 1763, 568, 8, 30,
      18, 78, 18, 29, 19, 47, 17, 3, 32, 20, 6, 18, 433, 44, 212, 63, 33, 24, 3, 24, 45, 74, 6, 0, 67, 12, 65,
      1, 2, 0, 15, 4, 10, 7386, 37, 33, 96, 114, 14, 913, 15, 50, 7710, 3, 2, 6, 2, 1, 2, 296, 10, 0, 30, 2,
      3, 0, 15, 4, 8, 395, 2309, 106, 6, 12, 4, 8, 8, 9, 5991, 84, 2, 70, 2, 1, 3, 0, 3, 1, 3, 3, 2, 11, 2, 0,
      2, 6, 2, 64, 2, 3, 3, 7, 2, 6, 2, 27, 2, 3, 2, 4, 2, 0, 4, 6, 2, 340, 2, 24, 2, 24, 2, 30, 2, 24, 2, 30,
      2, 24, 2, 30, 2, 24, 2, 30, 2, 24, 2, 7, 1845, 129, 15, 6, 55, 50, 49, 61, 147, 44, 11, 6, 17, 0, 322,
      29, 19, 43, 485, 27, 229, 29, 3, 0, 208, 30, 2, 2, 2, 1, 2, 6, 3, 4, 10, 1, 225, 6, 2, 3, 2, 1, 2, 14,
      2, 196, 60, 67, 8, 0, 1205, 3, 2, 26, 2, 1, 2, 0, 3, 0, 2, 9, 2, 3, 2, 0, 2, 0, 7, 0, 5, 0, 2, 0, 2, 0,
      2, 2, 2, 1, 2, 0, 3, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 1, 2, 0, 3, 3, 2, 6, 2, 3, 2, 3, 2, 0, 2, 9, 2, 16,
      6, 2, 2, 4, 2, 16, 4421, 42719, 33, 4382, 2, 5773, 3, 7472, 16, 621, 2467, 541, 1507, 4938, 6, 8489,
      39815, 11327,
    ],
    nonASCIIidentifierChars =
      "\u200C\u200D\xB7\u0300-\u036F\u0387\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7-\u05C9\u0610-\u061A\u064B-\u0669\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u06F0-\u06F9\u0711\u0730-\u074A\u07A6-\u07B0\u07C0-\u07C9\u07EB-\u07F3\u07FD\u0816-\u0819\u081B-\u0823\u0825-\u0827\u0829-\u082D\u0859-\u085B\u0897-\u089F\u08CA-\u08E1\u08E3-\u0903\u093A-\u093C\u093E-\u094F\u0951-\u0957\u0962\u0963\u0966-\u096F\u0981-\u0983\u09BC\u09BE-\u09C4\u09C7\u09C8\u09CB-\u09CD\u09D7\u09E2\u09E3\u09E6-\u09EF\u09FE\u0A01-\u0A03\u0A3C\u0A3E-\u0A42\u0A47\u0A48\u0A4B-\u0A4D\u0A51\u0A66-\u0A71\u0A75\u0A81-\u0A83\u0ABC\u0ABE-\u0AC5\u0AC7-\u0AC9\u0ACB-\u0ACD\u0AE2\u0AE3\u0AE6-\u0AEF\u0AFA-\u0AFF\u0B01-\u0B03\u0B3C\u0B3E-\u0B44\u0B47\u0B48\u0B4B-\u0B4D\u0B53-\u0B57\u0B62\u0B63\u0B66-\u0B6F\u0B82\u0BBE-\u0BC2\u0BC6-\u0BC8\u0BCA-\u0BCD\u0BD7\u0BE6-\u0BEF\u0C00-\u0C04\u0C3C\u0C3E-\u0C44\u0C46-\u0C48\u0C4A-\u0C4D\u0C55\u0C56\u0C62\u0C63\u0C66-\u0C6F\u0C81-\u0C83\u0CBC\u0CBE-\u0CC4\u0CC6-\u0CC8\u0CCA-\u0CCD\u0CD5\u0CD6\u0CE2\u0CE3\u0CE6-\u0CEF\u0CF3\u0D00-\u0D03\u0D3B\u0D3C\u0D3E-\u0D44\u0D46-\u0D48\u0D4A-\u0D4D\u0D57\u0D62\u0D63\u0D66-\u0D6F\u0D81-\u0D83\u0DCA\u0DCF-\u0DD4\u0DD6\u0DD8-\u0DDF\u0DE6-\u0DEF\u0DF2\u0DF3\u0E31\u0E34-\u0E3A\u0E47-\u0E4E\u0E50-\u0E59\u0EB1\u0EB4-\u0EBC\u0EC8-\u0ECE\u0ED0-\u0ED9\u0F18\u0F19\u0F20-\u0F29\u0F35\u0F37\u0F39\u0F3E\u0F3F\u0F71-\u0F84\u0F86\u0F87\u0F8D-\u0F97\u0F99-\u0FBC\u0FC6\u102B-\u103E\u1040-\u1049\u1056-\u1059\u105E-\u1060\u1062-\u1064\u1067-\u106D\u1071-\u1074\u1082-\u108D\u108F-\u109D\u135D-\u135F\u1369-\u1371\u1712-\u1715\u1732-\u1734\u1752\u1753\u1772\u1773\u17B4-\u17D3\u17DD\u17E0-\u17E9\u180B-\u180D\u180F-\u1819\u18A9\u1920-\u192B\u1930-\u193B\u1946-\u194F\u19D0-\u19DA\u1A17-\u1A1B\u1A55-\u1A5E\u1A60-\u1A7C\u1A7F-\u1A89\u1A90-\u1A99\u1AB0-\u1ABD\u1ABF-\u1AF0\u1B00-\u1B04\u1B34-\u1B44\u1B50-\u1B59\u1B6B-\u1B73\u1B80-\u1B82\u1BA1-\u1BAD\u1BB0-\u1BB9\u1BE6-\u1BF3\u1C24-\u1C37\u1C40-\u1C49\u1C50-\u1C59\u1CD0-\u1CD2\u1CD4-\u1CE8\u1CED\u1CF4\u1CF7-\u1CF9\u1DC0-\u1DFF\u200C\u200D\u203F\u2040\u2054\u20D0-\u20DC\u20E1\u20E5-\u20F0\u2CEF-\u2CF1\u2D7F\u2DE0-\u2DFF\u302A-\u302F\u3099\u309A\u30FB\uA620-\uA629\uA66F\uA674-\uA67D\uA69E\uA69F\uA6F0\uA6F1\uA802\uA806\uA80B\uA823-\uA827\uA82C\uA880\uA881\uA8B4-\uA8C5\uA8D0-\uA8D9\uA8E0-\uA8F1\uA8FF-\uA909\uA926-\uA92D\uA947-\uA953\uA980-\uA983\uA9B3-\uA9C0\uA9D0-\uA9D9\uA9E5\uA9F0-\uA9F9\uAA29-\uAA36\uAA43\uAA4C\uAA4D\uAA50-\uAA59\uAA7B-\uAA7D\uAAB0\uAAB2-\uAAB4\uAAB7\uAAB8\uAABE\uAABF\uAAC1\uAAEB-\uAAEF\uAAF5\uAAF6\uABE3-\uABEA\uABEC\uABED\uABF0-\uABF9\uFB1E\uFE00-\uFE0F\uFE20-\uFE2F\uFE33\uFE34\uFE4D-\uFE4F\uFF10-\uFF19\uFF3F\uFF65",
    nonASCIIidentifierStartChars =
      "\xAA\xB5\xBA\xC0-\xD6\xD8-\xF6\xF8-\u02C1\u02C6-\u02D1\u02E0-\u02E4\u02EC\u02EE\u0370-\u0374\u0376\u0377\u037A-\u037D\u037F\u0386\u0388-\u038A\u038C\u038E-\u03A1\u03A3-\u03F5\u03F7-\u0481\u048A-\u052F\u0531-\u0556\u0558\u0559\u0560-\u0588\u058B\u058C\u05D0-\u05EA\u05EF-\u05F2\u0620-\u064A\u066E\u066F\u0671-\u06D3\u06D5\u06E5\u06E6\u06EE\u06EF\u06FA-\u06FC\u06FF\u0710\u0712-\u072F\u074D-\u07A5\u07B1\u07CA-\u07EA\u07F4\u07F5\u07FA\u0800-\u0815\u081A\u0824\u0828\u0840-\u0858\u0860-\u086A\u0870-\u0887\u0889-\u088F\u08A0-\u08C9\u0904-\u0939\u093D\u0950\u0958-\u0961\u0971-\u0980\u0985-\u098C\u098F\u0990\u0993-\u09A8\u09AA-\u09B0\u09B2\u09B6-\u09B9\u09BD\u09CE\u09DC\u09DD\u09DF-\u09E1\u09F0\u09F1\u09FC\u0A05-\u0A0A\u0A0F\u0A10\u0A13-\u0A28\u0A2A-\u0A30\u0A32\u0A33\u0A35\u0A36\u0A38\u0A39\u0A59-\u0A5C\u0A5E\u0A72-\u0A74\u0A85-\u0A8D\u0A8F-\u0A91\u0A93-\u0AA8\u0AAA-\u0AB0\u0AB2\u0AB3\u0AB5-\u0AB9\u0ABD\u0AD0\u0AE0\u0AE1\u0AF9\u0B05-\u0B0C\u0B0F\u0B10\u0B13-\u0B28\u0B2A-\u0B30\u0B32\u0B33\u0B35-\u0B39\u0B3D\u0B5C\u0B5D\u0B5F-\u0B61\u0B71\u0B83\u0B85-\u0B8A\u0B8E-\u0B90\u0B92-\u0B95\u0B99\u0B9A\u0B9C\u0B9E\u0B9F\u0BA3\u0BA4\u0BA8-\u0BAA\u0BAE-\u0BB9\u0BD0\u0C05-\u0C0C\u0C0E-\u0C10\u0C12-\u0C28\u0C2A-\u0C39\u0C3D\u0C58-\u0C5A\u0C5C\u0C5D\u0C60\u0C61\u0C80\u0C85-\u0C8C\u0C8E-\u0C90\u0C92-\u0CA8\u0CAA-\u0CB3\u0CB5-\u0CB9\u0CBD\u0CDC-\u0CDE\u0CE0\u0CE1\u0CF1\u0CF2\u0D04-\u0D0C\u0D0E-\u0D10\u0D12-\u0D3A\u0D3D\u0D4E\u0D54-\u0D56\u0D5F-\u0D61\u0D7A-\u0D7F\u0D85-\u0D96\u0D9A-\u0DB1\u0DB3-\u0DBB\u0DBD\u0DC0-\u0DC6\u0E01-\u0E30\u0E32\u0E33\u0E40-\u0E46\u0E81\u0E82\u0E84\u0E86-\u0E8A\u0E8C-\u0EA3\u0EA5\u0EA7-\u0EB0\u0EB2\u0EB3\u0EBD\u0EC0-\u0EC4\u0EC6\u0EDC-\u0EDF\u0F00\u0F40-\u0F47\u0F49-\u0F6C\u0F88-\u0F8C\u1000-\u102A\u103F\u1050-\u1055\u105A-\u105D\u1061\u1065\u1066\u106E-\u1070\u1075-\u1081\u108E\u10A0-\u10C5\u10C7\u10CD\u10D0-\u10FA\u10FC-\u1248\u124A-\u124D\u1250-\u1256\u1258\u125A-\u125D\u1260-\u1288\u128A-\u128D\u1290-\u12B0\u12B2-\u12B5\u12B8-\u12BE\u12C0\u12C2-\u12C5\u12C8-\u12D6\u12D8-\u1310\u1312-\u1315\u1318-\u135A\u1380-\u138F\u13A0-\u13F5\u13F8-\u13FD\u1401-\u166C\u166F-\u167F\u1681-\u169A\u16A0-\u16EA\u16EE-\u16F8\u1700-\u1711\u171F-\u1731\u1740-\u1751\u1760-\u176C\u176E-\u1770\u1780-\u17B3\u17D7\u17DC\u1820-\u1878\u1880-\u18A8\u18AA\u18B0-\u18F5\u1900-\u191E\u1950-\u196D\u1970-\u1974\u1980-\u19AB\u19B0-\u19C9\u1A00-\u1A16\u1A20-\u1A54\u1AA7\u1B05-\u1B33\u1B45-\u1B4C\u1B83-\u1BA0\u1BAE\u1BAF\u1BBA-\u1BE5\u1C00-\u1C23\u1C4D-\u1C4F\u1C5A-\u1C7D\u1C80-\u1C8A\u1C90-\u1CBA\u1CBD-\u1CBF\u1CE9-\u1CEC\u1CEE-\u1CF3\u1CF5\u1CF6\u1CFA\u1D00-\u1DBF\u1E00-\u1F15\u1F18-\u1F1D\u1F20-\u1F45\u1F48-\u1F4D\u1F50-\u1F57\u1F59\u1F5B\u1F5D\u1F5F-\u1F7D\u1F80-\u1FB4\u1FB6-\u1FBC\u1FBE\u1FC2-\u1FC4\u1FC6-\u1FCC\u1FD0-\u1FD3\u1FD6-\u1FDB\u1FE0-\u1FEC\u1FF2-\u1FF4\u1FF6-\u1FFC\u2071\u207F\u208F-\u209F\u2102\u2107\u210A-\u2113\u2115\u2118-\u211D\u2124\u2126\u2128\u212A-\u2139\u213C-\u213F\u2145-\u2149\u214E\u2160-\u2188\u2C00-\u2CE4\u2CEB-\u2CEE\u2CF2\u2CF3\u2D00-\u2D25\u2D27\u2D2D\u2D30-\u2D67\u2D6F\u2D80-\u2D96\u2DA0-\u2DA6\u2DA8-\u2DAE\u2DB0-\u2DB6\u2DB8-\u2DBE\u2DC0-\u2DC6\u2DC8-\u2DCE\u2DD0-\u2DD6\u2DD8-\u2DDE\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303C\u3041-\u3096\u309B-\u309F\u30A1-\u30FA\u30FC-\u30FF\u3105-\u312F\u3131-\u318E\u31A0-\u31BF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\uA48C\uA4D0-\uA4FD\uA500-\uA60C\uA610-\uA61F\uA62A\uA62B\uA640-\uA66E\uA67F-\uA69D\uA6A0-\uA6EF\uA717-\uA71F\uA722-\uA788\uA78B-\uA7DD\uA7E2\uA7F1-\uA801\uA803-\uA805\uA807-\uA80A\uA80C-\uA822\uA840-\uA873\uA882-\uA8B3\uA8F2-\uA8F7\uA8FB\uA8FD\uA8FE\uA90A-\uA925\uA930-\uA946\uA960-\uA97C\uA984-\uA9B2\uA9CF\uA9E0-\uA9E4\uA9E6-\uA9EF\uA9FA-\uA9FE\uAA00-\uAA28\uAA40-\uAA42\uAA44-\uAA4B\uAA60-\uAA76\uAA7A\uAA7E-\uAAAF\uAAB1\uAAB5\uAAB6\uAAB9-\uAABD\uAAC0\uAAC2\uAADB-\uAADD\uAAE0-\uAAEA\uAAF2-\uAAF4\uAB01-\uAB06\uAB09-\uAB0E\uAB11-\uAB16\uAB20-\uAB26\uAB28-\uAB2E\uAB30-\uAB5A\uAB5C-\uAB69\uAB6C\uAB6D\uAB70-\uABE2\uAC00-\uD7A3\uD7B0-\uD7C6\uD7CB-\uD7FB\uF900-\uFA6D\uFA70-\uFAD9\uFB00-\uFB06\uFB13-\uFB17\uFB1D\uFB1F-\uFB28\uFB2A-\uFB36\uFB38-\uFB3C\uFB3E\uFB40\uFB41\uFB43\uFB44\uFB46-\uFBB1\uFBD3-\uFD3D\uFD50-\uFD8F\uFD92-\uFDC7\uFDF0-\uFDFB\uFE70-\uFE74\uFE76-\uFEFC\uFF21-\uFF3A\uFF41-\uFF5A\uFF66-\uFFBE\uFFC2-\uFFC7\uFFCA-\uFFCF\uFFD2-\uFFD7\uFFDA-\uFFDC",
    reservedWords = {
      3: "abstract boolean byte char class double enum export extends final float goto implements import int interface long native package private protected public short static super synchronized throws transient volatile",
      5: "class enum extends super const export import",
      6: "enum",
      strict: "implements interface let package private protected public static yield",
      strictBind: "eval arguments",
    },
    ecma5AndLessKeywords =
      "break case catch continue debugger default do else finally for function if return switch throw try var while with null true false instanceof typeof void delete new in this",
    keywords$1 = {
      5: ecma5AndLessKeywords,
      "5module": ecma5AndLessKeywords + " export import",
      6: ecma5AndLessKeywords + " const class extends export import super",
    },
    keywordRelationalOperator = /^in(stanceof)?$/,
    nonASCIIidentifierStart = new RegExp("[" + nonASCIIidentifierStartChars + "]"),
    nonASCIIidentifier = new RegExp("[" + nonASCIIidentifierStartChars + nonASCIIidentifierChars + "]");
  function isInAstralSet(code, set) {
    var pos = 65536;
    for (var i = 0; i < set.length; i += 2) {
      if (((pos += set[i]), pos > code)) return !1;
      if (((pos += set[i + 1]), pos >= code)) return !0;
    }
    return !1;
  }
  function isIdentifierStart(code, astral) {
    if (code < 65) return code === 36;
    if (code < 91) return !0;
    if (code < 97) return code === 95;
    if (code < 123) return !0;
    if (code <= 65535) return code >= 170 && nonASCIIidentifierStart.test(String.fromCharCode(code));
    if (astral === !1) return !1;
    return isInAstralSet(code, astralIdentifierStartCodes);
  }
  function isIdentifierChar(code, astral) {
    if (code < 48) return code === 36;
    if (code < 58) return !0;
    if (code < 65) return !1;
    if (code < 91) return !0;
    if (code < 97) return code === 95;
    if (code < 123) return !0;
    if (code <= 65535) return code >= 170 && nonASCIIidentifier.test(String.fromCharCode(code));
    if (astral === !1) return !1;
    return isInAstralSet(code, astralIdentifierStartCodes) || isInAstralSet(code, astralIdentifierCodes);
  }
  var TokenType = function (label, conf) {
    if (conf === void 0) conf = {};
    (this.label = label),
      (this.keyword = conf.keyword),
      (this.beforeExpr = !!conf.beforeExpr),
      (this.startsExpr = !!conf.startsExpr),
      (this.isLoop = !!conf.isLoop),
      (this.isAssign = !!conf.isAssign),
      (this.prefix = !!conf.prefix),
      (this.postfix = !!conf.postfix),
      (this.binop = conf.binop || null),
      (this.updateContext = null);
  };
  function binop(name, prec) {
    return new TokenType(name, { beforeExpr: !0, binop: prec });
  }
  var beforeExpr = { beforeExpr: !0 },
    startsExpr = { startsExpr: !0 },
    keywords = {};
  function kw(name, options) {
    if (options === void 0) options = {};
    return ((options.keyword = name), (keywords[name] = new TokenType(name, options)));
  }
  var types$1 = {
      num: new TokenType("num", startsExpr),
      regexp: new TokenType("regexp", startsExpr),
      string: new TokenType("string", startsExpr),
      name: new TokenType("name", startsExpr),
      privateId: new TokenType("privateId", startsExpr),
      eof: new TokenType("eof"),
      bracketL: new TokenType("[", { beforeExpr: !0, startsExpr: !0 }),
      bracketR: new TokenType("]"),
      braceL: new TokenType("{", { beforeExpr: !0, startsExpr: !0 }),
      braceR: new TokenType("}"),
      parenL: new TokenType("(", { beforeExpr: !0, startsExpr: !0 }),
      parenR: new TokenType(")"),
      comma: new TokenType(",", beforeExpr),
      semi: new TokenType(";", beforeExpr),
      colon: new TokenType(":", beforeExpr),
      dot: new TokenType("."),
      question: new TokenType("?", beforeExpr),
      questionDot: new TokenType("?."),
      arrow: new TokenType("=>", beforeExpr),
      template: new TokenType("template"),
      invalidTemplate: new TokenType("invalidTemplate"),
      ellipsis: new TokenType("...", beforeExpr),
      backQuote: new TokenType("`", startsExpr),
      dollarBraceL: new TokenType("${", { beforeExpr: !0, startsExpr: !0 }),
      eq: new TokenType("=", { beforeExpr: !0, isAssign: !0 }),
      assign: new TokenType("_=", { beforeExpr: !0, isAssign: !0 }),
      incDec: new TokenType("++/--", { prefix: !0, postfix: !0, startsExpr: !0 }),
      prefix: new TokenType("!/~", { beforeExpr: !0, prefix: !0, startsExpr: !0 }),
      logicalOR: binop("||", 1),
      logicalAND: binop("&&", 2),
      bitwiseOR: binop("|", 3),
      bitwiseXOR: binop("^", 4),
      bitwiseAND: binop("&", 5),
      equality: binop("==/!=/===/!==", 6),
      relational: binop("</>/<=/>=", 7),
      bitShift: binop("<</>>/>>>", 8),
      plusMin: new TokenType("+/-", { beforeExpr: !0, binop: 9, prefix: !0, startsExpr: !0 }),
      modulo: binop("%", 10),
      star: binop("*", 10),
      slash: binop("/", 10),
      starstar: new TokenType("**", { beforeExpr: !0 }),
      coalesce: binop("??", 1),
      _break: kw("break"),
      _case: kw("case", beforeExpr),
      _catch: kw("catch"),
      _continue: kw("continue"),
      _debugger: kw("debugger"),
      _default: kw("default", beforeExpr),
      _do: kw("do", { isLoop: !0, beforeExpr: !0 }),
      _else: kw("else", beforeExpr),
      _finally: kw("finally"),
      _for: kw("for", { isLoop: !0 }),
      _function: kw("function", startsExpr),
      _if: kw("if"),
      _return: kw("return", beforeExpr),
      _switch: kw("switch"),
      _throw: kw("throw", beforeExpr),
      _try: kw("try"),
      _var: kw("var"),
      _const: kw("const"),
      _while: kw("while", { isLoop: !0 }),
      _with: kw("with"),
      _new: kw("new", { beforeExpr: !0, startsExpr: !0 }),
      _this: kw("this", startsExpr),
      _super: kw("super", startsExpr),
      _class: kw("class", startsExpr),
      _extends: kw("extends", beforeExpr),
      _export: kw("export"),
      _import: kw("import", startsExpr),
      _null: kw("null", startsExpr),
      _true: kw("true", startsExpr),
      _false: kw("false", startsExpr),
      _in: kw("in", { beforeExpr: !0, binop: 7 }),
      _instanceof: kw("instanceof", { beforeExpr: !0, binop: 7 }),
      _typeof: kw("typeof", { beforeExpr: !0, prefix: !0, startsExpr: !0 }),
      _void: kw("void", { beforeExpr: !0, prefix: !0, startsExpr: !0 }),
      _delete: kw("delete", { beforeExpr: !0, prefix: !0, startsExpr: !0 }),
    },
    lineBreak = /\r\n?|\n|\u2028|\u2029/,
    lineBreakG = new RegExp(lineBreak.source, "g");
  function isNewLine(code) {
    return code === 10 || code === 13 || code === 8232 || code === 8233;
  }
  function nextLineBreak(code, from, end) {
    if (end === void 0) end = code.length;
    for (var i = from; i < end; i++) {
      var next = code.charCodeAt(i);
      if (isNewLine(next)) return i < end - 1 && next === 13 && code.charCodeAt(i + 1) === 10 ? i + 2 : i + 1;
    }
    return -1;
  }
  var nonASCIIwhitespace = /[\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff]/,
    skipWhiteSpace = /(?:\s|\/\/.*|\/\*[^]*?\*\/)*/g,
    ref = Object.prototype,
    { hasOwnProperty, toString } = ref,
    hasOwn = Object.hasOwn || ((obj, propName) => hasOwnProperty.call(obj, propName)),
    isArray = Array.isArray || ((obj) => toString.call(obj) === "[object Array]"),
    regexpCache = Object.create(null);
  function wordsRegexp(words) {
    return regexpCache[words] || (regexpCache[words] = new RegExp("^(?:" + words.replace(/ /g, "|") + ")$"));
  }
  function codePointToString(code) {
    if (code <= 65535) return String.fromCharCode(code);
    return ((code -= 65536), String.fromCharCode((code >> 10) + 55296, (code & 1023) + 56320));
  }
  var loneSurrogate = /(?:[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?:[^\uD800-\uDBFF]|^)[\uDC00-\uDFFF])/,
    Position = function (line, col) {
      (this.line = line), (this.column = col);
    };
  Position.prototype.offset = function (n) {
    return new Position(this.line, this.column + n);
  };
  var SourceLocation = function (p, start, end) {
    if (((this.start = start), (this.end = end), p.sourceFile !== null)) this.source = p.sourceFile;
  };
  function getLineInfo(input, offset) {
    for (var line = 1, cur = 0; ; ) {
      var nextBreak = nextLineBreak(input, cur, offset);
      if (nextBreak < 0) return new Position(line, offset - cur);
      ++line, (cur = nextBreak);
    }
  }
  var defaultOptions2 = {
      ecmaVersion: null,
      sourceType: "script",
      strict: !1,
      onInsertedSemicolon: null,
      onTrailingComma: null,
      allowReserved: null,
      allowReturnOutsideFunction: !1,
      allowImportExportEverywhere: !1,
      allowAwaitOutsideFunction: null,
      allowSuperOutsideMethod: null,
      allowHashBang: !1,
      checkPrivateFields: !0,
      locations: !1,
      startLocation: null,
      onToken: null,
      onComment: null,
      ranges: !1,
      program: null,
      sourceFile: null,
      directSourceFile: null,
      preserveParens: !1,
    },
    warnedAboutEcmaVersion = !1;
  function getOptions(opts) {
    var options = {};
    for (var opt in defaultOptions2)
      options[opt] = opts && hasOwn(opts, opt) ? opts[opt] : defaultOptions2[opt];
    if (options.ecmaVersion === "latest") options.ecmaVersion = 1e8;
    else if (options.ecmaVersion == null) {
      if (!warnedAboutEcmaVersion && typeof console === "object" && console.warn)
        (warnedAboutEcmaVersion = !0),
          console.warn(`Since Acorn 8.0.0, options.ecmaVersion is required.
Defaulting to 2020, but this will stop working in the future.`);
      options.ecmaVersion = 11;
    } else if (options.ecmaVersion >= 2015) options.ecmaVersion -= 2009;
    if (options.allowReserved == null) options.allowReserved = options.ecmaVersion < 5;
    if (!opts || opts.allowHashBang == null) options.allowHashBang = options.ecmaVersion >= 14;
    if (isArray(options.onToken)) {
      var tokens = options.onToken;
      options.onToken = (token) => tokens.push(token);
    }
    if (isArray(options.onComment)) options.onComment = pushComment(options, options.onComment);
    if (options.sourceType === "commonjs" && options.allowAwaitOutsideFunction)
      throw Error("Cannot use allowAwaitOutsideFunction with sourceType: commonjs");
    return options;
  }
  function pushComment(options, array) {
    return function (block, text, start, end, startLoc, endLoc) {
      var comment = { type: block ? "Block" : "Line", value: text, start, end };
      if (options.locations) comment.loc = new SourceLocation(this, startLoc, endLoc);
      if (options.ranges) comment.range = [start, end];
      array.push(comment);
    };
  }
  var SCOPE_TOP = 1,
    SCOPE_FUNCTION = 2,
    SCOPE_ASYNC = 4,
    SCOPE_GENERATOR = 8,
    SCOPE_ARROW = 16,
    SCOPE_SIMPLE_CATCH = 32,
    SCOPE_SUPER = 64,
    SCOPE_DIRECT_SUPER = 128,
    SCOPE_CLASS_STATIC_BLOCK = 256,
    SCOPE_CLASS_FIELD_INIT = 512,
    SCOPE_SWITCH = 1024,
    SCOPE_VAR = SCOPE_TOP | SCOPE_FUNCTION | SCOPE_CLASS_STATIC_BLOCK;
  function functionFlags(async, generator) {
    return SCOPE_FUNCTION | (async ? SCOPE_ASYNC : 0) | (generator ? SCOPE_GENERATOR : 0);
  }
  var BIND_NONE = 0,
    BIND_VAR = 1,
    BIND_LEXICAL = 2,
    BIND_FUNCTION = 3,
    BIND_SIMPLE_CATCH = 4,
    BIND_OUTSIDE = 5,
    Parser = function (options, input, startPos) {
      (this.options = options = getOptions(options)),
        (this.sourceFile = options.sourceFile),
        (this.keywords = wordsRegexp(
          keywords$1[options.ecmaVersion >= 6 ? 6 : options.sourceType === "module" ? "5module" : 5],
        ));
      var reserved = "";
      if (options.allowReserved !== !0) {
        if (
          ((reserved = reservedWords[options.ecmaVersion >= 6 ? 6 : options.ecmaVersion === 5 ? 5 : 3]),
          options.sourceType === "module")
        )
          reserved += " await";
      }
      this.reservedWords = wordsRegexp(reserved);
      var reservedStrict = (reserved ? reserved + " " : "") + reservedWords.strict;
      if (
        ((this.reservedWordsStrict = wordsRegexp(reservedStrict)),
        (this.reservedWordsStrictBind = wordsRegexp(reservedStrict + " " + reservedWords.strictBind)),
        (this.input = String(input)),
        (this.containsEsc = !1),
        (this.pos = startPos || 0),
        (this.curLine = 1),
        options.startLocation)
      )
        (this.lineStart = this.pos - options.startLocation.column),
          (this.curLine = options.startLocation.line);
      else if (startPos) {
        if (
          ((this.lineStart =
            this.input.lastIndexOf(
              `
`,
              startPos - 1,
            ) + 1),
          this.options.locations)
        )
          this.curLine = this.input.slice(0, this.lineStart).split(lineBreak).length;
      } else this.lineStart = 0;
      if (
        ((this.type = types$1.eof),
        (this.value = null),
        (this.start = this.end = this.pos),
        (this.startLoc = this.endLoc = this.curPosition()),
        (this.lastTokEndLoc = this.lastTokStartLoc = null),
        (this.lastTokStart = this.lastTokEnd = this.pos),
        (this.context = this.initialContext()),
        (this.exprAllowed = !0),
        (this.inModule = options.sourceType === "module"),
        (this.strict = this.inModule || options.strict === !0 || this.strictDirective(this.pos)),
        (this.potentialArrowAt = -1),
        (this.potentialArrowInForAwait = !1),
        (this.yieldPos = this.awaitPos = this.awaitIdentPos = 0),
        (this.labels = []),
        (this.undefinedExports = Object.create(null)),
        this.pos === 0 && options.allowHashBang && this.input.slice(0, 2) === "#!")
      )
        this.skipLineComment(2);
      (this.scopeStack = []),
        this.enterScope(this.options.sourceType === "commonjs" ? SCOPE_FUNCTION : SCOPE_TOP),
        (this.regexpState = null),
        (this.privateNameStack = []);
    },
    prototypeAccessors = {
      inFunction: { configurable: !0 },
      inGenerator: { configurable: !0 },
      inAsync: { configurable: !0 },
      canAwait: { configurable: !0 },
      allowReturn: { configurable: !0 },
      allowSuper: { configurable: !0 },
      allowDirectSuper: { configurable: !0 },
      treatFunctionsAsVar: { configurable: !0 },
      allowNewDotTarget: { configurable: !0 },
      allowUsing: { configurable: !0 },
      inClassStaticBlock: { configurable: !0 },
    };
  Parser.prototype.parse = function () {
    var node = this.options.program || this.startNode();
    return (this.nextToken(), this.catchStackOverflow(() => this.parseTopLevel(node)));
  };
  prototypeAccessors.inFunction.get = function () {
    return (this.currentVarScope().flags & SCOPE_FUNCTION) > 0;
  };
  prototypeAccessors.inGenerator.get = function () {
    return (this.currentVarScope().flags & SCOPE_GENERATOR) > 0;
  };
  prototypeAccessors.inAsync.get = function () {
    return (this.currentVarScope().flags & SCOPE_ASYNC) > 0;
  };
  prototypeAccessors.canAwait.get = function () {
    for (var i = this.scopeStack.length - 1; i >= 0; i--) {
      var ref = this.scopeStack[i],
        flags = ref.flags;
      if (flags & (SCOPE_CLASS_STATIC_BLOCK | SCOPE_CLASS_FIELD_INIT)) return !1;
      if (flags & SCOPE_FUNCTION) return (flags & SCOPE_ASYNC) > 0;
    }
    return (this.inModule && this.options.ecmaVersion >= 13) || this.options.allowAwaitOutsideFunction;
  };
  prototypeAccessors.allowReturn.get = function () {
    if (this.inFunction) return !0;
    if (this.options.allowReturnOutsideFunction && this.currentVarScope().flags & SCOPE_TOP) return !0;
    return !1;
  };
  prototypeAccessors.allowSuper.get = function () {
    var ref = this.currentThisScope(),
      flags = ref.flags;
    return (flags & SCOPE_SUPER) > 0 || this.options.allowSuperOutsideMethod;
  };
  prototypeAccessors.allowDirectSuper.get = function () {
    return (this.currentThisScope().flags & SCOPE_DIRECT_SUPER) > 0;
  };
  prototypeAccessors.treatFunctionsAsVar.get = function () {
    return this.treatFunctionsAsVarInScope(this.currentScope());
  };
  prototypeAccessors.allowNewDotTarget.get = function () {
    for (var i = this.scopeStack.length - 1; i >= 0; i--) {
      var ref = this.scopeStack[i],
        flags = ref.flags;
      if (
        flags & (SCOPE_CLASS_STATIC_BLOCK | SCOPE_CLASS_FIELD_INIT) ||
        (flags & SCOPE_FUNCTION && !(flags & SCOPE_ARROW))
      )
        return !0;
    }
    return !1;
  };
  prototypeAccessors.allowUsing.get = function () {
    var ref = this.currentScope(),
      flags = ref.flags;
    if (flags & SCOPE_SWITCH) return !1;
    if (!this.inModule && flags & SCOPE_TOP) return !1;
    return !0;
  };
  prototypeAccessors.inClassStaticBlock.get = function () {
    return (this.currentVarScope().flags & SCOPE_CLASS_STATIC_BLOCK) > 0;
  };
  Parser.extend = function () {
    var plugins = [],
      len = arguments.length;
    while (len--) plugins[len] = arguments[len];
    var cls = this;
    for (var i = 0; i < plugins.length; i++) cls = plugins[i](cls);
    return cls;
  };
  Parser.parse = function (input, options) {
    return new this(options, input).parse();
  };
  Parser.parseExpressionAt = function (input, pos, options) {
    var parser = new this(options, input, pos);
    return (parser.nextToken(), parser.parseExpression());
  };
  Parser.tokenizer = function (input, options) {
    return new this(options, input);
  };
  Object.defineProperties(Parser.prototype, prototypeAccessors);
  var pp$9 = Parser.prototype,
    literal = /^(?:'((?:\\[^]|[^'\\])*?)'|"((?:\\[^]|[^"\\])*?)")/;
  pp$9.strictDirective = function (start) {
    if (this.options.ecmaVersion < 5) return !1;
    for (;;) {
      (skipWhiteSpace.lastIndex = start), (start += skipWhiteSpace.exec(this.input)[0].length);
      var match = literal.exec(this.input.slice(start));
      if (!match) return !1;
      if ((match[1] || match[2]) === "use strict") {
        skipWhiteSpace.lastIndex = start + match[0].length;
        var spaceAfter = skipWhiteSpace.exec(this.input),
          end = spaceAfter.index + spaceAfter[0].length,
          next = this.input.charAt(end);
        return (
          next === ";" ||
          next === "}" ||
          (lineBreak.test(spaceAfter[0]) &&
            !(
              /[(`.[+\-/*%<>=,?^&]/.test(next) ||
              (next === "!" && this.input.charAt(end + 1) === "=") ||
              (next === "i" && keywordOpAt(this, end))
            ))
        );
      }
      if (
        ((start += match[0].length),
        (skipWhiteSpace.lastIndex = start),
        (start += skipWhiteSpace.exec(this.input)[0].length),
        this.input[start] === ";")
      )
        start++;
    }
  };
  function keywordOpAt(parser, pos) {
    var end = pos + 1,
      stop = Math.min(parser.input.length, pos + 11);
    while (end < stop) {
      var ch = parser.fullCharCodeAt(end);
      if (!isIdentifierChar(ch, !0)) break;
      end += ch <= 65535 ? 1 : 2;
    }
    return (
      (end === pos + 2 && parser.input.slice(pos, end) === "in") ||
      (end === pos + 10 && parser.input.slice(pos, end) === "instanceof")
    );
  }
  pp$9.eat = function (type) {
    if (this.type === type) return (this.next(), !0);
    else return !1;
  };
  pp$9.isContextual = function (name) {
    return this.type === types$1.name && this.value === name && !this.containsEsc;
  };
  pp$9.eatContextual = function (name) {
    if (!this.isContextual(name)) return !1;
    return (this.next(), !0);
  };
  pp$9.catchStackOverflow = function (f) {
    try {
      return f();
    } catch (e) {
      if (
        e instanceof Error &&
        (/\bstack\b.*\b(exceeded|overflow)\b/i.test(e.message) || /\btoo much recursion\b/i.test(e.message))
      )
        this.raise(this.start, "Not enough stack space to parse input");
      else throw e;
    }
  };
  pp$9.expectContextual = function (name) {
    if (!this.eatContextual(name)) this.unexpected();
  };
  pp$9.canInsertSemicolon = function () {
    return (
      this.type === types$1.eof ||
      this.type === types$1.braceR ||
      lineBreak.test(this.input.slice(this.lastTokEnd, this.start))
    );
  };
  pp$9.insertSemicolon = function () {
    if (this.canInsertSemicolon()) {
      if (this.options.onInsertedSemicolon)
        this.options.onInsertedSemicolon(this.lastTokEnd, this.lastTokEndLoc);
      return !0;
    }
  };
  pp$9.semicolon = function () {
    if (!this.eat(types$1.semi) && !this.insertSemicolon()) this.unexpected();
  };
  pp$9.afterTrailingComma = function (tokType, notNext) {
    if (this.type === tokType) {
      if (this.options.onTrailingComma) this.options.onTrailingComma(this.lastTokStart, this.lastTokStartLoc);
      if (!notNext) this.next();
      return !0;
    }
  };
  pp$9.expect = function (type) {
    this.eat(type) || this.unexpected();
  };
  pp$9.unexpected = function (pos) {
    this.raise(pos != null ? pos : this.start, "Unexpected token");
  };
  var DestructuringErrors = function () {
    this.shorthandAssign =
      this.trailingComma =
      this.parenthesizedAssign =
      this.parenthesizedBind =
      this.doubleProto =
        -1;
  };
  pp$9.checkPatternErrors = function (refDestructuringErrors, isAssign) {
    if (!refDestructuringErrors) return;
    if (refDestructuringErrors.trailingComma > -1)
      this.raiseRecoverable(
        refDestructuringErrors.trailingComma,
        "Comma is not permitted after the rest element",
      );
    var parens = isAssign
      ? refDestructuringErrors.parenthesizedAssign
      : refDestructuringErrors.parenthesizedBind;
    if (parens > -1)
      this.raiseRecoverable(parens, isAssign ? "Assigning to rvalue" : "Parenthesized pattern");
  };
  pp$9.checkExpressionErrors = function (refDestructuringErrors, andThrow) {
    if (!refDestructuringErrors) return !1;
    var { shorthandAssign, doubleProto } = refDestructuringErrors;
    if (!andThrow) return shorthandAssign >= 0 || doubleProto >= 0;
    if (shorthandAssign >= 0)
      this.raise(shorthandAssign, "Shorthand property assignments are valid only in destructuring patterns");
    if (doubleProto >= 0) this.raiseRecoverable(doubleProto, "Redefinition of __proto__ property");
  };
  pp$9.checkYieldAwaitInDefaultParams = function () {
    if (this.yieldPos && (!this.awaitPos || this.yieldPos < this.awaitPos))
      this.raise(this.yieldPos, "Yield expression cannot be a default value");
    if (this.awaitPos) this.raise(this.awaitPos, "Await expression cannot be a default value");
  };
  pp$9.isSimpleAssignTarget = function (expr) {
    if (expr.type === "ParenthesizedExpression") return this.isSimpleAssignTarget(expr.expression);
    return expr.type === "Identifier" || expr.type === "MemberExpression";
  };
  var pp$8 = Parser.prototype;
  pp$8.parseTopLevel = function (node) {
    var exports$1 = Object.create(null);
    if (!node.body) node.body = [];
    while (this.type !== types$1.eof) {
      var stmt = this.parseStatement(null, !0, exports$1);
      node.body.push(stmt);
    }
    if (this.inModule)
      for (var i = 0, list = Object.keys(this.undefinedExports); i < list.length; i += 1) {
        var name = list[i];
        this.raiseRecoverable(this.undefinedExports[name].start, "Export '" + name + "' is not defined");
      }
    return (
      this.adaptDirectivePrologue(node.body),
      this.next(),
      (node.sourceType = this.options.sourceType === "commonjs" ? "script" : this.options.sourceType),
      this.finishNode(node, "Program")
    );
  };
  var loopLabel = { kind: "loop" },
    switchLabel = { kind: "switch" };
  pp$8.isLet = function (context) {
    if (this.options.ecmaVersion < 6 || !this.isContextual("let")) return !1;
    skipWhiteSpace.lastIndex = this.pos;
    var skip = skipWhiteSpace.exec(this.input),
      next = this.pos + skip[0].length,
      nextCh = this.fullCharCodeAt(next);
    if (nextCh === 91 || nextCh === 92) return !0;
    if (context) return !1;
    if (nextCh === 123) return !0;
    if (isIdentifierStart(nextCh)) {
      var start = next;
      do next += nextCh <= 65535 ? 1 : 2;
      while (isIdentifierChar((nextCh = this.fullCharCodeAt(next))));
      if (nextCh === 92) return !0;
      var ident = this.input.slice(start, next);
      if (!keywordRelationalOperator.test(ident)) return !0;
    }
    return !1;
  };
  pp$8.isAsyncFunction = function () {
    if (this.options.ecmaVersion < 8 || !this.isContextual("async")) return !1;
    skipWhiteSpace.lastIndex = this.pos;
    var skip = skipWhiteSpace.exec(this.input),
      next = this.pos + skip[0].length,
      after;
    return (
      !lineBreak.test(this.input.slice(this.pos, next)) &&
      this.input.slice(next, next + 8) === "function" &&
      (next + 8 === this.input.length ||
        !(isIdentifierChar((after = this.fullCharCodeAt(next + 8))) || after === 92))
    );
  };
  pp$8.isUsingKeyword = function (isAwaitUsing, isFor) {
    if (this.options.ecmaVersion < 17 || !this.isContextual(isAwaitUsing ? "await" : "using")) return !1;
    skipWhiteSpace.lastIndex = this.pos;
    var skip = skipWhiteSpace.exec(this.input),
      next = this.pos + skip[0].length;
    if (lineBreak.test(this.input.slice(this.pos, next))) return !1;
    if (isAwaitUsing) {
      var usingEndPos = next + 5,
        after;
      if (
        this.input.slice(next, usingEndPos) !== "using" ||
        usingEndPos === this.input.length ||
        isIdentifierChar((after = this.fullCharCodeAt(usingEndPos))) ||
        after === 92
      )
        return !1;
      skipWhiteSpace.lastIndex = usingEndPos;
      var skipAfterUsing = skipWhiteSpace.exec(this.input);
      if (
        ((next = usingEndPos + skipAfterUsing[0].length),
        skipAfterUsing && lineBreak.test(this.input.slice(usingEndPos, next)))
      )
        return !1;
    }
    var ch = this.fullCharCodeAt(next);
    if (!isIdentifierStart(ch) && ch !== 92) return !1;
    var idStart = next;
    do next += ch <= 65535 ? 1 : 2;
    while (isIdentifierChar((ch = this.fullCharCodeAt(next))));
    if (ch === 92) return !0;
    var id = this.input.slice(idStart, next);
    if (keywordRelationalOperator.test(id)) return !1;
    if (isFor && !isAwaitUsing && id === "of") {
      skipWhiteSpace.lastIndex = next;
      var skipAfterOf = skipWhiteSpace.exec(this.input);
      if (
        ((next = next + skipAfterOf[0].length),
        this.input.charCodeAt(next) !== 61 || (ch = this.input.charCodeAt(next + 1)) === 61 || ch === 62)
      )
        return !1;
    }
    return !0;
  };
  pp$8.isAwaitUsing = function (isFor) {
    return this.isUsingKeyword(!0, isFor);
  };
  pp$8.isUsing = function (isFor) {
    return this.isUsingKeyword(!1, isFor);
  };
  pp$8.parseStatement = function (context, topLevel, exports$1) {
    var starttype = this.type,
      node = this.startNode(),
      kind;
    if (this.isLet(context)) (starttype = types$1._var), (kind = "let");
    switch (starttype) {
      case types$1._break:
      case types$1._continue:
        return this.parseBreakContinueStatement(node, starttype.keyword);
      case types$1._debugger:
        return this.parseDebuggerStatement(node);
      case types$1._do:
        return this.parseDoStatement(node);
      case types$1._for:
        return this.parseForStatement(node);
      case types$1._function:
        if (
          context &&
          (this.strict || (context !== "if" && context !== "label")) &&
          this.options.ecmaVersion >= 6
        )
          this.unexpected();
        return this.parseFunctionStatement(node, !1, !context);
      case types$1._class:
        if (context) this.unexpected();
        return this.parseClass(node, !0);
      case types$1._if:
        return this.parseIfStatement(node);
      case types$1._return:
        return this.parseReturnStatement(node);
      case types$1._switch:
        return this.parseSwitchStatement(node);
      case types$1._throw:
        return this.parseThrowStatement(node);
      case types$1._try:
        return this.parseTryStatement(node);
      case types$1._const:
      case types$1._var:
        if (((kind = kind || this.value), context && kind !== "var")) this.unexpected();
        return this.parseVarStatement(node, kind);
      case types$1._while:
        return this.parseWhileStatement(node);
      case types$1._with:
        return this.parseWithStatement(node);
      case types$1.braceL:
        return this.parseBlock(!0, node);
      case types$1.semi:
        return this.parseEmptyStatement(node);
      case types$1._export:
      case types$1._import:
        if (this.options.ecmaVersion > 10 && starttype === types$1._import) {
          skipWhiteSpace.lastIndex = this.pos;
          var skip = skipWhiteSpace.exec(this.input),
            next = this.pos + skip[0].length,
            nextCh = this.input.charCodeAt(next);
          if (nextCh === 40 || nextCh === 46)
            return this.parseExpressionStatement(node, this.parseExpression());
        }
        if (!this.options.allowImportExportEverywhere) {
          if (!topLevel) this.raise(this.start, "'import' and 'export' may only appear at the top level");
          if (!this.inModule)
            this.raise(this.start, "'import' and 'export' may appear only with 'sourceType: module'");
        }
        return starttype === types$1._import ? this.parseImport(node) : this.parseExport(node, exports$1);
      default: {
        if (this.isAsyncFunction()) {
          if (context) this.unexpected();
          return (this.next(), this.parseFunctionStatement(node, !0, !context));
        }
        var usingKind = this.isAwaitUsing(!1) ? "await using" : this.isUsing(!1) ? "using" : null;
        if (usingKind) {
          if (!this.allowUsing)
            this.raise(
              this.start,
              "Using declaration cannot appear in the top level when source type is `script` or in the bare case statement",
            );
          if (context)
            this.raise(this.start, "Using declaration is not allowed in single-statement positions");
          if (usingKind === "await using") {
            if (!this.canAwait) this.raise(this.start, "Await using cannot appear outside of async function");
            this.next();
          }
          return (
            this.next(),
            this.parseVar(node, !1, usingKind),
            this.semicolon(),
            this.finishNode(node, "VariableDeclaration")
          );
        }
        var maybeName = this.value,
          expr = this.parseExpression();
        if (starttype === types$1.name && expr.type === "Identifier" && this.eat(types$1.colon))
          return this.parseLabeledStatement(node, maybeName, expr, context);
        else return this.parseExpressionStatement(node, expr);
      }
    }
  };
  pp$8.parseBreakContinueStatement = function (node, keyword) {
    var isBreak = keyword === "break";
    if ((this.next(), this.eat(types$1.semi) || this.insertSemicolon())) node.label = null;
    else if (this.type !== types$1.name) this.unexpected();
    else (node.label = this.parseIdent()), this.semicolon();
    var i = 0;
    for (; i < this.labels.length; ++i) {
      var lab = this.labels[i];
      if (node.label == null || lab.name === node.label.name) {
        if (lab.kind != null && (isBreak || lab.kind === "loop")) break;
        if (node.label && isBreak) break;
      }
    }
    if (i === this.labels.length) this.raise(node.start, "Unsyntactic " + keyword);
    return this.finishNode(node, isBreak ? "BreakStatement" : "ContinueStatement");
  };
  pp$8.parseDebuggerStatement = function (node) {
    return (this.next(), this.semicolon(), this.finishNode(node, "DebuggerStatement"));
  };
  pp$8.parseDoStatement = function (node) {
    if (
      (this.next(),
      this.labels.push(loopLabel),
      (node.body = this.parseStatement("do")),
      this.labels.pop(),
      this.expect(types$1._while),
      (node.test = this.parseParenExpression()),
      this.options.ecmaVersion >= 6)
    )
      this.eat(types$1.semi);
    else this.semicolon();
    return this.finishNode(node, "DoWhileStatement");
  };
  pp$8.parseForStatement = function (node) {
    this.next();
    var awaitAt =
      this.options.ecmaVersion >= 9 && this.canAwait && this.eatContextual("await") ? this.lastTokStart : -1;
    if (
      (this.labels.push(loopLabel),
      this.enterScope(0),
      this.expect(types$1.parenL),
      this.type === types$1.semi)
    ) {
      if (awaitAt > -1) this.unexpected(awaitAt);
      return this.parseFor(node, null);
    }
    var isLet = this.isLet();
    if (this.type === types$1._var || this.type === types$1._const || isLet) {
      var init$1 = this.startNode(),
        kind = isLet ? "let" : this.value;
      return (
        this.next(),
        this.parseVar(init$1, !0, kind),
        this.finishNode(init$1, "VariableDeclaration"),
        this.parseForAfterInit(node, init$1, awaitAt)
      );
    }
    var startsWithLet = this.isContextual("let"),
      isForOf = !1,
      usingKind = this.isUsing(!0) ? "using" : this.isAwaitUsing(!0) ? "await using" : null;
    if (usingKind) {
      var init$2 = this.startNode();
      if ((this.next(), usingKind === "await using")) {
        if (!this.canAwait) this.raise(this.start, "Await using cannot appear outside of async function");
        this.next();
      }
      return (
        this.parseVar(init$2, !0, usingKind),
        this.finishNode(init$2, "VariableDeclaration"),
        this.parseForAfterInit(node, init$2, awaitAt)
      );
    }
    var containsEsc = this.containsEsc,
      refDestructuringErrors = new DestructuringErrors(),
      initPos = this.start,
      init =
        awaitAt > -1
          ? this.parseExprSubscripts(refDestructuringErrors, "await")
          : this.parseExpression(!0, refDestructuringErrors);
    if (this.type === types$1._in || (isForOf = this.options.ecmaVersion >= 6 && this.isContextual("of"))) {
      if (awaitAt > -1) {
        if (this.type === types$1._in) this.unexpected(awaitAt);
        node.await = !0;
      } else if (isForOf && this.options.ecmaVersion >= 8) {
        if (init.start === initPos && !containsEsc && init.type === "Identifier" && init.name === "async")
          this.unexpected();
        else if (this.options.ecmaVersion >= 9) node.await = !1;
      }
      if (startsWithLet && isForOf)
        this.raise(init.start, "The left-hand side of a for-of loop may not start with 'let'.");
      return (
        this.toAssignable(init, !1, refDestructuringErrors),
        this.checkLValPattern(init),
        this.parseForIn(node, init)
      );
    } else this.checkExpressionErrors(refDestructuringErrors, !0);
    if (awaitAt > -1) this.unexpected(awaitAt);
    return this.parseFor(node, init);
  };
  pp$8.parseForAfterInit = function (node, init, awaitAt) {
    if (
      (this.type === types$1._in || (this.options.ecmaVersion >= 6 && this.isContextual("of"))) &&
      init.declarations.length === 1
    ) {
      if (this.type === types$1._in) {
        if ((init.kind === "using" || init.kind === "await using") && !init.declarations[0].init)
          this.raise(this.start, "Using declaration is not allowed in for-in loops");
        if (this.options.ecmaVersion >= 9 && awaitAt > -1) this.unexpected(awaitAt);
      } else if (this.options.ecmaVersion >= 9) node.await = awaitAt > -1;
      return this.parseForIn(node, init);
    }
    if (awaitAt > -1) this.unexpected(awaitAt);
    return this.parseFor(node, init);
  };
  pp$8.parseFunctionStatement = function (node, isAsync, declarationPosition) {
    return (
      this.next(),
      this.parseFunction(
        node,
        FUNC_STATEMENT | (declarationPosition ? 0 : FUNC_HANGING_STATEMENT),
        !1,
        isAsync,
      )
    );
  };
  pp$8.parseIfStatement = function (node) {
    return (
      this.next(),
      (node.test = this.parseParenExpression()),
      (node.consequent = this.parseStatement("if")),
      (node.alternate = this.eat(types$1._else) ? this.parseStatement("if") : null),
      this.finishNode(node, "IfStatement")
    );
  };
  pp$8.parseReturnStatement = function (node) {
    if (!this.allowReturn) this.raise(this.start, "'return' outside of function");
    if ((this.next(), this.eat(types$1.semi) || this.insertSemicolon())) node.argument = null;
    else (node.argument = this.parseExpression()), this.semicolon();
    return this.finishNode(node, "ReturnStatement");
  };
  pp$8.parseSwitchStatement = function (node) {
    this.next(),
      (node.discriminant = this.parseParenExpression()),
      (node.cases = []),
      this.expect(types$1.braceL),
      this.labels.push(switchLabel),
      this.enterScope(SCOPE_SWITCH);
    var cur;
    for (var sawDefault = !1; this.type !== types$1.braceR; )
      if (this.type === types$1._case || this.type === types$1._default) {
        var isCase = this.type === types$1._case;
        if (cur) this.finishNode(cur, "SwitchCase");
        if ((node.cases.push((cur = this.startNode())), (cur.consequent = []), this.next(), isCase))
          cur.test = this.parseExpression();
        else {
          if (sawDefault) this.raiseRecoverable(this.lastTokStart, "Multiple default clauses");
          (sawDefault = !0), (cur.test = null);
        }
        this.expect(types$1.colon);
      } else {
        if (!cur) this.unexpected();
        cur.consequent.push(this.parseStatement(null));
      }
    if ((this.exitScope(), cur)) this.finishNode(cur, "SwitchCase");
    return (this.next(), this.labels.pop(), this.finishNode(node, "SwitchStatement"));
  };
  pp$8.parseThrowStatement = function (node) {
    if ((this.next(), lineBreak.test(this.input.slice(this.lastTokEnd, this.start))))
      this.raise(this.lastTokEnd, "Illegal newline after throw");
    return (
      (node.argument = this.parseExpression()), this.semicolon(), this.finishNode(node, "ThrowStatement")
    );
  };
  var empty$1 = [];
  pp$8.parseCatchClauseParam = function () {
    var param = this.parseBindingAtom(),
      simple = param.type === "Identifier";
    return (
      this.enterScope(simple ? SCOPE_SIMPLE_CATCH : 0),
      this.checkLValPattern(param, simple ? BIND_SIMPLE_CATCH : BIND_LEXICAL),
      this.expect(types$1.parenR),
      param
    );
  };
  pp$8.parseTryStatement = function (node) {
    if (
      (this.next(), (node.block = this.parseBlock()), (node.handler = null), this.type === types$1._catch)
    ) {
      var clause = this.startNode();
      if ((this.next(), this.eat(types$1.parenL))) clause.param = this.parseCatchClauseParam();
      else {
        if (this.options.ecmaVersion < 10) this.unexpected();
        (clause.param = null), this.enterScope(0);
      }
      (clause.body = this.parseBlock(!1)),
        this.exitScope(),
        (node.handler = this.finishNode(clause, "CatchClause"));
    }
    if (
      ((node.finalizer = this.eat(types$1._finally) ? this.parseBlock() : null),
      !node.handler && !node.finalizer)
    )
      this.raise(node.start, "Missing catch or finally clause");
    return this.finishNode(node, "TryStatement");
  };
  pp$8.parseVarStatement = function (node, kind, allowMissingInitializer) {
    return (
      this.next(),
      this.parseVar(node, !1, kind, allowMissingInitializer),
      this.semicolon(),
      this.finishNode(node, "VariableDeclaration")
    );
  };
  pp$8.parseWhileStatement = function (node) {
    return (
      this.next(),
      (node.test = this.parseParenExpression()),
      this.labels.push(loopLabel),
      (node.body = this.parseStatement("while")),
      this.labels.pop(),
      this.finishNode(node, "WhileStatement")
    );
  };
  pp$8.parseWithStatement = function (node) {
    if (this.strict) this.raise(this.start, "'with' in strict mode");
    return (
      this.next(),
      (node.object = this.parseParenExpression()),
      (node.body = this.parseStatement("with")),
      this.finishNode(node, "WithStatement")
    );
  };
  pp$8.parseEmptyStatement = function (node) {
    return (this.next(), this.finishNode(node, "EmptyStatement"));
  };
  pp$8.parseLabeledStatement = function (node, maybeName, expr, context) {
    for (var i$1 = 0, list = this.labels; i$1 < list.length; i$1 += 1) {
      var label = list[i$1];
      if (label.name === maybeName) this.raise(expr.start, "Label '" + maybeName + "' is already declared");
    }
    var kind = this.type.isLoop ? "loop" : this.type === types$1._switch ? "switch" : null;
    for (var i = this.labels.length - 1; i >= 0; i--) {
      var label$1 = this.labels[i];
      if (label$1.statementStart === node.start) (label$1.statementStart = this.start), (label$1.kind = kind);
      else break;
    }
    return (
      this.labels.push({ name: maybeName, kind, statementStart: this.start }),
      (node.body = this.parseStatement(
        context ? (context.indexOf("label") === -1 ? context + "label" : context) : "label",
      )),
      this.labels.pop(),
      (node.label = expr),
      this.finishNode(node, "LabeledStatement")
    );
  };
  pp$8.parseExpressionStatement = function (node, expr) {
    return ((node.expression = expr), this.semicolon(), this.finishNode(node, "ExpressionStatement"));
  };
  pp$8.parseBlock = function (createNewLexicalScope, node, exitStrict) {
    if (createNewLexicalScope === void 0) createNewLexicalScope = !0;
    if (node === void 0) node = this.startNode();
    if (((node.body = []), this.expect(types$1.braceL), createNewLexicalScope)) this.enterScope(0);
    while (this.type !== types$1.braceR) {
      var stmt = this.parseStatement(null);
      node.body.push(stmt);
    }
    if (exitStrict) this.strict = !1;
    if ((this.next(), createNewLexicalScope)) this.exitScope();
    return this.finishNode(node, "BlockStatement");
  };
  pp$8.parseFor = function (node, init) {
    return (
      (node.init = init),
      this.expect(types$1.semi),
      (node.test = this.type === types$1.semi ? null : this.parseExpression()),
      this.expect(types$1.semi),
      (node.update = this.type === types$1.parenR ? null : this.parseExpression()),
      this.expect(types$1.parenR),
      (node.body = this.parseStatement("for")),
      this.exitScope(),
      this.labels.pop(),
      this.finishNode(node, "ForStatement")
    );
  };
  pp$8.parseForIn = function (node, init) {
    var isForIn = this.type === types$1._in;
    if (
      (this.next(),
      init.type === "VariableDeclaration" &&
        init.declarations[0].init != null &&
        (!isForIn ||
          this.options.ecmaVersion < 8 ||
          this.strict ||
          init.kind !== "var" ||
          init.declarations[0].id.type !== "Identifier"))
    )
      this.raise(
        init.start,
        (isForIn ? "for-in" : "for-of") + " loop variable declaration may not have an initializer",
      );
    return (
      (node.left = init),
      (node.right = isForIn ? this.parseExpression() : this.parseMaybeAssign()),
      this.expect(types$1.parenR),
      (node.body = this.parseStatement("for")),
      this.exitScope(),
      this.labels.pop(),
      this.finishNode(node, isForIn ? "ForInStatement" : "ForOfStatement")
    );
  };
  pp$8.parseVar = function (node, isFor, kind, allowMissingInitializer) {
    (node.declarations = []), (node.kind = kind);
    for (;;) {
      var decl = this.startNode();
      if ((this.parseVarId(decl, kind), this.eat(types$1.eq))) decl.init = this.parseMaybeAssign(isFor);
      else if (
        !allowMissingInitializer &&
        kind === "const" &&
        !(this.type === types$1._in || (this.options.ecmaVersion >= 6 && this.isContextual("of")))
      )
        this.unexpected();
      else if (
        !allowMissingInitializer &&
        (kind === "using" || kind === "await using") &&
        this.options.ecmaVersion >= 17 &&
        this.type !== types$1._in &&
        !this.isContextual("of")
      )
        this.raise(this.lastTokEnd, "Missing initializer in " + kind + " declaration");
      else if (
        !allowMissingInitializer &&
        decl.id.type !== "Identifier" &&
        !(isFor && (this.type === types$1._in || this.isContextual("of")))
      )
        this.raise(this.lastTokEnd, "Complex binding patterns require an initialization value");
      else decl.init = null;
      if ((node.declarations.push(this.finishNode(decl, "VariableDeclarator")), !this.eat(types$1.comma)))
        break;
    }
    return node;
  };
  pp$8.parseVarId = function (decl, kind) {
    (decl.id = kind === "using" || kind === "await using" ? this.parseIdent() : this.parseBindingAtom()),
      this.checkLValPattern(decl.id, kind === "var" ? BIND_VAR : BIND_LEXICAL, !1);
  };
  var FUNC_STATEMENT = 1,
    FUNC_HANGING_STATEMENT = 2,
    FUNC_NULLABLE_ID = 4;
  pp$8.parseFunction = function (node, statement, allowExpressionBody, isAsync, forInit) {
    if (
      (this.initFunction(node), this.options.ecmaVersion >= 9 || (this.options.ecmaVersion >= 6 && !isAsync))
    ) {
      if (this.type === types$1.star && statement & FUNC_HANGING_STATEMENT) this.unexpected();
      node.generator = this.eat(types$1.star);
    }
    if (this.options.ecmaVersion >= 8) node.async = !!isAsync;
    if (statement & FUNC_STATEMENT) {
      if (
        ((node.id = statement & FUNC_NULLABLE_ID && this.type !== types$1.name ? null : this.parseIdent()),
        node.id && !(statement & FUNC_HANGING_STATEMENT))
      )
        this.checkLValSimple(
          node.id,
          this.strict || node.generator || node.async
            ? this.treatFunctionsAsVar
              ? BIND_VAR
              : BIND_LEXICAL
            : BIND_FUNCTION,
        );
    }
    var oldYieldPos = this.yieldPos,
      oldAwaitPos = this.awaitPos,
      oldAwaitIdentPos = this.awaitIdentPos;
    if (
      ((this.yieldPos = 0),
      (this.awaitPos = 0),
      (this.awaitIdentPos = 0),
      this.enterScope(functionFlags(node.async, node.generator)),
      !(statement & FUNC_STATEMENT))
    )
      node.id = this.type === types$1.name ? this.parseIdent() : null;
    return (
      this.parseFunctionParams(node),
      this.parseFunctionBody(node, allowExpressionBody, !1, forInit),
      (this.yieldPos = oldYieldPos),
      (this.awaitPos = oldAwaitPos),
      (this.awaitIdentPos = oldAwaitIdentPos),
      this.finishNode(node, statement & FUNC_STATEMENT ? "FunctionDeclaration" : "FunctionExpression")
    );
  };
  pp$8.parseFunctionParams = function (node) {
    this.expect(types$1.parenL),
      (node.params = this.parseBindingList(types$1.parenR, !1, this.options.ecmaVersion >= 8)),
      this.checkYieldAwaitInDefaultParams();
  };
  pp$8.parseClass = function (node, isStatement) {
    this.next();
    var oldStrict = this.strict;
    (this.strict = !0), this.parseClassId(node, isStatement), this.parseClassSuper(node);
    var privateNameMap = this.enterClassBody(),
      classBody = this.startNode(),
      hadConstructor = !1;
    (classBody.body = []), this.expect(types$1.braceL);
    while (this.type !== types$1.braceR) {
      var element = this.parseClassElement(node.superClass !== null);
      if (element) {
        if (
          (classBody.body.push(element),
          element.type === "MethodDefinition" && element.kind === "constructor")
        ) {
          if (hadConstructor) this.raiseRecoverable(element.start, "Duplicate constructor in the same class");
          hadConstructor = !0;
        } else if (
          element.key &&
          element.key.type === "PrivateIdentifier" &&
          isPrivateNameConflicted(privateNameMap, element)
        )
          this.raiseRecoverable(
            element.key.start,
            "Identifier '#" + element.key.name + "' has already been declared",
          );
      }
    }
    return (
      (this.strict = oldStrict),
      this.next(),
      (node.body = this.finishNode(classBody, "ClassBody")),
      this.exitClassBody(),
      this.finishNode(node, isStatement ? "ClassDeclaration" : "ClassExpression")
    );
  };
  pp$8.parseClassElement = function (constructorAllowsSuper) {
    if (this.eat(types$1.semi)) return null;
    var ecmaVersion = this.options.ecmaVersion,
      node = this.startNode(),
      keyName = "",
      isGenerator = !1,
      isAsync = !1,
      kind = "method",
      isStatic = !1;
    if (this.eatContextual("static")) {
      if (ecmaVersion >= 13 && this.eat(types$1.braceL)) return (this.parseClassStaticBlock(node), node);
      if (this.isClassElementNameStart() || this.type === types$1.star) isStatic = !0;
      else keyName = "static";
    }
    if (((node.static = isStatic), !keyName && ecmaVersion >= 8 && this.eatContextual("async")))
      if ((this.isClassElementNameStart() || this.type === types$1.star) && !this.canInsertSemicolon())
        isAsync = !0;
      else keyName = "async";
    if (!keyName && (ecmaVersion >= 9 || !isAsync) && this.eat(types$1.star)) isGenerator = !0;
    if (!keyName && !isAsync && !isGenerator) {
      var lastValue = this.value;
      if (this.eatContextual("get") || this.eatContextual("set"))
        if (this.isClassElementNameStart()) kind = lastValue;
        else keyName = lastValue;
    }
    if (keyName)
      (node.computed = !1),
        (node.key = this.startNodeAt(this.lastTokStart, this.lastTokStartLoc)),
        (node.key.name = keyName),
        this.finishNode(node.key, "Identifier");
    else this.parseClassElementName(node);
    if (ecmaVersion < 13 || this.type === types$1.parenL || kind !== "method" || isGenerator || isAsync) {
      var isConstructor = !node.static && checkKeyName(node, "constructor"),
        allowsDirectSuper = isConstructor && constructorAllowsSuper;
      if (isConstructor && kind !== "method")
        this.raise(node.key.start, "Constructor can't have get/set modifier");
      (node.kind = isConstructor ? "constructor" : kind),
        this.parseClassMethod(node, isGenerator, isAsync, allowsDirectSuper);
    } else this.parseClassField(node);
    return node;
  };
  pp$8.isClassElementNameStart = function () {
    return (
      this.type === types$1.name ||
      this.type === types$1.privateId ||
      this.type === types$1.num ||
      this.type === types$1.string ||
      this.type === types$1.bracketL ||
      this.type.keyword
    );
  };
  pp$8.parseClassElementName = function (element) {
    if (this.type === types$1.privateId) {
      if (this.value === "constructor")
        this.raise(this.start, "Classes can't have an element named '#constructor'");
      (element.computed = !1), (element.key = this.parsePrivateIdent());
    } else this.parsePropertyName(element);
  };
  pp$8.parseClassMethod = function (method, isGenerator, isAsync, allowsDirectSuper) {
    var key = method.key;
    if (method.kind === "constructor") {
      if (isGenerator) this.raise(key.start, "Constructor can't be a generator");
      if (isAsync) this.raise(key.start, "Constructor can't be an async method");
    } else if (method.static && checkKeyName(method, "prototype"))
      this.raise(key.start, "Classes may not have a static property named prototype");
    var value = (method.value = this.parseMethod(isGenerator, isAsync, allowsDirectSuper));
    if (method.kind === "get" && value.params.length !== 0)
      this.raiseRecoverable(value.start, "getter should have no params");
    if (method.kind === "set" && value.params.length !== 1)
      this.raiseRecoverable(value.start, "setter should have exactly one param");
    if (method.kind === "set" && value.params[0].type === "RestElement")
      this.raiseRecoverable(value.params[0].start, "Setter cannot use rest params");
    return this.finishNode(method, "MethodDefinition");
  };
  pp$8.parseClassField = function (field) {
    if (checkKeyName(field, "constructor"))
      this.raise(field.key.start, "Classes can't have a field named 'constructor'");
    else if (field.static && checkKeyName(field, "prototype"))
      this.raise(field.key.start, "Classes can't have a static field named 'prototype'");
    if (this.eat(types$1.eq))
      this.enterScope(SCOPE_CLASS_FIELD_INIT | SCOPE_SUPER),
        (field.value = this.parseMaybeAssign()),
        this.exitScope();
    else field.value = null;
    return (this.semicolon(), this.finishNode(field, "PropertyDefinition"));
  };
  pp$8.parseClassStaticBlock = function (node) {
    node.body = [];
    var oldLabels = this.labels;
    (this.labels = []), this.enterScope(SCOPE_CLASS_STATIC_BLOCK | SCOPE_SUPER);
    while (this.type !== types$1.braceR) {
      var stmt = this.parseStatement(null);
      node.body.push(stmt);
    }
    return (this.next(), this.exitScope(), (this.labels = oldLabels), this.finishNode(node, "StaticBlock"));
  };
  pp$8.parseClassId = function (node, isStatement) {
    if (this.type === types$1.name) {
      if (((node.id = this.parseIdent()), isStatement)) this.checkLValSimple(node.id, BIND_LEXICAL, !1);
    } else {
      if (isStatement === !0) this.unexpected();
      node.id = null;
    }
  };
  pp$8.parseClassSuper = function (node) {
    node.superClass = this.eat(types$1._extends) ? this.parseExprSubscripts(null, !1) : null;
  };
  pp$8.enterClassBody = function () {
    var element = { declared: Object.create(null), used: [] };
    return (this.privateNameStack.push(element), element.declared);
  };
  pp$8.exitClassBody = function () {
    var ref = this.privateNameStack.pop(),
      { declared, used } = ref;
    if (!this.options.checkPrivateFields) return;
    var len = this.privateNameStack.length,
      parent = len === 0 ? null : this.privateNameStack[len - 1];
    for (var i = 0; i < used.length; ++i) {
      var id = used[i];
      if (!hasOwn(declared, id.name))
        if (parent) parent.used.push(id);
        else
          this.raiseRecoverable(
            id.start,
            "Private field '#" + id.name + "' must be declared in an enclosing class",
          );
    }
  };
  function isPrivateNameConflicted(privateNameMap, element) {
    var name = element.key.name,
      curr = privateNameMap[name],
      next = "true";
    if (element.type === "MethodDefinition" && (element.kind === "get" || element.kind === "set"))
      next = (element.static ? "s" : "i") + element.kind;
    if (
      (curr === "iget" && next === "iset") ||
      (curr === "iset" && next === "iget") ||
      (curr === "sget" && next === "sset") ||
      (curr === "sset" && next === "sget")
    )
      return ((privateNameMap[name] = "true"), !1);
    else if (!curr) return ((privateNameMap[name] = next), !1);
    else return !0;
  }
  function checkKeyName(node, name) {
    var { computed, key } = node;
    return (
      !computed &&
      ((key.type === "Identifier" && key.name === name) || (key.type === "Literal" && key.value === name))
    );
  }
  pp$8.parseExportAllDeclaration = function (node, exports$1) {
    if (this.options.ecmaVersion >= 11)
      if (this.eatContextual("as"))
        (node.exported = this.parseModuleExportName()),
          this.checkExport(exports$1, node.exported, this.lastTokStart);
      else node.exported = null;
    if ((this.expectContextual("from"), this.type !== types$1.string)) this.unexpected();
    if (((node.source = this.parseExprAtom()), this.options.ecmaVersion >= 16))
      node.attributes = this.parseWithClause();
    return (this.semicolon(), this.finishNode(node, "ExportAllDeclaration"));
  };
  pp$8.parseExport = function (node, exports$1) {
    if ((this.next(), this.eat(types$1.star))) return this.parseExportAllDeclaration(node, exports$1);
    if (this.eat(types$1._default))
      return (
        this.checkExport(exports$1, "default", this.lastTokStart),
        (node.declaration = this.parseExportDefaultDeclaration()),
        this.finishNode(node, "ExportDefaultDeclaration")
      );
    if (this.shouldParseExportStatement()) {
      if (
        ((node.declaration = this.parseExportDeclaration(node)),
        node.declaration.type === "VariableDeclaration")
      )
        this.checkVariableExport(exports$1, node.declaration.declarations);
      else this.checkExport(exports$1, node.declaration.id, node.declaration.id.start);
      if (((node.specifiers = []), (node.source = null), this.options.ecmaVersion >= 16))
        node.attributes = [];
    } else {
      if (
        ((node.declaration = null),
        (node.specifiers = this.parseExportSpecifiers(exports$1)),
        this.eatContextual("from"))
      ) {
        if (this.type !== types$1.string) this.unexpected();
        if (((node.source = this.parseExprAtom()), this.options.ecmaVersion >= 16))
          node.attributes = this.parseWithClause();
      } else {
        for (var i = 0, list = node.specifiers; i < list.length; i += 1) {
          var spec = list[i];
          if (
            (this.checkUnreserved(spec.local),
            this.checkLocalExport(spec.local),
            spec.local.type === "Literal")
          )
            this.raise(
              spec.local.start,
              "A string literal cannot be used as an exported binding without `from`.",
            );
        }
        if (((node.source = null), this.options.ecmaVersion >= 16)) node.attributes = [];
      }
      this.semicolon();
    }
    return this.finishNode(node, "ExportNamedDeclaration");
  };
  pp$8.parseExportDeclaration = function (node) {
    return this.parseStatement(null);
  };
  pp$8.parseExportDefaultDeclaration = function () {
    var isAsync;
    if (this.type === types$1._function || (isAsync = this.isAsyncFunction())) {
      var fNode = this.startNode();
      if ((this.next(), isAsync)) this.next();
      return this.parseFunction(fNode, FUNC_STATEMENT | FUNC_NULLABLE_ID, !1, isAsync);
    } else if (this.type === types$1._class) {
      var cNode = this.startNode();
      return this.parseClass(cNode, "nullableID");
    } else {
      var declaration = this.parseMaybeAssign();
      return (this.semicolon(), declaration);
    }
  };
  pp$8.checkExport = function (exports$1, name, pos) {
    if (!exports$1) return;
    if (typeof name !== "string") name = name.type === "Identifier" ? name.name : name.value;
    if (hasOwn(exports$1, name)) this.raiseRecoverable(pos, "Duplicate export '" + name + "'");
    exports$1[name] = !0;
  };
  pp$8.checkPatternExport = function (exports$1, pat) {
    var type = pat.type;
    if (type === "Identifier") this.checkExport(exports$1, pat, pat.start);
    else if (type === "ObjectPattern")
      for (var i = 0, list = pat.properties; i < list.length; i += 1) {
        var prop = list[i];
        this.checkPatternExport(exports$1, prop);
      }
    else if (type === "ArrayPattern")
      for (var i$1 = 0, list$1 = pat.elements; i$1 < list$1.length; i$1 += 1) {
        var elt = list$1[i$1];
        if (elt) this.checkPatternExport(exports$1, elt);
      }
    else if (type === "Property") this.checkPatternExport(exports$1, pat.value);
    else if (type === "AssignmentPattern") this.checkPatternExport(exports$1, pat.left);
    else if (type === "RestElement") this.checkPatternExport(exports$1, pat.argument);
  };
  pp$8.checkVariableExport = function (exports$1, decls) {
    if (!exports$1) return;
    for (var i = 0, list = decls; i < list.length; i += 1) {
      var decl = list[i];
      this.checkPatternExport(exports$1, decl.id);
    }
  };
  pp$8.shouldParseExportStatement = function () {
    return (
      this.type.keyword === "var" ||
      this.type.keyword === "const" ||
      this.type.keyword === "class" ||
      this.type.keyword === "function" ||
      this.isLet() ||
      this.isAsyncFunction()
    );
  };
  pp$8.parseExportSpecifier = function (exports$1) {
    var node = this.startNode();
    return (
      (node.local = this.parseModuleExportName()),
      (node.exported = this.eatContextual("as") ? this.parseModuleExportName() : node.local),
      this.checkExport(exports$1, node.exported, node.exported.start),
      this.finishNode(node, "ExportSpecifier")
    );
  };
  pp$8.parseExportSpecifiers = function (exports$1) {
    var nodes = [],
      first = !0;
    this.expect(types$1.braceL);
    while (!this.eat(types$1.braceR)) {
      if (!first) {
        if ((this.expect(types$1.comma), this.afterTrailingComma(types$1.braceR))) break;
      } else first = !1;
      nodes.push(this.parseExportSpecifier(exports$1));
    }
    return nodes;
  };
  pp$8.parseImport = function (node) {
    if ((this.next(), this.type === types$1.string))
      (node.specifiers = empty$1), (node.source = this.parseExprAtom());
    else
      (node.specifiers = this.parseImportSpecifiers()),
        this.expectContextual("from"),
        (node.source = this.type === types$1.string ? this.parseExprAtom() : this.unexpected());
    if (this.options.ecmaVersion >= 16) node.attributes = this.parseWithClause();
    return (this.semicolon(), this.finishNode(node, "ImportDeclaration"));
  };
  pp$8.parseImportSpecifier = function () {
    var node = this.startNode();
    if (((node.imported = this.parseModuleExportName()), this.eatContextual("as")))
      node.local = this.parseIdent();
    else this.checkUnreserved(node.imported), (node.local = node.imported);
    return (this.checkLValSimple(node.local, BIND_LEXICAL), this.finishNode(node, "ImportSpecifier"));
  };
  pp$8.parseImportDefaultSpecifier = function () {
    var node = this.startNode();
    return (
      (node.local = this.parseIdent()),
      this.checkLValSimple(node.local, BIND_LEXICAL),
      this.finishNode(node, "ImportDefaultSpecifier")
    );
  };
  pp$8.parseImportNamespaceSpecifier = function () {
    var node = this.startNode();
    return (
      this.next(),
      this.expectContextual("as"),
      (node.local = this.parseIdent()),
      this.checkLValSimple(node.local, BIND_LEXICAL),
      this.finishNode(node, "ImportNamespaceSpecifier")
    );
  };
  pp$8.parseImportSpecifiers = function () {
    var nodes = [],
      first = !0;
    if (this.type === types$1.name) {
      if ((nodes.push(this.parseImportDefaultSpecifier()), !this.eat(types$1.comma))) return nodes;
    }
    if (this.type === types$1.star) return (nodes.push(this.parseImportNamespaceSpecifier()), nodes);
    this.expect(types$1.braceL);
    while (!this.eat(types$1.braceR)) {
      if (!first) {
        if ((this.expect(types$1.comma), this.afterTrailingComma(types$1.braceR))) break;
      } else first = !1;
      nodes.push(this.parseImportSpecifier());
    }
    return nodes;
  };
  pp$8.parseWithClause = function () {
    var nodes = [];
    if (!this.eat(types$1._with)) return nodes;
    this.expect(types$1.braceL);
    var attributeKeys = {},
      first = !0;
    while (!this.eat(types$1.braceR)) {
      if (!first) {
        if ((this.expect(types$1.comma), this.afterTrailingComma(types$1.braceR))) break;
      } else first = !1;
      var attr = this.parseImportAttribute(),
        keyName = attr.key.type === "Identifier" ? attr.key.name : attr.key.value;
      if (hasOwn(attributeKeys, keyName))
        this.raiseRecoverable(attr.key.start, "Duplicate attribute key '" + keyName + "'");
      (attributeKeys[keyName] = !0), nodes.push(attr);
    }
    return nodes;
  };
  pp$8.parseImportAttribute = function () {
    var node = this.startNode();
    if (
      ((node.key =
        this.type === types$1.string
          ? this.parseExprAtom()
          : this.parseIdent(this.options.allowReserved !== "never")),
      this.expect(types$1.colon),
      this.type !== types$1.string)
    )
      this.unexpected();
    return ((node.value = this.parseExprAtom()), this.finishNode(node, "ImportAttribute"));
  };
  pp$8.parseModuleExportName = function () {
    if (this.options.ecmaVersion >= 13 && this.type === types$1.string) {
      var stringLiteral = this.parseLiteral(this.value);
      if (loneSurrogate.test(stringLiteral.value))
        this.raise(stringLiteral.start, "An export name cannot include a lone surrogate.");
      return stringLiteral;
    }
    return this.parseIdent(!0);
  };
  pp$8.adaptDirectivePrologue = function (statements) {
    for (var i = 0; i < statements.length && this.isDirectiveCandidate(statements[i]); ++i)
      statements[i].directive = statements[i].expression.raw.slice(1, -1);
  };
  pp$8.isDirectiveCandidate = function (statement) {
    return (
      this.options.ecmaVersion >= 5 &&
      statement.type === "ExpressionStatement" &&
      statement.expression.type === "Literal" &&
      typeof statement.expression.value === "string" &&
      (this.input[statement.start] === '"' || this.input[statement.start] === "'")
    );
  };
  var pp$7 = Parser.prototype;
  pp$7.toAssignable = function (node, isBinding, refDestructuringErrors) {
    if (this.options.ecmaVersion >= 6 && node)
      switch (node.type) {
        case "Identifier":
          if (this.inAsync && node.name === "await")
            this.raise(node.start, "Cannot use 'await' as identifier inside an async function");
          break;
        case "ObjectPattern":
        case "ArrayPattern":
        case "AssignmentPattern":
        case "RestElement":
          break;
        case "ObjectExpression":
          if (((node.type = "ObjectPattern"), refDestructuringErrors))
            this.checkPatternErrors(refDestructuringErrors, !0);
          for (var i = 0, list = node.properties; i < list.length; i += 1) {
            var prop = list[i];
            if (
              (this.toAssignable(prop, isBinding),
              prop.type === "RestElement" &&
                (prop.argument.type === "ArrayPattern" || prop.argument.type === "ObjectPattern"))
            )
              this.raise(prop.argument.start, "Unexpected token");
          }
          break;
        case "Property":
          if (node.kind !== "init")
            this.raise(node.key.start, "Object pattern can't contain getter or setter");
          this.toAssignable(node.value, isBinding);
          break;
        case "ArrayExpression":
          if (((node.type = "ArrayPattern"), refDestructuringErrors))
            this.checkPatternErrors(refDestructuringErrors, !0);
          this.toAssignableList(node.elements, isBinding);
          break;
        case "SpreadElement":
          if (
            ((node.type = "RestElement"),
            this.toAssignable(node.argument, isBinding),
            node.argument.type === "AssignmentPattern")
          )
            this.raise(node.argument.start, "Rest elements cannot have a default value");
          break;
        case "AssignmentExpression":
          if (node.operator !== "=")
            this.raise(node.left.end, "Only '=' operator can be used for specifying default value.");
          (node.type = "AssignmentPattern"), delete node.operator, this.toAssignable(node.left, isBinding);
          break;
        case "ParenthesizedExpression":
          this.toAssignable(node.expression, isBinding, refDestructuringErrors);
          break;
        case "ChainExpression":
          this.raiseRecoverable(node.start, "Optional chaining cannot appear in left-hand side");
          break;
        case "MemberExpression":
          if (!isBinding) break;
        default:
          this.raise(node.start, "Assigning to rvalue");
      }
    else if (refDestructuringErrors) this.checkPatternErrors(refDestructuringErrors, !0);
    return node;
  };
  pp$7.toAssignableList = function (exprList, isBinding) {
    var end = exprList.length;
    for (var i = 0; i < end; i++) {
      var elt = exprList[i];
      if (elt) this.toAssignable(elt, isBinding);
    }
    if (end) {
      var last = exprList[end - 1];
      if (
        this.options.ecmaVersion === 6 &&
        isBinding &&
        last &&
        last.type === "RestElement" &&
        last.argument.type !== "Identifier"
      )
        this.unexpected(last.argument.start);
    }
    return exprList;
  };
  pp$7.parseSpread = function (refDestructuringErrors) {
    var node = this.startNode();
    return (
      this.next(),
      (node.argument = this.parseMaybeAssign(!1, refDestructuringErrors)),
      this.finishNode(node, "SpreadElement")
    );
  };
  pp$7.parseRestBinding = function () {
    var node = this.startNode();
    if ((this.next(), this.options.ecmaVersion === 6 && this.type !== types$1.name)) this.unexpected();
    return ((node.argument = this.parseBindingAtom()), this.finishNode(node, "RestElement"));
  };
  pp$7.parseBindingAtom = function () {
    if (this.options.ecmaVersion >= 6)
      switch (this.type) {
        case types$1.bracketL: {
          var node = this.startNode();
          return (
            this.next(),
            (node.elements = this.parseBindingList(types$1.bracketR, !0, !0)),
            this.finishNode(node, "ArrayPattern")
          );
        }
        case types$1.braceL:
          return this.parseObj(!0);
      }
    return this.parseIdent();
  };
  pp$7.parseBindingList = function (close, allowEmpty, allowTrailingComma, allowModifiers) {
    var elts = [],
      first = !0;
    while (!this.eat(close)) {
      if (first) first = !1;
      else this.expect(types$1.comma);
      if (allowEmpty && this.type === types$1.comma) elts.push(null);
      else if (allowTrailingComma && this.afterTrailingComma(close)) break;
      else if (this.type === types$1.ellipsis) {
        var rest = this.parseRestBinding();
        if ((this.parseBindingListItem(rest), elts.push(rest), this.type === types$1.comma))
          this.raiseRecoverable(this.start, "Comma is not permitted after the rest element");
        this.expect(close);
        break;
      } else elts.push(this.parseAssignableListItem(allowModifiers));
    }
    return elts;
  };
  pp$7.parseAssignableListItem = function (allowModifiers) {
    var elem = this.parseMaybeDefault(this.start, this.startLoc);
    return (this.parseBindingListItem(elem), elem);
  };
  pp$7.parseBindingListItem = (param) => param;
  pp$7.parseMaybeDefault = function (startPos, startLoc, left) {
    if (((left = left || this.parseBindingAtom()), this.options.ecmaVersion < 6 || !this.eat(types$1.eq)))
      return left;
    var node = this.startNodeAt(startPos, startLoc);
    return (
      (node.left = left), (node.right = this.parseMaybeAssign()), this.finishNode(node, "AssignmentPattern")
    );
  };
  pp$7.checkLValSimple = function (expr, bindingType, checkClashes) {
    if (bindingType === void 0) bindingType = BIND_NONE;
    var isBind = bindingType !== BIND_NONE;
    switch (expr.type) {
      case "Identifier":
        if (this.strict && this.reservedWordsStrictBind.test(expr.name))
          this.raiseRecoverable(
            expr.start,
            (isBind ? "Binding " : "Assigning to ") + expr.name + " in strict mode",
          );
        if (isBind) {
          if (bindingType === BIND_LEXICAL && expr.name === "let")
            this.raiseRecoverable(expr.start, "let is disallowed as a lexically bound name");
          if (checkClashes) {
            if (hasOwn(checkClashes, expr.name)) this.raiseRecoverable(expr.start, "Argument name clash");
            checkClashes[expr.name] = !0;
          }
          if (bindingType !== BIND_OUTSIDE) this.declareName(expr.name, bindingType, expr.start);
        }
        break;
      case "ChainExpression":
        this.raiseRecoverable(expr.start, "Optional chaining cannot appear in left-hand side");
        break;
      case "MemberExpression":
        if (isBind) this.raiseRecoverable(expr.start, "Binding member expression");
        break;
      case "ParenthesizedExpression":
        if (isBind) this.raiseRecoverable(expr.start, "Binding parenthesized expression");
        return this.checkLValSimple(expr.expression, bindingType, checkClashes);
      default:
        this.raise(expr.start, (isBind ? "Binding" : "Assigning to") + " rvalue");
    }
  };
  pp$7.checkLValPattern = function (expr, bindingType, checkClashes) {
    if (bindingType === void 0) bindingType = BIND_NONE;
    switch (expr.type) {
      case "ObjectPattern":
        for (var i = 0, list = expr.properties; i < list.length; i += 1) {
          var prop = list[i];
          this.checkLValInnerPattern(prop, bindingType, checkClashes);
        }
        break;
      case "ArrayPattern":
        for (var i$1 = 0, list$1 = expr.elements; i$1 < list$1.length; i$1 += 1) {
          var elem = list$1[i$1];
          if (elem) this.checkLValInnerPattern(elem, bindingType, checkClashes);
        }
        break;
      default:
        this.checkLValSimple(expr, bindingType, checkClashes);
    }
  };
  pp$7.checkLValInnerPattern = function (expr, bindingType, checkClashes) {
    if (bindingType === void 0) bindingType = BIND_NONE;
    switch (expr.type) {
      case "Property":
        this.checkLValInnerPattern(expr.value, bindingType, checkClashes);
        break;
      case "AssignmentPattern":
        this.checkLValPattern(expr.left, bindingType, checkClashes);
        break;
      case "RestElement":
        this.checkLValPattern(expr.argument, bindingType, checkClashes);
        break;
      default:
        this.checkLValPattern(expr, bindingType, checkClashes);
    }
  };
  var TokContext = function (token, isExpr, preserveSpace, override, generator) {
      (this.token = token),
        (this.isExpr = !!isExpr),
        (this.preserveSpace = !!preserveSpace),
        (this.override = override),
        (this.generator = !!generator);
    },
    types = {
      b_stat: new TokContext("{", !1),
      b_expr: new TokContext("{", !0),
      b_tmpl: new TokContext("${", !1),
      p_stat: new TokContext("(", !1),
      p_expr: new TokContext("(", !0),
      q_tmpl: new TokContext("`", !0, !0, (p) => p.tryReadTemplateToken()),
      f_stat: new TokContext("function", !1),
      f_expr: new TokContext("function", !0),
      f_expr_gen: new TokContext("function", !0, !1, null, !0),
      f_gen: new TokContext("function", !1, !1, null, !0),
    },
    pp$6 = Parser.prototype;
  pp$6.initialContext = () => [types.b_stat];
  pp$6.curContext = function () {
    return this.context[this.context.length - 1];
  };
  pp$6.braceIsBlock = function (prevType) {
    var parent = this.curContext();
    if (parent === types.f_expr || parent === types.f_stat) return !0;
    if (prevType === types$1.colon && (parent === types.b_stat || parent === types.b_expr))
      return !parent.isExpr;
    if (prevType === types$1._return || (prevType === types$1.name && this.exprAllowed))
      return lineBreak.test(this.input.slice(this.lastTokEnd, this.start));
    if (
      prevType === types$1._else ||
      prevType === types$1.semi ||
      prevType === types$1.eof ||
      prevType === types$1.parenR ||
      prevType === types$1.arrow
    )
      return !0;
    if (prevType === types$1.braceL) return parent === types.b_stat;
    if (prevType === types$1._var || prevType === types$1._const || prevType === types$1.name) return !1;
    return !this.exprAllowed;
  };
  pp$6.inGeneratorContext = function () {
    for (var i = this.context.length - 1; i >= 1; i--) {
      var context = this.context[i];
      if (context.token === "function") return context.generator;
    }
    return !1;
  };
  pp$6.updateContext = function (prevType) {
    var update,
      type = this.type;
    if (type.keyword && prevType === types$1.dot) this.exprAllowed = !1;
    else if ((update = type.updateContext)) update.call(this, prevType);
    else this.exprAllowed = type.beforeExpr;
  };
  pp$6.overrideContext = function (tokenCtx) {
    if (this.curContext() !== tokenCtx) this.context[this.context.length - 1] = tokenCtx;
  };
  types$1.parenR.updateContext = types$1.braceR.updateContext = function () {
    if (this.context.length === 1) {
      this.exprAllowed = !0;
      return;
    }
    var out = this.context.pop();
    if (out === types.b_stat && this.curContext().token === "function") out = this.context.pop();
    this.exprAllowed = !out.isExpr;
  };
  types$1.braceL.updateContext = function (prevType) {
    this.context.push(this.braceIsBlock(prevType) ? types.b_stat : types.b_expr), (this.exprAllowed = !0);
  };
  types$1.dollarBraceL.updateContext = function () {
    this.context.push(types.b_tmpl), (this.exprAllowed = !0);
  };
  types$1.parenL.updateContext = function (prevType) {
    var statementParens =
      prevType === types$1._if ||
      prevType === types$1._for ||
      prevType === types$1._with ||
      prevType === types$1._while;
    this.context.push(statementParens ? types.p_stat : types.p_expr), (this.exprAllowed = !0);
  };
  types$1.incDec.updateContext = () => {};
  types$1._function.updateContext = types$1._class.updateContext = function (prevType) {
    if (
      prevType.beforeExpr &&
      prevType !== types$1._else &&
      !(prevType === types$1.semi && this.curContext() !== types.p_stat) &&
      !(prevType === types$1._return && lineBreak.test(this.input.slice(this.lastTokEnd, this.start))) &&
      !((prevType === types$1.colon || prevType === types$1.braceL) && this.curContext() === types.b_stat)
    )
      this.context.push(types.f_expr);
    else this.context.push(types.f_stat);
    this.exprAllowed = !1;
  };
  types$1.colon.updateContext = function () {
    if (this.curContext().token === "function") this.context.pop();
    this.exprAllowed = !0;
  };
  types$1.backQuote.updateContext = function () {
    if (this.curContext() === types.q_tmpl) this.context.pop();
    else this.context.push(types.q_tmpl);
    this.exprAllowed = !1;
  };
  types$1.star.updateContext = function (prevType) {
    if (prevType === types$1._function) {
      var index = this.context.length - 1;
      if (this.context[index] === types.f_expr) this.context[index] = types.f_expr_gen;
      else this.context[index] = types.f_gen;
    }
    this.exprAllowed = !0;
  };
  types$1.name.updateContext = function (prevType) {
    var allowed = !1;
    if (this.options.ecmaVersion >= 6 && prevType !== types$1.dot) {
      if ((this.value === "of" && !this.exprAllowed) || (this.value === "yield" && this.inGeneratorContext()))
        allowed = !0;
    }
    this.exprAllowed = allowed;
  };
  var pp$5 = Parser.prototype;
  pp$5.checkPropClash = function (prop, propHash, refDestructuringErrors) {
    if (this.options.ecmaVersion >= 9 && prop.type === "SpreadElement") return;
    if (this.options.ecmaVersion >= 6 && (prop.computed || prop.method || prop.shorthand)) return;
    var key = prop.key,
      name;
    switch (key.type) {
      case "Identifier":
        name = key.name;
        break;
      case "Literal":
        name = String(key.value);
        break;
      default:
        return;
    }
    var kind = prop.kind;
    if (this.options.ecmaVersion >= 6) {
      if (name === "__proto__" && kind === "init") {
        if (propHash.proto)
          if (refDestructuringErrors) {
            if (refDestructuringErrors.doubleProto < 0) refDestructuringErrors.doubleProto = key.start;
          } else this.raiseRecoverable(key.start, "Redefinition of __proto__ property");
        propHash.proto = !0;
      }
      return;
    }
    name = "$" + name;
    var other = propHash[name];
    if (other) {
      var redefinition;
      if (kind === "init") redefinition = (this.strict && other.init) || other.get || other.set;
      else redefinition = other.init || other[kind];
      if (redefinition) this.raiseRecoverable(key.start, "Redefinition of property");
    } else other = propHash[name] = { init: !1, get: !1, set: !1 };
    other[kind] = !0;
  };
  pp$5.parseExpression = function (forInit, refDestructuringErrors) {
    return this.catchStackOverflow(() => {
      var { start: startPos, startLoc } = this,
        expr = this.parseMaybeAssign(forInit, refDestructuringErrors);
      if (this.type === types$1.comma) {
        var node = this.startNodeAt(startPos, startLoc);
        node.expressions = [expr];
        while (this.eat(types$1.comma))
          node.expressions.push(this.parseMaybeAssign(forInit, refDestructuringErrors));
        return this.finishNode(node, "SequenceExpression");
      }
      return expr;
    });
  };
  pp$5.parseMaybeAssign = function (forInit, refDestructuringErrors, afterLeftParse) {
    if (this.isContextual("yield"))
      if (this.inGenerator) return this.parseYield(forInit);
      else this.exprAllowed = !1;
    var ownDestructuringErrors = !1,
      oldParenAssign = -1,
      oldTrailingComma = -1,
      oldDoubleProto = -1;
    if (refDestructuringErrors)
      (oldParenAssign = refDestructuringErrors.parenthesizedAssign),
        (oldTrailingComma = refDestructuringErrors.trailingComma),
        (oldDoubleProto = refDestructuringErrors.doubleProto),
        (refDestructuringErrors.parenthesizedAssign = refDestructuringErrors.trailingComma = -1);
    else (refDestructuringErrors = new DestructuringErrors()), (ownDestructuringErrors = !0);
    var startPos = this.start,
      startLoc = this.startLoc;
    if (this.type === types$1.parenL || this.type === types$1.name)
      (this.potentialArrowAt = this.start), (this.potentialArrowInForAwait = forInit === "await");
    var left = this.parseMaybeConditional(forInit, refDestructuringErrors);
    if (afterLeftParse) left = afterLeftParse.call(this, left, startPos, startLoc);
    if (this.type.isAssign) {
      var node = this.startNodeAt(startPos, startLoc);
      if (((node.operator = this.value), this.type === types$1.eq))
        left = this.toAssignable(left, !1, refDestructuringErrors);
      if (!ownDestructuringErrors) {
        if (
          ((refDestructuringErrors.parenthesizedAssign = refDestructuringErrors.trailingComma = -1),
          refDestructuringErrors.shorthandAssign >= left.start)
        )
          refDestructuringErrors.shorthandAssign = -1;
        if (refDestructuringErrors.doubleProto >= left.start) refDestructuringErrors.doubleProto = -1;
      }
      if (this.type === types$1.eq) this.checkLValPattern(left);
      else this.checkLValSimple(left);
      if (
        ((node.left = left), this.next(), (node.right = this.parseMaybeAssign(forInit)), oldDoubleProto > -1)
      )
        refDestructuringErrors.doubleProto = oldDoubleProto;
      return this.finishNode(node, "AssignmentExpression");
    } else if (ownDestructuringErrors) this.checkExpressionErrors(refDestructuringErrors, !0);
    if (oldParenAssign > -1) refDestructuringErrors.parenthesizedAssign = oldParenAssign;
    if (oldTrailingComma > -1) refDestructuringErrors.trailingComma = oldTrailingComma;
    return left;
  };
  pp$5.parseMaybeConditional = function (forInit, refDestructuringErrors) {
    var startPos = this.start,
      startLoc = this.startLoc,
      expr = this.parseExprOps(forInit, refDestructuringErrors);
    if (this.checkExpressionErrors(refDestructuringErrors)) return expr;
    if (!(expr.type === "ArrowFunctionExpression" && expr.start === startPos) && this.eat(types$1.question)) {
      var node = this.startNodeAt(startPos, startLoc);
      return (
        (node.test = expr),
        (node.consequent = this.parseMaybeAssign()),
        this.expect(types$1.colon),
        (node.alternate = this.parseMaybeAssign(forInit)),
        this.finishNode(node, "ConditionalExpression")
      );
    }
    return expr;
  };
  pp$5.parseExprOps = function (forInit, refDestructuringErrors) {
    var startPos = this.start,
      startLoc = this.startLoc,
      expr = this.parseMaybeUnary(refDestructuringErrors, !1, !1, forInit);
    if (this.checkExpressionErrors(refDestructuringErrors)) return expr;
    return expr.start === startPos && expr.type === "ArrowFunctionExpression"
      ? expr
      : this.parseExprOp(expr, startPos, startLoc, -1, forInit);
  };
  pp$5.parseExprOp = function (left, leftStartPos, leftStartLoc, minPrec, forInit) {
    var prec = this.type.binop;
    if (prec != null && (!forInit || this.type !== types$1._in)) {
      if (prec > minPrec) {
        var logical = this.type === types$1.logicalOR || this.type === types$1.logicalAND,
          coalesce = this.type === types$1.coalesce;
        if (coalesce) prec = types$1.logicalAND.binop;
        var op = this.value;
        this.next();
        var startPos = this.start,
          startLoc = this.startLoc,
          right = this.parseExprOp(
            this.parseMaybeUnary(null, !1, !1, forInit),
            startPos,
            startLoc,
            prec,
            forInit,
          ),
          node = this.buildBinary(leftStartPos, leftStartLoc, left, right, op, logical || coalesce);
        if (
          (logical && this.type === types$1.coalesce) ||
          (coalesce && (this.type === types$1.logicalOR || this.type === types$1.logicalAND))
        )
          this.raiseRecoverable(
            this.start,
            "Logical expressions and coalesce expressions cannot be mixed. Wrap either by parentheses",
          );
        return this.parseExprOp(node, leftStartPos, leftStartLoc, minPrec, forInit);
      }
    }
    return left;
  };
  pp$5.buildBinary = function (startPos, startLoc, left, right, op, logical) {
    if (right.type === "PrivateIdentifier")
      this.raise(right.start, "Private identifier can only be left side of binary expression");
    var node = this.startNodeAt(startPos, startLoc);
    return (
      (node.left = left),
      (node.operator = op),
      (node.right = right),
      this.finishNode(node, logical ? "LogicalExpression" : "BinaryExpression")
    );
  };
  pp$5.parseMaybeUnary = function (refDestructuringErrors, sawUnary, incDec, forInit) {
    var startPos = this.start,
      startLoc = this.startLoc,
      expr;
    if (this.isContextual("await") && this.canAwait) (expr = this.parseAwait(forInit)), (sawUnary = !0);
    else if (this.type.prefix) {
      var node = this.startNode(),
        update = this.type === types$1.incDec;
      if (
        ((node.operator = this.value),
        (node.prefix = !0),
        this.next(),
        (node.argument = this.parseMaybeUnary(null, !0, update, forInit)),
        this.checkExpressionErrors(refDestructuringErrors, !0),
        update)
      )
        this.checkLValSimple(node.argument);
      else if (this.strict && node.operator === "delete" && isLocalVariableAccess(node.argument))
        this.raiseRecoverable(node.start, "Deleting local variable in strict mode");
      else if (node.operator === "delete" && isPrivateFieldAccess(node.argument))
        this.raiseRecoverable(node.start, "Private fields can not be deleted");
      else sawUnary = !0;
      expr = this.finishNode(node, update ? "UpdateExpression" : "UnaryExpression");
    } else if (!sawUnary && this.type === types$1.privateId) {
      if ((forInit || this.privateNameStack.length === 0) && this.options.checkPrivateFields)
        this.unexpected();
      if (((expr = this.parsePrivateIdent()), this.type !== types$1._in)) this.unexpected();
    } else {
      if (
        ((expr = this.parseExprSubscripts(refDestructuringErrors, forInit)),
        this.checkExpressionErrors(refDestructuringErrors))
      )
        return expr;
      while (this.type.postfix && !this.canInsertSemicolon()) {
        var node$1 = this.startNodeAt(startPos, startLoc);
        (node$1.operator = this.value),
          (node$1.prefix = !1),
          (node$1.argument = expr),
          this.checkLValSimple(expr),
          this.next(),
          (expr = this.finishNode(node$1, "UpdateExpression"));
      }
    }
    if (
      !incDec &&
      !(expr.type === "ArrowFunctionExpression" && expr.start === startPos) &&
      this.eat(types$1.starstar)
    )
      if (sawUnary) this.unexpected(this.lastTokStart);
      else
        return this.buildBinary(
          startPos,
          startLoc,
          expr,
          this.parseMaybeUnary(null, !1, !1, forInit),
          "**",
          !1,
        );
    else return expr;
  };
  function isLocalVariableAccess(node) {
    return (
      node.type === "Identifier" ||
      (node.type === "ParenthesizedExpression" && isLocalVariableAccess(node.expression))
    );
  }
  function isPrivateFieldAccess(node) {
    return (
      (node.type === "MemberExpression" && node.property.type === "PrivateIdentifier") ||
      (node.type === "ChainExpression" && isPrivateFieldAccess(node.expression)) ||
      (node.type === "ParenthesizedExpression" && isPrivateFieldAccess(node.expression))
    );
  }
  pp$5.parseExprSubscripts = function (refDestructuringErrors, forInit) {
    var startPos = this.start,
      startLoc = this.startLoc,
      oldDoubleProto = -1,
      oldShorthandAssign = -1;
    if (refDestructuringErrors)
      (oldDoubleProto = refDestructuringErrors.doubleProto),
        (oldShorthandAssign = refDestructuringErrors.shorthandAssign),
        (refDestructuringErrors.doubleProto = refDestructuringErrors.shorthandAssign = -1);
    var expr = this.parseExprAtom(refDestructuringErrors, forInit);
    if (
      expr.type === "ArrowFunctionExpression" &&
      this.input.slice(this.lastTokStart, this.lastTokEnd) !== ")"
    )
      return expr;
    var result = this.parseSubscripts(expr, startPos, startLoc, !1, forInit);
    if (refDestructuringErrors) {
      if (result.end > expr.end) {
        if (
          (this.checkExpressionErrors(refDestructuringErrors, !0),
          refDestructuringErrors.parenthesizedAssign >= result.start)
        )
          refDestructuringErrors.parenthesizedAssign = -1;
        if (refDestructuringErrors.parenthesizedBind >= result.start)
          refDestructuringErrors.parenthesizedBind = -1;
        if (refDestructuringErrors.trailingComma >= result.start) refDestructuringErrors.trailingComma = -1;
      }
      if (oldDoubleProto > -1) refDestructuringErrors.doubleProto = oldDoubleProto;
      if (oldShorthandAssign > -1) refDestructuringErrors.shorthandAssign = oldShorthandAssign;
    }
    return result;
  };
  pp$5.parseSubscripts = function (base, startPos, startLoc, noCalls, forInit) {
    var maybeAsyncArrow =
        this.options.ecmaVersion >= 8 &&
        base.type === "Identifier" &&
        base.name === "async" &&
        this.lastTokEnd === base.end &&
        !this.canInsertSemicolon() &&
        base.end - base.start === 5 &&
        this.potentialArrowAt === base.start,
      optionalChained = !1;
    while (!0) {
      var element = this.parseSubscript(
        base,
        startPos,
        startLoc,
        noCalls,
        maybeAsyncArrow,
        optionalChained,
        forInit,
      );
      if (element.optional) optionalChained = !0;
      if (element.end === base.end || element.type === "ArrowFunctionExpression") {
        if (optionalChained) {
          var chainNode = this.startNodeAt(startPos, startLoc);
          (chainNode.expression = element), (element = this.finishNode(chainNode, "ChainExpression"));
        }
        return element;
      }
      (base = element), (maybeAsyncArrow = !1);
    }
  };
  pp$5.shouldParseAsyncArrow = function () {
    return !this.canInsertSemicolon() && this.eat(types$1.arrow);
  };
  pp$5.parseSubscriptAsyncArrow = function (startPos, startLoc, exprList, forInit) {
    return this.parseArrowExpression(this.startNodeAt(startPos, startLoc), exprList, !0, forInit);
  };
  pp$5.parseSubscript = function (
    base,
    startPos,
    startLoc,
    noCalls,
    maybeAsyncArrow,
    optionalChained,
    forInit,
  ) {
    var optionalSupported = this.options.ecmaVersion >= 11,
      optional = optionalSupported && this.eat(types$1.questionDot);
    if (noCalls && optional)
      this.raise(this.lastTokStart, "Optional chaining cannot appear in the callee of new expressions");
    var computed = this.eat(types$1.bracketL);
    if (
      computed ||
      (optional && this.type !== types$1.parenL && this.type !== types$1.backQuote) ||
      this.eat(types$1.dot)
    ) {
      var node = this.startNodeAt(startPos, startLoc);
      if (((node.object = base), computed))
        (node.property = this.parseExpression()), this.expect(types$1.bracketR);
      else if (this.type === types$1.privateId && base.type !== "Super")
        node.property = this.parsePrivateIdent();
      else node.property = this.parseIdent(this.options.allowReserved !== "never");
      if (((node.computed = !!computed), optionalSupported)) node.optional = optional;
      base = this.finishNode(node, "MemberExpression");
    } else if (!noCalls && this.eat(types$1.parenL)) {
      var refDestructuringErrors = new DestructuringErrors(),
        oldYieldPos = this.yieldPos,
        oldAwaitPos = this.awaitPos,
        oldAwaitIdentPos = this.awaitIdentPos;
      (this.yieldPos = 0), (this.awaitPos = 0), (this.awaitIdentPos = 0);
      var exprList = this.parseExprList(
        types$1.parenR,
        this.options.ecmaVersion >= 8,
        !1,
        refDestructuringErrors,
      );
      if (maybeAsyncArrow && !optional && this.shouldParseAsyncArrow()) {
        if (
          (this.checkPatternErrors(refDestructuringErrors, !1),
          this.checkYieldAwaitInDefaultParams(),
          this.awaitIdentPos > 0)
        )
          this.raise(this.awaitIdentPos, "Cannot use 'await' as identifier inside an async function");
        return (
          (this.yieldPos = oldYieldPos),
          (this.awaitPos = oldAwaitPos),
          (this.awaitIdentPos = oldAwaitIdentPos),
          this.parseSubscriptAsyncArrow(startPos, startLoc, exprList, forInit)
        );
      }
      this.checkExpressionErrors(refDestructuringErrors, !0),
        (this.yieldPos = oldYieldPos || this.yieldPos),
        (this.awaitPos = oldAwaitPos || this.awaitPos),
        (this.awaitIdentPos = oldAwaitIdentPos || this.awaitIdentPos);
      var node$1 = this.startNodeAt(startPos, startLoc);
      if (((node$1.callee = base), (node$1.arguments = exprList), optionalSupported))
        node$1.optional = optional;
      base = this.finishNode(node$1, "CallExpression");
    } else if (this.type === types$1.backQuote) {
      if (optional || optionalChained)
        this.raise(this.start, "Optional chaining cannot appear in the tag of tagged template expressions");
      var node$2 = this.startNodeAt(startPos, startLoc);
      (node$2.tag = base),
        (node$2.quasi = this.parseTemplate({ isTagged: !0 })),
        (base = this.finishNode(node$2, "TaggedTemplateExpression"));
    }
    return base;
  };
  pp$5.parseExprAtom = function (refDestructuringErrors, forInit, forNew) {
    if (this.type === types$1.slash) this.readRegexp();
    var node,
      canBeArrow = this.potentialArrowAt === this.start;
    switch (this.type) {
      case types$1._super:
        if (!this.allowSuper) this.raise(this.start, "'super' keyword outside a method");
        if (((node = this.startNode()), this.next(), this.type === types$1.parenL && !this.allowDirectSuper))
          this.raise(node.start, "super() call outside constructor of a subclass");
        if (this.type !== types$1.dot && this.type !== types$1.bracketL && this.type !== types$1.parenL)
          this.unexpected();
        return this.finishNode(node, "Super");
      case types$1._this:
        return ((node = this.startNode()), this.next(), this.finishNode(node, "ThisExpression"));
      case types$1.name: {
        var startPos = this.start,
          startLoc = this.startLoc,
          containsEsc = this.containsEsc,
          id = this.parseIdent(!1);
        if (
          this.options.ecmaVersion >= 8 &&
          !containsEsc &&
          id.name === "async" &&
          !this.canInsertSemicolon() &&
          this.eat(types$1._function)
        )
          return (
            this.overrideContext(types.f_expr),
            this.parseFunction(this.startNodeAt(startPos, startLoc), 0, !1, !0, forInit)
          );
        if (canBeArrow && !this.canInsertSemicolon()) {
          if (this.eat(types$1.arrow))
            return this.parseArrowExpression(this.startNodeAt(startPos, startLoc), [id], !1, forInit);
          if (
            this.options.ecmaVersion >= 8 &&
            id.name === "async" &&
            this.type === types$1.name &&
            !containsEsc &&
            (!this.potentialArrowInForAwait || this.value !== "of" || this.containsEsc)
          ) {
            if (((id = this.parseIdent(!1)), this.canInsertSemicolon() || !this.eat(types$1.arrow)))
              this.unexpected();
            return this.parseArrowExpression(this.startNodeAt(startPos, startLoc), [id], !0, forInit);
          }
        }
        return id;
      }
      case types$1.regexp: {
        var value = this.value;
        return (
          (node = this.parseLiteral(value.value)),
          (node.regex = { pattern: value.pattern, flags: value.flags }),
          node
        );
      }
      case types$1.num:
      case types$1.string:
        return this.parseLiteral(this.value);
      case types$1._null:
      case types$1._true:
      case types$1._false:
        return (
          (node = this.startNode()),
          (node.value = this.type === types$1._null ? null : this.type === types$1._true),
          (node.raw = this.type.keyword),
          this.next(),
          this.finishNode(node, "Literal")
        );
      case types$1.parenL: {
        var start = this.start,
          expr = this.parseParenAndDistinguishExpression(canBeArrow, forInit);
        if (refDestructuringErrors) {
          if (refDestructuringErrors.parenthesizedAssign < 0 && !this.isSimpleAssignTarget(expr))
            refDestructuringErrors.parenthesizedAssign = start;
          if (refDestructuringErrors.parenthesizedBind < 0) refDestructuringErrors.parenthesizedBind = start;
        }
        return expr;
      }
      case types$1.bracketL:
        return (
          (node = this.startNode()),
          this.next(),
          (node.elements = this.parseExprList(types$1.bracketR, !0, !0, refDestructuringErrors)),
          this.finishNode(node, "ArrayExpression")
        );
      case types$1.braceL:
        return (this.overrideContext(types.b_expr), this.parseObj(!1, refDestructuringErrors));
      case types$1._function:
        return ((node = this.startNode()), this.next(), this.parseFunction(node, 0));
      case types$1._class:
        return this.parseClass(this.startNode(), !1);
      case types$1._new:
        return this.parseNew();
      case types$1.backQuote:
        return this.parseTemplate();
      case types$1._import:
        if (this.options.ecmaVersion >= 11) return this.parseExprImport(forNew);
        else return this.unexpected();
      default:
        return this.parseExprAtomDefault();
    }
  };
  pp$5.parseExprAtomDefault = function () {
    this.unexpected();
  };
  pp$5.parseExprImport = function (forNew) {
    var node = this.startNode();
    if (this.containsEsc) this.raiseRecoverable(this.start, "Escape sequence in keyword import");
    if ((this.next(), this.type === types$1.parenL && !forNew)) return this.parseDynamicImport(node);
    else if (this.type === types$1.dot) {
      var meta = this.startNodeAt(node.start, node.loc && node.loc.start);
      return (
        (meta.name = "import"), (node.meta = this.finishNode(meta, "Identifier")), this.parseImportMeta(node)
      );
    } else this.unexpected();
  };
  pp$5.parseDynamicImport = function (node) {
    if ((this.next(), (node.source = this.parseMaybeAssign()), this.options.ecmaVersion >= 16))
      if (!this.eat(types$1.parenR))
        if ((this.expect(types$1.comma), !this.afterTrailingComma(types$1.parenR))) {
          if (((node.options = this.parseMaybeAssign()), !this.eat(types$1.parenR))) {
            if ((this.expect(types$1.comma), !this.afterTrailingComma(types$1.parenR))) this.unexpected();
          }
        } else node.options = null;
      else node.options = null;
    else if (!this.eat(types$1.parenR)) {
      var errorPos = this.start;
      if (this.eat(types$1.comma) && this.eat(types$1.parenR))
        this.raiseRecoverable(errorPos, "Trailing comma is not allowed in import()");
      else this.unexpected(errorPos);
    }
    return this.finishNode(node, "ImportExpression");
  };
  pp$5.parseImportMeta = function (node) {
    this.next();
    var containsEsc = this.containsEsc;
    if (((node.property = this.parseIdent(!0)), node.property.name !== "meta"))
      this.raiseRecoverable(node.property.start, "The only valid meta property for import is 'import.meta'");
    if (containsEsc) this.raiseRecoverable(node.start, "'import.meta' must not contain escaped characters");
    if (this.options.sourceType !== "module" && !this.options.allowImportExportEverywhere)
      this.raiseRecoverable(node.start, "Cannot use 'import.meta' outside a module");
    return this.finishNode(node, "MetaProperty");
  };
  pp$5.parseLiteral = function (value) {
    var node = this.startNode();
    if (
      ((node.value = value),
      (node.raw = this.input.slice(this.start, this.end)),
      node.raw.charCodeAt(node.raw.length - 1) === 110)
    )
      node.bigint = node.value != null ? node.value.toString() : node.raw.slice(0, -1).replace(/_/g, "");
    return (this.next(), this.finishNode(node, "Literal"));
  };
  pp$5.parseParenExpression = function () {
    this.expect(types$1.parenL);
    var val = this.parseExpression();
    return (this.expect(types$1.parenR), val);
  };
  pp$5.shouldParseArrow = function (exprList) {
    return !this.canInsertSemicolon();
  };
  pp$5.parseParenAndDistinguishExpression = function (canBeArrow, forInit) {
    var startPos = this.start,
      startLoc = this.startLoc,
      val,
      allowTrailingComma = this.options.ecmaVersion >= 8;
    if (this.options.ecmaVersion >= 6) {
      this.next();
      var innerStartPos = this.start,
        innerStartLoc = this.startLoc,
        exprList = [],
        first = !0,
        lastIsComma = !1,
        refDestructuringErrors = new DestructuringErrors(),
        oldYieldPos = this.yieldPos,
        oldAwaitPos = this.awaitPos,
        spreadStart;
      (this.yieldPos = 0), (this.awaitPos = 0);
      while (this.type !== types$1.parenR)
        if (
          (first ? (first = !1) : this.expect(types$1.comma),
          allowTrailingComma && this.afterTrailingComma(types$1.parenR, !0))
        ) {
          lastIsComma = !0;
          break;
        } else if (this.type === types$1.ellipsis) {
          if (
            ((spreadStart = this.start),
            exprList.push(this.parseParenItem(this.parseRestBinding())),
            this.type === types$1.comma)
          )
            this.raiseRecoverable(this.start, "Comma is not permitted after the rest element");
          break;
        } else exprList.push(this.parseMaybeAssign(!1, refDestructuringErrors, this.parseParenItem));
      var innerEndPos = this.lastTokEnd,
        innerEndLoc = this.lastTokEndLoc;
      if (
        (this.expect(types$1.parenR),
        canBeArrow && this.shouldParseArrow(exprList) && this.eat(types$1.arrow))
      )
        return (
          this.checkPatternErrors(refDestructuringErrors, !1),
          this.checkYieldAwaitInDefaultParams(),
          (this.yieldPos = oldYieldPos),
          (this.awaitPos = oldAwaitPos),
          this.parseParenArrowList(startPos, startLoc, exprList, forInit)
        );
      if (!exprList.length || lastIsComma) this.unexpected(this.lastTokStart);
      if (spreadStart) this.unexpected(spreadStart);
      if (
        (this.checkExpressionErrors(refDestructuringErrors, !0),
        (this.yieldPos = oldYieldPos || this.yieldPos),
        (this.awaitPos = oldAwaitPos || this.awaitPos),
        exprList.length > 1)
      )
        (val = this.startNodeAt(innerStartPos, innerStartLoc)),
          (val.expressions = exprList),
          this.finishNodeAt(val, "SequenceExpression", innerEndPos, innerEndLoc);
      else val = exprList[0];
    } else val = this.parseParenExpression();
    if (this.options.preserveParens) {
      var par = this.startNodeAt(startPos, startLoc);
      return ((par.expression = val), this.finishNode(par, "ParenthesizedExpression"));
    } else return val;
  };
  pp$5.parseParenItem = (item) => item;
  pp$5.parseParenArrowList = function (startPos, startLoc, exprList, forInit) {
    return this.parseArrowExpression(this.startNodeAt(startPos, startLoc), exprList, !1, forInit);
  };
  var empty = [];
  pp$5.parseNew = function () {
    if (this.containsEsc) this.raiseRecoverable(this.start, "Escape sequence in keyword new");
    var node = this.startNode();
    if ((this.next(), this.options.ecmaVersion >= 6 && this.type === types$1.dot)) {
      var meta = this.startNodeAt(node.start, node.loc && node.loc.start);
      (meta.name = "new"), (node.meta = this.finishNode(meta, "Identifier")), this.next();
      var containsEsc = this.containsEsc;
      if (((node.property = this.parseIdent(!0)), node.property.name !== "target"))
        this.raiseRecoverable(node.property.start, "The only valid meta property for new is 'new.target'");
      if (containsEsc) this.raiseRecoverable(node.start, "'new.target' must not contain escaped characters");
      if (!this.allowNewDotTarget)
        this.raiseRecoverable(
          node.start,
          "'new.target' can only be used in functions and class static block",
        );
      return this.finishNode(node, "MetaProperty");
    }
    var startPos = this.start,
      startLoc = this.startLoc;
    if (
      ((node.callee = this.parseSubscripts(this.parseExprAtom(null, !1, !0), startPos, startLoc, !0, !1)),
      node.callee.type === "Super")
    )
      this.raiseRecoverable(startPos, "Invalid use of 'super'");
    if (this.eat(types$1.parenL))
      node.arguments = this.parseExprList(types$1.parenR, this.options.ecmaVersion >= 8, !1);
    else node.arguments = empty;
    return this.finishNode(node, "NewExpression");
  };
  pp$5.parseTemplateElement = function (ref) {
    var isTagged = ref.isTagged,
      elem = this.startNode();
    if (this.type === types$1.invalidTemplate) {
      if (!isTagged) this.raiseRecoverable(this.start, "Bad escape sequence in untagged template literal");
      elem.value = {
        raw: this.value.replace(
          /\r\n?/g,
          `
`,
        ),
        cooked: null,
      };
    } else
      elem.value = {
        raw: this.input.slice(this.start, this.end).replace(
          /\r\n?/g,
          `
`,
        ),
        cooked: this.value,
      };
    return (
      this.next(), (elem.tail = this.type === types$1.backQuote), this.finishNode(elem, "TemplateElement")
    );
  };
  pp$5.parseTemplate = function (ref) {
    if (ref === void 0) ref = {};
    var isTagged = ref.isTagged;
    if (isTagged === void 0) isTagged = !1;
    var node = this.startNode();
    this.next(), (node.expressions = []);
    var curElt = this.parseTemplateElement({ isTagged });
    node.quasis = [curElt];
    while (!curElt.tail) {
      if (this.type === types$1.eof) this.raise(this.pos, "Unterminated template literal");
      this.expect(types$1.dollarBraceL),
        node.expressions.push(this.parseExpression()),
        this.expect(types$1.braceR),
        node.quasis.push((curElt = this.parseTemplateElement({ isTagged })));
    }
    return (this.next(), this.finishNode(node, "TemplateLiteral"));
  };
  pp$5.isAsyncProp = function (prop) {
    return (
      !prop.computed &&
      prop.key.type === "Identifier" &&
      prop.key.name === "async" &&
      (this.type === types$1.name ||
        this.type === types$1.num ||
        this.type === types$1.string ||
        this.type === types$1.bracketL ||
        this.type.keyword ||
        (this.options.ecmaVersion >= 9 && this.type === types$1.star)) &&
      !lineBreak.test(this.input.slice(this.lastTokEnd, this.start))
    );
  };
  pp$5.parseObj = function (isPattern, refDestructuringErrors) {
    var node = this.startNode(),
      first = !0,
      propHash = {};
    (node.properties = []), this.next();
    while (!this.eat(types$1.braceR)) {
      if (!first) {
        if (
          (this.expect(types$1.comma),
          this.options.ecmaVersion >= 5 && this.afterTrailingComma(types$1.braceR))
        )
          break;
      } else first = !1;
      var prop = this.parseProperty(isPattern, refDestructuringErrors);
      if (!isPattern) this.checkPropClash(prop, propHash, refDestructuringErrors);
      node.properties.push(prop);
    }
    return this.finishNode(node, isPattern ? "ObjectPattern" : "ObjectExpression");
  };
  pp$5.parseProperty = function (isPattern, refDestructuringErrors) {
    var prop = this.startNode(),
      isGenerator,
      isAsync,
      startPos,
      startLoc;
    if (this.options.ecmaVersion >= 9 && this.eat(types$1.ellipsis)) {
      if (isPattern) {
        if (((prop.argument = this.parseIdent(!1)), this.type === types$1.comma))
          this.raiseRecoverable(this.start, "Comma is not permitted after the rest element");
        return this.finishNode(prop, "RestElement");
      }
      if (
        ((prop.argument = this.parseMaybeAssign(!1, refDestructuringErrors)),
        this.type === types$1.comma && refDestructuringErrors && refDestructuringErrors.trailingComma < 0)
      )
        refDestructuringErrors.trailingComma = this.start;
      return this.finishNode(prop, "SpreadElement");
    }
    if (this.options.ecmaVersion >= 6) {
      if (((prop.method = !1), (prop.shorthand = !1), isPattern || refDestructuringErrors))
        (startPos = this.start), (startLoc = this.startLoc);
      if (!isPattern) isGenerator = this.eat(types$1.star);
    }
    var containsEsc = this.containsEsc;
    if (
      (this.parsePropertyName(prop),
      !isPattern && !containsEsc && this.options.ecmaVersion >= 8 && !isGenerator && this.isAsyncProp(prop))
    )
      (isAsync = !0),
        (isGenerator = this.options.ecmaVersion >= 9 && this.eat(types$1.star)),
        this.parsePropertyName(prop);
    else isAsync = !1;
    return (
      this.parsePropertyValue(
        prop,
        isPattern,
        isGenerator,
        isAsync,
        startPos,
        startLoc,
        refDestructuringErrors,
        containsEsc,
      ),
      this.finishNode(prop, "Property")
    );
  };
  pp$5.parseGetterSetter = function (prop) {
    var kind = prop.key.name;
    this.parsePropertyName(prop), (prop.value = this.parseMethod(!1)), (prop.kind = kind);
    var paramCount = prop.kind === "get" ? 0 : 1;
    if (prop.value.params.length !== paramCount) {
      var start = prop.value.start;
      if (prop.kind === "get") this.raiseRecoverable(start, "getter should have no params");
      else this.raiseRecoverable(start, "setter should have exactly one param");
    } else if (prop.kind === "set" && prop.value.params[0].type === "RestElement")
      this.raiseRecoverable(prop.value.params[0].start, "Setter cannot use rest params");
  };
  pp$5.parsePropertyValue = function (
    prop,
    isPattern,
    isGenerator,
    isAsync,
    startPos,
    startLoc,
    refDestructuringErrors,
    containsEsc,
  ) {
    if ((isGenerator || isAsync) && this.type === types$1.colon) this.unexpected();
    if (this.eat(types$1.colon))
      (prop.value = isPattern
        ? this.parseMaybeDefault(this.start, this.startLoc)
        : this.parseMaybeAssign(!1, refDestructuringErrors)),
        (prop.kind = "init");
    else if (this.options.ecmaVersion >= 6 && this.type === types$1.parenL) {
      if (isPattern) this.unexpected();
      (prop.method = !0), (prop.value = this.parseMethod(isGenerator, isAsync)), (prop.kind = "init");
    } else if (
      !isPattern &&
      !containsEsc &&
      this.options.ecmaVersion >= 5 &&
      !prop.computed &&
      prop.key.type === "Identifier" &&
      (prop.key.name === "get" || prop.key.name === "set") &&
      this.type !== types$1.comma && this.type !== types$1.braceR &&
      this.type !== types$1.eq
    ) {
      if (isGenerator || isAsync) this.unexpected();
      this.parseGetterSetter(prop);
    } else if (this.options.ecmaVersion >= 6 && !prop.computed && prop.key.type === "Identifier") {
      if (isGenerator || isAsync) this.unexpected();
      if ((this.checkUnreserved(prop.key), prop.key.name === "await" && !this.awaitIdentPos))
        this.awaitIdentPos = startPos;
      if (isPattern) prop.value = this.parseMaybeDefault(startPos, startLoc, this.copyNode(prop.key));
      else if (this.type === types$1.eq && refDestructuringErrors) {
        if (refDestructuringErrors.shorthandAssign < 0) refDestructuringErrors.shorthandAssign = this.start;
        prop.value = this.parseMaybeDefault(startPos, startLoc, this.copyNode(prop.key));
      } else prop.value = this.copyNode(prop.key);
      (prop.kind = "init"), (prop.shorthand = !0);
    } else this.unexpected();
  };
  pp$5.parsePropertyName = function (prop) {
    if (this.options.ecmaVersion >= 6)
      if (this.eat(types$1.bracketL))
        return (
          (prop.computed = !0), (prop.key = this.parseMaybeAssign()), this.expect(types$1.bracketR), prop.key
        );
      else prop.computed = !1;
    return (prop.key =
      this.type === types$1.num || this.type === types$1.string
        ? this.parseExprAtom()
        : this.parseIdent(this.options.allowReserved !== "never"));
  };
  pp$5.initFunction = function (node) {
    if (((node.id = null), this.options.ecmaVersion >= 6)) node.generator = node.expression = !1;
    if (this.options.ecmaVersion >= 8) node.async = !1;
  };
  pp$5.parseMethod = function (isGenerator, isAsync, allowDirectSuper) {
    var node = this.startNode(),
      oldYieldPos = this.yieldPos,
      oldAwaitPos = this.awaitPos,
      oldAwaitIdentPos = this.awaitIdentPos;
    if ((this.initFunction(node), this.options.ecmaVersion >= 6)) node.generator = isGenerator;
    if (this.options.ecmaVersion >= 8) node.async = !!isAsync;
    return (
      (this.yieldPos = 0),
      (this.awaitPos = 0),
      (this.awaitIdentPos = 0),
      this.enterScope(
        functionFlags(isAsync, node.generator) | SCOPE_SUPER | (allowDirectSuper ? SCOPE_DIRECT_SUPER : 0),
      ),
      this.expect(types$1.parenL),
      (node.params = this.parseBindingList(types$1.parenR, !1, this.options.ecmaVersion >= 8)),
      this.checkYieldAwaitInDefaultParams(),
      this.parseFunctionBody(node, !1, !0, !1),
      (this.yieldPos = oldYieldPos),
      (this.awaitPos = oldAwaitPos),
      (this.awaitIdentPos = oldAwaitIdentPos),
      this.finishNode(node, "FunctionExpression")
    );
  };
  pp$5.parseArrowExpression = function (node, params, isAsync, forInit) {
    var oldYieldPos = this.yieldPos,
      oldAwaitPos = this.awaitPos,
      oldAwaitIdentPos = this.awaitIdentPos;
    if (
      (this.enterScope(functionFlags(isAsync, !1) | SCOPE_ARROW),
      this.initFunction(node),
      this.options.ecmaVersion >= 8)
    )
      node.async = !!isAsync;
    return (
      (this.yieldPos = 0),
      (this.awaitPos = 0),
      (this.awaitIdentPos = 0),
      (node.params = this.toAssignableList(params, !0)),
      this.parseFunctionBody(node, !0, !1, forInit),
      (this.yieldPos = oldYieldPos),
      (this.awaitPos = oldAwaitPos),
      (this.awaitIdentPos = oldAwaitIdentPos),
      this.finishNode(node, "ArrowFunctionExpression")
    );
  };
  pp$5.parseFunctionBody = function (node, isArrowFunction, isMethod, forInit) {
    var isExpression = isArrowFunction && this.type !== types$1.braceL,
      oldStrict = this.strict,
      useStrict = !1;
    if (isExpression)
      (node.body = this.parseMaybeAssign(forInit)), (node.expression = !0), this.checkParams(node, !1);
    else {
      var nonSimple = this.options.ecmaVersion >= 7 && !this.isSimpleParamList(node.params);
      if (!oldStrict || nonSimple) {
        if (((useStrict = this.strictDirective(this.end)), useStrict && nonSimple))
          this.raiseRecoverable(
            node.start,
            "Illegal 'use strict' directive in function with non-simple parameter list",
          );
      }
      var oldLabels = this.labels;
      if (((this.labels = []), useStrict)) this.strict = !0;
      if (
        (this.checkParams(
          node,
          !oldStrict && !useStrict && !isArrowFunction && !isMethod && this.isSimpleParamList(node.params),
        ),
        this.strict && node.id)
      )
        this.checkLValSimple(node.id, BIND_OUTSIDE);
      (node.body = this.parseBlock(!1, void 0, useStrict && !oldStrict)),
        (node.expression = !1),
        this.adaptDirectivePrologue(node.body.body),
        (this.labels = oldLabels);
    }
    this.exitScope();
  };
  pp$5.isSimpleParamList = (params) => {
    for (var i = 0, list = params; i < list.length; i += 1) {
      var param = list[i];
      if (param.type !== "Identifier") return !1;
    }
    return !0;
  };
  pp$5.checkParams = function (node, allowDuplicates) {
    var nameHash = Object.create(null);
    for (var i = 0, list = node.params; i < list.length; i += 1) {
      var param = list[i];
      this.checkLValInnerPattern(param, BIND_VAR, allowDuplicates ? null : nameHash);
    }
  };
  pp$5.parseExprList = function (close, allowTrailingComma, allowEmpty, refDestructuringErrors) {
    var elts = [],
      first = !0;
    while (!this.eat(close)) {
      if (!first) {
        if ((this.expect(types$1.comma), allowTrailingComma && this.afterTrailingComma(close))) break;
      } else first = !1;
      var elt = void 0;
      if (allowEmpty && this.type === types$1.comma) elt = null;
      else if (this.type === types$1.ellipsis) {
        if (
          ((elt = this.parseSpread(refDestructuringErrors)),
          refDestructuringErrors && this.type === types$1.comma && refDestructuringErrors.trailingComma < 0)
        )
          refDestructuringErrors.trailingComma = this.start;
      } else elt = this.parseMaybeAssign(!1, refDestructuringErrors);
      elts.push(elt);
    }
    return elts;
  };
  pp$5.checkUnreserved = function (ref) {
    var { start, end, name } = ref;
    if (this.inGenerator && name === "yield")
      this.raiseRecoverable(start, "Cannot use 'yield' as identifier inside a generator");
    if (this.inAsync && name === "await")
      this.raiseRecoverable(start, "Cannot use 'await' as identifier inside an async function");
    if (!(this.currentThisScope().flags & SCOPE_VAR) && name === "arguments")
      this.raiseRecoverable(start, "Cannot use 'arguments' in class field initializer");
    if (this.inClassStaticBlock && (name === "arguments" || name === "await"))
      this.raise(start, "Cannot use " + name + " in class static initialization block");
    if (this.keywords.test(name)) this.raise(start, "Unexpected keyword '" + name + "'");
    if (this.options.ecmaVersion < 6 && this.input.slice(start, end).indexOf("\\") !== -1) return;
    var re = this.strict ? this.reservedWordsStrict : this.reservedWords;
    if (re.test(name)) {
      if (!this.inAsync && name === "await")
        this.raiseRecoverable(start, "Cannot use keyword 'await' outside an async function");
      this.raiseRecoverable(start, "The keyword '" + name + "' is reserved");
    }
  };
  pp$5.parseIdent = function (liberal) {
    var node = this.parseIdentNode();
    if ((this.next(!!liberal), this.finishNode(node, "Identifier"), !liberal)) {
      if ((this.checkUnreserved(node), node.name === "await" && !this.awaitIdentPos))
        this.awaitIdentPos = node.start;
    }
    return node;
  };
  pp$5.parseIdentNode = function () {
    var node = this.startNode();
    if (this.type === types$1.name) node.name = this.value;
    else if (this.type.keyword) {
      if (
        ((node.name = this.type.keyword),
        (node.name === "class" || node.name === "function") &&
          (this.lastTokEnd !== this.lastTokStart + 1 || this.input.charCodeAt(this.lastTokStart) !== 46))
      )
        this.context.pop();
      this.type = types$1.name;
    } else this.unexpected();
    return node;
  };
  pp$5.parsePrivateIdent = function () {
    var node = this.startNode();
    if (this.type === types$1.privateId) node.name = this.value;
    else this.unexpected();
    if ((this.next(), this.finishNode(node, "PrivateIdentifier"), this.options.checkPrivateFields))
      if (this.privateNameStack.length === 0)
        this.raise(node.start, "Private field '#" + node.name + "' must be declared in an enclosing class");
      else this.privateNameStack[this.privateNameStack.length - 1].used.push(node);
    return node;
  };
  pp$5.parseYield = function (forInit) {
    if (!this.yieldPos) this.yieldPos = this.start;
    var node = this.startNode();
    if (
      (this.next(),
      this.type === types$1.semi ||
        this.canInsertSemicolon() ||
        (this.type !== types$1.star && !this.type.startsExpr))
    )
      (node.delegate = !1), (node.argument = null);
    else (node.delegate = this.eat(types$1.star)), (node.argument = this.parseMaybeAssign(forInit));
    return this.finishNode(node, "YieldExpression");
  };
  pp$5.parseAwait = function (forInit) {
    if (!this.awaitPos) this.awaitPos = this.start;
    var node = this.startNode();
    return (
      this.next(),
      (node.argument = this.parseMaybeUnary(null, !0, !1, forInit)),
      this.finishNode(node, "AwaitExpression")
    );
  };
  var pp$4 = Parser.prototype;
  pp$4.raise = function (pos, message) {
    var loc = getLineInfo(this.input, pos);
    if (((message += " (" + loc.line + ":" + loc.column + ")"), this.sourceFile))
      message += " in " + this.sourceFile;
    var err = SyntaxError(message);
    throw ((err.pos = pos), (err.loc = loc), (err.raisedAt = this.pos), err);
  };
  pp$4.raiseRecoverable = pp$4.raise;
  pp$4.curPosition = function () {
    if (this.options.locations) return new Position(this.curLine, this.pos - this.lineStart);
  };
  var pp$3 = Parser.prototype,
    Scope2 = function (flags) {
      (this.flags = flags), (this.var = []), (this.lexical = []), (this.functions = []);
    };
  pp$3.enterScope = function (flags) {
    this.scopeStack.push(new Scope2(flags));
  };
  pp$3.exitScope = function () {
    this.scopeStack.pop();
  };
  pp$3.treatFunctionsAsVarInScope = function (scope) {
    return scope.flags & SCOPE_FUNCTION || (!this.inModule && scope.flags & SCOPE_TOP);
  };
  pp$3.declareName = function (name, bindingType, pos) {
    var redeclared = !1;
    if (bindingType === BIND_LEXICAL) {
      var scope = this.currentScope();
      if (
        ((redeclared =
          scope.lexical.indexOf(name) > -1 ||
          scope.functions.indexOf(name) > -1 ||
          scope.var.indexOf(name) > -1),
        scope.lexical.push(name),
        this.inModule && scope.flags & SCOPE_TOP)
      )
        delete this.undefinedExports[name];
    } else if (bindingType === BIND_SIMPLE_CATCH) {
      var scope$1 = this.currentScope();
      scope$1.lexical.push(name);
    } else if (bindingType === BIND_FUNCTION) {
      var scope$2 = this.currentScope();
      if (this.treatFunctionsAsVar) redeclared = scope$2.lexical.indexOf(name) > -1;
      else redeclared = scope$2.lexical.indexOf(name) > -1 || scope$2.var.indexOf(name) > -1;
      scope$2.functions.push(name);
    } else
      for (var i = this.scopeStack.length - 1; i >= 0; --i) {
        var scope$3 = this.scopeStack[i];
        if (
          (scope$3.lexical.indexOf(name) > -1 &&
            !(scope$3.flags & SCOPE_SIMPLE_CATCH && scope$3.lexical[0] === name)) ||
          (!this.treatFunctionsAsVarInScope(scope$3) && scope$3.functions.indexOf(name) > -1)
        ) {
          redeclared = !0;
          break;
        }
        if ((scope$3.var.push(name), this.inModule && scope$3.flags & SCOPE_TOP))
          delete this.undefinedExports[name];
        if (scope$3.flags & SCOPE_VAR) break;
      }
    if (redeclared) this.raiseRecoverable(pos, "Identifier '" + name + "' has already been declared");
  };
  pp$3.checkLocalExport = function (id) {
    if (this.scopeStack[0].lexical.indexOf(id.name) === -1 && this.scopeStack[0].var.indexOf(id.name) === -1)
      this.undefinedExports[id.name] = id;
  };
  pp$3.currentScope = function () {
    return this.scopeStack[this.scopeStack.length - 1];
  };
  pp$3.currentVarScope = function () {
    for (var i = this.scopeStack.length - 1; ; i--) {
      var scope = this.scopeStack[i];
      if (scope.flags & (SCOPE_VAR | SCOPE_CLASS_FIELD_INIT | SCOPE_CLASS_STATIC_BLOCK)) return scope;
    }
  };
  pp$3.currentThisScope = function () {
    for (var i = this.scopeStack.length - 1; ; i--) {
      var scope = this.scopeStack[i];
      if (
        scope.flags & (SCOPE_VAR | SCOPE_CLASS_FIELD_INIT | SCOPE_CLASS_STATIC_BLOCK) &&
        !(scope.flags & SCOPE_ARROW)
      )
        return scope;
    }
  };
  var Node = function (parser, pos, loc) {
      if (((this.type = ""), (this.start = pos), (this.end = 0), parser.options.locations))
        this.loc = new SourceLocation(parser, loc);
      if (parser.options.directSourceFile) this.sourceFile = parser.options.directSourceFile;
      if (parser.options.ranges) this.range = [pos, 0];
    },
    pp$2 = Parser.prototype;
  pp$2.startNode = function () {
    return new Node(this, this.start, this.startLoc);
  };
  pp$2.startNodeAt = function (pos, loc) {
    return new Node(this, pos, loc);
  };
  function finishNodeAt(node, type, pos, loc) {
    if (((node.type = type), (node.end = pos), this.options.locations)) node.loc.end = loc;
    if (this.options.ranges) node.range[1] = pos;
    return node;
  }
  pp$2.finishNode = function (node, type) {
    return finishNodeAt.call(this, node, type, this.lastTokEnd, this.lastTokEndLoc);
  };
  pp$2.finishNodeAt = function (node, type, pos, loc) {
    return finishNodeAt.call(this, node, type, pos, loc);
  };
  pp$2.copyNode = function (node) {
    var newNode = new Node(this, node.start, this.startLoc);
    for (var prop in node) newNode[prop] = node[prop];
    return newNode;
  };
  var scriptValuesAddedInUnicode =
      "Berf Beria_Erfe Gara Garay Gukh Gurung_Khema Hrkt Katakana_Or_Hiragana Kawi Kirat_Rai Krai Nag_Mundari Nagm Ol_Onal Onao Sidetic Sidt Sunu Sunuwar Tai_Yo Tayo Todhri Todr Tolong_Siki Tols Tulu_Tigalari Tutg Unknown Zzzz",
    ecma9BinaryProperties =
      "ASCII ASCII_Hex_Digit AHex Alphabetic Alpha Any Assigned Bidi_Control Bidi_C Bidi_Mirrored Bidi_M Case_Ignorable CI Cased Changes_When_Casefolded CWCF Changes_When_Casemapped CWCM Changes_When_Lowercased CWL Changes_When_NFKC_Casefolded CWKCF Changes_When_Titlecased CWT Changes_When_Uppercased CWU Dash Default_Ignorable_Code_Point DI Deprecated Dep Diacritic Dia Emoji Emoji_Component Emoji_Modifier Emoji_Modifier_Base Emoji_Presentation Extender Ext Grapheme_Base Gr_Base Grapheme_Extend Gr_Ext Hex_Digit Hex IDS_Binary_Operator IDSB IDS_Trinary_Operator IDST ID_Continue IDC ID_Start IDS Ideographic Ideo Join_Control Join_C Logical_Order_Exception LOE Lowercase Lower Math Noncharacter_Code_Point NChar Pattern_Syntax Pat_Syn Pattern_White_Space Pat_WS Quotation_Mark QMark Radical Regional_Indicator RI Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term Unified_Ideograph UIdeo Uppercase Upper Variation_Selector VS White_Space space XID_Continue XIDC XID_Start XIDS",
    ecma10BinaryProperties = ecma9BinaryProperties + " Extended_Pictographic",
    ecma11BinaryProperties = ecma10BinaryProperties,
    ecma12BinaryProperties = ecma11BinaryProperties + " EBase EComp EMod EPres ExtPict",
    ecma13BinaryProperties = ecma12BinaryProperties,
    ecma14BinaryProperties = ecma13BinaryProperties,
    unicodeBinaryProperties = {
      9: ecma9BinaryProperties,
      10: ecma10BinaryProperties,
      11: ecma11BinaryProperties,
      12: ecma12BinaryProperties,
      13: ecma13BinaryProperties,
      14: ecma14BinaryProperties,
    },
    ecma14BinaryPropertiesOfStrings =
      "Basic_Emoji Emoji_Keycap_Sequence RGI_Emoji_Modifier_Sequence RGI_Emoji_Flag_Sequence RGI_Emoji_Tag_Sequence RGI_Emoji_ZWJ_Sequence RGI_Emoji",
    unicodeBinaryPropertiesOfStrings = {
      9: "",
      10: "",
      11: "",
      12: "",
      13: "",
      14: ecma14BinaryPropertiesOfStrings,
    },
    unicodeGeneralCategoryValues =
      "Cased_Letter LC Close_Punctuation Pe Connector_Punctuation Pc Control Cc cntrl Currency_Symbol Sc Dash_Punctuation Pd Decimal_Number Nd digit Enclosing_Mark Me Final_Punctuation Pf Format Cf Initial_Punctuation Pi Letter L Letter_Number Nl Line_Separator Zl Lowercase_Letter Ll Mark M Combining_Mark Math_Symbol Sm Modifier_Letter Lm Modifier_Symbol Sk Nonspacing_Mark Mn Number N Open_Punctuation Ps Other C Other_Letter Lo Other_Number No Other_Punctuation Po Other_Symbol So Paragraph_Separator Zp Private_Use Co Punctuation P punct Separator Z Space_Separator Zs Spacing_Mark Mc Surrogate Cs Symbol S Titlecase_Letter Lt Unassigned Cn Uppercase_Letter Lu",
    ecma9ScriptValues =
      "Adlam Adlm Ahom Anatolian_Hieroglyphs Hluw Arabic Arab Armenian Armn Avestan Avst Balinese Bali Bamum Bamu Bassa_Vah Bass Batak Batk Bengali Beng Bhaiksuki Bhks Bopomofo Bopo Brahmi Brah Braille Brai Buginese Bugi Buhid Buhd Canadian_Aboriginal Cans Carian Cari Caucasian_Albanian Aghb Chakma Cakm Cham Cham Cherokee Cher Common Zyyy Coptic Copt Qaac Cuneiform Xsux Cypriot Cprt Cyrillic Cyrl Deseret Dsrt Devanagari Deva Duployan Dupl Egyptian_Hieroglyphs Egyp Elbasan Elba Ethiopic Ethi Georgian Geor Glagolitic Glag Gothic Goth Grantha Gran Greek Grek Gujarati Gujr Gurmukhi Guru Han Hani Hangul Hang Hanunoo Hano Hatran Hatr Hebrew Hebr Hiragana Hira Imperial_Aramaic Armi Inherited Zinh Qaai Inscriptional_Pahlavi Phli Inscriptional_Parthian Prti Javanese Java Kaithi Kthi Kannada Knda Katakana Kana Kayah_Li Kali Kharoshthi Khar Khmer Khmr Khojki Khoj Khudawadi Sind Lao Laoo Latin Latn Lepcha Lepc Limbu Limb Linear_A Lina Linear_B Linb Lisu Lisu Lycian Lyci Lydian Lydi Mahajani Mahj Malayalam Mlym Mandaic Mand Manichaean Mani Marchen Marc Masaram_Gondi Gonm Meetei_Mayek Mtei Mende_Kikakui Mend Meroitic_Cursive Merc Meroitic_Hieroglyphs Mero Miao Plrd Modi Mongolian Mong Mro Mroo Multani Mult Myanmar Mymr Nabataean Nbat New_Tai_Lue Talu Newa Newa Nko Nkoo Nushu Nshu Ogham Ogam Ol_Chiki Olck Old_Hungarian Hung Old_Italic Ital Old_North_Arabian Narb Old_Permic Perm Old_Persian Xpeo Old_South_Arabian Sarb Old_Turkic Orkh Oriya Orya Osage Osge Osmanya Osma Pahawh_Hmong Hmng Palmyrene Palm Pau_Cin_Hau Pauc Phags_Pa Phag Phoenician Phnx Psalter_Pahlavi Phlp Rejang Rjng Runic Runr Samaritan Samr Saurashtra Saur Sharada Shrd Shavian Shaw Siddham Sidd SignWriting Sgnw Sinhala Sinh Sora_Sompeng Sora Soyombo Soyo Sundanese Sund Syloti_Nagri Sylo Syriac Syrc Tagalog Tglg Tagbanwa Tagb Tai_Le Tale Tai_Tham Lana Tai_Viet Tavt Takri Takr Tamil Taml Tangut Tang Telugu Telu Thaana Thaa Thai Thai Tibetan Tibt Tifinagh Tfng Tirhuta Tirh Ugaritic Ugar Vai Vaii Warang_Citi Wara Yi Yiii Zanabazar_Square Zanb",
    ecma10ScriptValues =
      ecma9ScriptValues +
      " Dogra Dogr Gunjala_Gondi Gong Hanifi_Rohingya Rohg Makasar Maka Medefaidrin Medf Old_Sogdian Sogo Sogdian Sogd",
    ecma11ScriptValues =
      ecma10ScriptValues + " Elymaic Elym Nandinagari Nand Nyiakeng_Puachue_Hmong Hmnp Wancho Wcho",
    ecma12ScriptValues =
      ecma11ScriptValues + " Chorasmian Chrs Diak Dives_Akuru Khitan_Small_Script Kits Yezi Yezidi",
    ecma13ScriptValues =
      ecma12ScriptValues + " Cypro_Minoan Cpmn Old_Uyghur Ougr Tangsa Tnsa Toto Vithkuqi Vith",
    ecma14ScriptValues = ecma13ScriptValues + " " + scriptValuesAddedInUnicode,
    unicodeScriptValues = {
      9: ecma9ScriptValues,
      10: ecma10ScriptValues,
      11: ecma11ScriptValues,
      12: ecma12ScriptValues,
      13: ecma13ScriptValues,
      14: ecma14ScriptValues,
    },
    data = {};
  function buildUnicodeData(ecmaVersion) {
    var d = (data[ecmaVersion] = {
      binary: wordsRegexp(unicodeBinaryProperties[ecmaVersion] + " " + unicodeGeneralCategoryValues),
      binaryOfStrings: wordsRegexp(unicodeBinaryPropertiesOfStrings[ecmaVersion]),
      nonBinary: {
        General_Category: wordsRegexp(unicodeGeneralCategoryValues),
        Script: wordsRegexp(unicodeScriptValues[ecmaVersion]),
      },
    });
    (d.nonBinary.Script_Extensions = d.nonBinary.Script),
      (d.nonBinary.gc = d.nonBinary.General_Category),
      (d.nonBinary.sc = d.nonBinary.Script),
      (d.nonBinary.scx = d.nonBinary.Script_Extensions);
  }
  for (i = 0, list = [9, 10, 11, 12, 13, 14]; i < list.length; i += 1)
    (ecmaVersion = list[i]), buildUnicodeData(ecmaVersion);
  var ecmaVersion,
    i,
    list,
    pp$1 = Parser.prototype,
    BranchID = function (parent, base) {
      (this.parent = parent), (this.base = base || this);
    };
  BranchID.prototype.separatedFrom = function (alt) {
    for (var self2 = this; self2; self2 = self2.parent)
      for (var other = alt; other; other = other.parent)
        if (self2.base === other.base && self2 !== other) return !0;
    return !1;
  };
  BranchID.prototype.sibling = function () {
    return new BranchID(this.parent, this.base);
  };
  var RegExpValidationState = function (parser) {
    (this.parser = parser),
      (this.validFlags =
        "gim" +
        (parser.options.ecmaVersion >= 6 ? "uy" : "") +
        (parser.options.ecmaVersion >= 9 ? "s" : "") +
        (parser.options.ecmaVersion >= 13 ? "d" : "") +
        (parser.options.ecmaVersion >= 15 ? "v" : "")),
      (this.unicodeProperties = data[parser.options.ecmaVersion >= 14 ? 14 : parser.options.ecmaVersion]),
      (this.source = ""),
      (this.flags = ""),
      (this.start = 0),
      (this.switchU = !1),
      (this.switchV = !1),
      (this.switchN = !1),
      (this.pos = 0),
      (this.lastIntValue = 0),
      (this.lastStringValue = ""),
      (this.lastAssertionIsQuantifiable = !1),
      (this.numCapturingParens = 0),
      (this.maxBackReference = 0),
      (this.groupNames = Object.create(null)),
      (this.backReferenceNames = []),
      (this.branchID = null);
  };
  RegExpValidationState.prototype.reset = function (start, pattern, flags) {
    var unicodeSets = flags.indexOf("v") !== -1,
      unicode = flags.indexOf("u") !== -1;
    if (
      ((this.start = start | 0),
      (this.source = pattern + ""),
      (this.flags = flags),
      unicodeSets && this.parser.options.ecmaVersion >= 15)
    )
      (this.switchU = !0), (this.switchV = !0), (this.switchN = !0);
    else
      (this.switchU = unicode && this.parser.options.ecmaVersion >= 6),
        (this.switchV = !1),
        (this.switchN = unicode && this.parser.options.ecmaVersion >= 9);
  };
  RegExpValidationState.prototype.raise = function (message) {
    this.parser.raiseRecoverable(this.start, "Invalid regular expression: /" + this.source + "/: " + message);
  };
  RegExpValidationState.prototype.at = function (i, forceU) {
    if (forceU === void 0) forceU = !1;
    var s = this.source,
      l = s.length;
    if (i >= l) return -1;
    var c = s.charCodeAt(i);
    if (!(forceU || this.switchU) || c <= 55295 || c >= 57344 || i + 1 >= l) return c;
    var next = s.charCodeAt(i + 1);
    return next >= 56320 && next <= 57343 ? (c << 10) + next - 56613888 : c;
  };
  RegExpValidationState.prototype.nextIndex = function (i, forceU) {
    if (forceU === void 0) forceU = !1;
    var s = this.source,
      l = s.length;
    if (i >= l) return l;
    var c = s.charCodeAt(i),
      next;
    if (
      !(forceU || this.switchU) ||
      c <= 55295 ||
      c >= 57344 ||
      i + 1 >= l ||
      (next = s.charCodeAt(i + 1)) < 56320 ||
      next > 57343
    )
      return i + 1;
    return i + 2;
  };
  RegExpValidationState.prototype.current = function (forceU) {
    if (forceU === void 0) forceU = !1;
    return this.at(this.pos, forceU);
  };
  RegExpValidationState.prototype.lookahead = function (forceU) {
    if (forceU === void 0) forceU = !1;
    return this.at(this.nextIndex(this.pos, forceU), forceU);
  };
  RegExpValidationState.prototype.advance = function (forceU) {
    if (forceU === void 0) forceU = !1;
    this.pos = this.nextIndex(this.pos, forceU);
  };
  RegExpValidationState.prototype.eat = function (ch, forceU) {
    if (forceU === void 0) forceU = !1;
    if (this.current(forceU) === ch) return (this.advance(forceU), !0);
    return !1;
  };
  RegExpValidationState.prototype.eatChars = function (chs, forceU) {
    if (forceU === void 0) forceU = !1;
    var pos = this.pos;
    for (var i = 0, list = chs; i < list.length; i += 1) {
      var ch = list[i],
        current = this.at(pos, forceU);
      if (current === -1 || current !== ch) return !1;
      pos = this.nextIndex(pos, forceU);
    }
    return ((this.pos = pos), !0);
  };
  pp$1.validateRegExpFlags = function (state) {
    var { validFlags, flags } = state,
      u = !1,
      v = !1;
    for (var i = 0; i < flags.length; i++) {
      var flag = flags.charAt(i);
      if (validFlags.indexOf(flag) === -1) this.raise(state.start, "Invalid regular expression flag");
      if (flags.indexOf(flag, i + 1) > -1) this.raise(state.start, "Duplicate regular expression flag");
      if (flag === "u") u = !0;
      if (flag === "v") v = !0;
    }
    if (this.options.ecmaVersion >= 15 && u && v) this.raise(state.start, "Invalid regular expression flag");
  };
  function hasProp(obj) {
    for (var _ in obj) return !0;
    return !1;
  }
  pp$1.validateRegExpPattern = function (state) {
    if (
      (this.regexp_pattern(state),
      !state.switchN && this.options.ecmaVersion >= 9 && hasProp(state.groupNames))
    )
      (state.switchN = !0), this.regexp_pattern(state);
  };
  pp$1.regexp_pattern = function (state) {
    if (
      ((state.pos = 0),
      (state.lastIntValue = 0),
      (state.lastStringValue = ""),
      (state.lastAssertionIsQuantifiable = !1),
      (state.numCapturingParens = 0),
      (state.maxBackReference = 0),
      (state.groupNames = Object.create(null)),
      (state.backReferenceNames.length = 0),
      (state.branchID = null),
      this.regexp_disjunction(state),
      state.pos !== state.source.length)
    ) {
      if (state.eat(41)) state.raise("Unmatched ')'");
      if (state.eat(93) || state.eat(125)) state.raise("Lone quantifier brackets");
    }
    if (state.maxBackReference > state.numCapturingParens) state.raise("Invalid escape");
    for (var i = 0, list = state.backReferenceNames; i < list.length; i += 1) {
      var name = list[i];
      if (!state.groupNames[name]) state.raise("Invalid named capture referenced");
    }
  };
  pp$1.regexp_disjunction = function (state) {
    var trackDisjunction = this.options.ecmaVersion >= 16;
    if (trackDisjunction) state.branchID = new BranchID(state.branchID, null);
    this.regexp_alternative(state);
    while (state.eat(124)) {
      if (trackDisjunction) state.branchID = state.branchID.sibling();
      this.regexp_alternative(state);
    }
    if (trackDisjunction) state.branchID = state.branchID.parent;
    if (this.regexp_eatQuantifier(state, !0)) state.raise("Nothing to repeat");
    if (state.eat(123)) state.raise("Lone quantifier brackets");
  };
  pp$1.regexp_alternative = function (state) {
    while (state.pos < state.source.length && this.regexp_eatTerm(state));
  };
  pp$1.regexp_eatTerm = function (state) {
    if (this.regexp_eatAssertion(state)) {
      if (state.lastAssertionIsQuantifiable && this.regexp_eatQuantifier(state)) {
        if (state.switchU) state.raise("Invalid quantifier");
      }
      return !0;
    }
    if (state.switchU ? this.regexp_eatAtom(state) : this.regexp_eatExtendedAtom(state))
      return (this.regexp_eatQuantifier(state), !0);
    return !1;
  };
  pp$1.regexp_eatAssertion = function (state) {
    var start = state.pos;
    if (((state.lastAssertionIsQuantifiable = !1), state.eat(94) || state.eat(36))) return !0;
    if (state.eat(92)) {
      if (state.eat(66) || state.eat(98)) return !0;
      state.pos = start;
    }
    if (state.eat(40) && state.eat(63)) {
      var lookbehind = !1;
      if (this.options.ecmaVersion >= 9) lookbehind = state.eat(60);
      if (state.eat(61) || state.eat(33)) {
        if ((this.regexp_disjunction(state), !state.eat(41))) state.raise("Unterminated group");
        return ((state.lastAssertionIsQuantifiable = !lookbehind), !0);
      }
    }
    return ((state.pos = start), !1);
  };
  pp$1.regexp_eatQuantifier = function (state, noError) {
    if (noError === void 0) noError = !1;
    if (this.regexp_eatQuantifierPrefix(state, noError)) return (state.eat(63), !0);
    return !1;
  };
  pp$1.regexp_eatQuantifierPrefix = function (state, noError) {
    return state.eat(42) || state.eat(43) || state.eat(63) || this.regexp_eatBracedQuantifier(state, noError);
  };
  pp$1.regexp_eatBracedQuantifier = function (state, noError) {
    var start = state.pos;
    if (state.eat(123)) {
      var min = 0,
        max = -1;
      if (this.regexp_eatDecimalDigits(state)) {
        if (((min = state.lastIntValue), state.eat(44) && this.regexp_eatDecimalDigits(state)))
          max = state.lastIntValue;
        if (state.eat(125)) {
          if (max !== -1 && max < min && !noError) state.raise("numbers out of order in {} quantifier");
          return !0;
        }
      }
      if (state.switchU && !noError) state.raise("Incomplete quantifier");
      state.pos = start;
    }
    return !1;
  };
  pp$1.regexp_eatAtom = function (state) {
    return (
      this.regexp_eatPatternCharacters(state) ||
      state.eat(46) ||
      this.regexp_eatReverseSolidusAtomEscape(state) ||
      this.regexp_eatCharacterClass(state) ||
      this.regexp_eatUncapturingGroup(state) ||
      this.regexp_eatCapturingGroup(state)
    );
  };
  pp$1.regexp_eatReverseSolidusAtomEscape = function (state) {
    var start = state.pos;
    if (state.eat(92)) {
      if (this.regexp_eatAtomEscape(state)) return !0;
      state.pos = start;
    }
    return !1;
  };
  pp$1.regexp_eatUncapturingGroup = function (state) {
    var start = state.pos;
    if (state.eat(40)) {
      if (state.eat(63)) {
        if (this.options.ecmaVersion >= 16) {
          var addModifiers = this.regexp_eatModifiers(state),
            hasHyphen = state.eat(45);
          if (addModifiers || hasHyphen) {
            for (var i = 0; i < addModifiers.length; i++) {
              var modifier = addModifiers.charAt(i);
              if (addModifiers.indexOf(modifier, i + 1) > -1)
                state.raise("Duplicate regular expression modifiers");
            }
            if (hasHyphen) {
              var removeModifiers = this.regexp_eatModifiers(state);
              if (!addModifiers && !removeModifiers && state.current() === 58)
                state.raise("Invalid regular expression modifiers");
              for (var i$1 = 0; i$1 < removeModifiers.length; i$1++) {
                var modifier$1 = removeModifiers.charAt(i$1);
                if (
                  removeModifiers.indexOf(modifier$1, i$1 + 1) > -1 ||
                  addModifiers.indexOf(modifier$1) > -1
                )
                  state.raise("Duplicate regular expression modifiers");
              }
            }
          }
        }
        if (state.eat(58)) {
          if ((this.regexp_disjunction(state), state.eat(41))) return !0;
          state.raise("Unterminated group");
        }
      }
      state.pos = start;
    }
    return !1;
  };
  pp$1.regexp_eatCapturingGroup = function (state) {
    if (state.eat(40)) {
      if (this.options.ecmaVersion >= 9) this.regexp_groupSpecifier(state);
      else if (state.current() === 63) state.raise("Invalid group");
      if ((this.regexp_disjunction(state), state.eat(41))) return ((state.numCapturingParens += 1), !0);
      state.raise("Unterminated group");
    }
    return !1;
  };
  pp$1.regexp_eatModifiers = (state) => {
    var modifiers = "",
      ch = 0;
    while ((ch = state.current()) !== -1 && isRegularExpressionModifier(ch))
      (modifiers += codePointToString(ch)), state.advance();
    return modifiers;
  };
  function isRegularExpressionModifier(ch) {
    return ch === 105 || ch === 109 || ch === 115;
  }
  pp$1.regexp_eatExtendedAtom = function (state) {
    return (
      state.eat(46) ||
      this.regexp_eatReverseSolidusAtomEscape(state) ||
      this.regexp_eatCharacterClass(state) ||
      this.regexp_eatUncapturingGroup(state) ||
      this.regexp_eatCapturingGroup(state) ||
      this.regexp_eatInvalidBracedQuantifier(state) ||
      this.regexp_eatExtendedPatternCharacter(state)
    );
  };
  pp$1.regexp_eatInvalidBracedQuantifier = function (state) {
    if (this.regexp_eatBracedQuantifier(state, !0)) state.raise("Nothing to repeat");
    return !1;
  };
  pp$1.regexp_eatSyntaxCharacter = (state) => {
    var ch = state.current();
    if (isSyntaxCharacter(ch)) return ((state.lastIntValue = ch), state.advance(), !0);
    return !1;
  };
  function isSyntaxCharacter(ch) {
    return (
      ch === 36 ||
      (ch >= 40 && ch <= 43) ||
      ch === 46 ||
      ch === 63 ||
      (ch >= 91 && ch <= 94) ||
      (ch >= 123 && ch <= 125)
    );
  }
  pp$1.regexp_eatPatternCharacters = (state) => {
    var start = state.pos,
      ch = 0;
    while ((ch = state.current()) !== -1 && !isSyntaxCharacter(ch)) state.advance();
    return state.pos !== start;
  };
  pp$1.regexp_eatExtendedPatternCharacter = (state) => {
    var ch = state.current();
    if (
      ch !== -1 &&
      ch !== 36 &&
      !(ch >= 40 && ch <= 43) &&
      ch !== 46 &&
      ch !== 63 &&
      ch !== 91 &&
      ch !== 94 &&
      ch !== 124
    )
      return (state.advance(), !0);
    return !1;
  };
  pp$1.regexp_groupSpecifier = function (state) {
    if (state.eat(63)) {
      if (!this.regexp_eatGroupName(state)) state.raise("Invalid group");
      var trackDisjunction = this.options.ecmaVersion >= 16,
        known = state.groupNames[state.lastStringValue];
      if (known)
        if (trackDisjunction)
          for (var i = 0, list = known; i < list.length; i += 1) {
            var altID = list[i];
            if (!altID.separatedFrom(state.branchID)) state.raise("Duplicate capture group name");
          }
        else state.raise("Duplicate capture group name");
      if (trackDisjunction) (known || (state.groupNames[state.lastStringValue] = [])).push(state.branchID);
      else state.groupNames[state.lastStringValue] = !0;
    }
  };
  pp$1.regexp_eatGroupName = function (state) {
    if (((state.lastStringValue = ""), state.eat(60))) {
      if (this.regexp_eatRegExpIdentifierName(state) && state.eat(62)) return !0;
      state.raise("Invalid capture group name");
    }
    return !1;
  };
  pp$1.regexp_eatRegExpIdentifierName = function (state) {
    if (((state.lastStringValue = ""), this.regexp_eatRegExpIdentifierStart(state))) {
      state.lastStringValue += codePointToString(state.lastIntValue);
      while (this.regexp_eatRegExpIdentifierPart(state))
        state.lastStringValue += codePointToString(state.lastIntValue);
      return !0;
    }
    return !1;
  };
  pp$1.regexp_eatRegExpIdentifierStart = function (state) {
    var start = state.pos,
      forceU = this.options.ecmaVersion >= 11,
      ch = state.current(forceU);
    if ((state.advance(forceU), ch === 92 && this.regexp_eatRegExpUnicodeEscapeSequence(state, forceU)))
      ch = state.lastIntValue;
    if (isRegExpIdentifierStart(ch)) return ((state.lastIntValue = ch), !0);
    return ((state.pos = start), !1);
  };
  function isRegExpIdentifierStart(ch) {
    return isIdentifierStart(ch, !0) || ch === 36 || ch === 95;
  }
  pp$1.regexp_eatRegExpIdentifierPart = function (state) {
    var start = state.pos,
      forceU = this.options.ecmaVersion >= 11,
      ch = state.current(forceU);
    if ((state.advance(forceU), ch === 92 && this.regexp_eatRegExpUnicodeEscapeSequence(state, forceU)))
      ch = state.lastIntValue;
    if (isRegExpIdentifierPart(ch)) return ((state.lastIntValue = ch), !0);
    return ((state.pos = start), !1);
  };
  function isRegExpIdentifierPart(ch) {
    return isIdentifierChar(ch, !0) || ch === 36 || ch === 95 || ch === 8204 || ch === 8205;
  }
  pp$1.regexp_eatAtomEscape = function (state) {
    if (
      this.regexp_eatBackReference(state) ||
      this.regexp_eatCharacterClassEscape(state) ||
      this.regexp_eatCharacterEscape(state) ||
      (state.switchN && this.regexp_eatKGroupName(state))
    )
      return !0;
    if (state.switchU) {
      if (state.current() === 99) state.raise("Invalid unicode escape");
      state.raise("Invalid escape");
    }
    return !1;
  };
  pp$1.regexp_eatBackReference = function (state) {
    var start = state.pos;
    if (this.regexp_eatDecimalEscape(state)) {
      var n = state.lastIntValue;
      if (state.switchU) {
        if (n > state.maxBackReference) state.maxBackReference = n;
        return !0;
      }
      if (n <= state.numCapturingParens) return !0;
      state.pos = start;
    }
    return !1;
  };
  pp$1.regexp_eatKGroupName = function (state) {
    if (state.eat(107)) {
      if (this.regexp_eatGroupName(state)) return (state.backReferenceNames.push(state.lastStringValue), !0);
      state.raise("Invalid named reference");
    }
    return !1;
  };
  pp$1.regexp_eatCharacterEscape = function (state) {
    return (
      this.regexp_eatControlEscape(state) ||
      this.regexp_eatCControlLetter(state) ||
      this.regexp_eatZero(state) ||
      this.regexp_eatHexEscapeSequence(state) ||
      this.regexp_eatRegExpUnicodeEscapeSequence(state, !1) ||
      (!state.switchU && this.regexp_eatLegacyOctalEscapeSequence(state)) ||
      this.regexp_eatIdentityEscape(state)
    );
  };
  pp$1.regexp_eatCControlLetter = function (state) {
    var start = state.pos;
    if (state.eat(99)) {
      if (this.regexp_eatControlLetter(state)) return !0;
      state.pos = start;
    }
    return !1;
  };
  pp$1.regexp_eatZero = (state) => {
    if (state.current() === 48 && !isDecimalDigit(state.lookahead()))
      return ((state.lastIntValue = 0), state.advance(), !0);
    return !1;
  };
  pp$1.regexp_eatControlEscape = (state) => {
    var ch = state.current();
    if (ch === 116) return ((state.lastIntValue = 9), state.advance(), !0);
    if (ch === 110) return ((state.lastIntValue = 10), state.advance(), !0);
    if (ch === 118) return ((state.lastIntValue = 11), state.advance(), !0);
    if (ch === 102) return ((state.lastIntValue = 12), state.advance(), !0);
    if (ch === 114) return ((state.lastIntValue = 13), state.advance(), !0);
    return !1;
  };
  pp$1.regexp_eatControlLetter = (state) => {
    var ch = state.current();
    if (isControlLetter(ch)) return ((state.lastIntValue = ch % 32), state.advance(), !0);
    return !1;
  };
  function isControlLetter(ch) {
    return (ch >= 65 && ch <= 90) || (ch >= 97 && ch <= 122);
  }
  pp$1.regexp_eatRegExpUnicodeEscapeSequence = function (state, forceU) {
    if (forceU === void 0) forceU = !1;
    var start = state.pos,
      switchU = forceU || state.switchU;
    if (state.eat(117)) {
      if (this.regexp_eatFixedHexDigits(state, 4)) {
        var lead = state.lastIntValue;
        if (switchU && lead >= 55296 && lead <= 56319) {
          var leadSurrogateEnd = state.pos;
          if (state.eat(92) && state.eat(117) && this.regexp_eatFixedHexDigits(state, 4)) {
            var trail = state.lastIntValue;
            if (trail >= 56320 && trail <= 57343)
              return ((state.lastIntValue = (lead - 55296) * 1024 + (trail - 56320) + 65536), !0);
          }
          (state.pos = leadSurrogateEnd), (state.lastIntValue = lead);
        }
        return !0;
      }
      if (
        switchU &&
        state.eat(123) &&
        this.regexp_eatHexDigits(state) &&
        state.eat(125) &&
        isValidUnicode(state.lastIntValue)
      )
        return !0;
      if (switchU) state.raise("Invalid unicode escape");
      state.pos = start;
    }
    return !1;
  };
  function isValidUnicode(ch) {
    return ch >= 0 && ch <= 1114111;
  }
  pp$1.regexp_eatIdentityEscape = function (state) {
    if (state.switchU) {
      if (this.regexp_eatSyntaxCharacter(state)) return !0;
      if (state.eat(47)) return ((state.lastIntValue = 47), !0);
      return !1;
    }
    var ch = state.current();
    if (ch !== 99 && (!state.switchN || ch !== 107)) return ((state.lastIntValue = ch), state.advance(), !0);
    return !1;
  };
  pp$1.regexp_eatDecimalEscape = (state) => {
    state.lastIntValue = 0;
    var ch = state.current();
    if (ch >= 49 && ch <= 57) {
      do (state.lastIntValue = 10 * state.lastIntValue + (ch - 48)), state.advance();
      while ((ch = state.current()) >= 48 && ch <= 57);
      return !0;
    }
    return !1;
  };
  var CharSetNone = 0,
    CharSetOk = 1,
    CharSetString = 2;
  pp$1.regexp_eatCharacterClassEscape = function (state) {
    var ch = state.current();
    if (isCharacterClassEscape(ch)) return ((state.lastIntValue = -1), state.advance(), CharSetOk);
    var negate = !1;
    if (state.switchU && this.options.ecmaVersion >= 9 && ((negate = ch === 80) || ch === 112)) {
      (state.lastIntValue = -1), state.advance();
      var result;
      if (
        state.eat(123) &&
        (result = this.regexp_eatUnicodePropertyValueExpression(state)) &&
        state.eat(125)
      ) {
        if (negate && result === CharSetString) state.raise("Invalid property name");
        return result;
      }
      state.raise("Invalid property name");
    }
    return CharSetNone;
  };
  function isCharacterClassEscape(ch) {
    return ch === 100 || ch === 68 || ch === 115 || ch === 83 || ch === 119 || ch === 87;
  }
  pp$1.regexp_eatUnicodePropertyValueExpression = function (state) {
    var start = state.pos;
    if (this.regexp_eatUnicodePropertyName(state) && state.eat(61)) {
      var name = state.lastStringValue;
      if (this.regexp_eatUnicodePropertyValue(state)) {
        var value = state.lastStringValue;
        return (this.regexp_validateUnicodePropertyNameAndValue(state, name, value), CharSetOk);
      }
    }
    if (((state.pos = start), this.regexp_eatLoneUnicodePropertyNameOrValue(state))) {
      var nameOrValue = state.lastStringValue;
      return this.regexp_validateUnicodePropertyNameOrValue(state, nameOrValue);
    }
    return CharSetNone;
  };
  pp$1.regexp_validateUnicodePropertyNameAndValue = (state, name, value) => {
    if (!hasOwn(state.unicodeProperties.nonBinary, name)) state.raise("Invalid property name");
    if (!state.unicodeProperties.nonBinary[name].test(value)) state.raise("Invalid property value");
  };
  pp$1.regexp_validateUnicodePropertyNameOrValue = (state, nameOrValue) => {
    if (state.unicodeProperties.binary.test(nameOrValue)) return CharSetOk;
    if (state.switchV && state.unicodeProperties.binaryOfStrings.test(nameOrValue)) return CharSetString;
    state.raise("Invalid property name");
  };
  pp$1.regexp_eatUnicodePropertyName = (state) => {
    var ch = 0;
    state.lastStringValue = "";
    while (isUnicodePropertyNameCharacter((ch = state.current())))
      (state.lastStringValue += codePointToString(ch)), state.advance();
    return state.lastStringValue !== "";
  };
  function isUnicodePropertyNameCharacter(ch) {
    return isControlLetter(ch) || ch === 95;
  }
  pp$1.regexp_eatUnicodePropertyValue = (state) => {
    var ch = 0;
    state.lastStringValue = "";
    while (isUnicodePropertyValueCharacter((ch = state.current())))
      (state.lastStringValue += codePointToString(ch)), state.advance();
    return state.lastStringValue !== "";
  };
  function isUnicodePropertyValueCharacter(ch) {
    return isUnicodePropertyNameCharacter(ch) || isDecimalDigit(ch);
  }
  pp$1.regexp_eatLoneUnicodePropertyNameOrValue = function (state) {
    return this.regexp_eatUnicodePropertyValue(state);
  };
  pp$1.regexp_eatCharacterClass = function (state) {
    if (state.eat(91)) {
      var negate = state.eat(94),
        result = this.regexp_classContents(state);
      if (!state.eat(93)) state.raise("Unterminated character class");
      if (negate && result === CharSetString) state.raise("Negated character class may contain strings");
      return !0;
    }
    return !1;
  };
  pp$1.regexp_classContents = function (state) {
    if (state.current() === 93) return CharSetOk;
    if (state.switchV) return this.regexp_classSetExpression(state);
    return (this.regexp_nonEmptyClassRanges(state), CharSetOk);
  };
  pp$1.regexp_nonEmptyClassRanges = function (state) {
    while (this.regexp_eatClassAtom(state)) {
      var left = state.lastIntValue;
      if (state.eat(45) && this.regexp_eatClassAtom(state)) {
        var right = state.lastIntValue;
        if (state.switchU && (left === -1 || right === -1)) state.raise("Invalid character class");
        if (left !== -1 && right !== -1 && left > right) state.raise("Range out of order in character class");
      }
    }
  };
  pp$1.regexp_eatClassAtom = function (state) {
    var start = state.pos;
    if (state.eat(92)) {
      if (this.regexp_eatClassEscape(state)) return !0;
      if (state.switchU) {
        var ch$1 = state.current();
        if (ch$1 === 99 || isOctalDigit(ch$1)) state.raise("Invalid class escape");
        state.raise("Invalid escape");
      }
      state.pos = start;
    }
    var ch = state.current();
    if (ch !== 93) return ((state.lastIntValue = ch), state.advance(), !0);
    return !1;
  };
  pp$1.regexp_eatClassEscape = function (state) {
    var start = state.pos;
    if (state.eat(98)) return ((state.lastIntValue = 8), !0);
    if (state.switchU && state.eat(45)) return ((state.lastIntValue = 45), !0);
    if (!state.switchU && state.eat(99)) {
      if (this.regexp_eatClassControlLetter(state)) return !0;
      state.pos = start;
    }
    return this.regexp_eatCharacterClassEscape(state) || this.regexp_eatCharacterEscape(state);
  };
  pp$1.regexp_classSetExpression = function (state) {
    var result = CharSetOk,
      subResult;
    if (this.regexp_eatClassSetRange(state));
    else if ((subResult = this.regexp_eatClassSetOperand(state))) {
      if (subResult === CharSetString) result = CharSetString;
      var start = state.pos;
      while (state.eatChars([38, 38])) {
        if (state.current() !== 38 && (subResult = this.regexp_eatClassSetOperand(state))) {
          if (subResult !== CharSetString) result = CharSetOk;
          continue;
        }
        state.raise("Invalid character in character class");
      }
      if (start !== state.pos) return result;
      while (state.eatChars([45, 45])) {
        if (this.regexp_eatClassSetOperand(state)) continue;
        state.raise("Invalid character in character class");
      }
      if (start !== state.pos) return result;
    } else state.raise("Invalid character in character class");
    for (;;) {
      if (this.regexp_eatClassSetRange(state)) continue;
      if (((subResult = this.regexp_eatClassSetOperand(state)), !subResult)) return result;
      if (subResult === CharSetString) result = CharSetString;
    }
  };
  pp$1.regexp_eatClassSetRange = function (state) {
    var start = state.pos;
    if (this.regexp_eatClassSetCharacter(state)) {
      var left = state.lastIntValue;
      if (state.eat(45) && this.regexp_eatClassSetCharacter(state)) {
        var right = state.lastIntValue;
        if (left !== -1 && right !== -1 && left > right) state.raise("Range out of order in character class");
        return !0;
      }
      state.pos = start;
    }
    return !1;
  };
  pp$1.regexp_eatClassSetOperand = function (state) {
    if (this.regexp_eatClassSetCharacter(state)) return CharSetOk;
    return this.regexp_eatClassStringDisjunction(state) || this.regexp_eatNestedClass(state);
  };
  pp$1.regexp_eatNestedClass = function (state) {
    var start = state.pos;
    if (state.eat(91)) {
      var negate = state.eat(94),
        result = this.regexp_classContents(state);
      if (state.eat(93)) {
        if (negate && result === CharSetString) state.raise("Negated character class may contain strings");
        return result;
      }
      state.pos = start;
    }
    if (state.eat(92)) {
      var result$1 = this.regexp_eatCharacterClassEscape(state);
      if (result$1) return result$1;
      state.pos = start;
    }
    return null;
  };
  pp$1.regexp_eatClassStringDisjunction = function (state) {
    var start = state.pos;
    if (state.eatChars([92, 113])) {
      if (state.eat(123)) {
        var result = this.regexp_classStringDisjunctionContents(state);
        if (state.eat(125)) return result;
      } else state.raise("Invalid escape");
      state.pos = start;
    }
    return null;
  };
  pp$1.regexp_classStringDisjunctionContents = function (state) {
    var result = this.regexp_classString(state);
    while (state.eat(124)) if (this.regexp_classString(state) === CharSetString) result = CharSetString;
    return result;
  };
  pp$1.regexp_classString = function (state) {
    var count = 0;
    while (this.regexp_eatClassSetCharacter(state)) count++;
    return count === 1 ? CharSetOk : CharSetString;
  };
  pp$1.regexp_eatClassSetCharacter = function (state) {
    var start = state.pos;
    if (state.eat(92)) {
      if (this.regexp_eatCharacterEscape(state) || this.regexp_eatClassSetReservedPunctuator(state))
        return !0;
      if (state.eat(98)) return ((state.lastIntValue = 8), !0);
      return ((state.pos = start), !1);
    }
    var ch = state.current();
    if (ch < 0 || (ch === state.lookahead() && isClassSetReservedDoublePunctuatorCharacter(ch))) return !1;
    if (isClassSetSyntaxCharacter(ch)) return !1;
    return (state.advance(), (state.lastIntValue = ch), !0);
  };
  function isClassSetReservedDoublePunctuatorCharacter(ch) {
    return (
      ch === 33 ||
      (ch >= 35 && ch <= 38) ||
      (ch >= 42 && ch <= 44) ||
      ch === 46 ||
      (ch >= 58 && ch <= 64) ||
      ch === 94 ||
      ch === 96 ||
      ch === 126
    );
  }
  function isClassSetSyntaxCharacter(ch) {
    return (
      ch === 40 || ch === 41 || ch === 45 || ch === 47 || (ch >= 91 && ch <= 93) || (ch >= 123 && ch <= 125)
    );
  }
  pp$1.regexp_eatClassSetReservedPunctuator = (state) => {
    var ch = state.current();
    if (isClassSetReservedPunctuator(ch)) return ((state.lastIntValue = ch), state.advance(), !0);
    return !1;
  };
  function isClassSetReservedPunctuator(ch) {
    return (
      ch === 33 ||
      ch === 35 ||
      ch === 37 ||
      ch === 38 ||
      ch === 44 ||
      ch === 45 ||
      (ch >= 58 && ch <= 62) ||
      ch === 64 ||
      ch === 96 ||
      ch === 126
    );
  }
  pp$1.regexp_eatClassControlLetter = (state) => {
    var ch = state.current();
    if (isDecimalDigit(ch) || ch === 95) return ((state.lastIntValue = ch % 32), state.advance(), !0);
    return !1;
  };
  pp$1.regexp_eatHexEscapeSequence = function (state) {
    var start = state.pos;
    if (state.eat(120)) {
      if (this.regexp_eatFixedHexDigits(state, 2)) return !0;
      if (state.switchU) state.raise("Invalid escape");
      state.pos = start;
    }
    return !1;
  };
  pp$1.regexp_eatDecimalDigits = (state) => {
    var start = state.pos,
      ch = 0;
    state.lastIntValue = 0;
    while (isDecimalDigit((ch = state.current())))
      (state.lastIntValue = 10 * state.lastIntValue + (ch - 48)), state.advance();
    return state.pos !== start;
  };
  function isDecimalDigit(ch) {
    return ch >= 48 && ch <= 57;
  }
  pp$1.regexp_eatHexDigits = (state) => {
    var start = state.pos,
      ch = 0;
    state.lastIntValue = 0;
    while (isHexDigit((ch = state.current())))
      (state.lastIntValue = 16 * state.lastIntValue + hexToInt(ch)), state.advance();
    return state.pos !== start;
  };
  function isHexDigit(ch) {
    return (ch >= 48 && ch <= 57) || (ch >= 65 && ch <= 70) || (ch >= 97 && ch <= 102);
  }
  function hexToInt(ch) {
    if (ch >= 65 && ch <= 70) return 10 + (ch - 65);
    if (ch >= 97 && ch <= 102) return 10 + (ch - 97);
    return ch - 48;
  }
  pp$1.regexp_eatLegacyOctalEscapeSequence = function (state) {
    if (this.regexp_eatOctalDigit(state)) {
      var n1 = state.lastIntValue;
      if (this.regexp_eatOctalDigit(state)) {
        var n2 = state.lastIntValue;
        if (n1 <= 3 && this.regexp_eatOctalDigit(state))
          state.lastIntValue = n1 * 64 + n2 * 8 + state.lastIntValue;
        else state.lastIntValue = n1 * 8 + n2;
      } else state.lastIntValue = n1;
      return !0;
    }
    return !1;
  };
  pp$1.regexp_eatOctalDigit = (state) => {
    var ch = state.current();
    if (isOctalDigit(ch)) return ((state.lastIntValue = ch - 48), state.advance(), !0);
    return ((state.lastIntValue = 0), !1);
  };
  function isOctalDigit(ch) {
    return ch >= 48 && ch <= 55;
  }
  pp$1.regexp_eatFixedHexDigits = (state, length) => {
    var start = state.pos;
    state.lastIntValue = 0;
    for (var i = 0; i < length; ++i) {
      var ch = state.current();
      if (!isHexDigit(ch)) return ((state.pos = start), !1);
      (state.lastIntValue = 16 * state.lastIntValue + hexToInt(ch)), state.advance();
    }
    return !0;
  };
  var Token = function (p) {
      if (
        ((this.type = p.type),
        (this.value = p.value),
        (this.start = p.start),
        (this.end = p.end),
        p.options.locations)
      )
        this.loc = new SourceLocation(p, p.startLoc, p.endLoc);
      if (p.options.ranges) this.range = [p.start, p.end];
    },
    pp = Parser.prototype;
  pp.next = function (ignoreEscapeSequenceInKeyword) {
    if (!ignoreEscapeSequenceInKeyword && this.type.keyword && this.containsEsc)
      this.raiseRecoverable(this.start, "Escape sequence in keyword " + this.type.keyword);
    if (this.options.onToken) this.options.onToken(new Token(this));
    (this.lastTokEnd = this.end),
      (this.lastTokStart = this.start),
      (this.lastTokEndLoc = this.endLoc),
      (this.lastTokStartLoc = this.startLoc),
      this.nextToken();
  };
  pp.getToken = function () {
    return (this.next(), new Token(this));
  };
  if (typeof Symbol < "u")
    pp[Symbol.iterator] = function () {
      return {
        next: () => {
          var token = this.getToken();
          return { done: token.type === types$1.eof, value: token };
        },
      };
    };
  pp.nextToken = function () {
    var curContext = this.curContext();
    if (!curContext || !curContext.preserveSpace) this.skipSpace();
    if (((this.start = this.pos), this.options.locations)) this.startLoc = this.curPosition();
    if (this.pos >= this.input.length) return this.finishToken(types$1.eof);
    if (curContext.override) return curContext.override(this);
    else this.readToken(this.fullCharCodeAtPos());
  };
  pp.readToken = function (code) {
    if (isIdentifierStart(code, this.options.ecmaVersion >= 6) || code === 92) return this.readWord();
    return this.getTokenFromCode(code);
  };
  pp.fullCharCodeAt = function (pos) {
    var code = this.input.charCodeAt(pos);
    if (code <= 55295 || code >= 56320) return code;
    var next = this.input.charCodeAt(pos + 1);
    return next <= 56319 || next >= 57344 ? code : (code << 10) + next - 56613888;
  };
  pp.fullCharCodeAtPos = function () {
    return this.fullCharCodeAt(this.pos);
  };
  pp.skipBlockComment = function () {
    var startLoc = this.options.onComment && this.curPosition(),
      start = this.pos,
      end = this.input.indexOf("*/", (this.pos += 2));
    if (end === -1) this.raise(this.pos - 2, "Unterminated comment");
    if (((this.pos = end + 2), this.options.locations))
      for (var nextBreak = void 0, pos = start; (nextBreak = nextLineBreak(this.input, pos, this.pos)) > -1; )
        ++this.curLine, (pos = this.lineStart = nextBreak);
    if (this.options.onComment)
      this.options.onComment(
        !0,
        this.input.slice(start + 2, end),
        start,
        this.pos,
        startLoc,
        this.curPosition(),
      );
  };
  pp.skipLineComment = function (startSkip) {
    var start = this.pos,
      startLoc = this.options.onComment && this.curPosition(),
      ch = this.input.charCodeAt((this.pos += startSkip));
    while (this.pos < this.input.length && !isNewLine(ch)) ch = this.input.charCodeAt(++this.pos);
    if (this.options.onComment)
      this.options.onComment(
        !1,
        this.input.slice(start + startSkip, this.pos),
        start,
        this.pos,
        startLoc,
        this.curPosition(),
      );
  };
  pp.skipSpace = function () {
    loop: while (this.pos < this.input.length) {
      var ch = this.input.charCodeAt(this.pos);
      switch (ch) {
        case 32:
        case 160:
          ++this.pos;
          break;
        case 13:
          if (this.input.charCodeAt(this.pos + 1) === 10) ++this.pos;
        case 10:
        case 8232:
        case 8233:
          if ((++this.pos, this.options.locations)) ++this.curLine, (this.lineStart = this.pos);
          break;
        case 47:
          switch (this.input.charCodeAt(this.pos + 1)) {
            case 42:
              this.skipBlockComment();
              break;
            case 47:
              this.skipLineComment(2);
              break;
            default:
              break loop;
          }
          break;
        default:
          if ((ch > 8 && ch < 14) || (ch >= 5760 && nonASCIIwhitespace.test(String.fromCharCode(ch))))
            ++this.pos;
          else break loop;
      }
    }
  };
  pp.finishToken = function (type, val) {
    if (((this.end = this.pos), this.options.locations)) this.endLoc = this.curPosition();
    var prevType = this.type;
    (this.type = type), (this.value = val), this.updateContext(prevType);
  };
  pp.readToken_dot = function () {
    var next = this.input.charCodeAt(this.pos + 1);
    if (next >= 48 && next <= 57) return this.readNumber(!0);
    var next2 = this.input.charCodeAt(this.pos + 2);
    if (this.options.ecmaVersion >= 6 && next === 46 && next2 === 46)
      return ((this.pos += 3), this.finishToken(types$1.ellipsis));
    else return (++this.pos, this.finishToken(types$1.dot));
  };
  pp.readToken_slash = function () {
    var next = this.input.charCodeAt(this.pos + 1);
    if (this.exprAllowed) return (++this.pos, this.readRegexp());
    if (next === 61) return this.finishOp(types$1.assign, 2);
    return this.finishOp(types$1.slash, 1);
  };
  pp.readToken_mult_modulo_exp = function (code) {
    var next = this.input.charCodeAt(this.pos + 1),
      size = 1,
      tokentype = code === 42 ? types$1.star : types$1.modulo;
    if (this.options.ecmaVersion >= 7 && code === 42 && next === 42)
      ++size, (tokentype = types$1.starstar), (next = this.input.charCodeAt(this.pos + 2));
    if (next === 61) return this.finishOp(types$1.assign, size + 1);
    return this.finishOp(tokentype, size);
  };
  pp.readToken_pipe_amp = function (code) {
    var next = this.input.charCodeAt(this.pos + 1);
    if (next === code) {
      if (this.options.ecmaVersion >= 12) {
        var next2 = this.input.charCodeAt(this.pos + 2);
        if (next2 === 61) return this.finishOp(types$1.assign, 3);
      }
      return this.finishOp(code === 124 ? types$1.logicalOR : types$1.logicalAND, 2);
    }
    if (next === 61) return this.finishOp(types$1.assign, 2);
    return this.finishOp(code === 124 ? types$1.bitwiseOR : types$1.bitwiseAND, 1);
  };
  pp.readToken_caret = function () {
    var next = this.input.charCodeAt(this.pos + 1);
    if (next === 61) return this.finishOp(types$1.assign, 2);
    return this.finishOp(types$1.bitwiseXOR, 1);
  };
  pp.readToken_plus_min = function (code) {
    var next = this.input.charCodeAt(this.pos + 1);
    if (next === code) {
      if (
        next === 45 &&
        !this.inModule &&
        this.input.charCodeAt(this.pos + 2) === 62 &&
        (this.lastTokEnd === 0 || lineBreak.test(this.input.slice(this.lastTokEnd, this.pos)))
      )
        return (this.skipLineComment(3), this.skipSpace(), this.nextToken());
      return this.finishOp(types$1.incDec, 2);
    }
    if (next === 61) return this.finishOp(types$1.assign, 2);
    return this.finishOp(types$1.plusMin, 1);
  };
  pp.readToken_lt_gt = function (code) {
    var next = this.input.charCodeAt(this.pos + 1),
      size = 1;
    if (next === code) {
      if (
        ((size = code === 62 && this.input.charCodeAt(this.pos + 2) === 62 ? 3 : 2),
        this.input.charCodeAt(this.pos + size) === 61)
      )
        return this.finishOp(types$1.assign, size + 1);
      return this.finishOp(types$1.bitShift, size);
    }
    if (
      next === 33 &&
      code === 60 &&
      !this.inModule &&
      this.input.charCodeAt(this.pos + 2) === 45 &&
      this.input.charCodeAt(this.pos + 3) === 45
    )
      return (this.skipLineComment(4), this.skipSpace(), this.nextToken());
    if (next === 61) size = 2;
    return this.finishOp(types$1.relational, size);
  };
  pp.readToken_eq_excl = function (code) {
    var next = this.input.charCodeAt(this.pos + 1);
    if (next === 61)
      return this.finishOp(types$1.equality, this.input.charCodeAt(this.pos + 2) === 61 ? 3 : 2);
    if (code === 61 && next === 62 && this.options.ecmaVersion >= 6)
      return ((this.pos += 2), this.finishToken(types$1.arrow));
    return this.finishOp(code === 61 ? types$1.eq : types$1.prefix, 1);
  };
  pp.readToken_question = function () {
    var ecmaVersion = this.options.ecmaVersion;
    if (ecmaVersion >= 11) {
      var next = this.input.charCodeAt(this.pos + 1);
      if (next === 46) {
        var next2 = this.input.charCodeAt(this.pos + 2);
        if (next2 < 48 || next2 > 57) return this.finishOp(types$1.questionDot, 2);
      }
      if (next === 63) {
        if (ecmaVersion >= 12) {
          var next2$1 = this.input.charCodeAt(this.pos + 2);
          if (next2$1 === 61) return this.finishOp(types$1.assign, 3);
        }
        return this.finishOp(types$1.coalesce, 2);
      }
    }
    return this.finishOp(types$1.question, 1);
  };
  pp.readToken_numberSign = function () {
    var ecmaVersion = this.options.ecmaVersion,
      code = 35;
    if (ecmaVersion >= 13) {
      if ((++this.pos, (code = this.fullCharCodeAtPos()), isIdentifierStart(code, !0) || code === 92))
        return this.finishToken(types$1.privateId, this.readWord1());
    }
    this.raise(this.pos, "Unexpected character '" + codePointToString(code) + "'");
  };
  pp.getTokenFromCode = function (code) {
    switch (code) {
      case 46:
        return this.readToken_dot();
      case 40:
        return (++this.pos, this.finishToken(types$1.parenL));
      case 41:
        return (++this.pos, this.finishToken(types$1.parenR));
      case 59:
        return (++this.pos, this.finishToken(types$1.semi));
      case 44:
        return (++this.pos, this.finishToken(types$1.comma));
      case 91:
        return (++this.pos, this.finishToken(types$1.bracketL));
      case 93:
        return (++this.pos, this.finishToken(types$1.bracketR));
      case 123:
        return (++this.pos, this.finishToken(types$1.braceL));
      case 125:
        return (++this.pos, this.finishToken(types$1.braceR));
      case 58:
        return (++this.pos, this.finishToken(types$1.colon));
      case 96:
        if (this.options.ecmaVersion < 6) break;
        return (++this.pos, this.finishToken(types$1.backQuote));
      case 48: {
        var next = this.input.charCodeAt(this.pos + 1);
        if (next === 120 || next === 88) return this.readRadixNumber(16);
        if (this.options.ecmaVersion >= 6) {
          if (next === 111 || next === 79) return this.readRadixNumber(8);
          if (next === 98 || next === 66) return this.readRadixNumber(2);
        }
      }
      case 49:
      case 50:
      case 51:
      case 52:
      case 53:
      case 54:
      case 55:
      case 56:
      case 57:
        return this.readNumber(!1);
      case 34:
      case 39:
        return this.readString(code);
      case 47:
        return this.readToken_slash();
      case 37:
      case 42:
        return this.readToken_mult_modulo_exp(code);
      case 124:
      case 38:
        return this.readToken_pipe_amp(code);
      case 94:
        return this.readToken_caret();
      case 43:
      case 45:
        return this.readToken_plus_min(code);
      case 60:
      case 62:
        return this.readToken_lt_gt(code);
      case 61:
      case 33:
        return this.readToken_eq_excl(code);
      case 63:
        return this.readToken_question();
      case 126:
        return this.finishOp(types$1.prefix, 1);
      case 35:
        return this.readToken_numberSign();
    }
    this.raise(this.pos, "Unexpected character '" + codePointToString(code) + "'");
  };
  pp.finishOp = function (type, size) {
    var str = this.input.slice(this.pos, this.pos + size);
    return ((this.pos += size), this.finishToken(type, str));
  };
  pp.readRegexp = function () {
    var escaped,
      inClass,
      start = this.pos;
    for (;;) {
      if (this.pos >= this.input.length) this.raise(start, "Unterminated regular expression");
      var ch = this.input.charAt(this.pos);
      if (lineBreak.test(ch)) this.raise(start, "Unterminated regular expression");
      if (!escaped) {
        if (ch === "[") inClass = !0;
        else if (ch === "]" && inClass) inClass = !1;
        else if (ch === "/" && !inClass) break;
        escaped = ch === "\\";
      } else escaped = !1;
      ++this.pos;
    }
    var pattern = this.input.slice(start, this.pos);
    ++this.pos;
    var flagsStart = this.pos,
      flags = this.readWord1();
    if (this.containsEsc) this.unexpected(flagsStart);
    var state = this.regexpState || (this.regexpState = new RegExpValidationState(this));
    state.reset(start, pattern, flags), this.validateRegExpFlags(state), this.validateRegExpPattern(state);
    var value = null;
    try {
      value = new RegExp(pattern, flags);
    } catch (e) {}
    return this.finishToken(types$1.regexp, { pattern, flags, value });
  };
  pp.readInt = function (radix, len, maybeLegacyOctalNumericLiteral) {
    var allowSeparators = this.options.ecmaVersion >= 12 && len === void 0,
      isLegacyOctalNumericLiteral = maybeLegacyOctalNumericLiteral && this.input.charCodeAt(this.pos) === 48,
      start = this.pos,
      total = 0,
      lastCode = 0;
    for (var i = 0, e = len == null ? 1 / 0 : len; i < e; ++i, ++this.pos) {
      var code = this.input.charCodeAt(this.pos),
        val = void 0;
      if (allowSeparators && code === 95) {
        if (isLegacyOctalNumericLiteral)
          this.raiseRecoverable(
            this.pos,
            "Numeric separator is not allowed in legacy octal numeric literals",
          );
        if (lastCode === 95)
          this.raiseRecoverable(this.pos, "Numeric separator must be exactly one underscore");
        if (i === 0)
          this.raiseRecoverable(this.pos, "Numeric separator is not allowed at the first of digits");
        lastCode = code;
        continue;
      }
      if (code >= 97) val = code - 97 + 10;
      else if (code >= 65) val = code - 65 + 10;
      else if (code >= 48 && code <= 57) val = code - 48;
      else val = 1 / 0;
      if (val >= radix) break;
      (lastCode = code), (total = total * radix + val);
    }
    if (allowSeparators && lastCode === 95)
      this.raiseRecoverable(this.pos - 1, "Numeric separator is not allowed at the last of digits");
    if (this.pos === start || (len != null && this.pos - start !== len)) return null;
    return total;
  };
  function stringToNumber(str, isLegacyOctalNumericLiteral) {
    if (isLegacyOctalNumericLiteral) return parseInt(str, 8);
    return parseFloat(str.replace(/_/g, ""));
  }
  function stringToBigInt(str) {
    if (typeof BigInt !== "function") return null;
    return BigInt(str.replace(/_/g, ""));
  }
  pp.readRadixNumber = function (radix) {
    var start = this.pos;
    this.pos += 2;
    var val = this.readInt(radix);
    if (val == null) this.raise(this.start + 2, "Expected number in radix " + radix);
    if (this.options.ecmaVersion >= 11 && this.input.charCodeAt(this.pos) === 110)
      (val = stringToBigInt(this.input.slice(start, this.pos))), ++this.pos;
    else if (isIdentifierStart(this.fullCharCodeAtPos()))
      this.raise(this.pos, "Identifier directly after number");
    return this.finishToken(types$1.num, val);
  };
  pp.readNumber = function (startsWithDot) {
    var start = this.pos;
    if (!startsWithDot && this.readInt(10, void 0, !0) === null) this.raise(start, "Invalid number");
    var octal = this.pos - start >= 2 && this.input.charCodeAt(start) === 48;
    if (octal && this.strict) this.raise(start, "Invalid number");
    var next = this.input.charCodeAt(this.pos);
    if (!octal && !startsWithDot && this.options.ecmaVersion >= 11 && next === 110) {
      var val$1 = stringToBigInt(this.input.slice(start, this.pos));
      if ((++this.pos, isIdentifierStart(this.fullCharCodeAtPos())))
        this.raise(this.pos, "Identifier directly after number");
      return this.finishToken(types$1.num, val$1);
    }
    if (octal && /[89]/.test(this.input.slice(start, this.pos))) octal = !1;
    if (next === 46 && !octal) ++this.pos, this.readInt(10), (next = this.input.charCodeAt(this.pos));
    if ((next === 69 || next === 101) && !octal) {
      if (((next = this.input.charCodeAt(++this.pos)), next === 43 || next === 45)) ++this.pos;
      if (this.readInt(10) === null) this.raise(start, "Invalid number");
    }
    if (isIdentifierStart(this.fullCharCodeAtPos())) this.raise(this.pos, "Identifier directly after number");
    var val = stringToNumber(this.input.slice(start, this.pos), octal);
    return this.finishToken(types$1.num, val);
  };
  pp.readCodePoint = function () {
    var ch = this.input.charCodeAt(this.pos),
      code;
    if (ch === 123) {
      if (this.options.ecmaVersion < 6) this.unexpected();
      var codePos = ++this.pos;
      if (
        ((code = this.readHexChar(this.input.indexOf("}", this.pos) - this.pos)), ++this.pos, code > 1114111)
      )
        this.invalidStringToken(codePos, "Code point out of bounds");
    } else code = this.readHexChar(4);
    return code;
  };
  pp.readString = function (quote) {
    var out = "",
      chunkStart = ++this.pos;
    for (;;) {
      if (this.pos >= this.input.length) this.raise(this.start, "Unterminated string constant");
      var ch = this.input.charCodeAt(this.pos);
      if (ch === quote) break;
      if (ch === 92)
        (out += this.input.slice(chunkStart, this.pos)),
          (out += this.readEscapedChar(!1)),
          (chunkStart = this.pos);
      else if (ch === 8232 || ch === 8233) {
        if (this.options.ecmaVersion < 10) this.raise(this.start, "Unterminated string constant");
        if ((++this.pos, this.options.locations)) this.curLine++, (this.lineStart = this.pos);
      } else {
        if (isNewLine(ch)) this.raise(this.start, "Unterminated string constant");
        ++this.pos;
      }
    }
    return ((out += this.input.slice(chunkStart, this.pos++)), this.finishToken(types$1.string, out));
  };
  var INVALID_TEMPLATE_ESCAPE_ERROR = {};
  pp.tryReadTemplateToken = function () {
    this.inTemplateElement = !0;
    try {
      this.readTmplToken();
    } catch (err) {
      if (err === INVALID_TEMPLATE_ESCAPE_ERROR) this.readInvalidTemplateToken();
      else throw err;
    }
    this.inTemplateElement = !1;
  };
  pp.invalidStringToken = function (position, message) {
    if (this.inTemplateElement && this.options.ecmaVersion >= 9) throw INVALID_TEMPLATE_ESCAPE_ERROR;
    else this.raise(position, message);
  };
  pp.readTmplToken = function () {
    var out = "",
      chunkStart = this.pos;
    for (;;) {
      if (this.pos >= this.input.length) this.raise(this.start, "Unterminated template");
      var ch = this.input.charCodeAt(this.pos);
      if (ch === 96 || (ch === 36 && this.input.charCodeAt(this.pos + 1) === 123)) {
        if (
          this.pos === this.start &&
          (this.type === types$1.template || this.type === types$1.invalidTemplate)
        )
          if (ch === 36) return ((this.pos += 2), this.finishToken(types$1.dollarBraceL));
          else return (++this.pos, this.finishToken(types$1.backQuote));
        return ((out += this.input.slice(chunkStart, this.pos)), this.finishToken(types$1.template, out));
      }
      if (ch === 92)
        (out += this.input.slice(chunkStart, this.pos)),
          (out += this.readEscapedChar(!0)),
          (chunkStart = this.pos);
      else if (isNewLine(ch)) {
        switch (((out += this.input.slice(chunkStart, this.pos)), ++this.pos, ch)) {
          case 13:
            if (this.input.charCodeAt(this.pos) === 10) ++this.pos;
          case 10:
            out += `
`;
            break;
          default:
            out += String.fromCharCode(ch);
            break;
        }
        if (this.options.locations) ++this.curLine, (this.lineStart = this.pos);
        chunkStart = this.pos;
      } else ++this.pos;
    }
  };
  pp.readInvalidTemplateToken = function () {
    for (; this.pos < this.input.length; this.pos++)
      switch (this.input[this.pos]) {
        case "\\":
          ++this.pos;
          break;
        case "$":
          if (this.input[this.pos + 1] !== "{") break;
        case "`":
          return this.finishToken(types$1.invalidTemplate, this.input.slice(this.start, this.pos));
        case "\r":
          if (
            this.input[this.pos + 1] ===
            `
`
          )
            ++this.pos;
        case `
`:
        case "\u2028":
        case "\u2029":
          ++this.curLine, (this.lineStart = this.pos + 1);
          break;
      }
    this.raise(this.start, "Unterminated template");
  };
  pp.readEscapedChar = function (inTemplate) {
    var ch = this.input.charCodeAt(++this.pos);
    switch ((++this.pos, ch)) {
      case 110:
        return `
`;
      case 114:
        return "\r";
      case 120:
        return String.fromCharCode(this.readHexChar(2));
      case 117:
        return codePointToString(this.readCodePoint());
      case 116:
        return "\t";
      case 98:
        return "\b";
      case 118:
        return "\v";
      case 102:
        return "\f";
      case 13:
        if (this.input.charCodeAt(this.pos) === 10) ++this.pos;
      case 10:
        if (this.options.locations) (this.lineStart = this.pos), ++this.curLine;
        return "";
      case 56:
      case 57:
        if (this.strict) this.invalidStringToken(this.pos - 1, "Invalid escape sequence");
        if (inTemplate) {
          var codePos = this.pos - 1;
          this.invalidStringToken(codePos, "Invalid escape sequence in template string");
        }
      default:
        if (ch >= 48 && ch <= 55) {
          var octalStr = this.input.substr(this.pos - 1, 3).match(/^[0-7]+/)[0],
            octal = parseInt(octalStr, 8);
          if (octal > 255) (octalStr = octalStr.slice(0, -1)), (octal = parseInt(octalStr, 8));
          if (
            ((this.pos += octalStr.length - 1),
            (ch = this.input.charCodeAt(this.pos)),
            (octalStr !== "0" || ch === 56 || ch === 57) && (this.strict || inTemplate))
          )
            this.invalidStringToken(
              this.pos - 1 - octalStr.length,
              inTemplate ? "Octal literal in template string" : "Octal literal in strict mode",
            );
          return String.fromCharCode(octal);
        }
        if (isNewLine(ch)) {
          if (this.options.locations) (this.lineStart = this.pos), ++this.curLine;
          return "";
        }
        return String.fromCharCode(ch);
    }
  };
  pp.readHexChar = function (len) {
    var codePos = this.pos,
      n = this.readInt(16, len);
    if (n === null) this.invalidStringToken(codePos, "Bad character escape sequence");
    return n;
  };
  pp.readWord1 = function () {
    this.containsEsc = !1;
    var word = "",
      first = !0,
      chunkStart = this.pos,
      astral = this.options.ecmaVersion >= 6;
    while (this.pos < this.input.length) {
      var ch = this.fullCharCodeAtPos();
      if (isIdentifierChar(ch, astral)) this.pos += ch <= 65535 ? 1 : 2;
      else if (ch === 92) {
        (this.containsEsc = !0), (word += this.input.slice(chunkStart, this.pos));
        var escStart = this.pos;
        if (this.input.charCodeAt(++this.pos) !== 117)
          this.invalidStringToken(this.pos, "Expecting Unicode escape sequence \\uXXXX");
        ++this.pos;
        var esc = this.readCodePoint();
        if (!(first ? isIdentifierStart : isIdentifierChar)(esc, astral))
          this.invalidStringToken(escStart, "Invalid Unicode escape");
        (word += codePointToString(esc)), (chunkStart = this.pos);
      } else break;
      first = !1;
    }
    return word + this.input.slice(chunkStart, this.pos);
  };
  pp.readWord = function () {
    var word = this.readWord1(),
      type = types$1.name;
    if (this.keywords.test(word)) type = keywords[word];
    return this.finishToken(type, word);
  };
  var version = "8.19.0";
  Parser.acorn = {
    Parser,
    version,
    defaultOptions: defaultOptions2,
    Position,
    SourceLocation,
    getLineInfo,
    Node,
    TokenType,
    tokTypes: types$1,
    keywordTypes: keywords,
    TokContext,
    tokContexts: types,
    isIdentifierChar,
    isIdentifierStart,
    Token,
    isNewLine,
    lineBreak,
    lineBreakG,
    nonASCIIwhitespace,
  };
  function parse(input, options) {
    return Parser.parse(input, options);
  }
  function parseSource(text) {
    const comments = [],
      { tree, problems } = parseWithAcorn(text, comments);
    return (problems.push(...refusePragma(text, comments)), { tree, problems });
  }
  function parseWithAcorn(text, onComment) {
    try {
      return {
        tree: parse(text, {
          ecmaVersion: "latest",
          sourceType: "module",
          locations: !0,
          ranges: !0,
          onComment,
        }),
        problems: [],
      };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const { loc } = error,
        message = error.message.replace(/ \(\d+:\d+\)$/, "");
      return {
        tree: null,
        problems: [problemAt(loc === void 0 ? null : fromAcorn(loc), `syntax error: ${message}`)],
      };
    }
  }
  function refusePragma(text, comments) {
    let problems = [],
      leadingEnd = 0;
    for (const comment of comments) {
      if (text.slice(leadingEnd, comment.start).trim() !== "") break;
      if (((leadingEnd = comment.end), /^[\s*]*@bun\b/.test(comment.value)))
        problems.push(
          problemAt(
            comment.loc == null ? null : fromAcorn(comment.loc.start),
            "the file starts with a @bun comment, which makes Bun skip its own parser",
            { hint: BUILD_HINT },
          ),
        );
    }
    return problems;
  }
  function getEnumValues(entries) {
    const numericValues = Object.values(entries).filter((v) => typeof v === "number");
    return Object.entries(entries)
      .filter(([k, _]) => numericValues.indexOf(+k) === -1)
      .map(([_, v]) => v);
  }
  function joinValues(array, separator = "|") {
    return array.map((val) => stringifyPrimitive(val)).join(separator);
  }
  function jsonStringifyReplacer(_, value) {
    if (typeof value === "bigint") return value.toString();
    return value;
  }
  class Cached {
    constructor(getter) {
      (this._getter = getter), (this._value = void 0);
    }
    get value() {
      const getter = this._getter;
      if (getter !== void 0) (this._value = getter()), (this._getter = void 0);
      return this._value;
    }
  }
  function cached(getter) {
    return new Cached(getter);
  }
  function nullish(input) {
    return input === null || input === void 0;
  }
  function cleanRegex(source) {
    const start = source.startsWith("^") ? 1 : 0,
      end = source.endsWith("$") ? source.length - 1 : source.length;
    return source.slice(start, end);
  }
  function floatSafeRemainder(val, step) {
    const ratio = val / step,
      roundedRatio = Math.round(ratio),
      tolerance = 4 * Number.EPSILON * Math.max(Math.abs(ratio), 1);
    if (Math.abs(ratio - roundedRatio) < tolerance) return 0;
    return ratio - roundedRatio;
  }
  function assignProp(target, prop, value) {
    Object.defineProperty(target, prop, { value, writable: !0, enumerable: !0, configurable: !0 });
  }
  function rawShape(def) {
    const desc = Object.getOwnPropertyDescriptor(def, "shape");
    return desc?.get ? desc.get.raw : desc?.value;
  }
  function sourceShape(schema) {
    return rawShape(schema._zod.def) ?? schema._zod.def.shape;
  }
  function deferProp(target, key, getter) {
    Object.defineProperty(target, key, {
      get() {
        const value = getter();
        return (assignProp(this, key, value), value);
      },
      enumerable: !0,
      configurable: !0,
    });
  }
  function putProp(target, key, value) {
    if (key in target) assignProp(target, key, value);
    else target[key] = value;
  }
  function mirrorShape(target, source, keys, wrap) {
    const raw = sourceShape(source);
    for (const key of keys) {
      const desc = Object.getOwnPropertyDescriptor(raw, key);
      if (!desc.enumerable) continue;
      if (desc.get)
        deferProp(target, key, () => {
          const value = source._zod.def.shape[key];
          return wrap ? wrap(value, key) : value;
        });
      else putProp(target, key, wrap ? wrap(desc.value, key) : desc.value);
    }
  }
  function mirrorProps(target, source) {
    for (const key of Reflect.ownKeys(source)) {
      const desc = Object.getOwnPropertyDescriptor(source, key);
      if (!desc.enumerable) continue;
      if (desc.get) deferProp(target, key, () => source[key]);
      else putProp(target, key, desc.value);
    }
  }
  function mergeDefs(...defs) {
    const mergedDescriptors = {};
    for (const def of defs) {
      const descriptors = Object.getOwnPropertyDescriptors(def);
      Object.assign(mergedDescriptors, descriptors);
    }
    return Object.defineProperties({}, mergedDescriptors);
  }
  function esc(str) {
    return JSON.stringify(str);
  }
  function slugify(input) {
    return input
      .toLowerCase()
      .trim()
      .replace(/[^\w\s-]/g, "")
      .replace(/[\s_-]+/g, "-")
      .replace(/^-+|-+$/g, "");
  }
  var captureStackTrace = "captureStackTrace" in Error ? Error.captureStackTrace : (..._args) => {};
  function isObject(data) {
    return typeof data === "object" && data !== null && !Array.isArray(data);
  }
  var allowsEval = cached(() => {
    if (globalConfig.jitless) return !1;
    if (typeof navigator < "u" && navigator?.userAgent?.includes("Cloudflare")) return !1;
    try {
      return (new Function(""), !0);
    } catch (_) {
      return !1;
    }
  });
  function isPlainObject(o) {
    if (isObject(o) === !1) return !1;
    const ctor = o.constructor;
    if (ctor === void 0) return !0;
    if (typeof ctor !== "function") return !0;
    const prot = ctor.prototype;
    if (isObject(prot) === !1) return !1;
    if (Object.hasOwn(prot, "isPrototypeOf") === !1) return !1;
    return !0;
  }
  function shallowClone(o) {
    if (isPlainObject(o)) return { ...o };
    if (Array.isArray(o)) return [...o];
    if (o instanceof Map) return new Map(o);
    if (o instanceof Set) return new Set(o);
    return o;
  }
  var propertyKeyTypes = new Set(["string", "number", "symbol"]);
  function escapeRegex(str) {
    return str.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  }
  function clone(inst, def, params) {
    const cl = new inst._zod.constr(def ?? inst._zod.def);
    if (!def || params?.parent) cl._zod.parent = inst;
    return cl;
  }
  function normalizeParams(_params) {
    const params = _params;
    if (!params) return {};
    if (typeof params === "string") return { error: () => params };
    if (params?.message !== void 0) {
      if (params?.error !== void 0) throw Error("Cannot specify both `message` and `error` params");
      params.error = params.message;
    }
    if ((delete params.message, typeof params.error === "string"))
      return { ...params, error: () => params.error };
    return params;
  }
  function stringifyPrimitive(value) {
    if (typeof value === "bigint") return value.toString() + "n";
    if (typeof value === "string") return `"${value}"`;
    return `${value}`;
  }
  function optionalKeys(shape) {
    return Object.keys(shape).filter(
      (k) => shape[k]._zod.optin !== void 0 && shape[k]._zod.optout === "optional",
    );
  }
  var NUMBER_FORMAT_RANGES = (() => ({
      safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
      int32: [-2147483648, 2147483647],
      uint32: [0, 4294967295],
      float32: [-340282346638528860000000000000000000000, 340282346638528860000000000000000000000],
      float64: [-Number.MAX_VALUE, Number.MAX_VALUE],
    }))(),
    BIGINT_FORMAT_RANGES = {
      int64: [BigInt("-9223372036854775808"), BigInt("9223372036854775807")],
      uint64: [BigInt(0), BigInt("18446744073709551615")],
    };
  function pick(schema, mask) {
    const currDef = schema._zod.def,
      checks = currDef.checks;
    if (checks && checks.length > 0)
      throw Error(".pick() cannot be used on object schemas containing refinements");
    const newShape = {};
    return (
      mirrorShape(newShape, schema, maskedKeys(schema, mask)),
      clone(schema, mergeDefs(currDef, { shape: newShape, checks: [] }))
    );
  }
  function maskedKeys(schema, mask) {
    const raw = sourceShape(schema),
      keys = [];
    for (const key of Reflect.ownKeys(mask)) {
      if (!Object.getOwnPropertyDescriptor(raw, key)?.enumerable)
        throw Error(`Unrecognized key: "${String(key)}"`);
      if (mask[key]) keys.push(key);
    }
    return keys;
  }
  function omit(schema, mask) {
    const currDef = schema._zod.def,
      checks = currDef.checks;
    if (checks && checks.length > 0)
      throw Error(".omit() cannot be used on object schemas containing refinements");
    const omitted = new Set(maskedKeys(schema, mask)),
      newShape = {};
    return (
      mirrorShape(
        newShape,
        schema,
        Reflect.ownKeys(sourceShape(schema)).filter((key) => !omitted.has(key)),
      ),
      clone(schema, mergeDefs(currDef, { shape: newShape, checks: [] }))
    );
  }
  function extend(schema, shape) {
    if (!isPlainObject(shape)) throw Error("Invalid input to extend: expected a plain object");
    const checks = schema._zod.def.checks;
    if (checks && checks.length > 0) {
      const existingShape = sourceShape(schema);
      for (const key of Reflect.ownKeys(shape))
        if (Object.getOwnPropertyDescriptor(existingShape, key) !== void 0)
          throw Error(
            "Cannot overwrite keys on object schemas containing refinements. Use `.safeExtend()` instead.",
          );
    }
    return clone(schema, mergeDefs(schema._zod.def, { shape: extended(schema, shape) }));
  }
  function extended(schema, shape) {
    const newShape = {};
    return (
      mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema))),
      mirrorProps(newShape, shape),
      newShape
    );
  }
  function safeExtend(schema, shape) {
    if (!isPlainObject(shape)) throw Error("Invalid input to safeExtend: expected a plain object");
    return clone(schema, mergeDefs(schema._zod.def, { shape: extended(schema, shape) }));
  }
  function merge(a, b) {
    if (!b?._zod?.def)
      throw Error(
        "Invalid input to merge: expected an object schema. To merge a plain shape, use `.extend()`.",
      );
    if (a._zod.def.checks?.length)
      throw Error(
        ".merge() cannot be used on object schemas containing refinements. Use .safeExtend() instead.",
      );
    const newShape = {};
    mirrorShape(newShape, a, Reflect.ownKeys(sourceShape(a))),
      mirrorShape(newShape, b, Reflect.ownKeys(sourceShape(b)));
    const def = mergeDefs(a._zod.def, {
      shape: newShape,
      get catchall() {
        return b._zod.def.catchall;
      },
      checks: b._zod.def.checks ?? [],
    });
    return clone(a, def);
  }
  function partial(Class, schema, mask, name = "partial") {
    const checks = schema._zod.def.checks;
    if (checks && checks.length > 0)
      throw Error(`.${name}() cannot be used on object schemas containing refinements`);
    const selected = mask ? new Set(maskedKeys(schema, mask)) : void 0,
      newShape = {};
    return (
      mirrorShape(
        newShape,
        schema,
        Reflect.ownKeys(sourceShape(schema)),
        Class &&
          ((value, key) =>
            selected && !selected.has(key) ? value : new Class({ type: "optional", innerType: value })),
      ),
      clone(schema, mergeDefs(schema._zod.def, { shape: newShape, checks: [] }))
    );
  }
  function required(Class, schema, mask) {
    const selected = mask ? new Set(maskedKeys(schema, mask)) : void 0,
      newShape = {};
    return (
      mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)), (value, key) =>
        selected && !selected.has(key) ? value : new Class({ type: "nonoptional", innerType: value }),
      ),
      clone(schema, mergeDefs(schema._zod.def, { shape: newShape }))
    );
  }
  function aborted(x, startIndex = 0) {
    if (x.aborted === !0) return !0;
    for (let i = startIndex; i < x.issues.length; i++) if (x.issues[i]?.continue !== !0) return !0;
    return !1;
  }
  function explicitlyAborted(x, startIndex = 0) {
    if (x.aborted === !0) return !0;
    for (let i = startIndex; i < x.issues.length; i++) if (x.issues[i]?.continue === !1) return !0;
    return !1;
  }
  function prefixIssues(path, issues) {
    return issues.map((iss) => {
      var _a;
      return ((_a = iss).path ?? (_a.path = []), iss.path.unshift(path), iss);
    });
  }
  function unwrapMessage(message) {
    return typeof message === "string" ? message : message?.message;
  }
  function sizeCaps(defChecks) {
    const caps = [];
    for (const ch of defChecks ?? []) {
      const d = ch._zod.def;
      if (!/_(length|size)$|_equals$/.test(d.check)) break;
      const max = d.maximum ?? d.length ?? d.size;
      if (max >= 0) caps.push([max, ch]);
    }
    return caps;
  }
  function attachSchema(issues, start, inst) {
    var _a;
    for (let i = start; i < issues.length; i++) (_a = issues[i]).schema ?? (_a.schema = inst);
  }
  function finalizeIssue(iss, ctx, config) {
    var _a;
    const traits = iss.inst?._zod?.traits;
    if (traits?.has("$ZodType"))
      if (traits.has("$ZodCheck")) (_a = iss).schema ?? (_a.schema = iss.inst);
      else iss.schema = iss.inst;
    const schemaError = iss.schema !== iss.inst ? iss.schema?._zod.def?.error : void 0,
      message = iss.message
        ? iss.message
        : (unwrapMessage(iss.inst?._zod.def?.error?.(iss)) ??
          unwrapMessage(schemaError?.(iss)) ??
          unwrapMessage(ctx?.error?.(iss)) ??
          unwrapMessage(config.customError?.(iss)) ??
          unwrapMessage(config.localeError?.(iss)) ??
          "Invalid input"),
      full = {};
    for (const k of Object.keys(iss)) {
      if (k === "inst" || k === "schema" || k === "continue" || k === "input" || k === "__proto__") continue;
      full[k] = iss[k];
    }
    if ((full.path ?? (full.path = []), (full.message = message), ctx?.reportInput)) full.input = iss.input;
    return full;
  }
  var highSurrogate = /[\uD800-\uDBFF]/;
  function codePointLength(str) {
    const units = str.length;
    if (!highSurrogate.test(str)) return units;
    let count = units;
    for (let i = 0; i < units - 1; i++)
      if ((str.charCodeAt(i) & 64512) === 55296 && (str.charCodeAt(i + 1) & 64512) === 56320) count--, i++;
    return count;
  }
  function getLengthableOrigin(input) {
    if (Array.isArray(input)) return "array";
    if (typeof input === "string") return "string";
    return "unknown";
  }
  function parsedType(data) {
    const t = typeof data;
    switch (t) {
      case "number":
        return Number.isNaN(data) ? "nan" : "number";
      case "object": {
        if (data === null) return "null";
        if (Array.isArray(data)) return "array";
        const obj = data;
        if (obj && Object.getPrototypeOf(obj) !== Object.prototype && "constructor" in obj && obj.constructor)
          return obj.constructor.name;
      }
    }
    return t;
  }
  function issue(...args) {
    const [iss, input, inst] = args;
    if (typeof iss === "string") return { message: iss, code: "custom", input, inst };
    return { ...iss };
  }
  function members(proto, table) {
    for (const key in table) {
      const desc = Object.getOwnPropertyDescriptor(table, key);
      if (desc.get) Object.defineProperty(proto, key, { ...desc, enumerable: !1 });
      else defineBound(proto, key, desc.value);
    }
  }
  function own(inst, key, value, enumerable = !0) {
    return (Object.defineProperty(inst, key, { configurable: !0, writable: !0, enumerable, value }), value);
  }
  function hide(inst, key, value) {
    return own(inst, key, value, !1);
  }
  function derived(computes, table) {
    for (const key in computes) {
      const compute = computes[key];
      Object.defineProperty(table, key, {
        configurable: !0,
        enumerable: !0,
        get() {
          return own(this, key, compute(this));
        },
        set(value) {
          own(this, key, value);
        },
      });
    }
    return table;
  }
  function defineBound(proto, key, fn) {
    Object.defineProperty(proto, key, {
      configurable: !0,
      get() {
        return this == null ? fn : own(this, key, fn.bind(this));
      },
      set(value) {
        own(this, key, value);
      },
    });
  }
  function claim(inst, sentinel) {
    const proto = Object.getPrototypeOf(inst);
    return sentinel in proto ? void 0 : proto;
  }
  var installing,
    broke = !1,
    breaker = {
      configurable: !0,
      get() {
        broke = !0;
        return;
      },
    };
  function defineLazyInternal(inst, key, compute) {
    const proto = Object.getPrototypeOf(inst._zod);
    if (key in proto && installing !== inst._zod) {
      installing = void 0;
      return;
    }
    (installing = inst._zod),
      Object.defineProperty(proto, key, {
        configurable: !0,
        get() {
          Object.defineProperty(this, key, breaker);
          const outer = broke;
          broke = !1;
          try {
            const value = compute(this);
            if (broke) delete this[key];
            else Object.defineProperty(this, key, { configurable: !0, writable: !0, value });
            return ((broke = broke || outer), value);
          } catch (err) {
            throw (delete this[key], (broke = broke || outer), err);
          }
        },
        set(value) {
          Object.defineProperty(this, key, { configurable: !0, writable: !0, value });
        },
      });
  }
  function installLazyProp(inst, key, make, enumerable) {
    const proto = claim(inst, key);
    if (!proto) return;
    Object.defineProperty(proto, key, {
      configurable: !0,
      get() {
        const desc = { configurable: !0, writable: !0, enumerable, value: void 0 };
        return (
          Object.defineProperty(this, key, desc),
          (desc.value = make(this)),
          Object.defineProperty(this, key, desc),
          desc.value
        );
      },
      set(value) {
        Object.defineProperty(this, key, { configurable: !0, writable: !0, enumerable, value });
      },
    });
  }
  var CONSTANT_CATCH = "~constantCatch";
  function constantCatch(value) {
    const fn = () => value;
    return ((fn[CONSTANT_CATCH] = !0), fn);
  }
  var _a;
  var _zodDesc = { value: void 0, enumerable: !1 },
    _E = "captureStackTrace" in Error ? Error : null;
  function newError(Definition) {
    const E = _E;
    if (E) {
      const saved = E.stackTraceLimit;
      if (typeof saved === "number") {
        try {
          E.stackTraceLimit = 0;
        } catch {
          return ((_E = null), new Definition());
        }
        try {
          return new Definition();
        } finally {
          E.stackTraceLimit = saved;
        }
      }
    }
    return new Definition();
  }
  function $constructor(name, initializer, proto, params) {
    const zodProto = {};
    function Internals(def) {
      (this.def = def), (this.constr = _), (this.traits = new Set());
    }
    Internals.prototype = zodProto;
    const protoMembers = proto,
      initialized = protoMembers && new WeakSet();
    function init(inst, def) {
      if (!inst._zod) {
        _zodDesc.value = new Internals(def);
        try {
          Object.defineProperty(inst, "_zod", _zodDesc);
        } finally {
          _zodDesc.value = void 0;
        }
      } else if (inst._zod.traits.has(name)) return;
      if ((inst._zod.traits.add(name), initializer(inst, def), initialized)) {
        let own = Object.getPrototypeOf(inst),
          ctorProto = inst._zod.constr.prototype,
          up = own;
        while (up && up !== ctorProto) up = Object.getPrototypeOf(up);
        const target = up ?? own;
        if (!initialized.has(target)) initialized.add(target), members(target, protoMembers);
      }
      const proto = _.prototype;
      for (const k in proto) {
        if (!Object.hasOwn(proto, k)) continue;
        if (!(k in inst)) inst[k] = proto[k].bind(inst);
      }
    }
    const Parent = params?.Parent ?? Object;
    class Definition extends Parent {}
    Object.defineProperty(Definition, "name", { value: name });
    function _(def) {
      const inst = params?.Parent ? newError(Definition) : this;
      init(inst, def);
      const deferred = inst._zod.deferred;
      if (deferred) {
        for (const fn of deferred) fn();
        inst._zod.deferred = void 0;
      }
      const pp = globalThis.__zod_globalConfig?.postProcessor;
      if (pp) pp(inst);
      return inst;
    }
    return (
      Object.defineProperty(_, "init", { value: init }),
      Object.defineProperty(_, Symbol.hasInstance, {
        value: (inst) => {
          if (params?.Parent && inst instanceof params.Parent) return !0;
          return inst?._zod?.traits?.has(name);
        },
      }),
      Object.defineProperty(_, "name", { value: name }),
      _
    );
  }
  class $ZodAsyncError extends Error {
    constructor() {
      super("Encountered Promise during synchronous parse. Use .parseAsync() instead.");
    }
  }
  class $ZodEncodeError extends Error {
    constructor(name) {
      super(`Encountered unidirectional transform during encode: ${name}`);
      this.name = "ZodEncodeError";
    }
  }
  (_a = globalThis).__zod_globalConfig ?? (_a.__zod_globalConfig = {});
  var globalConfig = globalThis.__zod_globalConfig;
  function config(newConfig) {
    if (newConfig) Object.assign(globalConfig, newConfig);
    return globalConfig;
  }
  function _getMessage() {
    const internals = this._zod;
    return (
      internals.message ?? (internals.message = JSON.stringify(internals.def, jsonStringifyReplacer, 2)),
      internals.message
    );
  }
  function _setMessage(value) {
    this._zod.message = value;
  }
  var _messageDesc = { get: _getMessage, set: _setMessage, enumerable: !0, configurable: !0 },
    _issuesDesc = { value: void 0, enumerable: !1 },
    _installedToString = new WeakSet([Object.prototype, Error.prototype]),
    initializer = (inst, def) => {
      (inst.name = "$ZodError"),
        (_issuesDesc.value = def),
        Object.defineProperty(inst, "issues", _issuesDesc),
        (_issuesDesc.value = void 0),
        Object.defineProperty(inst, "message", _messageDesc);
      const proto = Object.getPrototypeOf(inst);
      if (!_installedToString.has(proto))
        _installedToString.add(proto),
          Object.defineProperty(proto, "toString", {
            configurable: !0,
            enumerable: !1,
            get() {
              const value = () => this.message;
              return (
                Object.defineProperty(this, "toString", { value, configurable: !0, writable: !0 }), value
              );
            },
            set(value) {
              Object.defineProperty(this, "toString", { value, configurable: !0, writable: !0 });
            },
          });
    },
    $ZodError = $constructor("$ZodError", initializer),
    $ZodRealError = $constructor("$ZodError", initializer, void 0, { Parent: Error });
  function node(obj, key, make) {
    if (!Object.hasOwn(obj, key))
      if (key === "__proto__")
        Object.defineProperty(obj, key, { value: make(), writable: !0, enumerable: !0, configurable: !0 });
      else obj[key] = make();
    return obj[key];
  }
  function flattenError(error, mapper = (issue) => issue.message) {
    const fieldErrors = {},
      formErrors = [];
    for (const sub of error.issues)
      if (sub.path.length > 0) node(fieldErrors, sub.path[0], () => []).push(mapper(sub));
      else formErrors.push(mapper(sub));
    return { formErrors, fieldErrors };
  }
  function formatError(error, mapper = (issue) => issue.message) {
    const fieldErrors = { _errors: [] },
      processError = (error, path = []) => {
        for (const issue of error.issues)
          if (issue.code === "invalid_union" && issue.errors.length)
            issue.errors.map((issues) => processError({ issues }, [...path, ...issue.path]));
          else if (issue.code === "invalid_key")
            processError({ issues: issue.issues }, [...path, ...issue.path]);
          else if (issue.code === "invalid_element")
            processError({ issues: issue.issues }, [...path, ...issue.path]);
          else {
            const fullpath = [...path, ...issue.path];
            if (fullpath.length === 0) fieldErrors._errors.push(mapper(issue));
            else {
              let curr = fieldErrors,
                i = 0;
              while (i < fullpath.length) {
                const el = fullpath[i],
                  terminal = i === fullpath.length - 1;
                if (el === "_errors") {
                  if (terminal) curr._errors.push(mapper(issue));
                  i++;
                  continue;
                }
                if (!Object.hasOwn(curr, el))
                  Object.defineProperty(curr, el, {
                    value: { _errors: [] },
                    enumerable: !0,
                    writable: !0,
                    configurable: !0,
                  });
                const node = curr[el];
                if (terminal) node._errors.push(mapper(issue));
                (curr = node), i++;
              }
            }
          }
      };
    return (processError(error), fieldErrors);
  }
  function finalizeParams(callee, params) {
    return { callee: params?.callee ?? callee, Err: params?.Err };
  }
  var _parse = (_Err) => {
    const fn = (schema, value, _ctx, _params) => {
      const ctx = _ctx ? { ..._ctx, async: !1 } : { async: !1 },
        result = schema._zod.run({ value, issues: [] }, ctx);
      if (result instanceof Promise) throw new $ZodAsyncError();
      if (result.issues.length) {
        const e = new (_params?.Err ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
        throw (captureStackTrace(e, _params?.callee ?? fn), e);
      }
      return result.value;
    };
    return fn;
  };
  var _parseAsync = (_Err) => {
    const fn = async (schema, value, _ctx, params) => {
      let ctx = _ctx ? { ..._ctx, async: !0 } : { async: !0 },
        result = schema._zod.run({ value, issues: [] }, ctx);
      if (result instanceof Promise) result = await result;
      if (result.issues.length) {
        const e = new (params?.Err ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
        throw (captureStackTrace(e, params?.callee ?? fn), e);
      }
      return result.value;
    };
    return fn;
  };
  var _safeParse = (_Err) => (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, async: !1 } : { async: !1 },
      result = schema._zod.run({ value, issues: [] }, ctx);
    if (result instanceof Promise) throw new $ZodAsyncError();
    return result.issues.length ? failure(_Err, result.issues, ctx) : { success: !0, data: result.value };
  };
  function failure(Err, issues, ctx) {
    let error;
    return {
      success: !1,
      get error() {
        if (!error)
          (error = new Err(issues.map((iss) => finalizeIssue(iss, ctx, config())))),
            (issues = void 0),
            (ctx = void 0);
        return error;
      },
      set error(e) {
        (error = e), (issues = void 0), (ctx = void 0);
      },
    };
  }
  var _safeParseAsync = (_Err) => async (schema, value, _ctx) => {
    let ctx = _ctx ? { ..._ctx, async: !0 } : { async: !0 },
      result = schema._zod.run({ value, issues: [] }, ctx);
    if (result instanceof Promise) result = await result;
    return result.issues.length ? failure(_Err, result.issues, ctx) : { success: !0, data: result.value };
  };
  var COMPILE_INVALID = Symbol.for("zod.compile.invalid"),
    COMPILE_FALLBACK = Symbol.for("zod.compile.fallback"),
    validate = (schema, value, _ctx) => {
      const validator = schema._zod.bag.validator;
      if (validator !== void 0) {
        if (validator(value) !== COMPILE_INVALID) return !0;
        if (validator.definite === !0 && _ctx === void 0) return !1;
      }
      return validateFallback(schema, value, _ctx);
    };
  function validateFallback(schema, value, _ctx) {
    let ctx = _ctx ? { ..._ctx, async: !1, abortEarly: !0 } : { async: !1, abortEarly: !0 },
      fallbackRun = schema._zod.bag.fallbackRun,
      result;
    if (fallbackRun) (ctx[COMPILE_FALLBACK] = !0), (result = fallbackRun({ value, issues: [] }, ctx));
    else result = schema._zod.run({ value, issues: [] }, ctx);
    if (result instanceof Promise) throw new $ZodAsyncError();
    return result.issues.length === 0;
  }
  var validateAsync = async (schema, value, _ctx) => {
      let ctx = _ctx ? { ..._ctx, async: !0, abortEarly: !0 } : { async: !0, abortEarly: !0 },
        result = schema._zod.run({ value, issues: [] }, ctx);
      if (result instanceof Promise) result = await result;
      return result.issues.length === 0;
    },
    _encode = (_Err) => {
      const parse = _parse(_Err),
        fn = (schema, value, _ctx, _params) => {
          const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
          return parse(schema, value, ctx, finalizeParams(fn, _params));
        };
      return fn;
    };
  var _decode = (_Err) => {
    const parse = _parse(_Err),
      fn = (schema, value, _ctx, _params) => parse(schema, value, _ctx, finalizeParams(fn, _params));
    return fn;
  };
  var _encodeAsync = (_Err) => {
    const parseAsync = _parseAsync(_Err),
      fn = async (schema, value, _ctx, _params) => {
        const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
        return await parseAsync(schema, value, ctx, finalizeParams(fn, _params));
      };
    return fn;
  };
  var _decodeAsync = (_Err) => {
    const parseAsync = _parseAsync(_Err),
      fn = async (schema, value, _ctx, _params) =>
        await parseAsync(schema, value, _ctx, finalizeParams(fn, _params));
    return fn;
  };
  var _safeEncode = (_Err) => (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
    return _safeParse(_Err)(schema, value, ctx);
  };
  var _safeDecode = (_Err) => (schema, value, _ctx) => _safeParse(_Err)(schema, value, _ctx);
  var _safeEncodeAsync = (_Err) => async (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
    return _safeParseAsync(_Err)(schema, value, ctx);
  };
  var _safeDecodeAsync = (_Err) => async (schema, value, _ctx) => _safeParseAsync(_Err)(schema, value, _ctx);
  var cuid = /^[cC][0-9a-z]{6,}$/,
    cuid2 = /^[0-9a-z]+$/,
    ulid = /^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$/,
    xid = /^[0-9a-vA-V]{20}$/,
    ksuid = /^[A-Za-z0-9]{27}$/,
    nanoid = /^[a-zA-Z0-9_-]{21}$/;
  function nanoidOfLength(length) {
    return new RegExp(`^[a-zA-Z0-9_-]{${length}}$`);
  }
  var duration =
    /^P(?:(\d+W)|(?!.*W)(?=\d|T\d)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$/;
  var guid = /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/,
    uuid = (version) => {
      if (!version)
        return /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$/;
      return new RegExp(
        `^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-${version}[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12})$`,
      );
    };
  var email =
    /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;
  var _emoji =
    "^(?=[\\s\\S]*[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u20E3])[\\p{Extended_Pictographic}\\p{Emoji_Component}]+$";
  function emoji() {
    return new RegExp(_emoji, "u");
  }
  var ipv4 =
      /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])$/,
    ipv6 =
      /^(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))$/;
  var cidrv4 =
      /^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\/([0-9]|[1-2][0-9]|3[0-2])$/,
    cidrv6 =
      /^(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))\/(12[0-8]|1[01][0-9]|[1-9]?[0-9])$/,
    base64 = /^$|^(?:[0-9a-zA-Z+/]{4})*(?:(?:[0-9a-zA-Z+/]{2}==)|(?:[0-9a-zA-Z+/]{3}=))?$/,
    base64url = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$/;
  var httpProtocol = /^https?$/,
    e164 = /^\+[1-9]\d{6,14}$/;
  var dateSource =
    "(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))";
  function anchor(source) {
    return new RegExp(`^${source}$`);
  }
  var date = anchor(dateSource);
  function timeSource(args) {
    return typeof args.precision === "number"
      ? args.precision === -1
        ? "(?:[01]\\d|2[0-3]):[0-5]\\d"
        : args.precision === 0
          ? "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d"
          : `(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{${args.precision}}`
      : args.seconds
        ? "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?"
        : "(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)?";
  }
  function time(args) {
    return new RegExp(`^${timeSource(args)}$`);
  }
  function datetime(args) {
    const opts = ["Z"];
    if (args.offset) opts.push("([+-](?:[01]\\d|2[0-3]):[0-5]\\d)");
    const qualified = `${timeSource({ precision: args.precision, seconds: !0 })}(?:${opts.join("|")})`,
      timeRegex = args.local ? `${qualified}|${timeSource({ precision: args.precision })}` : qualified;
    return new RegExp(`^${dateSource}T(?:${timeRegex})$`);
  }
  var anyString = /^[\s\S]{0,}$/;
  var integer = /^-?\d+$/,
    number = /^-?\d+(?:\.\d+)?$/;
  var lowercase = /^[^A-Z]*$/,
    uppercase = /^[^a-z]*$/;
  var $ZodCheck = $constructor("$ZodCheck", (inst, def) => {
    var _a;
    inst._zod ?? (inst._zod = {}), (inst._zod.def = def), (_a = inst._zod).onattach ?? (_a.onattach = []);
  });
  var _whenHasLength = (payload) => {
      const val = payload.value;
      return !nullish(val) && val.length !== void 0;
    },
    numericOriginMap = { number: "number", bigint: "bigint", object: "date" },
    $ZodCheckLessThan = $constructor("$ZodCheckLessThan", (inst, def) => {
      $ZodCheck.init(inst, def);
      const origin = numericOriginMap[typeof def.value];
      inst._zod.check = (payload) => {
        if (def.inclusive ? payload.value <= def.value : payload.value < def.value) return;
        payload.issues.push({
          origin: numericOriginMap[typeof payload.value] ?? origin,
          code: "too_big",
          maximum: typeof def.value === "object" ? def.value.getTime() : def.value,
          input: payload.value,
          inclusive: def.inclusive,
          inst,
          continue: !def.abort,
        });
      };
    }),
    $ZodCheckGreaterThan = $constructor("$ZodCheckGreaterThan", (inst, def) => {
      $ZodCheck.init(inst, def);
      const origin = numericOriginMap[typeof def.value];
      inst._zod.check = (payload) => {
        if (def.inclusive ? payload.value >= def.value : payload.value > def.value) return;
        payload.issues.push({
          origin: numericOriginMap[typeof payload.value] ?? origin,
          code: "too_small",
          minimum: typeof def.value === "object" ? def.value.getTime() : def.value,
          input: payload.value,
          inclusive: def.inclusive,
          inst,
          continue: !def.abort,
        });
      };
    }),
    $ZodCheckMultipleOf = $constructor("$ZodCheckMultipleOf", (inst, def) => {
      $ZodCheck.init(inst, def),
        (inst._zod.check = (payload) => {
          if (typeof payload.value !== typeof def.value)
            throw Error("Cannot mix number and bigint in multiple_of check.");
          if (
            typeof payload.value === "bigint"
              ? def.value !== BigInt(0) && payload.value % def.value === BigInt(0)
              : floatSafeRemainder(payload.value, def.value) === 0
          )
            return;
          payload.issues.push({
            origin: typeof payload.value,
            code: "not_multiple_of",
            divisor: def.value,
            input: payload.value,
            inst,
            continue: !def.abort,
          });
        });
    }),
    $ZodCheckNumberFormat = $constructor("$ZodCheckNumberFormat", (inst, def) => {
      $ZodCheck.init(inst, def), (def.format = def.format || "float64");
      const isInt = def.format?.includes("int"),
        origin = isInt ? "int" : "number",
        [minimum, maximum] = NUMBER_FORMAT_RANGES[def.format];
      inst._zod.check = (payload) => {
        const input = payload.value;
        if (isInt) {
          if (!Number.isInteger(input)) {
            payload.issues.push({
              expected: origin,
              format: def.format,
              code: "invalid_type",
              continue: !1,
              input,
              inst,
            });
            return;
          }
          if (!Number.isSafeInteger(input)) {
            if (input > 0)
              payload.issues.push({
                input,
                code: "too_big",
                maximum: Number.MAX_SAFE_INTEGER,
                note: "Integers must be within the safe integer range.",
                inst,
                origin,
                inclusive: !0,
                continue: !def.abort,
              });
            else
              payload.issues.push({
                input,
                code: "too_small",
                minimum: Number.MIN_SAFE_INTEGER,
                note: "Integers must be within the safe integer range.",
                inst,
                origin,
                inclusive: !0,
                continue: !def.abort,
              });
            return;
          }
        }
        if (input < minimum)
          payload.issues.push({
            origin: "number",
            input,
            code: "too_small",
            minimum,
            inclusive: !0,
            inst,
            continue: !def.abort,
          });
        if (input > maximum)
          payload.issues.push({
            origin: "number",
            input,
            code: "too_big",
            maximum,
            inclusive: !0,
            inst,
            continue: !def.abort,
          });
      };
    });
  var $ZodCheckMaxLength = $constructor("$ZodCheckMaxLength", (inst, def) => {
      var _a;
      $ZodCheck.init(inst, def),
        (_a = inst._zod.def).when ?? (_a.when = _whenHasLength),
        (inst._zod.check = (payload) => {
          const input = payload.value,
            units = input.length;
          if (
            (typeof input === "string" && units > def.maximum ? codePointLength(input) : units) <= def.maximum
          )
            return;
          const origin = getLengthableOrigin(input);
          payload.issues.push({
            origin,
            code: "too_big",
            maximum: def.maximum,
            inclusive: !0,
            input,
            inst,
            continue: !def.abort,
          });
        });
    }),
    $ZodCheckMinLength = $constructor("$ZodCheckMinLength", (inst, def) => {
      var _a;
      $ZodCheck.init(inst, def),
        (_a = inst._zod.def).when ?? (_a.when = _whenHasLength),
        (inst._zod.check = (payload) => {
          const input = payload.value,
            units = input.length;
          if (
            (typeof input === "string" && units >= def.minimum && units < def.minimum * 2
              ? codePointLength(input)
              : units) >= def.minimum
          )
            return;
          const origin = getLengthableOrigin(input);
          payload.issues.push({
            origin,
            code: "too_small",
            minimum: def.minimum,
            inclusive: !0,
            input,
            inst,
            continue: !def.abort,
          });
        });
    }),
    $ZodCheckLengthEquals = $constructor("$ZodCheckLengthEquals", (inst, def) => {
      var _a;
      $ZodCheck.init(inst, def),
        (_a = inst._zod.def).when ?? (_a.when = _whenHasLength),
        (inst._zod.check = (payload) => {
          const input = payload.value,
            units = input.length,
            length =
              typeof input === "string" && units >= def.length && units <= def.length * 2
                ? codePointLength(input)
                : units;
          if (length === def.length) return;
          const origin = getLengthableOrigin(input),
            tooBig = length > def.length;
          payload.issues.push({
            origin,
            ...(tooBig
              ? { code: "too_big", maximum: def.length }
              : { code: "too_small", minimum: def.length }),
            inclusive: !0,
            exact: !0,
            input: payload.value,
            inst,
            continue: !def.abort,
          });
        });
    }),
    $ZodCheckStringFormat = $constructor("$ZodCheckStringFormat", (inst, def) => {
      var _a, _b;
      if (($ZodCheck.init(inst, def), def.pattern))
        (_a = inst._zod).check ??
          (_a.check = (payload) => {
            if (((def.pattern.lastIndex = 0), def.pattern.test(payload.value))) return;
            payload.issues.push({
              origin: "string",
              code: "invalid_format",
              format: def.format,
              input: payload.value,
              ...(def.pattern ? { pattern: def.pattern.toString() } : {}),
              inst,
              continue: !def.abort,
            });
          });
      else (_b = inst._zod).check ?? (_b.check = () => {});
    }),
    $ZodCheckRegex = $constructor("$ZodCheckRegex", (inst, def) => {
      $ZodCheckStringFormat.init(inst, def),
        (inst._zod.check = (payload) => {
          if (((def.pattern.lastIndex = 0), def.pattern.test(payload.value))) return;
          payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "regex",
            input: payload.value,
            pattern: def.pattern.toString(),
            inst,
            continue: !def.abort,
          });
        });
    }),
    $ZodCheckLowerCase = $constructor("$ZodCheckLowerCase", (inst, def) => {
      def.pattern ?? (def.pattern = lowercase), $ZodCheckStringFormat.init(inst, def);
    }),
    $ZodCheckUpperCase = $constructor("$ZodCheckUpperCase", (inst, def) => {
      def.pattern ?? (def.pattern = uppercase), $ZodCheckStringFormat.init(inst, def);
    }),
    $ZodCheckIncludes = $constructor("$ZodCheckIncludes", (inst, def) => {
      $ZodCheck.init(inst, def);
      const escapedRegex = escapeRegex(def.includes),
        pattern = new RegExp(
          typeof def.position === "number" ? `^.{${def.position},}${escapedRegex}` : escapedRegex,
        );
      (def.pattern = pattern),
        (inst._zod.check = (payload) => {
          if (payload.value.includes(def.includes, def.position)) return;
          payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "includes",
            includes: def.includes,
            input: payload.value,
            inst,
            continue: !def.abort,
          });
        });
    }),
    $ZodCheckStartsWith = $constructor("$ZodCheckStartsWith", (inst, def) => {
      $ZodCheck.init(inst, def);
      const pattern = new RegExp(`^${escapeRegex(def.prefix)}.*`);
      def.pattern ?? (def.pattern = pattern),
        (inst._zod.check = (payload) => {
          if (payload.value.startsWith(def.prefix)) return;
          payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "starts_with",
            prefix: def.prefix,
            input: payload.value,
            inst,
            continue: !def.abort,
          });
        });
    }),
    $ZodCheckEndsWith = $constructor("$ZodCheckEndsWith", (inst, def) => {
      $ZodCheck.init(inst, def);
      const pattern = new RegExp(`.*${escapeRegex(def.suffix)}$`);
      def.pattern ?? (def.pattern = pattern),
        (inst._zod.check = (payload) => {
          if (payload.value.endsWith(def.suffix)) return;
          payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "ends_with",
            suffix: def.suffix,
            input: payload.value,
            inst,
            continue: !def.abort,
          });
        });
    });
  var $ZodCheckOverwrite = $constructor("$ZodCheckOverwrite", (inst, def) => {
    $ZodCheck.init(inst, def),
      (inst._zod.check = (payload) => {
        payload.value = def.tx(payload.value);
      });
  });
  class Doc {
    constructor(args = [], closed = {}) {
      (this.content = []), (this.indent = 0), (this.args = args), (this.closed = closed);
    }
    indented(fn) {
      this.indent += 1;
      try {
        fn(this);
      } finally {
        this.indent -= 1;
      }
    }
    write(arg) {
      if (typeof arg === "function") {
        arg(this, { execution: "sync" }), arg(this, { execution: "async" });
        return;
      }
      const lines = arg
          .split(`
`)
          .filter((x) => x),
        minIndent = Math.min(...lines.map((x) => x.length - x.trimStart().length)),
        dedented = lines.map((x) => x.slice(minIndent)).map((x) => " ".repeat(this.indent * 2) + x);
      for (const line of dedented) this.content.push(line);
    }
    compile() {
      const F = Function,
        content = this?.content ?? [""];
      return new F(
        ...Object.keys(this.closed),
        `return function (${this.args.join(", ")}) {
${content.join(`
`)}
};`,
      )(...Object.values(this.closed));
    }
  }
  var version2 = { major: 4, minor: 6, patch: 7 };
  var $ZodType = $constructor(
      "$ZodType",
      (inst, def) => {
        var _a;
        inst ?? (inst = {}),
          (inst._zod.def = def),
          (inst._zod.bag = inst._zod.bag || {}),
          (inst._zod.version = version2);
        const defChecks = inst._zod.def.checks,
          checks = inst._zod.traits.has("$ZodCheck")
            ? [inst, ...(defChecks ?? [])]
            : defChecks?.length
              ? [...defChecks]
              : [];
        for (const ch of checks) for (const fn of ch._zod.onattach) fn(inst);
        if (checks.length === 0)
          (_a = inst._zod).deferred ?? (_a.deferred = []),
            inst._zod.deferred?.push(() => {
              inst._zod.run = inst._zod.parse;
            });
        else {
          const runChecks = (payload, checks, ctx) => {
              if (payload.memo) return payload;
              let isAborted = aborted(payload),
                asyncResult;
              for (const ch of checks) {
                if (ch._zod.def.when) {
                  if (explicitlyAborted(payload)) continue;
                  if (!ch._zod.def.when(payload)) continue;
                } else if (isAborted) continue;
                const currLen = payload.issues.length,
                  _ = ch._zod.check(payload);
                if (_ instanceof Promise && ctx?.async === !1) throw new $ZodAsyncError();
                if (asyncResult || _ instanceof Promise)
                  asyncResult = (asyncResult ?? Promise.resolve()).then(async () => {
                    if ((await _, payload.issues.length === currLen)) return;
                    if ((attachSchema(payload.issues, currLen, inst), !isAborted))
                      isAborted = aborted(payload, currLen);
                  });
                else {
                  if (payload.issues.length === currLen) continue;
                  if ((attachSchema(payload.issues, currLen, inst), !isAborted))
                    isAborted = aborted(payload, currLen);
                }
              }
              if (asyncResult) return asyncResult.then(() => payload);
              return payload;
            },
            handleCanaryResult = (canary, payload, ctx) => {
              if (aborted(canary)) return ((canary.aborted = !0), canary);
              const checkResult = runChecks(payload, checks, ctx);
              if (checkResult instanceof Promise) {
                if (ctx.async === !1) throw new $ZodAsyncError();
                return checkResult.then((checkResult) => inst._zod.parse(checkResult, ctx));
              }
              return inst._zod.parse(checkResult, ctx);
            };
          inst._zod.run = (payload, ctx) => {
            if (ctx.skipChecks) return inst._zod.parse(payload, ctx);
            if (ctx.direction === "backward") {
              const canary = inst._zod.parse(
                { value: payload.value, issues: [] },
                { ...ctx, skipChecks: !0 },
              );
              if (canary instanceof Promise)
                return canary.then((canary) => handleCanaryResult(canary, payload, ctx));
              return handleCanaryResult(canary, payload, ctx);
            }
            const result = inst._zod.parse(payload, ctx);
            if (result instanceof Promise) {
              if (ctx.async === !1) throw new $ZodAsyncError();
              return result.then((result) => runChecks(result, checks, ctx));
            }
            return runChecks(result, checks, ctx);
          };
        }
      },
      {
        get "~standard"() {
          return hide(this, "~standard", standardProps(this));
        },
        set "~standard"(value) {
          own(this, "~standard", value);
        },
      },
    ),
    toStandardResult = (r, ctx) =>
      r.issues.length
        ? { issues: r.issues.map((iss) => finalizeIssue(iss, ctx, config())) }
        : { value: r.value };
  async function validateAsync2(inst, value) {
    const ctx = { async: !0 };
    return toStandardResult(await inst._zod.run({ value, issues: [] }, ctx), ctx);
  }
  function standardProps(inst) {
    return {
      validate: (value) => {
        const ctx = { async: !1 };
        try {
          const r = inst._zod.run({ value, issues: [] }, ctx);
          if (!(r instanceof Promise)) return toStandardResult(r, ctx);
        } catch (_) {}
        return validateAsync2(inst, value);
      },
      vendor: "zod",
      version: 1,
    };
  }
  var $ZodString = $constructor("$ZodString", (inst, def) => {
      $ZodType.init(inst, def),
        (inst._zod.pattern = def.pattern ?? anyString),
        (inst._zod.parse = (payload, _) => {
          if (def.coerce)
            try {
              payload.value = String(payload.value);
            } catch (_) {}
          if (typeof payload.value === "string") return payload;
          return (
            payload.issues.push({ expected: "string", code: "invalid_type", input: payload.value, inst }),
            payload
          );
        });
    }),
    $ZodStringFormat = $constructor("$ZodStringFormat", (inst, def) => {
      $ZodCheckStringFormat.init(inst, def), $ZodString.init(inst, def);
    }),
    $ZodGUID = $constructor("$ZodGUID", (inst, def) => {
      def.pattern ?? (def.pattern = guid), $ZodStringFormat.init(inst, def);
    }),
    $ZodUUID = $constructor("$ZodUUID", (inst, def) => {
      if (def.version) {
        const v = { v1: 1, v2: 2, v3: 3, v4: 4, v5: 5, v6: 6, v7: 7, v8: 8 }[def.version];
        if (v === void 0) throw Error(`Invalid UUID version: "${def.version}"`);
        def.pattern ?? (def.pattern = uuid(v));
      } else def.pattern ?? (def.pattern = uuid());
      $ZodStringFormat.init(inst, def);
    }),
    $ZodEmail = $constructor("$ZodEmail", (inst, def) => {
      def.pattern ?? (def.pattern = email), $ZodStringFormat.init(inst, def);
    }),
    URL_BAD_FORMAT = 1,
    URL_UNPARSEABLE = 2;
  function canParseURL(input) {
    try {
      if (typeof URL < "u" && typeof URL.canParse === "function") return URL.canParse(input);
      return (new URL(input), !0);
    } catch {
      return !1;
    }
  }
  function validateURL(trimmed, def) {
    if (!("normalize" in def) && !("hostname" in def) && !("protocol" in def))
      return canParseURL(trimmed) || URL_UNPARSEABLE;
    return parseURLObject(trimmed, def);
  }
  function parseURLObject(trimmed, def) {
    if (!def.normalize && def.protocol?.source === httpProtocol.source && !/^https?:\/\//i.test(trimmed))
      return URL_BAD_FORMAT;
    try {
      if (typeof URL < "u") {
        const URLStatic = URL;
        if (typeof URLStatic.parse === "function") return URLStatic.parse(trimmed) ?? URL_UNPARSEABLE;
      }
      return new URL(trimmed);
    } catch {
      return URL_UNPARSEABLE;
    }
  }
  var asciiTabOrNewline = /[\t\n\r]/g;
  function stripTabAndNewline(value) {
    return value.replace(asciiTabOrNewline, "");
  }
  function urlHostnameOk(url, hostname) {
    return ((hostname.lastIndex = 0), hostname.test(url.hostname));
  }
  function urlProtocolOk(url, protocol) {
    return (
      (protocol.lastIndex = 0),
      protocol.test(url.protocol.endsWith(":") ? url.protocol.slice(0, -1) : url.protocol)
    );
  }
  var $ZodURL = $constructor("$ZodURL", (inst, def) => {
      $ZodStringFormat.init(inst, def),
        (inst._zod.check = (payload) => {
          try {
            const trimmed = payload.value.trim(),
              url = validateURL(trimmed, def);
            if (url === URL_BAD_FORMAT) {
              payload.issues.push({
                code: "invalid_format",
                format: "url",
                note: "Invalid URL format",
                input: payload.value,
                inst,
                continue: !def.abort,
              });
              return;
            }
            if (url === URL_UNPARSEABLE) {
              payload.issues.push({
                code: "invalid_format",
                format: "url",
                input: payload.value,
                inst,
                continue: !def.abort,
              });
              return;
            }
            if (url === !0) {
              payload.value = stripTabAndNewline(trimmed);
              return;
            }
            if (def.hostname && !urlHostnameOk(url, def.hostname))
              payload.issues.push({
                code: "invalid_format",
                format: "url",
                note: "Invalid hostname",
                pattern: def.hostname.source,
                input: payload.value,
                inst,
                continue: !def.abort,
              });
            if (def.protocol && !urlProtocolOk(url, def.protocol))
              payload.issues.push({
                code: "invalid_format",
                format: "url",
                note: "Invalid protocol",
                pattern: def.protocol.source,
                input: payload.value,
                inst,
                continue: !def.abort,
              });
            payload.value = def.normalize ? url.href : stripTabAndNewline(trimmed);
            return;
          } catch (_) {
            payload.issues.push({
              code: "invalid_format",
              format: "url",
              input: payload.value,
              inst,
              continue: !def.abort,
            });
          }
        });
    }),
    $ZodEmoji = $constructor("$ZodEmoji", (inst, def) => {
      def.pattern ?? (def.pattern = emoji()), $ZodStringFormat.init(inst, def);
    }),
    $ZodNanoID = $constructor("$ZodNanoID", (inst, def) => {
      if (def.length !== void 0 && (!Number.isInteger(def.length) || def.length < 1))
        throw Error(`Invalid nanoid length: ${def.length}`);
      def.pattern ?? (def.pattern = def.length === void 0 ? nanoid : nanoidOfLength(def.length)),
        $ZodStringFormat.init(inst, def);
    }),
    $ZodCUID = $constructor("$ZodCUID", (inst, def) => {
      def.pattern ?? (def.pattern = cuid), $ZodStringFormat.init(inst, def);
    }),
    $ZodCUID2 = $constructor("$ZodCUID2", (inst, def) => {
      def.pattern ?? (def.pattern = cuid2), $ZodStringFormat.init(inst, def);
    }),
    $ZodULID = $constructor("$ZodULID", (inst, def) => {
      def.pattern ?? (def.pattern = ulid), $ZodStringFormat.init(inst, def);
    }),
    $ZodXID = $constructor("$ZodXID", (inst, def) => {
      def.pattern ?? (def.pattern = xid), $ZodStringFormat.init(inst, def);
    }),
    $ZodKSUID = $constructor("$ZodKSUID", (inst, def) => {
      def.pattern ?? (def.pattern = ksuid), $ZodStringFormat.init(inst, def);
    }),
    $ZodISODateTime = $constructor("$ZodISODateTime", (inst, def) => {
      def.pattern ?? (def.pattern = datetime(def)), $ZodStringFormat.init(inst, def);
    }),
    $ZodISODate = $constructor("$ZodISODate", (inst, def) => {
      def.pattern ?? (def.pattern = date), $ZodStringFormat.init(inst, def);
    }),
    $ZodISOTime = $constructor("$ZodISOTime", (inst, def) => {
      def.pattern ?? (def.pattern = time(def)), $ZodStringFormat.init(inst, def);
    }),
    $ZodISODuration = $constructor("$ZodISODuration", (inst, def) => {
      def.pattern ?? (def.pattern = duration), $ZodStringFormat.init(inst, def);
    }),
    $ZodIPv4 = $constructor("$ZodIPv4", (inst, def) => {
      def.pattern ?? (def.pattern = ipv4), $ZodStringFormat.init(inst, def);
    }),
    ipv6Alphabet = /^[0-9a-fA-F:.]+$/;
  function isValidIPv6(value) {
    if (!ipv6Alphabet.test(value)) return !1;
    return canParseURL(`http://[${value}]`);
  }
  var $ZodIPv6 = $constructor("$ZodIPv6", (inst, def) => {
    def.pattern ?? (def.pattern = ipv6),
      $ZodStringFormat.init(inst, def),
      (inst._zod.check = (payload) => {
        if (!isValidIPv6(payload.value))
          payload.issues.push({
            code: "invalid_format",
            format: "ipv6",
            input: payload.value,
            inst,
            continue: !def.abort,
          });
      });
  });
  var $ZodCIDRv4 = $constructor("$ZodCIDRv4", (inst, def) => {
    def.pattern ?? (def.pattern = cidrv4), $ZodStringFormat.init(inst, def);
  });
  function isValidCIDRv6(value) {
    const parts = value.split("/");
    if (parts.length !== 2) return !1;
    const [address, prefix] = parts;
    if (!prefix) return !1;
    const prefixNum = Number(prefix);
    if (`${prefixNum}` !== prefix) return !1;
    if (prefixNum < 0 || prefixNum > 128) return !1;
    return isValidIPv6(address);
  }
  var $ZodCIDRv6 = $constructor("$ZodCIDRv6", (inst, def) => {
    def.pattern ?? (def.pattern = cidrv6),
      $ZodStringFormat.init(inst, def),
      (inst._zod.check = (payload) => {
        if (!isValidCIDRv6(payload.value))
          payload.issues.push({
            code: "invalid_format",
            format: "cidrv6",
            input: payload.value,
            inst,
            continue: !def.abort,
          });
      });
  });
  function isValidBase64(data) {
    if (data === "") return !0;
    if (/\s/.test(data)) return !1;
    if (data.length % 4 !== 0) return !1;
    try {
      return (atob(data), !0);
    } catch {
      return !1;
    }
  }
  var base64Charset = /^[0-9a-zA-Z+/]*={0,2}$/,
    $ZodBase64 = $constructor("$ZodBase64", (inst, def) => {
      def.pattern ?? (def.pattern = base64Charset),
        $ZodStringFormat.init(inst, def),
        (inst._zod.check = (payload) => {
          if (isValidBase64(payload.value)) return;
          payload.issues.push({
            code: "invalid_format",
            format: "base64",
            input: payload.value,
            inst,
            continue: !def.abort,
          });
        });
    }),
    base64urlCharset = /^[A-Za-z0-9_-]*$/;
  function isValidBase64URL(data) {
    if (!base64urlCharset.test(data)) return !1;
    const base64 = data.replace(/[-_]/g, (c) => (c === "-" ? "+" : "/")),
      padded = base64.padEnd(Math.ceil(base64.length / 4) * 4, "=");
    return isValidBase64(padded);
  }
  var $ZodBase64URL = $constructor("$ZodBase64URL", (inst, def) => {
      def.pattern ?? (def.pattern = base64urlCharset),
        $ZodStringFormat.init(inst, def),
        (inst._zod.check = (payload) => {
          if (isValidBase64URL(payload.value)) return;
          payload.issues.push({
            code: "invalid_format",
            format: "base64url",
            input: payload.value,
            inst,
            continue: !def.abort,
          });
        });
    }),
    $ZodE164 = $constructor("$ZodE164", (inst, def) => {
      def.pattern ?? (def.pattern = e164), $ZodStringFormat.init(inst, def);
    });
  function isValidJWT(token, algorithm = null) {
    try {
      const tokensParts = token.split(".");
      if (tokensParts.length !== 3) return !1;
      const [header] = tokensParts;
      if (!header) return !1;
      const parsedHeader = JSON.parse(atob(header));
      if ("typ" in parsedHeader && parsedHeader?.typ !== "JWT") return !1;
      if (!parsedHeader.alg) return !1;
      if (algorithm && (!("alg" in parsedHeader) || parsedHeader.alg !== algorithm)) return !1;
      return !0;
    } catch {
      return !1;
    }
  }
  var $ZodJWT = $constructor("$ZodJWT", (inst, def) => {
    $ZodStringFormat.init(inst, def),
      (inst._zod.check = (payload) => {
        if (isValidJWT(payload.value, def.alg)) return;
        payload.issues.push({
          code: "invalid_format",
          format: "jwt",
          input: payload.value,
          inst,
          continue: !def.abort,
        });
      });
  });
  var $ZodNumber = $constructor("$ZodNumber", (inst, def) => {
      $ZodType.init(inst, def),
        (inst._zod.pattern = number),
        (inst._zod.parse = (payload, _ctx) => {
          if (def.coerce)
            try {
              payload.value = Number(payload.value);
            } catch (_) {}
          const input = payload.value;
          if (typeof input === "number" && !Number.isNaN(input) && Number.isFinite(input)) return payload;
          const received =
            typeof input === "number"
              ? Number.isNaN(input)
                ? "NaN"
                : !Number.isFinite(input)
                  ? String(input)
                  : void 0
              : void 0;
          return (
            payload.issues.push({
              expected: "number",
              code: "invalid_type",
              input,
              inst,
              ...(received ? { received } : {}),
            }),
            payload
          );
        });
    }),
    $ZodNumberFormat = $constructor("$ZodNumberFormat", (inst, def) => {
      $ZodCheckNumberFormat.init(inst, def), $ZodNumber.init(inst, def);
    });
  var $ZodUnknown = $constructor("$ZodUnknown", (inst, def) => {
      $ZodType.init(inst, def), (inst._zod.parse = (payload) => payload);
    }),
    $ZodNever = $constructor("$ZodNever", (inst, def) => {
      $ZodType.init(inst, def),
        (inst._zod.parse = (payload, _ctx) => (
          payload.issues.push({ expected: "never", code: "invalid_type", input: payload.value, inst }),
          payload
        ));
    });
  function capSize(inst, size) {
    const caps = sizeCaps(inst._zod.def.checks);
    if (!caps.length) return;
    const cap = Math.min(...caps.map((c) => c[0])),
      parse = inst._zod.parse;
    inst._zod.parse = (payload, ctx) => {
      const n = size(payload.value);
      if (n > cap && !ctx?.skipChecks && ctx?.direction !== "backward") {
        for (const [max, ch] of sizeCaps(inst._zod.def.checks))
          if (n > max && ch._zod.def.when(payload)) {
            const start = payload.issues.length;
            return (
              ch._zod.check(payload),
              (payload.issues[start].continue = !1),
              attachSchema(payload.issues, start, inst),
              payload
            );
          }
      }
      return parse(payload, ctx);
    };
  }
  var arraySize = (input) => (Array.isArray(input) ? input.length : -1);
  function handleArrayResult(result, final, index) {
    if (result.issues.length) final.issues.push(...prefixIssues(index, result.issues));
    final.value[index] = result.value;
  }
  var $ZodArray = $constructor("$ZodArray", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = globalConfig.memoizer;
    memo?.attach(inst),
      (inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!Array.isArray(input))
          return (payload.issues.push({ expected: "array", code: "invalid_type", input, inst }), payload);
        payload.value = memo ? memo.alloc(inst, payload, Array(input.length), ctx) : Array(input.length);
        const proms = [],
          abortEarly = ctx?.abortEarly;
        for (let i = 0; i < input.length; i++) {
          const item = input[i],
            result = def.element._zod.run({ value: item, issues: [] }, ctx);
          if (result instanceof Promise)
            proms.push(result.then((result) => handleArrayResult(result, payload, i)));
          else if (
            (handleArrayResult(result, payload, i),
            abortEarly && result.issues.length !== 0 && aborted(result))
          )
            break;
        }
        if (proms.length) return Promise.all(proms).then(() => payload);
        return payload;
      }),
      capSize(inst, arraySize);
  });
  function handlePropertyResult(result, final, key, input, optin, optout) {
    const isPresent = key in input,
      isOptionalOut = optout === "optional";
    if (!isPresent && isOptionalOut && optin === "optional") return;
    if (result.issues.length) {
      if (optin !== void 0 && isOptionalOut && !isPresent) return;
      final.issues.push(...prefixIssues(key, result.issues));
    }
    if (!isPresent && optin === void 0) {
      if (!result.issues.length)
        final.issues.push({ code: "invalid_type", expected: "nonoptional", input: void 0, path: [key] });
      return;
    }
    if (result.value === void 0) {
      if (isPresent || (optin === "defaulted" && !isOptionalOut)) final.value[key] = void 0;
    } else final.value[key] = result.value;
  }
  var NO_SYMBOL_KEYS = [];
  function normalizeDef(def) {
    const keys = Object.keys(def.shape),
      ownSymbols = Object.getOwnPropertySymbols(def.shape),
      symbolKeys = ownSymbols.length ? ownSymbols : NO_SYMBOL_KEYS,
      allKeys = symbolKeys.length ? [...keys, ...symbolKeys] : keys;
    for (const k of allKeys)
      if (!def.shape?.[k]?._zod?.traits?.has("$ZodType"))
        throw Error(`Invalid element at key "${String(k)}": expected a Zod schema`);
    const okeys = optionalKeys(def.shape);
    return {
      ...def,
      allKeys,
      symbolKeys,
      keySet: new Set(keys),
      numKeys: keys.length,
      optionalKeys: new Set(okeys),
    };
  }
  function handleCatchall(proms, input, payload, ctx, def, inst, abortEarly) {
    let unrecognized = [],
      keySet = def.keySet,
      _catchall = def.catchall._zod,
      t = _catchall.def.type,
      { optin, optout } = _catchall,
      seen = 0;
    for (const key in input) {
      if (abortEarly && payload.issues.length !== seen) {
        if (aborted(payload, seen)) break;
        seen = payload.issues.length;
      }
      if (keySet.has(key)) continue;
      if (key === "__proto__") {
        if (t === "never") unrecognized.push(key);
        continue;
      }
      if (t === "never") {
        unrecognized.push(key);
        continue;
      }
      const r = _catchall.run({ value: input[key], issues: [] }, ctx);
      if (r instanceof Promise)
        proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
      else handlePropertyResult(r, payload, key, input, optin, optout);
    }
    if (unrecognized.length)
      payload.issues.push({ code: "unrecognized_keys", keys: unrecognized, input, inst, continue: !0 });
    if (!proms.length) return payload;
    return Promise.all(proms).then(() => payload);
  }
  var $ZodObject = $constructor("$ZodObject", (inst, def) => {
      $ZodType.init(inst, def);
      const desc = Object.getOwnPropertyDescriptor(def, "shape"),
        sh = desc?.get ? desc.get.raw : (def.shape ?? {});
      if (sh) {
        const get = () => {
          const newSh = { ...sh };
          return (Object.defineProperty(def, "shape", { value: newSh }), (get.raw = newSh), newSh);
        };
        (get.raw = sh), Object.defineProperty(def, "shape", { get });
      }
      const _normalized = cached(() => normalizeDef(def));
      defineLazyInternal(inst, "propValues", (zod) => {
        const shape = zod.def.shape,
          propValues = {};
        for (const key in shape) {
          const field = shape[key]._zod;
          if (field.values) {
            if (!Object.hasOwn(propValues, key)) assignProp(propValues, key, new Set());
            for (const v of field.values) propValues[key].add(v);
            if (field.optin !== void 0) propValues[key].add(void 0);
          }
        }
        return propValues;
      });
      let isObject2 = isObject,
        catchall = def.catchall,
        value,
        memo = globalConfig.memoizer;
      memo?.attach(inst),
        (inst._zod.parse = (payload, ctx) => {
          value ?? (value = _normalized.value);
          const input = payload.value;
          if (!isObject2(input))
            return (payload.issues.push({ expected: "object", code: "invalid_type", input, inst }), payload);
          payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
          let proms = [],
            shape = value.shape,
            abortEarly = ctx?.abortEarly,
            seen = payload.issues.length;
          for (const key of value.allKeys) {
            if (abortEarly && payload.issues.length !== seen) {
              if (aborted(payload, seen)) break;
              seen = payload.issues.length;
            }
            if (key === "__proto__") continue;
            const el = shape[key],
              optin = el._zod.optin,
              optout = el._zod.optout,
              r = el._zod.run({ value: input[key], issues: [] }, ctx);
            if (r instanceof Promise)
              proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
            else handlePropertyResult(r, payload, key, input, optin, optout);
          }
          if (!catchall) return proms.length ? Promise.all(proms).then(() => payload) : payload;
          return handleCatchall(proms, input, payload, ctx, _normalized.value, inst, abortEarly === !0);
        });
    }),
    $ZodObjectJIT = $constructor("$ZodObjectJIT", (inst, def) => {
      $ZodObject.init(inst, def);
      let superParse = inst._zod.parse,
        _normalized = cached(() => normalizeDef(def)),
        memo = globalConfig.memoizer,
        generateFastpass = (shape) => {
          const normalized = _normalized.value,
            syms = normalized.symbolKeys,
            doc = new Doc(["payload", "ctx"], { shape, inst, memo, syms }),
            parseStr = (k) => `shape[${k}]._zod.run({ value: input[${k}], issues: [] }, ctx)`,
            prefixStr = (id, k) => `
          let ${id}_ab = false;
          for (let i = 0; i < ${id}.issues.length; i++) {
            const iss = ${id}.issues[i];
            iss.path = iss.path ? [${k}, ...iss.path] : [${k}];
            payload.issues.push(iss);
            if (iss.continue !== true) ${id}_ab = true;
          }
          if (${id}_ab && ctx && ctx.abortEarly) {
            payload.value = newResult;
            return payload;
          }`;
          doc.write("const input = payload.value;");
          let ids = Object.create(null),
            counter = 0;
          for (const key of normalized.allKeys) ids[key] = `key_${counter++}`;
          doc.write(memo ? "const newResult = memo.alloc(inst, payload, {}, ctx);" : "const newResult = {};");
          for (const key of normalized.allKeys) {
            if (key === "__proto__") continue;
            const id = ids[key],
              k = typeof key === "symbol" ? `syms[${syms.indexOf(key)}]` : esc(key),
              isPresent = `${k} in input`,
              schema = shape[key],
              optin = schema?._zod?.optin,
              isOptionalIn = optin !== void 0,
              isOptionalOut = schema?._zod?.optout === "optional";
            if ((doc.write(`const ${id} = ${parseStr(k)};`), isOptionalIn && isOptionalOut)) {
              const assign =
                optin === "optional" ? `${id}_present` : `${id}.value !== undefined || ${id}_present`;
              doc.write(`
        const ${id}_present = ${isPresent};
        if (!${id}.issues.length || ${id}_present) {
          if (${id}.issues.length) {${prefixStr(id, k)}
          }

          if (${assign}) {
            newResult[${k}] = ${id}.value;
          }
        }

      `);
            } else if (!isOptionalIn)
              doc.write(`
        const ${id}_present = ${isPresent};
        if (${id}.issues.length) {${prefixStr(id, k)}
        }
        if (!${id}_present && !${id}.issues.length) {
          payload.issues.push({
            code: "invalid_type",
            expected: "nonoptional",
            input: undefined,
            path: [${k}]
          });
          if (ctx && ctx.abortEarly) {
            payload.value = newResult;
            return payload;
          }
        }

        if (${id}_present) {
          newResult[${k}] = ${id}.value;
        }

      `);
            else if (
              (doc.write(`
        if (${id}.issues.length) {${prefixStr(id, k)}
        }
      `),
              optin === "defaulted")
            )
              doc.write(`newResult[${k}] = ${id}.value;`);
            else
              doc.write(`
        if (${id}.value !== undefined || ${isPresent}) {
          newResult[${k}] = ${id}.value;
        }
      `);
          }
          return (doc.write("payload.value = newResult;"), doc.write("return payload;"), doc.compile());
        },
        fastpass,
        isObject2 = isObject,
        jit = !globalConfig.jitless,
        fastEnabled = jit && allowsEval.value,
        catchall = def.catchall,
        value;
      inst._zod.parse = (payload, ctx) => {
        value ?? (value = _normalized.value);
        const input = payload.value;
        if (!isObject2(input))
          return (payload.issues.push({ expected: "object", code: "invalid_type", input, inst }), payload);
        if (jit && fastEnabled && ctx?.async === !1 && ctx.jitless !== !0) {
          if (!fastpass) fastpass = generateFastpass(def.shape);
          if (((payload = fastpass(payload, ctx)), !catchall)) return payload;
          return handleCatchall([], input, payload, ctx, value, inst, ctx?.abortEarly === !0);
        }
        return superParse(payload, ctx);
      };
    });
  function handleUnionResults(results, final, inst, ctx) {
    for (const result of results)
      if (result.issues.length === 0) return ((final.value = result.value), final);
    const nonaborted = results.filter((r) => !aborted(r));
    if (nonaborted.length === 1) return ((final.value = nonaborted[0].value), nonaborted[0]);
    return (
      final.issues.push({
        code: "invalid_union",
        input: final.value,
        inst,
        errors: results.map((result) => result.issues.map((iss) => finalizeIssue(iss, ctx, config()))),
      }),
      final
    );
  }
  var $ZodUnion = $constructor("$ZodUnion", (inst, def) => {
    $ZodType.init(inst, def),
      defineLazyInternal(inst, "optin", (zod) =>
        zod.def.options.some((o) => o._zod.optin === "defaulted")
          ? "defaulted"
          : zod.def.options.some((o) => o._zod.optin !== void 0)
            ? "optional"
            : void 0,
      ),
      defineLazyInternal(inst, "optout", (zod) =>
        zod.def.options.some((o) => o._zod.optout === "optional") ? "optional" : void 0,
      ),
      defineLazyInternal(inst, "values", (zod) => {
        if (zod.def.options.every((o) => o._zod.values))
          return new Set(zod.def.options.flatMap((option) => Array.from(option._zod.values)));
        return;
      }),
      defineLazyInternal(inst, "pattern", (zod) => {
        if (zod.def.options.every((o) => o._zod.pattern)) {
          const patterns = zod.def.options.map((o) => o._zod.pattern);
          return new RegExp(`^(${patterns.map((p) => cleanRegex(p.source)).join("|")})$`);
        }
        return;
      });
    const first = def.options.length === 1 ? def.options[0]._zod.run : null;
    inst._zod.parse = (payload, ctx) => {
      if (first) return first(payload, ctx);
      let async = !1,
        results = [];
      for (const option of def.options) {
        const result = option._zod.run({ value: payload.value, issues: [] }, ctx);
        if (result instanceof Promise) results.push(result), (async = !0);
        else {
          if (result.issues.length === 0) return result;
          results.push(result);
        }
      }
      if (!async) return handleUnionResults(results, payload, inst, ctx);
      return Promise.all(results).then((results) => handleUnionResults(results, payload, inst, ctx));
    };
  });
  var $ZodIntersection = $constructor("$ZodIntersection", (inst, def) => {
    $ZodType.init(inst, def),
      (inst._zod.parse = (payload, ctx) => {
        const input = payload.value,
          left = def.left._zod.run({ value: input, issues: [] }, ctx),
          right = def.right._zod.run({ value: input, issues: [] }, ctx);
        if (left instanceof Promise || right instanceof Promise)
          return Promise.all([left, right]).then(([left, right]) =>
            handleIntersectionResults(payload, left, right),
          );
        return handleIntersectionResults(payload, left, right);
      });
  });
  function mergeValues(a, b) {
    if (a === b) return { valid: !0, data: a };
    if (a instanceof Date && b instanceof Date && +a === +b) return { valid: !0, data: a };
    if (isPlainObject(a) && isPlainObject(b)) {
      const bKeys = Object.keys(b),
        sharedKeys = Object.keys(a).filter((key) => bKeys.indexOf(key) !== -1),
        newObj = { ...a, ...b };
      if (Object.hasOwn(newObj, "__proto__")) delete newObj.__proto__;
      for (const key of sharedKeys) {
        if (key === "__proto__") continue;
        const sharedValue = mergeValues(a[key], b[key]);
        if (!sharedValue.valid) return { valid: !1, mergeErrorPath: [key, ...sharedValue.mergeErrorPath] };
        newObj[key] = sharedValue.data;
      }
      return { valid: !0, data: newObj };
    }
    if (Array.isArray(a) && Array.isArray(b)) {
      if (a.length !== b.length) return { valid: !1, mergeErrorPath: [] };
      const newArray = [];
      for (let index = 0; index < a.length; index++) {
        const itemA = a[index],
          itemB = b[index],
          sharedValue = mergeValues(itemA, itemB);
        if (!sharedValue.valid) return { valid: !1, mergeErrorPath: [index, ...sharedValue.mergeErrorPath] };
        newArray.push(sharedValue.data);
      }
      return { valid: !0, data: newArray };
    }
    return { valid: !1, mergeErrorPath: [] };
  }
  function handleIntersectionResults(result, left, right) {
    let unrecKeys = new Map(),
      unrecIssue,
      keyIssues = new Map(),
      collect = (iss, side) => {
        let keys;
        if (iss.code === "unrecognized_keys" && !iss.path?.length)
          unrecIssue ?? (unrecIssue = iss), (keys = iss.keys);
        else if (iss.code === "invalid_key" && iss.origin === "record" && iss.path?.length === 1) {
          const k = String(iss.path[0]);
          if (!keyIssues.has(k)) keyIssues.set(k, iss);
          keys = [k];
        } else return !1;
        for (const k of keys) {
          if (!unrecKeys.has(k)) unrecKeys.set(k, {});
          unrecKeys.get(k)[side] = !0;
        }
        return !0;
      };
    for (const iss of left.issues) if (!collect(iss, "l")) result.issues.push(iss);
    for (const iss of right.issues) if (!collect(iss, "r")) result.issues.push(iss);
    const bothKeys = [...unrecKeys].filter(([, f]) => f.l && f.r).map(([k]) => k);
    if (bothKeys.length) {
      const aggregated = unrecIssue ? bothKeys.filter((k) => unrecIssue.keys.includes(k)) : [];
      if (aggregated.length) result.issues.push({ ...unrecIssue, keys: aggregated });
      for (const k of bothKeys)
        if (!aggregated.includes(k) && keyIssues.has(k)) result.issues.push(keyIssues.get(k));
    }
    const merged = mergeValues(left.value, right.value);
    if (!merged.valid) {
      if (aborted(result)) return result;
      throw Error(`Unmergable intersection. Error path: ${JSON.stringify(merged.mergeErrorPath)}`);
    }
    return ((result.value = merged.data), result);
  }
  var $ZodRecord = $constructor("$ZodRecord", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = globalConfig.memoizer;
    memo?.attach(inst),
      (inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!isPlainObject(input))
          return (payload.issues.push({ expected: "record", code: "invalid_type", input, inst }), payload);
        const proms = [],
          values = def.keyType._zod.values;
        if (values && !def.partial) {
          payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
          const recordKeys = new Set();
          for (const key of values)
            if (typeof key === "string" || typeof key === "number" || typeof key === "symbol") {
              if ((recordKeys.add(typeof key === "number" ? key.toString() : key), key === "__proto__"))
                continue;
              const keyResult = def.keyType._zod.run({ value: key, issues: [] }, ctx);
              if (keyResult instanceof Promise)
                throw Error("Async schemas not supported in object keys currently");
              if (keyResult.issues.length) {
                payload.issues.push({
                  code: "invalid_key",
                  origin: "record",
                  issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
                  input: key,
                  path: [key],
                  inst,
                });
                continue;
              }
              const outKey = keyResult.value;
              if (outKey === "__proto__") continue;
              const result = def.valueType._zod.run({ value: input[key], issues: [] }, ctx);
              if (result instanceof Promise)
                proms.push(
                  result.then((result) => {
                    if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
                    payload.value[outKey] = result.value;
                  }),
                );
              else {
                if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
                payload.value[outKey] = result.value;
              }
            }
          let unrecognized;
          for (const key in input)
            if (!recordKeys.has(key))
              if (def.mode === "loose") {
                if (key === "__proto__") continue;
                payload.value[key] = input[key];
              } else (unrecognized = unrecognized ?? []), unrecognized.push(key);
          if (unrecognized && unrecognized.length > 0)
            payload.issues.push({ code: "unrecognized_keys", input, inst, keys: unrecognized, continue: !0 });
        } else {
          payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
          let unrecognized;
          for (const key of Reflect.ownKeys(input)) {
            if (key === "__proto__") continue;
            if (!Object.prototype.propertyIsEnumerable.call(input, key)) continue;
            let keyResult = def.keyType._zod.run({ value: key, issues: [] }, ctx);
            if (keyResult instanceof Promise)
              throw Error("Async schemas not supported in object keys currently");
            if (typeof key === "string" && number.test(key) && keyResult.issues.length) {
              const retryResult = def.keyType._zod.run({ value: Number(key), issues: [] }, ctx);
              if (retryResult instanceof Promise)
                throw Error("Async schemas not supported in object keys currently");
              if (retryResult.issues.length === 0) keyResult = retryResult;
            }
            if (keyResult.issues.length) {
              if (def.mode === "loose") payload.value[key] = input[key];
              else if (values) (unrecognized = unrecognized ?? []), unrecognized.push(key);
              else
                payload.issues.push({
                  code: "invalid_key",
                  origin: "record",
                  issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
                  input: key,
                  path: [key],
                  inst,
                });
              continue;
            }
            const outKey = keyResult.value;
            if (outKey === "__proto__") continue;
            const result = def.valueType._zod.run({ value: input[key], issues: [] }, ctx);
            if (result instanceof Promise)
              proms.push(
                result.then((result) => {
                  if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
                  payload.value[outKey] = result.value;
                }),
              );
            else {
              if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
              payload.value[outKey] = result.value;
            }
          }
          if (unrecognized && unrecognized.length > 0)
            payload.issues.push({ code: "unrecognized_keys", input, inst, keys: unrecognized, continue: !0 });
        }
        if (proms.length) return Promise.all(proms).then(() => payload);
        return payload;
      });
  });
  var $ZodEnum = $constructor("$ZodEnum", (inst, def) => {
    $ZodType.init(inst, def);
    const values = getEnumValues(def.entries),
      valuesSet = new Set(values);
    (inst._zod.values = valuesSet),
      defineLazyInternal(inst, "pattern", (zod) => {
        const patternValues = getEnumValues(zod.def.entries).filter((k) => propertyKeyTypes.has(typeof k));
        return new RegExp(
          patternValues.length
            ? `^(${patternValues.map((o) => escapeRegex(o.toString())).join("|")})$`
            : "^[^\\s\\S]$",
        );
      }),
      (inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        if (valuesSet.has(input)) return payload;
        return (payload.issues.push({ code: "invalid_value", values, input, inst }), payload);
      });
  });
  var $ZodTransform = $constructor("$ZodTransform", (inst, def) => {
    $ZodType.init(inst, def),
      (inst._zod.optin = "optional"),
      globalConfig.memoizer?.guard(inst),
      (inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") throw new $ZodEncodeError(inst.constructor.name);
        const _out = def.transform(payload.value, payload);
        if (ctx.async)
          return (_out instanceof Promise ? _out : Promise.resolve(_out)).then(
            (output) => ((payload.value = output), payload),
          );
        if (_out instanceof Promise) throw new $ZodAsyncError();
        return ((payload.value = _out), payload);
      });
  });
  function handleOptionalResult(payload, result) {
    return ((payload.value = result.issues.length ? void 0 : result.value), payload);
  }
  var $ZodOptional = $constructor("$ZodOptional", (inst, def) => {
      $ZodType.init(inst, def),
        defineLazyInternal(inst, "optin", (zod) =>
          zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional",
        ),
        (inst._zod.optout = "optional"),
        defineLazyInternal(inst, "values", (zod) => {
          const values = zod.def.innerType._zod.values;
          return values ? new Set([...values, void 0]) : void 0;
        }),
        defineLazyInternal(inst, "pattern", (zod) => {
          const pattern = zod.def.innerType._zod.pattern;
          return pattern ? new RegExp(`^(${cleanRegex(pattern.source)})?$`) : void 0;
        }),
        (inst._zod.parse = (payload, ctx) => {
          if (payload.value === void 0) {
            if (def.innerType._zod.optin !== "defaulted") return payload;
            const result = def.innerType._zod.run({ value: payload.value, issues: [] }, ctx);
            if (result instanceof Promise)
              return result.then((result) => handleOptionalResult(payload, result));
            return handleOptionalResult(payload, result);
          }
          return def.innerType._zod.run(payload, ctx);
        });
    }),
    $ZodExactOptional = $constructor("$ZodExactOptional", (inst, def) => {
      $ZodOptional.init(inst, def),
        defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values),
        defineLazyInternal(inst, "pattern", (zod) => zod.def.innerType._zod.pattern),
        (inst._zod.parse = (payload, ctx) => def.innerType._zod.run(payload, ctx));
    }),
    $ZodNullable = $constructor("$ZodNullable", (inst, def) => {
      $ZodType.init(inst, def),
        defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin),
        defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout),
        defineLazyInternal(inst, "pattern", (zod) => {
          const pattern = zod.def.innerType._zod.pattern;
          return pattern ? new RegExp(`^(${cleanRegex(pattern.source)}|null)$`) : void 0;
        }),
        defineLazyInternal(inst, "values", (zod) =>
          zod.def.innerType._zod.values ? new Set([...zod.def.innerType._zod.values, null]) : void 0,
        ),
        (inst._zod.parse = (payload, ctx) => {
          if (payload.value === null) return payload;
          return def.innerType._zod.run(payload, ctx);
        });
    }),
    $ZodDefault = $constructor("$ZodDefault", (inst, def) => {
      $ZodType.init(inst, def),
        (inst._zod.optin = "defaulted"),
        defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values),
        (inst._zod.parse = (payload, ctx) => {
          if (ctx.direction === "backward") return def.innerType._zod.run(payload, ctx);
          if (payload.value === void 0) return ((payload.value = def.defaultValue), payload);
          const result = def.innerType._zod.run(payload, ctx);
          if (result instanceof Promise) return result.then((result) => handleDefaultResult(result, def));
          return handleDefaultResult(result, def);
        });
    });
  function handleDefaultResult(payload, def) {
    if (payload.value === void 0) payload.value = def.defaultValue;
    return payload;
  }
  var $ZodPrefault = $constructor("$ZodPrefault", (inst, def) => {
      $ZodType.init(inst, def),
        (inst._zod.optin = "defaulted"),
        defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values),
        (inst._zod.parse = (payload, ctx) => {
          if (ctx.direction === "backward") return def.innerType._zod.run(payload, ctx);
          if (payload.value === void 0) payload.value = def.defaultValue;
          return def.innerType._zod.run(payload, ctx);
        });
    }),
    $ZodNonOptional = $constructor("$ZodNonOptional", (inst, def) => {
      $ZodType.init(inst, def),
        defineLazyInternal(inst, "values", (zod) => {
          const v = zod.def.innerType._zod.values;
          return v ? new Set([...v].filter((x) => x !== void 0)) : void 0;
        }),
        (inst._zod.parse = (payload, ctx) => {
          const result = def.innerType._zod.run(payload, ctx);
          if (result instanceof Promise)
            return result.then((result) => handleNonOptionalResult(result, inst));
          return handleNonOptionalResult(result, inst);
        });
    });
  function handleNonOptionalResult(payload, inst) {
    if (!payload.issues.length && payload.value === void 0)
      payload.issues.push({ code: "invalid_type", expected: "nonoptional", input: payload.value, inst });
    return payload;
  }
  function handleCatchResult(payload, result, def, ctx) {
    if (!result.issues.length) {
      if (((payload.value = result.value), result.memo)) payload.memo = !0;
      return payload;
    }
    return (
      (payload.value = def.catchValue({
        ...result,
        value: payload.value,
        error: { issues: result.issues.map((iss) => finalizeIssue(iss, ctx, config())) },
        input: payload.value,
      })),
      payload
    );
  }
  var $ZodCatch = $constructor("$ZodCatch", (inst, def) => {
    $ZodType.init(inst, def),
      defineLazyInternal(inst, "optin", (zod) =>
        zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional",
      ),
      defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout),
      defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values),
      (inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") return def.innerType._zod.run(payload, ctx);
        const result = def.innerType._zod.run({ value: payload.value, issues: [] }, ctx);
        if (result instanceof Promise)
          return result.then((result) => handleCatchResult(payload, result, def, ctx));
        return handleCatchResult(payload, result, def, ctx);
      });
  });
  var $ZodPipe = $constructor("$ZodPipe", (inst, def) => {
    $ZodType.init(inst, def),
      defineLazyInternal(inst, "values", (zod) => zod.def.in._zod.values),
      defineLazyInternal(inst, "optin", (zod) => zod.def.in._zod.optin),
      defineLazyInternal(inst, "optout", (zod) => zod.def.out._zod.optout),
      defineLazyInternal(inst, "propValues", (zod) => zod.def.in._zod.propValues),
      (inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
          const right = def.out._zod.run(payload, ctx);
          if (right instanceof Promise) return right.then((right) => handlePipeResult(right, def.in, ctx));
          return handlePipeResult(right, def.in, ctx);
        }
        const left = def.in._zod.run(payload, ctx);
        if (left instanceof Promise) return left.then((left) => handlePipeResult(left, def.out, ctx));
        return handlePipeResult(left, def.out, ctx);
      });
  });
  function handlePipeResult(left, next, ctx) {
    if (left.issues.some((iss) => iss.code !== "unrecognized_keys")) return ((left.aborted = !0), left);
    return next._zod.run({ value: left.value, issues: left.issues }, ctx);
  }
  var $ZodReadonly = $constructor("$ZodReadonly", (inst, def) => {
    $ZodType.init(inst, def),
      defineLazyInternal(inst, "propValues", (zod) => zod.def.innerType._zod.propValues),
      defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values),
      defineLazyInternal(inst, "optin", (zod) => zod.def.innerType?._zod?.optin),
      defineLazyInternal(inst, "optout", (zod) => zod.def.innerType?._zod?.optout),
      (inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") return def.innerType._zod.run(payload, ctx);
        const result = def.innerType._zod.run(payload, ctx);
        if (result instanceof Promise) return result.then(handleReadonlyResult);
        return handleReadonlyResult(result);
      });
  });
  function handleReadonlyResult(payload) {
    if (!payload.memo) payload.value = Object.freeze(payload.value);
    return payload;
  }
  var $ZodCustom = $constructor("$ZodCustom", (inst, def) => {
    $ZodCheck.init(inst, def),
      $ZodType.init(inst, def),
      (inst._zod.parse = (payload, _) => payload),
      (inst._zod.check = (payload) => {
        const input = payload.value,
          r = def.fn(input);
        if (r instanceof Promise) return r.then((r) => handleRefineResult(r, payload, input, inst));
        handleRefineResult(r, payload, input, inst);
        return;
      });
  });
  function handleRefineResult(result, payload, input, inst) {
    if (!result) {
      const _iss = {
        code: "custom",
        input,
        inst,
        path: [...(inst._zod.def.path ?? [])],
        continue: !inst._zod.def.abort,
      };
      if (inst._zod.def.params) _iss.params = inst._zod.def.params;
      payload.issues.push(issue(_iss));
    }
  }
  class $ZodCyclicError extends Error {
    constructor() {
      super("Cannot parse a reference cycle that closes through a transform");
      this.name = "ZodCyclicError";
    }
  }
  var STATE = "~memo",
    NO_ISSUES = [];
  function isRef(value) {
    return value !== null && typeof value === "object";
  }
  function cloneIssues(issues) {
    return issues.map((iss) => (iss.path ? { ...iss, path: iss.path.slice() } : { ...iss }));
  }
  var recursive = new WeakMap(),
    NONE = 0,
    ASSUMED = 1,
    PROVEN = 2;
  function isRecursive(inst, stack, resolve) {
    const cached = recursive.get(inst);
    if (cached !== void 0) return cached ? PROVEN : NONE;
    if (stack.has(inst)) return PROVEN;
    stack.add(inst);
    let result = NONE,
      check = (child) => {
        if (result !== PROVEN && child?._zod) {
          const answer = isRecursive(child, stack, resolve);
          if (answer > result) result = answer;
        }
      },
      shape = (sh, spread) => {
        let answer = NONE;
        for (const key of Reflect.ownKeys(sh)) {
          const desc = Object.getOwnPropertyDescriptor(sh, key);
          if (spread && !desc.enumerable) continue;
          const child = desc.get
            ? ASSUMED
            : desc.value?._zod
              ? isRecursive(desc.value, stack, resolve)
              : NONE;
          if (child > answer) answer = child;
        }
        return answer;
      },
      merge = (answer) => {
        if (answer > result) result = answer;
      },
      def = inst._zod.def,
      kind = def.type;
    switch (kind) {
      case "object": {
        const raw = rawShape(def);
        merge(raw ? shape(raw, !0) : ASSUMED), check(def.catchall);
        break;
      }
      case "array":
        check(def.element);
        break;
      case "tuple":
        for (const el of def.items) check(el);
        check(def.rest);
        break;
      case "record":
      case "map":
        check(def.keyType), check(def.valueType);
        break;
      case "set":
        check(def.valueType);
        break;
      case "union":
        for (const el of def.options) check(el);
        break;
      case "intersection":
        check(def.left), check(def.right);
        break;
      case "optional":
      case "nullable":
      case "default":
      case "prefault":
      case "catch":
      case "readonly":
      case "nonoptional":
      case "promise":
      case "success":
        check(def.innerType);
        break;
      case "pipe":
        check(def.in), check(def.out);
        break;
      case "function":
        check(def.input), check(def.output);
        break;
      case "lazy": {
        const inner = def._cachedInner ?? (resolve ? inst._zod.innerType : void 0);
        merge(inner ? isRecursive(inner, stack, !1) : ASSUMED);
        break;
      }
      case "template_literal":
      case "string":
      case "number":
      case "int":
      case "boolean":
      case "bigint":
      case "symbol":
      case "undefined":
      case "null":
      case "void":
      case "never":
      case "any":
      case "unknown":
      case "date":
      case "nan":
      case "enum":
      case "literal":
      case "file":
      case "transform":
      case "custom":
        break;
      default:
        for (const key in def) {
          const desc = Object.getOwnPropertyDescriptor(def, key);
          if (!desc || desc.get) continue;
          const value = desc.value;
          if (!value || typeof value !== "object") continue;
          if (value._zod) check(value);
          else if (Array.isArray(value)) for (const el of value) check(el);
        }
    }
    return (stack.delete(inst), settle(inst, result));
  }
  function settle(inst, answer) {
    if (answer !== ASSUMED) recursive.set(inst, answer === PROVEN);
    return answer;
  }
  function bucketFor(state, inst) {
    let bucket = state.buckets.get(inst);
    if (!bucket) (bucket = new WeakMap()), state.buckets.set(inst, bucket);
    return bucket;
  }
  var handoff,
    open = [],
    memo = {
      alloc(_inst, payload, empty) {
        const bucket = handoff;
        if (!bucket) return empty;
        handoff = void 0;
        const entry = { value: empty, issues: null };
        return (bucket.set(payload.value, entry), open.push(entry), empty);
      },
      guard(inst) {
        var _a;
        (_a = inst._zod).deferred ?? (_a.deferred = []),
          inst._zod.deferred.push(() => {
            const base = inst._zod.parse,
              wrapped = (payload, ctx) => {
                if (ctx.direction !== "backward" && isBackEdge(ctx, payload.value))
                  throw new $ZodCyclicError();
                return base(payload, ctx);
              };
            if (((inst._zod.parse = wrapped), inst._zod.run === base)) inst._zod.run = wrapped;
          });
      },
      attach(inst) {
        var _a;
        let isRecursiveInst,
          rechecked = !1,
          lastCtx,
          lastBucket;
        (_a = inst._zod).deferred ?? (_a.deferred = []),
          inst._zod.deferred.push(() => {
            const base = inst._zod.parse,
              wrapped = (payload, ctx) => {
                if (isRecursiveInst === void 0) {
                  const walked = isRecursive(inst, new Set(), !1);
                  if (walked === NONE) {
                    if (((inst._zod.parse = base), inst._zod.run === wrapped)) inst._zod.run = base;
                    return base(payload, ctx);
                  }
                  if (walked === PROVEN || rechecked) isRecursiveInst = !0;
                  else rechecked = !0;
                }
                const input = payload.value;
                if (!isRef(input)) return base(payload, ctx);
                let state = ctx[STATE];
                if (!state) (state = { buckets: new WeakMap(), backEdges: void 0 }), (ctx[STATE] = state);
                let bucket;
                if (lastCtx === ctx) bucket = lastBucket;
                else (bucket = bucketFor(state, inst)), (lastCtx = ctx), (lastBucket = bucket);
                const hit = bucket.get(input);
                if (hit) {
                  if (((payload.value = hit.value), hit.issues)) {
                    if (hit.issues.length) payload.issues.push(...cloneIssues(hit.issues));
                  } else
                    (payload.memo = !0),
                      state.backEdges ?? (state.backEdges = new WeakSet()),
                      state.backEdges.add(hit.value);
                  return payload;
                }
                handoff = bucket;
                const depth = open.length,
                  result = base(payload, ctx);
                handoff = void 0;
                const entry = open.length > depth ? open.pop() : void 0;
                if (result instanceof Promise)
                  return result.then((r) => {
                    if (entry) entry.issues = r.issues.length ? cloneIssues(r.issues) : NO_ISSUES;
                    return r;
                  });
                if (entry) entry.issues = result.issues.length ? cloneIssues(result.issues) : NO_ISSUES;
                return result;
              };
            if (((inst._zod.parse = wrapped), inst._zod.run === base)) inst._zod.run = wrapped;
          });
      },
    };
  function memoizer() {
    return memo;
  }
  function isBackEdge(ctx, value) {
    const backEdges = ctx[STATE]?.backEdges;
    return backEdges !== void 0 && isRef(value) && backEdges.has(value);
  }
  var error = () => {
    const Sizable = {
      string: { unit: "characters", verb: "to have" },
      file: { unit: "bytes", verb: "to have" },
      array: { unit: "items", verb: "to have" },
      set: { unit: "items", verb: "to have" },
      map: { unit: "entries", verb: "to have" },
    };
    function getSizing(origin) {
      return Sizable[origin] ?? null;
    }
    const FormatDictionary = {
        regex: "input",
        email: "email address",
        url: "URL",
        emoji: "emoji",
        uuid: "UUID",
        uuidv4: "UUIDv4",
        uuidv6: "UUIDv6",
        nanoid: "nanoid",
        guid: "GUID",
        cuid: "cuid",
        cuid2: "cuid2",
        ulid: "ULID",
        xid: "XID",
        ksuid: "KSUID",
        datetime: "ISO datetime",
        date: "ISO date",
        time: "ISO time",
        duration: "ISO duration",
        ipv4: "IPv4 address",
        ipv6: "IPv6 address",
        mac: "MAC address",
        cidrv4: "IPv4 range",
        cidrv6: "IPv6 range",
        base64: "base64-encoded string",
        base64url: "base64url-encoded string",
        json_string: "JSON string",
        e164: "E.164 number",
        currency_code: "currency code",
        credit_card: "credit card number",
        iban: "IBAN",
        jwt: "JWT",
        template_literal: "input",
      },
      TypeDictionary = { nan: "NaN" };
    function getTypeName(type, input) {
      if (type === "number" && typeof input === "number" && !Number.isFinite(input)) return String(input);
      return TypeDictionary[type] ?? type;
    }
    return (issue) => {
      switch (issue.code) {
        case "invalid_type": {
          const expected = getTypeName(issue.expected),
            receivedType = parsedType(issue.input),
            received = getTypeName(receivedType, issue.input);
          return `Invalid input: expected ${expected}, received ${received}`;
        }
        case "invalid_value":
          if (issue.values.length === 1)
            return `Invalid input: expected ${stringifyPrimitive(issue.values[0])}`;
          return `Invalid option: expected one of ${joinValues(issue.values, "|")}`;
        case "too_big": {
          const adj = issue.exact ? "exactly " : issue.inclusive ? "<=" : "<",
            sizing = getSizing(issue.origin);
          if (sizing)
            return `Too big: expected ${issue.origin ?? "value"} to have ${adj}${issue.maximum.toString()} ${sizing.unit ?? "elements"}`;
          return `Too big: expected ${issue.origin ?? "value"} to be ${adj}${issue.maximum.toString()}`;
        }
        case "too_small": {
          const adj = issue.exact ? "exactly " : issue.inclusive ? ">=" : ">",
            sizing = getSizing(issue.origin);
          if (sizing)
            return `Too small: expected ${issue.origin} to have ${adj}${issue.minimum.toString()} ${sizing.unit}`;
          return `Too small: expected ${issue.origin} to be ${adj}${issue.minimum.toString()}`;
        }
        case "invalid_format": {
          const _issue = issue;
          if (_issue.format === "starts_with") return `Invalid string: must start with "${_issue.prefix}"`;
          if (_issue.format === "ends_with") return `Invalid string: must end with "${_issue.suffix}"`;
          if (_issue.format === "includes") return `Invalid string: must include "${_issue.includes}"`;
          if (_issue.format === "regex") return `Invalid string: must match pattern ${_issue.pattern}`;
          return `Invalid ${FormatDictionary[_issue.format] ?? issue.format}`;
        }
        case "not_multiple_of":
          return `Invalid number: must be a multiple of ${issue.divisor}`;
        case "unrecognized_keys":
          return `Unrecognized key${issue.keys.length > 1 ? "s" : ""}: ${joinValues(issue.keys, ", ")}`;
        case "invalid_key":
          return `Invalid key in ${issue.origin}`;
        case "invalid_union":
          if (issue.options && Array.isArray(issue.options) && issue.options.length > 0)
            return `Invalid discriminator value. Expected ${issue.options.map((o) => `'${o}'`).join(" | ")}`;
          if (issue.inclusive === !1) return "Invalid input: more than one option matched";
          return "Invalid input";
        case "invalid_element":
          return `Invalid value in ${issue.origin}`;
        default:
          return "Invalid input";
      }
    };
  };
  function en_default() {
    return { localeError: error() };
  }
  var _a2;
  class $ZodRegistry {
    constructor() {
      (this._map = new WeakMap()), (this._idmap = new Map());
    }
    add(schema, ..._meta) {
      const meta = _meta[0];
      if ((this._map.set(schema, meta), meta && typeof meta === "object" && "id" in meta))
        this._idmap.set(meta.id, schema);
      return this;
    }
    clear() {
      return ((this._map = new WeakMap()), (this._idmap = new Map()), this);
    }
    remove(schema) {
      const meta = this._map.get(schema);
      if (meta && typeof meta === "object" && "id" in meta) this._idmap.delete(meta.id);
      return (this._map.delete(schema), this);
    }
    get(schema) {
      const p = schema._zod.parent;
      if (p) {
        const pm = { ...(this.get(p) ?? {}) };
        delete pm.id;
        const f = { ...pm, ...this._map.get(schema) };
        return Object.keys(f).length ? f : void 0;
      }
      return this._map.get(schema);
    }
    has(schema) {
      return this._map.has(schema);
    }
  }
  function registry() {
    return new $ZodRegistry();
  }
  (_a2 = globalThis).__zod_globalRegistry ?? (_a2.__zod_globalRegistry = registry());
  var globalRegistry = globalThis.__zod_globalRegistry;
  function snapshotChecks(def) {
    if (def.checks) def.checks = [...def.checks];
    return def;
  }
  function _string(Class, params) {
    return new Class(snapshotChecks({ type: "string", ...normalizeParams(params) }));
  }
  function _email(Class, params) {
    return new Class({
      type: "string",
      format: "email",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _guid(Class, params) {
    return new Class({
      type: "string",
      format: "guid",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _uuid(Class, params) {
    return new Class({
      type: "string",
      format: "uuid",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _uuidv4(Class, params) {
    return new Class({
      type: "string",
      format: "uuid",
      check: "string_format",
      abort: !1,
      version: "v4",
      ...normalizeParams(params),
    });
  }
  function _uuidv6(Class, params) {
    return new Class({
      type: "string",
      format: "uuid",
      check: "string_format",
      abort: !1,
      version: "v6",
      ...normalizeParams(params),
    });
  }
  function _uuidv7(Class, params) {
    return new Class({
      type: "string",
      format: "uuid",
      check: "string_format",
      abort: !1,
      version: "v7",
      ...normalizeParams(params),
    });
  }
  function _url(Class, params) {
    return new Class({
      type: "string",
      format: "url",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _emoji2(Class, params) {
    return new Class({
      type: "string",
      format: "emoji",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _nanoid(Class, params) {
    return new Class({
      type: "string",
      format: "nanoid",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _cuid(Class, params) {
    return new Class({
      type: "string",
      format: "cuid",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _cuid2(Class, params) {
    return new Class({
      type: "string",
      format: "cuid2",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _ulid(Class, params) {
    return new Class({
      type: "string",
      format: "ulid",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _xid(Class, params) {
    return new Class({
      type: "string",
      format: "xid",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _ksuid(Class, params) {
    return new Class({
      type: "string",
      format: "ksuid",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _ipv4(Class, params) {
    return new Class({
      type: "string",
      format: "ipv4",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _ipv6(Class, params) {
    return new Class({
      type: "string",
      format: "ipv6",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _cidrv4(Class, params) {
    return new Class({
      type: "string",
      format: "cidrv4",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _cidrv6(Class, params) {
    return new Class({
      type: "string",
      format: "cidrv6",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _base64(Class, params) {
    return new Class({
      type: "string",
      format: "base64",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _base64url(Class, params) {
    return new Class({
      type: "string",
      format: "base64url",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _e164(Class, params) {
    return new Class({
      type: "string",
      format: "e164",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _jwt(Class, params) {
    return new Class({
      type: "string",
      format: "jwt",
      check: "string_format",
      abort: !1,
      ...normalizeParams(params),
    });
  }
  function _isoDateTime(Class, params) {
    return new Class({
      type: "string",
      format: "datetime",
      check: "string_format",
      offset: !1,
      local: !1,
      precision: null,
      ...normalizeParams(params),
    });
  }
  function _isoDate(Class, params) {
    return new Class({ type: "string", format: "date", check: "string_format", ...normalizeParams(params) });
  }
  function _isoTime(Class, params) {
    return new Class({
      type: "string",
      format: "time",
      check: "string_format",
      precision: null,
      ...normalizeParams(params),
    });
  }
  function _isoDuration(Class, params) {
    return new Class({
      type: "string",
      format: "duration",
      check: "string_format",
      ...normalizeParams(params),
    });
  }
  function _int(Class, params) {
    return new Class({
      type: "number",
      check: "number_format",
      abort: !1,
      format: "safeint",
      ...normalizeParams(params),
    });
  }
  function _unknown(Class) {
    return new Class({ type: "unknown" });
  }
  function _never(Class, params) {
    return new Class({ type: "never", ...normalizeParams(params) });
  }
  function _lt(value, params) {
    return new $ZodCheckLessThan({ check: "less_than", ...normalizeParams(params), value, inclusive: !1 });
  }
  function _lte(value, params) {
    return new $ZodCheckLessThan({ check: "less_than", ...normalizeParams(params), value, inclusive: !0 });
  }
  function _gt(value, params) {
    return new $ZodCheckGreaterThan({
      check: "greater_than",
      ...normalizeParams(params),
      value,
      inclusive: !1,
    });
  }
  function _gte(value, params) {
    return new $ZodCheckGreaterThan({
      check: "greater_than",
      ...normalizeParams(params),
      value,
      inclusive: !0,
    });
  }
  function _multipleOf(value, params) {
    return new $ZodCheckMultipleOf({ check: "multiple_of", ...normalizeParams(params), value });
  }
  function _maxLength(maximum, params) {
    return new $ZodCheckMaxLength({ check: "max_length", ...normalizeParams(params), maximum });
  }
  function _minLength(minimum, params) {
    return new $ZodCheckMinLength({ check: "min_length", ...normalizeParams(params), minimum });
  }
  function _length(length, params) {
    return new $ZodCheckLengthEquals({ check: "length_equals", ...normalizeParams(params), length });
  }
  function _regex(pattern, params) {
    return new $ZodCheckRegex({
      check: "string_format",
      format: "regex",
      ...normalizeParams(params),
      pattern,
    });
  }
  function _lowercase(params) {
    return new $ZodCheckLowerCase({
      check: "string_format",
      format: "lowercase",
      ...normalizeParams(params),
    });
  }
  function _uppercase(params) {
    return new $ZodCheckUpperCase({
      check: "string_format",
      format: "uppercase",
      ...normalizeParams(params),
    });
  }
  function _includes(includes, params) {
    return new $ZodCheckIncludes({
      check: "string_format",
      format: "includes",
      ...normalizeParams(params),
      includes,
    });
  }
  function _startsWith(prefix, params) {
    return new $ZodCheckStartsWith({
      check: "string_format",
      format: "starts_with",
      ...normalizeParams(params),
      prefix,
    });
  }
  function _endsWith(suffix, params) {
    return new $ZodCheckEndsWith({
      check: "string_format",
      format: "ends_with",
      ...normalizeParams(params),
      suffix,
    });
  }
  function _overwrite(tx) {
    return new $ZodCheckOverwrite({ check: "overwrite", tx });
  }
  function _normalize(form) {
    return _overwrite((input) => input.normalize(form));
  }
  function _trim() {
    return _overwrite((input) => input.trim());
  }
  function _toLowerCase() {
    return _overwrite((input) => input.toLowerCase());
  }
  function _toUpperCase() {
    return _overwrite((input) => input.toUpperCase());
  }
  function _slugify() {
    return _overwrite((input) => slugify(input));
  }
  function _array(Class, element, params) {
    return new Class({ type: "array", element, ...normalizeParams(params) });
  }
  function _refine(Class, fn, _params) {
    return new Class({ type: "custom", check: "custom", fn, ...normalizeParams(_params) });
  }
  function _superRefine(fn, params) {
    const ch = _check(
      (payload) => (
        (payload.addIssue = (issue2) => {
          if (typeof issue2 === "string") payload.issues.push(issue(issue2, payload.value, ch._zod.def));
          else {
            const _issue = issue2;
            if (_issue.fatal) _issue.continue = !1;
            if ((_issue.code ?? (_issue.code = "custom"), !("input" in _issue))) _issue.input = payload.value;
            _issue.inst ?? (_issue.inst = ch),
              _issue.continue ?? (_issue.continue = !ch._zod.def.abort),
              payload.issues.push(issue(_issue));
          }
        }),
        fn(payload.value, payload)
      ),
      params,
    );
    return ch;
  }
  function _check(fn, params) {
    const ch = new $ZodCheck({ check: "custom", ...normalizeParams(params) });
    return ((ch._zod.check = fn), ch);
  }
  function assignProps(target, ...sources) {
    for (const source of sources)
      for (const key of Reflect.ownKeys(source))
        if (Object.prototype.propertyIsEnumerable.call(source, key)) assignProp(target, key, source[key]);
    return target;
  }
  function initializeContext(params) {
    let target = params?.target ?? "draft-2020-12";
    if (target === "draft-4") target = "draft-04";
    if (target === "draft-7") target = "draft-07";
    return {
      processors: params.processors ?? {},
      metadataRegistry: params?.metadata ?? globalRegistry,
      target,
      unrepresentable: params?.unrepresentable ?? "throw",
      override: params?.override ?? (() => {}),
      io: params?.io ?? "output",
      counter: 0,
      seen: new Map(),
      sharedDefsExtractedFor: void 0,
      sharedEmitDoneFor: void 0,
      cycles: params?.cycles ?? "ref",
      reused: params?.reused ?? "inline",
      intersections: [],
      deferred: [],
      external: params?.external ?? void 0,
    };
  }
  function handleUnrepresentable(schema, ctx, json, params, message) {
    const result =
      typeof ctx.unrepresentable === "function"
        ? ctx.unrepresentable({ zodSchema: schema, path: params.path, message })
        : ctx.unrepresentable;
    if (result === "any") return !1;
    if (result === void 0 || result === "throw") throw Error(message);
    return (Object.assign(json, result), !0);
  }
  function processSchema(schema, ctx, _params = { path: [], schemaPath: [] }) {
    var _a;
    const def = schema._zod.def,
      seen = ctx.seen.get(schema);
    if (seen) {
      if ((seen.count++, _params.schemaPath.includes(schema))) seen.cycle = _params.path;
      return seen.schema;
    }
    const result = { schema: {}, count: 1, cycle: void 0, path: _params.path };
    ctx.seen.set(schema, result), (ctx.sharedDefsExtractedFor = void 0), (ctx.sharedEmitDoneFor = void 0);
    const overrideSchema = schema._zod.toJSONSchema?.();
    if (overrideSchema) result.schema = overrideSchema;
    else {
      const params = { ..._params, schemaPath: [..._params.schemaPath, schema], path: _params.path };
      if (schema._zod.processJSONSchema) schema._zod.processJSONSchema(ctx, result.schema, params);
      else {
        const _json = result.schema,
          processor = ctx.processors[def.type];
        if (!processor) throw Error(`[toJSONSchema]: Non-representable type encountered: ${def.type}`);
        processor(schema, ctx, _json, params);
      }
      const parent = schema._zod.parent;
      if (parent) {
        if (!result.ref) result.ref = parent;
        processSchema(parent, ctx, params), (ctx.seen.get(parent).isParent = !0);
      }
    }
    const meta = ctx.metadataRegistry.get(schema);
    if (meta) assignProps(result.schema, meta);
    if (ctx.io === "input" && isTransforming(schema))
      delete result.schema.examples, delete result.schema.default;
    if (ctx.io === "input" && "_prefault" in result.schema)
      (_a = result.schema).default ?? (_a.default = result.schema._prefault);
    return (delete result.schema._prefault, ctx.seen.get(schema).schema);
  }
  function encodeJSONPointerSegment(segment) {
    return segment.replace(/~/g, "~0").replace(/\//g, "~1");
  }
  function extractDefs(ctx, schema) {
    const root = ctx.seen.get(schema);
    if (!root) throw Error("Unprocessed schema. This is a bug in Zod.");
    if (ctx.external && ctx.sharedDefsExtractedFor === ctx.external) return;
    const idToSchema = new Map();
    for (const entry of ctx.seen.entries()) {
      const id = ctx.metadataRegistry.get(entry[0])?.id;
      if (id) {
        const existing = idToSchema.get(id);
        if (existing && existing !== entry[0])
          throw Error(
            `Duplicate schema id "${id}" detected during JSON Schema conversion. Two different schemas cannot share the same id when converted together.`,
          );
        idToSchema.set(id, entry[0]);
      }
    }
    const makeURI = (entry) => {
        const defsSegment = ctx.target === "draft-2020-12" ? "$defs" : "definitions";
        if (ctx.external) {
          const externalId = ctx.external.registry.get(entry[0])?.id,
            uriGenerator = ctx.external.uri ?? ((id) => id);
          if (externalId) return { ref: uriGenerator(externalId) };
          const id = entry[1].defId ?? entry[1].schema.id ?? `schema${ctx.counter++}`;
          return (
            (entry[1].defId = id),
            { defId: id, ref: `${uriGenerator("__shared")}#/${defsSegment}/${encodeJSONPointerSegment(id)}` }
          );
        }
        const uriPrefix = "#",
          defUriPrefix = `${uriPrefix}/${defsSegment}/`;
        if (entry[1] === root && !entry[1].schema.id) return { ref: uriPrefix };
        const defId = entry[1].schema.id ?? `__schema${ctx.counter++}`;
        return { defId, ref: defUriPrefix + encodeJSONPointerSegment(defId) };
      },
      extractToDef = (entry) => {
        if (entry[1].schema.$ref) return;
        const seen = entry[1],
          { ref, defId } = makeURI(entry);
        if (((seen.def = { ...seen.schema }), defId)) seen.defId = defId;
        const schema = seen.schema;
        for (const key in schema) delete schema[key];
        schema.$ref = ref;
      };
    if (ctx.cycles === "throw")
      for (const entry of ctx.seen.entries()) {
        const seen = entry[1];
        if (seen.cycle)
          throw Error(`Cycle detected: #/${seen.cycle?.join("/")}/<root>

Set the \`cycles\` parameter to \`"ref"\` to resolve cyclical schemas with defs.`);
      }
    for (const entry of ctx.seen.entries()) {
      const seen = entry[1];
      if (schema === entry[0]) {
        extractToDef(entry);
        continue;
      }
      if (ctx.external) {
        const ext = ctx.external.registry.get(entry[0])?.id;
        if (schema !== entry[0] && ext) {
          extractToDef(entry);
          continue;
        }
      }
      if (ctx.metadataRegistry.get(entry[0])?.id) {
        extractToDef(entry);
        continue;
      }
      if (seen.cycle) {
        extractToDef(entry);
        continue;
      }
      if (seen.count > 1) {
        if (ctx.reused === "ref") extractToDef(entry);
      }
    }
    if (ctx.external) ctx.sharedDefsExtractedFor = ctx.external;
  }
  function compactTypeUnion(schema) {
    const options = schema.anyOf;
    if (!Array.isArray(options) || options.length === 0 || schema.type !== void 0) return;
    const types = [];
    for (const option of options) {
      if (!option || typeof option !== "object") return;
      compactTypeUnion(option);
      const keys = Object.keys(option);
      if (keys.length !== 1 || keys[0] !== "type") return;
      const type = option.type;
      for (const member of Array.isArray(type) ? type : [type]) {
        if (typeof member !== "string") return;
        if (!types.includes(member)) types.push(member);
      }
    }
    delete schema.anyOf, (schema.type = types.length === 1 ? types[0] : types);
  }
  var FOLDABLE_KEYS = new Set(["type", "properties", "required", "additionalProperties"]),
    UNION_KEYS = ["oneOf", "anyOf"];
  function undeclaredConstraint(member) {
    const extra = member.additionalProperties;
    if (extra === void 0 || extra === !1 || typeof extra !== "object" || extra === null) return null;
    return Object.keys(extra).length ? extra : null;
  }
  function foldObjects(members) {
    const objects = [];
    for (const member of members) {
      if (typeof member !== "object" || member.type !== "object") return null;
      for (const key in member) if (!FOLDABLE_KEYS.has(key)) return null;
      objects.push(member);
    }
    const properties = {},
      required = new Set();
    for (const object of objects) {
      for (const key in object.properties) {
        if (Object.hasOwn(properties, key)) continue;
        const parts = [];
        for (const other of objects) {
          const part = other.properties?.[key] ?? undeclaredConstraint(other);
          if (part === null || part === void 0) continue;
          if (!parts.some((seen) => JSON.stringify(seen) === JSON.stringify(part))) parts.push(part);
        }
        const merged = parts.length === 1 ? parts[0] : (foldObjects(parts) ?? { allOf: parts });
        assignProp(properties, key, merged);
      }
      for (const key of object.required ?? []) required.add(key);
    }
    const folded = { type: "object", properties };
    if (required.size) folded.required = [...required];
    if (objects.every((object) => object.additionalProperties === !1)) folded.additionalProperties = !1;
    else {
      const constraints = [];
      for (const object of objects) {
        const constraint = undeclaredConstraint(object);
        if (constraint && !constraints.some((seen) => JSON.stringify(seen) === JSON.stringify(constraint)))
          constraints.push(constraint);
      }
      if (constraints.length === 1) folded.additionalProperties = constraints[0];
      else if (constraints.length > 1) folded.additionalProperties = { allOf: constraints };
    }
    return folded;
  }
  function foldIntersection(json) {
    const allOf = json.allOf;
    if (!Array.isArray(allOf) || allOf.length < 2) return;
    for (const key of FOLDABLE_KEYS) if (key in json) return;
    let unions = allOf.filter((m) => UNION_KEYS.some((k) => Array.isArray(m[k]))),
      folded = null;
    if (!unions.length) folded = foldObjects(allOf);
    else {
      const union = unions[0],
        keyword = UNION_KEYS.find((k) => Array.isArray(union[k]));
      if (Object.keys(union).length !== 1) return;
      const rest = allOf.filter((m) => m !== union),
        branches = union[keyword].map((branch) => foldObjects([...rest, branch]));
      if (branches.some((b) => !b)) return;
      folded = { [keyword]: branches };
    }
    if (!folded) return;
    delete json.allOf, assignProps(json, folded);
  }
  function finalize(ctx, schema) {
    const root = ctx.seen.get(schema);
    if (!root) throw Error("Unprocessed schema. This is a bug in Zod.");
    const flattenRef = (zodSchema) => {
      const seen = ctx.seen.get(zodSchema);
      if (seen.ref === null) return;
      const schema = seen.def ?? seen.schema,
        _cached = { ...schema },
        ref = seen.ref;
      if (((seen.ref = null), ref)) {
        flattenRef(ref);
        const refSeen = ctx.seen.get(ref),
          refSchema = refSeen.schema;
        if (
          refSchema.$ref &&
          (ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0")
        )
          (schema.allOf = schema.allOf ?? []), schema.allOf.push(refSchema);
        else assignProps(schema, refSchema);
        if ((assignProps(schema, _cached), zodSchema._zod.parent === ref))
          for (const key in schema) {
            if (key === "$ref" || key === "allOf") continue;
            if (!(key in _cached)) delete schema[key];
          }
        if (refSchema.$ref && refSeen.def)
          for (const key in schema) {
            if (key === "$ref" || key === "allOf") continue;
            if (key in refSeen.def && JSON.stringify(schema[key]) === JSON.stringify(refSeen.def[key]))
              delete schema[key];
          }
      }
      const parent = zodSchema._zod.parent;
      if (parent && parent !== ref) {
        flattenRef(parent);
        const parentSeen = ctx.seen.get(parent);
        if (parentSeen?.schema.$ref) {
          if (((schema.$ref = parentSeen.schema.$ref), parentSeen.def))
            for (const key in schema) {
              if (key === "$ref" || key === "allOf") continue;
              if (
                key in parentSeen.def &&
                JSON.stringify(schema[key]) === JSON.stringify(parentSeen.def[key])
              )
                delete schema[key];
            }
        }
      }
      ctx.override({ zodSchema, jsonSchema: schema, path: seen.path ?? [] });
    };
    if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) {
      for (const entry of [...ctx.seen.entries()].reverse()) flattenRef(entry[0]);
      if (ctx.target !== "openapi-3.0")
        for (const entry of ctx.seen.entries()) compactTypeUnion(entry[1].def ?? entry[1].schema);
      for (const rewrite of ctx.deferred) rewrite();
      if (ctx.intersections.length) {
        const carriers = new Map();
        for (const seen of ctx.seen.values())
          for (const json of [seen.schema, seen.def]) {
            const allOf = json?.allOf;
            if (!Array.isArray(allOf)) continue;
            const existing = carriers.get(allOf);
            if (existing) existing.push(json);
            else carriers.set(allOf, [json]);
          }
        for (const allOf of ctx.intersections)
          for (const json of carriers.get(allOf) ?? []) foldIntersection(json);
      }
    }
    const result = {};
    if (ctx.target === "draft-2020-12") result.$schema = "https://json-schema.org/draft/2020-12/schema";
    else if (ctx.target === "draft-07") result.$schema = "http://json-schema.org/draft-07/schema#";
    else if (ctx.target === "draft-04") result.$schema = "http://json-schema.org/draft-04/schema#";
    else if (ctx.target === "openapi-3.0");
    if (ctx.external?.uri) {
      const id = ctx.external.registry.get(schema)?.id;
      if (!id) throw Error("Schema is missing an `id` property");
      result.$id = ctx.external.uri(id);
    }
    assignProps(result, root.defId ? root.schema : (root.def ?? root.schema));
    const rootMetaId = ctx.metadataRegistry.get(schema)?.id;
    if (rootMetaId !== void 0 && result.id === rootMetaId) delete result.id;
    const defs = ctx.external?.defs ?? {};
    if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external)
      for (const entry of ctx.seen.entries()) {
        const seen = entry[1];
        if (seen.def && seen.defId) {
          if (seen.def.id === seen.defId) delete seen.def.id;
          assignProp(defs, seen.defId, seen.def);
        }
      }
    if (ctx.external) ctx.sharedEmitDoneFor = ctx.external;
    if (ctx.external);
    else if (Object.keys(defs).length > 0)
      if (ctx.target === "draft-2020-12") result.$defs = defs;
      else result.definitions = defs;
    try {
      const finalized = JSON.parse(JSON.stringify(result));
      return (
        Object.defineProperty(finalized, "~standard", {
          value: {
            ...schema["~standard"],
            jsonSchema: {
              input: createStandardJSONSchemaMethod(schema, "input", ctx.processors),
              output: createStandardJSONSchemaMethod(schema, "output", ctx.processors),
            },
          },
          enumerable: !1,
          writable: !1,
        }),
        finalized
      );
    } catch (_err) {
      throw Error("Error converting schema to JSON.");
    }
  }
  function isTransforming(_schema, _ctx) {
    const ctx = _ctx ?? { seen: new Set() };
    if (ctx.seen.has(_schema)) return !1;
    ctx.seen.add(_schema);
    const def = _schema._zod.def;
    if (def.type === "transform") return !0;
    if (def.type === "array") return isTransforming(def.element, ctx);
    if (def.type === "set") return isTransforming(def.valueType, ctx);
    if (def.type === "lazy") return isTransforming(def.getter(), ctx);
    if (
      def.type === "promise" ||
      def.type === "optional" ||
      def.type === "nonoptional" ||
      def.type === "nullable" ||
      def.type === "readonly" ||
      def.type === "default" ||
      def.type === "prefault" ||
      def.type === "catch"
    )
      return isTransforming(def.innerType, ctx);
    if (def.type === "intersection") return isTransforming(def.left, ctx) || isTransforming(def.right, ctx);
    if (def.type === "record" || def.type === "map")
      return isTransforming(def.keyType, ctx) || isTransforming(def.valueType, ctx);
    if (def.type === "pipe") {
      if (_schema._zod.traits.has("$ZodCodec")) return !0;
      return isTransforming(def.in, ctx) || isTransforming(def.out, ctx);
    }
    if (def.type === "object") {
      for (const key in def.shape) if (isTransforming(def.shape[key], ctx)) return !0;
      return !1;
    }
    if (def.type === "union") {
      for (const option of def.options) if (isTransforming(option, ctx)) return !0;
      return !1;
    }
    if (def.type === "tuple") {
      for (const item of def.items) if (isTransforming(item, ctx)) return !0;
      if (def.rest && isTransforming(def.rest, ctx)) return !0;
      return !1;
    }
    return !1;
  }
  var createToJSONSchemaMethod =
      (schema, processors = {}) =>
      (params) => {
        const ctx = initializeContext({ ...params, processors });
        return (processSchema(schema, ctx), extractDefs(ctx, schema), finalize(ctx, schema));
      },
    createStandardJSONSchemaMethod =
      (schema, io, processors = {}) =>
      (params) => {
        const { libraryOptions, target } = params ?? {},
          ctx = initializeContext({ ...(libraryOptions ?? {}), target, io, processors });
        return (processSchema(schema, ctx), extractDefs(ctx, schema), finalize(ctx, schema));
      };
  var narrowMin = (agg, key, value) => {
      if (agg[key] === void 0 || value > agg[key]) agg[key] = value;
    },
    narrowMax = (agg, key, value) => {
      if (agg[key] === void 0 || value < agg[key]) agg[key] = value;
    },
    narrowBoth = (agg, value) => {
      narrowMin(agg, "minimum", value), narrowMax(agg, "maximum", value);
    },
    addDivisor = (agg, value) => {
      if ((agg.multipleOf ?? (agg.multipleOf = []), !agg.multipleOf.includes(value)))
        agg.multipleOf.push(value);
    },
    addPattern = (agg, pattern) => {
      agg.patterns ?? (agg.patterns = new Set()), agg.patterns.add(pattern);
    },
    intersectMime = (agg, mime) => {
      agg.mime = agg.mime ? agg.mime.filter((m) => mime.includes(m)) : [...mime];
    },
    setFormat = (agg, format) => {
      if (((agg.format = format), format.includes("int"))) agg.isInt = !0;
    },
    minContributor = (agg, def) => narrowMin(agg, "minimum", def.minimum),
    maxContributor = (agg, def) => narrowMax(agg, "maximum", def.maximum),
    formatContributor = (ranges) => (agg, def) => {
      setFormat(agg, def.format);
      const [minimum, maximum] = ranges[def.format];
      narrowMin(agg, "minimum", minimum), narrowMax(agg, "maximum", maximum);
    },
    contributors = {
      greater_than: (agg, def) => narrowMin(agg, def.inclusive ? "minimum" : "exclusiveMinimum", def.value),
      less_than: (agg, def) => narrowMax(agg, def.inclusive ? "maximum" : "exclusiveMaximum", def.value),
      multiple_of: (agg, def) => addDivisor(agg, def.value),
      number_format: formatContributor(NUMBER_FORMAT_RANGES),
      bigint_format: formatContributor(BIGINT_FORMAT_RANGES),
      min_length: minContributor,
      max_length: maxContributor,
      length_equals: (agg, def) => narrowBoth(agg, def.length),
      min_size: minContributor,
      max_size: maxContributor,
      size_equals: (agg, def) => narrowBoth(agg, def.size),
      string_format: (agg, def) => {
        if ((setFormat(agg, def.format), def.pattern)) addPattern(agg, def.pattern);
        if (def.format === "base64" || def.format === "base64url") agg.contentEncoding = def.format;
        if (def.local || def.precision === -1) agg.laxFormat = !0;
      },
      mime_type: (agg, def) => intersectMime(agg, def.mime),
    };
  function aggregateChecks(schema) {
    const agg = {},
      def = schema._zod.def,
      list = schema._zod.traits.has("$ZodCheck") ? [schema, ...(def.checks ?? [])] : (def.checks ?? []);
    for (const ch of list) contributors[ch._zod.def.check]?.(agg, ch._zod.def);
    const bag = schema._zod.bag;
    if (bag.minimum !== void 0) narrowMin(agg, "minimum", bag.minimum);
    if (bag.exclusiveMinimum !== void 0) narrowMin(agg, "exclusiveMinimum", bag.exclusiveMinimum);
    if (bag.maximum !== void 0) narrowMax(agg, "maximum", bag.maximum);
    if (bag.exclusiveMaximum !== void 0) narrowMax(agg, "exclusiveMaximum", bag.exclusiveMaximum);
    if (bag.multipleOf !== void 0) addDivisor(agg, bag.multipleOf);
    if (bag.format !== void 0) {
      if ((agg.format ?? (agg.format = bag.format), bag.format.includes("int"))) agg.isInt = !0;
    }
    if (bag.mime) intersectMime(agg, bag.mime);
    for (const pattern of bag.patterns ?? []) addPattern(agg, pattern);
    return agg;
  }
  var formatMap = { guid: "uuid", url: "uri", datetime: "date-time", json_string: "json-string", regex: "" },
    exactPatterns = new Map([
      [base64Charset, base64],
      [base64urlCharset, base64url],
    ]),
    exactPattern = (p) => exactPatterns.get(p) ?? p,
    stringProcessor = (schema, ctx, _json, _params) => {
      const json = _json;
      json.type = "string";
      const { minimum, maximum, format, patterns, contentEncoding, laxFormat } = aggregateChecks(schema);
      if (typeof minimum === "number") json.minLength = minimum;
      if (typeof maximum === "number") json.maxLength = maximum;
      if (format) {
        if (((json.format = formatMap[format] ?? format), json.format === "")) delete json.format;
        if (format === "time" || laxFormat) delete json.format;
      }
      if (contentEncoding) json.contentEncoding = contentEncoding;
      if (patterns && patterns.size > 0) {
        const patternList = [...patterns].map(exactPattern);
        if (patternList.length === 1) json.pattern = patternList[0].source;
        else if (patternList.length > 1)
          json.allOf = [
            ...patternList.map((regex) => ({
              ...(ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0"
                ? { type: "string" }
                : {}),
              pattern: regex.source,
            })),
          ];
      }
    },
    numberProcessor = (schema, ctx, _json, params) => {
      const json = _json,
        { minimum, maximum, multipleOf, exclusiveMaximum, exclusiveMinimum, isInt } = aggregateChecks(schema);
      json.type = isInt ? "integer" : "number";
      const exMin =
          typeof exclusiveMinimum === "number" && exclusiveMinimum >= (minimum ?? Number.NEGATIVE_INFINITY),
        exMax =
          typeof exclusiveMaximum === "number" && exclusiveMaximum <= (maximum ?? Number.POSITIVE_INFINITY),
        legacy = ctx.target === "draft-04" || ctx.target === "openapi-3.0";
      if (exMin)
        if (legacy) (json.minimum = exclusiveMinimum), (json.exclusiveMinimum = !0);
        else json.exclusiveMinimum = exclusiveMinimum;
      else if (typeof minimum === "number") json.minimum = minimum;
      if (exMax)
        if (legacy) (json.maximum = exclusiveMaximum), (json.exclusiveMaximum = !0);
        else json.exclusiveMaximum = exclusiveMaximum;
      else if (typeof maximum === "number") json.maximum = maximum;
      if (multipleOf) {
        const divisors = new Set();
        for (const divisor of multipleOf)
          if (Number.isFinite(divisor) && divisor !== 0) divisors.add(Math.abs(divisor));
          else
            handleUnrepresentable(
              schema,
              ctx,
              json,
              params,
              `A multipleOf divisor of ${divisor} cannot be represented in JSON Schema`,
            );
        const [first, ...rest] = divisors;
        if (first !== void 0) json.multipleOf = first;
        if (rest.length) json.allOf = [...(json.allOf ?? []), ...rest.map((m) => ({ multipleOf: m }))];
      }
    };
  var neverProcessor = (_schema, _ctx, json, _params) => {
    json.not = {};
  };
  var unknownProcessor = (_schema, _ctx, _json, _params) => {};
  var enumProcessor = (schema, _ctx, json, _params) => {
    const def = schema._zod.def,
      values = getEnumValues(def.entries);
    if (values.length === 0) {
      json.not = {};
      return;
    }
    if (values.every((v) => typeof v === "number")) json.type = "number";
    if (values.every((v) => typeof v === "string")) json.type = "string";
    json.enum = values;
  };
  var customProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Custom types cannot be represented in JSON Schema");
  };
  var transformProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Transforms cannot be represented in JSON Schema");
  };
  var arrayProcessor = (schema, ctx, _json, params) => {
    const json = _json,
      def = schema._zod.def,
      { minimum, maximum } = aggregateChecks(schema);
    if (typeof minimum === "number") json.minItems = minimum;
    if (typeof maximum === "number") json.maxItems = maximum;
    (json.type = "array"),
      (json.items = processSchema(def.element, ctx, { ...params, path: [...params.path, "items"] }));
  };
  function inputOptin(schema) {
    const def = schema._zod.def;
    if (def.type === "pipe" && def.in._zod.traits.has("$ZodTransform")) return inputOptin(def.out);
    if (def.type === "catch") return inputOptin(def.innerType);
    return schema._zod.optin;
  }
  var objectProcessor = (schema, ctx, _json, params) => {
      const json = _json,
        def = schema._zod.def,
        shape = def.shape;
      if (
        Object.getOwnPropertySymbols(shape).length &&
        handleUnrepresentable(schema, ctx, json, params, "Symbol keys cannot be represented in JSON Schema")
      )
        return;
      (json.type = "object"), (json.properties = {});
      for (const key in shape)
        assignProp(
          json.properties,
          key,
          processSchema(shape[key], ctx, { ...params, path: [...params.path, "properties", key] }),
        );
      const requiredKeys = [];
      for (const key of Object.keys(shape)) {
        const field = def.shape[key];
        if (ctx.io === "input" ? inputOptin(field) === void 0 : field._zod.optout === void 0)
          requiredKeys.push(key);
      }
      if (requiredKeys.length > 0) json.required = requiredKeys;
      if (def.catchall?._zod.def.type === "never") json.additionalProperties = !1;
      else if (!def.catchall) {
        if (ctx.io === "output") json.additionalProperties = !1;
      } else if (def.catchall)
        json.additionalProperties = processSchema(def.catchall, ctx, {
          ...params,
          path: [...params.path, "additionalProperties"],
        });
    },
    unionProcessor = (schema, ctx, json, params) => {
      const def = schema._zod.def,
        isExclusive = def.inclusive === !1,
        options = def.options.map((x, i) =>
          processSchema(x, ctx, { ...params, path: [...params.path, isExclusive ? "oneOf" : "anyOf", i] }),
        );
      if (isExclusive) json.oneOf = options;
      else json.anyOf = options;
    },
    intersectionProcessor = (schema, ctx, json, params) => {
      const def = schema._zod.def,
        a = processSchema(def.left, ctx, { ...params, path: [...params.path, "allOf", 0] }),
        b = processSchema(def.right, ctx, { ...params, path: [...params.path, "allOf", 1] }),
        isSimpleIntersection = (val) => "allOf" in val && Object.keys(val).length === 1,
        allOf = [...(isSimpleIntersection(a) ? a.allOf : [a]), ...(isSimpleIntersection(b) ? b.allOf : [b])];
      (json.allOf = allOf), ctx.intersections.push(allOf);
    };
  function stringifyKeyNames(bySchema, json, visited) {
    if (json.$ref) {
      if (visited.has(json)) return json;
      visited.add(json);
      const def = bySchema.get(json)?.def;
      if (!def) return json;
      const inlined = stringifyKeyNames(bySchema, def, visited);
      return inlined === def ? json : inlined;
    }
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = json[keyword];
      if (!Array.isArray(branches)) continue;
      const mapped = branches.map((branch) => stringifyKeyNames(bySchema, branch, visited));
      if (mapped.some((branch, i) => branch !== branches[i])) json = { ...json, [keyword]: mapped };
    }
    const types = Array.isArray(json.type) ? json.type : [json.type],
      numericType = !types.includes("string") && types.some((t) => t === "number" || t === "integer"),
      values = json.enum ?? (json.const !== void 0 ? [json.const] : void 0);
    if (!numericType && !values?.some((v) => typeof v === "number")) return json;
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format, id, ...rest } = json;
    if (rest.enum) rest.enum = rest.enum.map((v) => (typeof v === "number" ? String(v) : v));
    else if (typeof rest.const === "number") rest.const = String(rest.const);
    if (!numericType) return rest;
    if (((rest.type = "string"), !values))
      rest.pattern = (types.includes("number") ? number : integer).source;
    return rest;
  }
  var pendingRecords = new WeakMap();
  function rewriteKeyNames(ctx) {
    const bySchema = new Map();
    for (const entry of ctx.seen.values())
      if (entry.def && !bySchema.has(entry.schema)) bySchema.set(entry.schema, entry);
    const rewrites = new Map();
    for (const record of pendingRecords.get(ctx) ?? []) {
      const seen = ctx.seen.get(record),
        names = (seen?.def ?? seen?.schema)?.propertyNames;
      if (!names || names === !0 || rewrites.has(names)) continue;
      const rewritten = stringifyKeyNames(bySchema, names, new Set());
      if (rewritten !== names) rewrites.set(names, rewritten);
    }
    if (!rewrites.size) return;
    for (const entry of ctx.seen.values())
      for (const carrier of [entry.schema, entry.def]) {
        const rewritten = carrier && rewrites.get(carrier.propertyNames);
        if (rewritten) carrier.propertyNames = rewritten;
      }
  }
  var recordProcessor = (schema, ctx, _json, params) => {
      const json = _json,
        def = schema._zod.def;
      json.type = "object";
      const keyType = def.keyType,
        patterns = aggregateChecks(keyType).patterns;
      if (def.mode === "loose" && patterns && patterns.size > 0) {
        const valueSchema = processSchema(def.valueType, ctx, {
          ...params,
          path: [...params.path, "patternProperties", "*"],
        });
        json.patternProperties = {};
        for (const pattern of patterns)
          assignProp(json.patternProperties, exactPattern(pattern).source, valueSchema);
      } else {
        if (ctx.target === "draft-07" || ctx.target === "draft-2020-12") {
          json.propertyNames = processSchema(def.keyType, ctx, {
            ...params,
            path: [...params.path, "propertyNames"],
          });
          let pending = pendingRecords.get(ctx);
          if (!pending)
            (pending = []), pendingRecords.set(ctx, pending), ctx.deferred.push(() => rewriteKeyNames(ctx));
          pending.push(schema);
        }
        json.additionalProperties = processSchema(def.valueType, ctx, {
          ...params,
          path: [...params.path, "additionalProperties"],
        });
      }
      const keyValues = keyType._zod.values,
        omittableOnInput = ctx.io === "input" && inputOptin(def.valueType) !== void 0;
      if (keyValues && !def.partial && !omittableOnInput) {
        const validKeyValues = [...keyValues].filter((v) => typeof v === "string" || typeof v === "number");
        if (validKeyValues.length > 0) json.required = validKeyValues.map(String);
      }
    },
    nullableProcessor = (schema, ctx, json, params) => {
      const def = schema._zod.def,
        inner = processSchema(def.innerType, ctx, params),
        seen = ctx.seen.get(schema);
      if (ctx.target === "openapi-3.0") (seen.ref = def.innerType), (json.nullable = !0);
      else json.anyOf = [inner, { type: "null" }];
    },
    nonoptionalProcessor = (schema, ctx, _json, params) => {
      const def = schema._zod.def;
      processSchema(def.innerType, ctx, params);
      const seen = ctx.seen.get(schema);
      seen.ref = def.innerType;
    },
    UNREPRESENTABLE_DEFAULT = Symbol();
  function serializeDefaultValue(value, schema, ctx, json, params) {
    let unrepresentable = !1,
      serialized = JSON.stringify(value, (_, val) => {
        if (typeof val !== "bigint") return val;
        return ((unrepresentable = !0), null);
      });
    if (!unrepresentable) return JSON.parse(serialized);
    return (
      handleUnrepresentable(
        schema,
        ctx,
        json,
        params,
        "BigInt defaults cannot be represented in JSON Schema",
      ),
      UNREPRESENTABLE_DEFAULT
    );
  }
  var defaultProcessor = (schema, ctx, json, params) => {
      const def = schema._zod.def;
      processSchema(def.innerType, ctx, params);
      const seen = ctx.seen.get(schema);
      seen.ref = def.innerType;
      const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
      if (value !== UNREPRESENTABLE_DEFAULT) json.default = value;
    },
    prefaultProcessor = (schema, ctx, json, params) => {
      const def = schema._zod.def;
      processSchema(def.innerType, ctx, params);
      const seen = ctx.seen.get(schema);
      if (((seen.ref = def.innerType), ctx.io !== "input")) return;
      const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
      if (value !== UNREPRESENTABLE_DEFAULT) json._prefault = value;
    },
    catchProcessor = (schema, ctx, json, params) => {
      const def = schema._zod.def;
      processSchema(def.innerType, ctx, params);
      const seen = ctx.seen.get(schema);
      seen.ref = def.innerType;
      let catchValue;
      try {
        catchValue = def.catchValue(void 0);
      } catch {
        handleUnrepresentable(
          schema,
          ctx,
          json,
          params,
          "Dynamic catch values are not supported in JSON Schema",
        );
        return;
      }
      json.default = catchValue;
    },
    pipeProcessor = (schema, ctx, _json, params) => {
      const def = schema._zod.def,
        inIsTransform = def.in._zod.traits.has("$ZodTransform"),
        innerType = ctx.io === "input" ? (inIsTransform ? def.out : def.in) : def.out;
      processSchema(innerType, ctx, params);
      const seen = ctx.seen.get(schema);
      seen.ref = innerType;
    },
    readonlyProcessor = (schema, ctx, json, params) => {
      const def = schema._zod.def;
      processSchema(def.innerType, ctx, params);
      const seen = ctx.seen.get(schema);
      (seen.ref = def.innerType), (json.readOnly = !0);
    };
  var optionalProcessor = (schema, ctx, _json, params) => {
    const def = schema._zod.def;
    processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
  };
  var _installedErrorProtos = new WeakSet([Object.prototype, Error.prototype]);
  function _lazyMethod(proto, key, make) {
    Object.defineProperty(proto, key, {
      configurable: !0,
      enumerable: !1,
      get() {
        const value = make(this);
        return (Object.defineProperty(this, key, { value, configurable: !0, writable: !0 }), value);
      },
      set(value) {
        Object.defineProperty(this, key, { value, configurable: !0, writable: !0 });
      },
    });
  }
  var initializer2 = (inst, issues) => {
    $ZodError.init(inst, issues), (inst.name = "ZodError");
    const proto = Object.getPrototypeOf(inst);
    if (_installedErrorProtos.has(proto)) return;
    _installedErrorProtos.add(proto),
      _lazyMethod(proto, "format", (self2) => (mapper) => formatError(self2, mapper)),
      _lazyMethod(proto, "flatten", (self2) => (mapper) => flattenError(self2, mapper)),
      _lazyMethod(proto, "addIssue", (self2) => (issue) => {
        self2.issues.push(issue), (self2.message = JSON.stringify(self2.issues, jsonStringifyReplacer, 2));
      }),
      _lazyMethod(proto, "addIssues", (self2) => (issues) => {
        self2.issues.push(...issues),
          (self2.message = JSON.stringify(self2.issues, jsonStringifyReplacer, 2));
      }),
      Object.defineProperty(proto, "isEmpty", {
        configurable: !0,
        enumerable: !1,
        get() {
          return this.issues.length === 0;
        },
      });
  };
  var ZodRealError = $constructor("ZodError", initializer2, void 0, { Parent: Error });
  var parse3 = _parse(ZodRealError),
    parseAsync = _parseAsync(ZodRealError),
    safeParse = _safeParse(ZodRealError),
    safeParseAsync = _safeParseAsync(ZodRealError),
    encode = _encode(ZodRealError),
    decode = _decode(ZodRealError),
    encodeAsync = _encodeAsync(ZodRealError),
    decodeAsync = _decodeAsync(ZodRealError),
    safeEncode = _safeEncode(ZodRealError),
    safeDecode = _safeDecode(ZodRealError),
    safeEncodeAsync = _safeEncodeAsync(ZodRealError),
    safeDecodeAsync = _safeDecodeAsync(ZodRealError);
  function _ensureDefaultLocale() {
    if (!globalConfig.localeError) config(en_default());
  }
  function _ensureDefaultMemoizer() {
    if (!globalConfig.memoizer) config({ memoizer: memoizer() });
  }
  var ZodType = $constructor(
      "ZodType",
      (inst, def) => (
        _ensureDefaultLocale(), $ZodType.init(inst, def), (inst.def = def), (inst.type = def.type), inst
      ),
      {
        check(...chks) {
          const def = this.def;
          return this.clone(
            mergeDefs(def, {
              checks: [
                ...(def.checks ?? []),
                ...chks.map((ch) =>
                  typeof ch === "function"
                    ? { _zod: { check: ch, def: { check: "custom" }, onattach: [] } }
                    : ch,
                ),
              ],
            }),
            { parent: !0 },
          );
        },
        with(...chks) {
          return this.check(...chks);
        },
        clone(def, params) {
          return clone(this, def, params);
        },
        brand() {
          return this;
        },
        register(reg, meta) {
          return (reg.add(this, meta), this);
        },
        refine(check, params) {
          return this.check(refine(check, params));
        },
        superRefine(refinement, params) {
          return this.check(superRefine(refinement, params));
        },
        overwrite(fn) {
          return this.check(_overwrite(fn));
        },
        optional() {
          return optional(this);
        },
        exactOptional() {
          return exactOptional(this);
        },
        nullable() {
          return nullable(this);
        },
        nullish() {
          return optional(nullable(this));
        },
        nonoptional(params) {
          return nonoptional(this, params);
        },
        array() {
          return array(this);
        },
        or(arg) {
          return union([this, arg]);
        },
        and(arg) {
          return intersection(this, arg);
        },
        transform(tx) {
          return pipe(this, transform(tx));
        },
        default(d) {
          return _default(this, d);
        },
        prefault(d) {
          return prefault(this, d);
        },
        catch(params) {
          return _catch(this, params);
        },
        pipe(target) {
          return pipe(this, target);
        },
        readonly() {
          return readonly(this);
        },
        describe(description) {
          const cl = this.clone();
          return (globalRegistry.add(cl, { description }), cl);
        },
        meta(...args) {
          if (args.length === 0) return globalRegistry.get(this);
          const cl = this.clone();
          return (globalRegistry.add(cl, args[0]), cl);
        },
        isOptional() {
          return this.safeParse(void 0).success;
        },
        isNullable() {
          return this.safeParse(null).success;
        },
        apply(fn, ...args) {
          return args.length === 0 ? fn(this) : fn(this, ...args);
        },
        get "~standard"() {
          return hide(this, "~standard", {
            ...standardProps(this),
            jsonSchema: {
              input: createStandardJSONSchemaMethod(this, "input"),
              output: createStandardJSONSchemaMethod(this, "output"),
            },
          });
        },
        set "~standard"(value) {
          own(this, "~standard", value);
        },
        parse: function _parse(data, params) {
          return parse3(this, data, params, { callee: _parse });
        },
        parseAsync: async function _parseAsync(data, params) {
          return await parseAsync(this, data, params, { callee: _parseAsync });
        },
        safeParse(data, params) {
          return safeParse(this, data, params);
        },
        async safeParseAsync(data, params) {
          return safeParseAsync(this, data, params);
        },
        get spa() {
          return this?.safeParseAsync;
        },
        set spa(value) {
          own(this, "spa", value);
        },
        validate(data, params) {
          return validate(this, data, params);
        },
        validateAsync(data, params) {
          return validateAsync(this, data, params);
        },
        encode: function _encode(data, params) {
          return encode(this, data, params, { callee: _encode });
        },
        decode: function _decode(data, params) {
          return decode(this, data, params, { callee: _decode });
        },
        encodeAsync: async function _encodeAsync(data, params) {
          return await encodeAsync(this, data, params, { callee: _encodeAsync });
        },
        decodeAsync: async function _decodeAsync(data, params) {
          return await decodeAsync(this, data, params, { callee: _decodeAsync });
        },
        safeEncode(data, params) {
          return safeEncode(this, data, params);
        },
        safeDecode(data, params) {
          return safeDecode(this, data, params);
        },
        async safeEncodeAsync(data, params) {
          return safeEncodeAsync(this, data, params);
        },
        async safeDecodeAsync(data, params) {
          return safeDecodeAsync(this, data, params);
        },
        toJSONSchema(params) {
          return createToJSONSchemaMethod(this, {})(params);
        },
        get description() {
          return globalRegistry.get(this)?.description;
        },
        get _def() {
          return this._zod.def;
        },
      },
    ),
    _ZodString = $constructor(
      "_ZodString",
      (inst, def) => {
        $ZodString.init(inst, def),
          ZodType.init(inst, def),
          (inst._zod.processJSONSchema = (ctx, json, params) => stringProcessor(inst, ctx, json, params));
      },
      derived(
        {
          format: (inst) => aggregateChecks(inst).format ?? null,
          minLength: (inst) => aggregateChecks(inst).minimum ?? null,
          maxLength: (inst) => aggregateChecks(inst).maximum ?? null,
        },
        {
          regex(...args) {
            return this.check(_regex(...args));
          },
          includes(...args) {
            return this.check(_includes(...args));
          },
          startsWith(...args) {
            return this.check(_startsWith(...args));
          },
          endsWith(...args) {
            return this.check(_endsWith(...args));
          },
          min(...args) {
            return this.check(_minLength(...args));
          },
          max(...args) {
            return this.check(_maxLength(...args));
          },
          length(...args) {
            return this.check(_length(...args));
          },
          nonempty(...args) {
            return this.check(_minLength(1, ...args));
          },
          lowercase(params) {
            return this.check(_lowercase(params));
          },
          uppercase(params) {
            return this.check(_uppercase(params));
          },
          trim() {
            return this.check(_trim());
          },
          normalize(...args) {
            return this.check(_normalize(...args));
          },
          toLowerCase() {
            return this.check(_toLowerCase());
          },
          toUpperCase() {
            return this.check(_toUpperCase());
          },
          slugify() {
            return this.check(_slugify());
          },
        },
      ),
    ),
    ZodString = $constructor(
      "ZodString",
      (inst, def) => {
        $ZodString.init(inst, def), _ZodString.init(inst, def);
      },
      {
        email(params) {
          return this.check(_email(ZodEmail, params));
        },
        url(params) {
          return this.check(_url(ZodURL, params));
        },
        jwt(params) {
          return this.check(_jwt(ZodJWT, params));
        },
        emoji(params) {
          return this.check(_emoji2(ZodEmoji, params));
        },
        guid(params) {
          return this.check(_guid(ZodGUID, params));
        },
        uuid(params) {
          return this.check(_uuid(ZodUUID, params));
        },
        uuidv4(params) {
          return this.check(_uuidv4(ZodUUID, params));
        },
        uuidv6(params) {
          return this.check(_uuidv6(ZodUUID, params));
        },
        uuidv7(params) {
          return this.check(_uuidv7(ZodUUID, params));
        },
        nanoid(params) {
          return this.check(_nanoid(ZodNanoID, params));
        },
        cuid(params) {
          return this.check(_cuid(ZodCUID, params));
        },
        cuid2(params) {
          return this.check(_cuid2(ZodCUID2, params));
        },
        ulid(params) {
          return this.check(_ulid(ZodULID, params));
        },
        base64(params) {
          return this.check(_base64(ZodBase64, params));
        },
        base64url(params) {
          return this.check(_base64url(ZodBase64URL, params));
        },
        xid(params) {
          return this.check(_xid(ZodXID, params));
        },
        ksuid(params) {
          return this.check(_ksuid(ZodKSUID, params));
        },
        ipv4(params) {
          return this.check(_ipv4(ZodIPv4, params));
        },
        ipv6(params) {
          return this.check(_ipv6(ZodIPv6, params));
        },
        cidrv4(params) {
          return this.check(_cidrv4(ZodCIDRv4, params));
        },
        cidrv6(params) {
          return this.check(_cidrv6(ZodCIDRv6, params));
        },
        e164(params) {
          return this.check(_e164(ZodE164, params));
        },
        datetime(params) {
          return this.check(_isoDateTime(ZodISODateTime, params));
        },
        date(params) {
          return this.check(_isoDate(ZodISODate, params));
        },
        time(params) {
          return this.check(_isoTime(ZodISOTime, params));
        },
        duration(params) {
          return this.check(_isoDuration(ZodISODuration, params));
        },
      },
    );
  function string2(params) {
    return _string(ZodString, params);
  }
  var ZodStringFormat = $constructor("ZodStringFormat", (inst, def) => {
      $ZodStringFormat.init(inst, def), _ZodString.init(inst, def);
    }),
    ZodISODateTime = $constructor("ZodISODateTime", (inst, def) => {
      $ZodISODateTime.init(inst, def), ZodStringFormat.init(inst, def);
    }),
    ZodISODate = $constructor("ZodISODate", (inst, def) => {
      $ZodISODate.init(inst, def), ZodStringFormat.init(inst, def);
    }),
    ZodISOTime = $constructor("ZodISOTime", (inst, def) => {
      $ZodISOTime.init(inst, def), ZodStringFormat.init(inst, def);
    }),
    ZodISODuration = $constructor("ZodISODuration", (inst, def) => {
      $ZodISODuration.init(inst, def), ZodStringFormat.init(inst, def);
    }),
    ZodEmail = $constructor("ZodEmail", (inst, def) => {
      $ZodEmail.init(inst, def), ZodStringFormat.init(inst, def);
    });
  var ZodGUID = $constructor("ZodGUID", (inst, def) => {
    $ZodGUID.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodUUID = $constructor("ZodUUID", (inst, def) => {
    $ZodUUID.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodURL = $constructor("ZodURL", (inst, def) => {
    $ZodURL.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodEmoji = $constructor("ZodEmoji", (inst, def) => {
    $ZodEmoji.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodNanoID = $constructor("ZodNanoID", (inst, def) => {
    $ZodNanoID.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodCUID = $constructor("ZodCUID", (inst, def) => {
    $ZodCUID.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodCUID2 = $constructor("ZodCUID2", (inst, def) => {
    $ZodCUID2.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodULID = $constructor("ZodULID", (inst, def) => {
    $ZodULID.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodXID = $constructor("ZodXID", (inst, def) => {
    $ZodXID.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodKSUID = $constructor("ZodKSUID", (inst, def) => {
    $ZodKSUID.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodIPv4 = $constructor("ZodIPv4", (inst, def) => {
    $ZodIPv4.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodIPv6 = $constructor("ZodIPv6", (inst, def) => {
    $ZodIPv6.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodCIDRv4 = $constructor("ZodCIDRv4", (inst, def) => {
    $ZodCIDRv4.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodCIDRv6 = $constructor("ZodCIDRv6", (inst, def) => {
    $ZodCIDRv6.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodBase64 = $constructor("ZodBase64", (inst, def) => {
    $ZodBase64.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodBase64URL = $constructor("ZodBase64URL", (inst, def) => {
    $ZodBase64URL.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodE164 = $constructor("ZodE164", (inst, def) => {
    $ZodE164.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodJWT = $constructor("ZodJWT", (inst, def) => {
    $ZodJWT.init(inst, def), ZodStringFormat.init(inst, def);
  });
  var ZodNumber = $constructor(
    "ZodNumber",
    (inst, def) => {
      $ZodNumber.init(inst, def),
        ZodType.init(inst, def),
        (inst._zod.processJSONSchema = (ctx, json, params) => numberProcessor(inst, ctx, json, params)),
        (inst.isFinite = !0);
    },
    derived(
      {
        minValue: (inst) => {
          const { minimum, exclusiveMinimum } = aggregateChecks(inst);
          return Math.max(minimum ?? Number.NEGATIVE_INFINITY, exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
        },
        maxValue: (inst) => {
          const { maximum, exclusiveMaximum } = aggregateChecks(inst);
          return Math.min(maximum ?? Number.POSITIVE_INFINITY, exclusiveMaximum ?? Number.POSITIVE_INFINITY);
        },
        isInt: (inst) => {
          const { isInt, multipleOf } = aggregateChecks(inst);
          return !!isInt || !!multipleOf?.some(Number.isSafeInteger);
        },
        format: (inst) => aggregateChecks(inst).format ?? null,
      },
      {
        gt(value, params) {
          return this.check(_gt(value, params));
        },
        gte(value, params) {
          return this.check(_gte(value, params));
        },
        min(value, params) {
          return this.check(_gte(value, params));
        },
        lt(value, params) {
          return this.check(_lt(value, params));
        },
        lte(value, params) {
          return this.check(_lte(value, params));
        },
        max(value, params) {
          return this.check(_lte(value, params));
        },
        int(params) {
          return this.check(int(params));
        },
        safe(params) {
          return this.check(int(params));
        },
        positive(params) {
          return this.check(_gt(0, params));
        },
        nonnegative(params) {
          return this.check(_gte(0, params));
        },
        negative(params) {
          return this.check(_lt(0, params));
        },
        nonpositive(params) {
          return this.check(_lte(0, params));
        },
        multipleOf(value, params) {
          return this.check(_multipleOf(value, params));
        },
        step(value, params) {
          return this.check(_multipleOf(value, params));
        },
        finite() {
          return this;
        },
      },
    ),
  );
  var ZodNumberFormat = $constructor("ZodNumberFormat", (inst, def) => {
    $ZodNumberFormat.init(inst, def), ZodNumber.init(inst, def);
  });
  function int(params) {
    return _int(ZodNumberFormat, params);
  }
  var ZodUnknown = $constructor("ZodUnknown", (inst, def) => {
    $ZodUnknown.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => unknownProcessor(inst, ctx, json, params));
  });
  function unknown() {
    return _unknown(ZodUnknown);
  }
  var ZodNever = $constructor("ZodNever", (inst, def) => {
    $ZodNever.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => neverProcessor(inst, ctx, json, params));
  });
  function never(params) {
    return _never(ZodNever, params);
  }
  var ZodArray = $constructor(
    "ZodArray",
    (inst, def) => {
      _ensureDefaultMemoizer(),
        $ZodArray.init(inst, def),
        ZodType.init(inst, def),
        (inst._zod.processJSONSchema = (ctx, json, params) => arrayProcessor(inst, ctx, json, params)),
        (inst.element = def.element);
    },
    {
      min(n, params) {
        return this.check(_minLength(n, params));
      },
      nonempty(params) {
        return this.check(_minLength(1, params));
      },
      max(n, params) {
        return this.check(_maxLength(n, params));
      },
      length(n, params) {
        return this.check(_length(n, params));
      },
      unwrap() {
        return this.element;
      },
    },
  );
  function array(element, params) {
    return _array(ZodArray, element, params);
  }
  var ZodObject = $constructor(
    "ZodObject",
    (inst, def) => {
      _ensureDefaultMemoizer(),
        $ZodObjectJIT.init(inst, def),
        ZodType.init(inst, def),
        (inst._zod.processJSONSchema = (ctx, json, params) => objectProcessor(inst, ctx, json, params)),
        installLazyProp(inst, "shape", (self2) => self2._zod.def.shape, !1);
    },
    {
      keyof() {
        return _enum(Object.keys(this._zod.def.shape));
      },
      catchall(catchall) {
        return this.clone(mergeDefs(this._zod.def, { catchall }));
      },
      passthrough() {
        return this.clone(mergeDefs(this._zod.def, { catchall: unknown() }));
      },
      loose() {
        return this.clone(mergeDefs(this._zod.def, { catchall: unknown() }));
      },
      strict() {
        return this.clone(mergeDefs(this._zod.def, { catchall: never() }));
      },
      strip() {
        return this.clone(mergeDefs(this._zod.def, { catchall: void 0 }));
      },
      extend(incoming) {
        return extend(this, incoming);
      },
      safeExtend(incoming) {
        return safeExtend(this, incoming);
      },
      merge(other) {
        return merge(this, other);
      },
      pick(mask) {
        return pick(this, mask);
      },
      omit(mask) {
        return omit(this, mask);
      },
      partial(...args) {
        return partial(ZodOptional, this, args[0]);
      },
      exactPartial(...args) {
        return partial(ZodExactOptional, this, args[0], "exactPartial");
      },
      required(...args) {
        return required(ZodNonOptional, this, args[0]);
      },
    },
  );
  function strictObject(shape, params) {
    return new ZodObject({ type: "object", shape, catchall: never(), ...normalizeParams(params) });
  }
  var ZodUnion = $constructor("ZodUnion", (inst, def) => {
    $ZodUnion.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => unionProcessor(inst, ctx, json, params)),
      (inst.options = def.options);
  });
  function union(options, params) {
    return new ZodUnion({ type: "union", options, ...normalizeParams(params) });
  }
  var ZodIntersection = $constructor("ZodIntersection", (inst, def) => {
    $ZodIntersection.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => intersectionProcessor(inst, ctx, json, params));
  });
  function intersection(left, right) {
    return new ZodIntersection({ type: "intersection", left, right });
  }
  var ZodRecord = $constructor("ZodRecord", (inst, def) => {
    _ensureDefaultMemoizer(),
      $ZodRecord.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => recordProcessor(inst, ctx, json, params)),
      (inst.keyType = def.keyType),
      (inst.valueType = def.valueType);
  });
  function record(keyType, valueType, params) {
    if (!valueType || !valueType._zod)
      return new ZodRecord({
        type: "record",
        keyType: string2(),
        valueType: keyType,
        ...normalizeParams(valueType),
      });
    return new ZodRecord({ type: "record", keyType, valueType, ...normalizeParams(params) });
  }
  var ZodEnum = $constructor("ZodEnum", (inst, def) => {
    $ZodEnum.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => enumProcessor(inst, ctx, json, params)),
      (inst.enum = def.entries),
      (inst.options = [...inst._zod.values]);
    const keys = new Set(Object.keys(def.entries));
    (inst.extract = (values, params) => {
      const newEntries = {};
      for (const value of values)
        if (keys.has(value)) newEntries[value] = def.entries[value];
        else throw Error(`Key ${value} not found in enum`);
      return new ZodEnum({ ...def, checks: [], ...normalizeParams(params), entries: newEntries });
    }),
      (inst.exclude = (values, params) => {
        const newEntries = { ...def.entries };
        for (const value of values)
          if (keys.has(value)) delete newEntries[value];
          else throw Error(`Key ${value} not found in enum`);
        return new ZodEnum({ ...def, checks: [], ...normalizeParams(params), entries: newEntries });
      });
  });
  function _enum(values, params) {
    const entries = Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values;
    return new ZodEnum({ type: "enum", entries, ...normalizeParams(params) });
  }
  var ZodTransform = $constructor("ZodTransform", (inst, def) => {
    _ensureDefaultMemoizer(),
      $ZodTransform.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => transformProcessor(inst, ctx, json, params)),
      (inst._zod.parse = (payload, _ctx) => {
        if (_ctx.direction === "backward") throw new $ZodEncodeError(inst.constructor.name);
        payload.addIssue = (issue2) => {
          if (typeof issue2 === "string") payload.issues.push(issue(issue2, payload.value, def));
          else {
            const _issue = issue2;
            if (_issue.fatal) _issue.continue = !1;
            if ((_issue.code ?? (_issue.code = "custom"), !("input" in _issue))) _issue.input = payload.value;
            _issue.inst ?? (_issue.inst = inst), payload.issues.push(issue(_issue));
          }
        };
        const output = def.transform(payload.value, payload);
        if (output instanceof Promise) return output.then((output) => ((payload.value = output), payload));
        return ((payload.value = output), payload);
      });
  });
  function transform(fn) {
    return new ZodTransform({ type: "transform", transform: fn });
  }
  var ZodOptional = $constructor("ZodOptional", (inst, def) => {
    $ZodOptional.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => optionalProcessor(inst, ctx, json, params)),
      (inst.unwrap = () => inst._zod.def.innerType);
  });
  function optional(innerType) {
    return new ZodOptional({ type: "optional", innerType });
  }
  var ZodExactOptional = $constructor("ZodExactOptional", (inst, def) => {
    $ZodExactOptional.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => optionalProcessor(inst, ctx, json, params)),
      (inst.unwrap = () => inst._zod.def.innerType);
  });
  function exactOptional(innerType) {
    return new ZodExactOptional({ type: "optional", innerType });
  }
  var ZodNullable = $constructor("ZodNullable", (inst, def) => {
    $ZodNullable.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => nullableProcessor(inst, ctx, json, params)),
      (inst.unwrap = () => inst._zod.def.innerType);
  });
  function nullable(innerType) {
    return new ZodNullable({ type: "nullable", innerType });
  }
  var ZodDefault = $constructor("ZodDefault", (inst, def) => {
    $ZodDefault.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => defaultProcessor(inst, ctx, json, params)),
      (inst.unwrap = () => inst._zod.def.innerType),
      (inst.removeDefault = inst.unwrap);
  });
  function _default(innerType, defaultValue) {
    return new ZodDefault({
      type: "default",
      innerType,
      get defaultValue() {
        return typeof defaultValue === "function" ? defaultValue() : shallowClone(defaultValue);
      },
    });
  }
  var ZodPrefault = $constructor("ZodPrefault", (inst, def) => {
    $ZodPrefault.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => prefaultProcessor(inst, ctx, json, params)),
      (inst.unwrap = () => inst._zod.def.innerType);
  });
  function prefault(innerType, defaultValue) {
    return new ZodPrefault({
      type: "prefault",
      innerType,
      get defaultValue() {
        return typeof defaultValue === "function" ? defaultValue() : shallowClone(defaultValue);
      },
    });
  }
  var ZodNonOptional = $constructor("ZodNonOptional", (inst, def) => {
    $ZodNonOptional.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => nonoptionalProcessor(inst, ctx, json, params)),
      (inst.unwrap = () => inst._zod.def.innerType);
  });
  function nonoptional(innerType, params) {
    return new ZodNonOptional({ type: "nonoptional", innerType, ...normalizeParams(params) });
  }
  var ZodCatch = $constructor("ZodCatch", (inst, def) => {
    $ZodCatch.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => catchProcessor(inst, ctx, json, params)),
      (inst.unwrap = () => inst._zod.def.innerType),
      (inst.removeCatch = inst.unwrap);
  });
  function _catch(innerType, catchValue) {
    return new ZodCatch({
      type: "catch",
      innerType,
      catchValue: typeof catchValue === "function" ? catchValue : constantCatch(catchValue),
    });
  }
  var ZodPipe = $constructor("ZodPipe", (inst, def) => {
    $ZodPipe.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => pipeProcessor(inst, ctx, json, params)),
      (inst.in = def.in),
      (inst.out = def.out);
  });
  function pipe(in_, out) {
    return new ZodPipe({ type: "pipe", in: in_, out });
  }
  var ZodReadonly = $constructor("ZodReadonly", (inst, def) => {
    $ZodReadonly.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => readonlyProcessor(inst, ctx, json, params)),
      (inst.unwrap = () => inst._zod.def.innerType);
  });
  function readonly(innerType) {
    return new ZodReadonly({ type: "readonly", innerType });
  }
  var ZodCustom = $constructor("ZodCustom", (inst, def) => {
    $ZodCustom.init(inst, def),
      ZodType.init(inst, def),
      (inst._zod.processJSONSchema = (ctx, json, params) => customProcessor(inst, ctx, json, params));
  });
  function refine(fn, _params = {}) {
    return _refine(ZodCustom, fn, _params);
  }
  function superRefine(fn, params) {
    return _superRefine(fn, params);
  }
  var BRAND = Symbol.for("@uncaged/workflow WorkflowError");
  class WorkflowError extends Error {
    static [Symbol.hasInstance](value) {
      return typeof value === "object" && value !== null && BRAND in value;
    }
    [BRAND] = !0;
    code;
    hint;
    details;
    constructor(code, message, more = {}) {
      super(message, more.cause === void 0 ? void 0 : { cause: more.cause });
      (this.name = "WorkflowError"),
        (this.code = code),
        (this.hint = more.hint),
        (this.details = more.details);
    }
    toReport() {
      return {
        code: this.code,
        message: this.message,
        ...(this.hint === void 0 ? {} : { hint: this.hint }),
        ...(this.details === void 0 ? {} : { details: this.details }),
      };
    }
  }
  var LIMITS = {
    roundsMax: 50,
    stepBytes: 1048576,
    journalBytes: 1073741824,
    promptBytes: 1048576,
    depth: 200,
    bundleBytes: 33554432,
    yamlBytes: 1048576,
    commandsMax: 64,
    parallelMax: 4,
    outputBytes: 262144,
    stepsMax: 50,
    errorChars: 16384,
  };
  var positive = int().positive(),
    data2 = record(string2(), unknown()),
    roleSchema = strictObject({ description: string2(), schema: data2.exactOptional() }),
    limitsSchema = strictObject({
      stepTimeoutMs: positive.exactOptional(),
      timeoutMs: positive.exactOptional(),
      maxSteps: positive.exactOptional(),
      stepBytes: positive.exactOptional(),
      journalBytes: positive.exactOptional(),
      maxCommands: positive.max(1e4).exactOptional(),
      maxParallel: positive.max(1000).exactOptional(),
      maxOutputBytes: positive.max(LIMITS.stepBytes).exactOptional(),
    }),
    effectName = string2().regex(
      /^[a-z][a-z0-9-]*\/[a-z][a-zA-Z0-9.-]*@[1-9][0-9]*$/,
      "is not an effect name such as sys/exec@1",
    ),
    descriptorSchema = strictObject({
      description: string2(),
      roles: record(string2().min(1), roleSchema),
      determinism: _enum(["steps", "strict"]).exactOptional(),
      effects: array(effectName).exactOptional(),
      events: data2.exactOptional(),
      key: data2.exactOptional(),
      state: data2.exactOptional(),
      resources: data2.exactOptional(),
      limits: limitsSchema.exactOptional(),
      constraints: data2.exactOptional(),
      concurrency: positive.exactOptional(),
    });
  function parseDescriptor(value) {
    assertPlainData(value, []);
    const parsed = descriptorSchema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw invalid(parsed.error.issues.flatMap(describeIssue));
  }
  function assertPlainData(value, path) {
    if (path.length > LIMITS.depth)
      throw invalid([`${nameOf2(path)}: nested deeper than ${LIMITS.depth} levels`]);
    if (value === null || typeof value === "string" || typeof value === "boolean") return;
    if (typeof value === "number" && Number.isFinite(value)) return;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) assertPlainData(item, [...path, index]);
      return;
    }
    if (!isPlainObject2(value)) throw invalid([`${nameOf2(path)}: is not JSON data`]);
    for (const [key, item] of Object.entries(value)) {
      if (key === "__proto__") throw invalid([`${nameOf2([...path, key])}: this key is not accepted`]);
      assertPlainData(item, [...path, key]);
    }
  }
  function isPlainObject2(value) {
    if (typeof value !== "object" || value === null) return !1;
    const prototype = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null;
  }
  function describeIssue(issue) {
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => `${nameOf2([...issue.path, key])}: unknown key`);
    return [`${nameOf2(issue.path)}: ${issue.message}`];
  }
  function nameOf2(path) {
    return ["descriptor", ...path.map(String)].join(".");
  }
  function invalid(issues) {
    return new WorkflowError("DESCRIPTOR_INVALID", issues.join("; "), { details: { issues } });
  }
  class NotLiteral extends Error {
    node;
    constructor(node, message) {
      super(message);
      this.node = node;
    }
  }
  function readLiteral(node, depth = 0) {
    if (depth > LIMITS.depth) throw new NotLiteral(node, `nested deeper than ${LIMITS.depth} levels`);
    switch (node.type) {
      case "Literal":
        if (node.value === null ? node.raw === "null" : PLAIN.has(typeof node.value)) return node.value;
        throw new NotLiteral(node, `${node.raw} is not JSON data`);
      case "TemplateLiteral":
        if (node.expressions.length === 0) return node.quasis[0]?.value.cooked;
        throw new NotLiteral(node, "a template with expressions is not a literal");
      case "UnaryExpression":
        return readUnary(node.operator, node.argument, node);
      case "ArrayExpression":
        return node.elements.map((element) => {
          if (element === null) throw new NotLiteral(node, "an array with holes is not JSON data");
          return readLiteral(element, depth + 1);
        });
      case "ObjectExpression":
        return readObject(node.properties, depth);
      default:
        throw new NotLiteral(node, `${WORDS[node.type] ?? node.type} is not a literal`);
    }
  }
  var PLAIN = new Set(["string", "number", "boolean"]),
    WORDS = {
      Identifier: "a name",
      CallExpression: "a call",
      NewExpression: "a call",
      MemberExpression: "a property read",
      SpreadElement: "a spread",
      BinaryExpression: "an expression",
      ConditionalExpression: "an expression",
      FunctionExpression: "a function",
      ArrowFunctionExpression: "a function",
    };
  function readUnary(operator, argument, node) {
    const value = argument.type === "Literal" ? argument.value : void 0;
    if (typeof value === "number") {
      if (operator === "-") return -value;
      if (operator === "!") return value === 0;
      if (operator === "void") throw new NotLiteral(node, "undefined is not JSON data");
    }
    throw new NotLiteral(node, `${operator} is not part of a literal`);
  }
  function readObject(properties, depth) {
    const object = {};
    for (const property of properties) {
      if (property.type === "SpreadElement") throw new NotLiteral(property, "a spread is not a literal");
      if (property.computed) throw new NotLiteral(property, "a computed key is not a literal");
      if (property.kind !== "init" || property.method)
        throw new NotLiteral(property, "a method is not JSON data");
      const key = keyOf(property);
      if (key === "__proto__") throw new NotLiteral(property, "the key __proto__ is not accepted");
      if (Object.hasOwn(object, key))
        throw new NotLiteral(property, `the key ${JSON.stringify(key)} is given twice`);
      object[key] = readLiteral(property.value, depth + 1);
    }
    return object;
  }
  function keyOf({ key }) {
    if (key.type === "Identifier") return key.name;
    if (key.type === "Literal" && (typeof key.value === "string" || typeof key.value === "number"))
      return String(key.value);
    throw new NotLiteral(key, "this key is not accepted");
  }
  function readDescriptor(tree, scope) {
    const read = readExportedLiteral(tree, scope, "descriptor");
    if (read.kind === "none") return { descriptor: null, problems: [] };
    if (read.kind === "computed") {
      const message = `the descriptor must be a literal: ${read.message}`;
      return { descriptor: null, problems: [invalid2(read.node, message, BUILD_HINT)] };
    }
    try {
      return { descriptor: parseDescriptor(read.value), problems: [] };
    } catch (error) {
      if (!(error instanceof WorkflowError)) throw error;
      return { descriptor: null, problems: [invalid2(read.node, error.message)] };
    }
  }
  function readExportedLiteral(tree, scope, name) {
    const found = findExport(tree, name);
    if (found === null) return { kind: "none" };
    if (found.kind === "from")
      return { kind: "computed", message: "it comes from another module", node: found.node };
    const values =
        found.kind === "local" ? (scope.valuesOf(found.name) ?? []) : [{ node: found.node, isPart: !1 }],
      [only, second] = values;
    if (only === void 0 || only.isPart)
      return { kind: "computed", message: "it has no plain value", node: found.node };
    if (second !== void 0) return { kind: "computed", message: "it is assigned twice", node: second.node };
    try {
      return { kind: "literal", value: readLiteral(only.node), node: only.node };
    } catch (error) {
      if (!(error instanceof NotLiteral)) throw error;
      return { kind: "computed", message: error.message, node: error.node };
    }
  }
  function invalid2(node, message, hint) {
    return problemAt(startOf(node), message, { code: "DESCRIPTOR_INVALID", hint });
  }
  var import_node_buffer = require("buffer");
  function readSource(bytes) {
    const refused = refuseBytes(bytes);
    if (refused !== null) return { text: null, problems: [refused] };
    const text = new TextDecoder("utf-8", { ignoreBOM: !0 }).decode(bytes);
    return { text, problems: refuseOpening(text) };
  }
  function refuseBytes(bytes) {
    if (bytes.length > LIMITS.bundleBytes)
      return problemAt(
        null,
        `the file has ${bytes.length} bytes; a bundle has at most ${LIMITS.bundleBytes}`,
      );
    if (!import_node_buffer.isUtf8(bytes))
      return problemAt(findBadUtf8(bytes), "the file is not valid UTF-8");
    const nul = bytes.indexOf(0);
    if (nul !== -1) return problemAt(positionOf(bytes.subarray(0, nul)), "the file contains a NUL byte");
    return null;
  }
  function findBadUtf8(bytes) {
    let sound = 0,
      end = bytes.length + 1;
    while (end - sound > 1) {
      const middle = (sound + end) >> 1;
      if (isSoundPrefix(bytes.subarray(0, middle))) sound = middle;
      else end = middle;
    }
    return positionOf(bytes.subarray(0, sound));
  }
  function isSoundPrefix(bytes) {
    try {
      return (new TextDecoder("utf-8", { fatal: !0 }).decode(bytes, { stream: !0 }), !0);
    } catch {
      return !1;
    }
  }
  function positionOf(before) {
    const lines = new TextDecoder("utf-8", { ignoreBOM: !0 }).decode(before, { stream: !0 }).split(`
`);
    return { line: lines.length, column: lines[lines.length - 1].length + 1 };
  }
  function refuseOpening(text) {
    const problems = [],
      start = { line: 1, column: 1 };
    if (text.startsWith("\uFEFF")) problems.push(problemAt(start, "the file starts with a byte order mark"));
    if (text.replace(/^\uFEFF/, "").startsWith("#!"))
      problems.push(problemAt(start, "the file starts with #!; a bundle is a module, not a script"));
    return problems;
  }
  function analyseBundle(bytes) {
    const source = readSource(bytes);
    if (source.text === null) return { problems: source.problems, facts: null };
    const { tree, problems } = parseSource(source.text),
      findings = tree === null ? { problems: [], facts: null } : judgeTree(tree),
      seen = [...source.problems, ...problems, ...findings.problems];
    return {
      problems: (seen.every((problem) => problem.code === "DESCRIPTOR_INVALID")
        ? [...seen, ...askBun(source.text)]
        : seen
      ).sort(byPosition),
      facts: findings.facts,
    };
  }
  function judgeTree(tree) {
    try {
      const scope = findScope(tree),
        code = checkCode(tree, scope),
        { descriptor, problems } = readDescriptor(tree, scope);
      return {
        problems: [...checkDefault(tree, scope), ...code.problems, ...problems],
        facts: {
          readsSteps: code.readsSteps,
          imports: code.imports,
          capabilities: capabilitiesOf(scope),
          descriptor,
        },
      };
    } catch (error) {
      const reason = error instanceof RangeError ? "it is nested too deeply" : String(error);
      return { problems: [problemAt(null, `the code cannot be checked: ${reason}`)], facts: null };
    }
  }
  function byPosition(a, b) {
    return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
  }
  var import_promises2 = require("fs/promises"),
    import_node_path6 = require("path");
  var import_node_path3 = require("path");
  var import_node_path2 = require("path");
  var import_node_path = require("path"),
    import_node_url = require("url");
  var DIST_DIR = folderOf(Bun.main);
  function folderOf(main) {
    const folder = main.slice(0, main.lastIndexOf("/"));
    return folder.endsWith("/bin") ? `${folder.slice(0, -4)}/dist` : folder;
  }
  var OWN_SOURCES =
      DIST_DIR === null
        ? import_node_url.fileURLToPath(
            new URL("../", "file:///work/main/packages/workflow/src/bundle/stable-names.ts"),
          )
        : import_node_path.join(DIST_DIR, "../../workflow/src/"),
    STABLE = "package";
  function namesOfWrapped(code, inputs, folder) {
    const wrapped = inputs
        .map((input) => ({ input, at: code.indexOf(`${JSON.stringify(input)}(`) }))
        .filter(({ input, at }) => at !== -1 && nameOf3(input, folder) !== input)
        .sort((a, b) => a.at - b.at),
      names = new Map(),
      taken = new Map();
    for (const { input } of wrapped) {
      const name = nameOf3(input, folder),
        copies = (taken.get(name) ?? 0) + 1;
      taken.set(name, copies),
        names.set(import_node_path.resolve(folder, input), copies === 1 ? name : `${copies}/${name}`);
    }
    return names;
  }
  function nameOf3(file, folder) {
    if (file.startsWith(`${STABLE}:`)) return file.slice(STABLE.length + 1);
    const inPackage = /.*(?:^|\/)node_modules\/(.+)$/s.exec(file);
    if (inPackage !== null) return inPackage[1];
    const absolute = import_node_path.resolve(folder, file);
    return absolute.startsWith(OWN_SOURCES)
      ? `@uncaged/workflow/src/${absolute.slice(OWN_SOURCES.length).replaceAll(import_node_path.sep, "/")}`
      : file;
  }
  var BUILTIN = "builtin",
    ASKED = Symbol("asked");
  function authorPlugin(names) {
    return {
      name: "uncaged-workflow",
      setup(build) {
        build.onResolve({ filter: /.*/ }, async (args) => {
          if (args.pluginData === ASKED) return;
          return (
            requiredBuiltin(args) ?? (await ownCopy(build, args)) ?? (await stableName(build, args, names))
          );
        }),
          build.onLoad({ filter: /.*/, namespace: BUILTIN }, ({ path }) => ({
            contents: `import builtin from ${JSON.stringify(path)};module.exports=builtin;`,
            loader: "js",
          })),
          build.onLoad({ filter: /.*/, namespace: STABLE }, async ({ pluginData }) => ({
            contents: await Bun.file(pluginData).bytes(),
            loader: "default",
            resolveDir: import_node_path2.dirname(pluginData),
          }));
      },
    };
  }
  function requiredBuiltin({ kind, path }) {
    const builtin = kind === "require-call" ? nodeBuiltin(path) : null;
    return builtin === null ? void 0 : { path: builtin, namespace: BUILTIN };
  }
  async function ownCopy(build, args) {
    if (args.path !== "@uncaged/workflow") return;
    const { errors } = await ask(build, args);
    return errors.length === 0
      ? void 0
      : { path: import_node_path2.join(OWN_SOURCES, "index.ts"), sideEffects: !1 };
  }
  async function stableName(build, args, names) {
    if (names.size === 0 && isPackaged(args.importer)) return;
    const { path, namespace, external, sideEffects } = await ask(build, args);
    if (external || namespace !== "file") return;
    const name = names.get(path);
    if (name !== void 0) return { path: name, namespace: STABLE, pluginData: path, sideEffects };
    return isPackaged(path) ? void 0 : { path, sideEffects };
  }
  function isPackaged(path) {
    return /[\\/]node_modules[\\/]/.test(path) || path.startsWith(OWN_SOURCES);
  }
  function ask(build, { path, importer, namespace, resolveDir, kind, with: attributes }) {
    return build.resolve(path, {
      importer,
      namespace,
      resolveDir,
      kind,
      with: attributes,
      pluginData: ASKED,
    });
  }
  var users = 0;
  async function withEsbuild(work) {
    const esbuild = await loadEsbuild();
    users += 1;
    try {
      return await work(esbuild);
    } finally {
      if (((users -= 1), users === 0)) await esbuild.stop();
    }
  }
  async function loadEsbuild() {
    try {
      return await import("esbuild");
    } catch (error) {
      throw cannotBuildHere(error);
    }
  }
  function explainFailure(error, readName) {
    const { errors } = error;
    if (errors === void 0) return cannotBuildHere(error);
    const lines = errors.map(({ text, location: location2 }) =>
      location2 === null
        ? text
        : `${readName(location2.file)}:${location2.line}:${location2.column + 1}: ${text}`,
    );
    return new WorkflowError(
      "BUNDLE_INVALID",
      lines.join(`
`),
      { cause: error },
    );
  }
  function cannotBuildHere(error) {
    return new WorkflowError(
      "USAGE",
      "this program cannot build: it has no esbuild, which a single-file binary cannot hold",
      { hint: "npm install --global @uncaged/cli-workflow", cause: error },
    );
  }
  async function compileEntry(esbuild, source, folder) {
    try {
      const first = await run(esbuild, source, folder, new Map()),
        names = namesOfWrapped(first.code, Object.keys(first.inputs), folder),
        { code, map } = names.size === 0 ? first : await run(esbuild, source, folder, names);
      return { code: new TextEncoder().encode(code), map: renameSources(map, folder) };
    } catch (error) {
      throw explainFailure(error, (file) => nameOf3(file, folder));
    }
  }
  async function run(esbuild, source, folder, names) {
    const { outputFiles, metafile } = await esbuild.build({
        ...source,
        ...FIXED,
        absWorkingDir: folder,
        outfile: import_node_path3.join(folder, "bundle.esm.js"),
        plugins: [authorPlugin(names)],
      }),
      textOf = (end) => outputFiles.find((file) => file.path.endsWith(end))?.text ?? "";
    return { code: textOf(".js"), map: textOf(".map"), inputs: metafile.inputs };
  }
  var FIXED = {
    bundle: !0,
    format: "esm",
    platform: "node",
    target: "esnext",
    minifyWhitespace: !0,
    minifySyntax: !0,
    treeShaking: !0,
    legalComments: "eof",
    charset: "utf8",
    sourcemap: "external",
    sourcesContent: !0,
    metafile: !0,
    write: !1,
    logLevel: "silent",
    tsconfigRaw: { compilerOptions: { target: "ESNext", useDefineForClassFields: !0 } },
    supported: { decorators: !1 },
  };
  function renameSources(mapText, folder) {
    const map = JSON.parse(mapText);
    return JSON.stringify({ ...map, sources: map.sources.map((source) => nameOf3(source, folder)) });
  }
  var import_promises = require("fs/promises"),
    import_node_os = require("os"),
    import_node_path5 = require("path");
  var import_node_module2 = require("module"),
    import_node_path4 = require("path");
  function mapStack(stack, bundleFile, mapText) {
    const map = readMap(mapText);
    if (map === null) return stack;
    return stack.replace(positionsIn(bundleFile), (whole, line, column) => {
      const origin = map.findEntry(Number(line) - 1, Number(column) - 1);
      if (!("originalSource" in origin) || !origin.originalSource) return whole;
      return `${origin.originalSource}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
    });
  }
  function readMap(mapText) {
    try {
      return new import_node_module2.SourceMap(JSON.parse(mapText));
    } catch {
      return null;
    }
  }
  function positionsIn(bundleFile) {
    const path = RegExp.escape(bundleFile),
      name = RegExp.escape(import_node_path4.basename(bundleFile));
    return new RegExp(
      `(?:file://)?(?:${path}|(?<![^\\s()])(?:[^\\s()]*/)?${name})(?:\\?[^\\s():]*)?:(\\d+):(\\d+)`,
      "g",
    );
  }
  var TIMEOUT_MS = 30000;
  async function evaluateDescriptor(compiled, folder) {
    const dir = await import_promises.mkdtemp(
        import_node_path5.join(import_node_os.tmpdir(), "uncaged-descriptor-"),
      ),
      bundle = import_node_path5.join(dir, "bundle.mjs"),
      answer = import_node_path5.join(dir, "answer.json");
    try {
      await Bun.write(bundle, compiled.code);
      const child = Bun.spawn([process.execPath, ...FLAGS, "-e", SCRIPT, bundle, answer], {
        cwd: folder,
        stdio: ["ignore", "ignore", "ignore"],
        timeout: TIMEOUT_MS,
        killSignal: "SIGKILL",
      });
      await child.exited;
      const file = Bun.file(answer);
      if (!(await file.exists()))
        throw failed(`its process ended without an answer (${child.signalCode ?? child.exitCode})`);
      const { json, error } = await file.json();
      if (json === void 0) throw failed(mapStack(error ?? "it is undefined", bundle, compiled.map));
      return json;
    } finally {
      await import_promises.rm(dir, { recursive: !0, force: !0 });
    }
  }
  var FLAGS = ["--no-install", "--no-env-file", "--config=/dev/null"],
    SCRIPT = `
const [bundle, answer] = process.argv.slice(-2);
const strict = (key, value) => {
  if (["function", "symbol", "bigint"].includes(typeof value) || (typeof value === "number" && !Number.isFinite(value)))
    throw new TypeError("descriptor: " + JSON.stringify(key) + " is not JSON data");
  return value;
};
let told;
try {
  const { descriptor } = await import(bundle);
  told = { json: JSON.stringify(descriptor, strict) };
} catch (error) {
  told = { error: String(error?.stack ?? error) };
}
await Bun.write(answer, JSON.stringify(told));
process.exit(0);
`;
  function failed(why) {
    return new WorkflowError("DESCRIPTOR_INVALID", `the descriptor could not be evaluated: ${why}`);
  }
  async function buildBundle(entry) {
    const path = await findEntry(entry),
      folder = import_node_path6.dirname(path);
    return withEsbuild(async (esbuild) => {
      const plain = await compileEntry(esbuild, { entryPoints: [path] }, folder),
        { tree } = parseSource(new TextDecoder().decode(plain.code));
      if (tree === null || !hasComputedDescriptor(tree)) return plain;
      const json = await evaluateDescriptor(plain, folder),
        stdin = {
          contents: wrapperOf(import_node_path6.basename(path), findExport(tree, "default") !== null, json),
          resolveDir: folder,
          sourcefile: "descriptor.js",
        };
      return compileEntry(esbuild, { stdin }, folder);
    });
  }
  async function findEntry(entry) {
    try {
      return await import_promises2.realpath(entry);
    } catch (error) {
      throw new WorkflowError("NOT_FOUND", `there is no file ${entry}`, { cause: error });
    }
  }
  function hasComputedDescriptor(tree) {
    return readExportedLiteral(tree, findScope(tree), "descriptor").kind === "computed";
  }
  function wrapperOf(entryName, hasDefault, descriptorJson) {
    const from = JSON.stringify(`./${entryName}`);
    return `${hasDefault ? `export { default } from ${from};` : `import ${from};`}
export const descriptor = ${descriptorJson};
`;
  }
  var import_yaml = __toESM(require_dist(), 1);
  function parseStrictYaml(text, fileLabel, code) {
    if (Buffer.byteLength(text) > LIMITS.yamlBytes)
      throw new WorkflowError(code, `${fileLabel} is larger than ${LIMITS.yamlBytes} bytes`);
    const lines = new import_yaml.LineCounter(),
      refuse = (offset, message) => {
        const { line, col } = lines.linePos(offset);
        throw new WorkflowError(code, `${fileLabel}:${line}:${col}: ${message}`, {
          details: { line, column: col },
        });
      },
      control = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.exec(text);
    if (control !== null)
      throw new WorkflowError(
        code,
        `${fileLabel} holds a control character (byte ${text.charCodeAt(control.index)})`,
      );
    try {
      return readDocument(text, lines, refuse);
    } catch (error) {
      if (error instanceof WorkflowError) throw error;
      throw new WorkflowError(code, `${fileLabel} cannot be read as YAML: ${String(error)}`, {
        cause: error,
      });
    }
  }
  function readDocument(text, lines, refuse) {
    const [document, second] = import_yaml.parseAllDocuments(text, {
      version: "1.2",
      schema: "core",
      merge: !1,
      strict: !0,
      uniqueKeys: !1,
      prettyErrors: !1,
      logLevel: "silent",
      lineCounter: lines,
    });
    if (document === void 0) return null;
    const complaint = document.errors[0] ?? document.warnings[0];
    if (complaint !== void 0) refuse(complaint.pos[0], complaint.message);
    if (second !== void 0) refuse(second.range[0], "a second document follows; one file holds one");
    if (hasDirectives(document)) refuse(0, "directives (%YAML, %TAG) are not accepted");
    return (checkNodes(document, refuse), document.toJS({ maxAliasCount: 0 }));
  }
  function hasDirectives({ directives }) {
    return directives.yaml.explicit === !0 || Object.keys(directives.tags).some((handle) => handle !== "!!");
  }
  function checkNodes(document, refuse) {
    import_yaml.visit(document, (_key, node, path) => {
      if (path.filter(import_yaml.isCollection).length > LIMITS.depth)
        refuse(offsetOf(node), `nested deeper than ${LIMITS.depth} levels`);
      if (import_yaml.isPair(node) || node === null) return;
      if (import_yaml.isMap(node)) checkKeys(node, refuse);
      if (import_yaml.isAlias(node))
        refuse(offsetOf(node), `the alias *${node.source} is not accepted; write the value out`);
      const { anchor, tag } = node;
      if (anchor !== void 0)
        refuse(offsetOf(node), `the anchor &${anchor} is not accepted; write the value out`);
      if (tag !== void 0) refuse(offsetOf(node), `the tag ${tag} is not accepted; write plain data`);
      return;
    });
  }
  function checkKeys(map, refuse) {
    const seen = new Set();
    for (const { key } of map.items) {
      if (import_yaml.isAlias(key)) continue;
      if (!import_yaml.isScalar(key) || typeof key.value !== "string")
        refuse(offsetOf(key), "a key must be a string; put it in quotes");
      else if (key.value === "<<")
        refuse(offsetOf(key), "merge keys (<<) are not accepted; write the values out");
      else if (key.value === "__proto__") refuse(offsetOf(key), "the key __proto__ is not accepted");
      else if (seen.has(key.value)) refuse(offsetOf(key), `the key "${key.value}" is given twice`);
      else seen.add(key.value);
    }
  }
  function offsetOf(node) {
    return node?.range?.[0] ?? 0;
  }
  function parseSidecar(text) {
    return parseDescriptor(parseStrictYaml(text, "descriptor", "DESCRIPTOR_INVALID"));
  }
  function deepCompareStrict(a, b) {
    const typeofa = typeof a;
    if (typeofa !== typeof b) return !1;
    const aIsArray = Array.isArray(a),
      bIsArray = Array.isArray(b);
    if (aIsArray !== bIsArray) return !1;
    if (aIsArray) {
      const length = a.length;
      if (length !== b.length) return !1;
      for (let i = 0; i < length; i++) if (!deepCompareStrict(a[i], b[i])) return !1;
      return !0;
    }
    if (typeofa === "object") {
      if (!a || !b) return a === b;
      const aKeys = Object.keys(a),
        bKeys = Object.keys(b);
      if (aKeys.length !== bKeys.length) return !1;
      for (const k of aKeys) {
        if (!Object.hasOwn(b, k)) return !1;
        if (!deepCompareStrict(a[k], b[k])) return !1;
      }
      return !0;
    }
    return a === b;
  }
  function encodePointer(p) {
    return encodeURI(escapePointer(p)).replace(/#/g, "%23");
  }
  function escapePointer(p) {
    return p.replace(/~/g, "~0").replace(/\//g, "~1");
  }
  var uriFragmentCharacter = /^[A-Za-z0-9._~!$&'()*+,;=:@/?-]$/,
    uriPercentEncoding = /^%[0-9A-Fa-f]{2}$/,
    uriUnreservedCharacter = /^[A-Za-z0-9._~-]$/;
  function normalizeURIFragment(fragment) {
    let normalized = "";
    for (let index = 0; index < fragment.length; ) {
      const character = fragment[index],
        encoded = fragment.slice(index, index + 3);
      if (character === "%" && uriPercentEncoding.test(encoded)) {
        const decoded = String.fromCharCode(parseInt(encoded.slice(1), 16));
        (normalized += uriUnreservedCharacter.test(decoded) ? decoded : encoded.toUpperCase()), (index += 3);
        continue;
      }
      const codePoint = String.fromCodePoint(fragment.codePointAt(index));
      (normalized += uriFragmentCharacter.test(codePoint) ? codePoint : encodeURIComponent(codePoint)),
        (index += codePoint.length);
    }
    return normalized;
  }
  function resolveURI(reference, baseURI) {
    const url = new URL(reference, baseURI.href);
    return ((url.hash = url.hash ? normalizeURIFragment(url.hash.slice(1)) : ""), url);
  }
  var schemaArrayKeyword = { prefixItems: !0, items: !0, allOf: !0, anyOf: !0, oneOf: !0 },
    schemaMapKeyword = {
      $defs: !0,
      definitions: !0,
      properties: !0,
      patternProperties: !0,
      dependentSchemas: !0,
    },
    ignoredKeyword = {
      id: !0,
      $id: !0,
      $ref: !0,
      $schema: !0,
      $anchor: !0,
      $vocabulary: !0,
      $comment: !0,
      default: !0,
      enum: !0,
      const: !0,
      required: !0,
      dependentRequired: !0,
      type: !0,
      maximum: !0,
      minimum: !0,
      exclusiveMaximum: !0,
      exclusiveMinimum: !0,
      multipleOf: !0,
      maxLength: !0,
      minLength: !0,
      pattern: !0,
      format: !0,
      maxItems: !0,
      minItems: !0,
      uniqueItems: !0,
      maxProperties: !0,
      minProperties: !0,
    },
    initialBaseURI =
      typeof self < "u" && self.location && self.location.origin !== "null"
        ? new URL(self.location.origin + self.location.pathname + location.search)
        : new URL("https://github.com/cfworker");
  function dereference(schema, lookup = Object.create(null), baseURI = initialBaseURI, basePointer = "") {
    if (schema && typeof schema === "object" && !Array.isArray(schema)) {
      const id = schema.$id || schema.id;
      if (id) {
        const url = resolveURI(id, baseURI);
        if (url.hash.length > 1) lookup[url.href] = schema;
        else if (((url.hash = ""), basePointer === "")) baseURI = url;
        else dereference(schema, lookup, baseURI);
      }
    } else if (schema !== !0 && schema !== !1) return lookup;
    const schemaURI = baseURI.href + (basePointer ? "#" + basePointer : "");
    if (lookup[schemaURI] !== void 0 && lookup[schemaURI] !== schema)
      throw Error(`Duplicate schema URI "${schemaURI}".`);
    if (((lookup[schemaURI] = schema), schema === !0 || schema === !1)) return lookup;
    if (schema.__absolute_uri__ === void 0)
      Object.defineProperty(schema, "__absolute_uri__", { enumerable: !1, value: schemaURI });
    if (schema.$ref && schema.__absolute_ref__ === void 0) {
      const url = resolveURI(schema.$ref, baseURI);
      Object.defineProperty(schema, "__absolute_ref__", { enumerable: !1, value: url.href });
    }
    if (schema.$recursiveRef && schema.__absolute_recursive_ref__ === void 0) {
      const url = resolveURI(schema.$recursiveRef, baseURI);
      Object.defineProperty(schema, "__absolute_recursive_ref__", { enumerable: !1, value: url.href });
    }
    if (schema.$anchor) {
      const url = resolveURI("#" + schema.$anchor, baseURI);
      lookup[url.href] = schema;
    }
    for (const key in schema) {
      if (ignoredKeyword[key]) continue;
      const keyBase = `${basePointer}/${encodePointer(key)}`,
        subSchema = schema[key];
      if (Array.isArray(subSchema)) {
        if (schemaArrayKeyword[key]) {
          const length = subSchema.length;
          for (let i = 0; i < length; i++) dereference(subSchema[i], lookup, baseURI, `${keyBase}/${i}`);
        }
      } else if (schemaMapKeyword[key])
        for (const subKey in subSchema)
          dereference(subSchema[subKey], lookup, baseURI, `${keyBase}/${encodePointer(subKey)}`);
      else dereference(subSchema, lookup, baseURI, keyBase);
    }
    return lookup;
  }
  var DATE = /^(\d\d\d\d)-(\d\d)-(\d\d)$/,
    DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31],
    TIME = /^(\d\d):(\d\d):(\d\d)(\.\d+)?(z|([+-])(\d\d):(\d\d))?$/i,
    HOSTNAME =
      /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-0-9a-z]{0,61}[0-9a-z])?)*$/i,
    URIREF =
      /^(?:[a-z][a-z0-9+\-.]*:)?(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'"()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?(?:\?(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i,
    URITEMPLATE =
      /^(?:(?:[^\x00-\x20\x7f"<>%\\^`{|}]|%[0-9a-f]{2})|\{[+#./;?&=,!@|]?(?:[a-z0-9_]|%[0-9a-f]{2})+(?:\.(?:[a-z0-9_]|%[0-9a-f]{2})+)*(?::[1-9][0-9]{0,3}|\*)?(?:,(?:[a-z0-9_]|%[0-9a-f]{2})+(?:\.(?:[a-z0-9_]|%[0-9a-f]{2})+)*(?::[1-9][0-9]{0,3}|\*)?)*\})*$/i,
    URL_ =
      /^(?:(?:https?|ftp):\/\/)(?:\S+(?::\S*)?@)?(?:(?!10(?:\.\d{1,3}){3})(?!127(?:\.\d{1,3}){3})(?!169\.254(?:\.\d{1,3}){2})(?!192\.168(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|(?:(?:[a-z\u{00a1}-\u{ffff}0-9]+-?)*[a-z\u{00a1}-\u{ffff}0-9]+)(?:\.(?:[a-z\u{00a1}-\u{ffff}0-9]+-?)*[a-z\u{00a1}-\u{ffff}0-9]+)*(?:\.(?:[a-z\u{00a1}-\u{ffff}]{2,})))(?::\d{2,5})?(?:\/[^\s]*)?$/iu,
    UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
    JSON_POINTER = /^(?:\/(?:[^~/]|~0|~1)*)*$/,
    JSON_POINTER_URI_FRAGMENT = /^#(?:\/(?:[a-z0-9_\-.!$&'()*+,;:=@]|%[0-9a-f]{2}|~0|~1)*)*$/i,
    RELATIVE_JSON_POINTER = /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/,
    EMAIL_ADDRESS =
      /^("(?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"|[a-z0-9.!#$%&'*+/=?^_`{|}~-]+)@(.+)$/i,
    EMAIL = (input) => {
      const matches = input.match(EMAIL_ADDRESS);
      if (!matches) return !1;
      const name = matches[1],
        host = matches[2];
      if (!name || !host || name.length > 64 || host.length > 253) return !1;
      if (name[0] !== '"' && (name[0] === "." || name.endsWith(".") || name.includes(".."))) return !1;
      if (host.startsWith("[") && host.endsWith("]")) {
        const address = host.slice(1, -1);
        if (/^ipv6:/i.test(address)) return IPV6.test(address.slice(5));
        return IPV4.test(address);
      }
      return HOSTNAME.test(host);
    },
    IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)$/,
    IPV6 =
      /^((([0-9a-f]{1,4}:){7}([0-9a-f]{1,4}|:))|(([0-9a-f]{1,4}:){6}(:[0-9a-f]{1,4}|((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){5}(((:[0-9a-f]{1,4}){1,2})|:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){4}(((:[0-9a-f]{1,4}){1,3})|((:[0-9a-f]{1,4})?:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){3}(((:[0-9a-f]{1,4}){1,4})|((:[0-9a-f]{1,4}){0,2}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){2}(((:[0-9a-f]{1,4}){1,5})|((:[0-9a-f]{1,4}){0,3}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){1}(((:[0-9a-f]{1,4}){1,6})|((:[0-9a-f]{1,4}){0,4}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(:(((:[0-9a-f]{1,4}){1,7})|((:[0-9a-f]{1,4}){0,5}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:)))$/i,
    DURATION = (input) =>
      /^P(?:\d+W|(?:(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?|T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)))$/.test(
        input,
      );
  function bind(r) {
    return r.test.bind(r);
  }
  var format = {
    date: date2,
    time: time2.bind(void 0, !0),
    "date-time": date_time,
    duration: DURATION,
    uri,
    "uri-reference": bind(URIREF),
    "uri-template": bind(URITEMPLATE),
    url: bind(URL_),
    email: EMAIL,
    hostname: bind(HOSTNAME),
    ipv4: bind(IPV4),
    ipv6: bind(IPV6),
    regex,
    uuid: bind(UUID),
    "json-pointer": bind(JSON_POINTER),
    "json-pointer-uri-fragment": bind(JSON_POINTER_URI_FRAGMENT),
    "relative-json-pointer": bind(RELATIVE_JSON_POINTER),
  };
  function isLeapYear(year) {
    return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  }
  function date2(str) {
    const matches = str.match(DATE);
    if (!matches) return !1;
    const yearPart = matches[1],
      monthPart = matches[2],
      dayPart = matches[3];
    if (!yearPart || !monthPart || !dayPart) return !1;
    const year = +yearPart,
      month = +monthPart,
      day = +dayPart,
      maxDay = month == 2 && isLeapYear(year) ? 29 : DAYS[month];
    return month >= 1 && month <= 12 && day >= 1 && maxDay !== void 0 && day <= maxDay;
  }
  function time2(full, str) {
    const matches = str.match(TIME);
    if (!matches) return !1;
    const hourPart = matches[1],
      minutePart = matches[2],
      secondPart = matches[3];
    if (!hourPart || !minutePart || !secondPart) return !1;
    const hour = +hourPart,
      minute = +minutePart,
      second = +secondPart,
      timeZone = matches[5],
      offsetSign = matches[6],
      offsetHour = +(matches[7] ?? 0),
      offsetMinute = +(matches[8] ?? 0);
    if (
      hour > 23 ||
      minute > 59 ||
      second > 60 ||
      offsetHour > 23 ||
      offsetMinute > 59 ||
      (full && timeZone === void 0)
    )
      return !1;
    if (second < 60) return !0;
    const offsetDirection = offsetSign === "+" ? 1 : offsetSign === "-" ? -1 : 0;
    return (hour * 60 + minute - offsetDirection * (offsetHour * 60 + offsetMinute) + 1440) % 1440 === 1439;
  }
  var DATE_TIME_SEPARATOR = /t|\s/i;
  function date_time(str) {
    const [datePart, timePart, extra] = str.split(DATE_TIME_SEPARATOR);
    return (
      datePart !== void 0 && timePart !== void 0 && extra === void 0 && date2(datePart) && time2(!0, timePart)
    );
  }
  var NOT_URI_FRAGMENT = /\/|:/,
    URI_PATTERN =
      /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)(?:\?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
  function uri(str) {
    return NOT_URI_FRAGMENT.test(str) && URI_PATTERN.test(str);
  }
  var Z_ANCHOR = /[^\\]\\Z/;
  function regex(str) {
    if (Z_ANCHOR.test(str)) return !1;
    try {
      return (new RegExp(str, "u"), !0);
    } catch (e) {
      return !1;
    }
  }
  function ucs2length(s) {
    let result = 0,
      length = s.length,
      index = 0,
      charCode;
    while (index < length)
      if (
        (result++,
        (charCode = s.charCodeAt(index++)),
        charCode >= 55296 && charCode <= 56319 && index < length)
      ) {
        if (((charCode = s.charCodeAt(index)), (charCode & 64512) == 56320)) index++;
      }
    return result;
  }
  function hasOwnProperty2(instance, key) {
    return Object.hasOwn(instance, key);
  }
  function decimalInteger(value) {
    const coefficientAndExponent = Math.abs(value).toString().split("e"),
      coefficient = coefficientAndExponent[0],
      exponent = coefficientAndExponent[1] ?? "0",
      point = coefficient.indexOf("."),
      fractionLength = point === -1 ? 0 : coefficient.length - point - 1;
    return [BigInt(coefficient.replace(".", "")), Number(exponent) - fractionLength];
  }
  function isMultipleOf(instance, divisor) {
    if (!Number.isFinite(instance) || !Number.isFinite(divisor) || divisor <= 0) return !1;
    const [instanceCoefficient, instanceExponent] = decimalInteger(instance),
      [divisorCoefficient, divisorExponent] = decimalInteger(divisor),
      exponentDifference = instanceExponent - divisorExponent;
    if (exponentDifference >= 0)
      return (instanceCoefficient * 10n ** BigInt(exponentDifference)) % divisorCoefficient === 0n;
    return instanceCoefficient % (divisorCoefficient * 10n ** BigInt(-exponentDifference)) === 0n;
  }
  function validate2(
    instance,
    schema,
    draft = "2019-09",
    lookup = dereference(schema),
    shortCircuit = !0,
    recursiveAnchor = null,
    instanceLocation = "#",
    schemaLocation = "#",
    evaluated = Object.create(null),
  ) {
    if (schema === !0) return { valid: !0, errors: [] };
    if (schema === !1)
      return {
        valid: !1,
        errors: [
          {
            instanceLocation,
            keyword: "false",
            keywordLocation: instanceLocation,
            error: "False boolean schema.",
          },
        ],
      };
    let rawInstanceType = typeof instance,
      instanceType;
    switch (rawInstanceType) {
      case "boolean":
      case "number":
      case "string":
        instanceType = rawInstanceType;
        break;
      case "object":
        if (instance === null) instanceType = "null";
        else if (Array.isArray(instance)) instanceType = "array";
        else instanceType = "object";
        break;
      default:
        throw Error(`Instances of "${rawInstanceType}" type are not supported.`);
    }
    const {
        $ref,
        $recursiveRef,
        $recursiveAnchor,
        type: $type,
        const: $const,
        enum: $enum,
        required: $required,
        not: $not,
        anyOf: $anyOf,
        allOf: $allOf,
        oneOf: $oneOf,
        if: $if,
        then: $then,
        else: $else,
        format: $format,
        properties: $properties,
        patternProperties: $patternProperties,
        additionalProperties: $additionalProperties,
        unevaluatedProperties: $unevaluatedProperties,
        minProperties: $minProperties,
        maxProperties: $maxProperties,
        propertyNames: $propertyNames,
        dependentRequired: $dependentRequired,
        dependentSchemas: $dependentSchemas,
        dependencies: $dependencies,
        prefixItems: $prefixItems,
        items: $items,
        additionalItems: $additionalItems,
        unevaluatedItems: $unevaluatedItems,
        contains: $contains,
        minContains: $minContains,
        maxContains: $maxContains,
        minItems: $minItems,
        maxItems: $maxItems,
        uniqueItems: $uniqueItems,
        minimum: $minimum,
        maximum: $maximum,
        exclusiveMinimum: $exclusiveMinimum,
        exclusiveMaximum: $exclusiveMaximum,
        multipleOf: $multipleOf,
        minLength: $minLength,
        maxLength: $maxLength,
        pattern: $pattern,
        __absolute_ref__,
        __absolute_recursive_ref__,
      } = schema,
      errors = [];
    if ($recursiveAnchor === !0 && recursiveAnchor === null) recursiveAnchor = schema;
    if ($recursiveRef === "#") {
      const refSchema = recursiveAnchor === null ? lookup[__absolute_recursive_ref__] : recursiveAnchor,
        keywordLocation = `${schemaLocation}/$recursiveRef`,
        result = validate2(
          instance,
          recursiveAnchor === null ? schema : recursiveAnchor,
          draft,
          lookup,
          shortCircuit,
          refSchema,
          instanceLocation,
          keywordLocation,
          evaluated,
        );
      if (!result.valid)
        errors.push(
          { instanceLocation, keyword: "$recursiveRef", keywordLocation, error: "A subschema had errors." },
          ...result.errors,
        );
    }
    if ($ref !== void 0) {
      const refSchema = lookup[__absolute_ref__ || $ref];
      if (refSchema === void 0) {
        let message = `Unresolved $ref "${$ref}".`;
        if (__absolute_ref__ && __absolute_ref__ !== $ref) message += `  Absolute URI "${__absolute_ref__}".`;
        throw (
          (message += `
Known schemas:
- ${Object.keys(lookup).join(`
- `)}`),
          Error(message)
        );
      }
      const keywordLocation = `${schemaLocation}/$ref`,
        result = validate2(
          instance,
          refSchema,
          draft,
          lookup,
          shortCircuit,
          recursiveAnchor,
          instanceLocation,
          keywordLocation,
          evaluated,
        );
      if (!result.valid)
        errors.push(
          { instanceLocation, keyword: "$ref", keywordLocation, error: "A subschema had errors." },
          ...result.errors,
        );
      if (draft === "4" || draft === "7") return { valid: errors.length === 0, errors };
    }
    if (Array.isArray($type)) {
      let length = $type.length,
        valid = !1;
      for (let i = 0; i < length; i++)
        if (
          instanceType === $type[i] ||
          ($type[i] === "integer" && instanceType === "number" && instance % 1 === 0 && instance === instance)
        ) {
          valid = !0;
          break;
        }
      if (!valid)
        errors.push({
          instanceLocation,
          keyword: "type",
          keywordLocation: `${schemaLocation}/type`,
          error: `Instance type "${instanceType}" is invalid. Expected "${$type.join('", "')}".`,
        });
    } else if ($type === "integer") {
      if (instanceType !== "number" || instance % 1 || instance !== instance)
        errors.push({
          instanceLocation,
          keyword: "type",
          keywordLocation: `${schemaLocation}/type`,
          error: `Instance type "${instanceType}" is invalid. Expected "${$type}".`,
        });
    } else if ($type !== void 0 && instanceType !== $type)
      errors.push({
        instanceLocation,
        keyword: "type",
        keywordLocation: `${schemaLocation}/type`,
        error: `Instance type "${instanceType}" is invalid. Expected "${$type}".`,
      });
    if ($const !== void 0) {
      if (instanceType === "object" || instanceType === "array") {
        if (!deepCompareStrict(instance, $const))
          errors.push({
            instanceLocation,
            keyword: "const",
            keywordLocation: `${schemaLocation}/const`,
            error: `Instance does not match ${JSON.stringify($const)}.`,
          });
      } else if (instance !== $const)
        errors.push({
          instanceLocation,
          keyword: "const",
          keywordLocation: `${schemaLocation}/const`,
          error: `Instance does not match ${JSON.stringify($const)}.`,
        });
    }
    if ($enum !== void 0) {
      if (instanceType === "object" || instanceType === "array") {
        if (!$enum.some((value) => deepCompareStrict(instance, value)))
          errors.push({
            instanceLocation,
            keyword: "enum",
            keywordLocation: `${schemaLocation}/enum`,
            error: `Instance does not match any of ${JSON.stringify($enum)}.`,
          });
      } else if (!$enum.some((value) => instance === value))
        errors.push({
          instanceLocation,
          keyword: "enum",
          keywordLocation: `${schemaLocation}/enum`,
          error: `Instance does not match any of ${JSON.stringify($enum)}.`,
        });
    }
    if ($not !== void 0) {
      const keywordLocation = `${schemaLocation}/not`;
      if (
        validate2(
          instance,
          $not,
          draft,
          lookup,
          shortCircuit,
          recursiveAnchor,
          instanceLocation,
          keywordLocation,
        ).valid
      )
        errors.push({
          instanceLocation,
          keyword: "not",
          keywordLocation,
          error: 'Instance matched "not" schema.',
        });
    }
    const subEvaluateds = [];
    if ($anyOf !== void 0) {
      let keywordLocation = `${schemaLocation}/anyOf`,
        errorsLength = errors.length,
        anyValid = !1;
      for (const [i, subSchema] of $anyOf.entries()) {
        const subEvaluated = Object.create(evaluated),
          result = validate2(
            instance,
            subSchema,
            draft,
            lookup,
            shortCircuit,
            $recursiveAnchor === !0 ? recursiveAnchor : null,
            instanceLocation,
            `${keywordLocation}/${i}`,
            subEvaluated,
          );
        if ((errors.push(...result.errors), (anyValid = anyValid || result.valid), result.valid))
          subEvaluateds.push(subEvaluated);
      }
      if (anyValid) errors.length = errorsLength;
      else
        errors.splice(errorsLength, 0, {
          instanceLocation,
          keyword: "anyOf",
          keywordLocation,
          error: "Instance does not match any subschemas.",
        });
    }
    if ($allOf !== void 0) {
      let keywordLocation = `${schemaLocation}/allOf`,
        errorsLength = errors.length,
        allValid = !0;
      for (const [i, subSchema] of $allOf.entries()) {
        const subEvaluated = Object.create(evaluated),
          result = validate2(
            instance,
            subSchema,
            draft,
            lookup,
            shortCircuit,
            $recursiveAnchor === !0 ? recursiveAnchor : null,
            instanceLocation,
            `${keywordLocation}/${i}`,
            subEvaluated,
          );
        if ((errors.push(...result.errors), (allValid = allValid && result.valid), result.valid))
          subEvaluateds.push(subEvaluated);
      }
      if (allValid) errors.length = errorsLength;
      else
        errors.splice(errorsLength, 0, {
          instanceLocation,
          keyword: "allOf",
          keywordLocation,
          error: "Instance does not match every subschema.",
        });
    }
    if ($oneOf !== void 0) {
      const keywordLocation = `${schemaLocation}/oneOf`,
        errorsLength = errors.length,
        matches = $oneOf.filter((subSchema, i) => {
          const subEvaluated = Object.create(evaluated),
            result = validate2(
              instance,
              subSchema,
              draft,
              lookup,
              shortCircuit,
              $recursiveAnchor === !0 ? recursiveAnchor : null,
              instanceLocation,
              `${keywordLocation}/${i}`,
              subEvaluated,
            );
          if ((errors.push(...result.errors), result.valid)) subEvaluateds.push(subEvaluated);
          return result.valid;
        }).length;
      if (matches === 1) errors.length = errorsLength;
      else
        errors.splice(errorsLength, 0, {
          instanceLocation,
          keyword: "oneOf",
          keywordLocation,
          error: `Instance does not match exactly one subschema (${matches} matches).`,
        });
    }
    if (instanceType === "object" || instanceType === "array") Object.assign(evaluated, ...subEvaluateds);
    if ($if !== void 0) {
      const keywordLocation = `${schemaLocation}/if`,
        ifEvaluated = Object.create(null);
      if (
        validate2(
          instance,
          $if,
          draft,
          lookup,
          shortCircuit,
          recursiveAnchor,
          instanceLocation,
          keywordLocation,
          ifEvaluated,
        ).valid
      ) {
        if ((Object.assign(evaluated, ifEvaluated), $then !== void 0)) {
          const thenResult = validate2(
            instance,
            $then,
            draft,
            lookup,
            shortCircuit,
            recursiveAnchor,
            instanceLocation,
            `${schemaLocation}/then`,
            evaluated,
          );
          if (!thenResult.valid)
            errors.push(
              {
                instanceLocation,
                keyword: "if",
                keywordLocation,
                error: 'Instance does not match "then" schema.',
              },
              ...thenResult.errors,
            );
        }
      } else if ($else !== void 0) {
        const elseResult = validate2(
          instance,
          $else,
          draft,
          lookup,
          shortCircuit,
          recursiveAnchor,
          instanceLocation,
          `${schemaLocation}/else`,
          evaluated,
        );
        if (!elseResult.valid)
          errors.push(
            {
              instanceLocation,
              keyword: "if",
              keywordLocation,
              error: 'Instance does not match "else" schema.',
            },
            ...elseResult.errors,
          );
      }
    }
    if (instanceType === "object") {
      if ($required !== void 0) {
        for (const key of $required)
          if (!hasOwnProperty2(instance, key))
            errors.push({
              instanceLocation,
              keyword: "required",
              keywordLocation: `${schemaLocation}/required`,
              error: `Instance does not have required property "${key}".`,
            });
      }
      const keys = Object.keys(instance);
      if ($minProperties !== void 0 && keys.length < $minProperties)
        errors.push({
          instanceLocation,
          keyword: "minProperties",
          keywordLocation: `${schemaLocation}/minProperties`,
          error: `Instance does not have at least ${$minProperties} properties.`,
        });
      if ($maxProperties !== void 0 && keys.length > $maxProperties)
        errors.push({
          instanceLocation,
          keyword: "maxProperties",
          keywordLocation: `${schemaLocation}/maxProperties`,
          error: `Instance does not have at least ${$maxProperties} properties.`,
        });
      if ($propertyNames !== void 0) {
        const keywordLocation = `${schemaLocation}/propertyNames`;
        for (const key in instance) {
          const subInstancePointer = `${instanceLocation}/${encodePointer(key)}`,
            result = validate2(
              key,
              $propertyNames,
              draft,
              lookup,
              shortCircuit,
              recursiveAnchor,
              subInstancePointer,
              keywordLocation,
            );
          if (!result.valid)
            errors.push(
              {
                instanceLocation,
                keyword: "propertyNames",
                keywordLocation,
                error: `Property name "${key}" does not match schema.`,
              },
              ...result.errors,
            );
        }
      }
      if ($dependentRequired !== void 0) {
        const keywordLocation = `${schemaLocation}/dependantRequired`;
        for (const key in $dependentRequired)
          if (hasOwnProperty2(instance, key)) {
            const required = $dependentRequired[key];
            for (const dependantKey of required)
              if (!hasOwnProperty2(instance, dependantKey))
                errors.push({
                  instanceLocation,
                  keyword: "dependentRequired",
                  keywordLocation,
                  error: `Instance has "${key}" but does not have "${dependantKey}".`,
                });
          }
      }
      if ($dependentSchemas !== void 0)
        for (const [key, dependentSchema] of Object.entries($dependentSchemas)) {
          const keywordLocation = `${schemaLocation}/dependentSchemas`;
          if (hasOwnProperty2(instance, key)) {
            const result = validate2(
              instance,
              dependentSchema,
              draft,
              lookup,
              shortCircuit,
              recursiveAnchor,
              instanceLocation,
              `${keywordLocation}/${encodePointer(key)}`,
              evaluated,
            );
            if (!result.valid)
              errors.push(
                {
                  instanceLocation,
                  keyword: "dependentSchemas",
                  keywordLocation,
                  error: `Instance has "${key}" but does not match dependant schema.`,
                },
                ...result.errors,
              );
          }
        }
      if ($dependencies !== void 0) {
        const keywordLocation = `${schemaLocation}/dependencies`;
        for (const key in $dependencies)
          if (hasOwnProperty2(instance, key)) {
            const propsOrSchema = $dependencies[key];
            if (Array.isArray(propsOrSchema)) {
              for (const dependantKey of propsOrSchema)
                if (!hasOwnProperty2(instance, dependantKey))
                  errors.push({
                    instanceLocation,
                    keyword: "dependencies",
                    keywordLocation,
                    error: `Instance has "${key}" but does not have "${dependantKey}".`,
                  });
            } else {
              const result = validate2(
                instance,
                propsOrSchema,
                draft,
                lookup,
                shortCircuit,
                recursiveAnchor,
                instanceLocation,
                `${keywordLocation}/${encodePointer(key)}`,
              );
              if (!result.valid)
                errors.push(
                  {
                    instanceLocation,
                    keyword: "dependencies",
                    keywordLocation,
                    error: `Instance has "${key}" but does not match dependant schema.`,
                  },
                  ...result.errors,
                );
            }
          }
      }
      let thisEvaluated = Object.create(null),
        stop = !1;
      if ($properties !== void 0) {
        const keywordLocation = `${schemaLocation}/properties`;
        for (const [key, propertySchema] of Object.entries($properties)) {
          if (!hasOwnProperty2(instance, key)) continue;
          const subInstancePointer = `${instanceLocation}/${encodePointer(key)}`,
            result = validate2(
              instance[key],
              propertySchema,
              draft,
              lookup,
              shortCircuit,
              recursiveAnchor,
              subInstancePointer,
              `${keywordLocation}/${encodePointer(key)}`,
            );
          if (((thisEvaluated[key] = !0), result.valid)) evaluated[key] = !0;
          else if (
            ((stop = shortCircuit),
            errors.push(
              {
                instanceLocation,
                keyword: "properties",
                keywordLocation,
                error: `Property "${key}" does not match schema.`,
              },
              ...result.errors,
            ),
            stop)
          )
            break;
        }
      }
      if (!stop && $patternProperties !== void 0) {
        const keywordLocation = `${schemaLocation}/patternProperties`;
        for (const [pattern, subSchema] of Object.entries($patternProperties)) {
          const regex = new RegExp(pattern, "u");
          for (const key in instance) {
            if (!regex.test(key)) continue;
            const subInstancePointer = `${instanceLocation}/${encodePointer(key)}`,
              result = validate2(
                instance[key],
                subSchema,
                draft,
                lookup,
                shortCircuit,
                recursiveAnchor,
                subInstancePointer,
                `${keywordLocation}/${encodePointer(pattern)}`,
              );
            if (((thisEvaluated[key] = !0), result.valid)) evaluated[key] = !0;
            else
              (stop = shortCircuit),
                errors.push(
                  {
                    instanceLocation,
                    keyword: "patternProperties",
                    keywordLocation,
                    error: `Property "${key}" matches pattern "${pattern}" but does not match associated schema.`,
                  },
                  ...result.errors,
                );
          }
        }
      }
      if (!stop && $additionalProperties !== void 0) {
        const keywordLocation = `${schemaLocation}/additionalProperties`;
        for (const key in instance) {
          if (thisEvaluated[key]) continue;
          const subInstancePointer = `${instanceLocation}/${encodePointer(key)}`,
            result = validate2(
              instance[key],
              $additionalProperties,
              draft,
              lookup,
              shortCircuit,
              recursiveAnchor,
              subInstancePointer,
              keywordLocation,
            );
          if (result.valid) evaluated[key] = !0;
          else
            (stop = shortCircuit),
              errors.push(
                {
                  instanceLocation,
                  keyword: "additionalProperties",
                  keywordLocation,
                  error: `Property "${key}" does not match additional properties schema.`,
                },
                ...result.errors,
              );
        }
      } else if (!stop && $unevaluatedProperties !== void 0) {
        const keywordLocation = `${schemaLocation}/unevaluatedProperties`;
        for (const key in instance)
          if (!evaluated[key]) {
            const subInstancePointer = `${instanceLocation}/${encodePointer(key)}`,
              result = validate2(
                instance[key],
                $unevaluatedProperties,
                draft,
                lookup,
                shortCircuit,
                recursiveAnchor,
                subInstancePointer,
                keywordLocation,
              );
            if (result.valid) evaluated[key] = !0;
            else
              errors.push(
                {
                  instanceLocation,
                  keyword: "unevaluatedProperties",
                  keywordLocation,
                  error: `Property "${key}" does not match unevaluated properties schema.`,
                },
                ...result.errors,
              );
          }
      }
    } else if (instanceType === "array") {
      if ($maxItems !== void 0 && instance.length > $maxItems)
        errors.push({
          instanceLocation,
          keyword: "maxItems",
          keywordLocation: `${schemaLocation}/maxItems`,
          error: `Array has too many items (${instance.length} > ${$maxItems}).`,
        });
      if ($minItems !== void 0 && instance.length < $minItems)
        errors.push({
          instanceLocation,
          keyword: "minItems",
          keywordLocation: `${schemaLocation}/minItems`,
          error: `Array has too few items (${instance.length} < ${$minItems}).`,
        });
      let length = instance.length,
        i = 0,
        stop = !1;
      if ($prefixItems !== void 0) {
        const keywordLocation = `${schemaLocation}/prefixItems`,
          length2 = Math.min($prefixItems.length, length);
        for (; i < length2; i++) {
          const result = validate2(
            instance[i],
            $prefixItems[i],
            draft,
            lookup,
            shortCircuit,
            recursiveAnchor,
            `${instanceLocation}/${i}`,
            `${keywordLocation}/${i}`,
          );
          if (((evaluated[i] = !0), !result.valid)) {
            if (
              ((stop = shortCircuit),
              errors.push(
                {
                  instanceLocation,
                  keyword: "prefixItems",
                  keywordLocation,
                  error: "Items did not match schema.",
                },
                ...result.errors,
              ),
              stop)
            )
              break;
          }
        }
      }
      if ($items !== void 0) {
        const keywordLocation = `${schemaLocation}/items`;
        if (Array.isArray($items)) {
          const length2 = Math.min($items.length, length);
          for (; i < length2; i++) {
            const result = validate2(
              instance[i],
              $items[i],
              draft,
              lookup,
              shortCircuit,
              recursiveAnchor,
              `${instanceLocation}/${i}`,
              `${keywordLocation}/${i}`,
            );
            if (((evaluated[i] = !0), !result.valid)) {
              if (
                ((stop = shortCircuit),
                errors.push(
                  {
                    instanceLocation,
                    keyword: "items",
                    keywordLocation,
                    error: "Items did not match schema.",
                  },
                  ...result.errors,
                ),
                stop)
              )
                break;
            }
          }
        } else
          for (; i < length; i++) {
            const result = validate2(
              instance[i],
              $items,
              draft,
              lookup,
              shortCircuit,
              recursiveAnchor,
              `${instanceLocation}/${i}`,
              keywordLocation,
            );
            if (((evaluated[i] = !0), !result.valid)) {
              if (
                ((stop = shortCircuit),
                errors.push(
                  {
                    instanceLocation,
                    keyword: "items",
                    keywordLocation,
                    error: "Items did not match schema.",
                  },
                  ...result.errors,
                ),
                stop)
              )
                break;
            }
          }
        if (!stop && $additionalItems !== void 0) {
          const keywordLocation = `${schemaLocation}/additionalItems`;
          for (; i < length; i++) {
            const result = validate2(
              instance[i],
              $additionalItems,
              draft,
              lookup,
              shortCircuit,
              recursiveAnchor,
              `${instanceLocation}/${i}`,
              keywordLocation,
            );
            if (((evaluated[i] = !0), !result.valid))
              (stop = shortCircuit),
                errors.push(
                  {
                    instanceLocation,
                    keyword: "additionalItems",
                    keywordLocation,
                    error: "Items did not match additional items schema.",
                  },
                  ...result.errors,
                );
          }
        }
      }
      if ($contains !== void 0)
        if (length === 0 && $minContains === void 0)
          errors.push({
            instanceLocation,
            keyword: "contains",
            keywordLocation: `${schemaLocation}/contains`,
            error: "Array is empty. It must contain at least one item matching the schema.",
          });
        else if ($minContains !== void 0 && length < $minContains)
          errors.push({
            instanceLocation,
            keyword: "minContains",
            keywordLocation: `${schemaLocation}/minContains`,
            error: `Array has less items (${length}) than minContains (${$minContains}).`,
          });
        else {
          let keywordLocation = `${schemaLocation}/contains`,
            errorsLength = errors.length,
            contained = 0;
          for (let j = 0; j < length; j++) {
            const result = validate2(
              instance[j],
              $contains,
              draft,
              lookup,
              shortCircuit,
              recursiveAnchor,
              `${instanceLocation}/${j}`,
              keywordLocation,
            );
            if (result.valid) (evaluated[j] = !0), contained++;
            else errors.push(...result.errors);
          }
          if (contained >= ($minContains || 0)) errors.length = errorsLength;
          if ($minContains === void 0 && contained === 0)
            errors.splice(errorsLength, 0, {
              instanceLocation,
              keyword: "contains",
              keywordLocation,
              error: "Array does not contain item matching schema.",
            });
          else if ($minContains !== void 0 && contained < $minContains)
            errors.push({
              instanceLocation,
              keyword: "minContains",
              keywordLocation: `${schemaLocation}/minContains`,
              error: `Array must contain at least ${$minContains} items matching schema. Only ${contained} items were found.`,
            });
          else if ($maxContains !== void 0 && contained > $maxContains)
            errors.push({
              instanceLocation,
              keyword: "maxContains",
              keywordLocation: `${schemaLocation}/maxContains`,
              error: `Array may contain at most ${$maxContains} items matching schema. ${contained} items were found.`,
            });
        }
      if (!stop && $unevaluatedItems !== void 0) {
        const keywordLocation = `${schemaLocation}/unevaluatedItems`;
        for (i; i < length; i++) {
          if (evaluated[i]) continue;
          const result = validate2(
            instance[i],
            $unevaluatedItems,
            draft,
            lookup,
            shortCircuit,
            recursiveAnchor,
            `${instanceLocation}/${i}`,
            keywordLocation,
          );
          if (((evaluated[i] = !0), !result.valid))
            errors.push(
              {
                instanceLocation,
                keyword: "unevaluatedItems",
                keywordLocation,
                error: "Items did not match unevaluated items schema.",
              },
              ...result.errors,
            );
        }
      }
      if ($uniqueItems)
        for (let j = 0; j < length; j++) {
          const a = instance[j],
            ao = typeof a === "object" && a !== null;
          for (let k = 0; k < length; k++) {
            if (j === k) continue;
            const b = instance[k];
            if (a === b || (ao && typeof b === "object" && b !== null && deepCompareStrict(a, b)))
              errors.push({
                instanceLocation,
                keyword: "uniqueItems",
                keywordLocation: `${schemaLocation}/uniqueItems`,
                error: `Duplicate items at indexes ${j} and ${k}.`,
              }),
                (j = Number.MAX_SAFE_INTEGER),
                (k = Number.MAX_SAFE_INTEGER);
          }
        }
    } else if (instanceType === "number") {
      if (draft === "4") {
        if (
          $minimum !== void 0 &&
          (($exclusiveMinimum === !0 && instance <= $minimum) || instance < $minimum)
        )
          errors.push({
            instanceLocation,
            keyword: "minimum",
            keywordLocation: `${schemaLocation}/minimum`,
            error: `${instance} is less than ${$exclusiveMinimum ? "or equal to " : ""} ${$minimum}.`,
          });
        if (
          $maximum !== void 0 &&
          (($exclusiveMaximum === !0 && instance >= $maximum) || instance > $maximum)
        )
          errors.push({
            instanceLocation,
            keyword: "maximum",
            keywordLocation: `${schemaLocation}/maximum`,
            error: `${instance} is greater than ${$exclusiveMaximum ? "or equal to " : ""} ${$maximum}.`,
          });
      } else {
        if ($minimum !== void 0 && instance < $minimum)
          errors.push({
            instanceLocation,
            keyword: "minimum",
            keywordLocation: `${schemaLocation}/minimum`,
            error: `${instance} is less than ${$minimum}.`,
          });
        if ($maximum !== void 0 && instance > $maximum)
          errors.push({
            instanceLocation,
            keyword: "maximum",
            keywordLocation: `${schemaLocation}/maximum`,
            error: `${instance} is greater than ${$maximum}.`,
          });
        if ($exclusiveMinimum !== void 0 && instance <= $exclusiveMinimum)
          errors.push({
            instanceLocation,
            keyword: "exclusiveMinimum",
            keywordLocation: `${schemaLocation}/exclusiveMinimum`,
            error: `${instance} is less than ${$exclusiveMinimum}.`,
          });
        if ($exclusiveMaximum !== void 0 && instance >= $exclusiveMaximum)
          errors.push({
            instanceLocation,
            keyword: "exclusiveMaximum",
            keywordLocation: `${schemaLocation}/exclusiveMaximum`,
            error: `${instance} is greater than or equal to ${$exclusiveMaximum}.`,
          });
      }
      if ($multipleOf !== void 0) {
        if (!isMultipleOf(instance, $multipleOf))
          errors.push({
            instanceLocation,
            keyword: "multipleOf",
            keywordLocation: `${schemaLocation}/multipleOf`,
            error: `${instance} is not a multiple of ${$multipleOf}.`,
          });
      }
    } else if (instanceType === "string") {
      const length = $minLength === void 0 && $maxLength === void 0 ? 0 : ucs2length(instance);
      if ($minLength !== void 0 && length < $minLength)
        errors.push({
          instanceLocation,
          keyword: "minLength",
          keywordLocation: `${schemaLocation}/minLength`,
          error: `String is too short (${length} < ${$minLength}).`,
        });
      if ($maxLength !== void 0 && length > $maxLength)
        errors.push({
          instanceLocation,
          keyword: "maxLength",
          keywordLocation: `${schemaLocation}/maxLength`,
          error: `String is too long (${length} > ${$maxLength}).`,
        });
      if ($pattern !== void 0 && !new RegExp($pattern, "u").test(instance))
        errors.push({
          instanceLocation,
          keyword: "pattern",
          keywordLocation: `${schemaLocation}/pattern`,
          error: "String does not match pattern.",
        });
      if ($format !== void 0 && format[$format] && !format[$format](instance))
        errors.push({
          instanceLocation,
          keyword: "format",
          keywordLocation: `${schemaLocation}/format`,
          error: `String does not match format "${$format}".`,
        });
    }
    return { valid: errors.length === 0, errors };
  }
  class Validator {
    schema;
    draft;
    shortCircuit;
    lookup;
    constructor(schema, draft = "2019-09", shortCircuit = !0) {
      (this.schema = schema),
        (this.draft = draft),
        (this.shortCircuit = shortCircuit),
        (this.lookup = dereference(schema));
    }
    validate(instance) {
      return validate2(instance, this.schema, this.draft, this.lookup, this.shortCircuit);
    }
    addSchema(schema, id) {
      if (id) schema = { ...schema, $id: id };
      dereference(schema, this.lookup);
    }
  }
  function roleChecker(descriptor) {
    const roles = new Map(Object.entries(descriptor?.roles ?? {})),
      validators = new Map();
    return ({ role, meta }) => {
      const described = roles.get(role);
      if (described === void 0)
        return misfit(role, "role", `the descriptor has no role "${role}", and --strict-roles was given`);
      if (described.schema === void 0) return null;
      const validator = validators.get(role) ?? new Validator(described.schema, "2020-12");
      validators.set(role, validator);
      const { valid, errors } = validator.validate(meta);
      if (valid) return null;
      const first = errors.at(-1),
        field = `meta${(first?.instanceLocation ?? "#").slice(1).replaceAll("/", ".")}`;
      return misfit(
        role,
        field,
        `\`${field}\` of the role "${role}" does not fit its schema: ${first?.error ?? "invalid"}`,
      );
    };
  }
  function misfit(role, field, message) {
    return { code: "SCHEMA_INVALID", message, details: { role, field } };
  }
};
