import { readFileSync } from "node:fs";
import { join } from "node:path";

export { marketRun, marketScript } from "./market-script.js";

/** The market analysis of the examples, and replies for it. */
export const market = readFileSync(
  join(import.meta.dirname, "../../../examples/market-analysis/market.playbook"),
  "utf8",
);

export const marketFiles = {
  "market/snapshot.json":
    '{\n  "summary": "A dense market.",\n  "segments": [\n    "households",\n    "offices"\n  ]\n}\n',
};

/** The members whose lanes settle, in their order. */
export const marketOrder = [
  "top_down.market-research",
  "top_down.market-evidence-adequacy",
  "top_down.market-research",
  "top_down.market-evidence-adequacy",
  "top_down.market-snapshot-produce",
];
