// The tools a step may name, and the effect each stands for.

/** What the plan bundle declares. A descriptor is fixed when the bundle is built, so a plan cannot add to it. */
export const EFFECTS = [
  "sys/exec@1",
  "sys/http.request@1",
  "sys/fs.read@1",
  "sys/fs.write@1",
  "sys/blob.put@1",
  "sys/blob.get@1",
  "sys/llm.generate@1",
];

export const EXEC_EFFECT = "sys/exec@1";
export const AGENT_EFFECT = "sys/llm.generate@1";

export type Tool = {
  effect: string;
  /** Arguments that must be given. */
  needs: readonly string[];
  /** All arguments it knows. Without it, the engine checks them when they are asked for. */
  takes?: readonly string[];
  /** true: its arguments are texts, so no template in them becomes a number or an object. */
  isText: boolean;
};

const TOOLS: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  [
    "bash",
    { effect: EXEC_EFFECT, needs: ["command"], takes: ["command", "cwd", "env", "stdin"], isText: true },
  ],
  ["exec", { effect: EXEC_EFFECT, needs: ["argv"], takes: ["argv", "cwd", "env", "stdin"], isText: true }],
  ["http", { effect: "sys/http.request@1", needs: ["url"], isText: false }],
  ["read_file", { effect: "sys/fs.read@1", needs: ["path"], isText: true }],
  ["write_file", { effect: "sys/fs.write@1", needs: ["path", "content"], isText: true }],
]);

/** An effect by its own name takes its params as arguments. undefined: a plan cannot ask for it. */
export function findTool(name: string): Tool | undefined {
  return TOOLS.get(name) ?? (EFFECTS.includes(name) ? { effect: name, needs: [], isText: false } : undefined);
}

export function whyNoTool(name: string): string {
  if (name.includes("/"))
    return `the plan bundle does not declare the effect ${name}; a plan may ask for ${EFFECTS.join(", ")}`;
  return `no tool ${name}; known are ${[...TOOLS.keys()].join(", ")}, and effects such as ${EFFECTS[0]}`;
}
