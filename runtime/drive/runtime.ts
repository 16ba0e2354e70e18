import type { Runtime, RuntimeOptions } from "./driver.js";
import { EmbeddedRuntime } from "./embedded-runtime.js";

export type { Driven, Followed, Runtime, RuntimeOptions } from "./driver.js";

/** Opens the driver on a store. Nothing is driven before `start`, `drive`, `request` or `recover`. */
export function openRuntime(options: RuntimeOptions): Runtime {
  return new EmbeddedRuntime(options);
}
