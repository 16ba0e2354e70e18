/**
 * Reads a file that the parser stopped in, unit by unit (`[L-34]`).
 *
 * Invariants
 * 1. Every unit that is intact is read as in a file without faults.
 * 2. One fault, one error: of a unit that cannot be read, the first fault is reported and the rest skipped up to where
 *    the next unit begins; the units in its braces are read by themselves. Where the text itself was at fault, nothing
 *    more is said.
 * 3. It ends: every step moves on, a stretch is read a bounded number of times, and after `maxFaults` the rest of the
 *    file is skipped.
 */
import type { CstNode, IToken } from "chevrotain";
import { nearest } from "../../ir/nearest.js";
import { cover, type Span } from "../../ir/span.js";
import type { Fault } from "../fault.js";
import { playbookParser } from "../parser.js";
import type { Scan } from "../scan.js";
import * as t from "../tokens.js";
import { spanOfToken } from "../tokens.js";
import { isCloser, Layout, nesting } from "./layout.js";
import { inserted, mend } from "./mend.js";
import {
  doubledFault,
  haltFault,
  needless,
  needlessFault,
  strangeFault,
  unclosedFault,
  unknownWordFault,
} from "./messages.js";
import { synonymOf } from "./synonyms.js";
import { innerUnits, isHeadless, itemUnit, type UnitKind } from "./units.js";

/** How many syntax errors of one file are reported. */
const maxFaults = 100;
const windowSize = 1_000;
/** Units of more tokens are mended in parts alone. */
const mendableSize = 2_000;

export interface Recovered {
  /** Nodes of the rule `item`; those that could not be read in full have `recoveredNode`. */
  readonly items: readonly CstNode[];
  readonly faults: readonly Fault[];
  readonly skipped: readonly Span[];
  /** The text that faults were found in: what else is wrong with it is not worth telling. */
  readonly faulty: readonly Span[];
}

export function recover(scan: Scan): Recovered {
  const recovery = new Recovery(scan);
  const items = recovery.readUnits(itemUnit, 0, scan.tokens.length, true);
  return { items, faults: recovery.faults, skipped: recovery.skipped, faulty: recovery.faulty };
}

/** Braces at the top of a unit, by the indices of their tokens. */
interface Block {
  readonly open: number;
  /** Absent where it is missing. */
  readonly close?: number;
}

class Recovery {
  readonly faults: Fault[] = [];
  readonly skipped: Span[] = [];
  readonly faulty: Span[] = [];
  private readonly tokens: IToken[];
  private readonly layout: Layout;
  private readonly textFaults: readonly Span[];

  constructor(scan: Scan) {
    this.tokens = [...scan.tokens];
    this.layout = new Layout(this.tokens);
    this.textFaults = scan.faults.map(({ span }) => span);
  }

  /** Reads the units between two tokens. `indented`: they stand deeper than the line of their brace. */
  readUnits(kind: UnitKind, from: number, to: number, indented: boolean): CstNode[] {
    const nodes: CstNode[] = [];
    let index = from;
    for (let token = this.tokens[index]; token !== undefined && index < to; token = this.tokens[index]) {
      if (this.faults.length >= maxFaults) {
        this.skip(index, to);
        break;
      }
      if (kind.commas && index > from && this.isSeparator(index)) index++;
      else if (kind.opens(token) || (kind.suppressible && token.tokenType === t.Suppress)) {
        index = this.readUnit(kind, index, this.layout.unitEnd(kind, index, to, indented), nodes);
      } else {
        index = this.readStrange(kind, token, index, this.layout.unitEnd(kind, index, to, indented), nodes);
      }
    }
    return nodes;
  }

  private isSeparator(index: number): boolean {
    return this.tokens[index]?.tokenType === t.Comma && this.tokens[index - 1]?.tokenType !== t.Comma;
  }

  /**
   * Reads the unit at `start`, which ends at `end` at the latest; returns where to go on. `told`: its fault was
   * reported already.
   */
  private readUnit(kind: UnitKind, start: number, end: number, nodes: CstNode[], told = false): number {
    // A window first: where many units stand on one line, none should cost as much as the whole line.
    for (const stop of new Set([Math.min(end, start + windowSize), end])) {
      const { node, halt } = playbookParser().read(kind.rule, this.tokens.slice(start, stop));
      if (node !== undefined && halt === undefined && stop === end) {
        nodes.push(node);
        return stop;
      }
      if (node !== undefined && halt?.kind === "surplus") {
        const next = this.tokens.indexOf(halt.at, start);
        if (this.mayEndAt(kind, next)) {
          nodes.push(node);
          return next;
        }
      }
      if (halt !== undefined && halt.kind !== "end")
        return this.readBroken(kind, start, this.cut(kind, start, end, halt.at), nodes, told);
    }
    return this.readBroken(kind, start, end, nodes, told);
  }

