export { decode } from "./decode.js";
export { maxFileSize, parse } from "./parse.js";
export * from "./tree.js";
export * from "./words.js";
export { parseTemplate } from "./template-file.js";
