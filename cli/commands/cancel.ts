import { invariant } from "../../ir/index.js";
import type { Command } from "../command.js";
import { exit } from "../exit-code.js";
import { findRun } from "../find-run.js";
import { json } from "../option.js";
import { refused } from "../refused.js";
import { counted } from "../rendering/text.js";
import { emit, say } from "../surroundings.js";
import { withRuntime } from "../with-runtime.js";
import { openWorkplace } from "../workplace.js";

export const command: Command = {
  name: "cancel",
  summary: "ends a run for good; what it landed before stays",
  operands: [{ name: "RUN" }],
  options: [json],
  notes: ["RUN is a run's id, any unique beginning of it, or `last`."],
  async run(args, surroundings) {
    const opened = await openWorkplace(surroundings.cwd, []);
    if (opened.kind === "problem") return opened;
    return withRuntime(opened.value, surroundings, true, async ({ runtime, store }) => {
      const row = findRun(store, args.operands[0] ?? "");
      if (row.kind === "problem") return row;
      const { id } = row.value;
      const result = await runtime.cancel(id);
      if (result.kind === "refused") return refused(result.refusal);
      await runtime.drive(id);
      const view = runtime.view(id);
      invariant(view !== undefined, `run \`${id}\` is stored`);
      if (args.get(json)) {
        emit(surroundings, { version: 1, repeated: result.repeated, run: view });
        return exit.done;
      }
      const landed = view.landings.length;
      say(surroundings, [
        `${id} ${result.repeated ? "was cancelled before" : "is cancelled"}; ${landed === 0 ? "nothing was landed" : `${counted(landed, "document")} that it landed ${landed === 1 ? "stays" : "stay"}`}`,
      ]);
      return exit.done;
    });
  },
};
