/** A length of time for people: `340 ms`, `2.1 s`, `3 min 4 s`, `1 h 2 min`, `3 d 4 h`. */
export function spoken(milliseconds: number): string {
  if (milliseconds < 1000) return `${String(Math.max(0, Math.round(milliseconds)))} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${String(whole)} s`;
  if (whole < 3600) return pair(Math.floor(whole / 60), "min", whole % 60, "s");
  const minutes = Math.floor(whole / 60);
  if (minutes < 24 * 60) return pair(Math.floor(minutes / 60), "h", minutes % 60, "min");
  const hours = Math.floor(minutes / 60);
  return pair(Math.floor(hours / 24), "d", hours % 24, "h");
}

/** The same in whole seconds, for what is redrawn every second. */
export function ticking(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return seconds < 60 ? `${String(seconds)} s` : spoken(seconds * 1000);
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  const first = `${String(large)} ${largeUnit}`;
  return small === 0 ? first : `${first} ${String(small)} ${smallUnit}`;
}

/** A moment, in UTC: `2026-11-30 20:38:23Z`. */
export function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace("T", " ")}Z`;
}

/** A moment as seen from `now`: `just now`, `4 min ago`, `in 2 h`. What is ahead is rounded: a week from now is `in 7 d`. */
export function relative(at: number, now: number): string {
  const distance = Math.abs(at - now);
  if (distance < 1000) return "just now";
  return at > now ? `in ${coarse(distance, Math.round)}` : `${coarse(distance, Math.floor)} ago`;
}

function coarse(milliseconds: number, whole: (value: number) => number): string {
  const seconds = whole(milliseconds / 1000);
  if (seconds < 60) return `${String(seconds)} s`;
  const minutes = whole(seconds / 60);
  if (minutes < 60) return `${String(minutes)} min`;
  const hours = whole(minutes / 60);
  return hours < 48 ? `${String(hours)} h` : `${String(whole(hours / 24))} d`;
}
