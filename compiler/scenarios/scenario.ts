/** Scenarios, checked and with their names resolved ([L-29]–[L-31]). */
import { type Event, type Json, type Line, nearest, type Scenario, unreachable } from "../../ir/index.js";
import type { ScenarioLine, Subject } from "../../grammar/tree.js";
import { type Checking, thingOf } from "../checking.js";
import { unknownWord } from "../checks/lb2001.js";
import { notA } from "../checks/lb2004.js";
import { stopWithoutReason } from "../checks/lb2016.js";
import { readSettings } from "../declarations/clauses.js";
import { readDuration } from "../declarations/wait.js";
import { lookUp, meaningOf } from "../lookup.js";
import { type Declared, placeIn } from "../names.js";
import type { CheckedPlaybook } from "../program.js";
import type { PlaybookThing } from "../things.js";
import { type Property, type Type, unknownType } from "../types/type.js";
import {
  at,
  contextOf,
  lookUpPlaybook,
  lookUpWait,
  readObject,
  readValue,
  type ScenarioContext,
} from "./context.js";
import { eventKinds, readExpectation } from "./expectations.js";
import { readAction } from "./happenings.js";
import { readCalleeReplies, readReplies, readSubject } from "./scripts.js";

export function readScenario(
  checking: Checking,
  declared: Declared,
  playbooks: ReadonlyMap<string, CheckedPlaybook>,
): Scenario | undefined {
  const { syntax, module } = declared;
  if (syntax.kind !== "scenario" || syntax.broken) return undefined;
  const context = contextOf(checking, declared, syntax, playbooks);
  const lines = syntax.lines.flatMap((line) => readLine(context, line) ?? []);
  return { name: declared.name, at: checking.marks.at(placeIn(module, syntax.span)), lines };
}

function readLine(context: ScenarioContext, line: ScenarioLine): Line | undefined {
  const { checking, module } = context;
  const base = { at: at(context, line.span) };
  switch (line.kind) {
    case "run":
      return readRun(context, line);
    case "loop": {
      const read = readSettings(checking, module, line.entries, { rounds: "count", lanes: "count" }, "limit");
      const entries = [...read].map(([name, { value }]) => [name, value] as const);
      return { kind: "loop", ...base, goal: line.goal.text, ...Object.fromEntries(entries) };
    }
    case "script": {
      const subject = readSubject(context, line.subject);
      const replies = readReplies(context, line.subject, line.replies);
      return subject === undefined ? undefined : { kind: "script", ...base, subject, replies };
    }
    case "tool-script":
    case "effect-script": {
      const kind = line.kind === "tool-script" ? "tool" : "effect";
      const declared = lookUp(checking, module, line.callee, [kind]);
      const replies = readCalleeReplies(context, line.replies, thingOf(checking, declared, kind)?.output);
      if (declared === undefined) return undefined;
      return kind === "tool"
        ? { kind, ...base, tool: declared.ref, replies }
        : { kind, ...base, effect: declared.ref, replies };
    }
    case "artifact-given":
      return readGiven(context, line);
    case "choose": {
      const stop = line.lanes.find((lane) => isStopAlone(context, lane));
      if (stop !== undefined) {
        checking.report(stopWithoutReason(placeIn(module, stop.span)));
        return undefined;
      }
      const lanes = line.lanes.flatMap((lane) => readSubject(context, lane) ?? []);
      return { kind: "choose", ...base, lanes, ...(line.stop === undefined ? {} : { stop: line.stop.text }) };
    }
    case "person": {
      const of = line.of === undefined ? undefined : readSubject(context, line.of);
      return {
        kind: "person",
        ...base,
        action: readAction(context, line.action, line.of),
        ...(of === undefined ? {} : { of }),
      };
    }
    case "signal":
      return readSignal(context, line);
    case "after": {
      const milliseconds = readDuration(checking, module, line.duration);
      return milliseconds === undefined ? undefined : { kind: "after", ...base, milliseconds };
    }
    case "crash": {
      const { moment } = line;
      if (moment !== undefined && !eventKinds.includes(moment.event)) {
        const near = nearest(moment.event, eventKinds);
        const known = eventKinds.filter((kind) => kind.startsWith(moment.event.split(".")[0] ?? ""));
        checking.report(
          unknownWord(
            placeIn(module, line.span),
            moment.event,
            "event",
            known.length > 0 ? known : usualFirst,
            near,
          ),
        );
      }
      return { kind: "crash", ...base, ...(moment === undefined ? {} : { moment }) };
    }
    case "expect":
      return { kind: "expect", ...base, expectation: readExpectation(context, line.expectation) };
    default:
      return unreachable(line);
  }
}

