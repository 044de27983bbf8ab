/** Several programs as one schedule, each on ranks of its own: jobs that share a machine. */
import { LimitError, UsageError } from '../errors.js';
import {
  CALC,
  DEP_OP,
  f64,
  IREQUIRES,
  i32,
  MAX_RANKS,
  NONE,
  type Schedule,
  u8,
  u16,
  u32,
} from './schedule.js';

/** How ranks of several programs may be numbered. */
export const MERGE_ORDERS = ['side-by-side', 'interleave'] as const;
/**
 * How ranks are numbered. `side-by-side`: those of the first program, then those of the next. `interleave`: one of each in
 * turn, as long as it has any.
 */
export type MergeOrder = (typeof MERGE_ORDERS)[number];

/** The merged schedule, and where each program's ranks are in it. */
export interface Merged {
  readonly schedule: Schedule;
  /** [programs][its ranks] rank in the schedule. */
  readonly ranks: readonly Int32Array[];
}

/** A rank of one of the programs. */
interface Piece {
  readonly program: number;
  readonly rank: number;
}

/**
 * Puts programs beside each other. No message goes from one to another: peers are renumbered, and a receive from any source
 * meets messages to its own rank, which only its own program sends. Tags stay. Lines of inputs, the calls one by one and their
 * sites, which are those of single programs, are left out; names of calls, and all that orders operations, are kept.
 * Throws UsageError for fewer than two programs, LimitError for too many ranks or operations.
 */
export function mergeSchedules(programs: readonly Schedule[], order: MergeOrder): Merged {
  if (programs.length < 2) throw new UsageError('merging takes two programs or more', 'name another program');
  const pieces = order === 'interleave' ? inTurn(programs) : behindEachOther(programs);
  const operations = programs.reduce((sum, one) => sum + one.operations, 0);
  if (pieces.length > MAX_RANKS || operations > DEP_OP)
    throw new LimitError(
      `${pieces.length} ranks with ${operations} operations are too many for one schedule`,
      'merge fewer programs',
    );
  const ranks = programs.map((one) => i32(one.ranks));
  for (const [at, { program, rank }] of pieces.entries()) ranks[program][rank] = at;
  return { schedule: joined(new Pieces(programs, pieces, ranks)), ranks };
}

const behindEachOther = (programs: readonly Schedule[]): Piece[] =>
  programs.flatMap(({ ranks }, program) => Array.from({ length: ranks }, (_, rank) => ({ program, rank })));

function inTurn(programs: readonly Schedule[]): Piece[] {
  const most = programs.reduce((max, { ranks }) => Math.max(max, ranks), 0);
  return Array.from({ length: most }, (_, rank) =>
    programs.flatMap(({ ranks }, program) => (rank < ranks ? [{ program, rank }] : [])),
  ).flat();
}

/** A column of a program, or null where it has none. */
type ColumnOf<T> = (schedule: Schedule) => T | null;

type Numbers = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

/** Columns of all programs, rank after rank. */
class Pieces {
  readonly programs: readonly Schedule[];
  readonly ranks: readonly Int32Array[];
  readonly operations: number;
  readonly rankStart: Uint32Array;
  readonly #pieces: readonly Piece[];

  constructor(programs: readonly Schedule[], pieces: readonly Piece[], ranks: readonly Int32Array[]) {
    this.programs = programs;
    this.#pieces = pieces;
    this.ranks = ranks;
    this.rankStart = u32(pieces.length + 1);
    for (const [at, { program, rank }] of pieces.entries()) {
      const { rankStart } = programs[program];
      this.rankStart[at + 1] = this.rankStart[at] + rankStart[rank + 1] - rankStart[rank];
    }
    this.operations = this.rankStart[pieces.length];
  }

  /** Each piece: its schedule, its operations [from, to) there, and the shift of their numbers. */
  each(visit: (schedule: Schedule, from: number, to: number, shift: number, program: number) => void): void {
    for (const [at, { program, rank }] of this.#pieces.entries()) {
      const { rankStart } = this.programs[program];
      const shift = this.rankStart[at] - rankStart[rank];
      visit(this.programs[program], rankStart[rank], rankStart[rank + 1], shift, program);
    }
  }

  /** A column of all; null where no program has it, `without` where only some have. */
  column<T extends Numbers>(of: ColumnOf<T>, make: (length: number) => T, without = 0): T | null {
    if (this.programs.every((one) => of(one) === null)) return null;
    const all = make(this.operations).fill(without) as T;
    this.each((schedule, from, to, shift) => {
      const own = of(schedule);
      if (own !== null) all.set(own.subarray(from, to), from + shift);
    });
    return all;
  }

