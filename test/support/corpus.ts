import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Sample {
  /** Without its ending. */
  readonly name: string;
  readonly text: string;
}

const grammar = join(import.meta.dirname, "../grammar");

/** The playbooks of a folder of `test/grammar`, by name: `corpus` has every construct, and `faults` one fault each. */
export function samplesOf(folder: "corpus" | "faults"): readonly Sample[] {
  return readdirSync(join(grammar, folder))
    .filter((file) => file.endsWith(".playbook"))
    .toSorted()
    .map((file) => ({
      name: file.replace(/\.playbook$/, ""),
      text: readFileSync(join(grammar, folder, file), "utf8"),
    }));
}
