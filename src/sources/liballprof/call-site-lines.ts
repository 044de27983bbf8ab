/**
 * Call sites as the text form of llamp-trace has them: `#place: 1,214,solver.py,dot`, `#stack: 1,@1,0x55ed…`, `#map: …`,
 * and `#site: 1` behind a call.
 */

import type { SiteTable } from '../../schedule/program-calls.js';
import type { TraceFile } from '../mpi/rank-trace.js';
import { type RankSites, type RankStacks, SiteReader, siteTable } from '../mpi/trace-sites.js';
import { LineCutter, tooLong } from '../text-lines.js';
import { LineCursor } from './line-cursor.js';

const PLACE = '#place:';
const STACK = '#stack:';
const MAP = '#map:';
/** `#site:` as bytes: there is one such line a call, and none becomes a string. */
const SITE = Uint8Array.from('#site:', (letter) => letter.charCodeAt(0));
const SPACE = 32;
const ZERO = 48;
/** Files may have commas, functions have none. */
const PLACED = /^#place: (\d{1,9}),(\d{1,9}),(.*),([^,]*)$/;
const ADDRESSES = /^#stack: (\d{1,9})((?:,(?:0x[0-9a-f]{1,16}|@\d{1,9}))+)$/;
const AGAIN = 'the line is damaged; trace the program again';

export class SiteLines {
  readonly #reader = new SiteReader();
  /** The last line of a map: one that follows goes on with it. */
  #mapLine = -1;

  /** Takes `text`, the comment at the cursor, where it is a place, a stack or a map; false for others. */
  add(cursor: LineCursor, text: string): boolean {
    if (text.startsWith(STACK)) this.#stack(cursor, text);
    else if (text.startsWith(PLACE)) this.#place(cursor, text);
    else if (text.startsWith(MAP)) this.#map(cursor, text);
    else return false;
    return true;
  }

  /** Number of the site that the comment at the cursor names; undefined for other comments. */
  site(cursor: LineCursor): number | undefined {
    const { buffer, from, to } = cursor;
    for (let i = 0; i < SITE.length; i++) if (buffer[from + i] !== SITE[i]) return undefined;
    const first = from + SITE.length;
    let site = buffer[first] === SPACE ? 0 : Number.NaN;
    for (let at = first + 1; at < to; at++) {
      const digit = buffer[at] - ZERO;
      site = digit >= 0 && digit <= 9 ? 10 * site + digit : Number.NaN;
    }
    if (!this.#reader.has(site)) {
      const line = cursor.text(from, to);
      cursor.fail(
        Number.isNaN(site) || site === 0
          ? `'${line}' does not have the number of a call stack`
          : `'${line}' refers to a call stack, but no '#stack: ${site},…' is above it`,
        AGAIN,
      );
    }
    return site;
  }

  done(): ReturnType<SiteReader['done']> {
    return this.#reader.done();
  }

  #stack(cursor: LineCursor, text: string): void {
    const [, site, list = ''] = ADDRESSES.exec(text) ?? [];
    const addresses = list
      .split(',')
      .slice(1)
      .map((one) => (one.startsWith('@') ? -Number(one.slice(1)) : Number(one)));
    if (!this.#reader.stack(Number(site), addresses))
      cursor.fail(`'${text}' is not a stack of a call`, AGAIN);
  }

  #place(cursor: LineCursor, text: string): void {
    const [, id, line, file = '', name = ''] = PLACED.exec(text) ?? [];
    if (!this.#reader.place(Number(id), { function: name, file, line: Number(line) }))
      cursor.fail(`'${text}' is not a place of a call`, AGAIN);
  }

  #map(cursor: LineCursor, text: string): void {
    if (cursor.line !== this.#mapLine + 1) this.#reader.map();
    this.#mapLine = cursor.line;
    if (!this.#reader.segment(text.slice(MAP.length + 1)))
      cursor.fail(`'${text}' is not a segment of a map`, AGAIN);
  }
}

/** Takes the bytes of one file, in order; what is not whole at its end is left out. */
export interface SiteScanner {
  push(bytes: Uint8Array): void;
  done(): RankStacks | null;
}

/** The call sites of all files, those of text traces unless another scanner is given; null where they have none. */
export async function scanSites(
  files: readonly TraceFile[],
  scannerOf: (source: string) => SiteScanner = (source) => new LineSites(source),
): Promise<SiteTable | null> {
  const ranks: RankSites[] = [];
  for (const { source, chunks } of files) {
    const scanner = scannerOf(source);
    for await (const chunk of chunks) scanner.push(chunk);
    ranks.push({ source, stacks: scanner.done() });
  }
  return siteTable(ranks, Number.NaN);
}

const HASH = 35;

/** The call sites of a text trace alone: it looks at comment lines only. */
class LineSites implements SiteScanner {
  readonly #cursor: LineCursor;
  readonly #sites = new SiteLines();
  readonly #cutter: LineCutter;

  constructor(source: string) {
    this.#cursor = new LineCursor(source);
    this.#cutter = new LineCutter(
      (buffer, from, to) => this.#line(buffer, from, to),
      () => {
        throw tooLong({ source, line: this.#cursor.line + 1 }, 'the line', 'trace the program again');
      },
    );
  }

  push(bytes: Uint8Array): void {
    this.#cutter.push(bytes);
  }

  done(): RankStacks | null {
    return this.#sites.done();
  }

  #line(buffer: Uint8Array, from: number, to: number): void {
    const cursor = this.#cursor;
    cursor.line++;
    if (buffer[from] !== HASH) return;
    cursor.set(buffer, from, to);
    this.#sites.add(cursor, cursor.text(from, to));
  }
}
