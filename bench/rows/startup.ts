import { TempHome } from "../../tests/support/temp-home.ts";
import { type Command, direct, launched, timeOf } from "../lib/commands.ts";
import { byRatio, type Figure, type Row } from "../lib/figure.ts";
import { emptyScript } from "../lib/floors.ts";
import { medians } from "../lib/median.ts";
import { STEP_BUNDLE } from "../lib/step-bundle.ts";

const ROUNDS = 31;

export const row: Row = {
  name: "startup",
  async run() {
    await using home = await TempHome.create();
    await home.add("steps", STEP_BUNDLE);
    const commands: [string, Command][] = [
      ["--help", launched(home, "--help")],
      ["--help, without the launcher", direct(home, "--help")],
      ["list", launched(home, "list")],
      ["list, without the launcher", direct(home, "list")],
    ];
    const floor = emptyScript(home);
    const [floorMs, ...times] = await medians(
      ROUNDS,
      [floor, ...commands.map(([, command]) => command)].map((command) => () => timeOf(command)),
    );
    return commands.map(([name], index): Figure => {
      const measured = {
        row: name,
        floorIs: "an empty bun script",
        unit: "ms",
        ours: times[index] ?? 0,
        floor: floorMs ?? 0,
      };
      return byRatio(measured, name.includes(",") ? null : { atMost: 4 });
    });
  },
};
