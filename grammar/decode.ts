import type { Diagnostic } from "../ir/diagnostic.js";
import { toDiagnostic, type Fault } from "./fault.js";
import { maxFileSize, tooLarge } from "./parse.js";

/** In Node and in every browser; this room compiles without the types of either. */
declare const TextDecoder: new (encoding: "utf-8") => { decode(bytes: Uint8Array): string };

/** Byte-order marks of other encodings, the longer first. */
const foreignMarks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ["UTF-32 (little-endian)", [0xff, 0xfe, 0x00, 0x00]],
  ["UTF-32 (big-endian)", [0x00, 0x00, 0xfe, 0xff]],
  ["UTF-16 (little-endian)", [0xff, 0xfe]],
  ["UTF-16 (big-endian)", [0xfe, 0xff]],
];

/**
 * The text of a file's bytes. A byte-order mark of UTF-8 is skipped, and offsets count from behind it. What is not
 * UTF-8 is refused with the offset, in bytes, of the first byte that is not; what is larger than `maxFileSize` bytes is
 * refused unread (`[L-1]`).
 */
export function decode(bytes: Uint8Array, path: string): { text: string } | { diagnostic: Diagnostic } {
  if (bytes.length > maxFileSize) return { diagnostic: toDiagnostic(tooLarge(bytes.length), path) };
  for (const [encoding, mark] of foreignMarks) {
    if (mark.every((byte, index) => bytes[index] === byte)) {
      return { diagnostic: toDiagnostic(notUtf8(`the file is ${encoding}, and not UTF-8`), path) };
    }
  }
  const text = new TextDecoder("utf-8").decode(bytes);
  // The decoder writes U+FFFD for what it cannot read; only then is it worth looking for the place.
  const bad = text.includes("\ufffd") ? firstBadByte(bytes) : undefined;
  if (bad === undefined) return { text };
  const value = (bytes[bad] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  return {
    diagnostic: toDiagnostic(
      notUtf8(`the file is not UTF-8: byte ${bad} (0x${value}) belongs to no character`),
      path,
    ),
  };
}

function notUtf8(message: string): Fault {
  return { code: "LB1004", span: { start: 0, end: 0 }, message, hint: "save it as UTF-8" };
}

/** The offset of the first byte that does not continue well-formed UTF-8. */
export function firstBadByte(bytes: Uint8Array): number | undefined {
  let index = 0;
  while (index < bytes.length) {
    const length = sequenceLength(bytes, index);
    if (length === undefined) return index;
    index += length;
  }
  return undefined;
}

/** The length of the well-formed sequence at `at`, if there is one (Unicode, table 3-7). */
function sequenceLength(bytes: Uint8Array, at: number): number | undefined {
  const byte = (offset: number): number => bytes[at + offset] ?? 0;
  const continues = (offset: number): boolean => byte(offset) >= 0x80 && byte(offset) <= 0xbf;
  const first = byte(0);
  if (first <= 0x7f) return 1;
  if (first >= 0xc2 && first <= 0xdf) return continues(1) ? 2 : undefined;
  if (first >= 0xe0 && first <= 0xef) {
    const low = first === 0xe0 ? 0xa0 : 0x80;
    const high = first === 0xed ? 0x9f : 0xbf;
    return byte(1) >= low && byte(1) <= high && continues(2) ? 3 : undefined;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const low = first === 0xf0 ? 0x90 : 0x80;
    const high = first === 0xf4 ? 0x8f : 0xbf;
    return byte(1) >= low && byte(1) <= high && continues(2) && continues(3) ? 4 : undefined;
  }
  return undefined;
}
