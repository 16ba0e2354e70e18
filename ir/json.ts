/** Any JSON value, never changed in place. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** A JSON object, told from arrays and null. `__proto__` and `constructor` are keys like any other (`[R-58]`). */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A JSON Schema (2020-12). */
export type Schema = JsonObject | boolean;
