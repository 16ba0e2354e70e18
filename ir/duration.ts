import type { Duration } from "./laban.gen.js";

const units = [
  ["w", 604_800_000],
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
  ["ms", 1],
] as const;

const iso = /^P(?!$)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d{1,3}))?S)?)?$/;

/**
 * Milliseconds → ISO 8601 (`[L-42]`), in days, hours, minutes and seconds: `PT1H30M`, `P7D`, `PT0.25S`. A day is
 * 24 hours. `milliseconds` is a whole number, not below 0.
 */
export function isoDuration(milliseconds: number): Duration {
  if (milliseconds === 0) return "PT0S";
  const days = Math.floor(milliseconds / 86_400_000);
  const hours = Math.floor(milliseconds / 3_600_000) % 24;
  const minutes = Math.floor(milliseconds / 60_000) % 60;
  const thousandths = milliseconds % 60_000;
  const seconds = Math.floor(thousandths / 1_000);
  const fraction = String(thousandths % 1_000)
    .padStart(3, "0")
    .replace(/0+$/, "");
  const time =
    (hours > 0 ? `${hours}H` : "") +
    (minutes > 0 ? `${minutes}M` : "") +
    (thousandths > 0 ? `${seconds}${fraction === "" ? "" : `.${fraction}`}S` : "");
  return `P${days > 0 ? `${days}D` : ""}${time === "" ? "" : `T${time}`}`;
}

/**
 * ISO 8601 → milliseconds. Weeks, days, hours, minutes and seconds (to the millisecond) are known; months and years,
 * which have no fixed length, are not. `undefined` where the text is no such duration.
 */
export function millisecondsOf(duration: Duration): number | undefined {
  const match = iso.exec(duration);
  if (match === null) return undefined;
  const [weeks, days, hours, minutes, seconds] = match.slice(1, 6).map((digits) => Number(digits ?? 0));
  const thousandths = Number((match[6] ?? "").padEnd(3, "0"));
  return (
    (weeks ?? 0) * 604_800_000 +
    (days ?? 0) * 86_400_000 +
    (hours ?? 0) * 3_600_000 +
    (minutes ?? 0) * 60_000 +
    (seconds ?? 0) * 1_000 +
    thousandths
  );
}

/** Milliseconds as people write them in Laban: `1h30m`, `2w`, `250ms`; `0s` for none. */
export function compactDuration(milliseconds: number): string {
  let rest = milliseconds;
  let text = "";
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size);
    if (count > 0) text += `${count}${unit}`;
    rest -= count * size;
  }
  return text === "" ? "0s" : text;
}
