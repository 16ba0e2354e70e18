import type { Target } from "./target.js";

export const target: Target = {
  name: "ir",
  summary: "the compiled program, its digest and source map, and the bundle of all that a host loads",
  build(bundle) {
    const { program, digest, sourceMap } = bundle;
    return new Map([
      ["bundle.json", text(bundle)],
      ["program.json", text({ digest, program })],
      ["source-map.json", text(sourceMap)],
    ]);
  },
};

function text(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
