// Facts as git tells them, and notes as a model must write them: every entry names the commits it speaks of.
import type { Json } from "@uncaged/workflow";

export type Commit = { hash: string; author: string; subject: string; body: string };
export type Notes = { intro: string; sections: { title: string; entries: Entry[] }[] };
type Entry = { text: string; commits: string[] };

/** Fields and commits are parted by characters no message has. */
export const LOG_FORMAT = "--format=%h%x1f%an%x1f%s%x1f%b%x1e";
const BODY_MAX = 400;

export function parseLog(text: string): Commit[] {
  return text
    .split("\x1e")
    .map((record) => record.trim())
    .filter((record) => record !== "")
    .map((record) => {
      const [hash = "", author = "", subject = "", body = ""] = record.split("\x1f");
      return { hash, author, subject, body: shortened(body.trim()) };
    });
}

function shortened(text: string): string {
  return text.length <= BODY_MAX ? text : `${text.slice(0, BODY_MAX)} [cut]`;
}

export function asFacts(commits: readonly Commit[]): string {
  return commits
    .map(({ hash, author, subject, body }) =>
      [`- ${hash} ${subject} (${author})`, ...(body === "" ? [] : [body.replace(/^/gm, "    ")])].join("\n"),
    )
    .join("\n");
}

/** A commit that is not among the facts does not fit, so an entry cannot be about anything else. */
export function notesSchema(commits: readonly Commit[]): { [key: string]: Json } {
  const entry = closed({
    text: { type: "string" },
    commits: { type: "array", items: { type: "string", enum: commits.map(({ hash }) => hash) }, minItems: 1 },
  });
  const section = closed({ title: { type: "string" }, entries: { type: "array", items: entry } });
  return closed({ intro: { type: "string" }, sections: { type: "array", items: section } });
}

function closed(properties: { [key: string]: Json }): { [key: string]: Json } {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

export function asMarkdown(version: string, { intro, sections }: Notes): string {
  const parts = sections.map(({ title, entries }) =>
    [`## ${title}`, entries.map(({ text, commits }) => `- ${text} (${commits.join(", ")})`).join("\n")].join(
      "\n\n",
    ),
  );
  return `${[`# ${version}`, intro, ...parts].join("\n\n")}\n`;
}
