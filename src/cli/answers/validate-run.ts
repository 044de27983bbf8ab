/**
 * A program traced and run with each latency, as `validate --run` asks. Trace and measured runs are of one kind: under
 * injected latency, with collectives by one plan, which a first trace tells.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Warning } from '../../errors.js';
import type { InjectRunFlags } from '../flags/inject.js';
import { REPEAT, type ValidateFlags, type ValidateRunAsked } from '../flags/validate.js';
import { overheadUnder } from '../measure/overhead.js';
import { makeFolder, writeFileWhole } from '../output/files.js';
import { working } from '../output/heartbeat.js';
import { runsCsv } from '../present/inject.js';
import { tracerLibrary } from '../tracer/build.js';
import { type InjectedRun, injectedVariables, injectProgram } from '../tracer/inject.js';
import { type Releases, releasesOf } from '../tracer/releases.js';
import { mpiName, readResult } from '../tracer/result.js';
import { traceProgram } from '../tracer/trace.js';

/** What a validation needs, as files. */
export interface MeasuredProgram {
  /** Folder of the traces, taken at the smallest latency: of several, those of the fastest run. */
  readonly trace: string;
  /** CSV of the runs. */
  readonly measured: string;
  /** o between ranks of this machine under that latency, ns; null where a flag gave it. */
  readonly overheadNs: number | null;
  readonly ran: Ran;
}

/** What is told of runs that were made for a validation. */
export interface Ran {
  readonly releases: Releases;
  readonly warnings: readonly Warning[];
}

/** Hears of each run. */
export type RunTold = (one: InjectedRun) => void;

/**
 * Traces `asked.words` and runs them; what is made lies in `asked.keep`, else in a folder that is gone when `use` is over.
 * Throws UsageError and InputError for flags and programs that cannot be run so, LimitError without a compiler.
 */
export async function withMeasured<Result>(
  asked: ValidateRunAsked,
  flags: ValidateFlags,
  told: RunTold,
  use: (program: MeasuredProgram) => Promise<Result>,
): Promise<Result> {
  if (asked.keep !== null) makeFolder(asked.keep);
  const folder = asked.keep === null ? mkdtempSync(join(tmpdir(), 'llamp-validate-')) : resolve(asked.keep);
  try {
    return await use(await measured(asked, flags, folder, told));
  } finally {
    if (asked.keep === null) rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(
  asked: ValidateRunAsked,
  flags: ValidateFlags,
  folder: string,
  told: RunTold,
): Promise<MeasuredProgram> {
  working('building the tracer');
  const tracer = await tracerLibrary(asked.words, flags, folder);
  const tracing = { ...flags, tracer, clock: 'wall', format: 'binary', depth: 1 };
  const first = join(folder, 'first-trace');
  working('tracing');
  await traceProgram(asked.words, { ...tracing, output: first });
  const injected = injectFlags(asked, flags, { tracer, trace: first });
  const variables = await injectedVariables(asked.words, injected, folder);
  const least = { ...variables, LLAMP_L: String(asked.least) };
  const trace = await fastestTrace(flags.repeat ?? REPEAT, folder, (output) =>
    traceProgram(asked.words, { ...tracing, output }, { ...least, LLAMP_RESULT: resultIn(folder) }),
  );
  working('measuring o');
  const overheadNs =
    flags.overhead === undefined
      ? await overheadUnder(asked.launcher, {
          L: asked.least,
          variables: least,
          mpicc: flags.mpicc,
          folder,
          quiet: flags.quiet,
        })
      : null;
  working('running the program');
  const { runs, warnings } = await injectProgram(asked.words, injected, told);
  working(null);
  const csv = join(folder, 'runs.csv');
  const text = runsCsv({ runs, warnings }, mpiName(runs[0].result), false);
  await writeFileWhole(csv, [new TextEncoder().encode([...text].join(''))]);
  const releases = releasesOf(runs.map(({ result }) => result));
  return { trace, measured: csv, overheadNs, ran: { releases, warnings } };
}

const resultIn = (folder: string): string => join(folder, 'result.json');

/** Of `count` traces the one whose run was the fastest, which the machine disturbed least. */
async function fastestTrace(
  count: number,
  folder: string,
  trace: (output: string) => Promise<unknown>,
): Promise<string> {
  let best = { folder: '', T: Number.POSITIVE_INFINITY };
  for (let i = 0; i < count; i++) {
    const output = join(folder, `trace-${i}`);
    rmSync(resultIn(folder), { force: true });
    await trace(output);
    const T = readResult(resultIn(folder)).T_ns;
    if (T < best.T) best = { folder: output, T };
  }
  return best.folder;
}

function injectFlags(
  { latencies }: ValidateRunAsked,
  flags: ValidateFlags,
  { tracer, trace }: { readonly tracer: string; readonly trace: string },
): InjectRunFlags {
  return {
    latency: latencies,
    added: false,
    'gap-per-byte': flags['gap-per-byte'] ?? '0',
    overhead: '0',
    rendezvous: flags.rendezvous ?? 'none',
    trace,
    collective: flags.collective,
    dilate: flags.dilate,
    repeat: flags.repeat ?? REPEAT,
    csv: undefined,
    mpicc: flags.mpicc,
    tracer,
    json: flags.json,
    quiet: flags.quiet,
  };
}

/** The flags of the prediction: what the injected network has, unless flags say otherwise. */
export function predictedFlags(
  { overheadNs }: MeasuredProgram,
  { least }: ValidateRunAsked,
  flags: ValidateFlags,
): ValidateFlags {
  return {
    ...flags,
    latency: `${least}ns`,
    ...(overheadNs === null ? {} : { overhead: `${overheadNs}ns` }),
    'gap-per-byte': flags['gap-per-byte'] ?? '0',
    rendezvous: flags.rendezvous ?? 'none',
  };
}
