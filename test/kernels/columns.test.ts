/** Matching, order, rows and prices in WebAssembly are those of TypeScript, column by column. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { buildGraph, type ExecutionGraph, forgetOrder, orderFor } from '../../src/graph/execution-graph.js';
import { Arena, useKernels } from '../../src/kernels/arena.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { RECV, type Schedule } from '../../src/schedule/schedule.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { readTraces } from '../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../src/sources/mpi/convert.js';
import { traceSets } from '../../src/sources/rank-files.js';
import { gapAxis, latencyAxis, overheadAxis } from '../../src/timing/axis.js';
import { compile } from '../../src/timing/compile.js';
import { linesOf } from '../../src/timing/line-system.js';
import { Replay } from '../../src/timing/replay.js';
import type { TimingSystem } from '../../src/timing/timing-system.js';
import { channelMachines, randomPrograms, scheduleOf } from '../analysis/random-program.js';
import { among, cases, runs } from '../part.js';
import { sharedPath } from '../shared.js';
import { FIRST } from '../sources/liballprof/traces.js';

afterEach(kernelsAsSet);

const root = fileURLToPath(new URL('../..', import.meta.url));
const eager = logGPS({ L: 3000, o: 5000, G: 0.018 });
const MACHINES: readonly Machine[] = [
  eager,
  { ...eager, rendezvous: 1000 },
  { ...eager, rendezvous: 0, protocol: 'sync' as const, async: 3 },
];

/** Everything that is made of a program, as plain values; an error as its text. */
function made(
  schedule: Schedule,
  machine: Machine,
): { graph: ExecutionGraph; system: TimingSystem } | string {
  try {
    const graph = buildGraph(schedule, machine);
    return { graph, system: compile(graph, machine) };
  } catch (error) {
    return String(error);
  }
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

const isNumbers = (value: unknown): value is Numbers =>
  ArrayBuffer.isView(value) && !(value instanceof DataView);

/** Of the numbers, however wide, as bytes, which are compared faster so. */
const digest = (column: Numbers): string =>
  `${column.length} numbers ${createHash('sha256')
    .update(new Uint8Array(Float64Array.from(column).buffer))
    .digest('hex')}`;

const digests = (columns: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, one]) => [name, isNumbers(one) ? digest(one) : one]),
  );

function columnsOf({ graph, system }: { graph: ExecutionGraph; system: TimingSystem }) {
  const { partner, order, messages } = graph;
  const { graph: _, machine, ...columns } = system;
  const axes = [latencyAxis(machine), gapAxis(machine), overheadAxis(machine)];
  return {
    graph: digests({ partner, order, messages }),
    system: digests(columns),
    lines: axes.map((axis) => digests({ ...linesOf(system, axis), axis: axis.name })),
    times: digests(timesOf(new Replay(graph, machine))),
  };
}

/** When operations start and end, and the path that is critical, in a replay. */
function timesOf(replay: Replay) {
  const { operations, kind } = replay.graph.schedule;
  const all = Array.from({ length: operations }, (_, op) => op);
  return {
    start: Float64Array.from(all, (op) => replay.startOf(op)),
    end: Float64Array.from(all, (op) => replay.endOf(op)),
    meeting: Float64Array.from(all, (op) => (kind[op] === RECV ? replay.meetingOf(op) : 0)),
    last: replay.lastOp(),
    path: replay.criticalPath(),
  };
}

/** Whether kernels made the rows, or an error; all columns are held to be equal. */
function compared(schedule: Schedule, machine: Machine): 'kernel' | 'typescript' | 'error' {
  useKernels(false);
  const wanted = made(schedule, machine);
  const plain = typeof wanted === 'string' ? wanted : columnsOf(wanted);
  useKernels(true, 0);
  const found = made(schedule, machine);
  expect(typeof found === 'string' ? found : columnsOf(found)).toEqual(plain);
  if (typeof found === 'string') return 'error';
  return Arena.holding(found.system.constant) === null ? 'typescript' : 'kernel';
}

