import { describe, expect, it } from "vitest";
import { parse } from "../../grammar/index.js";
import { samplesOf } from "../support/corpus.js";
import { treeOf } from "../support/trees.js";

describe.each(samplesOf("corpus"))("$name.playbook", ({ name, text }) => {
  it("has no fault", () => {
    const { file, diagnostics } = parse(`${name}.playbook`, text);
    expect(diagnostics).toEqual([]);
    expect(file.skipped).toEqual([]);
    expect(file.declarations.filter(({ broken }) => broken)).toEqual([]);
  });

  it("is read as it was", async () => {
    await expect(treeOf(`${name}.playbook`, text)).toMatchFileSnapshot(`corpus/${name}.tree.txt`);
  });

  it("is read the same with CRLF line ends, but for its spans", () => {
    const read = (source: string) => withoutPlaces(parse(`${name}.playbook`, source).file.declarations);
    expect(read(text.replaceAll("\n", "\r\n"))).toEqual(read(text));
  });
});

/** Without spans. */
function withoutPlaces(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      key === "span" || key === "keyword" || key === "operatorSpan" ? undefined : inner,
    ),
  );
}
