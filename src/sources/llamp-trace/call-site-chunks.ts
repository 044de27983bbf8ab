/** Call sites as the binary form has them: chunks of places, of stacks and of maps. */

import { InputError } from '../../errors.js';
import type { SiteScanner } from '../liballprof/call-site-lines.js';
import { SiteReader } from '../mpi/trace-sites.js';
import { ChunkCutter } from './llamp-trace-chunks.js';

const STACKS = 2;
const MAP = 3;
const PLACES = 7;
/** Bytes of a stack's head, site and depth, and of an address. */
const HEAD = 8;
const ADDRESS = 8;
/** High half of an address that is the number of a place instead. */
const OF_PLACE = 2 ** 31;
/** Bytes of a place's head: number, line, and the lengths of two texts. */
const PLACE = 16;

/** `fail` throws the error of a damaged file. */
export class SiteChunks {
  readonly #reader = new SiteReader();
  readonly #fail: (what: string) => never;

  constructor(fail: (what: string) => never) {
    this.#fail = fail;
  }

  /** Takes a chunk of sites; skips others. */
  chunk(kind: number, count: number, bytes: Uint8Array): void {
    if (kind === STACKS) this.#stacks(count, new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
    else if (kind === PLACES) this.#places(count, new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
    else if (kind === MAP) this.#map(new TextDecoder().decode(bytes));
  }

  /** Whether a call may name the site; 0: none. */
  has(site: number): boolean {
    return site === 0 || this.#reader.has(site);
  }

  done(): ReturnType<SiteReader['done']> {
    return this.#reader.done();
  }

  #stacks(count: number, view: DataView): void {
    let stacks = 0;
    for (let at = 0; at < view.byteLength; stacks++) {
      const room = view.byteLength - at - HEAD;
      if (room < 0) this.#fail('a chunk of stacks is incomplete');
      const [site, depth] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
      if (depth * ADDRESS > room) this.#fail(`the stack of call site ${site} is incomplete`);
      const addresses: number[] = [];
      for (let i = 0; i < depth; i++) addresses.push(addressAt(view, at + HEAD + i * ADDRESS));
      if (!this.#reader.stack(site, addresses)) this.#fail(`call site ${site} has an invalid stack`);
      at += HEAD + depth * ADDRESS;
    }
    if (stacks !== count) this.#fail(`a chunk contains ${stacks} of ${count} stacks`);
  }

  #places(count: number, view: DataView): void {
    let places = 0;
    for (let at = 0; at < view.byteLength; places++) {
      const room = view.byteLength - at - PLACE;
      if (room < 0) this.#fail('a chunk of places is incomplete');
      const [id, line, file, name] = [0, 4, 8, 12].map((by) => view.getUint32(at + by, true));
      if (file + name > room) this.#fail(`place ${id} is incomplete`);
      const text = (from: number, length: number): string =>
        new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + PLACE + from, length));
      if (!this.#reader.place(id, { function: text(file, name), file: text(0, file), line }))
        this.#fail(`place ${id} is invalid, or given twice`);
      at += PLACE + 8 * Math.ceil((file + name) / 8);
    }
    if (places !== count) this.#fail(`a chunk contains ${places} of ${count} places`);
  }

  #map(text: string): void {
    this.#reader.map();
    for (const line of text.split('\n'))
      if (line !== '' && !this.#reader.segment(line)) this.#fail(`'${line}' is not a segment of a map`);
  }
}

/** Of a place: its number, negated. */
function addressAt(view: DataView, at: number): number {
  const [low, high] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
  return high === OF_PLACE ? -low : high * 2 ** 32 + low;
}

const AGAIN = 'the file is damaged; copy it again, or trace the program again';

/** The call sites of a binary trace alone: records are passed over, whatever they say. */
export function siteScanner(source: string): SiteScanner {
  const sites = new SiteChunks((what) => {
    throw new InputError({ place: { source }, what, mend: AGAIN });
  });
  const cutter = new ChunkCutter(source, {
    header: () => undefined,
    expect: () => undefined,
    records: (_, units) => units,
    chunk: (kind, count, bytes) => sites.chunk(kind, count, bytes),
  });
  return { push: (bytes) => cutter.push(bytes), done: () => sites.done() };
}
