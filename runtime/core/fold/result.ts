import { unreachable, type Document, type Event, type Reading } from "../../../ir/index.js";
import { withEntry, withLane, withoutEntry } from "../change.js";
import { append } from "../log.js";
import { nameOf, shortName } from "../names.js";
import type { Landing, State } from "../state.js";
import { runOf } from "../surroundings.js";

type ResultEvent = Extract<
  Event,
  {
    kind:
      | "landing.prepared"
      | "landing.refused"
      | "artifact.landed"
      | "evidence.added"
      | "verdict.returned"
      | "verdict.removed";
  }
>;

export function foldResult(state: State, event: ResultEvent): State {
  switch (event.kind) {
    case "landing.prepared":
      return prepared(state, event);
    case "landing.refused":
      return withLane(state, event.lane, ({ landing, status }) =>
        landing === undefined || status !== "running"
          ? {}
          : { landing: { ...landing, refused: { reason: event.reason, message: event.message } } },
      );
    case "artifact.landed":
      return landed(state, event);
    case "evidence.added": {
      const { evidence, playbook, key, round, lane, text } = event;
      const contributions = [...(state.evidence.get(evidence) ?? []), { playbook, key, round, lane, text }];
      return { ...state, evidence: withEntry(state.evidence, evidence, contributions) };
    }
    case "verdict.returned": {
      const { verdict, key, value, lane, judged } = event;
      const row = { verdict, key, value, seq: state.seq, lane, judged };
      return {
        ...state,
        verdicts: withEntry(state.verdicts, nameOf(verdict, key), row),
        lastDecision: {
          kind: "verdict",
          words: `\`${nameOf(shortName(verdict), key)}\` was returned`,
          at: state.at,
        },
      };
    }
    case "verdict.removed":
      return { ...state, verdicts: withoutEntry(state.verdicts, nameOf(event.verdict, event.key)) };
    default:
      return unreachable(event);
  }
}

/** A preview lands in an overlay, which hides the workspace from it (`[R-8]`). */
function prepared(state: State, event: Extract<Event, { kind: "landing.prepared" }>): State {
  const { documents, reads, exchange, assumptions, versions } = event;
  const changed = withLane(state, event.lane, () => ({
    landing: { documents, reads, exchange, assumptions, versions, written: 0, refused: undefined },
  }));
  if (runOf(state).mode === "live" || changed === state) return changed;
  return documents.reduce(
    (before, document) => noteLanding(before, event.lane, document, event, "overlay"),
    changed,
  );
}

/** A landing that comes after its lane has settled is in the journal and in the workspace, and changes nothing here. */
function landed(state: State, event: Extract<Event, { kind: "artifact.landed" }>): State {
  const landing = state.lanes.get(event.lane)?.landing;
  const document = landing?.documents.find(
    ({ artifact, key }) => artifact === event.artifact && key === event.key,
  );
  if (landing === undefined || document === undefined || state.lanes.get(event.lane)?.status !== "running")
    return state;
  const noted = noteLanding(state, event.lane, { ...document, sha256: event.sha256 }, landing, "documents");
  return withLane(noted, event.lane, () => ({ landing: { ...landing, written: landing.written + 1 } }));
}

function noteLanding(
  state: State,
  lane: string,
  document: Document,
  record: Pick<Landing, "exchange" | "assumptions" | "versions">,
  where: "documents" | "overlay",
): State {
  const { artifact, key, path, sha256, value } = document;
  const { exchange, assumptions, versions } = record;
  const name = nameOf(artifact, key);
  const landing: Landing = {
    lane,
    artifact,
    key,
    path,
    sha256,
    at: state.at,
    exchange,
    assumptions,
    versions,
  };
  const reading: Reading = {
    artifact,
    ...(key === undefined ? {} : { key }),
    path,
    state: "landed",
    sha256,
    value,
  };
  return {
    ...state,
    [where]: withEntry(state[where], name, reading),
    landed: withEntry(state.landed, name, landing),
    landings: append(state.landings, landing),
  };
}
