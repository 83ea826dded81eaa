/** What stands without quotes where a text is meant, as it was spelled: read as a number, `0E12345678901` would be lost. */
export class Spelled {
  constructor(readonly source: string) {}
}
