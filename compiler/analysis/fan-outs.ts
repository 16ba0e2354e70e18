import type { Place, Ref } from "../../ir/index.js";
import { placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";
import { admissionsOf } from "./admission.js";
import { admitsOf, namesListed, writtenPlaybooks } from "./clauses.js";
import { isHearsay } from "./in-hearsay.js";
import { lookedUp } from "./looked-up.js";

/** A verdict that is kept by the key of a fan-out, returned by a playbook that is no instance of it. */
export interface MissingFanOut {
  readonly place: Place;
  readonly verdict: string;
  readonly per: string;
  readonly playbook: string;
}

interface Return extends MissingFanOut {
  readonly ref: Ref;
  readonly isFannedOut: boolean;
  readonly isAdmitted: boolean;
}

/**
 * Members that return a verdict per `NAME` and are no instances of an `each NAME`, where others are (`[L-36]`). That none
 * is, is told at `per`; of playbooks that nobody admits nothing is said.
 */
export function fanOutsMissing(program: CheckedProgram): readonly MissingFanOut[] {
  const hidden = hiddenFanOuts(program);
  const returns = returnsByKey(program);
  const fannedOut = new Set(returns.filter(({ isFannedOut }) => isFannedOut).map(({ ref }) => ref));
  return returns.filter(
    ({ ref, per, isFannedOut, isAdmitted }) =>
      !isFannedOut && isAdmitted && fannedOut.has(ref) && !hidden(per),
  );
}

function returnsByKey(program: CheckedProgram): readonly Return[] {
  const members = new Set([...admissionsOf(program).values()].flat().map(({ member }) => member.ref));
  return writtenPlaybooks(program).flatMap(({ declared, module, syntax }) =>
    namesListed(syntax, "returns").flatMap((name): readonly Return[] => {
      const verdict = lookedUp(program, module, name);
      const per = verdict?.syntax.kind === "verdict" ? verdict.syntax.per?.text : undefined;
      if (verdict === undefined || per === undefined) return [];
      return [
        {
          place: placeIn(module, name.span),
          verdict: name.text,
          ref: verdict.ref,
          per,
          playbook: declared.name,
          isFannedOut: program.playbooks.get(declared.ref)?.fans.has(per) === true,
          isAdmitted: members.has(declared.ref),
        },
      ];
    }),
  );
}

/** Whether a fan-out of that name may stand in text that could not be read, or has a member that is not known. */
function hiddenFanOuts(program: CheckedProgram): (name: string) => boolean {
  const unknown = new Set<string>();
  for (const { module, syntax } of writtenPlaybooks(program)) {
    for (const { name, each } of admitsOf(syntax).flatMap(({ entries }) => entries)) {
      if (each !== undefined && lookedUp(program, module, name)?.syntax.kind !== "playbook")
        unknown.add(each.name.text);
    }
  }
  return (name) => unknown.has(name) || isHearsay(program, name);
}