  /** Whether, in front of a token, a unit may end that is complete: the next one begins, or what it stands in ends. */
  private mayEndAt(kind: UnitKind, index: number): boolean {
    const token = this.tokens[index];
    if (token === undefined || this.layout.starts(kind, index)) return true;
    if (kind !== itemUnit) return isCloser(token) || (kind.commas && this.isSeparator(index));
    return this.layout.isFirstOnLine(index) && (isCloser(token) || isHeadless(token, this.tokens[index + 1]));
  }

  /** The end of a unit that stopped at a token: where it is very long, not beyond where the next one seems to begin. */
  private cut(kind: UnitKind, start: number, end: number, at: IToken): number {
    if (end - start <= mendableSize) return end;
    const index = this.tokens.indexOf(at, start);
    return this.layout.nextStart(kind, start, Math.max(index, this.layout.head(start) + 1), end, false);
  }

  /**
   * Reads a unit that does not parse: in parts; and if that takes more than one fault to explain, but one token mends
   * the whole of it, then as that.
   */
  private readBroken(kind: UnitKind, start: number, end: number, nodes: CstNode[], told: boolean): number {
    const before = [this.faults, this.skipped, this.faulty, nodes].map((list) => list.length);
    const tokens = this.tokens.slice(start, end);
    const next = this.readInParts(kind, start, end, nodes, told);
    if (this.faults.length - (before[0] ?? 0) < 2 || end - start > mendableSize) return next;
    const { node, whole, fault } = mend(kind, tokens);
    if (!whole || fault === undefined) return next;
    for (const [index, list] of [this.faults, this.skipped, this.faulty, nodes].entries())
      list.length = before[index] ?? 0;
    this.tokens.splice(start, tokens.length, ...tokens);
    if (!told) this.report(fault, [[start, end]]);
    nodes.push({ ...node, recoveredNode: true });
    return end;
  }

  /** Reads a unit that does not parse without what stands in its braces, then that by itself. */
  private readInParts(kind: UnitKind, start: number, end: number, nodes: CstNode[], told: boolean): number {
    const faultsBefore = this.faults.length;
    const blocks = this.blocksIn(start, end);
    const outline = this.outline(start, end, blocks);
    const { halt } = playbookParser().read(kind.rule, outline);
    const ends = halt?.kind === "surplus" ? this.tokens.indexOf(halt.at, start) : -1;
    if (ends !== -1 && this.mayEndAt(kind, ends)) return this.readInParts(kind, start, ends, nodes, told);
    const { node, whole, fault, at } = mend(kind, outline);
    let next = end;
    if (fault !== undefined) {
      if (!told) this.report(fault, this.gaps(start, end, blocks));
      const index = at === undefined ? -1 : this.tokens.indexOf(at, start);
      if (!whole && index !== -1) {
        const from = Math.max(index, this.layout.head(start) + 1);
        next = this.layout.nextStart(kind, start, from, end, this.layout.isFirstOnLine(start));
      }
    }
    nodes.push({ ...node, recoveredNode: true });
    let done = start;
    for (const block of blocks) {
      if (block.open >= next || !this.readBlock(node, block, next)) continue;
      if (!whole) this.skip(done, block.open);
      done = block.close ?? next;
    }
    if (!whole) this.skip(done, next);
    const isExplained = told || this.faults.length > faultsBefore || this.isTextAtFault(start, end);
    if (!isExplained) this.reportWhole(kind, start, end);
    return next;
  }

  /** The brackets are at odds with the indentation by which the unit was taken apart, and its parts are in order. */
  private reportWhole(kind: UnitKind, start: number, end: number): void {
    const tokens = this.tokens.slice(start, end);
    const { halt } = playbookParser().read(kind.rule, tokens);
    if (halt !== undefined) this.report(haltFault(halt, { tokens, rule: kind.rule }), [[start, end]]);
  }

  private blocksIn(start: number, end: number): readonly Block[] {
    const blocks: Block[] = [];
    if (this.tokens[this.layout.head(start)]?.tokenType === t.Import) return blocks;
    let depth = 0;
    for (let index = start; index < end; index++) {
      const token = this.tokens[index];
      if (token === undefined) break;
      if (depth === 0 && token.tokenType === t.LCurly) {
        const close = this.layout.closing(index, end);
        blocks.push({ open: index, ...(close === undefined ? {} : { close }) });
        index = close ?? end;
      } else depth = Math.max(0, depth + nesting(token));
    }
    return blocks;
  }

  /** The stretches of a unit that are in none of its blocks. */
  private gaps(
    start: number,
    end: number,
    blocks: readonly Block[],
  ): readonly (readonly [from: number, to: number])[] {
    const gaps: [number, number][] = [];
    let from = start;
    for (const { open, close } of blocks) {
      gaps.push([from, open + 1]);
      from = close ?? end;
    }
    gaps.push([from, end]);
    return gaps;
  }

  /** A unit with its blocks emptied. */
  private outline(start: number, end: number, blocks: readonly Block[]): readonly IToken[] {
    const gaps = this.gaps(start, end, blocks);
    return gaps.flatMap(([from, to], index) => {
      const tokens = this.tokens.slice(from, to);
      const unclosed = blocks[index] !== undefined && blocks[index].close === undefined;
      return unclosed ? [...tokens, inserted(t.RCurly, "}", tokens.at(-1))] : tokens;
    });
  }

