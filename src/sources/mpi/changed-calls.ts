/**
 * A traced program as it would be if some of its calls were others: messages left out or merged, computations that take
 * another time, waits behind the computation that follows, other algorithms. Only columns of the traces change; calls become
 * operations by the same rules, as if the changed program had been traced (docs/what-if.md).
 */
import type { CollectiveSpec } from '../../collectives/choice.js';
import { UsageError } from '../../errors.js';
import type { ExecutionGraph } from '../../graph/execution-graph.js';
import { ANY } from '../../schedule/schedule.js';
import { fillLedger, type Ledger, type PartOf, withoutSkipped } from './collective-calls.js';
import { ruleSetOf } from './conversion-options.js';
import { walkedRun } from './convert.js';
import { SkippedCalls } from './coverage.js';
import {
  type CallAt,
  COLLECTIVE,
  DESCRIBES,
  type Kinds,
  keyOf,
  kinds,
  type MessageEnd,
  MessageEnds,
  RECEIVES,
} from './message-ends.js';
import { CALLS, P2P, SENDRECV } from './mpi-calls.js';
import { LEFT_RECEIVES, LEFT_SENDS, type RankTrace, type RowChanges } from './rank-trace.js';
import { requestPitchOf } from './requests.js';
import type { CallSelection } from './select-calls.js';
import { type TraceData, TraceProgram } from './trace-program.js';

/** One change of a program. `text`: as it was written, for errors. */
export type Change =
  | (Named & { readonly kind: 'without'; readonly calls: CallSelection })
  | (Named & { readonly kind: 'overlap'; readonly calls: CallSelection })
  /** Calls by the places that name them: the k-th message, or collective, of each becomes one. */
  | (Named & { readonly kind: 'merge'; readonly places: readonly CallSelection[] })
  | (Named & { readonly kind: 'times'; readonly calls: CallSelection; readonly factor: number })
  | (Named & { readonly kind: 'algorithm'; readonly calls: CallSelection; readonly spec: CollectiveSpec });

interface Named {
  readonly text: string;
}

/** Counts of what a change did to the calls. */
export interface Changed {
  /** Messages between two ranks that are gone, and collectives, each counted once. */
  messages: number;
  collectives: number;
  /** Waits, and computations, that are others. */
  waits: number;
  computations: number;
  /** The other ends of messages of the named calls, which go with them. */
  readonly others: CallAt[];
}

/** Calls that complete requests, and the calls that they may be moved behind. */
const WAITS = kinds(/^wait(all|any|some)?$/);
const blocking = (of: Kinds): Kinds => of.map((is, code) => is && !CALLS[code].nonblocking);
const BLOCKING_RECEIVES = blocking(kinds(/^(recv|sendrecv(-replace)?)$/));
const MESSAGES = kinds(/^(i?send|i?recv|start(all)?|wait(all|any|some)?|sendrecv(-replace)?|probe)$/);
/** Calls of all ranks of a communicator, counted in one sequence there. */
const TOGETHER: Kinds = CALLS.map(({ joins }, code) => joins || COLLECTIVE[code]);
const CALLED: Kinds = TOGETHER.map((is, code) => is && !DESCRIBES[code]);
const COMMUNICATES: Kinds = CALLED.map((is, code) => is || MESSAGES[code]);
const TAKES = blocking(kinds(/^(recv|wait|waitall|waitany|waitsome|sendrecv|probe)/));
/** Between two of them, messages to one rank are not made one where a single line names all. */
const BLOCKS: Kinds = CALLED.map((is, code) => TAKES[code] || (is && !CALLS[code].nonblocking));

/** One collective, or call that joins its ranks, of all of them. */
interface CollectiveInstance {
  readonly sequence: number;
  readonly k: number;
  readonly rows: CallAt[];
}

/** The columns of one rank that changes write into; copies of the trace's. */
interface ChangedRank extends RowChanges {
  readonly call: Uint8Array;
  readonly args: Float64Array;
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly algorithms: Map<number, CollectiveSpec>;
}

