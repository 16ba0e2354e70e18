/** The first example of the language, as the compiler gives it. */
import type { Program } from "../../ir/index.js";
import {
  artifact,
  available,
  composite,
  equals,
  evidenceText,
  input,
  landed,
  literal,
  objectSchema,
  programOf,
  prompting,
  verdict,
  verdictAt,
} from "./programs.js";

export const market = {
  analysis: "top_down.market-analysis",
  produce: "top_down.market-snapshot-produce",
  research: "top_down.market-research",
  adequacy: "top_down.market-evidence-adequacy",
  snapshot: "top_down.market-snapshot",
  evidence: "top_down.market-evidence",
  verdict: "top_down.evidence-adequacy",
  search: "top_down.web-search",
} as const;

/** `select`: who chooses; a model unless told otherwise. */
export function marketProgram(select: "model" | "first" | "all" = "model", lanes = 1): Program {
  const brief = { schema: { type: "string" }, required: true, secret: false };
  return programOf({
    artifacts: {
      [market.snapshot]: artifact(
        "market/snapshot.json",
        objectSchema({
          summary: { type: "string" },
          segments: { type: "array", items: { type: "string" }, minItems: 1 },
        }),
      ),
    },
    evidence: { [market.evidence]: {} },
    verdicts: {
      [market.verdict]: verdict(
        objectSchema({
          verdict: { enum: ["adequate", "thin"] },
          gaps: { type: "array", items: { type: "string" } },
        }),
      ),
    },
    tools: {
      [market.search]: {
        input: objectSchema({ query: { type: "string" } }),
        output: objectSchema({ results: { type: "array", items: { type: "string" } } }),
      },
    },
    playbooks: {
      [market.analysis]: composite([market.produce, market.research, market.adequacy], {
        intent: "Understand the market well enough to decide on it",
        inputs: { brief },
        outputs: [market.snapshot],
        returns: [market.evidence, market.verdict],
        writes: ["market/snapshot.json"],
        until: landed(market.snapshot),
        select: { by: select },
        limits: { rounds: 10, lanes, duration: "PT40M", attempts: 3, failures: 3 },
      }),
      [market.produce]: prompting([{ kind: "artifact", ref: market.snapshot }], {
        intent: "Write the market snapshot",
        requires: equals(verdictAt(market.verdict, "verdict"), "adequate"),
        reads: [market.verdict, market.evidence],
        writes: ["market/snapshot.json"],
        prompt: ["Write the market snapshot from this evidence:\n\n", evidenceText(market.evidence), "\n"],
      }),
      [market.research]: {
        ...prompting([{ kind: "evidence", ref: market.evidence }], {
          intent: "Find evidence where it is thin",
          inputs: { brief },
          reads: [market.verdict],
          uses: [market.search],
          prompt: [
            "Research the market for: ",
            input("brief"),
            "\nGaps named so far: ",
            { kind: "coalesce", left: verdictAt(market.verdict, "gaps"), right: literal("none yet") },
          ],
        }),
      },
      [market.adequacy]: prompting([{ kind: "verdict", ref: market.verdict }], {
        intent: "Judge whether the evidence is enough",
        requires: available("evidence", market.evidence),
        reads: [market.evidence],
        prompt: [
          "Is this evidence enough for a market snapshot? Name what is missing.\n\n",
          evidenceText(market.evidence),
        ],
      }),
    },
  });
}

export const marketReplies = {
  [market.research]: ["Competitors: 140 bakeries.", "Buyers: households, offices."],
  [market.adequacy]: [
    { verdict: "thin", gaps: ["buyers"] },
    { verdict: "adequate", gaps: [] },
  ],
  [market.produce]: [{ summary: "A dense market.", segments: ["households", "offices"] }],
};
