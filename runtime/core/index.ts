export * from "./commands.js";
export { readConfirmation } from "./confirmations.js";
export { conflict, sharedPlace, hangingOf, type Conflict } from "./conflict.js";
export { eligibility } from "./decide/board.js";
export {
  documentDigest,
  hasFields,
  parseDocument,
  printDocument,
  readDocument,
  type Format,
  type Parsed,
} from "./documents.js";
export { judge, tightened, type Decision, type Judgement } from "./effects/judgement.js";
export { evaluate, holds, test } from "./evaluate.js";
export { explain } from "./explain.js";
export { scopeOf, type Facts, type LocalValue, type Scope, type VerdictRow } from "./facts.js";
export { empty, fold } from "./fold.js";
export { footprintOf, writesOf, type Footprint } from "./footprint.js";
export { contentLimits, refuseText, refuseValue, type ContentLimits } from "./limits.js";
export type { Machine } from "./machine.js";
export { momentAt, momentIn, momentNext } from "./moments.js";
export { memberName, nameOf, shortName } from "./names.js";
export { patternOf, type Pattern } from "./patterns.js";
export { pending } from "./pending.js";
export { encodeKey, keyAt, keysOf, pathOfKey, placeGlob, placeOf, refusePlace } from "./places.js";
export { prepare as machine } from "./prepare.js";
export { request } from "./requests/request.js";
export * from "./requests.js";
export { schemasOf } from "./schemas-of.js";
export type { Check, Schemas } from "./schemas.js";
export { matchesGlob } from "./scope/glob.js";
export { outside } from "./scope/inclusion.js";
export { overlaps, scopesOverlap } from "./scope/overlap.js";
export { refuseGlob } from "./scope/refused-glob.js";
export { foldName, refusePath, refuseSyntax } from "./scope/permission.js";
export { statusOf, view } from "./show.js";
export { start, type StartRequest, type StartResult } from "./start.js";
export type { State } from "./state.js";
export { step, type Stepped } from "./step.js";
export * from "./view.js";
