/** Who a process is to the others on its store, and whether another one is still there (`[R-4]`). */
import { readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** This process as a holder of leases: its number, the machine's (or container's) name, and what makes it unique. */
export function thisHolder(unique: string): string {
  return `${process.pid}@${machineName()}#${unique}`;
}

/** A holder in words, for messages. */
export function holderWords(holder: string): string {
  const parsed = parse(holder);
  if (parsed === undefined) return `\`${holder}\``;
  const where = parsed.machine === machineName() ? "" : ` on \`${parsed.machine.replace(/\/.*$/, "")}\``;
  return `process ${parsed.pid}${where}`;
}

/** Whether the holder is a process of this machine that has ended. Of another machine nothing is known. */
export function isGone(holder: string): boolean {
  const parsed = parse(holder);
  if (parsed === undefined || parsed.machine !== machineName()) return false;
  try {
    process.kill(parsed.pid, 0);
    return false;
  } catch (error) {
    // Another user's process may not be signalled, and is there.
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

function parse(holder: string): { readonly pid: number; readonly machine: string } | undefined {
  const match = /^(\d+)@([^#]*)#/.exec(holder);
  return match?.[1] === undefined || match[2] === undefined
    ? undefined
    : { pid: Number(match[1]), machine: match[2] };
}

let name: string | undefined;

/** Process numbers are a namespace's own, so that it is part of the name. */
function machineName(): string {
  name ??= `${hostname()}/${processNamespace()}`;
  return name;
}

function processNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid").replace(/\D+/g, "");
  } catch {
    return "";
  }
}
