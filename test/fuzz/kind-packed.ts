/** Compressed files: what is damaged is refused, or was hit where it does not matter and unpacks to the same text. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openBytes } from '../../src/cli/input/input-files.js';
import { readGoal } from '../../src/sources/goal/read-goal.js';
import { Finding, type FuzzInput, type Kind } from './input.js';
import { damaged } from './mutate-bytes.js';
import type { Random } from './random.js';

/** Written by gzip 1.12 and zstd 1.5.4, with their checksums. */
const FOLDER = 'test/fuzz/packed';
const PACKED = ['ring.goal.gz', 'ring-1.goal.zst', 'ring-19.goal.zst'];

const files = new Map<string, Uint8Array>();

function read(name: string): Uint8Array {
  const bytes = files.get(name) ?? Uint8Array.from(readFileSync(join(FOLDER, name)));
  files.set(name, bytes);
  return bytes;
}

let path: string | null = null;

/** One file for all inputs of this process. */
function inFile(bytes: Uint8Array): string {
  path ??= join(mkdtempSync(join(tmpdir(), 'llamp-fuzz-')), 'a.goal');
  writeFileSync(path, bytes);
  return path;
}

function make(random: Random): FuzzInput {
  const name = random.pick(PACKED);
  const own = random.chance(0.3);
  const text = gunzipSync(read(PACKED[0]));
  const bytes = own ? Uint8Array.from(gzipSync(text, { level: random.between(0, 9) })) : read(name);
  const whole = random.chance(0.1);
  return {
    files: new Map([[own ? 'own.goal.gz' : name, whole ? bytes : damaged(bytes, random)]]),
    choices: {},
    whole,
  };
}

async function check(input: FuzzInput): Promise<void> {
  const wanted = gunzipSync(read(PACKED[0])).toString();
  const [bytes] = input.files.values();
  const { chunks, source } = openBytes(inFile(bytes));
  const pieces: Uint8Array[] = [];
  for await (const chunk of chunks) pieces.push(chunk.slice());
  const text = Buffer.concat(pieces).toString();
  const format = formatOf(bytes);
  const unnoticed = new Finding(`damage to ${format} is noticed`, firstDifference(text, wanted));
  // Files one behind the other are one file; without its first bytes one is text like any other: both are no GOAL.
  if (text.replaceAll(wanted, '') !== '' && format !== 'text') throw unnoticed;
  await readGoal(pieces, { source });
  if (text !== wanted) throw unnoticed;
}

function formatOf([a, b, c, d]: Uint8Array): 'gzip' | 'zstd' | 'text' {
  if (a === 0x1f && b === 0x8b) return 'gzip';
  return a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd ? 'zstd' : 'text';
}

function firstDifference(text: string, wanted: string): string {
  let at = 0;
  while (at < wanted.length && text[at] === wanted[at]) at++;
  const near = (of: string): string => JSON.stringify(of.slice(Math.max(at - 10, 0), at + 20));
  return `${text.length} of ${wanted.length} characters, ${near(text)} for ${near(wanted)}`;
}

export const packed: Kind = { name: 'packed', weight: 12, make, check };
