import { describe, expect, it } from "vitest";
import { children, type Node, nodesAt, parse, walk } from "../../grammar/index.js";
import { samplesOf } from "../support/corpus.js";
import { read } from "../support/reading.js";

/** Counts, by looking at everything in it, the records of a value that have a kind and a span. */
function countNodes(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const below = Object.values(value).reduce((sum: number, each) => sum + countNodes(each), 0);
  return below + ("kind" in value && "span" in value ? 1 : 0);
}

describe("a walk over the tree", () => {
  it.each(samplesOf("corpus"))("meets every node of $name once, parents first, in text order", ({ text }) => {
    const { file } = parse("a.playbook", text);
    const met: Node[] = [];
    walk(file, (node, parents) => {
      expect(
        parents.every(
          (parent, index) => index === 0 || children(parents[index - 1] ?? parent).includes(parent),
        ),
      ).toBe(true);
      met.push(node);
    });
    expect(new Set(met).size).toBe(met.length);
    expect(met.length).toBe(countNodes({ ...file, comments: [], kind: "", span: undefined }) - 1);
    for (const node of met) {
      const below = children(node).map(({ span }) => span.start);
      expect(below).toEqual(below.toSorted((a, b) => a - b));
    }
  });

  it("passes over what is under a node where it is told to", () => {
    const kinds: string[] = [];
    walk(read('playbook p { intent "x" requires a.b }'), ({ kind }) => {
      kinds.push(kind);
      return kind !== "requires";
    });
    expect(kinds).toEqual(["playbook", "name", "intent", "string", "requires"]);
  });

  it("finds what is at an offset, from the outermost in", () => {
    const text = "playbook p { requires a.b == c }";
    const kindsAt = (offset: number) => nodesAt(read(text), offset).map(({ kind }) => kind);
    expect(kindsAt(text.indexOf("b =="))).toEqual([
      "playbook",
      "requires",
      "compare",
      "path",
      "field",
      "name",
    ]);
    expect(kindsAt(text.indexOf("=="))).toEqual(["playbook", "requires", "compare"]);
    expect(kindsAt(text.indexOf("p {"))).toEqual(["playbook", "name"]);
    expect(kindsAt(text.length)).toEqual(["playbook"]);
  });
});
