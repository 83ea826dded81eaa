// What a reviewer and the judge must answer, as JSON Schemas and as types. Every key is required and every value has a
// type: the strict modes of the providers take nothing else.

export type Finding = { file: string; line: number; severity: "low" | "medium" | "high"; text: string };
export type Findings = { findings: Finding[] };
export type Verdict = { verdict: "accept" | "reject"; reason: string };

export const FINDINGS = {
  type: "object",
  properties: {
    findings: {
      type: "array",
      items: {
        type: "object",
        properties: {
          file: { type: "string" },
          line: { type: "integer" },
          severity: { type: "string", enum: ["low", "medium", "high"] },
          text: { type: "string" },
        },
        required: ["file", "line", "severity", "text"],
        additionalProperties: false,
      },
    },
  },
  required: ["findings"],
  additionalProperties: false,
};

export const VERDICT = {
  type: "object",
  properties: { verdict: { type: "string", enum: ["accept", "reject"] }, reason: { type: "string" } },
  required: ["verdict", "reason"],
  additionalProperties: false,
};

export function inLines(findings: readonly (Finding & { lens: string })[]): string {
  if (findings.length === 0) return "no findings";
  return findings
    .map(({ file, line, severity, lens, text }) => `${file}:${line} ${severity} (${lens}) ${text}`)
    .join("\n");
}
