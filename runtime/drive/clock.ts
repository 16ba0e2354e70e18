import { randomBytes } from "node:crypto";
import type { Clock, Ids } from "../ports.js";

/** A timer of Node's fires at once when it is further away than this (2³¹ − 1 ms). */
const farthest = 2_147_483_647;

/** The machine's clock. Far moments are waited for in stretches, and no moment comes early (`[R-33]`). */
export const systemClock: Clock = {
  now: () => Date.now(),
  async until(at, signal) {
    while (!signal.aborted) {
      const left = at - Date.now();
      if (left <= 0) return;
      await sleep(Math.min(left, farthest), signal);
    }
  },
};

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done, { once: true });
  });
}

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * Ids of 26 characters (48 bits of time in ms, 80 random ones) behind their prefix and `_`. Those of one source are in the
 * order in which they were made, also within one millisecond and when the clock goes back.
 */
export function timeOrderedIds(
  clock: Pick<Clock, "now">,
  random: (bytes: number) => Uint8Array = randomBytes,
): Ids {
  let last = 0;
  let entropy = 0n;
  return {
    next(prefix) {
      const now = clock.now();
      if (now > last) {
        last = now;
        entropy = random(10).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) & ((1n << 79n) - 1n);
      } else entropy += 1n;
      return `${prefix}_${base32(BigInt(last), 10)}${base32(entropy, 16)}`;
    },
  };
}

function base32(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest >>= 5n) text = `${alphabet[Number(rest & 31n)]}${text}`;
  return text;
}
