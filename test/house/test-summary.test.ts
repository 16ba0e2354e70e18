import { describe, expect, it } from "vitest";
import { summarize } from "../../scripts/test-summary.mjs";

const passed = { status: "passed", assertionResults: [{ status: "passed" }] };
const failed = { status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] };
const broken = { status: "failed", assertionResults: [] };

describe("the summary of a test run", () => {
  it("counts what passed and failed", () => {
    const report = { numPassedTests: 2, numFailedTests: 1, testResults: [passed, failed] };
    expect(summarize(report, 1)).toBe("2 passed, 1 failed");
  });

  it("counts a file that does not load as one failure", () => {
    const report = { numPassedTests: 2, numFailedTests: 1, testResults: [passed, failed, broken] };
    expect(summarize(report, 1)).toBe("2 passed, 2 failed");
  });

  it("never says that nothing failed where the run ended badly", () => {
    expect(summarize({ numPassedTests: 1, numFailedTests: 0, testResults: [passed] }, 1)).toBe(
      "1 passed, 1 failed",
    );
    expect(summarize({ numPassedTests: 1, numFailedTests: 0, testResults: [passed] }, 0)).toBe(
      "1 passed, 0 failed",
    );
  });
});
