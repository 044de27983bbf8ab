/** A program run with injected latency, once or often: built, launched, and what its rank 0 left told. */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError, UsageError, type Warning } from '../../errors.js';
import { type InjectRunFlags, injectAsked } from '../flags/inject.js';
import { streams } from '../output/streams.js';
import { tracerLibrary } from './build.js';
import { launchOf, preloaded } from './launch.js';
import { writePlanOf } from './plan-file.js';
import { run } from './process.js';
import { releaseWarnings } from './releases.js';
import { type RunResult, readResult } from './result.js';
import { wordsOut } from './words.js';

/** One run. */
export interface InjectedRun {
  /** As the user gave it, in ns. */
  readonly latency: number;
  readonly repeat: number;
  readonly result: RunResult;
}

export interface InjectedRuns {
  readonly runs: readonly InjectedRun[];
  readonly warnings: readonly Warning[];
}

/**
 * Runs `words` with each latency, as often as the flags say, in turn; `told` hears of each run. Their output goes where
 * ours goes. Throws UsageError and InputError for flags, traces and programs that cannot be run so, and LimitError where
 * the tracer can't be built.
 */
export async function injectProgram(
  words: readonly string[],
  flags: InjectRunFlags,
  told: (one: InjectedRun) => void,
): Promise<InjectedRuns> {
  if (words.length === 0)
    throw new UsageError('no program given', 'name it behind --, with its launcher: -- mpirun -np 4 ./app');
  const asked = injectAsked(flags);
  const work = mkdtempSync(join(tmpdir(), 'llamp-inject-'));
  try {
    const variables = await injectedVariables(words, flags, work);
    const runs: InjectedRun[] = [];
    for (const { latency, repeat } of inTurn(asked.latencies, flags.repeat)) {
      const own = { [flags.added ? 'LLAMP_ADD' : 'LLAMP_L']: String(latency) };
      const result = await runOnce(words, { ...variables, ...own }, flags, join(work, 'result.json'));
      const one = { latency, repeat, result };
      told(one);
      runs.push(one);
    }
    return { runs, warnings: warningsOf(runs, flags) };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Up and down the list: what changes with time does not look like an effect of latency. */
function* inTurn(
  latencies: readonly number[],
  repeats: number,
): Generator<{ readonly latency: number; readonly repeat: number }> {
  for (let repeat = 0; repeat < repeats; repeat++)
    for (const latency of repeat % 2 === 0 ? latencies : [...latencies].reverse()) yield { latency, repeat };
}

/**
 * The tracer's variables for runs of `words` that flags ask for, but the latency: its library and plan are made in `work` where they
 * are not given.
 */
export async function injectedVariables(
  words: readonly string[],
  flags: InjectRunFlags,
  work: string,
): Promise<Record<string, string>> {
  const { variables } = injectAsked(flags);
  const plan = join(work, 'collectives.plan');
  if (flags.trace !== undefined) await writePlanOf(flags.trace, flags.collective ?? [], flags.quiet, plan);
  const library = await tracerLibrary(words, flags, work);
  return {
    ...variables,
    ...preloaded(library),
    LLAMP_COLLECTIVES: flags.trace === undefined ? 'library' : plan,
    LLAMP_RESULT: join(work, 'result.json'),
  };
}

async function runOnce(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
  flags: InjectRunFlags,
  path: string,
): Promise<RunResult> {
  rmSync(path, { force: true });
  const { words: launched, env } = await launchOf(words, variables);
  const ended = await run(launched, { env, input: streams().input, ...wordsOut(flags.json) });
  if (ended === undefined)
    throw new InputError({ what: `there is no program '${words[0]}'`, mend: 'check its name and the PATH' });
  if (ended.code !== 0)
    throw new InputError({
      what: `the program ended with ${ended.signal ?? `exit code ${ended.code}`}`,
      mend: 'its own words, and those of the tracer, stand above',
    });
  return readResult(path);
}

function warningsOf(runs: readonly InjectedRun[], flags: InjectRunFlags): Warning[] {
  const released = releaseWarnings(runs.map(({ result }) => result));
  return [...passedOn(runs), ...released, ...oversubscribed(runs, flags)];
}

/** Calls that went as fast as the machine's own network. */
function passedOn(runs: readonly InjectedRun[]): Warning[] {
  const [{ result }] = runs;
  const list = Object.entries(result.undelayed).map(([name, calls]) => `${calls} ${name}`);
  if (list.length === 0) return [];
  const mend = result.collectives === 'library' ? '; with --trace collectives are delayed' : '';
  const message = `not delayed, but passed on (calls of all ranks): ${list.join(', ')}${mend}`;
  return [{ code: 'inject-undelayed', message }];
}

/** Ranks that share cores compute longer than in their trace. */
function oversubscribed(runs: readonly InjectedRun[], { dilate }: InjectRunFlags): Warning[] {
  const [{ result }] = runs;
  const cores = availableParallelism();
  // Those of other nodes are taken to be as many.
  if (result.ranks <= result.nodes * cores || Number(dilate) > 1) return [];
  const message = `${result.ranks} ranks on ${cores} cores: computation takes longer than on a core of its own; --dilate makes it last as long on all`;
  return [{ code: 'inject-oversubscribed', message }];
}
