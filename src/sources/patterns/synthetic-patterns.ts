/** Synthetic patterns: what every rank runs, each pattern by its name, and the schedules that they make. */

import { type CollectiveSpec, chooseAlgorithm, parseCollectiveSpec } from '../../collectives/choice.js';
import {
  COLLECTIVES,
  type CollectiveAlgorithm,
  type CollectiveCall,
  type CollectiveName,
} from '../../collectives/collective-algorithm.js';
import { emitCollective } from '../../collectives/emit.js';
import { namesInstead, UsageError } from '../../errors.js';
import { ScheduleBuilder } from '../../schedule/builder.js';
import type { MemoryGuard, Schedule } from '../../schedule/schedule.js';
import { randomBelow, shuffled } from './random.js';

/** Size and repetition of a synthetic program. */
export interface PatternOptions {
  /** Number of ranks, at least 1. */
  readonly ranks: number;
  /** Bytes of a message; of collectives, their unit (CollectiveCall.bytes). Default 8. */
  readonly bytes?: number;
  /** How often the pattern is repeated. Default 1. */
  readonly iterations?: number;
  /** Computation before each step of each rank, ns. Default 0. */
  readonly computeNs?: number;
  /** Of random patterns. Default 1. */
  readonly seed?: number;
  /** Root of collectives that have one. Default 0. */
  readonly root?: number;
  /** Ranks along each axis of a grid; their product is `ranks`. Default: as near to a square or cube as it goes. */
  readonly dims?: readonly number[];
}

/** {@link PatternOptions} with their defaults filled in. */
export type PatternSettings = Required<Omit<PatternOptions, 'dims'>> & Pick<PatternOptions, 'dims'>;

function whole(name: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  throw new UsageError(`${name} of a pattern is ${value}`, `give a whole number ${range}`);
}

/** Options with their defaults. Throws a UsageError for values that make no pattern. */
export function patternSettings(options: PatternOptions): PatternSettings {
  const ranks = whole('ranks', options.ranks, 1, 2 ** 31 - 1);
  const computeNs = options.computeNs ?? 0;
  if (!(computeNs >= 0 && Number.isFinite(computeNs))) {
    throw new UsageError(`computation of a pattern is ${computeNs} ns`, 'give a time from 0');
  }
  return {
    ranks,
    bytes: whole('bytes', options.bytes ?? 8, 0),
    iterations: whole('iterations', options.iterations ?? 1, 1),
    computeNs,
    seed: whole('seed', options.seed ?? 1, 0, 2 ** 32 - 1),
    root: whole('root', options.root ?? 0, 0, ranks - 1),
    ...(options.dims === undefined ? {} : { dims: options.dims }),
  };
}

/** One message of an exchange. */
export interface Message {
  readonly to?: number;
  readonly from?: number;
  readonly bytes: number;
  readonly tag: number;
}

/** One rank of a synthetic program, written as a program is: each step follows the one before. */
export class RankProgram {
  readonly rank: number;
  readonly #builder: ScheduleBuilder;
  #last = -1;

  constructor(builder: ScheduleBuilder, rank: number) {
    this.#builder = builder;
    this.rank = rank;
  }

  /** A computation; written also when it takes no time, as traces do. */
  compute(ns: number): void {
    this.#follow(this.#builder.calc(ns));
  }

  /** A blocking send. */
  send(bytes: number, to: number, tag: number): void {
    this.#follow(this.#builder.send(bytes, to, tag));
  }

  /** A blocking receive. */
  recv(bytes: number, from: number, tag: number): void {
    this.#follow(this.#builder.recv(bytes, from, tag));
  }

  /** Nonblocking messages, all posted together, and a wait for all of them. */
  exchange(messages: readonly Message[]): void {
    const ops = messages.map(({ to, from, bytes, tag }) =>
      to === undefined ? this.#builder.recv(bytes, from ?? 0, tag) : this.#builder.send(bytes, to, tag),
    );
    this.#join(ops, ops);
  }

