export * from "./diagnostic.js";
export * from "./invariant.js";
export * from "./json.js";
export type * from "./laban.gen.js";
export * from "./span.js";
