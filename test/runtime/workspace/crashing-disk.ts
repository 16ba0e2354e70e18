import { writeFileSync } from "node:fs";
import { type Disk, realDisk } from "../../../runtime/workspace/disk.js";

export class Crash extends Error {}

/** The real disk without its syncs, which only matter where the power fails: sweeps are quicker by far. */
export const quickDisk: Disk = {
  ...realDisk,
  create: (path, content) => writeFileSync(path, content, { flag: "wx" }),
  syncFolder: () => undefined,
};

/**
 * A disk whose process dies before its n-th write: nothing is done from then on. `die` may end the process for real. Before
 * the n-th content is synced half of it may be there.
 */
export function crashingDisk(step: number, die: () => void = () => undefined, disk: Disk = quickDisk): Disk {
  let steps = 0;
  const dying =
    <A extends readonly unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      steps += 1;
      if (steps >= step) {
        die();
        throw new Crash();
      }
      return work(...args);
    };
  const create = dying(disk.create);
  return {
    ...disk,
    makeFolder: dying(disk.makeFolder),
    removeFolder: dying(disk.removeFolder),
    create(path, content) {
      // Not only before the file is there, but also when it is there in part.
      steps += 1;
      if (steps === step) disk.create(path, content.slice(0, content.length / 2));
      if (steps >= step) {
        die();
        throw new Crash();
      }
      create(path, content);
    },
    link: dying(disk.link),
    copy: dying(disk.copy),
    rename: dying(disk.rename),
    remove: dying(disk.remove),
    syncFolder: dying(disk.syncFolder),
  };
}
