/** Traces → schedule: calls become operations by the rules of traces.md, one small function each (call-rules.ts). */
import type { MpiLibrary } from '../../collectives/library-calls.js';
import { JoinLatencies } from '../../collectives/recorded-calls.js';
import { joinWarnings, type Warning } from '../../errors.js';
import { LIBRARY_RENDEZVOUS } from '../../machine/machine.js';
import type { ComputationParts, SiteTable } from '../../schedule/program-calls.js';
import {
  Column,
  f64,
  type MemoryGuard,
  NONE,
  type Schedule,
  SEND,
  TAGS,
  u32,
} from '../../schedule/schedule.js';
import type { Coverage, PollTimes } from '../program.js';
import { rulesOf } from './call-rules.js';
import { fillLedger, withoutSkipped } from './collective-calls.js';
import { choicesFor } from './collective-choices.js';
import {
  type Communicator,
  type Communicators,
  callTable,
  rankOfEach,
  UNKNOWN_COMM,
} from './communicator.js';
import { findCommunicators } from './communicator-handles.js';
import { recordingTime, tracerWarning } from './computation-parts.js';
import { type ConversionOptions, ruleSetOf, type TraceScheduleOptions } from './conversion-options.js';
import { CoverageCounter, coverageWarning, SkippedCalls } from './coverage.js';
import { LooseReceives } from './left-over.js';
import { CALLS, ONE_SIDED, P2P, REPLACE, SENDRECV } from './mpi-calls.js';
import { OneSidedMessages } from './one-sided.js';
import { findNobody, MessagePeers, RANK_ARGS } from './peers-and-tags.js';
import { addTimes, pollsWarning } from './poll-loops.js';
import { type Conversion, RankState, RequestWarnings, TraceBuilder, UnattendedCalls } from './rank-state.js';
import { endedEarly, isWhole, type RankTrace, type TraceSet } from './rank-trace.js';
import { type PitchFound, requestPitchOf } from './requests.js';
import { markTable, markWarnings, type PlacedMarks } from './trace-marks.js';
import { isMpich4 } from './trace-set.js';
import { TracedReceives } from './traced-receives.js';

/** The schedule of a set of traces, and its coverage. */
export interface TraceSchedule {
  readonly schedule: Schedule;
  readonly coverage: Coverage;
  /** Bytes between two request variables that were taken, and whether they mattered. */
  readonly requestPitch: PitchFound;
  /** The MPI library that made the traces. */
  readonly library: MpiLibrary;
  readonly warnings: readonly Warning[];
}

/**
 * Makes the schedule of a set of traces. Throws an InputError with file and line where the traces do not fit
 * together (collectives, communicators, requests), and with `strict` for calls that are not understood; the LimitError
 * of `memory`.
 */
