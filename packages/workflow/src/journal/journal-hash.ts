/** The sha256 of a journal as it grows. Bytes may be left for later, when the process has a moment. */
export class JournalHash {
  private readonly hasher = new Bun.CryptoHasher("sha256");
  private waiting: Uint8Array[] = [];

  add(bytes: Uint8Array | string): void {
    this.catchUp();
    this.hasher.update(bytes);
  }

  addLater(bytes: Uint8Array): void {
    this.waiting.push(bytes);
  }

  catchUp(): void {
    for (const bytes of this.waiting.splice(0)) this.hasher.update(bytes);
  }

  /** Of all bytes so far, and then `more`. */
  hex(more = ""): string {
    this.catchUp();
    return this.hasher.copy().update(more).digest("hex");
  }
}
