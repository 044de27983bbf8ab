/** Names of calls as numbers, found by their bytes: a string is made once per name, not per line. */
import { CALLS } from '../mpi/calls.js';

const KNOWN = CALLS.map((call) => call.name);

interface Entry {
  readonly code: number;
  readonly bytes: Uint8Array;
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + bytes[i]) | 0;
  return hash;
}

function equals(entry: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (entry.length !== to - from) return false;
  for (let i = 0; i < entry.length; i++) if (entry[i] !== bytes[from + i]) return false;
  return true;
}

/** Codes of names: below CALLS.length the index there, above it other names in order of appearance. */
export class CallNames {
  readonly #names: string[] = [...KNOWN];
  readonly #byHash = new Map<number, Entry[]>();

  constructor() {
    const encoder = new TextEncoder();
    KNOWN.forEach((name, code) => {
      const bytes = encoder.encode(name);
      this.#add(hashOf(bytes, 0, bytes.length), { code, bytes });
    });
  }

  nameOf(code: number): string {
    return this.#names[code];
  }

  codeOf(buffer: Uint8Array, from: number, to: number): number {
    const hash = hashOf(buffer, from, to);
    const entries = this.#byHash.get(hash);
    if (entries !== undefined) {
      for (const entry of entries) if (equals(entry.bytes, buffer, from, to)) return entry.code;
    }
    const bytes = buffer.slice(from, to);
    const code = this.#names.push(new TextDecoder().decode(bytes)) - 1;
    this.#add(hash, { code, bytes });
    return code;
  }

  #add(hash: number, entry: Entry): void {
    const entries = this.#byHash.get(hash);
    if (entries === undefined) this.#byHash.set(hash, [entry]);
    else entries.push(entry);
  }
}
