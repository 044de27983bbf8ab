/**
 * Places in objects → functions and lines. Lines are addr2line's, where the object has lines for the address. Elsewhere
 * addr2line names the nearest symbol, however far away it lies: there, functions are those of the object's own symbols,
 * each as far as its size goes.
 */
import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { SiteFrame, SourcePlace } from '../../schedule/call-sites.js';
import { run } from '../tracer/process.js';
import { Elf } from './elf.js';

/** Addresses of one command line. */
const BATCH = 2_000;

/** What was found in one object. */
export interface ResolvedObject {
  readonly object: string;
  /** When it was changed last, ms since 1970; null where it is not here, or is none. */
  readonly changed: number | null;
  /** By offset; offsets without a name have no places. */
  readonly places: ReadonlyMap<number, readonly SourcePlace[]>;
}

/** What looks places up beside the objects themselves. */
export interface ResolveOptions {
  /** The program that knows lines. */
  readonly tool?: string;
  /** The program that makes names of the linker readable. */
  readonly demangler?: string;
}

type Tools = Required<ResolveOptions>;

/** Looks up return addresses, object by object, each once. Objects that can't be read tell nothing. */
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
    // A return address lies behind its call, maybe on the next line.
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

/** Null where there is no such file. */
function changedAt(path: string): number | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.mtimeMs : null;
}

function openElf(path: string): Elf | null {
  try {
    return Elf.open(path);
  } catch {
    // Without the right to read it, it is as good as gone.
    return null;
  }
}

/** Names of others than the object's own lines are of whatever symbol lies nearest. */
const hasLine = (places: readonly SourcePlace[]): boolean => places.some(({ file }) => file !== '');

const NOTHING: ReadonlyMap<number, readonly SourcePlace[]> = new Map();

/** By address the function of the object's symbols that it lies in; empty outside of all. */
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

/** Readable names by those of the linker; empty where nothing can read them. */
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

/** Places by address; undefined where the tool is not there, or refuses the object. */
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

/** `-a` puts each address in front of its pairs of lines, function and place: several where calls were inlined. */
export function parseLines(output: string): SourcePlace[][] {
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

/** Undefined where neither is known. */
function placeOf(name: string, at: string): SourcePlace | undefined {
  const [, path = '??', number = '0'] = /^(.*):(\d+|\?)(?: \(discriminator \d+\))?$/.exec(at) ?? [];
  const line = Number(number);
  const known = path !== '??' && line > 0;
  if (name === '??' && !known) return undefined;
  return { function: name === '??' ? '' : name, file: known ? path : '', line: known ? line : 0 };
}
