/** Shipped traces as they are read, before collectives are chosen. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { readTraces, type TraceSet } from '../../src/sources/liballprof/index.js';

export async function readTracesOf(name: string): Promise<TraceSet> {
  const folder = fileURLToPath(new URL(`../../traces/${name}/`, import.meta.url));
  const number = (file: string): number => Number(/\d+/.exec(file)?.[0]);
  const files = readdirSync(folder).sort((a, b) => number(a) - number(b));
  return readTraces(
    files.map((file) => ({ source: file, chunks: [gunzipSync(readFileSync(`${folder}${file}`))] })),
  );
}
