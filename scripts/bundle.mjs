// Bundles what is published: the command line and the libraries, beside the declarations that `tsc -b` wrote.
// Everything is bundled but SQLite (native) and the two AI SDK peers (optional). See docs/adr/0002.

import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Writes the bundles below `outdir`, which has to lie somewhere below the root for the packages that stay outside to be
 * found. Gives what went into each, by output and by input, with paths from the root.
 *
 * @param {string} outdir
 * @returns {Promise<{ browser: import("esbuild").Metafile, node: import("esbuild").Metafile }>}
 */
export async function bundle(outdir) {
  // The names in here change with their content: what the last build left is of no use.
  rmSync(join(outdir, "chunks"), { recursive: true, force: true });

  /** @type {import("esbuild").BuildOptions & { metafile: true }} */
  const common = {
    absWorkingDir: root,
    outdir,
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    // Names stay: they stand in errors and stack traces.
    minifySyntax: true,
    minifyWhitespace: true,
    sourcemap: false,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  };

  // These run in a browser too: a package of Node anywhere in them fails the build.
  const browser = await build({
    ...common,
    entryPoints: { "compiler/index": "compiler/index.ts", "ir/index": "ir/index.ts" },
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
  });

  // Each command is a chunk of its own, which is read only when it is asked for.
  const node = await build({
    ...common,
    entryPoints: {
      "cli/main": "cli/main.ts",
      "runtime/index": "runtime/index.ts",
      "node/index": "node/index.ts",
    },
    platform: "node",
    // ES modules where a package has both: `jsonc-parser`'s other form cannot be bundled, and less is left out of them.
    mainFields: ["module", "main"],
    target: "node20.19",
    external: ["@photostructure/sqlite", "ai", "@ai-sdk/openai-compatible"],
    // Bundled CommonJS packages require parts of Node.
    banner: {
      js: 'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);',
    },
  });

  chmodSync(join(outdir, "cli/main.js"), 0o755);
  return { browser: browser.metafile, node: node.metafile };
}

/** `tsc` emits no declaration for a file that is one, so what is generated as such is copied beside the others. @param {string} outdir */
export function copyGeneratedDeclarations(outdir) {
  for (const room of ["ir"]) {
    for (const name of readdirSync(join(root, room))) {
      if (!name.endsWith(".gen.d.ts")) continue;
      mkdirSync(join(outdir, room), { recursive: true });
      cpSync(join(root, room, name), join(outdir, room, name));
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = join(root, "dist");
  const { browser, node } = await bundle(dist);
  copyGeneratedDeclarations(dist);
  const inputs = [...Object.keys(browser.inputs), ...Object.keys(node.inputs)];
  writeFileSync(join(dist, "THIRD-PARTY-LICENSES.txt"), licenses(inputs));
}
