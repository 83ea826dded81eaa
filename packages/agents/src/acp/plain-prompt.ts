// A prompt is data. Agents of this protocol take a text that begins with `/` for a command of theirs, and some read a file
// for every `@path`: so the text never begins with one, and an `@` never stands right before a path.

export function plainPrompt(prompt: string): string {
  const withoutFiles = prompt.replace(/(^|[\s(["'`])@(?=[^\s@])/gu, "$1@ ");
  return /^\s*[/!#@]/u.test(withoutFiles) ? `The task:\n\n${withoutFiles}` : withoutFiles;
}
