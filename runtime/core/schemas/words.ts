/** How misfits are said. */
import type { Json } from "../../../ir/index.js";
import { nearest } from "../../../ir/index.js";

const nouns: Readonly<Record<string, string>> = {
  "date-time": "datetime, such as 2026-01-31T09:00:00Z",
  date: "date, such as 2026-01-31",
  time: "time, such as 09:00:00Z",
  duration: "duration, such as PT1H30M",
};

/** A noun with its article: `a string`, `an integer`, `null`. */
export function a(noun: string): string {
  const name = nouns[noun] ?? noun;
  if (name === "null") return name;
  return /^[aeio]/.test(name) ? `an ${name}` : `a ${name}`;
}

/** What kind of JSON value it is, with an article. */
export function kindOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return a(typeof value);
}

/** `, not 3`; nothing for what is too long to be shown. */
export function not(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 80 ? "" : `, not ${text}`;
}

/** `one of "a", "b"`, or the only one. */
export function oneOf(values: readonly Json[]): string {
  const shown = values.slice(0, 12).map((value) => JSON.stringify(value));
  if (values.length === 1) return shown.join("");
  const more = values.length - shown.length;
  return `one of ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** `; did you mean "a"?`, where a text is near. */
export function meant(value: Json, values: readonly Json[]): string {
  if (typeof value !== "string") return "";
  const near = nearest(
    value,
    values.filter((other) => typeof other === "string"),
  );
  return near === undefined ? "" : `; did you mean ${JSON.stringify(near)}?`;
}

/** `1 item`, `2 items`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
