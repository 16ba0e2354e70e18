import type { Style } from "../style.js";
import type { Types } from "./schema.js";

/** What every rendering needs to know beside what it renders. Renderings are pure: the same in, the same lines out. */
export interface Page {
  /** Columns; infinite where nothing is to be cut. */
  readonly width: number;
  readonly style: Style;
  /** ms since 1970. */
  readonly now: number;
  /** The run's playbook: refs of its namespace are written short. */
  readonly home?: string;
  /** The program's named types. */
  readonly types: Types;
  /** Where in the source a part of the program stands (`market.playbook:31`), by JSON Pointer into it. */
  readonly place: (pointer: string) => string | undefined;
}
