export type Violation = { file: string; line: number; rule: string; why: string };
