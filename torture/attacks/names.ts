// N10: names and ids that mean something else to a file system, to a reader or to JavaScript.
import type { Attack } from "./target.ts";

const NAMES = [
  ...[
    "../../x",
    "..",
    ".",
    "",
    "a/b",
    "a\\b",
    "/etc/passwd",
    "~",
    "$HOME",
    "%2e%2e",
    "a;b",
    "a b",
    " a",
    "a ",
    "a\n",
    "a\tb",
  ],
  ...[
    "__proto__",
    "hasOwnProperty",
    "toString",
    "CON",
    "A",
    "-a",
    "--home",
    "a-",
    "a--b",
    "a.esm.js",
    "é",
    "a\u0301",
    "аdmin",
  ],
  ...["\u202eabc", "\u200ba", "😀", "a\u0000", "x".repeat(64), "x".repeat(300), "\u001b[31mred"],
].filter((name) => !name.includes("\u0000"));

/** Fine as names, but every object has them. */
const INHERITED = ["constructor", "valueof", "prototype"];

const IDS = [
  ...[
    "../../../outside/secret.txt",
    "..",
    ".",
    "/",
    "",
    "0",
    "01M7K",
    "__proto__",
    "constructor",
    "%00",
    "*",
    "01M7K%",
    "01M7K_",
  ],
  ...[
    "' OR 1=1 --",
    "U".repeat(26),
    "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
    "0".repeat(27),
    "0".repeat(26),
    "０１Ｍ７Ｋ５",
    "٠١٢٣٤٥٦",
    "-1",
    "1e3",
  ],
];

const NAME_VERBS = ["show", "run", "remove", "history", "rollback"];
const ID_VERBS = ["thread", "kill", "cancel", "pause", "resume", "fork", "follow", "logs", "why", "verify"];

export const NAME_ATTACKS: readonly Attack[] = [
  ...NAMES.map(
    (name): Attack => ({
      name: `the name ${JSON.stringify(name.slice(0, 20))}`,
      async run(target) {
        const file = await target.home.bundle(
          "fine",
          "export default async function* (i) { return { returnCode: i.steps.length, summary: '' }; }",
        );
        const verb = NAME_VERBS[name.length % NAME_VERBS.length] as string;
        return [
          ...(await target.refuses([10], "add", "--", name, file)),
          ...(await target.refuses([10], verb, "--", name)),
        ];
      },
    }),
  ),
  ...INHERITED.map(
    (name): Attack => ({
      name: `the inherited name ${name}`,
      run: async (target) =>
        (await Promise.all(NAME_VERBS.map((verb) => target.refuses([10], verb, name)))).flat(),
    }),
  ),
  ...IDS.map(
    (id): Attack => ({
      name: `the id ${JSON.stringify(id.slice(0, 30))}`,
      async run(target) {
        const verbs = [
          ID_VERBS[id.length % ID_VERBS.length],
          ID_VERBS[(id.length + 4) % ID_VERBS.length],
        ] as string[];
        const answers = verbs.map((verb) => target.refuses([10], verb, "--", id));
        return (await Promise.all([...answers, target.refuses([10], "thread", "rm", "--", id)])).flat();
      },
    }),
  ),
  {
    name: "an id of another thread's beginning",
    // Two threads made in the same second share ten characters and more: nobody may guess which is meant.
    run: (target) => target.refuses([10], "thread", "rm", target.base.finished.slice(0, 5)),
  },
];
