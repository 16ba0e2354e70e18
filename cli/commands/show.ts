import { invariant } from "../../ir/index.js";
import type { RunView } from "../../runtime/core/index.js";
import type { Store } from "../../runtime/ports.js";
import type { Command } from "../command.js";
import { exit } from "../exit-code.js";
import { findRun } from "../find-run.js";
import { flag, json } from "../option.js";
import { journalLines } from "../rendering/journal.js";
import { refusedLines } from "../rendering/refused.js";
import { roundNames } from "../rendering/rounds.js";
import { showLines } from "../rendering/show.js";
import { emit, show } from "../surroundings.js";
import { shownPageOf, withRuns } from "../with-runtime.js";
import { openWorkplace } from "../workplace.js";

const journal = flag({ name: "journal", summary: "everything that was recorded, event by event" });

export const command: Command = {
  name: "show",
  summary: "one run: why it stands where it does, what it waits for, what came of it",
  operands: [{ name: "RUN" }],
  options: [journal, json],
  notes: ["RUN is a run's id, any unique beginning of it, or `last`."],
  async run(args, surroundings) {
    const opened = await openWorkplace(surroundings.cwd, []);
    if (opened.kind === "problem") return opened;
    return withRuns(opened.value, surroundings, async ({ runtime, store }) => {
      const row = findRun(store, args.operands[0] ?? "");
      if (row.kind === "problem") return row;
      const view = runtime.view(row.value.id);
      invariant(view !== undefined, `run \`${row.value.id}\` is stored`);
      const page = shownPageOf(surroundings, store.bundle(view.digest), view);
      const recorded = runtime.journal(view.id);
      const entries = args.get(journal) ? recorded : undefined;
      const refused = store.refused(view.id);
      if (args.get(json)) {
        const more = entries === undefined ? {} : { journal: entries };
        emit(surroundings, { version: 1, run: view, refused, ...more });
      } else {
        const driver = await driverOf(store, view, page.now);
        show(
          surroundings,
          entries === undefined
            ? [...showLines(view, roundNames(recorded), page, driver), ...refusedLines(refused, page)]
            : journalLines(entries, page),
        );
      }
      return exit.done;
    });
  },
};

/** The process that works on a run now, in words; none where it was left in the middle. */
async function driverOf(store: Store, view: RunView, now: number): Promise<string | undefined> {
  const lease = view.status === "running" ? store.holding(view.id) : undefined;
  if (lease === undefined || lease.expiresAt <= now) return undefined;
  const { holderWords, isGone } = await import("../../runtime/drive/holder.js");
  return isGone(lease.holder) ? undefined : holderWords(lease.holder);
}
