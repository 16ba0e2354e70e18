import { describe, expect, it } from "vitest";
import { samplesOf } from "../support/corpus.js";
import { faultsOf } from "../support/trees.js";

describe("each fault", () => {
  it.each(samplesOf("faults"))("[L-34] $name is told as it was", async ({ name, text }) => {
    await expect(faultsOf(`${name}.playbook`, text)).toMatchFileSnapshot(`faults/${name}.txt`);
  });
});
