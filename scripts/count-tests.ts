// Counts a junit report of `bun test`. A test file that cannot be loaded is simply absent from the report, with no
// failure counted, so the files that should be in it are counted too.

export type Counts = { passed: number; failures: string[]; skipped: number };

export function countReport(xml: string, files: readonly string[], exitCode: number): Counts {
  const counts: Counts = { passed: 0, failures: [], skipped: 0 };
  for (const [, attributes = "", body = ""] of xml.matchAll(TESTCASE)) {
    if (/<(failure|error)\b/.test(body)) counts.failures.push(nameOf(attributes));
    else if (/<skipped\b/.test(body)) counts.skipped += 1;
    else counts.passed += 1;
  }
  const reported = new Set(
    [...xml.matchAll(TESTCASE)].map(([, attributes = ""]) => attribute(attributes, "file")),
  );
  for (const file of files)
    if (!reported.has(file)) counts.failures.push(`${file}: it could not be loaded, or holds no test`);
  // An error outside of every test, or a crash: nothing above shows it, but Bun noticed.
  if (exitCode !== 0 && counts.failures.length === 0)
    counts.failures.push(`${files.join(", ")}: bun test ended with exit code ${exitCode}`);
  return counts;
}

export function closingLine({ passed, failures, skipped }: Counts): string {
  return `${passed} passed, ${failures.length} failed${skipped === 0 ? "" : `, ${skipped} skipped`}`;
}

const TESTCASE = /<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g;

function nameOf(attributes: string): string {
  const [file, group, name] = [
    attribute(attributes, "file"),
    attribute(attributes, "classname"),
    attribute(attributes, "name"),
  ];
  return `${file}: ${group === "" ? "" : `${group} > `}${name}`;
}

function attribute(attributes: string, name: string): string {
  const found = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
  return found.replace(/&(amp|lt|gt|quot|apos|#10);/g, (_, entity: string) => ENTITIES[entity] ?? "");
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#10": " " };
