import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsOf, cut, listed, oneLine, printable, table, wrapped } from "../../../cli/rendering/text.js";
import { relative, spoken } from "../../../cli/rendering/time.js";
import { countOf } from "../../support/counts.js";

describe("text for a terminal", () => {
  it("[R-56] what could move the cursor or hide text is made visible", () => {
    expect(printable("a\u001b[2Jb\u0007\r\nc\rd")).toBe("a␛[2Jb␇\nc␍d");
    expect(printable("\u202eevil\u2066 zero\u200bwidth \ud800")).toBe(
      "<U+202E>evil<U+2066> zero<U+200B>width <U+D800>",
    );
    expect(printable("👩‍🌾 naïve\tü\n")).toBe("👩‍🌾 naïve\tü\n");
  });

  it("nothing but line feeds and tabs is left of control characters, whatever comes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(printable(text)).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u);
        expect(oneLine(text)).not.toMatch(/[\n\t]/);
      }),
      { numRuns: countOf(300) },
    );
  });

  it("counts the columns that a terminal needs", () => {
    expect(columnsOf("abc")).toBe(3);
    expect(columnsOf("日本")).toBe(4);
    expect(columnsOf("👩‍🌾!")).toBe(3);
    expect(columnsOf("\u001b[31mred\u001b[39m")).toBe(3);
  });

  it("is never cut wider than asked, and says that it was cut", () => {
    expect(cut("market-research", 8)).toBe("market-…");
    expect(cut("short", 8)).toBe("short");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (text, width) => {
        expect(columnsOf(cut(text, width))).toBeLessThanOrEqual(width);
      }),
      { numRuns: countOf(300) },
    );
  });

  it("is wrapped between words, and loses none", () => {
    expect(wrapped("  the quick brown fox jumps over it", 20)).toEqual([
      "  the quick brown",
      "  fox jumps over it",
    ]);
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,30}$/)),
        fc.integer({ min: 20, max: 60 }),
        (words, width) => {
          const lines = wrapped(words.join(" "), width);
          expect(lines.join(" ").trim()).toBe(words.join(" "));
          const tooLong = lines.filter((line) => line.includes(" ") && line.length > width);
          expect(tooLong).toEqual([]);
        },
      ),
      { numRuns: countOf(300) },
    );
  });

  it("stands in columns", () => {
    expect(
      table([
        ["a", "日本", "x"],
        ["long", "b", "y"],
      ]),
    ).toEqual(["a     日本  x", "long  b     y"]);
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
  });
});

describe("time for people", () => {
  it("is as coarse as its length", () => {
    expect([340, 2100, 59_400, 184_000, 3_720_000, 273_600_000].map(spoken)).toEqual([
      "340 ms",
      "2.1 s",
      "59 s",
      "3 min 4 s",
      "1 h 2 min",
      "3 d 4 h",
    ]);
  });

  it("is told from now", () => {
    expect(relative(0, 240_000)).toBe("4 min ago");
    expect(relative(7_200_000, 0)).toBe("in 2 h");
    expect(relative(500, 0)).toBe("just now");
    expect(relative(7 * 86_400_000, 40)).toBe("in 7 d");
    expect(relative(7_200_000, 1_500)).toBe("in 2 h");
    expect(relative(0, 7 * 86_400_000 - 40)).toBe("6 d ago");
  });
});
