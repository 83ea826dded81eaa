// What a command is. Arguments are described in citty's form, so that an umbrella program can mount the commands too;
// they are read by our own strict parser (see parse-args.ts for why).

import type { Store } from "@uncaged/workflow/host";
import type { ArgDef } from "citty";
import type { Paint } from "../render/paint.ts";
import type { Terminal } from "../terminal/terminal.ts";

export type Arg = ArgDef & { multiple?: boolean };

export type Invocation = {
  store: Store;
  /** Every verb there is, this one included. */
  groups: readonly Group[];
  terminal: Terminal;
  paint: Paint;
  json: boolean;
  /** Positional arguments in order; missing optional ones are undefined. */
  positionals: (string | undefined)[];
  flag(name: string): string | undefined;
  flags(name: string): string[];
  isSet(name: string): boolean;
};

/** A verb returns data and text. main.ts decides which is printed, and how. */
export type CommandAnswer = {
  /** The `--json` document. */
  json: unknown;
  /** What a person reads; in pieces where it may be large, and then printed to the byte. */
  text: string | Iterable<Uint8Array>;
  exitCode?: number;
  /** Notes for a person, on stderr, without `--json` only. */
  notes?: string[];
};

export type Command = {
  summary: string;
  args: Record<string, Arg>;
  example: string;
  /** A flag that only programs give, who read JSON: it stands for `--json`, too. */
  jsonWith?: string;
  /** What `--help` adds below the flags. */
  more?: string;
  run(invocation: Invocation): Promise<CommandAnswer>;
};

export type Verb = { summary: string; load: () => Promise<{ command: Command }> };
export type Group = { title: string; verbs: Record<string, Verb> };
