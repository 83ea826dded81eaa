// A worker's socket, for requests that arrive in one breath.
import { type TempHome, until } from "./temp-home.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
type Answer = any;

export class WorkerSocket implements Disposable {
  private readonly answers = new Map<number, PromiseWithResolvers<Answer>>();
  private ids = 0;
  private rest = "";
  private socket: Awaited<ReturnType<typeof Bun.connect>> | null = null;

  /** Of the worker of this bundle, which must be there or about to come. */
  static async open(home: TempHome, hash: string): Promise<WorkerSocket> {
    const one = new WorkerSocket();
    one.socket = await until(
      () =>
        Bun.connect({
          unix: home.layout.socket(hash),
          socket: { data: (_socket, data) => one.read(data.toString()) },
        }).catch(() => null),
      "the worker to listen",
    );
    return one;
  }

  /** All in one write; answers in their order. */
  ask(requests: readonly object[]): Promise<Answer[]> {
    const lines = requests.map((request) => {
      const id = ++this.ids;
      const answer = Promise.withResolvers<Answer>();
      this.answers.set(id, answer);
      return { text: `${JSON.stringify({ id, ...request })}\n`, answer: answer.promise };
    });
    this.socket?.write(lines.map(({ text }) => text).join(""));
    return Promise.all(lines.map(({ answer }) => answer));
  }

  [Symbol.dispose](): void {
    this.socket?.end();
  }

  private read(text: string): void {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line) as Answer;
      if ("id" in message) this.answers.get(message.id)?.resolve(message);
    }
  }
}