/** A traced program that can be changed, with its messages matched as they were. */
export class ChangeableProgram {
  readonly #data: TraceData;
  readonly #graph: Pick<ExecutionGraph, 'schedule' | 'partner'>;
  readonly #ranks: readonly RankTrace[];
  readonly #partOf: PartOf;
  readonly #ledger: Ledger;
  readonly #ends: MessageEnds;
  /** [ranks] by row of a collective. */
  readonly #instances: readonly Map<number, CollectiveInstance>[];
  /** `graph`: of the program's schedule as it is, by its own choices of algorithms. Throws UsageError for extrapolated runs. */
  constructor({ data }: TraceProgram, graph: Pick<ExecutionGraph, 'schedule' | 'partner'>) {
    if ((data.options.copies ?? 1) > 1)
      throw new UsageError('an extrapolated run cannot be changed', 'remove --extrapolate');
    const { ranks, comms } = walkedRun(data.set.ranks, data.options);
    const skipped = new SkippedCalls(data.options.skipCalls ?? []);
    this.#data = data;
    this.#graph = graph;
    this.#ranks = ranks;
    this.#partOf = withoutSkipped(ruleSetOf(data.options).parts(comms, ranks.length), skipped);
    this.#ledger = fillLedger(ranks, this.#partOf, comms);
    const { pitch } = requestPitchOf(ranks, data.options.requestPitch ?? 'infer');
    this.#ends = new MessageEnds(ranks, graph.schedule, pitch);
    this.#instances = this.#collectives();
  }

  /** The program after `changes`, in their order, and the effect of each. Throws UsageError for impossible changes. */
  with(changes: readonly Change[]): { readonly program: TraceProgram; readonly done: readonly Changed[] } {
    const columns = this.#ranks.map(columnsOf);
    const done = changes.map((change) => this.#apply(change, columns));
    refuseTwice(changes);
    const ranks = this.#ranks.map((trace, rank): RankTrace => {
      const { call, args, start, end, ...changed } = columns[rank];
      return { ...trace, call, args, start, end, changes: changed };
    });
    const { set } = this.#data;
    return { program: new TraceProgram({ ...this.#data, set: { ...set, ranks } }), done };
  }

  #apply(change: Change, columns: readonly ChangedRank[]): Changed {
    const done: Changed = { messages: 0, collectives: 0, waits: 0, computations: 0, others: [] };
    if (change.kind === 'times') scaleComputation(change, columns, done);
    else if (change.kind === 'overlap') this.#overlap(change, change.calls, columns, done);
    else if (change.kind === 'merge') {
      const places = change.places.map((calls) => this.#ends.withDescribed(calls));
      this.#merge(change, places, columns, done);
    } else {
      const calls = this.#ends.withDescribed(change.calls);
      if (change.kind === 'without') this.#leave(change, calls, columns, done);
      else this.#choose(change, calls, change.spec, columns, done);
    }
    return done;
  }

  // Left out: both ends of every message, all ranks of every collective.

  #leave(change: Change, calls: CallSelection, columns: readonly ChangedRank[], done: Changed): void {
    const ends = this.#closed(change, this.#ends.endsIn(calls), done);
    for (const { rank, row, bit } of ends) columns[rank].left[row] |= bit;
    const instances = this.#instancesIn(calls);
    for (const { rows } of instances)
      for (const { rank, row } of rows) {
        columns[rank].left[row] = LEFT_SENDS | LEFT_RECEIVES;
        if (calls[rank][row] === 0) done.others.push({ rank, row });
      }
    done.collectives += instances.length;
    if (ends.length + instances.length > 0) return;
    throw new UsageError(
      `${change.text}: these calls do not send messages themselves`,
      'name the calls that post the messages; --overlap moves a wait behind the computation that follows',
    );
  }

  /** The ends with the other ends of their messages, and so on. Throws UsageError where which message is taken decides. */
  #closed(change: Change, ends: readonly MessageEnd[], done: Changed): MessageEnd[] {
    const all = [...ends];
    const known = new Set(all.map(keyOf));
    for (let i = 0; i < all.length; i++) {
      for (const op of this.#ends.operationsOf(all[i])) {
        if (all[i].bit === LEFT_SENDS) done.messages++;
        const other = this.#ends.endOf(this.#graph.partner[op]);
        if (known.has(keyOf(other))) continue;
        known.add(keyOf(other));
        all.push(other);
        done.others.push({ rank: other.rank, row: other.row });
      }
    }
    this.#refuseHalfOfWildcards(change, all, known);
    return all;
  }

