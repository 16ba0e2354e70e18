import { describe, expect, it } from "vitest";
import { decode, maxFileSize, parse } from "../../grammar/index.js";
import { firstBadByte } from "../../grammar/decode.js";
import * as fc from "fast-check";
import { countOf } from "../support/counts.js";

function told(bytes: Uint8Array): string {
  const decoded = decode(bytes, "a.playbook");
  return "text" in decoded
    ? `text: ${decoded.text}`
    : `${decoded.diagnostic.code} ${decoded.diagnostic.message}`;
}

/** As the platform's decoder sees it. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

describe("the bytes of a file", () => {
  it("[L-1] are UTF-8", () => {
    expect(told(Buffer.from("evidence é // 😀 \ufffd"))).toBe("text: evidence é // 😀 \ufffd");
  });

  it("[L-1] may begin with a byte-order mark, and offsets count from behind it", () => {
    const decoded = decode(Buffer.from("\ufeffevidence e"), "a.playbook");
    expect(decoded).toEqual({ text: "evidence e" });
    const { file } = parse("a.playbook", "evidence e");
    expect(file.declarations[0]?.span).toEqual({ start: 0, end: 10 });
  });

  it("[L-1] are refused with the offset of the first byte that belongs to no character", () => {
    expect(told(Buffer.from([0x65, 0xc3, 0xa9, 0xe9, 0x20]))).toBe(
      "LB1004 the file is not UTF-8: byte 3 (0xE9) belongs to no character",
    );
    expect(told(Buffer.from([0x61, 0xf0, 0x9f, 0x98]))).toBe(
      "LB1004 the file is not UTF-8: byte 1 (0xF0) belongs to no character",
    );
    expect(told(Buffer.from([0xed, 0xa0, 0x80]))).toContain("byte 0 (0xED)");
    expect(told(Buffer.from([0xc0, 0x80]))).toContain("byte 0 (0xC0)");
  });

  it("[L-1] are refused as what they are where the mark of another encoding begins them", () => {
    const utf16 = Buffer.from("\ufeffevidence e", "utf16le");
    expect(told(utf16)).toBe("LB1004 the file is UTF-16 (little-endian), and not UTF-8");
    expect(told(Buffer.from(utf16).swap16())).toBe("LB1004 the file is UTF-16 (big-endian), and not UTF-8");
    expect(told(Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]))).toContain("UTF-32 (little-endian)");
    expect(told(Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61]))).toContain("UTF-32 (big-endian)");
  });

  it("are refused unread where there are too many", () => {
    const start = performance.now();
    expect(told(new Uint8Array(10 * 1024 * 1024))).toBe(
      "LB1008 the file is too large: 10.0 MB, where at most 8.0 MB are read",
    );
    expect(parse("a.playbook", " ".repeat(maxFileSize + 1)).diagnostics.map(({ code }) => code)).toEqual([
      "LB1008",
    ]);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it("[L-1] are found wrong exactly where the decoder finds them wrong", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        const bad = firstBadByte(bytes);
        expect(isUtf8(bytes)).toBe(bad === undefined);
        expect(isUtf8(bytes.slice(0, bad ?? bytes.length))).toBe(true);
      }),
      { numRuns: countOf(2_000) },
    );
  });
});
