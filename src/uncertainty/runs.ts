/** Several runs of one program: the same question of each, and how far the answers lie apart. */
import { InputError, type Warning } from '../errors.js';
import type { Schedule } from '../schedule/schedule.js';
import { type FigureQuantile, type Figures, quantilesOf } from './figures.js';

/** One run, asked. */
export interface AskedRun {
  readonly source: string;
  readonly schedule: Pick<Schedule, 'ranks' | 'kind' | 'peer' | 'rankStart'>;
  readonly figures: Figures;
}

/** Least, quartiles, largest. */
export const RUN_SHARES = [0, 0.25, 0.5, 0.75, 1] as const;

/** Quantiles of each figure over the runs; nothing is averaged. */
export interface RunsUncertainty {
  readonly quantiles: readonly FigureQuantile[];
  readonly warnings: readonly Warning[];
}

/** Fewer have no quartiles worth the name. */
const ENOUGH = 5;

/** Throws InputError for runs of different numbers of ranks. Warns where the first and another do not do the same. */
export function runsUncertainty(runs: readonly AskedRun[]): RunsUncertainty {
  const [first] = runs;
  const other = runs.find(({ schedule }) => schedule.ranks !== first.schedule.ranks);
  if (other !== undefined)
    throw new InputError({
      what: `${first.source} has ${first.schedule.ranks} ranks, ${other.source} ${other.schedule.ranks}`,
      mend: 'name runs of one size: other sizes tell of scaling',
    });
  const differing = runs.filter(({ schedule }) => !sameOperations(first.schedule, schedule));
  return {
    quantiles: quantilesOf(
      runs.map(({ figures }) => figures),
      RUN_SHARES,
    ),
    warnings: [...(differing.length === 0 ? [] : [differ(first, differing)]), ...fewRuns(runs.length)],
  };
}

/** Whether every rank computes, sends and receives in the same order, to and from the same ranks. */
function sameOperations(one: AskedRun['schedule'], other: AskedRun['schedule']): boolean {
  return (['rankStart', 'kind', 'peer'] as const).every(
    (column) =>
      one[column].length === other[column].length &&
      one[column].every((value, i) => value === other[column][i]),
  );
}

const differ = (first: AskedRun, others: readonly AskedRun[]): Warning => ({
  code: 'runs-differ',
  message: `${others.map(({ source }) => source).join(', ')}: other calls than in ${first.source}; the spread is of more than times`,
});

const fewRuns = (runs: number): Warning[] =>
  runs >= ENOUGH
    ? []
    : [
        {
          code: 'few-runs',
          message: `${runs} runs hardly tell how far runs lie apart: five or more do better`,
        },
      ];
