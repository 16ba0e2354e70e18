import type { Place, Related } from "../../ir/index.js";
import { listed } from "../../runtime/core/names.js";
import { placeIn } from "../names.js";
import type { CheckedProgram } from "../program.js";
import type { DeadEnd } from "./dead-ends.js";
import type { Round } from "./model/search.js";
import { happeningInWords } from "./model/words.js";
import type { Explored } from "./reachability.js";

/** What happens on a way, a related note a round, each where the member is admitted. */
export function notedWay(explored: Explored, way: readonly Round[]): readonly Related[] {
  return way.flatMap((round, index) => {
    const [first] = round;
    const place = first === undefined ? undefined : explored.admissionOf(first.member)?.place;
    if (place === undefined) return [];
    const words = round.map((happening) => happeningInWords(happening, explored.reads)).join("; ");
    return [{ place, message: `round ${index + 1}: ${words}` }];
  });
}

/** A dead end: the composite and its name, when it comes about, and the way there. */
export function notedDeadEnd(
  program: CheckedProgram,
  { explored, way, inputs }: DeadEnd,
):
  | {
      readonly name: string;
      readonly place: Place;
      readonly when: string;
      readonly related: readonly Related[];
    }
  | undefined {
  const declared = program.declared.get(explored.choreography.root);
  if (declared === undefined) return undefined;
  const given = inputs.length === 0 ? "" : ` where ${listed(inputs)}`;
  return {
    name: declared.name,
    place: placeIn(declared.module, declared.syntax.name.span),
    when: way.length === 0 ? `at the start${given}` : `after round ${way.length}${given}`,
    related: notedWay(
      explored,
      way.map((happening) => [happening]),
    ),
  };
}
