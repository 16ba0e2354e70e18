import { pointer, type Finding, type Json } from "../../ir/index.js";

/** What is refused before anything else looks at it (`[R-58]`). Bytes are those of the UTF-8. */
export interface ContentLimits {
  readonly answerBytes: number;
  readonly artifactBytes: number;
  readonly depth: number;
  readonly items: number;
}

export const contentLimits: ContentLimits = {
  answerBytes: 1_000_000,
  artifactBytes: 16_000_000,
  depth: 64,
  items: 100_000,
};

/** The limits that there are, each lowered where a lower one is given. */
export function loweredLimits({
  answerBytes,
  artifactBytes,
  depth,
  items,
}: Partial<ContentLimits>): ContentLimits {
  return {
    answerBytes: Math.min(contentLimits.answerBytes, answerBytes ?? Infinity),
    artifactBytes: Math.min(contentLimits.artifactBytes, artifactBytes ?? Infinity),
    depth: Math.min(contentLimits.depth, depth ?? Infinity),
    items: Math.min(contentLimits.items, items ?? Infinity),
  };
}

const loneSurrogate = /\p{Surrogate}/u;

/** Why a text may not come in: its size, or half a character. */
export function refuseText(text: string, bytes: number, noun: string): string | undefined {
  // No character takes more than three bytes for each of its UTF-16 units: only long texts are measured.
  if (text.length > bytes || (text.length * 3 > bytes && utf8Length(text) > bytes)) {
    return `${noun} is larger than ${bytes} bytes`;
  }
  return loneSurrogate.test(text) ? `${noun} has half a surrogate pair, which is no character` : undefined;
}

/** Where a value is too deep, too long, or holds half a character; the first such place. */
export function refuseValue(value: Json, limits: ContentLimits): Finding | undefined {
  let bytes = 0;
  const visit = (item: Json, at: readonly (string | number)[]): Finding | undefined => {
    if (typeof item === "string") {
      bytes += item.length;
      return loneSurrogate.test(item)
        ? { message: "has half a surrogate pair, which is no character", pointer: pointer(...at) }
        : undefined;
    }
    if (typeof item !== "object" || item === null) return undefined;
    if (at.length >= limits.depth) {
      return { message: `is nested deeper than ${limits.depth} levels`, pointer: pointer(...at) };
    }
    if (Array.isArray(item)) {
      if (item.length > limits.items) {
        return { message: `has more than ${limits.items} items`, pointer: pointer(...at) };
      }
      for (let index = 0; index < item.length; index++) {
        const found = visit(item[index] ?? null, [...at, index]);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    for (const [key, field] of Object.entries(item)) {
      bytes += key.length;
      const found = loneSurrogate.test(key)
        ? { message: "has a key with half a surrogate pair", pointer: pointer(...at) }
        : visit(field, [...at, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const found = visit(value, []);
  if (found !== undefined) return found;
  return bytes > limits.answerBytes ? { message: `is larger than ${limits.answerBytes} bytes` } : undefined;
}

function utf8Length(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Each half of a pair counts two of the pair's four bytes.
    length += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return length;
}
