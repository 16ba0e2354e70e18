import type { Checking, ExternalType } from "./checking.js";
import type { Report } from "./check.js";
import type { Host } from "./host.js";
import type { Names } from "./resolve.js";

export async function loadExternals(
  _host: Host,
  _names: Names,
  _pattern: Checking["pattern"],
  _report: Report,
): Promise<ReadonlyMap<string, ExternalType>> {
  return new Map();
}
