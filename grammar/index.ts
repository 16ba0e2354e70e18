export { maxFileSize, parse } from "./parse.js";
export * from "./tree.js";
export * from "./words.js";
