/** Pages, and programs of them: a schedule of the test's own, and shipped traces before collectives are chosen. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { unpackedValue } from '../../src/live/packed-values.js';
import { type Settings, settingsOf } from '../../src/live/settings.js';
import type { CarriedPage, ViewedProgram } from '../../src/live/workbench.js';
import { PLATFORM_PRESETS, platformPreset } from '../../src/platform/platform-presets.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { liballprofFormat } from '../../src/sources/formats.js';
import { FixedProgram, type Program, type ProgramData } from '../../src/sources/program.js';
import { programOf } from '../../src/sources/restored-program.js';
import { runCli } from '../cli/run.js';

const platforms = Object.keys(PLATFORM_PRESETS).map((name) => [name, platformPreset(name)]);

/** What the page of a program carries, unless more is said. */
export const viewedProgram = (program: Program, more: Partial<ViewedProgram> = {}): ViewedProgram => ({
  ...{ program, title: 'program', source: 'program', sha256: '', version: '', settings: settingsWith() },
  ...{ region: null, measured: null, noiseFiles: [], names: [], warnings: [] },
  ...{ given: {}, machine: null, named: false, platforms: Object.fromEntries(platforms) },
  ...{ topology: null, rankfile: null, wireClasses: false, allocation: null },
  ...more,
});

/** The page that `report --live` writes. */
export async function writtenPage(...argv: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(['report', ...argv, '--live', '--output', '-', '-q']);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

/** What the worker of a page opens. */
export async function openedPage(html: string): Promise<ViewedProgram> {
  const packed = /id="live-program">([^<]*)</.exec(html)?.[1] ?? '';
  const { viewed, data } = unpackedValue(gunzipSync(Buffer.from(packed, 'base64'))) as CarriedPage;
  if (data === null) throw new Error('the page has no program');
  return { ...viewed, program: await programOf(unpackedValue(data) as ProgramData) };
}

/** Settings of the page on the default machine. */
export const settingsWith = (changes: Partial<Settings> = {}): Settings => ({
  ...settingsOf({}),
  ...changes,
});

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

/** Lets messages arrive that wait for a thread. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
