/** Programs to view: a schedule of the test's own, and shipped traces before collectives are chosen. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { allowedNames, readSettings } from '../../src/cli/view/settings.js';
import type { Settings } from '../../src/cli/view/wire.js';
import type { ViewedProgram } from '../../src/cli/view/workbench.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { liballprofFormat } from '../../src/sources/formats.js';
import { FixedProgram, type Program } from '../../src/sources/program.js';

/** What `view` is started with, unless more is said. */
export const viewedProgram = (program: Program, more: Partial<ViewedProgram> = {}): ViewedProgram => ({
  ...{ program, info: { source: 'program', sha256: '' }, machine: {}, title: 'program', measured: undefined },
  ...more,
});

/** Settings of the page on the default machine. */
export const settingsWith = (changes: Partial<Settings> = {}): Settings =>
  readSettings({ machine: 'cscs-testbed', ...changes }, allowedNames({}));

export const fixedProgram = (schedule: Schedule): Program =>
  new FixedProgram({ info: { source: 'program', format: 'a GOAL file' }, schedule, warnings: [] });

/**
 * Four ranks: each sends two messages at once, one of them large, then waits for what comes, with work beside and an
 * `irequires`: every parameter of the machine shows in T.
 */
export function parameterProgram(): Schedule {
  const builder = new ScheduleBuilder(4);
  for (let rank = 0; rank < 4; rank++) {
    builder.beginRank(rank);
    const small = builder.send(64, (rank + 1) % 4, 1);
    const large = builder.send(300_000, (rank + 2) % 4, 2);
    const first = builder.recv(64, (rank + 3) % 4, 1);
    const second = builder.recv(300_000, (rank + 2) % 4, 2);
    const work = builder.calc(1_000);
    builder.irequires(work, first);
    const end = builder.calc(2_000);
    for (const op of [small, large, second, work]) builder.requires(end, op);
  }
  return builder.finish();
}

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
