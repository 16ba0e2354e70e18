import type { Output } from "../surroundings.js";

/**
 * Lines at the foot of a terminal that are redrawn in place, below lines that stay. Each change is one write, and only
 * what differs is written, so nothing flickers. A line must not be wider than the terminal.
 */
export class Region {
  #drawn: readonly string[] = [];

  constructor(private readonly output: Output) {}

  /** Adds lines above, which stay, and shows these at the foot. */
  update(above: readonly string[], region: readonly string[]): void {
    const isSame =
      region.length === this.#drawn.length && region.every((line, index) => line === this.#drawn[index]);
    if (above.length > 0 || !isSame) this.#write(above, region);
  }

  /** Takes the region away, so that something else can use the terminal. */
  clear(): void {
    this.update([], []);
  }

  #write(above: readonly string[], region: readonly string[]): void {
    const up = this.#drawn.length > 0 ? `\u001b[${String(this.#drawn.length)}A\r` : "";
    const lines = [...above, ...region].map((line) => `${line}\u001b[K\n`).join("");
    this.output.stream.write(`${up}${lines}\u001b[J`);
    this.#drawn = region;
  }
}
