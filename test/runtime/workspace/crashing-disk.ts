import { type Disk, realDisk } from "../../../runtime/workspace/disk.js";

export class Crash extends Error {}

/**
 * A disk whose process dies before its n-th write: nothing is done from then on. `die` may end the process for real. Before
 * the n-th content is synced half of it may be there.
 */
export function crashingDisk(step: number, die: () => void = () => undefined): Disk {
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
  const create = dying(realDisk.create);
  return {
    ...realDisk,
    makeFolder: dying(realDisk.makeFolder),
    removeFolder: dying(realDisk.removeFolder),
    create(path, content) {
      // Not only before the file is there, but also when it is there in part.
      steps += 1;
      if (steps === step) realDisk.create(path, content.slice(0, content.length / 2));
      if (steps >= step) {
        die();
        throw new Crash();
      }
      create(path, content);
    },
    link: dying(realDisk.link),
    copy: dying(realDisk.copy),
    rename: dying(realDisk.rename),
    remove: dying(realDisk.remove),
    syncFolder: dying(realDisk.syncFolder),
  };
}
