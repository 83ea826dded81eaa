// What held, what broke and what could not be tried. A thing not tried is never counted as held.

const SHOWN_MAX = 12;

export class Tally {
  passed = 0;
  failed = 0;
  readonly skipped: string[] = [];
  private readonly seen = new Map<string, number>();

  constructor(
    private readonly mode: string,
    private readonly parent: Tally | null = null,
  ) {}

  /** For one of several cases at once: what it counts, we count too. */
  branch(): Tally {
    return new Tally(this.mode, this);
  }

  /** One case: it holds when there is nothing to say against it. */
  judge(what: string, problems: readonly string[]): boolean {
    this.parent?.judge(what, problems);
    if (problems.length === 0) {
      this.passed += 1;
      return true;
    }
    this.failed += 1;
    if (this.parent === null) for (const problem of problems) this.show(what, problem);
    return false;
  }

  fail(what: string, problem: string): void {
    this.judge(what, [problem]);
  }

  skip(reason: string): void {
    this.skipped.push(reason);
    console.error(`${this.mode}: skipped: ${reason}`);
  }

  /** The same complaint a thousand times says no more than a dozen times. */
  private show(what: string, problem: string): void {
    const kind = problem.replace(/[0-9A-HJKMNP-TV-Z]{13,26}|\d+/g, "#").slice(0, 80);
    const count = (this.seen.get(kind) ?? 0) + 1;
    this.seen.set(kind, count);
    if (count <= SHOWN_MAX) console.error(`${this.mode}: FAILED ${what}: ${problem}`);
    if (count === SHOWN_MAX) console.error(`${this.mode}: (more of this kind are only counted)`);
  }
}
