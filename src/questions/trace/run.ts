/** `trace run`: a program run under the tracer, its call sites named where it ran. */
import { basename, join } from 'node:path';
import { type CallOverhead, callOverhead } from '../../analysis/call-overheads.js';
import { LlampCommand } from '../../cli/base-command.js';
import { findInput } from '../../cli/input/find-input.js';
import { loadSchedule } from '../../cli/input/load-input.js';
import { type NamedFrame, resolveFrames, writeNames } from '../../cli/pipeline/call-site-lookup.js';
import { ProgressBar } from '../../cli/process/progress.js';
import { type TracedWorld, tracedAnswer, traceProgram, traceRunFlags } from '../../cli/tracer/trace-run.js';
import { allTold, LlampError, type Warning } from '../../errors.js';
import { buildGraph } from '../../graph/execution-graph.js';
import { resolveMachine } from '../../machine/machine.js';
import type { SiteFrame, SiteTable } from '../../schedule/program-calls.js';

// Names the call sites of a run where it ran: its objects are here, and are what ran.

/**
 * Writes the names of the call sites of the traces `files` in `folder` beside them, where they tell of any. What stands
 * in the way is a warning: the traces are whole without names.
 */
export async function nameTraces(folder: string, files: readonly string[]): Promise<Warning[]> {
  try {
    const sites = await sitesOf(folder, files);
    if (sites !== null) await writeNames(folder, await named(sites));
    return [];
  } catch (error) {
    if (!(error instanceof LlampError)) throw error;
    return [{ code: 'site-names', message: `the call sites have no names: ${error.message}` }];
  }
}

/** Of the binary form where there are both. */
async function sitesOf(folder: string, files: readonly string[]): Promise<SiteTable | null> {
  const binary = files.filter((name) => /\.bin(\.part)?$/.test(name));
  const paths = (binary.length > 0 ? binary : files).map((name) => join(folder, name));
  const { format, files: found } = await findInput(paths);
  const opened = found.map(({ path, open }) => ({ source: path, chunks: lazily(() => open().chunks) }));
  return (await format.sites?.(opened)) ?? null;
}

/** Opens a file when its turn comes. */
const lazily = (open: () => AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => open()[Symbol.asyncIterator](),
});

/** The frames of objects that could be read, each once. */
async function named({ list }: SiteTable): Promise<NamedFrame[]> {
  const frames: SiteFrame[] = list.flatMap((site) => site.frames);
  const objects = await resolveFrames(frames);
  return objects.flatMap(({ object, places }) =>
    [...places].map(([offset, found]) => ({ object, offset, places: found })),
  );
}

/** Larger traces are read only by who asks about them. */
const READ_AT_ONCE = 2 ** 26;

/** o of a run by its own calls; null where its traces are large, do not tell it, or cannot be read: any question says why. */
async function overheadOf(folder: string, world: TracedWorld): Promise<CallOverhead | null> {
  const bytes = world.files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > READ_AT_ONCE || world.files.length !== world.ranks) return null;
  try {
    const paths = world.files.map(({ name }) => join(folder, name));
    const { schedule } = await loadSchedule(paths, { digest: false }, new ProgressBar(true));
    const { machine } = resolveMachine({});
    return callOverhead(buildGraph(schedule, machine), machine);
  } catch (error) {
    if (!(error instanceof LlampError)) throw error;
    return null;
  }
}

export default class TraceRunCommand extends LlampCommand {
  static override summary = 'Run an MPI program and trace it.';
  static override description =
    'Builds the tracer, loads it in front of the MPI library of every rank, and runs the command line behind --. The program need not be compiled again; C, C++ and Fortran, an MPI of version 3 or later (tested: Open MPI 4.1, MPICH 4.0).';
  static override examples = [
    '<%= config.bin %> trace run -- mpirun -np 8 ./app',
    '<%= config.bin %> trace run --output traces --clock cpu -- srun -n 64 ./app input.txt',
  ];
  static override strict = false;
  static override runsProgram = true;
  static override flags = traceRunFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(TraceRunCommand);
    const run = await traceProgram(this.behindDashes(argv), flags);
    const unnamed = [];
    for (const { folder, files } of run.worlds) {
      const names = files.map(({ name }) => basename(name));
      unnamed.push(await nameTraces(join(run.folder, folder), names));
    }
    const overhead = await overheadOf(run.folder, run.worlds[0]);
    const traced = { ...run, overhead, warnings: allTold(run, ...unnamed) };
    const answer = tracedAnswer(traced, flags.output);
    if (flags.json) {
      await this.answer('trace run', { json: true, quiet: flags.quiet }, answer);
      return;
    }
    // Standard output is the program's.
    this.tellWarnings(traced.warnings, flags);
    if (!flags.quiet) this.tell(answer.text);
  }
}
