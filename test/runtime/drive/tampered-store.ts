import type { Store } from "../../../runtime/ports.js";

/** A store whose methods do something more, before they are called or after. */
export function tampered(
  store: Store,
  tamper: {
    readonly before?: (method: string, args: readonly unknown[]) => void;
    readonly after?: (method: string) => void;
  },
): Store {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: readonly unknown[]): unknown => {
        tamper.before?.(String(name), args);
        const result: unknown = Reflect.apply(value, target, args);
        tamper.after?.(String(name));
        return result;
      };
    },
  });
}
