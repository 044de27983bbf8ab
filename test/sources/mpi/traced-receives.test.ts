/** Receives from any source in traces that say what each took: by arrival, unless the program cannot have gone on so. */
import { describe, expect, it } from 'vitest';
import { buildGraph, dependsOnPrices } from '../../../src/graph/execution-graph.js';
import { logGPS } from '../../../src/machine/machine.js';
import { simulate } from '../../../src/simulation/simulate.js';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { file } from '../liballprof/traces.js';

const rankText = (lines: readonly string[], rank: number): string =>
  [
    "# htor's PMPI Tracer 1.1 Output File",
    ...['# llamp-trace 3', '# proc-null: -2', `# rank: ${rank}`, '# ranks: 4'],
    'MPI_Init:-:0:0:0.000',
    ...lines.map((line) => line.replace(/:W(?=:)/, `:1,${rank},4`)),
    'MPI_Finalize:1000:-',
    '',
  ].join('\n');

const message = (name: string, at: number, peer: number, tag: number): string =>
  `MPI_${name}:${at}:0:1:0,8,8:${peer}:${tag}:W:${name === 'Recv' ? '0:' : ''}${at}`;
/** A receive from any source that took the message of `source`. */
const any = (at: number, source: number, tag: number): string[] => [
  message('Recv', at, -1, tag),
  `#matched: ${source},${tag}`,
];
/** A master takes a worker's result from any source, then talks to this worker. */
const task = (at: number, worker: number, between: readonly string[]): string[] => [
  ...any(at, worker, 17),
  ...between,
  message('Recv', at + 1, worker, 16),
  message('Ssend', at + 2, worker, 14),
];
const worker = (at: number): string[] => [
  message('Ssend', at, 0, 17),
  message('Send', at, 0, 16),
  message('Recv', at, 0, 14),
];

const MACHINE = logGPS({ L: 1000, o: 0, G: 0, S: 1e9 });

/** The graph of a program that can be simulated, too. */
async function graphOf(...ranks: readonly (readonly string[])[]) {
  const files = [0, 1, 2, 3].map((rank) => file(`rank${rank}`, rankText(ranks[rank] ?? [], rank), rank));
  const { schedule } = tracesToSchedule(await readTraces(files));
  const graph = buildGraph(schedule, MACHINE);
  expect(simulate(schedule, MACHINE).runtime).toBeGreaterThan(0);
  return graph;
}

/** In the run, worker 2 was first; by the model, worker 1 is. `told`: the master tells rank 3 between. */
const farm = (between: (at: number) => readonly string[], told = false) => {
  const told3 = told ? [message('Recv', 10, 0, 5), message('Recv', 20, 0, 5)] : [];
  return graphOf([...task(10, 2, between(10)), ...task(20, 1, between(20))], worker(10), worker(90), told3);
};

describe('a receive from any source', () => {
  it('takes the message of the trace where the rank names its source next', async () => {
    const graph = await farm(() => []);
    expect(graph).toMatchObject({ wildcardGuesses: 0, wildcardsTraced: { named: 2, cyclic: 0 } });
    expect(graph.warnings.map(({ message: text }) => text)).toEqual([
      '2 wildcard receives were matched as traced, because the rank names the source next',
    ]);
    expect(dependsOnPrices(graph)).toBe(false);
  });

  it('passes over waits for sends, posted receives and starts of them', async () => {
    const graph = await farm((at) => [
      `MPI_Irecv:${at}:0:1:0,8,8:-2:5:W:64:${at}`,
      `#handles: 0`,
      `MPI_Wait:${at}:64:0:${at}`,
      '#handles: 0',
    ]);
    expect(graph.wildcardsTraced).toEqual({ named: 2, cyclic: 0 });
  });

  it('takes it where the order of arrival does not go on', async () => {
    const graph = await farm((at) => [message('Send', at, 3, 5)], true);
    expect(graph.wildcardsTraced.named).toBe(0);
    expect(graph.wildcardsTraced.cyclic).toBeGreaterThan(0);
    expect(graph.warnings.map(({ message: text }) => text)).toEqual([
      expect.stringMatching(/matched as traced, because the order of arrival ends in a deadlock$/),
    ]);
    expect(dependsOnPrices(graph)).toBe(true);
  });

  it('otherwise takes the first to arrive', async () => {
    const lines = [...any(10, 2, 17), ...any(20, 1, 17), message('Send', 30, 3, 5)];
    const senders = [[message('Send', 10, 0, 17)], [message('Send', 90, 0, 17)]];
    const graph = await graphOf(lines, ...senders, [message('Recv', 10, 0, 5)]);
    expect(graph).toMatchObject({ wildcardGuesses: 2, wildcardsTraced: { named: 0, cyclic: 0 } });
    const { schedule, partner } = graph;
    const first = schedule.rankStart[0];
    expect(schedule.rankStart.findIndex((start) => start > partner[first]) - 1).toBe(1);
  });
});
