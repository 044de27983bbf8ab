/**
 * Random programs that cannot deadlock: operations are made in one global order, a message appends its send and its
 * receive together, and dependencies lead to earlier operations of the same rank only. Costs are small whole numbers,
 * so that paths tie often.
 */
import fc from 'fast-check';
import { buildGraph, type ExecutionGraph } from '../../src/graph/execution-graph.js';
import { type Machine, machineWith, type RendezvousProtocol, SHARINGS } from '../../src/machine/machine.js';
import { homogeneous, type Network } from '../../src/machine/parameters.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { CALC, type Schedule, SEND } from '../../src/schedule/schedule.js';

export interface Op {
  readonly kind: 'calc' | 'send' | 'recv';
  /** ns or bytes. */
  readonly value: number;
  readonly peer: number;
  readonly tag: number;
  /** Operations of the same rank, by place, that come before. */
  readonly after: readonly { readonly op: number; readonly immediate: boolean }[];
}

/** Operations of every rank. */
export type Program = readonly (readonly Op[])[];

export interface Shape {
  readonly seed: number;
  readonly ranks: number;
  readonly operations: number;
  /** Largest calc, ns, and largest message, bytes. */
  readonly largestCalc: number;
  readonly largestMessage: number;
  /** Share of messages, of `irequires` among dependencies, and of operations that wait for more than one. */
  readonly messages: number;
  readonly immediate: number;
  readonly joins: number;
}

/** Numbers in [0, 1) from a seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shapes(operations: number): fc.Arbitrary<Shape> {
  return fc.record({
    seed: fc.integer(),
    ranks: fc.integer({ min: 1, max: 9 }),
    operations: fc.oneof(
      { arbitrary: fc.integer({ min: 1, max: Math.min(operations, 40) }), weight: 1 },
      { arbitrary: fc.integer({ min: 1, max: operations }), weight: 1 },
      { arbitrary: fc.constant(operations), weight: 1 },
    ),
    largestCalc: fc.constantFrom(0, 3, 50, 5_000),
    largestMessage: fc.constantFrom(1, 8, 200),
    messages: fc.constantFrom(0.1, 0.4, 0.9),
    immediate: fc.constantFrom(0, 0.2, 0.6),
    joins: fc.constantFrom(0, 0.3, 0.8),
  });
}

export function programOf(shape: Shape): Program {
  const next = random(shape.seed);
  const upTo = (largest: number): number => Math.floor(next() * (largest + 1));
  const ranks: Op[][] = Array.from({ length: shape.ranks }, () => []);
  const dependencies = (count: number): Op['after'] => {
    if (count === 0 || next() < 0.1) return [];
    const found = new Map<number, boolean>();
    const wanted = next() < shape.joins ? 1 + upTo(3) : 1;
    for (let i = 0; i < wanted; i++) {
      const back = next() < 0.7 ? 1 : 1 + upTo(Math.min(count, 12) - 1);
      found.set(count - back, next() < shape.immediate);
    }
    return [...found].map(([op, immediate]) => ({ op, immediate }));
  };
  const add = (rank: number, kind: Op['kind'], value: number, peer = 0, tag = 0): void => {
    ranks[rank].push({ kind, value, peer, tag, after: dependencies(ranks[rank].length) });
  };
  for (let made = 0; made < shape.operations; made++) {
    const rank = upTo(shape.ranks - 1);
    if (next() >= shape.messages || made + 2 > shape.operations) {
      add(rank, 'calc', upTo(shape.largestCalc));
      continue;
    }
    const peer = upTo(shape.ranks - 1);
    const bytes = upTo(shape.largestMessage);
    const tag = next() < 0.8 ? 0 : upTo(2);
    // A message to oneself needs its receive beside its send: the blocking order of the two would deadlock.
    if (peer === rank) {
      const at = ranks[rank].length;
      add(rank, 'send', bytes, peer, tag);
      const { after } = ranks[rank][at];
      ranks[rank].push({ kind: 'recv', value: bytes + upTo(4), peer: rank, tag, after });
    } else {
      add(rank, 'send', bytes, peer, tag);
      add(peer, 'recv', bytes + upTo(4), rank, tag);
    }
    made++;
  }
  return ranks;
}

/** The program as a schedule, rank by rank in the order of `begin` (default: ascending). */
export function scheduleOf(
  program: Program,
  begin: readonly number[] = program.map((_, rank) => rank),
): Schedule {
  const builder = new ScheduleBuilder(program.length);
  for (const rank of begin) {
    builder.beginRank(rank);
    for (const { kind, value, peer, tag } of program[rank]) {
      if (kind === 'calc') builder.calc(value);
      else if (kind === 'send') builder.send(value, peer, tag);
      else builder.recv(value, peer, tag);
    }
    program[rank].forEach(({ after }, op) => {
      for (const one of after) {
        if (one.immediate) builder.irequires(op, one.op);
        else builder.requires(op, one.op);
      }
    });
  }
  return builder.finish();
}

