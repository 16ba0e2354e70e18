/**
 * Scenario lines as text, close to how they were written (`[L-29]`, `[L-30]`): for messages and transcripts. The bundle keeps
 * no text of a line but a predicate's.
 */
import type { Action, Expectation, Json, Line, Subject } from "../../ir/index.js";
import { isJsonObject } from "../../ir/index.js";
import type { Names } from "./names.js";

export function lineWords(line: Line, names: Names): string {
  switch (line.kind) {
    case "run": {
      const inputs = Object.keys(line.inputs).length === 0 ? "" : ` ${valueWords(line.inputs)}`;
      return `run ${names.of(line.playbook)}${line.unattended ? " unattended" : ""}${inputs}`;
    }
    case "loop":
      return `loop ${JSON.stringify(line.goal)}`;
    case "script":
      return names.member(line.subject);
    case "tool":
      return `tool ${names.of(line.tool)}`;
    case "effect":
      return `effect ${names.of(line.effect)}`;
    case "given":
      return `artifact ${names.member({ playbook: line.artifact, ...(line.key === undefined ? {} : { key: line.key }) })}`;
    case "choose":
      return line.stop === undefined
        ? `choose ${line.lanes.map((lane) => names.member(lane)).join(", ")}`
        : `choose stop ${JSON.stringify(line.stop)}`;
    case "person":
      return `person ${actionWords(line.action, names)}${ofWords(line.of, names)}`;
    case "signal":
      return `signal ${names.of(line.wait)} ${valueWords(line.value)}`;
    case "after":
      return `after ${durationWords(line.milliseconds)}`;
    case "crash":
      return line.moment === undefined ? "crash" : `crash ${line.moment.when} ${line.moment.event}`;
    case "expect":
      return `expect ${expectationWords(line.expectation, names)}`;
  }
}

export function expectationWords(expectation: Expectation, names: Names): string {
  switch (expectation.kind) {
    case "predicate":
      return expectation.source;
    case "rounds":
      return `rounds ${expectation.operator} ${expectation.value}`;
    case "stopped":
      return `stopped ${expectation.reason}`;
    case "status":
      return `status ${expectation.status}`;
    case "waiting":
      return `waiting ${names.of(expectation.wait)}`;
    case "held-back":
      return `held-back ${names.of(expectation.playbook)}`;
    case "never":
      return `never ${names.of(expectation.playbook)}`;
    case "recovery":
      return `recovery ${expectation.recovery}`;
    case "order":
      return `order ${expectation.playbooks.map((playbook) => names.of(playbook)).join(", ")}`;
    case "written":
      return `written ${JSON.stringify(expectation.path)}`;
    case "dispatched":
      return `dispatched ${names.of(expectation.effect)} ${expectation.operator} ${expectation.value}`;
  }
}

function actionWords(action: Action, names: Names): string {
  const optional = (text: string | undefined): string => (text === undefined ? "" : ` ${text}`);
  switch (action.kind) {
    case "answers":
      return `answers ${names.of(action.target)} ${valueWords(action.value)}`;
    case "declines":
      return `declines${optional(action.target && names.of(action.target))}${optional(action.reason && JSON.stringify(action.reason))}`;
    case "cancels":
      return `cancels${optional(action.target && names.of(action.target))}`;
    case "cancels-run":
      return "cancels run";
    case "approves":
    case "retries":
    case "resumes":
      return action.kind;
    case "clarifies":
      return `clarifies ${JSON.stringify(action.text)}`;
    case "reviews":
      return `reviews ${JSON.stringify(action.outcome)}`;
  }
}

function ofWords(of: Subject | undefined, names: Names): string {
  return of === undefined ? "" : ` of ${names.member(of)}`;
}

/** A value as Laban writes it: keys that are identifiers stand without quotes. */
export function valueWords(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(valueWords).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, item]) =>
      `${/^[A-Za-z_][A-Za-z0-9_-]*$/.test(key) ? key : JSON.stringify(key)}: ${valueWords(item)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

const units = [
  ["w", 604_800_000],
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
  ["ms", 1],
] as const;

/** ms as Laban writes a duration (`[L-42]`). */
export function durationWords(milliseconds: number): string {
  let rest = milliseconds;
  let words = "";
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size);
    if (count > 0) words += `${count}${unit}`;
    rest -= count * size;
  }
  return words === "" ? "0s" : words;
}
