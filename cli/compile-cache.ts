/** The part of `node:module` that is used here; Node has it from 22.1 on. */
interface CachesCode {
  enableCompileCache?(): unknown;
}

/**
 * Has Node keep the code that it compiles, where it can: a short command spends much of its time on compiling what the
 * one before has compiled. Node keeps it in the system's folder for temporary files; `NODE_COMPILE_CACHE` names another
 * folder, and `NODE_DISABLE_COMPILE_CACHE=1` turns it off.
 */
export function cacheCompiledCode(nodeModule: object): void {
  if (hasCache(nodeModule)) nodeModule.enableCompileCache?.();
}

function hasCache(nodeModule: object): nodeModule is CachesCode {
  return "enableCompileCache" in nodeModule && typeof nodeModule.enableCompileCache === "function";
}
