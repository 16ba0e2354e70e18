import { unreachable, type Document, type Event, type Reading } from "../../../ir/index.js";
import { changeLane, withEntry, withoutEntry, type Draft } from "../change.js";
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

export function foldResult(draft: Draft<State>, event: ResultEvent): void {
  switch (event.kind) {
    case "landing.prepared":
      prepare(draft, event);
      return;
    case "landing.refused":
      changeLane(draft, event.lane, (lane) => {
        const { reason, message } = event;
        if (lane.landing === undefined || lane.status !== "running") return;
        lane.landing = { ...lane.landing, refused: { reason, message } };
      });
      return;
    case "artifact.landed":
      land(draft, event);
      return;
    case "evidence.added": {
      const { evidence, playbook, key, round, lane, text } = event;
      const contributions = [...(draft.evidence.get(evidence) ?? []), { playbook, key, round, lane, text }];
      draft.evidence = withEntry(draft.evidence, evidence, contributions);
      return;
    }
    case "verdict.returned": {
      const { verdict, key, value, lane, judged } = event;
      const element = key === undefined ? undefined : draft.lanes.get(lane)?.element;
      const row = { verdict, key, value, seq: draft.seq, lane, judged, element };
      draft.verdicts = withEntry(draft.verdicts, nameOf(verdict, key), row);
      const words = `\`${nameOf(shortName(verdict), key)}\` was returned`;
      draft.lastDecision = { kind: "verdict", words, at: draft.at };
      return;
    }
    case "verdict.removed":
      draft.verdicts = withoutEntry(draft.verdicts, nameOf(event.verdict, event.key));
      return;
    default:
      unreachable(event);
  }
}

/** A preview lands in an overlay, which hides the workspace from it (`[R-8]`). */
function prepare(draft: Draft<State>, event: Extract<Event, { kind: "landing.prepared" }>): void {
  const { documents, reads, exchange, assumptions, versions } = event;
  if (!draft.lanes.has(event.lane)) return;
  changeLane(draft, event.lane, (lane) => {
    lane.landing = { documents, reads, exchange, assumptions, versions, written: 0, refused: undefined };
  });
  if (runOf(draft).mode === "live") return;
  for (const document of documents) {
    draft.overlay = withEntry(draft.overlay, nameOf(document.artifact, document.key), readingOf(document));
    note(draft, event.lane, document, event);
  }
}

/** A landing that comes after its lane has settled is in the journal and in the workspace, and changes nothing here. */
function land(draft: Draft<State>, event: Extract<Event, { kind: "artifact.landed" }>): void {
  const lane = draft.lanes.get(event.lane);
  const landing = lane?.landing;
  const prepared = landing?.documents.find(
    ({ artifact, key }) => artifact === event.artifact && key === event.key,
  );
  if (lane?.status !== "running" || landing === undefined || prepared === undefined) return;
  const document = { ...prepared, sha256: event.sha256 };
  draft.documents = withEntry(draft.documents, nameOf(document.artifact, document.key), readingOf(document));
  note(draft, event.lane, document, landing);
  changeLane(draft, event.lane, (landed) => {
    landed.landing = { ...landing, written: landing.written + 1 };
  });
}

function readingOf({ artifact, key, path, sha256, value }: Document): Reading {
  return { artifact, ...(key === undefined ? {} : { key }), path, state: "landed", sha256, value };
}

function note(
  draft: Draft<State>,
  lane: string,
  { artifact, key, path, sha256 }: Document,
  { exchange, assumptions, versions }: Pick<Landing, "exchange" | "assumptions" | "versions">,
): void {
  const landing: Landing = {
    lane,
    artifact,
    key,
    path,
    sha256,
    at: draft.at,
    exchange,
    assumptions,
    versions,
  };
  draft.landed = withEntry(draft.landed, nameOf(artifact, key), landing);
  draft.landings = append(draft.landings, landing);
}
