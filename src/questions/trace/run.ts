/** `trace run`: runs a program under the tracer and names its call sites. */
import { basename, join, resolve } from 'node:path';
import { type CallOverhead, callOverhead } from '../../analysis/call-overheads.js';
import { LlampCommand } from '../../cli/base-command.js';
import { findInput } from '../../cli/input/find-input.js';
import { loadSchedule } from '../../cli/input/load-input.js';
import { type NamedFrame, resolveFrames, writeNames } from '../../cli/pipeline/call-site-lookup.js';
import { ProgressBar } from '../../cli/process/progress.js';
import {
  shareCores,
  type TraceCheck,
  type TracedWorld,
  traceCheck,
  tracedAnswer,
  traceProgram,
  traceRunFlags,
  worldsIn,
} from '../../cli/tracer/trace-run.js';
import { InputError, joinWarnings, LlampError, ModelError, type Warning } from '../../errors.js';
import { buildGraph, type ExecutionGraph } from '../../graph/execution-graph.js';
import { resolveMachine } from '../../machine/machine.js';
import type { SiteFrame, SiteTable } from '../../schedule/program-calls.js';
import type { Schedule } from '../../schedule/schedule.js';

// Names the call sites on the machine of the run, which has its objects unchanged.

/**
 * Writes the names of the call sites of the traces `files` next to them in `folder`. Failures are warnings, because traces
 * are complete without names.
 */
export async function nameTraces(folder: string, files: readonly string[]): Promise<Warning[]> {
  try {
    const sites = await sitesOf(folder, files);
    if (sites !== null) await writeNames(folder, await named(sites));
    return [];
  } catch (error) {
    if (!(error instanceof LlampError)) throw error;
    return [{ code: 'site-names', message: `the call sites have no names (${error.message})` }];
  }
}

/** The same for all worlds of a run, whose folders are within `folder`. */
async function nameWorlds(folder: string, worlds: readonly TracedWorld[]): Promise<Warning[]> {
  const warnings: Warning[] = [];
  for (const world of worlds) {
    const names = world.files.map(({ name }) => basename(name));
    warnings.push(...(await nameTraces(join(folder, world.folder), names)));
  }
  return warnings;
}

/** The binary ones if there are both. */
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

/** Frames of readable objects, each once. */
async function named({ list }: SiteTable): Promise<NamedFrame[]> {
  const frames: SiteFrame[] = list.flatMap((site) => site.frames);
  const objects = await resolveFrames(frames);
  return objects.flatMap(({ object, places }) =>
    [...places].map(([offset, found]) => ({ object, offset, places: found })),
  );
}

/** Most bytes of traces that are read after a run. */
const READ_AT_ONCE = 2 ** 26;

/** What the traces of a run say themselves; nothing if they are large or cannot be read. */
interface Read {
  readonly overhead: CallOverhead | null;
  readonly check: TraceCheck | null;
}

async function readWorld(folder: string, world: TracedWorld): Promise<Read> {
  const bytes = world.files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > READ_AT_ONCE || world.files.length % world.ranks !== 0) return { overhead: null, check: null };
  try {
    const paths = world.files.map(({ name }) => join(folder, name));
    const { schedule, warnings, conversion } = await loadSchedule(
      paths,
      { digest: false },
      new ProgressBar(true),
    );
    const complete = world.files.every(({ finished }) => finished);
    const { graph, problem } = graphOf(schedule);
    const all = joinWarnings({ warnings }, graph).filter((one) => one !== null);
    const check = conversion === undefined ? null : traceCheck(conversion, all, complete, problem);
    return { overhead: graph === null ? null : callOverhead(graph, resolveMachine({}).machine), check };
  } catch (error) {
    if (!(error instanceof LlampError)) throw error;
    return { overhead: null, check: null };
  }
}

function graphOf(schedule: Schedule): {
  readonly graph: ExecutionGraph | null;
  readonly problem: string | null;
} {
  try {
    return { graph: buildGraph(schedule, resolveMachine({}).machine), problem: null };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { graph: null, problem: error.problems[0].what };
  }
}

export default class TraceRunCommand extends LlampCommand {
  static override summary = 'Run an MPI program and record its trace.';
  static override description =
    'Builds the tracer, preloads it before the MPI library of every rank, and runs the command line after --. Works without recompiling, for C, C++ and Fortran, with MPI 3 or later (tested with Open MPI 4.1 and MPICH 4.0).';
  static override examples = [
    '<%= config.bin %> trace run -- mpirun -np 8 ./app',
    '<%= config.bin %> trace run --output traces --clock cpu -- srun -n 64 ./app input.txt',
  ];
  static override strict = false;
  static override runsProgram = true;
  static override flags = traceRunFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(TraceRunCommand);
    const run = await traceProgram(this.behindDashes(argv), flags).catch(async (error: unknown) => {
      // A program that failed leaves traces, too, and its lines are known only until it is built again.
      const folder = resolve(flags.output);
      if (error instanceof InputError) await nameWorlds(folder, worldsIn(folder));
      throw error;
    });
    const unnamed = await nameWorlds(run.folder, run.worlds);
    const { overhead: found, check } = await readWorld(run.folder, run.worlds[0]);
    const overhead = found?.from === 'blocking-sends' && shareCores(run.worlds) ? null : found;
    const traced = { ...run, overhead, check, warnings: joinWarnings(run, ...unnamed) };
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
