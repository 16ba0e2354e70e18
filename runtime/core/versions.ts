/**
 * What something was made from (`[R-51]`): an artifact's SHA-256, the number of contributions, the journal number of a
 * verdict; by ref, and by `ref["key"]` for each of many. What is not there has a version too, so that its coming is a change.
 */
import type { Versions } from "../../ir/index.js";
import type { Machine } from "./machine.js";
import { nameOf } from "./names.js";
import { readings, versionOfDocument } from "./surroundings.js";
import type { State } from "./state.js";

const none: Versions = {};

/** The versions of all these, as they are now. An instance reads its own row or document of what is kept by its name. */
export function versionsOf(
  machine: Machine,
  state: State,
  refs: readonly string[],
  instance?: { readonly name: string; readonly key: string },
): Versions {
  if (refs.length === 0) return none;
  const versions: Record<string, string | number> = {};
  for (const ref of refs) {
    const of = ownName(machine, ref, instance);
    if (of !== undefined) {
      versions[of] = versionOf(machine, state, of);
      continue;
    }
    versions[ref] = versionOf(machine, state, ref);
    for (const name of namesOfMany(machine, state, ref)) versions[name] = versionOf(machine, state, name);
  }
  return versions;
}

function ownName(
  machine: Machine,
  ref: string,
  instance: { readonly name: string; readonly key: string } | undefined,
): string | undefined {
  if (instance === undefined) return undefined;
  const { artifacts, verdicts } = machine.program;
  const keys = artifacts[ref]?.keys;
  const own =
    keys === undefined
      ? verdicts[ref]?.per === instance.name
      : keys.length === 1 && keys[0] === instance.name;
  return own ? nameOf(ref, instance.key) : undefined;
}

/** The names of a family's documents, or of a verdict's rows; none where there is only one. */
export function namesOfMany(machine: Machine, state: State, ref: string): readonly string[] {
  const { artifacts, verdicts } = machine.program;
  const names: string[] = [];
  if ((artifacts[ref]?.keys.length ?? 0) > 0) {
    for (const reading of readings(state)) {
      if (reading.artifact === ref && reading.state !== "absent") names.push(nameOf(ref, reading.key));
    }
  } else if (verdicts[ref]?.per !== undefined) {
    for (const [name, row] of state.verdicts) if (row.verdict === ref) names.push(name);
  }
  return names.toSorted();
}

/** The version of a ref, or of one document or row by its name. */
export function versionOf(machine: Machine, state: State, name: string): string | number {
  const { artifacts, verdicts, evidence } = machine.program;
  if (Object.hasOwn(evidence, name)) return state.evidence.get(name)?.length ?? 0;
  const bracket = name.indexOf("[");
  const ref = bracket < 0 ? name : name.slice(0, bracket);
  const isMany = (artifacts[ref]?.keys.length ?? 0) > 0 || verdicts[ref]?.per !== undefined;
  if (bracket < 0 && isMany) return namesOfMany(machine, state, ref).length;
  return Object.hasOwn(artifacts, ref)
    ? versionOfDocument(state, name)
    : (state.verdicts.get(name)?.seq ?? 0);
}

/** The first of these versions that is no longer current, by its name; `undefined`: all are. */
export function outdated(machine: Machine, state: State, versions: Versions): string | undefined {
  for (const name of Object.keys(versions)) {
    if (versionOf(machine, state, name) !== versions[name]) return name;
  }
  return undefined;
}

/** Both; where both know a name, the older of them stands. */
export function older(first: Versions, second: Versions): Versions {
  return first === none ? second : { ...second, ...first };
}

/** Only the versions of these refs. */
export function only(versions: Versions, refs: readonly string[]): Versions {
  const kept: Record<string, string | number> = {};
  for (const [name, version] of Object.entries(versions)) {
    const bracket = name.indexOf("[");
    if (refs.includes(bracket < 0 ? name : name.slice(0, bracket))) kept[name] = version;
  }
  return kept;
}