type LineOf<K extends ScenarioLine["kind"]> = Extract<ScenarioLine, { readonly kind: K }>;

function readRun(context: ScenarioContext, line: LineOf<"run">): Line | undefined {
  const playbook = lookUpPlaybook(context, line.playbook);
  const type = playbook === undefined ? unknownType : inputsType(playbook.thing);
  // Without braces nothing is given, which the required inputs are checked against all the same.
  const node = line.inputs ?? { kind: "object", entries: [], span: line.playbook.span };
  const inputs: Readonly<Record<string, Json>> = readObject(context, node, type, "an input");
  if (playbook === undefined) return undefined;
  return {
    kind: "run",
    at: at(context, line.span),
    playbook: playbook.declared.ref,
    unattended: line.unattended,
    inputs,
  };
}

function inputsType({ inputs }: PlaybookThing): Type {
  const fields = [...inputs.values()].map(
    ({ name, type, optional, default: value, place }): [string, Property] => [
      name,
      { type, optional, place, ...(value === undefined ? {} : { default: value }) },
    ],
  );
  return { kind: "object", open: false, fields: new Map(fields) };
}

/** `choose stop` without a reason reads as the choice of a playbook. */
function isStopAlone({ checking, module }: ScenarioContext, { name, key }: Subject): boolean {
  return name.text === "stop" && key === undefined && meaningOf(checking, module, "stop") === undefined;
}

function readGiven(context: ScenarioContext, line: LineOf<"artifact-given">): Line | undefined {
  const { checking, module } = context;
  const declared = lookUp(checking, module, line.artifact, ["artifact"]);
  const artifact = thingOf(checking, declared, "artifact");
  const value = readValue(context, line.value, artifact?.type, "a document");
  if (declared === undefined || artifact === undefined) return undefined;
  const isMany = artifact.keys.length > 0;
  if (isMany !== (line.key !== undefined)) {
    const place = placeIn(module, line.artifact.span);
    const name = line.artifact.text;
    checking.report(
      isMany
        ? notA(place, `\`${name}\` is a family of many`, "one document is needed here", {
            hint: `write \`${name}["key"]\``,
          })
        : notA(place, `\`${name}\` is one document`, "it has no key"),
    );
  }
  const key = line.key === undefined ? {} : { key: line.key.text };
  return { kind: "given", at: at(context, line.span), artifact: declared.ref, ...key, value };
}

function readSignal(context: ScenarioContext, line: LineOf<"signal">): Line | undefined {
  const { checking, module } = context;
  const declared = lookUpWait(context, line.wait);
  const wait = thingOf(checking, declared, "wait");
  const value = readValue(context, line.value, wait?.answer, "a signal");
  if (declared === undefined) return undefined;
  if (wait?.class === "intervention" || wait?.class === "schedule") {
    const hint =
      wait.class === "intervention"
        ? `a person answers it: \`person answers ${line.wait.text} …\``
        : "the clock answers it: `after 2h`";
    checking.report(
      notA(
        placeIn(module, line.wait.span),
        `\`${line.wait.text}\` is of class ${wait.class}`,
        "a signal needs one of class signal",
        { hint },
      ),
    );
  }
  return { kind: "signal", at: at(context, line.span), wait: declared.ref, value };
}

/** The moments at which a crash is most often tried. */
const usual: readonly Event["kind"][] = [
  "lane.admitted",
  "attempt.replied",
  "evidence.added",
  "verdict.returned",
  "artifact.landed",
  "wait.intervention.raised",
  "lane.settled",
  "round.settled",
];
const usualFirst = [...new Set<string>([...usual, ...eventKinds])];
