// The code blocks of a document, and the mark of those that no test runs.

export type Block = {
  lang: string;
  code: string;
  /** Of its fence, counted from 1. */
  line: number;
  /** Why no test runs it: a comment `<!-- not run: why -->` stands before it. */
  notRun: string | null;
};

const BLOCK = /(?:^<!-- not run: (.+) -->\n\n?)?^```(\w*)\n([\s\S]*?)^```$/gm;

export function blocksOf(text: string): Block[] {
  return [...text.matchAll(BLOCK)].map((match) => {
    const [whole, notRun = null, lang = "", code = ""] = match;
    const line = text.slice(0, match.index + whole.indexOf("```")).split("\n").length;
    return { lang, code, line, notRun };
  });
}

/** What somebody types into a shell, whatever its fence says. */
export function isShell({ lang, code }: Block): boolean {
  return ["sh", "bash", "shell"].includes(lang) || (lang === "" && /^(\$ )?uncaged-workflow /m.test(code));
}

/** What is typed, one command each; a comment behind it is none. */
export function commandsOf({ code }: Block): string[] {
  return code
    .split("\n")
    .map((line) => line.replace(/(^|\s)# .*$/, "").trim())
    .filter((line) => line !== "");
}
