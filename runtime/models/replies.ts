/** What models answer to the structured questions, read with care: anything may come (`[R-26]`, `[R-14]`). */
import { type Choice, type Clarification, type Json, type MemberId, isJsonObject } from "../../ir/index.js";
import { memberName, shortMember } from "../core/names.js";
import type { SelectRequest } from "../ports.js";

/** The requests of a clarifying model; `undefined` where the answer cannot be read as such. */
export function readClarifications(value: Json | undefined): readonly Clarification[] | undefined {
  const requests = isJsonObject(value) ? value["requests"] : value;
  if (!Array.isArray(requests)) return undefined;
  const read = requests.map(readClarification);
  return read.every((one) => one !== undefined) ? read : undefined;
}

function readClarification(value: Json): Clarification | undefined {
  if (!isJsonObject(value)) return undefined;
  const { ref, question, why, form } = value;
  if (typeof ref !== "string" || ref.trim() === "" || typeof question !== "string" || question.trim() === "")
    return undefined;
  const choices = Array.isArray(value["choices"]) ? value["choices"].filter(isText) : [];
  const asked = { ref: ref.trim(), question, ...(typeof why === "string" && why !== "" ? { why } : {}) };
  if (form === "confirmation") return { ...asked, form };
  // A choice among fewer than two is none.
  return form === "choice" && choices.length > 1 ? { ...asked, form, choices } : { ...asked, form: "text" };
}

/** A selector's choice; `undefined` where the answer cannot be read as one. What it names is not looked at here. */
export function readChoice(value: Json | undefined, board: SelectRequest["board"]): Choice | undefined {
  if (!isJsonObject(value)) return undefined;
  const { stop, lanes, rationale } = value;
  const said = typeof rationale === "string" && rationale !== "" ? rationale : undefined;
  const names = Array.isArray(lanes) ? lanes.filter(isText) : [];
  // To choose and to stop at once is refused by the core, with a finding; here it is only passed on.
  if (stop === true && names.length === 0) return { stop: true, rationale: said ?? "no reason was given" };
  if (!Array.isArray(lanes)) return undefined;
  const chosen = {
    lanes: names.map((name) => memberOf(name, board)),
    ...(said === undefined ? {} : { rationale: said }),
  };
  return stop === true ? { ...chosen, lanes: [...chosen.lanes, { playbook: "stop" }] } : chosen;
}

function memberOf(name: string, board: SelectRequest["board"]): MemberId {
  const found =
    board.find(({ member }) => memberName(member) === name) ??
    board.find(({ member }) => shortMember(member) === name);
  return found?.member ?? { playbook: name };
}

function isText(value: Json): value is string {
  return typeof value === "string";
}