  /** Reads what stands in a block and puts it into the node that has the block's braces, if there is one. */
  private readBlock(node: CstNode, { open, close }: Block, end: number): boolean {
    const brace = this.tokens[open];
    const path = brace === undefined ? undefined : pathTo(node, brace);
    const owner = path?.at(-1);
    const kind = owner === undefined ? undefined : innerUnits.get(owner.name);
    if (brace === undefined || path === undefined || owner === undefined || kind === undefined) return false;
    const faultsBefore = this.faults.length;
    const stop = close ?? end;
    const first = open + 1;
    const indented =
      this.layout.isFirstOnLine(first) && this.layout.indentation(first) > this.layout.indentation(open);
    const units = this.readUnits(kind, first, stop, indented);
    if (units.length > 0) owner.children[kind.rule] = units;
    const last = this.tokens[stop - 1];
    if (close === undefined) {
      if (this.faults.length === faultsBefore) this.report(unclosedFault(brace, last), [[open, end]]);
      for (const { location } of path) {
        if (location !== undefined && last?.endOffset !== undefined)
          location.endOffset = Math.max(location.endOffset ?? 0, last.endOffset);
      }
    }
    return true;
  }

  /** Goes on where no unit of the kind can begin. */
  private readStrange(kind: UnitKind, token: IToken, index: number, end: number, nodes: CstNode[]): number {
    if (isCloser(token)) {
      let next = index + 1;
      while (next < end && this.isCloserAt(next)) next++;
      this.report(strangeFault(kind, token), [[index, next]]);
      this.skip(index, next);
      return next;
    }
    if (kind.rule === "item" && needless.has(token.image)) {
      this.report(needlessFault(token), [[index, index + 1]]);
      this.skip(index, index + 1);
      return index + 1;
    }
    const meant =
      kind.words === undefined || !t.isNameType(token.tokenType)
        ? undefined
        : (nearest(token.image, kind.words) ?? synonymOf(kind.rule, token.image));
    const type = meant === undefined ? undefined : t.keywordType(meant);
    if (meant !== undefined && type?.tokenTypeIdx !== undefined) {
      this.report(unknownWordFault(kind, token, meant), [[index, index + 1]]);
      this.tokens[index] = { ...token, image: meant, tokenType: type, tokenTypeIdx: type.tokenTypeIdx };
      const read: CstNode[] = [];
      const next = this.readUnit(kind, index, end, read, true);
      nodes.push(...read.map((node) => ({ ...node, recoveredNode: true })));
      return next;
    }
    const previous = this.tokens[index - 1];
    const isDoubled = token.tokenType === t.Comma && previous?.tokenType === t.Comma;
    const strange = isDoubled ? doubledFault(token, previous) : strangeFault(kind, token);
    const fault = t.isNameType(token.tokenType) ? unknownWordFault(kind, token) : strange;
    this.report(fault, [[index, index + 1]]);
    const next = this.layout.nextStart(kind, index, index + 1, end, false);
    this.skip(index, next);
    return next;
  }

  private isCloserAt(index: number): boolean {
    const token = this.tokens[index];
    return token !== undefined && isCloser(token);
  }

  /** Reports a fault, unless the text of the stretches that it is about is at fault itself. */
  private report(fault: Fault, stretches: readonly (readonly [from: number, to: number])[]): void {
    if (!stretches.some(([from, to]) => this.isTextAtFault(from, to))) this.faults.push(fault);
    this.faulty.push(...stretches.flatMap(([from, to]) => this.spanOf(from, to) ?? []));
  }

  /** Whether there is a fault in the text of a stretch, or between it and its neighbours, where tokens were left out. */
  private isTextAtFault(from: number, to: number): boolean {
    const before = this.tokens[from - 1];
    const after = this.tokens[to];
    const first = before === undefined ? 0 : spanOfToken(before).end;
    const last = after === undefined ? Number.POSITIVE_INFINITY : spanOfToken(after).start;
    return this.textFaults.some(({ start, end }) => start <= last && end >= first);
  }

  private skip(from: number, to: number): void {
    const span = this.spanOf(from, to);
    if (span !== undefined) this.skipped.push(span);
  }

  private spanOf(from: number, to: number): Span | undefined {
    const first = this.tokens[from];
    const last = this.tokens[to - 1];
    return first === undefined || last === undefined || from >= to
      ? undefined
      : cover(spanOfToken(first), spanOfToken(last));
  }
}

/** The nodes from `node` down to the one that `token` is in directly. */
function pathTo(node: CstNode, token: IToken): readonly CstNode[] | undefined {
  for (const elements of Object.values(node.children)) {
    for (const element of elements) {
      if (element === token) return [node];
      if ("children" in element) {
        const path = pathTo(element, token);
        if (path !== undefined) return [node, ...path];
      }
    }
  }
  return undefined;
}
