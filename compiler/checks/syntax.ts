import { syntaxChecks as ofGrammar } from "../../grammar/index.js";
import type { Check } from "../check.js";

/** The checks of the text (LB1xxx): the grammar reports them, and says what they mean. */
export const syntaxChecks: readonly Check[] = ofGrammar.map((check) => ({ ...check, severity: "error" }));
