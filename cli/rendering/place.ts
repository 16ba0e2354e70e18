import { placeOf, pointer, type SourceMap } from "../../ir/index.js";

/** `file:line` of what stands at a JSON Pointer into the program. */
export function placeIn(sourceMap: SourceMap, path: string): string | undefined {
  const place = placeOf(sourceMap, path);
  return place === undefined ? undefined : `${place.file}:${String(place.line)}`;
}

/** The pointer to a playbook, or to what one of its steps asks of a model; to the step where it asks nothing. */
export function playbookPointer(ref: string, step?: number): string {
  return step === undefined ? pointer("playbooks", ref) : pointer("playbooks", ref, "steps", step, "prompt");
}