  /** A collective of all ranks. */
  collective(algorithm: CollectiveAlgorithm, call: CollectiveCall, tag: number): void {
    const { first, last } = emitCollective(this.#builder, algorithm, call, { ranks: null, tag });
    this.#join(first, last);
  }

  #join(first: readonly number[], last: readonly number[]): void {
    const before = this.#last;
    if (before >= 0) for (const op of first) this.#builder.requires(op, before);
    const join = this.#builder.calc(0);
    for (const op of last) this.#builder.requires(join, op);
    if (last.length === 0 && before >= 0) this.#builder.requires(join, before);
    this.#last = join;
  }

  #follow(op: number): void {
    if (this.#last >= 0) this.#builder.requires(op, this.#last);
    this.#last = op;
  }
}

/** A synthetic program by name, which every rank runs. */
export interface Pattern {
  readonly name: string;
  /** One sentence for help and docs. */
  readonly summary: string;
  /** The collective that it repeats; undefined for those that have none. */
  readonly collective?: CollectiveName;
  /** What chooses the collective's algorithm, where the pattern's name does. */
  readonly spec?: CollectiveSpec | undefined;
  /**
   * The program of every rank, made once for all of them. Throws a UsageError for settings that the pattern
   * cannot take.
   */
  readonly plan: (settings: PatternSettings) => (program: RankProgram) => void;
}

// Random bisection: each iteration cuts the ranks into two random halves and pairs each of one half with one
// of the other; partners exchange a message each way. With an odd number of ranks one has no partner.

const SWAP = 0;

/** [iterations][ranks] partner of each rank, -1 without one. */
function partners(ranks: number, iterations: number, seed: number): Int32Array[] {
  const below = randomBelow(seed);
  const half = Math.floor(ranks / 2);
  return Array.from({ length: iterations }, () => {
    const order = shuffled(ranks, below);
    const partner = new Int32Array(ranks).fill(-1);
    for (let i = 0; i < half; i++) {
      partner[order[i]] = order[half + i];
      partner[order[half + i]] = order[i];
    }
    return partner;
  });
}

const bisection: Pattern = {
  name: 'bisection',
  summary: 'random pairs across a random cut exchange a message each way, new ones each iteration (seeded)',
  plan: ({ ranks, bytes, iterations, computeNs, seed }) => {
    const rounds = partners(ranks, iterations, seed);
    return (program) => {
      for (const round of rounds) {
        program.compute(computeNs);
        const other = round[program.rank];
        if (other < 0) continue;
        program.exchange([
          { from: other, bytes, tag: SWAP },
          { to: other, bytes, tag: SWAP },
        ]);
      }
    };
  },
};

/** As in schedules of traces. */
const FIRST_TAG = 1_000_000;

/**
 * A collective of all ranks, again and again, with a computation before each: by the first of `choices` that applies to
 * it, else by its default algorithm. `spec`: the choice that is part of the pattern's own name. Blocks of all ranks have
 * the same size.
 */
export function collectivePattern(
  name: CollectiveName,
  spec?: CollectiveSpec,
  choices: readonly CollectiveSpec[] = spec === undefined ? [] : [spec],
): Pattern {
  return {
    name: spec?.text ?? name,
    summary: `${name} of all ranks`,
    collective: name,
    spec,
    plan: ({ ranks, bytes, iterations, computeNs, root }) => {
      const { algorithm, options } = chooseAlgorithm(choices, name, ranks, bytes);
      const block = () => bytes;
      return (program) => {
        const shared = { rank: program.rank, size: ranks, root, bytes, options };
        const differ = name.endsWith('v') || name === 'reduce_scatter';
        const call: CollectiveCall = differ ? { ...shared, bytesOf: block, recvBytesOf: block } : shared;
        for (let i = 0; i < iterations; i++) {
          program.compute(computeNs);
          program.collective(algorithm, call, FIRST_TAG + i);
        }
      };
    },
  };
}

// Dissemination: in round i every rank sends to the rank 2^i above and hears from the one 2^i below, and goes
// on when both are done. Source: Hensgen, Finkel, Manber, "Two algorithms for barrier synchronization" (1988).

