import { invariant } from "../../ir/index.js";
import type { RunView } from "../../runtime/core/index.js";
import type { Command } from "../command.js";
import { findRun } from "../find-run.js";
import { findWait, isCalled } from "../find-wait.js";
import { flag, json, text, texts } from "../option.js";
import { misuse } from "../problem.js";
import { isAnswer, readAnswer, type GivenAnswer } from "../read-answer.js";
import { refused } from "../refused.js";
import { answerWords } from "../rendering/waits.js";
import { reporter, stayWithRun } from "../stay-with-run.js";
import { hasStore } from "../wiring.js";
import { noRuns, pageOf, withRuntime } from "../with-runtime.js";
import { openWorkplace } from "../workplace.js";

const decline = flag({ name: "decline", summary: "goes on without an answer; VALUE is the reason then" });
const value = text({ name: "value", value: "JSON", summary: "the answer as JSON" });
const set = texts({
  name: "set",
  value: "REF=VALUE",
  summary: "a decision of a clarification, or a field of an answer",
});
const delegate = texts({ name: "delegate", value: "REF", summary: "a decision that is left to the work" });

export const command: Command = {
  name: "answer",
  summary: "answers what a run waits for; the run goes on",
  operands: [{ name: "RUN" }, { name: "WAIT", optional: true }, { name: "VALUE", optional: true }],
  options: [decline, value, set, delegate, json],
  notes: [
    "RUN is a run's id, any unique beginning of it, or `last`. WAIT is a wait's id or name, or the step's `as`; it may",
    "be left out where only one is open. VALUE is read by what the wait asks for. At a terminal, without an answer,",
    "you are asked. An answer that does not fit is refused, and the question stays open.",
  ],
  async run(args, surroundings) {
    const opened = await openWorkplace(surroundings.cwd, []);
    if (opened.kind === "problem") return opened;
    if (!hasStore(opened.value)) return noRuns();
    const [wanted = "", ...words] = args.operands;
    const given: GivenAnswer = {
      json: args.get(value),
      declines: args.get(decline),
      sets: args.get(set),
      delegates: args.get(delegate),
      by: surroundings.user,
    };
    const asksNobody = words.length > 1 || isAnswer(given);

    return withRuntime(opened.value, surroundings, asksNobody, async (runs) => {
      const row = findRun(runs.store, wanted);
      if (row.kind === "problem") return row;
      const view = runs.runtime.view(row.value.id);
      invariant(view !== undefined, `run \`${row.value.id}\` is stored`);
      const { name, word } = namedAnd(view, words);
      const journal = runs.runtime.journal(view.id);
      const wait = findWait(view, name, journal);
      if (wait.kind === "problem") return wait;
      const bundle = runs.store.bundle(view.digest);
      const page = pageOf(surroundings, bundle, view);
      const from = journal.length;
      const refusedBefore = runs.store.refused(view.id).length;
      const answer: GivenAnswer = { ...given, word };
      if (!isAnswer(answer)) {
        if (runs.asks)
          return stayWithRun(
            runs,
            view.id,
            { report: reporter(args.get(json), surroundings), from },
            surroundings,
          );
        return misuse("`laban answer` needs an answer", {
          hint: `${wait.value.question} (${answerWords(wait.value, page)})`,
        });
      }
      const request = readAnswer(wait.value, answer, page.types);
      if (request.kind === "problem") return request;
      const result = await runs.runtime.request(view.id, request.value);
      if (result.kind === "refused") return refused(result.refusal);
      const report = reporter(args.get(json), surroundings);
      const staying = { report, from, refusedBefore, mayBeElsewhere: true };
      return stayWithRun({ ...runs, asks: false }, view.id, staying, surroundings);
    });
  },
};

/** Of one word it has to be found out whether it names a wait or is the answer; of two the first names the wait. */
function namedAnd(
  view: RunView,
  [first, second]: readonly string[],
): { readonly name: string | undefined; readonly word: string | undefined } {
  if (second !== undefined || first === undefined) return { name: first, word: second };
  const names = view.waits.some((wait) => isCalled(wait, first));
  return names ? { name: first, word: undefined } : { name: undefined, word: first };
}
