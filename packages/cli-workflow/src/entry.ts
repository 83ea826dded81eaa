// The binary. Everything else of this package can be imported without running anything.
import { dismissEarly } from "@uncaged/workflow/host";
import { runCli } from "./main.ts";

// Not awaited at the top: dist/ is CommonJS, which has no such await.
void runCli(undefined, process.argv.slice(2)).then((code) => {
  dismissEarly();
  process.exit(code);
});
