import { invariant } from "../ir/index.js";
import type { Refusal, RunView } from "../runtime/core/index.js";
import type { Problem } from "./problem.js";
import { refused } from "./refused.js";
import type { Page } from "./rendering/page.js";
import { recoveryWords } from "./rendering/stops.js";
import { howLines } from "./rendering/waits.js";
import { style } from "./style.js";
import type { Surroundings } from "./surroundings.js";
import { pageOf, type Runs } from "./with-runtime.js";

/** Why a run did not start. Of the run that stands in its way: how that one is finished, as commands to paste (`[R-36]`). */
export function refusedStart(
  refusal: Refusal,
  { runtime, store }: Runs,
  surroundings: Surroundings,
): Problem {
  const problem = refused(refusal);
  const id = refusal.code === "already_active" ? refusal.details[0]?.ref : undefined;
  if (id === undefined) return problem;
  const view = runtime.view(id);
  invariant(view !== undefined, `run \`${id}\` is stored`);
  const page = { ...pageOf(surroundings, store.bundle(view.digest), view), style: style(false) };
  return {
    ...problem,
    details: [
      ...goingOn(view, page),
      `to end it: laban cancel ${id}`,
      ...(view.shape === "loop" ? [] : ["to run beside it, as something of its own: --key NAME"]),
    ],
  };
}

/** What carries the run on that is in the way. */
function goingOn(view: RunView, page: Page): readonly string[] {
  if (view.stops.length > 0) return view.stops.map((stop) => recoveryWords(view, stop, page));
  const open = view.waits.filter((wait) => wait.status === "open" && wait.class !== "schedule");
  const [answering] = open.map((wait) => howLines(view.id, wait, page)[0]);
  if (answering !== undefined) return [`to answer it: ${answering}`];
  return [
    view.status === "running"
      ? `to stay with it: laban resume ${view.id}`
      : `to see it: laban show ${view.id}`,
  ];
}
