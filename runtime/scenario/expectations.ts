import { unreachable, type Expectation, type JournalEntry, type StopContext } from "../../ir/index.js";
import type { RunView, WaitView } from "../core/index.js";
import { laneOrder } from "./lane-order.js";
import { listed, type Names } from "./names.js";
import { compares } from "./result.js";

/** What an expectation is held against. */
export interface Evidently {
  readonly view: RunView;
  readonly journal: readonly JournalEntry[];
  readonly names: Names;
  /** Evaluates a predicate on the state as it is; what was missing or false, where it does not hold. */
  predicate(expectation: Expectation & { readonly kind: "predicate" }): PredicateResult;
}
export type PredicateResult =
  { readonly holds: true } | { readonly holds: false; readonly why: readonly string[] };

/** Why an expectation does not hold: what is there in its place. */
export interface Disappointment {
  readonly seen: string;
  readonly details: readonly string[];
}

/** Holds one expectation against the run as it is (`[L-30]`); `undefined`: it holds. */
export function disappointment(expectation: Expectation, at: Evidently): Disappointment | undefined {
  const { view, journal, names } = at;
  const unless = (
    holds: boolean,
    seen: () => string,
    details: readonly string[] = [],
  ): Disappointment | undefined => (holds ? undefined : { seen: seen(), details });
  switch (expectation.kind) {
    case "predicate": {
      const result = at.predicate(expectation);
      if (result.holds) return undefined;
      const [seen, ...details] = result.why;
      return { seen: seen ?? "it does not hold", details };
    }
    case "rounds":
      return unless(
        compares(view.rounds, expectation.operator, expectation.value),
        () => `rounds == ${view.rounds}`,
      );
    case "stopped":
      return unless(hasStoppedAs(view, expectation.reason), () => stopWords(view, names), stopDetails(view));
    case "status":
      return unless(view.status === expectation.status, () => stateWords(view, names), stopDetails(view));
    case "waiting": {
      const open = openWaits(view);
      return unless(
        open.some((wait) => isWait(wait, expectation.wait)),
        () =>
          open.length === 0
            ? "nothing is waited for"
            : `waiting for ${listed(open.map((wait) => waitWords(wait, names)))}`,
      );
    }
    case "held-back": {
      const held = view.heldBack.map(({ member }) => names.member(member));
      return unless(
        view.heldBack.some(({ member }) => member.playbook === expectation.playbook),
        () => (held.length === 0 ? "nothing was held back" : `held back: ${listed([...new Set(held)])}`),
      );
    }
    case "never": {
      const lane = journal.find(
        ({ event }) => event.kind === "lane.admitted" && event.member.playbook === expectation.playbook,
      )?.event;
      if (lane?.kind === "lane.admitted")
        return { seen: `\`${names.member(lane.member)}\` ran in round ${lane.round}`, details: [] };
      return unless(
        view.playbook !== expectation.playbook,
        () => `\`${names.of(expectation.playbook)}\` is what was run`,
      );
    }
    case "recovery":
      return unless(
        view.stops.some((stop) => stop.recovery === expectation.recovery),
        () =>
          view.stops.length === 0
            ? `no recovery is open; ${stateWords(view, names)}`
            : `open: ${listed(view.stops.map((stop) => stop.recovery))}`,
        stopDetails(view),
      );
    case "order": {
      const order = laneOrder(journal, new Set(expectation.playbooks));
      const differs = order.findIndex((playbook, index) => playbook !== expectation.playbooks[index]);
      const first = differs === -1 ? order.length : differs;
      if (differs === -1 && order.length === expectation.playbooks.length) return undefined;
      const lane = (playbook: string | undefined): string =>
        playbook === undefined ? "nothing" : `\`${names.of(playbook)}\``;
      return {
        seen:
          order.length === 0
            ? "no lane ran"
            : `order ${order.map((playbook) => names.of(playbook)).join(", ")}`,
        details: [
          `lane ${first + 1} was to be ${lane(expectation.playbooks[first])}, and was ${lane(order[first])}`,
        ],
      };
    }
    case "written": {
      const paths = [...new Set(view.landings.map(({ path }) => path))];
      return unless(paths.includes(expectation.path), () =>
        paths.length === 0 ? "nothing was written" : `written: ${listed(paths)}`,
      );
    }
    case "dispatched":
      return { seen: "effects are not carried out in scenarios yet", details: [] };
    default:
      return unreachable(expectation);
  }
}

/** A stop reason, an `ends` of that name, or, of a run that needs recovery or failed, the category of a stop (`[R-37]`, `[R-53]`). */
function hasStoppedAs(view: RunView, reason: string): boolean {
  if (view.stopReason === reason) return true;
  return (
    (view.status === "paused" || view.status === "failed") &&
    view.stops.some((stop) => stop.category === reason)
  );
}

function stopWords(view: RunView, names: Names): string {
  if (view.stopReason !== undefined) return `stopped ${view.stopReason}`;
  return view.stops.length > 0
    ? `stopped ${listedPlain(view.stops.map((stop) => stop.category))}`
    : `it has not stopped: ${stateWords(view, names)}`;
}

function stopDetails(view: RunView): readonly string[] {
  return [
    ...(view.stopWords === undefined ? [] : [view.stopWords]),
    ...view.stops.map((stop) => stopLine(stop)),
  ];
}

function stopLine(stop: StopContext): string {
  return `${stop.laneId === undefined ? "" : `lane ${stop.laneId}: `}${stop.category}: ${stop.message} (recovery: ${stop.recovery})`;
}

/** What state a run is in, in words. */
export function stateWords(view: RunView, names: Names): string {
  const open = openWaits(view);
  const waits =
    open.length === 0 ? "" : `, waiting for ${listed(open.map((wait) => waitWords(wait, names)))}`;
  const reason = view.stopReason === undefined ? "" : ` (${view.stopReason})`;
  return `status ${view.status}${reason}${view.status === "waiting" ? waits : ""}`;
}

export function openWaits(view: RunView): readonly WaitView[] {
  return view.waits.filter((wait) => wait.status === "open");
}

/** Whether a wait goes by this name: its own, its step's `as`, `Clarification` or `interview` (`[L-29]`). */
export function isWait(wait: WaitView, name: string): boolean {
  return (
    wait.wait === name ||
    wait.as === name ||
    (name === "Clarification" && (wait.requests !== undefined || wait.wait.endsWith(".Clarification")))
  );
}

/** A wait as a message names it: what it is, and whose. */
export function waitWords(wait: WaitView, names: Names): string {
  const name = wait.requests === undefined ? names.of(wait.wait) : "Clarification";
  return wait.member === undefined ? name : `${name} of ${names.member(wait.member)}`;
}

function listedPlain(words: readonly string[]): string {
  return [...new Set(words)].join(", ");
}
