import type { At, SourceMap } from "./laban.gen.js";

/**
 * Where what stands at a JSON Pointer into the program was written; where it has no place of its own, its nearest
 * ancestor's. `undefined` only for a pointer into a declaration that the map does not know.
 */
export function placeOf(map: SourceMap, path: string): At | undefined {
  for (let at = path; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const place = Object.hasOwn(map.places, at) ? map.places[at] : undefined;
    if (place === undefined) continue;
    const [file, start, end, line, column] = place;
    const name = map.files[file ?? -1];
    if (name === undefined || start === undefined || end === undefined) return undefined;
    return { file: name, start, end, line: line ?? 1, column: column ?? 1 };
  }
  return undefined;
}
