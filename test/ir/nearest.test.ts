import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearest } from "../../ir/nearest.js";

describe("the nearest name", () => {
  it.each([
    ["requries", "requires"],
    ["intents", "intent"],
    ["outptus", "outputs"],
    ["Uses", "uses"],
    ["usess", "uses"],
  ])("of %s is %s", (name, meant) => {
    expect(nearest(name, ["intent", "requires", "outputs", "uses"])).toBe(meant);
  });

  it("is none where more than a third of it differs, nor for one or two letters but for their case", () => {
    expect(nearest("foobar", ["intent", "requires"])).toBeUndefined();
    expect(nearest("ab", ["ac", "a"])).toBeUndefined();
    expect(nearest("AB", ["ab"])).toBe("ab");
  });

  it("is never the name itself, and of equals the one given first", () => {
    expect(nearest("abcd", ["abcd"])).toBeUndefined();
    expect(nearest("abcd", ["abce", "abcf"])).toBe("abce");
    expect(nearest("abcd", ["abcd", "abxx", "abdc"])).toBe("abdc");
  });

  it("is found through one letter too many, too few, changed, or swapped with the next", () => {
    const letters = fc.stringMatching(/^[a-z]{3,12}$/);
    fc.assert(
      fc.property(
        letters,
        fc.nat(),
        fc.constantFrom("drop", "double", "change", "swap"),
        (word, place, how) => {
          const at = place % (word.length - 1);
          const changed = {
            drop: word.slice(0, at) + word.slice(at + 1),
            double: word.slice(0, at) + word.charAt(at) + word.slice(at),
            change: `${word.slice(0, at)}_${word.slice(at + 1)}`,
            swap: word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
          }[how];
          fc.pre(changed !== word && changed.length > 2);
          expect(nearest(changed, ["0123456789abcdef", word])).toBe(word);
        },
      ),
    );
  });
});
