// A bundle may limit how many of its threads run at once; the others wait in the order they came.

export class BundleQueue {
  private inside = 0;
  private readonly line: { pass: () => void }[] = [];

  constructor(private readonly places: number) {}

  get isFull(): boolean {
    return this.inside >= this.places;
  }

  /** Resolves with the way out. `leave` may be called before a place was given: the wait is then over. */
  enter(): { passed: Promise<void>; leave: () => void } {
    const ticket = Promise.withResolvers<void>();
    let state: "waiting" | "inside" | "left" = "waiting";
    const entry = {
      pass: () => {
        if (state !== "waiting") return this.next();
        state = "inside";
        this.inside += 1;
        ticket.resolve();
      },
    };
    const leave = () => {
      const was = state;
      state = "left";
      if (was === "inside") {
        this.inside -= 1;
        this.next();
      }
    };
    this.line.push(entry);
    this.next();
    return { passed: ticket.promise, leave };
  }

  private next(): void {
    if (!this.isFull) this.line.shift()?.pass();
  }
}
