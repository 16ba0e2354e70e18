export { type SyntaxCheck, syntaxChecks } from "./codes.js";
export { decode } from "./decode.js";
export type { SyntaxCode } from "./fault.js";
export { maxFileSize, parse } from "./parse.js";
export { parseTemplate } from "./template-file.js";
export * from "./tree.js";
export { children, type Node, nodesAt, walk } from "./walk.js";
export * from "./words.js";
