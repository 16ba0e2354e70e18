/**
 * States, packed: every variable has its bits in one 32-bit word, and equal states have one number.
 */
import { invariant } from "../../../ir/index.js";
import type { Variable } from "./variables.js";

/** Where a variable's bits are. */
interface Slot {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
}

/** Where each variable stands in a packed state. */
export class Layout {
  readonly words: number;
  private readonly slots = new Map<Variable, Slot>();

  constructor(readonly variables: readonly Variable[]) {
    let word = 0;
    let used = 0;
    for (const variable of variables) {
      const bits = Math.max(1, 32 - Math.clz32(variable.size - 1));
      if (used + bits > 32) {
        word += 1;
        used = 0;
      }
      this.slots.set(variable, { word, shift: used, mask: bits === 32 ? -1 : (1 << bits) - 1 });
      used += bits;
    }
    this.words = word + 1;
  }

  has(variable: Variable): boolean {
    return this.slots.has(variable);
  }

  slot(variable: Variable): Slot {
    const slot = this.slots.get(variable);
    invariant(slot !== undefined, "the variable is in the layout");
    return slot;
  }

  read(words: Int32Array, offset: number, variable: Variable): number {
    const { word, shift, mask } = this.slot(variable);
    return ((words[offset + word] ?? 0) >>> shift) & mask;
  }

  write(words: Int32Array, offset: number, variable: Variable, value: number): void {
    const { word, shift, mask } = this.slot(variable);
    words[offset + word] = ((words[offset + word] ?? 0) & ~(mask << shift)) | (value << shift);
  }
}

/** A set of states of one layout, numbered from 0 in the order in which they came. */
export class States {
  private pool: Int32Array;
  private table: Int32Array;
  private count = 0;

  constructor(private readonly words: number) {
    this.pool = new Int32Array(words * 64);
    this.table = new Int32Array(128).fill(-1);
  }

  get size(): number {
    return this.count;
  }

  /** The words of all states, one behind the other: state n begins at n × words. Another array once a state was added. */
  get all(): Int32Array {
    return this.pool;
  }

  /** The number of a state, which is added if it is new. */
  add(state: Int32Array): number {
    let at = this.hash(state, 0) & (this.table.length - 1);
    for (let known = this.table[at] ?? -1; known !== -1; known = this.table[at] ?? -1) {
      if (this.equals(known, state)) return known;
      at = (at + 1) & (this.table.length - 1);
    }
    const number = this.count;
    this.count += 1;
    if (this.count * this.words > this.pool.length) {
      const larger = new Int32Array(this.pool.length * 2);
      larger.set(this.pool);
      this.pool = larger;
    }
    this.pool.set(state.subarray(0, this.words), number * this.words);
    this.table[at] = number;
    if (this.count * 2 > this.table.length) this.rehash();
    return number;
  }

  private equals(number: number, state: Int32Array): boolean {
    const from = number * this.words;
    for (let word = 0; word < this.words; word += 1) {
      if (this.pool[from + word] !== state[word]) return false;
    }
    return true;
  }

  private hash(words: Int32Array, offset: number): number {
    let hash = 0x9e3779b9;
    for (let word = 0; word < this.words; word += 1) {
      hash = Math.imul(hash ^ (words[offset + word] ?? 0), 0x85ebca6b);
      hash ^= hash >>> 15;
    }
    return hash >>> 0;
  }

  private rehash(): void {
    const table = new Int32Array(this.table.length * 2).fill(-1);
    for (let number = 0; number < this.count; number += 1) {
      let at = this.hash(this.pool, number * this.words) & (table.length - 1);
      while (table[at] !== -1) at = (at + 1) & (table.length - 1);
      table[at] = number;
    }
    this.table = table;
  }
}