export function tracesToSchedule(
  set: TraceSet,
  options: TraceScheduleOptions = {},
  memory: MemoryGuard | null = null,
): TraceSchedule {
  const rules = ruleSetOf(options);
  const { ranks, comms, warnings: assumed } = walkedRun(set.ranks, options);
  const requestPitch = requestPitchOf(ranks, options.requestPitch ?? rules.pitch);
  const skipped = new SkippedCalls(options.skipCalls ?? []);
  const partOf = withoutSkipped(rules.parts(comms, ranks.length), skipped);
  const ledger = fillLedger(ranks, partOf, comms);
  const choices = choicesFor(set.ranks, rules, options.collectives ?? []);
  const unattended = new UnattendedCalls();
  const builder = new TraceBuilder(ranks.length, memory);
  const conversion: Conversion = {
    ...choices,
    builder,
    comms,
    ledger,
    partOf,
    pitch: requestPitch.pitch,
    reuse: rules.reuse(typeof options.requestPitch === 'number'),
    nobody: findNobody(ranks),
    firstTag: rules.firstTag(() => largestWorldTag(ranks, comms)),
    joinLatencies: new JoinLatencies(choices.joined),
    skipped,
    overhead: options.tracerOverhead ?? (rules.subtractsTracer ? (recordingTime(ranks) ?? 0) : 0),
    probes: !rules.keepsArrivals && ranks.some(({ tally }) => tally.has('MPI_Mprobe')),
    traced: rules.keepsArrivals || (options.copies ?? 1) > 1 ? null : new TracedReceives(),
    unattended,
    sites: set.sites?.index ?? null,
  };
  const oneSided = oneSidedOf(ranks, conversion);
  const ruleOf = rulesOf(rules);
  const coverage = new CoverageCounter();
  const requests = new RequestWarnings(rules.choosesByWaits);
  const loose = new LooseReceives(isWhole(ranks) && rules.forgetsRequests && !skipsMessages(skipped));
  const probed: (readonly [probe: number, call: number])[] = [];
  const marks: (PlacedMarks | null)[] = [];
  const parts: ComputationParts[] = [];
  let polls: PollTimes | undefined;
  for (const trace of ranks) {
    builder.beginTrace(trace.rank, trace.source);
    conversion.traced?.beginRank();
    const state = new RankState(trace, conversion, oneSided?.post(builder, trace) ?? null);
    for (let row = 0; row < trace.rows; row++) {
      state.enter(row);
      unattended.reach(state, row);
      if (skipped.rows[trace.call[row]]) {
        state.skip(row);
        continue;
      }
      const understood = ruleOf[trace.call[row]](state, row);
      if (!understood) coverage.miss(trace, row);
      state.leave(row, understood);
    }
    unattended.reach(state, trace.rows);
    state.finish();
    marks.push(state.marks);
    parts.push(state.parts);
    const first = builder.operations - builder.rankOperations;
    loose.add(state, first);
    for (const [probe, call] of state.received) probed.push([first + probe, first + call]);
    requests.add(state, first);
    polls = addTimes(addTimes(polls, trace.header.polls), state.polls?.times);
  }
  const table = callTable(ranks, comms, markTable(marks), parts);
  const made = builder.finish(sitesOnly(set), table);
  const left = loose.drop(made);
  const traced = conversion.traced?.in(made);
  const received = probed.length === 0 ? null : { received: receivedBy(probed, made.operations) };
  requests.settle(made, loose.whole, left.dropped);
  const { lenient } = endedEarly(ranks) ? { lenient: { unmatched: 'ignore' } as const } : left.lenient;
  const library = rules.sendsAs(choices.library, isMpich4(set.ranks));
  const schedule: Schedule = {
    ...made,
    ...traced,
    ...received,
    ...(lenient && { lenient }),
    ...(library && sendsAbove(made, LIBRARY_RENDEZVOUS[library].S) && { library }),
  };
  const report = coverage.report(ranks, skipped, polls);
  if (options.strict === true) coverage.refuse();
  const warnings = joinWarnings(
    set,
    assumed,
    comms,
    requests,
    left,
    choices.defaults.warning(),
    choices.taken.warnings(options.collectives ?? []),
    choices.returned.warning(),
    skipped.warnings(ranks),
    markWarnings(ranks),
    unattended.warning(report),
    pollsWarning(polls, report.time),
    tracerWarning(parts, conversion.overhead, report.time),
    coverageWarning(report),
  );
  return { schedule, coverage: report, requestPitch, library: choices.library, warnings };
}

function sendsAbove({ kind, value, operations }: Schedule, bytes: number): boolean {
  for (let op = 0; op < operations; op++) if (kind[op] === SEND && value[op] > bytes) return true;
  return false;
}

function receivedBy(probed: readonly (readonly [number, number])[], operations: number): Uint32Array {
  const column = new Uint32Array(operations).fill(NONE);
  for (const [probe, call] of probed) column[probe] = call;
  return column;
}

const isOneSided = (code: number): boolean => CALLS[code].kind === 'one-sided';

/** Null without one-sided calls, and where the rules do not know them. */
function oneSidedOf(
  ranks: readonly RankTrace[],
  { comms, firstTag, library, nobody, rules, skipped }: Conversion,
): OneSidedMessages | null {
  const has = ({ call }: RankTrace): boolean => call.some((code) => isOneSided(code) && rules.knows(code));
  if (!ranks.some(has)) return null;
  const messages = new OneSidedMessages(ranks.length);
  for (const trace of ranks) {
    const peers = new MessagePeers(trace, comms, nobody, rules.tags(trace, comms, firstTag));
    messages.collect(trace, comms, peers, library, skipped);
  }
  return messages;
}

const skipsMessages = ({ rows }: SkippedCalls): boolean =>
  RANK_ARGS.some(({ to, from }, code) => rows[code] && (to >= 0 || from >= 0));

/** Without the parts that only the traces need. */
function sitesOnly({ sites }: TraceSet): SiteTable | null {
  if (sites === null) return null;
  const { index: _, ...table } = sites;
  return table;
}

/** Places of the tags of each call's messages. */
const TAG_ARGS: readonly (readonly number[])[] = CALLS.map((call) => {
  if (call.kind === 'sendrecv') return [SENDRECV.sendTag, SENDRECV.recvTag];
  if (call.kind === 'sendrecv-replace') return [REPLACE.sendTag, REPLACE.recvTag];
  return /^(i?send|i?recv|(send|recv)-init)$/.test(call.kind) ? [P2P.tag] : [];
});

