import { type Contract, contractsOf } from "./contracts.js";
import { standalone } from "./standalone.js";
import type { Target } from "./target.js";

const folders: Readonly<Record<Contract["kind"], string>> = {
  type: "types",
  artifact: "artifacts",
  verdict: "verdicts",
  input: "inputs",
  interview: "interviews",
  wait: "waits",
  tool: "tools",
  effect: "effects",
};

export const target: Target = {
  name: "schemas",
  summary: "a JSON Schema for each type, artifact, verdict, input, interview, wait answer, tool and effect",
  build(bundle) {
    const { types } = bundle.program;
    return new Map(
      contractsOf(bundle).map((contract) => {
        const { kind, ref, side, schema, doc } = contract;
        const title = side === undefined ? ref : `${ref} ${side}`;
        const content = {
          $schema: "https://json-schema.org/draft/2020-12/schema",
          title,
          ...(doc === undefined ? {} : { description: doc }),
          ...standalone(schema, types),
        };
        const path = `${folders[kind]}/${fileName(ref)}${side === undefined ? "" : `.${side}`}.schema.json`;
        return [path, `${JSON.stringify(content, undefined, 2)}\n`] as const;
      }),
    );
  },
};

/** A ref as a file name: names in backticks may hold anything. */
function fileName(ref: string): string {
  return encodeURIComponent(ref).replaceAll("%24", "$");
}
