/** Whether this is the long run (`npm run verify:long`), which tries more seeds and more runs. */
export const isLong = process.env["LABAN_LONG"] === "1";

/**
 * How often a property, a simulation or a crash sweep is tried: `short` in `npm test`, which stays under three
 * minutes in all, and `long` (default: fifty times as many) where `LABAN_LONG=1`.
 */
export function countOf(short: number, long: number = short * 50): number {
  return isLong ? long : short;
}
