import type { Diagnostic } from "../../ir/index.js";
import { type Unavailable, unavailableIn } from "../analysis/unavailable.js";
import { type Check, diagnose } from "../check.js";
import type { Local } from "../program.js";
import { withFallback } from "./lb2011.js";

export const check: Check = {
  code: "LB6002",
  name: "declined-answer",
  severity: "error",
  summary: "a declinable answer that is used without reading `.declined` and without `??`",
  why: "Whoever may decline will. After a decline there is no answer, and what was to be made of it is made of nothing.",
  fix: 'Say what stands there instead (`{{ wish ?? "no wish" }}`), or take the step only where there is an answer: `when not wish.declined`.',
  bad: `/// What one traveller hopes for.
wait Wish {
  class intervention
  answer text
  declinable
}

/// The plan for the trip.
artifact itinerary at "itinerary.md"

/// Plans a trip.
playbook trip-plan {
  intent "Plan a trip"
  outputs itinerary
  do {
    ask Wish "What should not be missed?" as wish
    generate itinerary { prompt "Plan a trip. Not to be missed: {{ wish }}" }
  }
}
`,
  good: `/// What one traveller hopes for.
wait Wish {
  class intervention
  answer text
  declinable
}

/// The plan for the trip.
artifact itinerary at "itinerary.md"

/// Plans a trip.
playbook trip-plan {
  intent "Plan a trip"
  outputs itinerary
  do {
    ask Wish "What should not be missed?" as wish
    generate itinerary { prompt """Plan a trip. Not to be missed: {{ wish ?? "nothing in particular" }}""" }
  }
}
`,
  run(program, report) {
    for (const each of unavailableIn(program)) {
      if (each.declinable !== undefined) report(mayBeDeclined(each, each.declinable));
    }
  },
};

function mayBeDeclined({ need, rest }: Unavailable, answer: Local): Diagnostic {
  return diagnose(
    check,
    need.place,
    `\`${answer.name}\` may be declined, and there is no answer to use then`,
    {
      related: [{ place: answer.place, message: "it is asked here, and may be declined" }],
      hint: `write \`?? …\` behind it, or \`when not ${answer.name}.declined\` behind the step`,
      fix: withFallback(need, rest),
    },
  );
}