const dissemination: Pattern = {
  name: 'dissemination',
  summary: '⌈log2 ranks⌉ rounds of exchange with ranks 1, 2, 4 … away, a wait after each',
  plan:
    ({ ranks, bytes, iterations, computeNs }) =>
    (program) => {
      const { rank } = program;
      for (let i = 0; i < iterations; i++) {
        program.compute(computeNs);
        for (let distance = 1, round = 0; distance < ranks; distance *= 2, round++) {
          program.exchange([
            { from: (rank - distance + ranks) % ranks, bytes, tag: round },
            { to: (rank + distance) % ranks, bytes, tag: round },
          ]);
        }
      }
    },
};

// Ranks on a grid, the last axis running fastest (row-major, as MPI_Cart_create orders them).

/** `ranks` as a product of `axes` factors that are as near to each other as they can be, descending. */
export function nearestDims(ranks: number, axes: number): number[] {
  if (axes === 1) return [ranks];
  let best: number[] = [ranks, ...new Array<number>(axes - 1).fill(1)];
  for (let last = Math.floor(ranks ** (1 / axes) + 1e-9); last >= 1; last--) {
    if (ranks % last !== 0) continue;
    const dims = [...nearestDims(ranks / last, axes - 1), last].sort((a, b) => b - a);
    if (dims[0] - dims[axes - 1] < best[0] - best[axes - 1]) best = dims;
  }
  return best;
}

/** The requested dims, or the nearest ones. Throws a UsageError when they do not make `ranks`. */
function gridDims(ranks: number, axes: number, dims: readonly number[] | undefined): readonly number[] {
  if (dims === undefined) return nearestDims(ranks, axes);
  const product = dims.reduce((a, b) => a * b, 1);
  if (dims.length !== axes || product !== ranks || dims.some((dim) => !Number.isInteger(dim) || dim < 1)) {
    throw new UsageError(
      `a grid of ${dims.join('x')} does not hold ${ranks} ranks on ${axes} axes`,
      `give dims such as ${nearestDims(ranks, axes).join('x')}`,
    );
  }
  return dims;
}

function coordinates(rank: number, dims: readonly number[]): number[] {
  const place = new Array<number>(dims.length);
  let rest = rank;
  for (let axis = dims.length - 1; axis >= 0; axis--) {
    place[axis] = rest % dims[axis];
    rest = Math.floor(rest / dims[axis]);
  }
  return place;
}

/** Rank `by` steps along an axis from `rank`, round the grid. */
export function neighbour(rank: number, dims: readonly number[], axis: number, by: number): number {
  const place = coordinates(rank, dims);
  place[axis] = (place[axis] + by + dims[axis]) % dims[axis];
  return place.reduce((index, coordinate, i) => index * dims[i] + coordinate, 0);
}

// Halo exchange on a periodic grid: every rank swaps faces with both neighbours along each axis.

/** Faces of a rank; along an axis with one rank the neighbour is itself, and there is no message. */
function faces(rank: number, dims: readonly number[], bytes: number): Message[] {
  const messages: Message[] = [];
  dims.forEach((size, axis) => {
    if (size === 1) return;
    const up = neighbour(rank, dims, axis, 1);
    const down = neighbour(rank, dims, axis, -1);
    // The tag is the direction in which the message goes, so that two ranks along an axis keep them apart.
    messages.push({ from: down, bytes, tag: 2 * axis }, { from: up, bytes, tag: 2 * axis + 1 });
    messages.push({ to: up, bytes, tag: 2 * axis }, { to: down, bytes, tag: 2 * axis + 1 });
  });
  return messages;
}

function halo(axes: number): Pattern {
  return {
    name: `halo${axes}d`,
    summary: `nonblocking exchange of faces with ${2 * axes} neighbours on a periodic ${axes}-D grid`,
    plan: (settings) => {
      const dims = gridDims(settings.ranks, axes, settings.dims);
      return (program) => {
        const messages = faces(program.rank, dims, settings.bytes);
        for (let i = 0; i < settings.iterations; i++) {
          program.compute(settings.computeNs);
          program.exchange(messages);
        }
      };
    },
  };
}

// Pipelined ring: items leave rank 0 one after the other, go round through every rank, and come back.

const ITEM = 0;

