/** Names of actions as numbers, told from bytes without making strings of them. */
import { ACTIONS } from './actions.js';

/** More are no trace. */
const MOST_NAMES = 1024;
/** Turns capitals small, and leaves what no name has different from what names have. */
const SMALL = 32;

/** Lengths and first letters that are told apart without a hash. */
const SHAPES = 1024;
const shapeOf = (first: number, length: number): number => ((first & 31) << 5) | (length & 31);

/** Hash of the bytes [from, to), capitals taken as small letters. */
function hashOf(buffer: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + (buffer[at] | SMALL)) | 0;
  return hash;
}

export class ActionNames {
  /** By code: those that are read, then those that are met besides. */
  readonly #names: string[] = [];
  readonly #bytes: Uint8Array[] = [];
  readonly #codes = new Map<number, number>();
  /** By length and first letter the code that was met last: mostly it is the same again. */
  readonly #met = new Int16Array(SHAPES).fill(-1);

  constructor() {
    for (const { name } of ACTIONS) this.#add(name);
  }

  /** The code of a name; undefined where there are too many names, or two that cannot be told apart. */
  codeOf(buffer: Uint8Array, from: number, to: number): number | undefined {
    const shape = shapeOf(buffer[from], to - from);
    const met = this.#met[shape];
    if (met >= 0 && this.#is(met, buffer, from, to)) return met;
    const code = this.#lookUp(buffer, from, to);
    if (code !== undefined) this.#met[shape] = code;
    return code;
  }

  #lookUp(buffer: Uint8Array, from: number, to: number): number | undefined {
    const known = this.#codes.get(hashOf(buffer, from, to));
    if (known !== undefined) return this.#is(known, buffer, from, to) ? known : undefined;
    if (this.#names.length === MOST_NAMES) return undefined;
    return this.#add(new TextDecoder('latin1').decode(buffer.subarray(from, to)));
  }

  nameOf(code: number): string {
    return this.#names[code];
  }

  #add(name: string): number {
    const bytes = new TextEncoder().encode(name);
    const code = this.#names.push(name) - 1;
    this.#bytes.push(bytes);
    this.#codes.set(hashOf(bytes, 0, bytes.length), code);
    return code;
  }

  #is(code: number, buffer: Uint8Array, from: number, to: number): boolean {
    const bytes = this.#bytes[code];
    if (bytes.length !== to - from) return false;
    for (let i = 0; i < bytes.length; i++)
      if ((bytes[i] | SMALL) !== (buffer[from + i] | SMALL)) return false;
    return true;
  }
}
