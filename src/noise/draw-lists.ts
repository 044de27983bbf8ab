/** What messages draw, as lists that kernels read: messages of one route and protocol share them. */
import { COMPUTES } from '../kernels/lanes.js';
import { latenciesOf } from './latencies.js';
import { ITEM, type NoiseProgram } from './program.js';

/** Draws of latencies [first, end) of a class. */
export interface Draw {
  readonly group: number;
  readonly first: number;
  readonly end: number;
}

/** Lists of a route: of the latencies that are paid after `before` others. */
interface Known {
  readonly before: number;
  readonly own: number;
  readonly list: number;
}

/** Which list each noisy row draws from, and the lists. */
export interface DrawLists {
  /** [items + 1] by noisy row, in their order; the first is none. */
  readonly list: Uint32Array;
  readonly lists: readonly (readonly Draw[])[];
}

/** `noisy`: [latency classes] whether there is jitter of it. */
export function drawLists(program: NoiseProgram, noisy: readonly boolean[]): DrawLists {
  const { item, rows, costs } = program;
  const { routes } = costs.machine.network;
  const known: Known[][] = routes.map(() => []);
  const lists: Draw[][] = [];
  const list = new Uint32Array(1 + item.reduce((sum, one) => sum + (one === ITEM.none ? 0 : 1), 0));
  let items = 0;
  for (let r = 0; r < rows; r++) {
    if (item[r] === ITEM.none) continue;
    items++;
    if (item[r] === ITEM.computation) list[items] = COMPUTES;
    else {
      const { send, before, own } = latenciesOf(program, r);
      const route = costs.route(send);
      let found = known[route].find((one) => one.before === before && one.own === own);
      if (found === undefined) {
        found = { before, own, list: lists.length };
        known[route].push(found);
        lists.push(drawsOf(routes[route].counts, noisy, found));
      }
      list[items] = found.list;
    }
  }
  return { list, lists };
}

function drawsOf(counts: readonly number[], noisy: readonly boolean[], { before, own }: Known): Draw[] {
  return counts
    .map((count, group) => ({ group, first: before * count, end: (before + own) * count }))
    .filter(({ group, first, end }) => noisy[group] && end > first);
}
