import { nearest } from "../../ir/index.js";
import type { Name } from "../../grammar/tree.js";
import { unknownName, usedTooEarly } from "../checks/lb2001.js";
import { knownFor } from "../lookup.js";
import { reportMissing } from "../unnamed.js";
import { type Elaboration, placeOfSpan } from "./elaboration.js";

const readable = ["artifact", "evidence", "verdict"] as const;

/** Reports a name that is neither a local nor declared, unless it is hearsay (`[L-34]`). */
export function localUnknown(elaboration: Elaboration, name: Name): void {
  const { checking, environment } = elaboration;
  reportMissing(checking, environment.module, name, readable, () => {
    const place = placeOfSpan(elaboration, name.span);
    const given = environment.given?.get(name.text);
    if (given !== undefined) return usedTooEarly(place, name.text, given);
    const locals = [...environment.locals.keys()];
    const near = nearest(name.text, locals);
    const known =
      near === undefined ? knownFor(checking, environment.module, name.text, readable, place) : { near };
    return unknownName(place, name.text, "name", known);
  });
}
