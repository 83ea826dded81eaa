const BRAND = Symbol.for("@uncaged/workflow Spelled");

/**
 * What stands without quotes where a text is meant, as it was spelled: read as a number, `0E12345678901` would be lost. The
 * program may consist of several built files, each with a copy of this class: the brand tells, not the copy.
 */
export class Spelled {
  static [Symbol.hasInstance](value: unknown): value is Spelled {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  readonly [BRAND] = true;
  constructor(readonly source: string) {}
}