describe('columns by kernels', () => {
  it.each(readdirSync(`${root}/goal-samples`).filter((name) => name.endsWith('.goal')))(
    'of %s are the same, and so are its errors',
    (name) => {
      const schedule = parseGoal(readFileSync(`${root}/goal-samples/${name}`));
      const makers = MACHINES.map((machine) => compared(schedule, machine));
      expect(makers).not.toContain('typescript');
      if (name === 'fig4.goal') expect(makers).toEqual(['kernel', 'kernel', 'kernel']);
    },
  );

  it.each(
    cases(['ring-4', 'sweep-4', 'cg-4', 'fft-4', 'jacobi2d-4', 'halo3d-4', 'persist-4'], (name) =>
      /^(cg|persist)/.test(name),
    ),
  )('of the traces %s are the same', async (name) => {
    const folder = `${root}/traces/${name}`;
    const [set] = traceSets(readdirSync(folder));
    const traces = await readTraces(
      set.map(({ name: source, rank }) => ({
        source,
        rank,
        chunks: [gunzipSync(readFileSync(`${folder}/${source}`))],
      })),
    );
    const { schedule } = tracesToSchedule(traces, { ...FIRST, strict: true });
    for (const machine of MACHINES) expect(compared(schedule, machine)).toBe('kernel');
  });

  it('of random programs on several routes are the same', () => {
    let kernels = 0;
    fc.assert(
      fc.property(
        randomPrograms({ ranks: 5, steps: 60 }),
        channelMachines,
        fc.constantFrom(null, 0, 2),
        (program, machine, price) => {
          if (compared(scheduleOf(program), { ...machine, async: price }) === 'kernel') kernels++;
        },
      ),
      { numRuns: runs(300) },
    );
    expect(kernels).toBeGreaterThan(among(250));
  });

  it('of one graph ordered and compiled again for another machine are the same', () => {
    const schedule = parseGoal(readFileSync(`${root}/goal-samples/rendezvous-late-sender.goal`));
    useKernels(true, 0);
    const first = buildGraph(schedule, MACHINES[0]);
    const kept = first.order.slice();
    const systems = MACHINES.map((machine) =>
      columnsOf({ graph: orderFor(first, machine), system: compile(first, machine) }),
    );
    expect(first.order).toEqual(kept);
    forgetOrder(first);
    expect(first.order).not.toBe(kept);
    expect(first.order).toEqual(kept);
    useKernels(false);
    const graph = buildGraph(schedule, MACHINES[0]);
    const { order } = graph;
    expect(graph.order).toBe(order);
    forgetOrder(graph);
    expect(graph.order).not.toBe(order);
    expect(graph.order).toEqual(order);
    expect(systems).toEqual(
      MACHINES.map((machine) =>
        columnsOf({ graph: orderFor(graph, machine), system: compile(graph, machine) }),
      ),
    );
  });

  it('are not made for CPUs and NICs with an order, overheads by size and synchronous sends', () => {
    const schedule = parseGoal(readFileSync(`${root}/goal-samples/ring.goal`));
    const bySize = [
      { bytes: 0, ns: 10 },
      { bytes: 100, ns: 20 },
    ];
    expect(compared(schedule, { ...eager, cpu: 'serial' })).toBe('typescript');
    expect(compared(schedule, { ...eager, nic: 'ordered' })).toBe('typescript');
    expect(compared(schedule, { ...eager, overheadBySize: bySize })).toBe('typescript');
    const synchronous = new Uint8Array(schedule.operations).fill(1);
    expect(compared({ ...schedule, synchronous }, eager)).toBe('typescript');
    expect(compared({ ...schedule, tag: Float64Array.from(schedule.tag) }, eager)).toBe('typescript');
    expect(compared(schedule, eager)).toBe('kernel');
  });

  const folder = sharedPath('data/goal');
  it.skipIf(folder === undefined).each(
    folder === undefined
      ? []
      : cases(
          readdirSync(folder).filter((name) => name.endsWith('.goal.gz')),
          (name) => /^(cg-4|lulesh-8)\./.test(name),
        ),
  )('of %s are the same', { timeout: 120_000 }, (name) => {
    const text = gunzipSync(readFileSync(`${folder}/${name}`));
    const schedule = parseGoal(text, { sizeHint: text.length });
    expect(compared(schedule, { ...eager, rendezvous: 4096 })).toBe('kernel');
  });
});
