export { stdlib } from "./index.gen.js";
