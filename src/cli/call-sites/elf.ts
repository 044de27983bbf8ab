/** What an ELF file tells of its places: addresses by offset in the file, and the functions of its symbol tables. */
import { closeSync, openSync, readSync } from 'node:fs';

/** 64 bits, little endian; others are not read. */
const MAGIC = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
const HEADER = 64;
const LOAD = 1;
/** Of sections: a table of symbols, and that of dynamic symbols, which stripping leaves. */
const SYMBOLS = [2, 11];
const SYMBOL = 24;
const FUNCTION = 2;
/** Section of a symbol that another object defines. */
const ELSEWHERE = 0;
/** No table of headers, symbols or names is longer: a longer one is damage. */
const MOST = 2 ** 30;

interface Load {
  readonly offset: number;
  readonly size: number;
  readonly address: number;
}

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
}

interface FunctionSymbol {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** An object that can be read: open until `close`. */
export class Elf {
  readonly #file: number;
  readonly #header: Buffer;
  readonly #loads: readonly Load[];

  private constructor(file: number, header: Buffer) {
    this.#file = file;
    this.#header = header;
    this.#loads = this.#readLoads();
  }

  /** Null for what is no object of 64 bits. Throws the system's error where it can't be read. */
  static open(path: string): Elf | null {
    const file = openSync(path, 'r');
    try {
      const header = Buffer.alloc(HEADER);
      if (readSync(file, header, 0, HEADER, 0) === HEADER && header.subarray(0, MAGIC.length).equals(MAGIC))
        return new Elf(file, header);
    } catch (error) {
      closeSync(file);
      throw error;
    }
    closeSync(file);
    return null;
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The address that the object itself gives to a place in its file; undefined where it is not loaded. */
  addressOf(offset: number): number | undefined {
    const load = this.#loads.find((one) => one.offset <= offset && offset < one.offset + one.size);
    return load === undefined ? undefined : offset - load.offset + load.address;
  }

  /** By address the name of the innermost function that it lies in, as the linker has it; undefined outside of all. */
  functions(): (address: number) => string | undefined {
    const sections = this.#sections();
    const found = sections
      .filter(({ type, link }) => SYMBOLS.includes(type) && link < sections.length)
      .flatMap((section) => this.#functionsOf(section, sections[section.link]));
    found.sort((a, b) => a.start - b.start);
    // Behind the furthest end of all that begin before it, no function holds an address.
    const furthest: number[] = [];
    for (const [i, { end }] of found.entries()) furthest.push(Math.max(end, furthest[i - 1] ?? 0));
    return (address) => {
      for (let i = lastFrom(found, address); i >= 0 && furthest[i] > address; i--)
        if (address < found[i].end) return found[i].name;
      return undefined;
    };
  }

  #bytes(offset: number, size: number): Buffer {
    const bytes = Buffer.alloc(Math.min(size, MOST));
    const read = readSync(this.#file, bytes, 0, bytes.length, offset);
    return bytes.subarray(0, read);
  }

  /** Whole entries of a table whose place, entry size and count stand in the header at these places. */
  #table(offsetAt: number, sizeAt: number): Buffer[] {
    const [size, count] = [this.#header.readUInt16LE(sizeAt), this.#header.readUInt16LE(sizeAt + 2)];
    const bytes = this.#bytes(Number(this.#header.readBigUInt64LE(offsetAt)), size * count);
    const whole = size < 56 ? 0 : Math.floor(bytes.length / size);
    return Array.from({ length: whole }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
  }

  #readLoads(): Load[] {
    return this.#table(32, 54)
      .filter((entry) => entry.readUInt32LE(0) === LOAD)
      .map((entry) => ({
        offset: Number(entry.readBigUInt64LE(8)),
        address: Number(entry.readBigUInt64LE(16)),
        size: Number(entry.readBigUInt64LE(32)),
      }));
  }

  #sections(): Section[] {
    return this.#table(40, 58).map((entry) => ({
      type: entry.readUInt32LE(4),
      offset: Number(entry.readBigUInt64LE(24)),
      size: Number(entry.readBigUInt64LE(32)),
      link: entry.readUInt32LE(40),
    }));
  }

  #functionsOf({ offset, size }: Section, names: Section): FunctionSymbol[] {
    const text = this.#bytes(names.offset, names.size);
    const table = this.#bytes(offset, size);
    const found: FunctionSymbol[] = [];
    for (let at = 0; at + SYMBOL <= table.length; at += SYMBOL) {
      const length = Number(table.readBigUInt64LE(at + 16));
      const here = table.readUInt16LE(at + 6) !== ELSEWHERE;
      if (!here || (table[at + 4] & 0xf) !== FUNCTION || length === 0) continue;
      const start = Number(table.readBigUInt64LE(at + 8));
      found.push({ start, end: start + length, name: nameAt(text, table.readUInt32LE(at)) });
    }
    return found;
  }
}

/** Index of the last that starts at the address or before it, by bisection; −1 where there is none. */
function lastFrom(sorted: readonly FunctionSymbol[], address: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle].start <= address) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function nameAt(text: Buffer, at: number): string {
  const end = text.indexOf(0, at);
  return text.toString('latin1', at, end < 0 ? text.length : end);
}
