/**
 * From now on Ctrl-C stops watching and no thread; a second one ends the command. It is made before a thread is begun:
 * once there is a journal the thread goes on, and whoever leaves has to be told which it is.
 */
export class Leaving implements Disposable {
  private readonly controller = new AbortController();
  private readonly ask = () => this.controller.abort();

  constructor() {
    process.once("SIGINT", this.ask);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  [Symbol.dispose](): void {
    process.off("SIGINT", this.ask);
  }
}
