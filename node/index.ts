/** `laban/node`: what the compiler needs of Node. It is apart from `laban`, which runs in a browser too. */
export { nodeHost } from "./host.js";
