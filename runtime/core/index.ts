export * from "./commands.js";
export * from "./requests.js";
export * from "./view.js";
