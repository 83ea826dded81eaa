// What planner and reviewer must answer, as JSON Schemas and as types.

export type Plan = { title: string; steps: string[] };
export type Review = { accepted: boolean; problems: string[] };

const TEXTS = { type: "array", items: { type: "string" } };

export const PLAN = {
  type: "object",
  properties: { title: { type: "string" }, steps: TEXTS },
  required: ["title", "steps"],
  additionalProperties: false,
};

export const REVIEW = {
  type: "object",
  properties: { accepted: { type: "boolean" }, problems: TEXTS },
  required: ["accepted", "problems"],
  additionalProperties: false,
};
