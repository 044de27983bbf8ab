/** Maps of the fastest algorithm over latency and size, as flags ask: one for each number of ranks. */
import { crossoverMap } from '../../analysis/crossover-map/map.js';
import { UsageError } from '../../errors.js';
import { type Axis, latencyAxis } from '../../timing/axis.js';
import { type CrossoversAsked, type CrossoversFlags, crossoversAsked } from '../flags/crossovers.js';
import { parseList, parseRange } from '../flags/parameters.js';
import { LATENCY_RANGE } from '../flags/question.js';
import { describeMachine } from '../machine/text.js';
import type { Answer } from '../output/answer.js';
import type { Plots } from '../output/plot.js';
import type { ProgressBar } from '../output/progress.js';
import { toPerson } from '../output/streams.js';
import { withProgress } from '../pipeline/pipeline.js';
import { candidateNames, crossoversView, type MapOfRanks } from '../present/crossover-map.js';
import { checkMachine, machineFor } from '../workers/evaluator.js';

/** The answer and its picture. */
export interface CrossoversAnswer {
  readonly answer: Answer;
  readonly picture: (plots: Plots) => string;
}

/** Where a map ends, and where its borders are sought: latencies on its axis, ns. */
const FACTOR = 10;
const RELATIVE_RANGE = '+0..+100us';

/** Throws UsageError, InputError and LimitError. */
export async function crossoversAnswer(flags: CrossoversFlags): Promise<CrossoversAnswer> {
  const asked = crossoversAsked(flags);
  await checkMachine(flags);
  const maps = await withProgress(flags.quiet, async (progress) => {
    const found: MapOfRanks[] = [];
    for (const ranks of asked.ranks) found.push(await mapFor(asked, ranks, flags, progress));
    return found;
  });
  const { collective } = asked;
  const names = candidateNames(collective, asked.candidates);
  return {
    answer: crossoversView(asked, flags.root ?? 0, maps),
    picture: ({ crossoverMapPlot }) => crossoverMapPlot(maps, { collective, names }),
  };
}

async function mapFor(
  asked: CrossoversAsked,
  ranks: number,
  flags: CrossoversFlags,
  progress: ProgressBar,
): Promise<MapOfRanks> {
  const resolved = await machineFor({ ...flags, sharing: 'ordered' }, ranks);
  if (flags['print-machine']) toPerson(describeMachine(resolved));
  const axis = latencyAxis(resolved.machine);
  const [low, high] = rangeOn(axis, flags);
  const at = parseList(axis, flags.at, '--at', flags.unit).map((value) => value - axis.base);
  let priced = 0;
  const map = await crossoverMap(
    resolved.machine,
    { ...asked, ranks, root: flags.root ?? 0, low: low - axis.base, high: high - axis.base, at },
    () => progress.update(`${ranks} ranks: sizes priced: ${++priced}`, 0, 0),
  );
  return { ranks, resolved, axis, low, high, at, map };
}

function rangeOn(axis: Axis, { 'latency-range': range, unit }: CrossoversFlags): readonly [number, number] {
  if (range !== undefined) return parseRange(axis, range, LATENCY_RANGE, unit);
  if (axis.relative) return parseRange(axis, RELATIVE_RANGE, LATENCY_RANGE);
  if (axis.base > 0) return [axis.base / FACTOR, axis.base * FACTOR];
  throw new UsageError('the latency of the machine is 0', `say which are mapped: ${LATENCY_RANGE} 0..100us`);
}
