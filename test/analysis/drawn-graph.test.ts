/** Graphs that are drawn: one by hand, and others held against the text of their GOAL files. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type DrawnGraph,
  type DrawnNode,
  drawnGraph,
  drawnOperations,
} from '../../src/analysis/drawn-graph.js';
import { Model } from '../../src/analysis/model.js';
import { logGPS } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { convert } from '../sources/liballprof/traces.js';

const L = 500;
const O = 40;
const G = 5;
const textOf = (name: string): string =>
  readFileSync(new URL(`../../goal-samples/${name}.goal`, import.meta.url), 'utf8');

async function graphOf(text: string, o = O, ranks?: readonly number[]): Promise<DrawnGraph> {
  const schedule = parseGoal(text);
  const model = await Model.of(schedule, logGPS({ L, o, G }), { engine: 'sweep' });
  return drawnGraph(model, ranks ?? [...Array(schedule.ranks).keys()]);
}

/** Of every operation in the order of its rank: `label words`, and how many words of a kind there are. */
function written(text: string) {
  const lines = text.split('\n').map((line) => line.replace(/\/\/.*/, '').trim());
  const operations = lines.flatMap((line) => /^(\w+): (calc|send|recv) (\d+)/.exec(line)?.slice(1) ?? []);
  const count = (word: RegExp): number => lines.filter((line) => word.test(line)).length;
  return {
    operations: Array.from({ length: operations.length / 3 }, (_, i) => operations.slice(3 * i, 3 * i + 3)),
    requires: count(/^\w+ requires /),
    irequires: count(/^\w+ irequires /),
    sends: count(/^\w+: send /),
  };
}

/** Longest path by the labels of messages and the durations in the file: every start waits for all edges into it. */
function longest({ nodes, edges }: DrawnGraph, durations: readonly number[]): number {
  const byOp = new Map(nodes.map((node, i) => [node.op, { node, i }]));
  const starts = new Map<number, number>();
  const ends = new Map<number, number>();
  const pay = (label: string): number => {
    const [, l = '', , g = '0'] = /^(?:(\d*) ?L)?( \+ )?(?:(\d*) ?G)?$/.exec(label) ?? [];
    return (l === '' ? 1 : Number(l)) * L + (g === '' ? 1 : Number(g)) * G;
  };
  const visit = (node: DrawnNode): void => {
    const into = edges.filter(({ to }) => to === node.op);
    // What follows the start of a send waits for its o.
    const started = (from: number): number =>
      (starts.get(from) ?? Number.NaN) + (byOp.get(from)?.node.kind === 'send' ? O : 0);
    const at = ({ from, kind }: (typeof into)[number]): number =>
      kind === 'irequires' ? started(from) : (ends.get(from) ?? Number.NaN);
    const posted = Math.max(0, ...into.filter(({ kind }) => kind !== 'message').map(at));
    const came = into.filter(({ kind }) => kind === 'message').map((edge) => at(edge) + pay(edge.label));
    const takes = node.kind === 'calc' ? durations[byOp.get(node.op)?.i ?? 0] : O;
    starts.set(node.op, posted);
    ends.set(node.op, Math.max(posted, ...came) + takes);
  };
  // As often as there are operations: by then all have what they wait for.
  for (let round = 0; round < nodes.length; round++) for (const node of nodes) visit(node);
  return Math.max(...ends.values());
}

describe('the graph of Fig. 4', () => {
  it('has its operations, their times, and what the message pays', async () => {
    const { nodes, edges, runtime, left } = await graphOf(textOf('fig4'), 0);
    expect(runtime).toBe(2515);
    expect(left).toBe(0);
    expect(nodes.map(({ rank, name, what, start, end }) => [rank, name, what, start, end])).toEqual([
      [0, 'l1', '1 µs', 0, 1000],
      [0, 'l2', 'send 4 B to 1', 1000, 1000],
      [0, 'l3', '1 µs', 1000, 2000],
      [1, 'l1', '500 ns', 0, 500],
      [1, 'l2', 'recv 4 B from 0', 500, 1515],
      [1, 'l3', '1 µs', 1515, 2515],
    ]);
    expect(nodes.map(({ critical }) => critical)).toEqual([true, true, false, false, true, true]);
    expect(edges.map(({ from, to, kind, label, critical }) => [from, to, kind, label, critical])).toEqual([
      [0, 1, 'requires', '', true],
      [1, 2, 'requires', '', false],
      [3, 4, 'requires', '', false],
      [1, 4, 'message', 'L + 3 G', true],
      [4, 5, 'requires', '', true],
    ]);
  });

  it('leaves out the messages of ranks that are not drawn, and says so', async () => {
    const { nodes, edges, left } = await graphOf(textOf('fig4'), 0, [1]);
    expect(nodes.map(({ rank }) => rank)).toEqual([1, 1, 1]);
    expect(edges.map(({ kind }) => kind)).toEqual(['requires', 'requires']);
    expect(left).toBe(1);
  });
});

describe.each([
  'eager',
  'head-to-head',
  'late-receiver',
  'late-sender',
  'overlap',
  'ping-pong',
  'ring',
  'tags',
  'three-slopes',
])('the graph of %s.goal', (name) => {
  it('has all that the file has, and its longest path is T', async () => {
    const text = textOf(name);
    const graph = await graphOf(text);
    const { operations, requires, irequires, sends } = written(text);
    const kinds = graph.edges.map(({ kind }) => kind);
    const count = (kind: string): number => kinds.filter((one) => one === kind).length;
    expect(graph.nodes.map(({ name: own, kind }) => [own, kind])).toEqual(
      operations.map(([label, kind]) => [label, kind]),
    );
    expect([count('requires'), count('irequires'), count('message')]).toEqual([requires, irequires, sends]);
    const durations = operations.map(([, , value]) => Number(value));
    expect(longest(graph, durations)).toBeCloseTo(graph.runtime, 6);
  });

  it('has a critical path that hangs together from a start at 0 to the end', async () => {
    const { nodes, edges, runtime } = await graphOf(textOf(name));
    const critical = nodes.filter((one) => one.critical);
    const followed = new Set(edges.filter((one) => one.critical).map(({ to }) => to));
    expect(critical.filter(({ op }) => !followed.has(op)).map(({ start }) => start)).toEqual([0]);
    expect(Math.max(...critical.map(({ end }) => end))).toBeCloseTo(runtime, 6);
  });
});

it('names the calls of traces, with their places', async () => {
  const send = 'MPI_Send:110:1:1:D:1:5:W:111';
  const { schedule } = await convert([[send], ['MPI_Recv:110:1:1:D:0:5:W:0:111']]);
  const model = await Model.of(schedule, logGPS({ L, o: O, G }));
  const { nodes } = drawnGraph(model, [0, 1]);
  expect(nodes.map(({ name }) => name)).toEqual([
    ...['MPI_Send#1', 'before MPI_Send#1', 'before MPI_Finalize'],
    ...['MPI_Recv#1', 'before MPI_Recv#1', 'before MPI_Finalize'],
  ]);
  expect(nodes[0].details).toBe('rank 0, MPI_Send#1: send 8b to 1 tag 5 (rank0:6)');
  expect(drawnOperations(schedule, [1])).toBe(3);
});
