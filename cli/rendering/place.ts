import { placeOf, pointer, type SourceMap } from "../../ir/index.js";

/** `file:line` of what stands at a JSON Pointer into the program. */
export function placeIn(sourceMap: SourceMap, path: string): string | undefined {
  const place = placeOf(sourceMap, path);
  return place === undefined ? undefined : `${place.file}:${String(place.line)}`;
}

/** The pointer to a playbook, or to one of its steps. */
export function playbookPointer(ref: string, step?: number): string {
  return step === undefined ? pointer("playbooks", ref) : pointer("playbooks", ref, "steps", step);
}
