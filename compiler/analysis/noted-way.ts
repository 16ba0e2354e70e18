import type { Related } from "../../ir/index.js";
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
