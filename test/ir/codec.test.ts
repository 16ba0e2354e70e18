import * as fc from "fast-check";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  canonical,
  compactDuration,
  digestOf,
  digestOfJson,
  InvariantError,
  isoDuration,
  millisecondsOf,
  placeOf,
  pointer,
  refOfTypeReference,
  segmentsOf,
  typeReference,
} from "../../ir/index.js";
import { countOf } from "../support/counts.js";

const runs = { numRuns: countOf(200) };
const wellFormed = fc.string({ unit: "grapheme" });

describe("canonical JSON", () => {
  it("sorts keys by UTF-16 code units and writes numbers as ECMAScript does", () => {
    expect(
      canonical({ "\u20ac": 1e21, "\r": 0.1, "1": -0, "\u{1f600}": [null, true], "\ufb33": "\u20ac\b" }),
    ).toBe('{"\\r":0.1,"1":0,"\u20ac":1e+21,"\u{1f600}":[null,true],"\ufb33":"\u20ac\\b"}');
  });

  it("treats `__proto__` as a key like any other, and leaves out what is undefined", () => {
    expect(canonical(JSON.parse('{"__proto__":1,"a":2}'))).toBe('{"__proto__":1,"a":2}');
    expect(canonical({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it.each([["\ud800"], [Number.NaN], [Number.POSITIVE_INFINITY], [() => 1], [10n]])(
    "never writes what is no JSON: %s",
    (value) => {
      expect(() => canonical([value])).toThrow(InvariantError);
    },
  );

  it("gives the same text whatever the order of the keys, and text that reads back as the value", () => {
    fc.assert(
      fc.property(
        fc.dictionary(wellFormed, fc.jsonValue({ maxDepth: 2, noUnicodeString: false })),
        (value) => {
          fc.pre(!/\\ud[89a-f]/i.test(JSON.stringify(value)));
          const turned = Object.fromEntries(Object.entries(value).toReversed());
          expect(canonical(turned)).toBe(canonical(value));
          expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
        },
      ),
      runs,
    );
  });
});

describe("digests", () => {
  it("are SHA-256 of bytes and of UTF-8", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(digestOf(bytes)).toBe(`sha256:${createHash("sha256").update(bytes).digest("hex")}`);
      }),
      runs,
    );
    expect(digestOf("ü")).toBe(`sha256:${createHash("sha256").update("ü", "utf8").digest("hex")}`);
  });

  it("do not depend on the order of keys", () => {
    expect(digestOfJson({ a: 1, b: [2] })).toBe(digestOfJson({ b: [2], a: 1 }));
    expect(digestOfJson({ a: 1, b: [2] })).not.toBe(digestOfJson({ a: 1, b: ["2"] }));
  });
});

describe("durations", () => {
  it.each([
    [0, "PT0S", "0s"],
    [250, "PT0.25S", "250ms"],
    [90 * 60_000, "PT1H30M", "1h30m"],
    [61_005, "PT1M1.005S", "1m1s5ms"],
    [8 * 86_400_000, "P8D", "1w1d"],
    [86_400_000 + 1, "P1DT0.001S", "1d1ms"],
  ])("[L-42] %i ms is %s in the IR and %s for people", (milliseconds, iso, compact) => {
    expect(isoDuration(milliseconds)).toBe(iso);
    expect(compactDuration(milliseconds)).toBe(compact);
  });

  it("[L-42] come back from ISO 8601 as they went in", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (milliseconds) => {
        expect(millisecondsOf(isoDuration(milliseconds))).toBe(milliseconds);
      }),
      runs,
    );
  });

  it.each([
    ["P2W", 2 * 604_800_000],
    ["PT1.5S", 1_500],
  ])("reads %s", (iso, milliseconds) => expect(millisecondsOf(iso)).toBe(milliseconds));

  it.each(["", "P", "PT", "P1M", "P1Y", "PT1", "1h", "-PT1S", "P1DT", "PT1H30"])(
    "does not read %j",
    (text) => {
      expect(millisecondsOf(text)).toBeUndefined();
    },
  );
});

describe("pointers", () => {
  it("escape and come back", () => {
    expect(pointer("playbooks", "a/b", 0, "c~d")).toBe("/playbooks/a~1b/0/c~0d");
    fc.assert(
      fc.property(fc.array(wellFormed), (segments) => {
        expect(segmentsOf(pointer(...segments))).toEqual(segments);
      }),
      runs,
    );
    expect(segmentsOf("no")).toBeUndefined();
    expect(segmentsOf("/~2")).toBeUndefined();
  });

  it("name types by ref", () => {
    expect(typeReference("top_down.snapshot")).toBe("#/$defs/top_down.snapshot");
    fc.assert(
      fc.property(wellFormed, (ref) => {
        expect(refOfTypeReference(typeReference(ref))).toBe(ref);
      }),
      runs,
    );
    expect(refOfTypeReference("#/properties/x")).toBeUndefined();
    expect(refOfTypeReference("#/$defs/%")).toBeUndefined();
  });
});

describe("the source map", () => {
  const map = {
    files: ["a.playbook"],
    places: { "/playbooks/a": [0, 10, 20, 2, 1], "/playbooks/a/intent": [0, 12, 14, 2, 3] },
  };

  it("gives the place of a pointer, or its nearest ancestor's", () => {
    expect(placeOf(map, "/playbooks/a/intent")).toEqual({
      file: "a.playbook",
      start: 12,
      end: 14,
      line: 2,
      column: 3,
    });
    expect(placeOf(map, "/playbooks/a/steps/0/prompt")).toEqual({
      file: "a.playbook",
      start: 10,
      end: 20,
      line: 2,
      column: 1,
    });
    expect(placeOf(map, "/playbooks/b")).toBeUndefined();
    expect(placeOf(map, "/constructor/x")).toBeUndefined();
  });
});
