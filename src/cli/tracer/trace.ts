/** A program run under the tracer: built, launched, and what it left told. */
import { availableParallelism, hostname } from 'node:os';
import { resolve } from 'node:path';
import { InputError, UsageError, type Warning } from '../../errors.js';
import type { TraceRunFlags } from '../flags/trace.js';
import { streams } from '../output/streams.js';
import { tracerLibrary } from './build.js';
import { launchOf, preloaded } from './launch.js';
import { seenOf } from './libraries.js';
import { type Ended, run } from './process.js';
import { type TracedFile, tracesIn } from './traced.js';
import { wordsOut } from './words.js';

export interface TracedRun {
  readonly folder: string;
  readonly files: readonly TracedFile[];
  readonly warnings: readonly Warning[];
}

/**
 * Runs `words` with every rank traced into `flags.output`; `variables`: of the tracer besides. Its output goes where ours goes. Throws UsageError without a
 * command line, or for a folder that has traces; LimitError where the tracer can't be built; InputError for a program
 * that there is not, that fails, or that leaves no trace.
 */
export async function traceProgram(
  words: readonly string[],
  flags: TraceRunFlags,
  variables: Readonly<Record<string, string>> = {},
): Promise<TracedRun> {
  if (words.length === 0)
    throw new UsageError('no program given', 'name it behind --, with its launcher: -- mpirun -np 4 ./app');
  const folder = resolve(flags.output);
  if (tracesIn(folder).length > 0)
    throw new UsageError(`${flags.output} holds traces already`, 'name another folder by --output');
  const library = await tracerLibrary(words, flags, folder);
  const { words: launched, env } = await launchOf(words, {
    ...preloaded(library),
    LLAMP_TRACE: folder,
    LLAMP_CLOCK: flags.clock,
    LLAMP_FORMAT: flags.format,
    LLAMP_DEPTH: String(flags.depth),
    ...variables,
  });
  const ended = await run(launched, {
    env,
    input: streams().input,
    ...wordsOut(flags.json),
  });
  if (ended === undefined)
    throw new InputError({ what: `there is no program '${words[0]}'`, mend: 'check its name and the PATH' });
  const files = tracesIn(folder);
  refuseFailure(ended, files, flags.output);
  if (files.length === 0) throw await nothingTraced(words);
  return { folder, files, warnings: [...unfinished(files), ...oversubscribed(files, flags)] };
}

function refuseFailure({ code, signal }: Ended, files: readonly TracedFile[], folder: string): void {
  const left =
    files.length === 0
      ? 'it left no trace'
      : `what was traced until then is in ${folder} (${files.length} files)`;
  if (code !== 0)
    throw new InputError({
      what: `the program ended with ${signal ?? `exit code ${code}`}`,
      mend: `${left}; its own words stand above`,
    });
}

async function nothingTraced(words: readonly string[]): Promise<InputError> {
  return new InputError({
    what: `the program ran, and no rank left a trace; ${await seenOf(words)}`,
    mend: 'it must call MPI_Init and load its MPI library dynamically; on several nodes the folder must be one that all see',
  });
}

/** Wall time counts the others' turns as computation. */
function oversubscribed(files: readonly TracedFile[], { clock }: TraceRunFlags): Warning[] {
  const here = new Set(files.flatMap(({ rank, host }) => (host === hostname() ? [rank] : []))).size;
  const cores = availableParallelism();
  if (clock === 'cpu' || here <= cores) return [];
  const message = `${here} ranks on ${cores} cores: by the wall clock a rank computes while others have its core; --clock cpu counts its own time`;
  return [{ code: 'trace-oversubscribed', message }];
}

function unfinished(files: readonly TracedFile[]): Warning[] {
  const open = files.filter(({ finished }) => !finished);
  if (open.length === 0) return [];
  const message = `${open.length} of ${files.length} traces end without MPI_Finalize (${open[0].name}): they hold what was recorded until then`;
  return [{ code: 'trace-unfinished', message }];
}
