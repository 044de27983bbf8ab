/**
 * Traces of the tracer's own test programs on 4 ranks with Open MPI 4.1, each in both forms, gzipped. `summed` is `farm`
 * in version 2 of the format, `copies` of version 3, the others are of version 1.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { formatOfSeveral } from '../../../src/sources/formats.js';
import type { ConversionOptions } from '../../../src/sources/mpi/conversion-options.js';
import type { Program } from '../../../src/sources/program.js';

export const SAMPLES = [
  'farm',
  'communicators',
  'matched',
  'collectives',
  'neighbours',
  'solver',
  'summed',
  'copies',
] as const;
export type Sample = (typeof SAMPLES)[number];

/** The files of a sample in one form, by rank. */
export function filesOf(sample: Sample, form: 'bin' | 'txt'): Uint8Array[] {
  const folder = new URL(`samples/${sample}/`, import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith(`.${form}.gz`));
  return names.sort().map((name) => new Uint8Array(gunzipSync(readFileSync(new URL(name, folder)))));
}

async function* pieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.slice(at, at + length);
}

/** Reads files of one rank each, `length` bytes at a time. */
export function read(
  files: readonly Uint8Array[],
  liballprof: ConversionOptions = {},
  length = 65_536,
): Promise<Program> {
  const sources = files.map((bytes, rank) => ({
    source: `rank ${rank}`,
    rank,
    chunks: pieces(bytes, length),
  }));
  return formatOfSeveral(files[0]).read(sources, { source: 'sample', liballprof });
}

/** The calls of a file's table, and where its chunks begin and their payloads end. */
export function layoutOf(file: Uint8Array): {
  readonly table: readonly string[];
  readonly chunks: readonly { at: number; kind: number; from: number; end: number }[];
} {
  const view = new DataView(file.buffer, file.byteOffset);
  const checksum = file[7] === '1'.charCodeAt(0) ? 0 : 8;
  const head = view.getUint32(8, true);
  const text = Buffer.from(file.subarray(16, 16 + head)).toString('latin1');
  const table = (/^# calls: (.*)$/m.exec(text)?.[1] ?? '').split(',').map((entry) => entry.split('/')[0]);
  const chunks = [];
  for (let at = 16 + 8 * Math.ceil(head / 8) + checksum; at < file.length; ) {
    const from = at + checksum + 16;
    const end = from + Number(view.getBigUint64(from - 8, true));
    chunks.push({ at, kind: view.getUint32(from - 16, true), from, end });
    at = 8 * Math.ceil(end / 8);
  }
  return { table, chunks };
}

/** A copy with other bytes from a place on. */
export function changed(file: Uint8Array, at: number, ...bytes: readonly number[]): Uint8Array {
  const copy = file.slice();
  copy.set(bytes, at);
  return copy;
}
