/** Call sites as the binary form has them: chunks of stacks and of maps. */
import { SiteReader } from '../mpi/site-reader.js';

const STACKS = 2;
const MAP = 3;
/** Bytes of a stack's head, site and depth, and of an address. */
const HEAD = 8;
const ADDRESS = 8;

/** `fail` throws the error of a damaged file. */
export class SiteChunks {
  readonly #reader = new SiteReader();
  readonly #fail: (what: string) => never;

  constructor(fail: (what: string) => never) {
    this.#fail = fail;
  }

  /** Takes a chunk that tells of sites; passes over others. */
  chunk(kind: number, count: number, bytes: Uint8Array): void {
    if (kind === STACKS) this.#stacks(count, new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
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
      if (room < 0) this.#fail('a chunk of stacks that is not whole');
      const [site, depth] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
      if (depth * ADDRESS > room) this.#fail(`the stack of call site ${site} is not whole`);
      const addresses: number[] = [];
      for (let i = 0; i < depth; i++)
        addresses.push(Number(view.getBigUint64(at + HEAD + i * ADDRESS, true)));
      if (!this.#reader.stack(site, addresses)) this.#fail(`call site ${site} has a stack that is none`);
      at += HEAD + depth * ADDRESS;
    }
    if (stacks !== count) this.#fail(`${stacks} stacks of ${count}`);
  }

  #map(text: string): void {
    this.#reader.map();
    for (const line of text.split('\n'))
      if (line !== '' && !this.#reader.segment(line)) this.#fail(`'${line}' is no segment of a map`);
  }
}
