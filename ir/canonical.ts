import { invariant } from "./invariant.js";

const loneSurrogate = /\p{Surrogate}/u;

/**
 * The one text of a JSON value (RFC 8785): keys in the order of their UTF-16 code units, no white space, numbers as
 * ECMAScript writes them. Equal values give equal text, whatever the order of their keys; a key whose value is
 * `undefined` is left out. The parameter is `unknown` because the IR's interfaces are JSON, which TypeScript cannot see.
 *
 * Lone surrogates and numbers that JSON cannot write are refused where values come in (`[R-58]`), so that here they,
 * and whatever else is no JSON, are broken invariants.
 */
export function canonical(value: unknown): string {
  switch (typeof value) {
    case "number":
      invariant(Number.isFinite(value), "a number that JSON can write");
      return JSON.stringify(value);
    case "string":
      return quoted(value);
    case "boolean":
      return String(value);
    case "object":
      if (value === null) return "null";
      if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
      return `{${entriesOf(value)
        .map(([key, item]) => `${quoted(key)}:${canonical(item)}`)
        .join(",")}}`;
    default:
      invariant(false, `JSON, not a ${typeof value}`);
  }
}

function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function quoted(text: string): string {
  invariant(!loneSurrogate.test(text), "text without lone surrogates");
  return JSON.stringify(text);
}
