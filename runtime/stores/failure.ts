/** The run's lease passed to another holder (`[R-4]`): nothing was written, and this holder can write nothing more. */
export class StaleLease extends Error {
  override readonly name = "StaleLease";

  constructor(readonly run: string) {
    super(`run \`${run}\` is driven by another process now`);
  }
}

/** The run's journal went on since it was read: nothing was written. */
export class VersionConflict extends Error {
  override readonly name = "VersionConflict";

  constructor(
    readonly run: string,
    readonly expected: number,
    readonly found: number,
  ) {
    super(`the journal of run \`${run}\` is at ${found}, not at ${expected}`);
  }
}

export type StoreFailureKind =
  "full" | "read-only" | "unreachable" | "corrupt" | "foreign" | "newer" | "locked" | "unusable";

/**
 * The store cannot be read or written. Nothing was written, and what was there before is as it was. `message` says what
 * is wrong and what to do, in the user's words; `cause` is the database's own error where there is one.
 */
export class StoreFailure extends Error {
  override readonly name = "StoreFailure";

  constructor(
    readonly kind: StoreFailureKind,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}
