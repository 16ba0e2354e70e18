/** The end of a lane's body: what it made lands all or none (`[R-6]`, `[R-52]`). */
import { invariant, type Document } from "../../../ir/index.js";
import type { Batch } from "../batch.js";
import { documentDigest, printDocument } from "../documents.js";
import { playbookOf } from "../machine.js";
import { nameOf, shortName } from "../names.js";
import { pathOfKey } from "../places.js";
import type { Lane, LaneLanding, LaneResult } from "../state.js";
import { runOf } from "../surroundings.js";
import { placeFor } from "../targets.js";
import { only } from "../versions.js";
import { settle, stopLane } from "./settle.js";
import { stopContext } from "./stop-contexts.js";

/** All steps are done: `land` and `return` take effect now (`[R-57]`). */
export function finish(batch: Batch, lane: Lane): void {
  const documents = lane.results
    .filter((result) => result.kind === "artifact")
    .map((result) => documentOf(batch, lane, result));
  if (documents.length === 0) {
    settle(batch, lane, "returned");
    return;
  }
  const { reads } = playbookOf(batch.machine, lane.member.playbook);
  const versions = only(lane.seen, reads);
  batch.emit({
    kind: "landing.prepared",
    lane: lane.id,
    documents,
    reads: readPlaces(batch, versions),
    exchange: lane.exchange,
    assumptions: assumptionsOf(lane),
    versions,
  });
  if (runOf(batch.state).mode === "preview") settle(batch, lane, "previewed");
}

function documentOf(batch: Batch, lane: Lane, { ref, value }: LaneResult): Document {
  const artifact = batch.machine.program.artifacts[ref];
  invariant(artifact !== undefined, `\`${ref}\` is an artifact of the program`);
  const place = placeFor(batch.machine, lane, ref, value);
  invariant(!("missing" in place), "a value that fits has its place");
  const content = printDocument(artifact.format, value);
  const known = lane.seen[nameOf(ref, place.key)];
  return {
    artifact: ref,
    ...(place.key === undefined ? {} : { key: place.key }),
    path: place.path,
    sha256: documentDigest(content),
    content,
    expected: typeof known === "string" && known !== "absent" ? known : null,
    value,
  };
}

/** The documents that the brief read, as it read them; what was not there has to be missing still. */
function readPlaces(batch: Batch, versions: LaneLanding["versions"]): LaneLanding["reads"] {
  const { artifacts } = batch.machine.program;
  return Object.entries(versions).flatMap(([name, version]) => {
    const bracket = name.indexOf("[");
    const artifact = artifacts[bracket < 0 ? name : name.slice(0, bracket)];
    if (artifact === undefined || typeof version !== "string") return [];
    const key: unknown = bracket < 0 ? undefined : JSON.parse(name.slice(bracket + 1, -1));
    return [
      {
        path: pathOfKey(artifact, typeof key === "string" ? key : undefined),
        sha256: version === "absent" ? null : version,
      },
    ];
  });
}

/** What nobody decided: delegated questions, and defaults that stood in for an answer (`[R-28]`, `[R-32]`). */
function assumptionsOf(lane: Lane): readonly string[] {
  return [
    ...lane.exchange.filter((decision) => decision.delegated).map(({ question }) => question),
    ...lane.assumptions,
  ];
}

/** Goes on once the workspace has taken or refused what was prepared. */
export function advanceLanding(batch: Batch, lane: Lane): boolean {
  const { landing } = lane;
  if (landing === undefined) return false;
  if (landing.refused !== undefined) {
    refused(batch, lane, landing.refused);
    return true;
  }
  if (landing.written < landing.documents.length) return false;
  settle(batch, lane, "landed");
  return true;
}

function refused(batch: Batch, lane: Lane, { reason, message }: NonNullable<LaneLanding["refused"]>): void {
  const names = lane.landing?.documents.map(({ artifact }) => `\`${shortName(artifact)}\``).join(", ") ?? "";
  switch (reason) {
    case "superseded":
      stopLane(batch, lane, stopContext("superseded", "superseded", message, { lane }));
      return;
    case "outside":
      outside(batch, lane, message);
      return;
    case "failed":
      stopLane(
        batch,
        lane,
        stopContext("provider_failure", "landing_failed", `${names} could not be written: ${message}`, {
          lane,
        }),
      );
      return;
    default:
      return;
  }
}

/** A refusal is a finding of the attempt that made the document (`[R-7]`); without one, nobody could do it differently. */
function outside(batch: Batch, lane: Lane, message: string): void {
  const steps = playbookOf(batch.machine, lane.member.playbook).steps ?? [];
  const made = lane.results.findLast(
    ({ kind, step }) => kind === "artifact" && steps[step]?.kind === "generate",
  );
  const attempt = made === undefined ? undefined : lane.attempts.get(made.step);
  if (made === undefined || attempt === undefined) {
    stopLane(batch, lane, stopContext("invalid_output", "outside", message, { lane }));
    return;
  }
  batch.emit({ kind: "attempt.rejected", lane: lane.id, step: made.step, attempt, findings: [{ message }] });
}
