// uncaged-scripted-model script.json [port]: a model on this machine that answers from a file, until it is ended.
import { parseScript } from "./parse-script.ts";
import { scriptedModel } from "./scripted-model.ts";

const [file, port = "0"] = process.argv.slice(2);
if (file === undefined || !/^\d{1,5}$/.test(port)) {
  console.error("usage: uncaged-scripted-model <script.json> [port]");
  process.exit(10);
}
try {
  const { baseUrl } = scriptedModel(parseScript(await Bun.file(file).text()), {
    port: Number(port),
    onRequest: ({ model, prompt, reply }) =>
      console.error(
        `${model}  ${prompt.slice(-60).replace(/\s+/g, " ")}  ${reply === null ? "no answer left" : "answered"}`,
      ),
  });
  console.log(`export OPENAI_BASE_URL=${baseUrl}`);
} catch (error) {
  console.error(`${file}: ${error instanceof Error ? error.message : error}`);
  process.exit(10);
}
