/** Finds function and line of call sites in the objects that ran, or in the table of names next to the traces. */
import { closeSync, openSync, readSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../errors.js';
import type { SiteFrame, SourcePlace } from '../../schedule/program-calls.js';
import { run } from '../process/child-programs.js';
import { foundAt, readTextFileIfThere, writeFileWhole } from '../process/files.js';

// ELF files: addresses by offset in the file, and functions of their symbol tables.

/** 64 bits, little endian; others are not read. */
const MAGIC = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
const HEADER = 64;
const LOAD = 1;
/** Types of sections: a symbol table, and that of dynamic symbols, which stripping keeps. */
const SYMBOLS = [2, 11];
const SYMBOL = 24;
const FUNCTION = 2;
/** Section of a symbol that another object defines. */
const ELSEWHERE = 0;
/** Longest plausible table of headers, symbols or names; a longer one is damaged. */
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

/** A readable object, open until `close`. */
class Elf {
  readonly #file: number;
  readonly #header: Buffer;
  readonly #loads: readonly Load[];

  private constructor(file: number, header: Buffer) {
    this.#file = file;
    this.#header = header;
    this.#loads = this.#readLoads();
  }

  /** Null if it is no 64-bit object. Throws the system's error if it cannot be read. */
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

  /** The object's address of a place in its file; undefined if that place is not loaded. */
  addressOf(offset: number): number | undefined {
    const load = this.#loads.find((one) => one.offset <= offset && offset < one.offset + one.size);
    return load === undefined ? undefined : offset - load.offset + load.address;
  }

  /** By address the linker name of the innermost function around it; undefined outside of all functions. */
  functions(): (address: number) => string | undefined {
    const sections = this.#sections();
    const found = sections
      .filter(({ type, link }) => SYMBOLS.includes(type) && link < sections.length)
      .flatMap((section) => this.#functionsOf(section, sections[section.link]));
    found.sort((a, b) => a.start - b.start);
    // An address after the furthest end of all preceding functions is in none.
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

  /** Entries of a table whose place, entry size and count are in the header at these places. */
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

/** Index of the last one that starts at or before the address, by bisection; −1 if there is none. */
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

/** Addresses of one command line. */
const BATCH = 2_000;

/** Lookup results of one object. */
export interface ResolvedObject {
  readonly object: string;
  /** Time of its last change, ms since 1970; null if it is not here, or is no object. */
  readonly changed: number | null;
  /** Places by offset; none for offsets without a name. */
  readonly places: ReadonlyMap<number, readonly SourcePlace[]>;
}

/** External programs for the lookup. */
interface ResolveOptions {
  /** Finds lines. */
  readonly tool?: string;
  /** Demangles names. */
  readonly demangler?: string;
}

type Tools = Required<ResolveOptions>;

/** Looks up return addresses, each object once. Unreadable objects give no names. */
export async function resolveFrames(
  frames: readonly SiteFrame[],
  { tool = 'addr2line', demangler = 'c++filt' }: ResolveOptions = {},
): Promise<ResolvedObject[]> {
  const offsets = new Map<string, Set<number>>();
  for (const { object, offset } of frames) {
    if (!isAbsolute(object)) continue;
    const known = offsets.get(object) ?? new Set();
    offsets.set(object, known.add(offset));
  }
  const found: ResolvedObject[] = [];
  for (const [object, wanted] of offsets) {
    found.push(await resolveObject(object, [...wanted], { tool, demangler }));
  }
  return found;
}

async function resolveObject(
  object: string,
  offsets: readonly number[],
  tools: Tools,
): Promise<ResolvedObject> {
  const nothing = { object, changed: null, places: new Map<number, readonly SourcePlace[]>() };
  const changed = changedAt(object);
  const elf = changed === null ? null : openElf(object);
  if (changed === null || elf === null) return nothing;
  try {
    // A return address follows its call, possibly on the next line.
    const called = offsets.flatMap((offset): [number, number][] => {
      const address = elf.addressOf(offset - 1);
      return address === undefined ? [] : [[offset, address]];
    });
    const addresses = called.map(([, address]) => address);
    const lines = (await linesOf(object, addresses, tools.tool)) ?? addresses.map(() => []);
    const without = addresses.filter((_, i) => !hasLine(lines[i]));
    const functions = without.length === 0 ? NOTHING : await functionsOf(elf, without, tools.demangler);
    const places = addresses.map((address, i) => functions.get(address) ?? lines[i]);
    return { object, changed, places: new Map(called.map(([offset], i) => [offset, places[i] ?? []])) };
  } finally {
    elf.close();
  }
}

/** Null if there is no such file. */
function changedAt(path: string): number | null {
  const found = foundAt(path);
  return found?.isFile() === true ? found.mtimeMs : null;
}

function openElf(path: string): Elf | null {
  try {
    return Elf.open(path);
  } catch {
    // A file without read permission counts as missing.
    return null;
  }
}

/** Without line information the lookup returns the nearest symbol, which may be wrong. */
const hasLine = (places: readonly SourcePlace[]): boolean => places.some(({ file }) => file !== '');

const NOTHING: ReadonlyMap<number, readonly SourcePlace[]> = new Map();

/** By address the function around it, from the object's symbols; empty outside of all functions. */
async function functionsOf(
  elf: Elf,
  addresses: readonly number[],
  demangler: string,
): Promise<ReadonlyMap<number, readonly SourcePlace[]>> {
  const nameOf = elf.functions();
  const names = addresses.map((address) => nameOf(address) ?? '');
  const readable = await demangled(names, demangler);
  const placesOf = (name: string): SourcePlace[] =>
    name === '' ? [] : [{ function: readable.get(name) ?? name, file: '', line: 0 }];
  return new Map(addresses.map((address, i) => [address, placesOf(names[i])]));
}

/** Names of C++ and Rust, as they begin in tables of symbols. */
const MANGLED = /^_[ZR]/;

/** Demangled names by linker names; empty if no demangler is installed. */
async function demangled(names: readonly string[], tool: string): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(names.filter((name) => MANGLED.test(name)))];
  const found = new Map<string, string>();
  for (let from = 0; from < wanted.length; from += BATCH) {
    const batch = wanted.slice(from, from + BATCH);
    const ended = await run([tool, ...batch]);
    const lines = ended?.code === 0 ? ended.stdout.split('\n') : [];
    if (lines.length > batch.length) for (const [i, name] of batch.entries()) found.set(name, lines[i]);
  }
  return found;
}

/** Places by address; undefined if the tool is missing or refuses the object. */
async function linesOf(
  object: string,
  addresses: readonly number[],
  tool: string,
): Promise<SourcePlace[][] | undefined> {
  const found: SourcePlace[][] = [];
  for (let from = 0; from < addresses.length; from += BATCH) {
    const words = addresses.slice(from, from + BATCH).map((address) => `0x${address.toString(16)}`);
    const ended = await run([tool, '-a', '-f', '-C', '-i', '-e', object, ...words]);
    if (ended?.code !== 0) return undefined;
    found.push(...parseLines(ended.stdout));
  }
  return found;
}

/** `-a` prints each address before its pairs of lines, function and place; several pairs for inlined calls. */
function parseLines(output: string): SourcePlace[][] {
  const lines = output.split('\n');
  const found: SourcePlace[][] = [];
  for (let i = 0; i < lines.length; ) {
    if (lines[i].startsWith('0x')) {
      found.push([]);
      i++;
      continue;
    }
    if (i + 1 < lines.length) {
      const place = placeOf(lines[i], lines[i + 1]);
      if (place !== undefined) found.at(-1)?.push(place);
    }
    i += 2;
  }
  return found;
}

/** Undefined if neither is known. */
function placeOf(name: string, at: string): SourcePlace | undefined {
  const [, path = '??', number = '0'] = /^(.*):(\d+|\?)(?: \(discriminator \d+\))?$/.exec(at) ?? [];
  const line = Number(number);
  const known = path !== '??' && line > 0;
  if (name === '??' && !known) return undefined;
  return { function: name === '??' ? '' : name, file: known ? path : '', line: known ? line : 0 };
}

// The table of names next to the traces: written after a run, on the machine of its objects, and read anywhere.

export const NAMES_FILE = 'llamp-trace-sites.json';
const SCHEMA = 'llamp-ts/trace-sites/1';

const place = z.object({ function: z.string(), file: z.string(), line: z.int().min(0) });
const frame = z.object({ object: z.string(), offset: z.int().min(0), places: z.array(place) });
const table = z.object({ schema: z.literal(SCHEMA), frames: z.array(frame) });

/** A return address with its place; no place if the object has none. */
export interface NamedFrame extends SiteFrame {
  readonly places: readonly SourcePlace[];
}

/** One frame per line. */
export async function writeNames(folder: string, frames: readonly NamedFrame[]): Promise<string> {
  const path = join(folder, NAMES_FILE);
  const lines = frames.map((one) => `  ${JSON.stringify(one)}`).join(',\n');
  const text = `{ "schema": "${SCHEMA}", "frames": [\n${lines}\n] }\n`;
  await writeFileWhole(path, text);
  return path;
}

/** Null if there is no such file. Throws InputError if it cannot be read, or is no table of names. */
export function readNames(folder: string): NamedFrame[] | null {
  const path = join(folder, NAMES_FILE);
  const text = readTextFileIfThere(path);
  if (text === null) return null;
  const parsed = table.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data.frames;
  throw new InputError({
    place: { source: path },
    what: 'this is no table of call sites',
    mend: 'remove it, so that names are looked up in the program and its libraries, or trace the program again',
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
