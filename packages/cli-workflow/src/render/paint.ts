// Colours, when a person looks and wants them. Six codes do not need a library.

export type Paint = Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan", (text: string) => string>;

const CODES: Record<keyof Paint, [number, number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

export function paintFor(terminal: { hasColor: boolean }): Paint {
  const painter =
    ([on, off]: [number, number]) =>
    (text: string) =>
      terminal.hasColor ? `\x1b[${on}m${text}\x1b[${off}m` : text;
  return Object.fromEntries(Object.entries(CODES).map(([name, code]) => [name, painter(code)])) as Paint;
}