  /** A receive from any source takes the first to arrive: without some of the messages it would take others. */
  #refuseHalfOfWildcards({ text }: Change, ends: readonly MessageEnd[], left: ReadonlySet<string>): void {
    const { peer } = this.#graph.schedule;
    for (const end of ends) {
      if (end.bit === LEFT_SENDS || !this.#ends.operationsOf(end).some((op) => peer[op] === ANY)) continue;
      const { rank } = end;
      const trace = this.#ranks[rank];
      const site = trace.site?.[end.row] ?? 0;
      for (let row = 0; row < trace.rows; row++) {
        if (!RECEIVES[trace.call[row]] || (trace.site?.[row] ?? 0) !== site) continue;
        const twin: MessageEnd = { rank, row, bit: LEFT_RECEIVES };
        const kept = !left.has(keyOf(twin)) && this.#ends.operationsOf(twin).some((op) => peer[op] === ANY);
        if (!kept) continue;
        throw new UsageError(
          `${text}: rank ${rank} receives these messages from any source, together with others that remain, so their order decides what the program does next`,
          'name all messages of this receive, or none',
        );
      }
    }
  }

  // Merged: the k-th of each place becomes one.

  #merge(
    change: Change,
    places: readonly CallSelection[],
    columns: readonly ChangedRank[],
    done: Changed,
  ): void {
    const messages = this.#mergeMessages(change, places, columns, done);
    const collectives = this.#mergeCollectives(change, places, columns, done);
    if (messages + collectives > 0) return;
    throw new UsageError(
      `${change.text}: there is nothing to merge among these calls`,
      'name several places that send to the same rank or use the same communicator, or one place that a rank calls several times without another blocking call in between',
    );
  }

  /** Returns how many became one. */
  #mergeMessages(
    change: Change,
    places: readonly CallSelection[],
    columns: readonly ChangedRank[],
    done: Changed,
  ): number {
    let merged = 0;
    const sends = places.map((place) => this.#sendsIn(change, place));
    const stretchOf = this.#stretches(places[0]);
    for (const group of grouped(change, sends, (end) => this.#channelOf(end), stretchOf)) {
      const receives = group.map((end) => this.#otherEnd(change, end));
      this.#join(group, receives, columns);
      merged++;
      for (const end of group) done.messages += this.#ends.operationsOf(end).length;
      done.messages -= this.#ends.operationsOf(group[0]).length;
    }
    return merged;
  }

  /** The last send has all bytes, and the first receive takes them: data are ready there, and not needed before. */
  #join(
    sends: readonly MessageEnd[],
    receives: readonly MessageEnd[],
    columns: readonly ChangedRank[],
  ): void {
    const bytes = sends.reduce((sum, end) => sum + this.#bytesOf(end), 0);
    const last = sends.reduce((a, b) => (b.row > a.row ? b : a));
    const first = receives.reduce((a, b) => (b.row < a.row ? b : a));
    for (const end of [...sends, ...receives]) {
      if (end !== last && end !== first) columns[end.rank].left[end.row] |= end.bit;
    }
    const [out, back] = [this.#fieldsOf(last), this.#fieldsOf(first)];
    for (const [{ rank }, { at, count, size }] of [[last, out] as const, [first, back] as const]) {
      columns[rank].args[at + count] = bytes;
      columns[rank].args[at + size] = 1;
    }
    const { args } = this.#ranks[last.rank];
    if (this.#ranks[first.rank].args[back.at + back.tag] >= 0)
      columns[first.rank].args[back.at + back.tag] = args[out.at + out.tag];
  }

  /** Sends among rows, or those of which the rows receive the messages, in the order of each sender's program. */
  #sendsIn(change: Change, calls: CallSelection): MessageEnd[] {
    const sends = new Map<string, MessageEnd>();
    for (const end of this.#ends.endsIn(calls)) {
      // A message to or from MPI_PROC_NULL has none.
      if (this.#ends.operationsOf(end).length === 0) continue;
      const send = end.bit === LEFT_SENDS ? end : this.#otherEnd(change, end);
      sends.set(keyOf(send), send);
    }
    return [...sends.values()].sort((a, b) => a.rank - b.rank || a.row - b.row);
  }

  /** Destination and communicator of a send. */
  #channelOf({ rank, row, bit }: MessageEnd): string {
    const { args, argStart, call, comms } = this.#ranks[rank];
    const [op] = this.#ends.operationsOf({ rank, row, bit });
    const comm = comms[args[argStart[row] + CALLS[call[row]].commArg]]?.handle;
    return `${rank} ${this.#graph.schedule.peer[op]} ${comm}`;
  }

  /** By a rank and a row: how many calls before it block, besides those of `calls`. */
  #stretches(calls: CallSelection): (at: CallAt) => number {
    const counts: Uint32Array[] = [];
    return ({ rank, row }) => {
      counts[rank] ??= blockedBefore(this.#ranks[rank], calls[rank]);
      return counts[rank][row];
    };
  }

  #otherEnd({ text }: Change, end: MessageEnd): MessageEnd {
    const others = new Map(
      this.#ends.operationsOf(end).map((op) => {
        const other = this.#ends.endOf(this.#graph.partner[op]);
        return [keyOf(other), other];
      }),
    );
    const [other] = others.values();
    const wildcard = this.#ends
      .operationsOf(other ?? end)
      .some((op) => this.#graph.schedule.peer[op] === ANY);
    if (others.size === 1 && !wildcard) return other;
    throw new UsageError(
      others.size === 1
        ? `${text}: rank ${other.rank} receives from any source, so the order of messages decides what the program does next`
        : `${text}: one side uses a persistent request, the other a separate call for each message`,
      'merge messages that use persistent requests on both sides or on neither, and whose receives name their source',
    );
  }

  #bytesOf(end: MessageEnd): number {
    const [op] = this.#ends.operationsOf(end);
    return this.#graph.schedule.value[op];
  }

  /** Where a row has count, size and tag of the messages of one end. */
  #fieldsOf({ rank, row, bit }: MessageEnd) {
    const { argStart, call } = this.#ranks[rank];
    const at = argStart[row];
    const { kind } = CALLS[call[row]];
    if (kind === 'sendrecv-replace')
      throw new UsageError('MPI_Sendrecv_replace has one buffer for one message', 'merge other calls');
    if (kind !== 'sendrecv') return { at, count: P2P.count, size: P2P.size, tag: P2P.tag };
    return bit === LEFT_SENDS
      ? { at, count: SENDRECV.sendCount, size: SENDRECV.sendSize, tag: SENDRECV.sendTag }
      : { at, count: SENDRECV.recvCount, size: SENDRECV.recvSize, tag: SENDRECV.recvTag };
  }

  #mergeCollectives(
    change: Change,
    places: readonly CallSelection[],
    columns: readonly ChangedRank[],
    done: Changed,
  ): number {
    let merged = 0;
    const instances = places.map((place) => this.#instancesIn(place));
    const stretchOf = this.#stretches(places[0]);
    const channelOf = ({ sequence }: CollectiveInstance): string => String(sequence);
    for (const one of grouped(change, instances, channelOf, ({ rows: [first] }) => stretchOf(first))) {
      const group = one.sort((a, b) => a.k - b.k);
      const kept = this.#combine(change, group, columns);
      for (const { k, rows } of group)
        if (k !== kept.k)
          for (const { rank, row } of rows) columns[rank].left[row] = LEFT_SENDS | LEFT_RECEIVES;
      done.collectives += group.length - 1;
      merged++;
    }
    return merged;
  }

  /** Writes the one call that replaces all of a group; returns it. */
  #combine(
    change: Change,
    group: readonly CollectiveInstance[],
    columns: readonly ChangedRank[],
  ): CollectiveInstance {
    const codes = group.map(({ sequence, k }) => this.#ledger.entry(sequence, k).code);
    const last = group[group.length - 1];
    if (codes.every((code) => code === codes[0])) {
      const fields = AMOUNTS[CALLS[codes[0]].collective ?? ''];
      const roots = new Set(group.map(({ sequence, k }) => this.#ledger.entry(sequence, k).root));
      if (fields !== undefined && roots.size === 1) {
        for (const [i] of last.rows.entries()) this.#addUp(group, i, fields, columns);
        return last;
      }
    }
    const fused = group.length === 2 ? this.#fused(group[0], group[1]) : undefined;
    if (fused === undefined) {
      const names = [...new Set(codes.map((code) => CALLS[code].name))].join(', ');
      throw new UsageError(
        `${change.text}: these calls of ${names} cannot be merged into one`,
        'merge calls of one collective with the same root and equal blocks, or Reduce+Bcast, Gather+Bcast or Reduce+Scatter with the same root and bytes',
      );
    }
    for (const { rank, row } of group[0].rows) {
      const { argStart, args, call } = this.#ranks[rank];
      const comm = args[argStart[row] + CALLS[call[row]].commArg];
      columns[rank].call[row] = fused.code;
      columns[rank].args.set([...fused.fields, comm], argStart[row]);
    }
    return group[0];
  }

  /** The i-th rank's row of the last call of a group gives and gets what those of all calls do. */
  #addUp(
    group: readonly CollectiveInstance[],
    i: number,
    fields: readonly number[],
    columns: readonly ChangedRank[],
  ): void {
    const { rank, row } = group[group.length - 1].rows[i];
    const { argStart, args } = this.#ranks[rank];
    for (const count of fields) {
      const bytes = group.reduce((sum, one) => {
        const at = argStart[one.rows[i].row] + count;
        return sum + args[at] * args[at + 1];
      }, 0);
      columns[rank].args[argStart[row] + count] = bytes;
      columns[rank].args[argStart[row] + count + 1] = 1;
    }
  }

  /** The call that replaces two, with its fields except the communicator. */
  #fused(a: CollectiveInstance, b: CollectiveInstance) {
    const [one, two] = [a, b].map(({ sequence, k }) => this.#ledger.entry(sequence, k));
    if (one.root !== two.root) return undefined;
    const size = a.rows.length;
    const both = `${CALLS[one.code].name} ${CALLS[two.code].name}`;
    const vector = [one.bytes, 1];
    if (both === 'MPI_Reduce MPI_Bcast' && one.bytes === two.bytes)
      return { code: codeOf('MPI_Allreduce'), fields: vector };
    if (both === 'MPI_Gather MPI_Bcast' && one.bytes * size === two.bytes)
      return { code: codeOf('MPI_Allgather'), fields: [0, ...vector, ...vector] };
    if (both === 'MPI_Reduce MPI_Scatter' && one.bytes === two.bytes * size)
      return { code: codeOf('MPI_Reduce_scatter_block'), fields: [two.bytes, 1] };
    return undefined;
  }

  #overlap({ text }: Change, calls: CallSelection, columns: readonly ChangedRank[], done: Changed): void {
    for (const [rank, rows] of calls.entries()) {
      const { call } = this.#ranks[rank];
      for (let row = 0; row < rows.length; row++) {
        if (rows[row] === 0) continue;
        const { nonblocking } = CALLS[call[row]];
        if (WAITS[call[row]]) this.#wait(rank, row, columns[rank]);
        else if (
          BLOCKING_RECEIVES[call[row]] ||
          (COLLECTIVE[call[row]] && !nonblocking && !DESCRIBES[call[row]])
        )
          columns[rank].late[row] = 1;
        else continue;
        done.waits++;
      }
    }
    if (done.waits > 0) return;
    throw new UsageError(
      `${text}: these calls do not wait`,
      'name an MPI_Wait or MPI_Waitall, a blocking receive, or a collective',
    );
  }

  /** A wait begins where the next call of its thread does, so that the computation between comes before it. */
  #wait(rank: number, row: number, columns: ChangedRank): void {
    const { call, rows, thread, finalizeStart } = this.#ranks[rank];
    let next = row + 1;
    while (next < rows && !(COMMUNICATES[call[next]] && thread?.[next] === thread?.[row])) next++;
    const begins = next < rows ? columns.start[next] : finalizeStart;
    if (Number.isNaN(begins)) return;
    columns.start[row] = begins - (columns.end[row] - columns.start[row]);
    columns.end[row] = begins;
  }

  #choose(
    { text }: Change,
    calls: CallSelection,
    spec: CollectiveSpec,
    columns: readonly ChangedRank[],
    done: Changed,
  ): void {
    for (const { rows } of this.#instancesIn(calls)) {
      const [first] = rows;
      const { collective } = CALLS[this.#ranks[first.rank].call[first.row]];
      if (collective === undefined || (spec.collective !== null && spec.collective !== collective)) continue;
      for (const { rank, row } of rows) columns[rank].algorithms.set(row, spec);
      done.collectives++;
    }
    if (done.collectives > 0) return;
    throw new UsageError(
      `${text}: there is no ${spec.collective ?? 'collective'} among these calls`,
      'see sensitivity --by site for the collectives and their places',
    );
  }

  /** Collectives of several ranks that rows take part in, in the order of the calls. */
  #instancesIn(calls: CallSelection): CollectiveInstance[] {
    const found = new Set<CollectiveInstance>();
    for (const [rank, rows] of calls.entries())
      for (const [row, instance] of this.#instances[rank]) if (rows[row] === 1) found.add(instance);
    return [...found].sort((a, b) => a.sequence - b.sequence || a.k - b.k);
  }

  #collectives(): Map<number, CollectiveInstance>[] {
    const sequences = new Map<number, CollectiveInstance[]>();
    return this.#ranks.map((trace) => {
      const own = new Map<number, CollectiveInstance>();
      const counts = new Map<number, number>();
      for (let row = 0; row < trace.rows; row++) {
        const part = TOGETHER[trace.call[row]] ? this.#partOf(trace, row) : undefined;
        if (part === undefined) continue;
        const { sequence } = part;
        const k = counts.get(sequence) ?? 0;
        counts.set(sequence, k + 1);
        const all = sequences.get(sequence) ?? [];
        sequences.set(sequence, all);
        all[k] ??= { sequence, k, rows: [] };
        all[k].rows.push({ rank: trace.rank, row });
        own.set(row, all[k]);
      }
      return own;
    });
  }
}

