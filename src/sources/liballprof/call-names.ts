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

const among = (
  entries: readonly Entry[] | undefined,
  bytes: Uint8Array,
  from: number,
  to: number,
): Entry | undefined => entries?.find((entry) => equals(entry.bytes, bytes, from, to));

type Entries = Map<number, Entry[]>;

function add(entries: Entries, hash: number, entry: Entry): void {
  const same = entries.get(hash);
  if (same === undefined) entries.set(hash, [entry]);
  else same.push(entry);
}

let known: Entries | null = null;

/** Entries of the calls that all ranks know, made once. */
function knownEntries(): Entries {
  if (known !== null) return known;
  known = new Map();
  const encoder = new TextEncoder();
  for (const [code, name] of KNOWN.entries()) {
    const bytes = encoder.encode(name);
    add(known, hashOf(bytes, 0, bytes.length), { code, bytes });
  }
  return known;
}

/** Codes of names: below CALLS.length the index there, above it other names in order of appearance. */
export class CallNames {
  readonly #known = knownEntries();
  /** Names that are no call's, by code from CALLS.length on. */
  readonly #others: string[] = [];
  readonly #byHash: Entries = new Map();

  nameOf(code: number): string {
    return code < KNOWN.length ? KNOWN[code] : this.#others[code - KNOWN.length];
  }

  codeOf(buffer: Uint8Array, from: number, to: number): number {
    const hash = hashOf(buffer, from, to);
    const found =
      among(this.#known.get(hash), buffer, from, to) ?? among(this.#byHash.get(hash), buffer, from, to);
    if (found !== undefined) return found.code;
    const bytes = buffer.slice(from, to);
    const code = KNOWN.length + this.#others.push(new TextDecoder().decode(bytes)) - 1;
    add(this.#byHash, hash, { code, bytes });
    return code;
  }
}
