import type { Bundle } from "../../ir/index.js";
import type { Refusal, StartRequest as CoreStart } from "../core/index.js";

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What is to be run: of which program, and, where it is not the driver's own, whose. */
export type StartRequest = Without<CoreStart, "id" | "digest" | "owner"> & {
  readonly bundle: Bundle;
  readonly owner?: string;
};

/** `queuedBehind`: the run after which it starts (`[R-36]`). A refusal has recorded nothing. */
export type StartResult =
  | { readonly kind: "started"; readonly run: string; readonly queuedBehind: string | undefined }
  | { readonly kind: "refused"; readonly refusal: Refusal };
