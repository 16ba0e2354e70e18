import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "../../grammar/index.js";
import { compile, memoryHost } from "../../compiler/index.js";
import { countOf } from "../support/counts.js";
import { compiled } from "./compiled.js";

const corpus = join(import.meta.dirname, "corpus");
const read = (name: string): string => readFileSync(join(corpus, name), "utf8");
const main = read("everything.playbook");
const beside = { "intake.md": read("intake.md"), "order.schema.json": read("order.schema.json") };

/** The head of a file, and its declarations with the docs above them. */
function pieces(text: string): { readonly head: string; readonly declarations: readonly string[] } {
  const { file } = parse("x", text);
  const ends = file.declarations.map(({ span }) => span.end);
  const first = file.declarations[0];
  const start = text.lastIndexOf("\n\n", first?.doc?.span.start ?? first?.span.start ?? 0) + 1;
  return {
    head: text.slice(0, start),
    declarations: ends.map((end, index) => text.slice(index === 0 ? start : (ends[index - 1] ?? 0), end)),
  };
}

/** Changes every line that is not in a text of several lines. */
function outsideTexts(text: string, change: (line: string, index: number) => string): string {
  let isInside = false;
  return text
    .split("\n")
    .map((line, index) => {
      const marks = line.split('"""').length - 1;
      const changed = isInside || marks > 0 ? line : change(line, index);
      if (marks % 2 === 1) isInside = !isInside;
      return changed;
    })
    .join("\n");
}

async function digestOf(
  files: Readonly<Record<string, string>>,
  paths: readonly string[] = [""],
): Promise<string> {
  const { bundle, diagnostics } = await compile(memoryHost(files), paths);
  return bundle?.digest ?? JSON.stringify(diagnostics);
}

describe("[L-2] the digest", () => {
  const { head, declarations } = pieces(main);

  it("[L-7] does not depend on comments, docs, layout or the order of declarations", async () => {
    const expected = (await compiled({ "main.playbook": main, ...beside })).digest;
    const layout = fc.record({
      order: fc.shuffledSubarray([...declarations.keys()], { minLength: declarations.length }),
      comments: fc.infiniteStream(
        fc.constantFrom("", " // a comment", "  /* one */ ", "\n// another\n", "\n\n"),
      ),
      docs: fc.constantFrom("///", "/// Not as it was:", "// "),
      indent: fc.constantFrom("", "    ", "\t"),
      crlf: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(layout, async ({ order, comments, docs, indent, crlf }) => {
        const text = head + order.map((index) => declarations[index] ?? "").join("\n");
        const changed = outsideTexts(text, (line) => {
          const next = comments.next();
          const more = next.done === true ? "" : next.value;
          // What stands behind a doc on its line is part of the doc.
          if (line.trimStart().startsWith("///")) return line.replace("///", docs);
          return `${line.replace(/^ +/, indent)}${more}`;
        });
        const source = crlf ? changed.replaceAll("\n", "\r\n") : changed;
        expect(await digestOf({ "main.playbook": source, ...beside })).toBe(expected);
      }),
      { numRuns: countOf(6, 600) },
    );
  });

  it("[L-6] does not depend on how a program is spread over files, or on their order", async () => {
    const parts = {
      "a.playbook":
        'namespace n\nimport { e } from "./b.playbook"\nplaybook p { intent "i" returns e prompt "x" }\n',
      "b.playbook": "namespace n\nevidence e\n",
    };
    const whole = {
      "c.playbook": 'namespace n\nevidence e\nplaybook p { intent "i" returns e prompt "x" }\n',
    };
    const digests = await Promise.all([
      digestOf(parts),
      digestOf(parts, ["a.playbook", "b.playbook"]),
      digestOf(parts, ["b.playbook", "a.playbook"]),
      digestOf(whole),
    ]);
    expect(new Set(digests).size).toBe(1);
  });

  it("does not depend on the order of fields", async () => {
    const source = (fields: string): string => `artifact a at "a.json" { ${fields} }\n`;
    const [one, other] = await Promise.all(
      ["x: string y: integer", "y: integer x: string"].map((each) => compiled(source(each))),
    );
    expect(one?.digest).toBe(other?.digest);
  });

  it.each([
    ["a prompt", '"x"', '"y"'],
    ["a name", "evidence e", "evidence f"],
    ["an intent", '"i"', '"j"'],
    ["a limit", "limits { attempts 2 }", "limits { attempts 3 }"],
  ])("changes with %s", async (_what, one, other) => {
    const source = 'evidence e\nplaybook p { intent "i" returns e limits { attempts 2 } prompt "x" }\n';
    const changed = source
      .replace(one, other)
      .replace(/returns \w/, other.startsWith("evidence") ? "returns f" : "returns e");
    expect((await compiled(changed)).digest).not.toBe((await compiled(source)).digest);
  });
});

describe("diagnostics", () => {
  it("[L-6] come in the order of file, offset and code, whatever the order of paths", async () => {
    const files = {
      "b.playbook": "evidence e\ntype T = x\n",
      "a.playbook": "type U = y\nevidence e\ntype V = z\n",
    };
    const { diagnostics } = await compile(memoryHost(files), ["b.playbook", "a.playbook"]);
    const places = diagnostics.map(({ place }) => [place.file, place.span.start] as const);
    expect(places).toEqual(places.toSorted(([a, m], [b, n]) => (a < b ? -1 : a > b ? 1 : m - n)));
    expect(diagnostics.length).toBeGreaterThan(3);
  });
});