const codeOf = (name: string): number => CALLS.findIndex((call) => call.name === name);

/** Places of the counts, each in front of its size, of collectives whose blocks are all equal. */
const AMOUNTS: Readonly<Record<string, readonly number[]>> = {
  barrier: [],
  bcast: [0],
  reduce: [0],
  allreduce: [0],
  scan: [0],
  exscan: [0],
  reduce_scatter_block: [0],
  gather: [1, 3],
  scatter: [0, 3],
  allgather: [1, 3],
  alltoall: [1, 3],
};

const columnsOf = ({ rows, call, args, start, end }: RankTrace): ChangedRank => ({
  call: call.slice(),
  args: args.slice(),
  start: start.slice(),
  end: end.slice(),
  left: new Uint8Array(rows),
  late: new Uint8Array(rows),
  factor: new Float64Array(rows + 1).fill(1),
  algorithms: new Map(),
});

/** Throws UsageError where two changes are about the same calls, but for computations and waits. */
function refuseTwice(changes: readonly Change[]): void {
  const known: { readonly text: string; readonly selections: readonly CallSelection[] }[] = [];
  for (const change of changes) {
    if (change.kind === 'times' || change.kind === 'overlap') continue;
    const selections = change.kind === 'merge' ? change.places : [change.calls];
    const other = known.find((one) => meet(one.selections, selections));
    if (other !== undefined) {
      throw new UsageError(
        `${other.text} and ${change.text} change the same calls`,
        'use a separate command for each',
      );
    }
    known.push({ text: change.text, selections });
  }
}

