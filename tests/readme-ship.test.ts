// The shipping example of the README works when it is typed as it stands, in a project with an `origin`.
import { expect, test } from "bun:test";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { REPO, TempHome } from "./support/temp-home.ts";

function git(cwd: string, ...args: string[]): string {
  const ran = Bun.spawnSync(["git", "-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd });
  if (!ran.success) throw new Error(`git ${args.join(" ")}: ${ran.stderr.toString()}`);
  return ran.stdout.toString().trim();
}

/** A project with a test that passes, and a remote that has nothing yet. */
async function project(dir: string): Promise<{ shop: string; origin: string }> {
  const [shop, origin] = [join(dir, "shop"), join(dir, "origin.git")];
  await mkdir(shop);
  git(dir, "init", "--quiet", "--bare", origin);
  git(shop, "init", "--quiet", "-b", "main");
  git(shop, "remote", "add", "origin", origin);
  await writeFile(
    join(shop, "shop.test.ts"),
    'import { test } from "bun:test";\ntest("it sells", () => {});\n',
  );
  git(shop, "add", "-A");
  git(shop, "commit", "--quiet", "-m", "one");
  return { shop, origin };
}

test("C36: the README's shipping example tests, asks and pushes where it is typed", async () => {
  await using home = await TempHome.create();
  const { shop, origin } = await project(home.dir);
  const readme = await readFile(join(REPO, "README.md"), "utf8");
  const [, file = "", code = ""] = /`(ship\.esm\.js)`:\n\n```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const [, typed = ""] = /```sh\n(uncaged-workflow add ship [\s\S]*?)```/.exec(readme) ?? [];
  await writeFile(join(shop, file), code);
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  let id = "";
  const lines = typed.trimEnd().split("\n");
  for (const line of lines) {
    const words = line.split(" ").slice(1);
    const ran = await home.uw(
      words.map((word) => (word === "<id>" ? id : word)),
      { cwd: shop, env },
    );
    expect(ran.exitCode, `${line}: ${ran.stdout}${ran.stderr}`).toBe(0);
    id = /\b[0-7][0-9A-Z]{25}\b/.exec(ran.stdout)?.[0] ?? id;
  }
  expect(lines).toHaveLength(3);
  const view = (await home.uw(["thread", id, "--json"])).json;
  expect(view.result).toMatchObject({ status: "completed", returnCode: 0 });
  const [tests] = view.commands;
  expect(JSON.stringify(tests)).toContain('"exitCode":0');
  expect(git(origin, "rev-parse", "main")).toBe(git(shop, "rev-parse", "main"));
});
