/** A JSON Pointer (RFC 6901) from its segments: `pointer("playbooks", "a/b")` is `/playbooks/a~1b`. */
export function pointer(...segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${escaped(String(segment))}`).join("");
}

/** The segments of a JSON Pointer, or `undefined` where it is none. */
export function segmentsOf(path: string): readonly string[] | undefined {
  if (path === "") return [];
  if (!path.startsWith("/") || /~(?![01])/.test(path)) return undefined;
  return path
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** `#/$defs/<ref>`: how a schema of the program names the type of that ref. */
export function typeReference(ref: string): string {
  return `#${pointer("$defs", ref)
    .split("/")
    .map((segment) => encodeURIComponent(segment).replaceAll("%24", "$"))
    .join("/")}`;
}

/** The ref that a schema's `$ref` names, or `undefined` where it is none of the program's types. */
export function refOfTypeReference(reference: string): string | undefined {
  if (!reference.startsWith("#/$defs/")) return undefined;
  try {
    const segments = segmentsOf(decodeURIComponent(reference.slice(1)));
    return segments?.length === 2 ? segments[1] : undefined;
  } catch {
    return undefined;
  }
}

function escaped(segment: string): string {
  return segment.replaceAll("~", "~0").replaceAll("/", "~1");
}
