// A ledger outside the store: the programs behind a few effects note there what they were asked for, and what they did.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { type TempHome, until } from "./temp-home.ts";

/** One per class; each takes {nonce, stop?, how?}. */
export const LEDGER_EFFECTS = ["ledger/keyed@1", "ledger/once@1", "ledger/read@1"] as const;

export type Called = { nonce: string; intent: string; key: string; attempt: number; effect: string };
export type Applied = { nonce: string; intent: string; key: string };

/**
 * `stop` "before" or "after": the first call with this nonce waits there, before or after it is applied, for go(nonce).
 * `how`: "deaf" does not hear SIGTERM, "refuse" answers a retryable error once, "misfit" answers what no schema allows,
 * "twice" gives two receipts.
 */
const PROGRAM = `#!/bin/sh
dir=$1 kind=$2
read -r request
field() { case $request in *"\\"$1\\":\\""*) rest=\${request#*\\"$1\\":\\"}; value=\${rest%%\\"*};; *) value=;; esac; }
field nonce; nonce=$value
field stop; stop=$value
field how; how=$value
field intent; intent=$value
field idempotencyKey; key=$value
field effect; effect=$value
attempt=\${request#*\\"attempt\\":}; attempt=\${attempt%%[,\\}]*}
[ "$how" = deaf ] && trap '' TERM
first() { (set -C; : > "$dir/$1-$nonce") 2>/dev/null; }
halt() {
  [ "$stop" = "$1" ] && first stopped || return 0
  : > "$dir/at-$nonce"
  while [ ! -e "$dir/go-$nonce" ] && [ -e "$dir/program" ]; do sleep 0.02; done
}
echo "{\\"nonce\\":\\"$nonce\\",\\"intent\\":\\"$intent\\",\\"key\\":\\"$key\\",\\"attempt\\":$attempt,\\"effect\\":\\"$effect\\"}" >> "$dir/called"
halt before
entry="{\\"nonce\\":\\"$nonce\\",\\"intent\\":\\"$intent\\",\\"key\\":\\"$key\\"}"
if [ "$how" = refuse ] && first refused; then
  echo '{"receipt":{"status":"error","error":{"code":"BUSY","message":"later","retryable":true}}}'
  exit 0
fi
case $kind in
  keyed) (set -C; echo "$entry" > "$dir/applied/key-$key") 2>/dev/null;;
  once) echo "$entry" > "$dir/applied/once-$intent-$$";;
esac
halt after
if [ "$how" = misfit ]; then echo '{"receipt":{"status":"ok","payload":{"nonce":7}}}'; exit 0; fi
echo "{\\"receipt\\":{\\"status\\":\\"ok\\",\\"payload\\":{\\"nonce\\":\\"$nonce\\"}}}"
[ "$how" = twice ] && echo '{"receipt":{"status":"ok","payload":{"nonce":"second"}}}'
exit 0
`;

export class Ledger {
  private constructor(private readonly dir: string) {}

  /** Makes the ledger's effects known to the home. `risk` is theirs in policy.yaml's words. */
  static async open(home: TempHome, risk = "write"): Promise<Ledger> {
    const dir = join(home.dir, "ledger");
    mkdirSync(join(dir, "applied"), { recursive: true });
    const program = join(dir, "program");
    writeFileSync(program, PROGRAM);
    await chmod(program, 0o755);
    mkdirSync(home.layout.root, { recursive: true, mode: 0o700 });
    const entries = LEDGER_EFFECTS.map((name) => {
      const kind = name.slice("ledger/".length, -"@1".length);
      const category = kind === "keyed" ? "idempotent" : kind;
      return `  "${name}":
    command: [${program}, ${dir}, ${kind}]
    class: ${category}
    risk: ${kind === "read" ? "read" : risk}
    acceptsKey: ${kind === "keyed"}
    receipt: { type: object, properties: { nonce: { type: string } }, required: [nonce] }
`;
    });
    writeFileSync(home.layout.effects, `effects:\n${entries.join("")}`, { mode: 0o600 });
    return new Ledger(dir);
  }

  /** Every call, in order: what was asked, whatever came of it. */
  called(nonce?: string): Called[] {
    const lines = readText(join(this.dir, "called")).split("\n").slice(0, -1);
    const calls = lines.map((line) => JSON.parse(line) as Called);
    return nonce === undefined ? calls : calls.filter((call) => call.nonce === nonce);
  }

  /** What was really done. */
  applied(nonce?: string): Applied[] {
    const folder = join(this.dir, "applied");
    const texts = readdirSync(folder).map((name) => readText(join(folder, name)));
    // The shell makes the file before it fills it: one that was killed in between has done nothing.
    const entries = texts.filter((text) => text.endsWith("\n")).map((text) => JSON.parse(text) as Applied);
    return nonce === undefined ? entries : entries.filter((entry) => entry.nonce === nonce);
  }

  /** Waits until a call stands where it was told to stop. */
  async untilAt(nonce: string): Promise<void> {
    const seen = join(this.dir, `at-${nonce}`);
    await until(async () => ((await Bun.file(seen).exists()) ? true : null), `${nonce} to stop`);
  }

  go(nonce: string): void {
    writeFileSync(join(this.dir, `go-${nonce}`), "");
  }

  /** Pids of its programs that are alive. */
  running(): number[] {
    return readdirSync("/proc")
      .filter(
        (name) => /^\d+$/.test(name) && readText(`/proc/${name}/cmdline`).includes(`${this.dir}/program`),
      )
      .map(Number);
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