function largestWorldTag(ranks: readonly RankTrace[], comms: Communicators): number {
  let largest = 0;
  for (const trace of ranks) {
    const ofRow = comms.ofRow[trace.rank];
    for (let row = 0; row < trace.rows; row++) {
      const places = TAG_ARGS[trace.call[row]];
      if (places.length === 0 || (ofRow !== null && ofRow[row] !== 0)) continue;
      for (let i = 0; i < places.length; i++) {
        const tag = trace.args[trace.argStart[row] + places[i]];
        // A message to MPI_PROC_NULL may have any tag.
        if (tag < TAGS) largest = Math.max(largest, tag);
      }
    }
  }
  return largest;
}

/** Traces with their communicators found. */
interface WalkedRun {
  readonly ranks: readonly RankTrace[];
  readonly comms: Communicators;
  /** Warnings about assumptions. */
  readonly warnings: readonly Warning[];
}

/** The ranks that a schedule is made of. Throws InputError where calls that make communicators do not fit together. */
export const walkedRun = (ranks: readonly RankTrace[], { copies = 1, rules }: ConversionOptions): WalkedRun =>
  extrapolate(ranks, findCommunicators(ranks), copies, rules === 'published');

/**
 * A run continued to several times its ranks, as the original generator does: rank r + n·c does what rank r of the n ranks
 * did, with the peers of its own copy c; collectives of all ranks run over all copies. Source: Schedgen of LogGOPSim
 * (process_trace.cpp, option `traces-extr`), which has no communicators but the world. `allWorld`: the rules take every
 * communicator for the world, as the published ones do.
 */
function extrapolate(
  ranks: readonly RankTrace[],
  comms: Communicators,
  copies: number,
  allWorld: boolean,
): WalkedRun {
  if (copies === 1) return { ranks, comms, warnings: [] };
  const n = ranks.length;
  const numbering = new Numbering(comms.list, n, copies);
  const rows: (Int32Array | null)[] = [];
  const neighbours: Communicators['neighbours'][number][] = [];
  const madeIn: Communicators['madeIn'][number][] = [];
  const traces: RankTrace[] = [];
  for (let copy = 0; copy < copies; copy++) {
    for (const trace of ranks) {
      const ofRow = comms.ofRow[trace.rank];
      const isWhole = (row: number): boolean => allWorld || numbering.isWhole(ofRow?.[row] ?? 0);
      traces.push(copyOf(trace, n, copy, copies, isWhole));
      rows.push(ofRow?.map((id) => (id === UNKNOWN_COMM ? id : numbering.of(id, copy))) ?? null);
      madeIn.push(new Map([...comms.madeIn[trace.rank]].map(([row, id]) => [row, numbering.of(id, copy)])));
      neighbours.push(
        new Map(
          [...comms.neighbours[trace.rank]].map(([id, { sources, destinations }]) => {
            const move = moved(numbering.isWhole(id) ? n * copy : 0);
            return [
              numbering.of(id, copy),
              { sources: sources.map(move), destinations: destinations.map(move) },
            ];
          }),
        ),
      );
    }
  }
  return {
    ranks: traces,
    comms: { ...comms, list: numbering.list, ofRow: rows, neighbours, madeIn },
    warnings: assumptions(ranks, numbering, copies),
  };
}

/** Negative values are no ranks. */
const moved =
  (by: number) =>
  (rank: number): number =>
    rank < 0 ? rank : rank + by;

/** Communicators of all ranks go over all copies, each of the others is there once a copy. */
class Numbering {
  readonly list: Communicator[] = [];
  readonly #numbers: number[][] = [];
  readonly #whole: boolean[];

  constructor(list: readonly Communicator[], n: number, copies: number) {
    // Of a single rank, MPI_COMM_SELF is not among those that would grow.
    this.#whole = list.map(
      ({ id, size, groups }) => id === 0 || (size === n && n > 1 && groups === undefined),
    );
    for (const one of list) {
      const each = Array.from({ length: copies }, (_, copy) =>
        Array.from(one.ranks ?? [], (rank) => rank + n * copy),
      );
      this.#numbers.push(
        this.#whole[one.id]
          ? Array(copies).fill(this.#add(one, each.flat(), n * copies))
          : each.map((ranks, copy) => this.#add(one, ranks, n * copies, n * copy)),
      );
    }
  }

  isWhole(id: number): boolean {
    return this.#whole[id] ?? false;
  }

  get hasOthers(): boolean {
    return this.list.some(({ size }) => size > 1 && size < this.list[0].size);
  }

  of(id: number, copy: number): number {
    return this.#numbers[id][copy];
  }

  /** `by`: how far its ranks were moved. */
  #add({ ranks, made, groups }: Communicator, members: readonly number[], world: number, by = 0): number {
    const id = this.list.length;
    if (ranks === null) {
      this.list.push({ id, size: world, ranks: null, rankOf: null, made });
      return id;
    }
    const one = { id, size: members.length, ranks: Int32Array.from(members), made };
    const numbered = groups?.map((group) => group.map((rank) => rank + by));
    if (numbered === undefined) this.list.push({ ...one, rankOf: rankOfEach([members], world) });
    else {
      const [first, second] = numbered;
      this.list.push({ ...one, rankOf: rankOfEach(numbered, world), groups: [first, second] });
    }
    return id;
  }
}

