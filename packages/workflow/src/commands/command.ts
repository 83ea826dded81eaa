// What a file of this folder says about its command: everything the engine, the command line and the tests know of it.
// A member that is missing does not compile. A command that waits for nothing says so (`waiting: null`).
import type { Json, SingleCommand } from "#contract/command.ts";
import type { EffectDefinition, Executed, JsonSchema } from "#contract/effect.ts";
import type { ErrorReport, WorkflowError } from "#contract/errors.ts";
import type { Leaf, Opening, Wait } from "#contract/leaf.ts";
import type { DecisionRecord, EffectIntent, EventRecord, Unstamped, WorkRecord } from "#contract/record.ts";
import type { Said, Settlement } from "#contract/settlement.ts";
import type { WaitingOn } from "#contract/status.ts";
import type { AdmissionRules, Admitted, MaybeLater } from "./admission.ts";
import type { Identity } from "./intent-id.ts";
import type { LineShape } from "./line-shape.ts";
import type { Sign } from "./make-receipt.ts";
import type { OpeningPorts, Place } from "./opening.ts";
import type { SettlePorts, Settling } from "./settlement.ts";
import type { Shape } from "./shape.ts";

/** A command that may stand in a list. */
export type Word = SingleCommand["do"];

/** As it is compared, hashed and recorded: what a line says besides this is the engine's. */
export type AskedBase = { do: Word; stepId?: string };

export type Lines = Unstamped<WorkRecord>[];
/** No value fits the schema: the dry run ends with this. */
export type Unanswerable = { unanswerable: ErrorReport };

/** C: as it is yielded. A: as it is asked, after admission. O: the line that opens it. R: what programs are told then. */
export type CommandFile<
  C extends SingleCommand,
  A extends AskedBase,
  O extends Opening,
  R extends Announcement = never,
> = {
  word: C["do"];
  /** Who answers it. The engine does so in the line that opens the command; everybody else takes longer. */
  answeredBy: "engine" | "executor" | "person" | "time" | "event";

  // --- what is yielded
  shape: Shape;
  admit(command: C, rules: AdmissionRules): MaybeLater<Admitted<AskedBase> | ErrorReport>;

  // --- the line that opens it
  line: { kind: O["kind"]; shape: LineShape };
  open(leaf: Admitted<A>, place: Place, ports: OpeningPorts): Unstamped<O>;
  /** What was asked, back from the line. */
  askedOf(opening: O): A;
  /** Its answer, where that stands in the line. */
  answerIn(opening: O): { value: Json | undefined } | null;

  /** How it comes to its answer; null: it has the answer when it is opened. */
  waiting: Waiting<O, R> | null;
  shown: Shown<O>;
  standIn: StandIn<C>;
};

export type Waiting<O extends Opening, R extends Announcement = Announcement> = {
  /** The words that `waiting(...)` may say of it. */
  on: readonly WaitingOn[];
  /** Null while an executor has it, or would have it if a process ran the thread. */
  waitOf(leaf: Leaf<O>): Wait | null;
  /** True: a yes is no answer. It lets the command be carried out. */
  yesLetsGo: boolean;
  /** True: a no is an answer for the generator. Otherwise it ends the thread. */
  hearsNo(opening: O): boolean;
  /** The time has come: the lines to write. Null: the command is carried out now. */
  due(leaf: Leaf<O>, tools: LineTools): Promise<Lines | null>;
  /** A person said something about it: the lines to write. */
  settle(leaf: Leaf<O>, said: Said, ports: SettlePorts): Promise<Settling>;
  /** In a dry run: the lines that stand in for the answer. Null: the command is carried out now. */
  dryRun(leaf: Leaf<O>, tools: DryRunTools): Promise<Lines | Unanswerable | null>;
  /** In a simulation: what a person says to it. Null: only the time brings it on. */
  simulate(leaf: Leaf<O>, tools: SimulationTools): Promise<Settlement | null>;
  /** Whether an event of the mailbox is its answer; null: none is. */
  takes: ((opening: O, event: Pick<EventRecord, "event" | "key">) => boolean) | null;
  /** What the person is shown who is asked; null when nobody is. */
  question(leaf: Leaf<O>, on: WaitingOn): Question | null;
  /** Told to programs that watch when it is opened, and somebody has to do something. */
  required(opening: O): R | null;
};

export type LineTools = { now: number; identity: Identity; sign: Sign };

export type DryRunTools = LineTools & { stub: Stub; events: AdmissionRules["events"] };

/** A value that fits a schema; undefined when none was found. */
export type Stub = (schema: JsonSchema) => Promise<Json | undefined>;

export type SimulationTools = {
  stub: Stub;
  /** What the user wants this effect to be answered with. */
  given(intent: EffectIntent): Executed | undefined;
  find(effect: string): EffectDefinition | undefined;
  events: AdmissionRules["events"];
  noStub(what: string): WorkflowError;
};

/** What a person may be asked for: words of WaitingOn. */
export type AskedOfPerson = "approval" | "input" | "reconcile";

export type Question = {
  kind: AskedOfPerson;
  prompt: string;
  items: Json[];
  /** What the answer must fit. */
  schema?: { [key: string]: Json };
  defaults?: Json;
};

/** A progress event, as docs/cli.md lists them. */
export type Announcement = { type: `${string}.required` };

/** What people see of it. */
export type Shown<O extends Opening> = {
  /** Where it stands when it was just opened and has no answer. */
  status(opening: O): "pending" | "waiting" | "waiting_approval";
  /** `asked` of a thread's view. */
  asked(opening: O): Json;
  /** The same on one line; null: as JSON. */
  brief(asked: Json): string | null;
  /** What is told of its answer on the same line. */
  outcome: "nothing" | "decision" | "value" | "receipt";
  /** For those who watch: the line when it is opened. `isAsk`: somebody has to do something. */
  opened(opening: O, name: string): { isAsk: boolean; text: string } | null;
  /** While nothing else goes on. `left`: how long until then. */
  resting(opening: O, name: string, left: (until: number) => string): string;
  /** Before how long it took, when it is over; null: it is told like an effect. */
  done: string | null;
  /** In the plan of a fork: why it waits again. Null: the plan does not list it as waiting. */
  again: ((decision: DecisionRecord["decision"] | undefined) => string) | null;
};

/** In an author's unit test. */
export type StandIn<C extends SingleCommand> = {
  /** The default answer of `driveWorkflow`; null: the test has to give one. */
  answer: ((command: C, drive: Drive) => unknown) | null;
  /** What the test's own answer must be. */
  is: "receipt" | "timer" | "decision" | "value";
};

/** A drive of a unit test: its time stands still, and sleeps move it on. */
export type Drive = {
  now: number;
  passTo(time: number): void;
  /** Chance, the same in every drive. */
  hex(seed: string, bytes: number): string;
  draw(): number;
  /** The line of the journal the command would have. */
  seq: number;
  key: string | null;
  receipt(): unknown;
};
