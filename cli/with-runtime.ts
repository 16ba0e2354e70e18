import type { Bundle } from "../ir/index.js";
import type { RunView } from "../runtime/core/index.js";
import type { Hands } from "../runtime/drive/hands.js";
import type { Runtime } from "../runtime/drive/runtime.js";
import type { Store } from "../runtime/ports.js";
import type { ExitCode } from "./exit-code.js";
import { FrontDesk } from "./prompting/front-desk.js";
import { found, misuse, refusal, type Found, type Problem } from "./problem.js";
import type { Page } from "./rendering/page.js";
import { placeIn } from "./rendering/place.js";
import { style } from "./style.js";
import { hasColour, someoneIsThere, type Output, type Surroundings } from "./surroundings.js";
import { handsOf, hasStore, openStore } from "./wiring.js";
import type { Workplace } from "./workplace.js";

/** The runs of a project while a command works with them. */
export interface Stored {
  readonly runtime: Runtime;
  readonly store: Store;
}

export interface Runs extends Stored {
  /** Whether somebody is there, and may be asked (`[R-48]`). */
  readonly asks: boolean;
  /** Where models that are a person ask. */
  readonly desk: FrontDesk;
}

type Body = (runs: Runs) => Promise<ExitCode | Problem>;

/**
 * Opens the project's runs with all that driving them needs, and closes them behind the command. `asksNobody`: nobody is
 * asked, though somebody may be there.
 */
export async function withRuntime(
  workplace: Workplace,
  surroundings: Surroundings,
  asksNobody: boolean,
  body: Body,
): Promise<ExitCode | Problem> {
  const asks = !asksNobody && someoneIsThere(surroundings);
  const desk = new FrontDesk();
  const hands = await handsOf(workplace, surroundings, asks ? desk : undefined);
  return withStore(workplace, surroundings, hands, (runs) => body({ ...runs, asks, desk }));
}

/** The same for runs that there are already, which are looked at and not driven: the settings' bindings do not matter. */
export async function withRuns(
  workplace: Workplace,
  surroundings: Surroundings,
  body: (runs: Stored) => Promise<ExitCode | Problem>,
): Promise<ExitCode | Problem> {
  if (!hasStore(workplace)) return noRuns();
  const nothing = (): undefined => undefined;
  const { folderWorkspace } = await import("../runtime/workspace/folder.js");
  const hands: Hands = {
    clock: surroundings.clock,
    random: Math.random,
    workspace: folderWorkspace(workplace.project.root, { clock: surroundings.clock }),
    model: nothing,
    tool: nothing,
    selector: nothing,
    secret: () => ({ problem: "nothing is run here" }),
  };
  return withStore(workplace, surroundings, found(hands), body);
}

export function noRuns(): Problem {
  return misuse("nothing was run here yet", { hint: "laban run REF" });
}

async function withStore(
  workplace: Workplace,
  surroundings: Surroundings,
  hands: Found<Hands>,
  body: (runs: Stored) => Promise<ExitCode | Problem>,
): Promise<ExitCode | Problem> {
  if (hands.kind === "problem") return hands;
  const opened = await openStore(workplace, surroundings);
  if (opened.kind === "problem") return opened;
  const store = opened.value;
  const { openRuntime } = await import("../runtime/drive/runtime.js");
  const { timeOrderedIds } = await import("../runtime/drive/clock.js");
  const { StoreFailure } = await import("../runtime/stores/failure.js");
  const { clock, user } = surroundings;
  const { limits = {} } = workplace.config;
  const runtime = openRuntime({
    ...hands.value,
    store,
    clock,
    ids: timeOrderedIds(clock),
    owner: user,
    limits,
  });
  try {
    return await body({ runtime, store });
  } catch (error) {
    if (error instanceof StoreFailure) return refusal(error.message, { code: "store" });
    throw error;
  } finally {
    await runtime.close();
    store.close();
  }
}

/** How a run's program names and places things, for what is told of it as it goes. */
export function pageOf(
  surroundings: Surroundings,
  bundle: Bundle | undefined,
  run: Pick<RunView, "playbook">,
): Page {
  return pageOn(surroundings.err, 100, surroundings, bundle, run);
}

/** The same for what was asked to be shown: elsewhere than on a terminal nothing is cut or broken to a width. */
export function shownPageOf(
  surroundings: Surroundings,
  bundle: Bundle | undefined,
  run: Pick<RunView, "playbook">,
): Page {
  return pageOn(surroundings.out, Number.POSITIVE_INFINITY, surroundings, bundle, run);
}

function pageOn(
  output: Output,
  widthElsewhere: number,
  { env, clock }: Surroundings,
  bundle: Bundle | undefined,
  run: Pick<RunView, "playbook">,
): Page {
  return {
    width: output.terminal ? output.columns() : widthElsewhere,
    style: style(hasColour(output, env)),
    now: clock.now(),
    ...homeOf(bundle, run.playbook),
    types: bundle?.program.types ?? {},
    place: (pointer) => (bundle === undefined ? undefined : placeIn(bundle.sourceMap, pointer)),
  };
}

/** The run's playbook; of the loop, which has none, any one where all share a namespace. */
function homeOf(bundle: Bundle | undefined, playbook: string | undefined): { readonly home?: string } {
  if (playbook !== undefined) return { home: playbook };
  const refs = Object.keys(bundle?.program.playbooks ?? {});
  const namespaces = new Set(refs.map((ref) => ref.slice(0, ref.lastIndexOf("."))));
  return refs[0] !== undefined && namespaces.size === 1 ? { home: refs[0] } : {};
}