function copyOf(
  trace: RankTrace,
  n: number,
  copy: number,
  copies: number,
  isWhole: (row: number) => boolean,
): RankTrace {
  const args = new Column(f64);
  const argStart = new Column(u32);
  for (let row = 0; row < trace.rows; row++) {
    argStart.push(args.length);
    const whole = isWhole(row);
    const fields = trace.args.slice(trace.argStart[row], trace.argStart[row + 1]);
    if (whole && copy > 0) {
      for (const place of Object.values(RANK_ARGS[trace.call[row]]))
        if (place >= 0) fields[place] = moved(n * copy)(fields[place]);
      moveTargets(fields, trace.call[row], n * copy);
      standIn(fields, trace.call[row], trace.comms);
    }
    for (const field of whole ? grown(fields, trace.call[row], n, copies) : fields) args.push(field);
  }
  argStart.push(args.length);
  return {
    ...trace,
    rank: trace.rank + n * copy,
    args: args.done(),
    argStart: argStart.done(),
    comms: trace.comms.map((comm) =>
      comm.size === n ? { ...comm, rank: comm.rank + n * copy, size: n * copies } : comm,
    ),
  };
}

/** The target of a one-sided call, or its group. */
function moveTargets(fields: Float64Array, code: number, by: number): void {
  const { commArg, kind, layouts, name } = CALLS[code];
  if (kind !== 'one-sided' || layouts[0] === 'C' || name === 'MPI_Win_lock_all') return;
  // A list is behind its length.
  const first = layouts[0].includes('L') ? commArg + 2 : ONE_SIDED.rank;
  const end = layouts[0].includes('L') ? first + fields[ONE_SIDED.ranks] : first + 1;
  for (let at = first; at < end; at++) fields[at] = moved(by)(fields[at]);
}

/** Places of the fields of a Gather and a Scatter: what others give or get, what the root does, root, communicator. */
const GATHER = { others: 1, atRoot: 3, root: 5, comm: 6 } as const;
const SCATTER = { others: 3, atRoot: 0, root: 5, comm: 6 } as const;

/** The root of the first copy is the root: in others its rank is one of many, whose block is in the root's line. */
function standIn(fields: Float64Array, code: number, comms: RankTrace['comms']): void {
  const { collective } = CALLS[code];
  if (collective !== 'gather' && collective !== 'scatter') return;
  const { others, atRoot, root, comm } = collective === 'gather' ? GATHER : SCATTER;
  if (comms[fields[comm]]?.rank !== fields[root]) return;
  fields[others] = fields[atRoot];
  fields[others + 1] = fields[atRoot + 1];
}

/** The lists of a collective by rank, once for each copy: its other fields stay. */
function grown(
  fields: Float64Array,
  code: number,
  n: number,
  copies: number,
): ArrayLike<number> & Iterable<number> {
  const { kind, nonblocking, requestArg, commArg } = CALLS[code];
  const fixed = (nonblocking ? requestArg : commArg) + 1;
  if (!/^collective(-init)?$/.test(kind) || fields.length <= fixed) return fields;
  const all = [...fields.subarray(0, fixed)];
  for (let at = fixed; at < fields.length; ) {
    const items = [...fields.subarray(at + 1, at + 1 + fields[at])];
    const times = items.length === n ? copies : 1;
    all.push(items.length * times);
    for (let time = 0; time < times; time++) all.push(...items);
    at += items.length + 1;
  }
  return all;
}

/** Whether a collective lists blocks by rank. */
const listsBlocks = (trace: RankTrace): boolean =>
  trace.call.some((code) => /^(alltoallv|reduce_scatter)$/.test(CALLS[code].collective ?? ''));

function assumptions(ranks: readonly RankTrace[], numbering: Numbering, copies: number): Warning[] {
  const n = ranks.length;
  const say = (message: string): Warning => ({ code: 'extrapolated', message });
  return [
    say(
      `extrapolated from ${n} to ${n * copies} ranks as ${copies} copies of the traced run (rank r + ${n}·c is rank r of copy c), each with its full work; point-to-point messages stay within a copy, so no halo is exchanged between copies`,
    ),
    say(
      `extrapolated collectives of all traced ranks run over all ${n * copies} ranks; each rank has as many bytes as in the trace, and roots are in the first copy`,
    ),
    ...(numbering.hasOthers ? [say('extrapolated communicators of some ranks exist once per copy')] : []),
    ...(ranks.some(listsBlocks)
      ? [say('extrapolated blocks that a call lists by rank are repeated for each copy')]
      : []),
  ];
}
