import { expect, it, vi } from "vitest";
import { cacheCompiledCode } from "../../cli/compile-cache.js";

it("compiled code is kept where Node can keep it, and nothing is missed where it cannot", () => {
  const enableCompileCache = vi.fn<() => void>();
  cacheCompiledCode({ enableCompileCache });
  expect(enableCompileCache).toHaveBeenCalledOnce();
  expect(() => {
    cacheCompiledCode({});
  }).not.toThrow();
});
