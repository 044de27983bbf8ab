/** Programs to view: a schedule of the test's own, and shipped traces before collectives are chosen. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Schedule } from '../../src/schedule/schedule.js';
import { FixedProgram } from '../../src/sources/fixed-program.js';
import { liballprofFormat } from '../../src/sources/liballprof/format.js';
import type { Program } from '../../src/sources/program.js';

export const fixedProgram = (schedule: Schedule): Program =>
  new FixedProgram({ info: { source: 'program', format: 'a GOAL file' }, schedule, warnings: [] });

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export async function tracedProgram(name: string): Promise<Program> {
  const folder = fileURLToPath(new URL(`../../traces/${name}/`, import.meta.url));
  const number = (file: string): number => Number(/\d+/.exec(file)?.[0]);
  const files = readdirSync(folder).sort((a, b) => number(a) - number(b));
  return liballprofFormat.read(
    files.map((file) => ({ source: file, chunks: once(gunzipSync(readFileSync(`${folder}${file}`))) })),
    { source: name },
  );
}