const ring: Pattern = {
  name: 'ring',
  summary: 'items (as many as iterations) pass through every rank and return to rank 0, pipelined',
  plan:
    ({ ranks, bytes, iterations, computeNs }) =>
    (program) => {
      const { rank } = program;
      for (let i = 0; i < iterations; i++) {
        if (rank > 0) program.recv(bytes, rank - 1, ITEM);
        program.compute(computeNs);
        if (ranks > 1) program.send(bytes, (rank + 1) % ranks, ITEM);
      }
      // Rank 0 takes its items back when all have left: taking each at once would leave no pipeline.
      if (rank === 0 && ranks > 1) for (let i = 0; i < iterations; i++) program.recv(bytes, ranks - 1, ITEM);
    },
};

// Wavefront sweep over a 2-D grid, as Sweep3D and NPB LU do it: each block of a rank needs its upstream
// neighbours' faces, so work moves as a diagonal front from corner to corner; iterations follow each other
// as in a pipeline.

const SOUTH = 0;
const EAST = 1;

const sweep: Pattern = {
  name: 'sweep',
  summary: 'blocking wavefront over a 2-D grid, from rank 0 to the last, iterations pipelined',
  plan: (settings) => {
    const dims = gridDims(settings.ranks, 2, settings.dims);
    const [rows, columns] = dims;
    const { bytes } = settings;
    return (program) => {
      const { rank } = program;
      const [row, column] = coordinates(rank, dims);
      for (let i = 0; i < settings.iterations; i++) {
        if (row > 0) program.recv(bytes, rank - columns, SOUTH);
        if (column > 0) program.recv(bytes, rank - 1, EAST);
        program.compute(settings.computeNs);
        if (row < rows - 1) program.send(bytes, rank + columns, SOUTH);
        if (column < columns - 1) program.send(bytes, rank + 1, EAST);
      }
    };
  },
};

/** The patterns that are no collectives, for help and docs. */
export const PATTERNS: readonly Pattern[] = [halo(2), halo(3), sweep, ring, dissemination, bisection];

/**
 * A pattern by what people write: one of {@link PATTERNS}, a collective (`allreduce`), or a collective with its
 * algorithm (`allreduce=ring`, `bcast=chain:fanout=4`). Throws a UsageError that names what is near.
 */
export function findPattern(text: string): Pattern {
  const name = text.trim().toLowerCase().replace(/^mpi_/, '');
  const own = PATTERNS.find((pattern) => pattern.name === name.replaceAll(/[-_]/g, ''));
  if (own !== undefined) return own;
  const collective = COLLECTIVES.find((candidate) => candidate === name.replaceAll('-', '_'));
  if (collective !== undefined) return collectivePattern(collective, undefined);
  if (text.includes('=')) {
    const spec = parseCollectiveSpec(text);
    if (spec.collective !== null) return collectivePattern(spec.collective, spec);
  }
  const names = [...PATTERNS.map((pattern) => pattern.name), ...COLLECTIVES];
  throw new UsageError(
    `unknown pattern '${text}'`,
    `${namesInstead(name, names)}, or a collective with an algorithm, such as allreduce=ring`,
  );
}

function patternOf(spec: CollectiveSpec): Pattern {
  if (spec.collective !== null) return collectivePattern(spec.collective, spec);
  throw new UsageError(`'${spec.text}' names no collective`, 'write allreduce=auto');
}

/**
 * The schedule of a pattern, by its name or by the spec of a collective (which may name an algorithm of one's own).
 * Throws a UsageError for an unknown name, a spec without a collective, or options that make no pattern.
 */
export function makePattern(pattern: string | CollectiveSpec, options: PatternOptions): Schedule {
  return patternSchedule(typeof pattern === 'string' ? findPattern(pattern) : patternOf(pattern), options);
}

/** Throws a UsageError for options that make no pattern, and the LimitError of `memory`. */
export function patternSchedule(
  pattern: Pattern,
  options: PatternOptions,
  memory: MemoryGuard | null = null,
): Schedule {
  const settings = patternSettings(options);
  const program = pattern.plan(settings);
  const builder = new ScheduleBuilder(settings.ranks, undefined, memory);
  for (let rank = 0; rank < settings.ranks; rank++) {
    builder.beginRank(rank);
    program(new RankProgram(builder, rank));
  }
  return builder.finish();
}
