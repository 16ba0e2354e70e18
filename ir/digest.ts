import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonical } from "./canonical.js";
import type { Program } from "./laban.gen.js";

/** `sha256:` and 64 hexadecimal digits, of bytes or of the UTF-8 of a text. */
export function digestOf(content: string | Uint8Array): string {
  return `sha256:${bytesToHex(sha256(typeof content === "string" ? utf8ToBytes(content) : content))}`;
}

/** The digest of a JSON value's canonical text: the same for equal values, whatever the order of their keys. */
export function digestOfJson(value: unknown): string {
  return digestOf(canonical(value));
}

/** What a program is known by. Docs, spans and scenarios lie beside it and never change it (`[L-2]`). */
export function digestOfProgram(program: Program): string {
  return digestOfJson(program);
}
