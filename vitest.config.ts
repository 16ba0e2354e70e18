import { defineConfig } from "vitest/config";

const long = process.env["LABAN_LONG"] === "1";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: long ? 600_000 : 120_000,
    hookTimeout: 120_000,
    // A missing golden or snapshot fails; it is never written by the way.
    update: "none",
    reporters: ["default"],
  },
});
