/** How much noise is to be expected: what falls on each rank, and on the longest path of the program without any. */
import { LANES_AT_ONCE } from './draws.js';
import { choicesFor, Lanes } from './lanes.js';
import { latenciesOf } from './latencies.js';
import { pathOf } from './paths.js';
import { ITEM, type NoiseProgram } from './program.js';
import { jitterOf, type Noise } from './sources.js';

/** Expected values, ns. */
export interface ExpectedNoise {
  /** On the longest path of the program without noise. */
  readonly onPath: number;
  /** Of the rank that has most: on its computations, and on the messages that it receives. */
  readonly ofRank: number;
  /** The same on average over the ranks. */
  readonly ofRanks: number;
}

/** `x`: on the program's axis. */
export function expectedNoise(program: NoiseProgram, noise: Noise, x: number): ExpectedNoise {
  const meanOf = meansOf(program, noise);
  const { costs, op, item, rows } = program;
  const { ranks, peer } = costs.schedule;
  const sums = new Float64Array(ranks);
  for (let r = 0; r < rows; r++) {
    if (item[r] === ITEM.none) continue;
    const rank = item[r] === ITEM.computation ? costs.rank[op[r]] : peer[op[r]];
    sums[rank] += meanOf(r);
  }
  const choices = choicesFor(program, LANES_AT_ONCE);
  const quiet: Noise = { ...noise, jitter: new Map(), computation: null, detours: null };
  new Lanes(program, { noise: quiet, seed: 0, lanes: LANES_AT_ONCE }).play(0, { x, scale: 0 }, choices);
  let onPath = 0;
  for (const { row } of pathOf(program, choices, { lane: 0, lanes: LANES_AT_ONCE })) onPath += meanOf(row);
  return {
    onPath,
    ofRank: sums.reduce((most, sum) => Math.max(most, sum), 0),
    ofRanks: sums.reduce((all, sum) => all + sum, 0) / Math.max(ranks, 1),
  };
}

/** Expected noise of a row, ns. */
function meansOf(program: NoiseProgram, noise: Noise): (row: number) => number {
  const { costs, item, op, places } = program;
  const { network } = costs.machine;
  const jitter = jitterOf(costs.machine, noise).map((one) => one?.mean ?? 0);
  const route = network.routes.map(({ counts }) =>
    counts.reduce((sum, count, k) => sum + count * jitter[k], 0),
  );
  return (row) => {
    const of = op[row];
    if (item[row] === ITEM.none) return 0;
    if (item[row] === ITEM.computation) {
      const work = costs.schedule.value[of] * (places.factors.get(costs.rank[of]) ?? 1);
      return work * (noise.detours?.list.mean ?? 0);
    }
    return route[costs.route(of)] * latenciesOf(program, row).own;
  };
}
