/** What the flags want written for a library: the search among its own algorithms, and what of it is worth a rule. */
import { type Trial, type TuneResult, tune } from '../../analysis/tune.js';
import { collectiveFlags, type TuneChoice } from '../../analysis/tune-choices.js';
import { chosenForms, emitChoices, pointOf, unboundCalls } from '../../analysis/tuning-file/choices.js';
import type { TuningLibrary } from '../../analysis/tuning-file/library.js';
import { worthwhile } from '../../analysis/tuning-file/worthwhile.js';
import type { CollectiveName } from '../../collectives/names.js';
import { UsageError } from '../../errors.js';
import type { CollectiveSize, Program } from '../../sources/program.js';
import { type EmitAsked, emitAsked, type TuneFlags } from '../flags/tune.js';
import { writeFileWhole } from '../output/files.js';
import { type Emitted, emittedFiles } from '../present/tune-emit.js';
import type { VariantOutcome } from '../workers/plan.js';
import type { VariantPool } from '../workers/pool.js';

/** What all files rest on. */
export interface EmitGround {
  readonly program: Program;
  /** Calls whose algorithm is open. */
  readonly calls: readonly CollectiveSize[];
  /** The least runtime that any algorithm gives. */
  readonly best: Trial;
  readonly percent: number;
  readonly flags: TuneFlags;
  /** Outcomes of choices of algorithms, beside what the user has chosen. */
  readonly evaluate: (chosen: readonly (readonly string[])[]) => ReturnType<VariantPool['evaluate']>;
}

/** Runtimes that are no further apart, relative, are the same. */
const SAME = 1e-9;

/** Writes every file that is asked for. Throws all that LlampError is; then none of the files is written. */
export async function emitFiles(ground: EmitGround): Promise<Emitted[]> {
  const { files, leastGain, date } = emitAsked(ground.flags);
  const list: Emitted[] = [];
  for (const asked of files) list.push(await emit(ground, asked, leastGain));
  for (const one of list) {
    const taken = ground.flags.collective ?? [];
    for (const { file, text } of emittedFiles(one, { source: ground.program.info.source, date, taken }))
      await writeFileWhole(file, [new TextEncoder().encode(text)]);
  }
  return list;
}

async function emit(ground: EmitGround, { library, file }: EmitAsked, leastGain: number): Promise<Emitted> {
  const { calls, flags } = ground;
  const choices = emitChoices(library, calls, flags['size-classes']);
  const [found] = (await searched(ground, library, choices)).found;
  const chosen = pointOf(choices, found.flags);
  const names = [...new Set(choices.filter((_, i) => chosen[i] > 0).map(({ collective }) => collective))];
  const flagsWith = (tuned: readonly CollectiveName[]): string[] =>
    flagsOf(library, choices, pointWith(choices, chosen, tuned));
  const worth = await worthwhile(names, leastGain, async (lists) =>
    (await ground.evaluate(lists.map(flagsWith))).map(priced),
  );
  const [own, tuned] = await ground.evaluate([[library.own], flagsWith(worth.kept)]);
  const unbound = unboundCalls(calls);
  return {
    library,
    file,
    leastGain,
    ownRuntime: priced(own),
    runtime: priced(tuned),
    machine: tuned.machine,
    ranks: tuned.counts.ranks,
    gains: worth.gains,
    forms: chosenForms(library, choices, pointWith(choices, chosen, worth.kept), calls),
    better: isLess(ground.best, found) ? betterElsewhere(library, choices, ground.best.flags) : [],
    unbound,
    unnamed: unnamed(calls, choices, unbound),
  };
}

/** The search of tune itself, among what the library has. */
function searched(
  ground: EmitGround,
  library: TuningLibrary,
  choices: readonly TuneChoice[],
): Promise<TuneResult> {
  return tune(choices, {
    most: ground.flags.max,
    percent: ground.percent,
    evaluate: async (list) =>
      (await ground.evaluate(list.map((chosen) => [...chosen, library.own]))).map((outcome) => ({
        runtime: priced(outcome),
        // Only the runtime is sought.
        within: () => 0,
      })),
  });
}

/** Throws a UsageError for what the model cannot price: it would be a guess. */
function priced({ support, result }: VariantOutcome): number {
  if (support.reason === null) return result.runtime;
  throw new UsageError(
    `--emit would write what the model cannot price: ${support.reason}`,
    'leave --cpu and --nic at what tune takes by default',
  );
}

const pointWith = (
  choices: readonly TuneChoice[],
  point: readonly number[],
  tuned: readonly CollectiveName[],
): number[] => choices.map(({ collective }, i) => (tuned.includes(collective) ? point[i] : 0));

const flagsOf = (
  library: TuningLibrary,
  choices: readonly TuneChoice[],
  point: readonly number[],
): string[] => [...collectiveFlags(choices, point), library.own];

const isLess = (one: Trial, other: Trial): boolean => one.score.runtime < other.score.runtime * (1 - SAME);

/** Choices of the best that the library has no counterpart of, as flags. */
function betterElsewhere(
  library: TuningLibrary,
  choices: readonly TuneChoice[],
  best: readonly string[],
): string[] {
  const places = pointOf(choices, best);
  return best.filter((text) => {
    const at = choices.findIndex(({ collective }) => text.startsWith(`${collective}=`));
    return at >= 0 && !text.includes(`=${library.own}`) && places[at] === 0;
  });
}

const unnamed = (
  calls: readonly CollectiveSize[],
  choices: readonly TuneChoice[],
  unbound: ReadonlyMap<CollectiveName, number>,
): CollectiveName[] => [
  ...new Set(
    calls
      .map(({ collective }) => collective)
      .filter((name) => !choices.some(({ collective }) => collective === name) && !unbound.has(name)),
  ),
];
