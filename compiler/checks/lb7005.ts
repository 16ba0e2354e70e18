import {
  canonical,
  type Diagnostic,
  type Effect,
  type Expression,
  type PerformStep,
  type Ref,
} from "../../ir/index.js";
import { reachedBy } from "../analysis/admission.js";
import { partsOf } from "../analysis/expressions.js";
import { type LanePair, lanePairs } from "../analysis/lane-pairs.js";
import { type Performing, performingIn } from "../analysis/performed.js";
import { type Check, diagnose } from "../check.js";
import { placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";

export const check: Check = {
  code: "LB7005",
  name: "same-key-at-once",
  severity: "warning",
  summary: "two lanes that could perform the same effect with the same key",
  why: "While one lane waits for its receipt, no permit is issued to another with the same key: that lane stops, and a person has to find out what happened. If the receipt is there in time, the second gets it and does nothing, whatever its own arguments were.",
  fix: "Give the two keys of their own, let one require what the other gives, or run them in one lane.",
  bad: `/// Tells the customer something about the order.
effect notice-send {
  input { order: string  text: text }
  key order

  approve
}

/// Sees the order through.
playbook order-handle {
  intent "Tell the customer what happens with the order"
  input order: string
  performs notice-send
  admits payment-tell, parcel-tell
  limits { rounds 2  lanes 2 }
}

/// Tells of the payment.
playbook payment-tell {
  intent "Tell the customer that the order is paid"
  input order: string
  performs notice-send
  do {
    perform notice-send { order: order, text: "It is paid." }
  }
}

/// Tells of the parcel.
playbook parcel-tell {
  intent "Tell the customer that the parcel is on its way"
  input order: string
  performs notice-send
  do {
    perform notice-send { order: order, text: "It is on its way." }
  }
}
`,
  good: `/// Tells the customer something about the order.
effect notice-send {
  input { order: string  text: text }
  key [order, text]

  approve
}

/// Sees the order through.
playbook order-handle {
  intent "Tell the customer what happens with the order"
  input order: string
  performs notice-send
  admits payment-tell, parcel-tell
  limits { rounds 2  lanes 2 }
}

/// Tells of the payment.
playbook payment-tell {
  intent "Tell the customer that the order is paid"
  input order: string
  performs notice-send
  do {
    perform notice-send { order: order, text: "It is paid." }
  }
}

/// Tells of the parcel.
playbook parcel-tell {
  intent "Tell the customer that the parcel is on its way"
  input order: string
  performs notice-send
  do {
    perform notice-send { order: order, text: "It is on its way." }
  }
}
`,
  run(program, report) {
    if (Object.keys(program.program.effects).length === 0) return;
    for (const pair of lanePairs(program)) {
      const [one, other] = pair.entries;
      const first = performedBy(program, one.member.ref);
      const second = one === other ? first : performedBy(program, other.member.ref);
      const told = new Set<Ref>();
      for (const a of first) {
        const b = second.find((each) => each.effect === a.effect && isSameKey(program, pair, a, each));
        if (b === undefined || told.has(a.effect)) continue;
        told.add(a.effect);
        report(atOnce(program, pair, a, b));
      }
    }
  },
};

/** The `perform` steps of a playbook and of all that it admits. What a model performs has a key of its own making. */
function performedBy(program: CheckedProgram, ref: Ref): readonly Stepped[] {
  const within = new Set([ref, ...reachedBy(program, ref)]);
  return performingIn(program).flatMap(({ playbook, effect, step, named }) =>
    step !== undefined && within.has(playbook.declared.ref) ? [{ playbook, effect, ir: step.ir, named }] : [],
  );
}

interface Stepped extends Pick<Performing, "playbook" | "effect" | "named"> {
  readonly ir: PerformStep;
}

function isSameKey(
  program: CheckedProgram,
  { composite, entries }: LanePair,
  a: Stepped,
  b: Stepped,
): boolean {
  const effect = program.program.effects[a.effect];
  const { inputs = {}, choreography } = program.program.playbooks[composite] ?? {};
  if (effect === undefined) return false;
  const bound = new Set(
    entries.flatMap(({ member }) =>
      (choreography?.members ?? []).flatMap(({ playbook, each }) =>
        playbook === member.ref && each !== undefined ? [each.name] : [],
      ),
    ),
  );
  // Members have these by name, so that both lanes read the same.
  const isShared = (name: string): boolean => Object.hasOwn(inputs, name) && !bound.has(name);
  const keys = [keyOf(effect, a.ir), keyOf(effect, b.ir)];
  const [one, other] = keys.map((key) => canonical(JSON.parse(JSON.stringify(key))));
  return one === other && keys.every((key) => isOfRun(key, isShared));
}

/** The key with the step's arguments in it; without one all arguments are it. */
function keyOf({ key }: Effect, { input }: PerformStep): Expression {
  return key === undefined ? { kind: "object", fields: input } : withArguments(key, input);
}

function withArguments(expression: Expression, input: PerformStep["input"]): Expression {
  switch (expression.kind) {
    case "get": {
      if (expression.from !== "argument") return expression;
      const given = input[expression.name] ?? { kind: "literal", value: null };
      if (expression.path.length === 0) return given;
      return given.kind === "get" ? { ...given, path: [...given.path, ...expression.path] } : expression;
    }
    case "template":
      return {
        kind: "template",
        parts: expression.parts.map((part) => (typeof part === "string" ? part : withArguments(part, input))),
      };
    case "coalesce":
      return {
        kind: "coalesce",
        left: withArguments(expression.left, input),
        right: withArguments(expression.right, input),
      };
    case "array":
      return { kind: "array", items: expression.items.map((item) => withArguments(item, input)) };
    default:
      return expression;
  }
}

/** Whether two lanes that ask at once get the same: nothing in it is a lane's own. */
function isOfRun(expression: Expression, isShared: (input: string) => boolean): boolean {
  const isOwn = ((): boolean => {
    switch (expression.kind) {
      case "get":
        return expression.from === "input"
          ? !isShared(expression.name)
          : !["artifact", "evidence", "verdict"].includes(expression.from) ||
              expression.key?.kind === "instance";
      case "declined":
      case "reason":
        return true;
      case "absentInput":
        return !isShared(expression.name);
      case "state":
      case "available":
        return expression.key?.kind === "instance";
      default:
        return false;
    }
  })();
  return !isOwn && partsOf(expression).every(([, part]) => isOfRun(part, isShared));
}

function atOnce(program: CheckedProgram, { entries }: LanePair, a: Stepped, b: Stepped): Diagnostic {
  const [one, other] = entries;
  const effect = program.declared.get(a.effect)?.name ?? a.effect;
  const who =
    one === other
      ? `two instances of \`${one.member.name}\``
      : `\`${one.member.name}\` and \`${other.member.name}\``;
  const places = [a, b].map(({ playbook, named }) => placeIn(playbook.module, named.span));
  return diagnose(check, other.place, `${who} may perform \`${effect}\` at once with the same key`, {
    related: (a === b ? places.slice(0, 1) : places).map((place) => ({
      place,
      message: "it is performed here",
    })),
    hint: "give them keys of their own, or let one require what the other gives",
  });
}
