/** The first look's program, as a compiler lowers it. */
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
  textSchema,
  verdict,
  verdictAt,
} from "./build-program.js";

const brief = { brief: { schema: textSchema, required: true, secret: false } };

export const marketAnalysis: Program = programOf({
  artifacts: {
    "top_down.market-snapshot": artifact(
      "market/snapshot.json",
      objectSchema({ summary: textSchema, segments: { type: "array", items: { type: "string" }, minItems: 1 } }),
    ),
  },
  evidence: { "top_down.market-evidence": {} },
  verdicts: {
    "top_down.evidence-adequacy": verdict(
      objectSchema({
        verdict: { enum: ["adequate", "thin"] },
        gaps: { type: "array", items: { type: "string" } },
      }),
    ),
  },
  tools: {
    "top_down.web-search": {
      input: objectSchema({ query: textSchema }),
      output: objectSchema({ results: { type: "array", items: { type: "string" } } }),
    },
  },
  playbooks: {
    "top_down.market-analysis": composite(
      ["top_down.market-snapshot-produce", "top_down.market-research", "top_down.market-evidence-adequacy"],
      {
        intent: "Understand the market well enough to decide on it",
        inputs: brief,
        reads: ["top_down.market-snapshot"],
        judgedFrom: ["top_down.market-snapshot"],
        outputs: ["top_down.market-snapshot"],
        returns: ["top_down.evidence-adequacy", "top_down.market-evidence"],
        writes: ["market/snapshot.json"],
        limits: { rounds: 10, lanes: 1, duration: "PT40M", attempts: 3, failures: 3 },
        until: landed("top_down.market-snapshot"),
      },
    ),
    "top_down.market-snapshot-produce": prompting([{ kind: "artifact", ref: "top_down.market-snapshot" }], {
      intent: "Write the market snapshot",
      requires: equals(verdictAt("top_down.evidence-adequacy", "verdict"), "adequate"),
      reads: ["top_down.evidence-adequacy", "top_down.market-evidence"],
      writes: ["market/snapshot.json"],
      prompt: [
        "Write the market snapshot from this evidence:\n\n",
        evidenceText("top_down.market-evidence"),
      ],
    }),
    "top_down.market-research": prompting([{ kind: "evidence", ref: "top_down.market-evidence" }], {
      intent: "Find evidence where it is thin",
      inputs: brief,
      reads: ["top_down.evidence-adequacy"],
      uses: ["top_down.web-search"],
      prompt: [
        "Research the market for: ",
        input("brief"),
        "\nGaps named so far: ",
        {
          kind: "coalesce",
          left: verdictAt("top_down.evidence-adequacy", "gaps"),
          right: literal("none yet"),
        },
      ],
    }),
    "top_down.market-evidence-adequacy": prompting([{ kind: "verdict", ref: "top_down.evidence-adequacy" }], {
      intent: "Judge whether the evidence is enough",
      requires: available("evidence", "top_down.market-evidence"),
      reads: ["top_down.market-evidence"],
      prompt: [
        "Is this evidence enough for a market snapshot? Name what is missing.\n\n",
        evidenceText("top_down.market-evidence"),
      ],
    }),
  },
});
