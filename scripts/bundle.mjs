// Bundles what is published: the command line and the three libraries, beside the declarations that `tsc -b` wrote.
// Everything is bundled but SQLite (native) and the two AI SDK peers (optional). See docs/adr/0002.

import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");

/** Output of the last build whose names change with their content. */
rmSync(join(dist, "chunks"), { recursive: true, force: true });

/** @type {import("esbuild").BuildOptions} */
const common = {
  absWorkingDir: root,
  outdir: dist,
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  minify: true,
  // Class and function names stand in errors and stack traces.
  keepNames: true,
  sourcemap: false,
  legalComments: "none",
  logLevel: "warning",
};

// These run in a browser too: a package of Node anywhere in them fails the build.
await build({
  ...common,
  entryPoints: { "compiler/index": "compiler/index.ts", "ir/index": "ir/index.ts" },
  platform: "neutral",
  mainFields: ["module", "main"],
  target: "es2022",
});

// Each command is a chunk of its own, which is read only when it is asked for.
await build({
  ...common,
  entryPoints: { "cli/main": "cli/main.ts", "runtime/index": "runtime/index.ts" },
  platform: "node",
  target: "node20.19",
  external: ["@photostructure/sqlite", "ai", "@ai-sdk/openai-compatible"],
  // Bundled CommonJS packages require parts of Node.
  banner: {
    js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
  },
});

chmodSync(join(dist, "cli/main.js"), 0o755);
copyHandWrittenDeclarations();

/** `tsc` emits no declaration for a file that is one, so what is generated as such is copied beside the others. */
function copyHandWrittenDeclarations() {
  for (const room of ["ir"]) {
    for (const name of readdirSync(join(root, room))) {
      if (!name.endsWith(".gen.d.ts")) continue;
      mkdirSync(join(dist, room), { recursive: true });
      cpSync(join(root, room, name), join(dist, room, name));
    }
  }
}