/** A random order of 0 … n − 1. */
export function shuffled(n: number, seed: number): number[] {
  const next = random(seed);
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** The same program with rank r called `names[r]`. */
export function withRanks(program: Program, names: readonly number[]): Program {
  const renamed: Op[][] = program.map(() => []);
  program.forEach((ops, rank) => {
    renamed[names[rank]] = ops.map((op) => (op.kind === 'calc' ? op : { ...op, peer: names[op.peer] }));
  });
  return renamed;
}

/** The same program with its computations moved to other places in their ranks; messages keep their order. */
export function withCalcsMoved(program: Program, seed: number): Program {
  return program.map((ops, rank) => {
    const order = shuffled(ops.length, seed + rank);
    const messages = ops.flatMap((op, i) => (op.kind === 'calc' ? [] : [i]));
    let taken = 0;
    const from = order.map((i) => (ops[i].kind === 'calc' ? i : messages[taken++]));
    const place = new Array<number>(ops.length);
    from.forEach((old, now) => {
      place[old] = now;
    });
    return from.map((old) => ({
      ...ops[old],
      after: ops[old].after.map(({ op, immediate }) => ({ op: place[op], immediate })),
    }));
  });
}

/** A schedule as GOAL text of other labels, spaces and line ends, to leave the reader's fast path. */
export function untidyGoal(schedule: Schedule, seed: number): string {
  const next = random(seed);
  const gap = (): string => [' ', '  ', '\t', '\r\n', ' /* x */ ', ' // y\n'][Math.floor(next() * 6)];
  const label = (op: number): string => (op % 3 === 0 ? `op_${op}` : `l${op + 1}`);
  let text = `// untidy${gap()}\nnum_ranks${gap()}${schedule.ranks}\n`;
  for (let rank = schedule.ranks - 1; rank >= 0; rank--) {
    text += `rank${gap()}${rank}${gap()}{${gap()}`;
    for (let op = schedule.rankStart[rank]; op < schedule.rankStart[rank + 1]; op++) {
      for (let i = schedule.depStart[op]; i < schedule.depStart[op + 1]; i++) {
        const before = schedule.deps[i] & 0x7fff_ffff;
        const word = before === schedule.deps[i] ? 'requires' : 'irequires';
        text += `${label(op)}${gap()}${word}${gap()}${label(before)}${gap()}`;
      }
      const value = schedule.value[op];
      text += `${label(op)}${gap()}:${gap()}`;
      if (schedule.kind[op] === CALC) text += `calc${gap()}${value}${gap()}`;
      else {
        const [verb, way] = schedule.kind[op] === SEND ? ['send', 'to'] : ['recv', 'from'];
        text += `${verb}${gap()}${value}b${gap()}${way}${gap()}${schedule.peer[op]}${gap()}`;
        text += `tag${gap()}${schedule.tag[op]}${gap()}`;
      }
    }
    text += `}${gap()}`;
  }
  return text;
}

export interface MachineShape {
  readonly L: number;
  readonly o: number;
  readonly G: number;
  readonly S: number;
  readonly protocol: RendezvousProtocol;
  readonly async: number | null;
}

const parameters = {
  L: fc.constantFrom(0, 1, 7, 100, 3_000, 12.5),
  o: fc.constantFrom(0, 1, 5, 500),
  G: fc.constantFrom(0, 1, 0.018, 0.5),
  S: fc.constantFrom(0, 4, 100, Number.POSITIVE_INFINITY),
  protocol: fc.constantFrom<RendezvousProtocol>('rdma-read', 'sync'),
  async: fc.constantFrom(null, null, 0, 20),
};

export function machineOf(shape: MachineShape, network: Network = homogeneous(shape.L, shape.G)): Machine {
  return machineWith(shape, network);
}

/** Machines of one latency and one gap. */
export const machines: fc.Arbitrary<Machine> = fc.record(parameters).map((shape) => machineOf(shape));

/** Machines with several latency and gap classes and routes that count them, some of them through memory. */
export const classMachines: fc.Arbitrary<Machine> = fc
  .record({
    shape: fc.record(parameters),
    latencies: fc.array(fc.constantFrom(1, 2, 10, 700), { minLength: 2, maxLength: 4 }),
    gaps: fc.array(fc.constantFrom(0, 1, 0.25), { minLength: 1, maxLength: 2 }),
    routes: fc.array(
      fc.record({
        counts: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 }),
        constantNs: fc.constantFrom(0, 3, 40),
        copiedAbove: fc.constantFrom(null, 0, 0, 5),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ shape, latencies, gaps, routes }) =>
    machineOf(shape, {
      latencies: latencies.map((latencyNs, k) => ({ name: `class${k}`, latencyNs })),
      gaps: gaps.map((gapNsPerByte, k) => ({ name: `gap${k}`, gapNsPerByte })),
      routes: routes.map(({ counts, constantNs, copiedAbove }, i) => ({
        name: `route${i}`,
        counts: counts.slice(0, latencies.length),
        constantNs,
        gap: i % gaps.length,
        ...(copiedAbove === null ? {} : { copiedAbove }),
      })),
      routeOf: (source, destination) => (source * 3 + destination * 5) % routes.length,
    }),
  );

/** Either, with CPUs and NICs in an order or none, whose orders do not contradict each other. */
export const sharingMachines: fc.Arbitrary<Machine> = fc
  .tuple(
    fc.oneof(machines, classMachines),
    fc.constantFrom(...SHARINGS),
    fc.constantFrom(...SHARINGS),
    fc.constantFrom(0, 5),
  )
  .filter(([, cpu, nic]) => cpu === 'free' || nic === 'free' || cpu === nic)
  .map(([machine, cpu, nic, gap]) => ({ ...machine, cpu, nic, gap }));

/** The graph of a program that runs; null where it deadlocks or its orders contradict each other. */
export function graphOf(schedule: Schedule, machine: Machine): ExecutionGraph | null {
  try {
    return buildGraph(schedule, machine);
  } catch {
    return null;
  }
}