const meet = (some: readonly CallSelection[], others: readonly CallSelection[]): boolean =>
  some.some((one) =>
    others.some((other) =>
      one.some((rows, rank) => rows.some((on, row) => on === 1 && other[rank][row] === 1)),
    ),
  );

function blockedBefore({ call, rows }: RankTrace, besides: Uint8Array): Uint32Array {
  const counts = new Uint32Array(rows + 1);
  for (let row = 0; row < rows; row++)
    counts[row + 1] = counts[row] + (BLOCKS[call[row]] && besides[row] === 0 ? 1 : 0);
  return counts;
}

function scaleComputation(
  change: Extract<Change, { readonly kind: 'times' }>,
  columns: readonly ChangedRank[],
  done: Changed,
): void {
  for (const [rank, rows] of change.calls.entries())
    for (let row = 0; row < rows.length; row++) {
      if (rows[row] === 0) continue;
      columns[rank].factor[row] *= change.factor;
      done.computations++;
    }
}

/**
 * What becomes one: of several places the k-th of each on one channel; of one place all in one stretch. Throws UsageError
 * where places have different numbers of them.
 */
function grouped<Item>(
  { text }: Change,
  places: readonly (readonly Item[])[],
  channelOf: (item: Item) => string,
  stretchOf: (item: Item) => number,
): Item[][] {
  const channels = new Map<string, Item[][]>();
  for (const [i, items] of places.entries())
    for (const item of items) {
      const key = places.length > 1 ? channelOf(item) : `${channelOf(item)} ${stretchOf(item)}`;
      const lists = channels.get(key) ?? places.map(() => []);
      channels.set(key, lists);
      lists[i].push(item);
    }
  return [...channels.values()].flatMap((lists) => {
    const there = lists.filter((list) => list.length > 0);
    if (places.length === 1) return there[0].length > 1 ? [there[0]] : [];
    if (there.length < 2) return [];
    if (there.some(({ length }) => length !== there[0].length)) {
      throw new UsageError(
        `${text}: these places have different numbers of messages to one rank, or of collectives on one communicator (${there.map(({ length }) => length).join(' and ')})`,
        'name calls that are made equally often, or some of them, as with #1..10',
      );
    }
    return there[0].map((_, k) => there.map((list) => list[k]));
  });
}
