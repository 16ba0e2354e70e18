// Bundles what is published: the command line and the three libraries, beside the declarations that `tsc -b` wrote.
// Everything is bundled but SQLite (native) and the two AI SDK peers (optional). See docs/adr/0002.

import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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
  metafile: true,
  logLevel: "warning",
};

// These run in a browser too: a package of Node anywhere in them fails the build.
const browserBuild = await build({
  ...common,
  entryPoints: { "compiler/index": "compiler/index.ts", "ir/index": "ir/index.ts" },
  platform: "neutral",
  mainFields: ["module", "main"],
  target: "es2022",
});

// Each command is a chunk of its own, which is read only when it is asked for.
const nodeBuild = await build({
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
writeFileSync(
  join(dist, "THIRD-PARTY-LICENSES.txt"),
  licenses([
    ...Object.keys(browserBuild.metafile?.inputs ?? {}),
    ...Object.keys(nodeBuild.metafile?.inputs ?? {}),
  ]),
);

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

/**
 * The licences of the packages that the bundles have code of, which ask to be handed on with it.
 *
 * @param {readonly string[]} inputs the files that went in, from the root
 */
function licenses(inputs) {
  const packages = new Set(
    inputs
      .map((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? "")
      .filter((path) => path !== ""),
  );
  const texts = [...packages].toSorted().map((path) => {
    const folder = join(root, path);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name));
    const text =
      file === undefined ? `Licensed under ${manifest.license}.` : readFileSync(join(folder, file), "utf8");
    return `${manifest.name} ${manifest.version}\n\n${text.trim()}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