  /** A column that holds operations. */
  operationsOf(of: ColumnOf<Uint32Array>): Uint32Array | null {
    const all = this.column(of, u32, NONE);
    if (all === null) return null;
    this.each((schedule, from, to, shift) => {
      if (of(schedule) === null) return;
      for (let op = from + shift; op < to + shift; op++) if (all[op] !== NONE) all[op] += shift;
    });
    return all;
  }
}

function joined(pieces: Pieces): Schedule {
  const { programs, operations, rankStart } = pieces;
  const wide = programs.some(({ tag }) => tag instanceof Float64Array);
  const unreceived = pieces.column((one) => one.unreceived ?? null, u8);
  const lenient = Object.assign({}, ...programs.map((one) => one.lenient ?? {}));
  return {
    ranks: rankStart.length - 1,
    operations,
    rankStart,
    kind: pieces.column((one) => one.kind, u8) ?? u8(0),
    value: pieces.column((one) => one.value, f64) ?? f64(0),
    peer: peers(pieces),
    tag: pieces.column<Numbers>((one) => one.tag, wide ? f64 : i32) as Int32Array | Float64Array,
    synchronous: pieces.column((one) => one.synchronous, u8),
    ...dependencies(pieces),
    cpu: pieces.column((one) => one.cpu, u16),
    nic: pieces.column((one) => one.nic, u16),
    ...labels(pieces),
    lines: null,
    ...calls(pieces),
    calls: null,
    behind: pieces.operationsOf((one) => one.behind),
    takenAfter: pieces.operationsOf((one) => one.takenAfter),
    ...(Object.keys(lenient).length === 0 ? {} : { lenient }),
    ...(unreceived === null ? {} : { unreceived }),
    sites: null,
  };
}

/** Ranks are renumbered; any source, no partner and the 0 of a computation stay. */
function peers(pieces: Pieces): Int32Array {
  const all = i32(pieces.operations);
  pieces.each(({ peer, kind }, from, to, shift, program) => {
    const ranks = pieces.ranks[program];
    for (let op = from; op < to; op++)
      all[op + shift] = peer[op] < 0 || kind[op] === CALC ? peer[op] : ranks[peer[op]];
  });
  return all;
}

function dependencies(pieces: Pieces): Pick<Schedule, 'depStart' | 'deps'> {
  const depStart = u32(pieces.operations + 1);
  const deps = u32(pieces.programs.reduce((sum, one) => sum + one.deps.length, 0));
  let end = 0;
  pieces.each((schedule, from, to, shift) => {
    for (let op = from; op < to; op++) {
      for (let i = schedule.depStart[op]; i < schedule.depStart[op + 1]; i++) {
        const dep = schedule.deps[i];
        deps[end++] = (((dep & DEP_OP) + shift) | (dep & IREQUIRES)) >>> 0;
      }
      depStart[op + shift + 1] = end;
    }
  });
  return { depStart, deps };
}

function labels(pieces: Pieces): Pick<Schedule, 'labelNumber' | 'labelName'> {
  const labelName = new Map<number, string>();
  pieces.each((schedule, from, to, shift) => {
    if (schedule.labelName.size === 0) return;
    for (let op = from; op < to; op++) {
      const name = schedule.labelName.get(op);
      if (name !== undefined) labelName.set(op + shift, name);
    }
  });
  const labelNumber = pieces.column((one) => one.labelNumber, u32);
  if (labelNumber !== null)
    pieces.each((schedule, from, to, shift) => {
      if (schedule.labelNumber !== null) return;
      for (let op = from; op < to; op++) labelNumber[op + shift] = op - from + 1;
    });
  return { labelNumber, labelName };
}

/** Names of calls, each once. */
function calls(pieces: Pieces): Pick<Schedule, 'call' | 'callNames'> {
  const call = pieces.column((one) => one.call, u16);
  if (call === null) return { call, callNames: [] };
  const callNames = [...new Set(['', ...pieces.programs.flatMap((one) => one.callNames)])];
  const codes = new Map(callNames.map((name, code) => [name, code]));
  const newCode = pieces.programs.map((one) => one.callNames.map((name) => codes.get(name) ?? 0));
  pieces.each((schedule, from, to, shift, program) => {
    if (schedule.call === null) return;
    for (let op = from + shift; op < to + shift; op++) call[op] = newCode[program][call[op]] ?? 0;
  });
  return { call, callNames };
}
