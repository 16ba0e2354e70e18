/**
 * Appends one entry after the other to run `r1` and says each number once it is durable.
 * Arguments: the database; the user to become first (or `-`).
 */
import { openSqliteStore } from "../../../runtime/stores/sqlite.js";
import { emptyBundle, entry, runRow } from "./sample.js";

const [path = "", user = "-"] = process.argv.slice(2);
try {
  // What is loaded on use is loaded before the rights are gone.
  openSqliteStore(":memory:", { now: 0 }).close();
  if (user !== "-") {
    process.setgid?.(Number(user));
    process.setuid?.(Number(user));
  }
  const store = openSqliteStore(path, { now: 0 });
  store.putBundle(emptyBundle);
  if (store.run("r1") === undefined) store.create(runRow("r1"), [entry(1)]);
  const lease = store.lease("r1", `writer ${process.pid}`, Date.now(), 60_000, () => true);
  if (lease === undefined) throw new Error("the lease is free");
  for (let version = store.run("r1")?.version ?? 0; ; version += 1) {
    store.append({ run: "r1", version, lease, entries: [entry(version + 1)], status: "running" });
    process.stdout.write(`${version + 1}\n`);
  }
} catch (error) {
  process.stdout.write(
    `failed ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}\n`,
  );
  process.exitCode = 1;
}
