/** What a step is to give: its schema, the form that a model answers in, and whether a value fits. */
import {
  invariant,
  isJsonObject,
  unreachable,
  type Finding,
  type Json,
  type LocalTarget,
  type ResultTarget,
  type Schema,
} from "../../ir/index.js";
import { refuseValue } from "./limits.js";
import { playbookOf, type Machine } from "./machine.js";
import { placeOf, type Place } from "./places.js";
import { refusePath } from "./scope/permission.js";
import type { Lane } from "./state.js";
import { writesOf } from "./footprint.js";

export type Target = ResultTarget | LocalTarget;

/** The schema of what is to be given. */
export function schemaOf(machine: Machine, target: Target): Schema {
  const { artifacts, verdicts } = machine.program;
  switch (target.kind) {
    case "artifact":
      return artifacts[target.ref]?.schema ?? true;
    case "verdict":
      return verdicts[target.ref]?.schema ?? true;
    case "evidence":
      return evidenceSchema;
    case "local":
      return target.schema;
    default:
      return unreachable(target);
  }
}

const evidenceSchema: Schema = { type: "string", minLength: 1 };

/** Whether a model answers in plain text: evidence, and documents that are text alone. */
export function formOf(machine: Machine, target: Target): "json" | "text" {
  if (target.kind === "evidence") return "text";
  if (target.kind !== "artifact") return "json";
  const artifact = machine.program.artifacts[target.ref];
  const isText = artifact?.format === "text" || artifact?.format === "markdown";
  const schema = artifact?.schema;
  return isText && isJsonObject(schema) && schema["type"] === "string" ? "text" : "json";
}

/** A target's name in messages and scripts: its ref, or a local's name. */
export function targetName(target: Target): string {
  return target.kind === "local" ? target.name : target.ref;
}

/** Everything in which a value does not fit its target; where it is to stand must be in the playbook's scope too (`[R-7]`). */
export function checkTarget(machine: Machine, lane: Lane, target: Target, value: Json): readonly Finding[] {
  const { limits } = machine;
  const bytes = target.kind === "artifact" ? limits.artifactBytes : limits.answerBytes;
  const refused = refuseValue(value, { ...limits, answerBytes: Math.min(bytes, limits.answerBytes) });
  if (refused !== undefined) return [refused];
  const findings = machine.schemas.check(schemaOf(machine, target))(value);
  if (findings.length > 0 || target.kind !== "artifact") return findings;
  const place = placeFor(machine, lane, target.ref, value);
  if ("missing" in place) return [{ message: `has no \`${place.missing}\`, which its place needs` }];
  const playbook = playbookOf(machine, lane.member.playbook);
  const why = refusePath(place.path, writesOf(machine.program, playbook, lane.instance));
  return why === undefined ? [] : [{ message: `cannot land: ${why}` }];
}

/** Where a value is to land. */
export function placeFor(machine: Machine, lane: Lane, ref: string, value: Json): Place {
  const artifact = machine.program.artifacts[ref];
  invariant(artifact !== undefined, `\`${ref}\` is an artifact of the program`);
  return placeOf(artifact, { instance: lane.instance, inputs: lane.inputs, value });
}
