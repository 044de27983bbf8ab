/** Traces → schedule: calls become operations by the rules of traces.md, one small function each (rules/). */
import type { Warning } from '../../errors.js';
import type { SiteTable } from '../../schedule/call-sites.js';
import type { MemoryGuard } from '../../schedule/memory.js';
import { type Schedule, TAGS } from '../../schedule/schedule.js';
import type { Coverage } from '../coverage.js';
import { callTable } from './call-table.js';
import { CALLS, type CallKind, P2P, REPLACE, SENDRECV } from './calls.js';
import { dropCancelled } from './cancelled.js';
import { ChoicesTaken } from './choices-taken.js';
import type { Communicators } from './communicator.js';
import { CoverageCounter, coverageWarnings, creationWarnings } from './coverage.js';
import { EmptyCalls } from './empty-calls.js';
import { fillLedger } from './fill-ledger.js';
import { DefaultsTaken, isMpich4, libraryOf, type MpiLibrary } from './library.js';
import { markTable, markWarnings, type PlacedMarks } from './marks.js';
import type { TraceScheduleOptions } from './options.js';
import { withoutSkipped } from './parts.js';
import { findNobody, MessagePeers } from './peers.js';
import { type PitchFound, requestPitchOf } from './pitch.js';
import { RankState } from './rank-state.js';
import { RequestWarnings } from './request-warnings.js';
import { type RuleSet, ruleSetOf } from './rule-set.js';
import { type CollectiveContext, collectiveRules } from './rules/collectives.js';
import { irecv, isend, recv, send } from './rules/messages.js';
import { cancel, define, requestFree, startRule } from './rules/persistent.js';
import type { Rule } from './rules/rule.js';
import { sendrecv, sendrecvReplace } from './rules/sendrecv.js';
import { completeSome, probe, wait, waitall } from './rules/waits.js';
import type { TraceSites } from './site-table.js';
import { SkippedCalls } from './skip.js';
import type { RankTrace, TraceSet } from './trace.js';
import { TraceBuilder } from './trace-builder.js';
import { UnattendedCalls } from './unattended-calls.js';
import { walkedRun } from './walked-run.js';

/** The schedule of a set of traces, and what was understood of them. */
export interface TraceSchedule {
  readonly schedule: Schedule;
  readonly coverage: Coverage;
  /** Bytes between two request variables that were taken, and whether they mattered. */
  readonly requestPitch: PitchFound;
  /** The MPI library that made the traces. */
  readonly library: MpiLibrary;
  readonly warnings: readonly Warning[];
}

/** A call that only tells of communicators, which were found before: its time is computation. */
const seenBefore: Rule = () => true;

/** Kinds of calls whose rules depend on the collectives of all ranks. */
type Joint = 'collective' | 'collective-init' | 'neighbours' | 'neighbours-init' | 'start' | 'startall';

const RULES: Readonly<Record<Exclude<CallKind, Joint>, Rule>> = {
  send,
  isend,
  recv,
  irecv,
  'send-init': define,
  'recv-init': define,
  'request-free': requestFree,
  cancel,
  wait,
  waitall,
  waitany: completeSome,
  waitsome: completeSome,
  test: completeSome,
  testall: completeSome,
  testany: completeSome,
  testsome: completeSome,
  sendrecv,
  'sendrecv-replace': sendrecvReplace,
  probe,
  'comm-dup': seenBefore,
  'comm-split': seenBefore,
  'comm-create': seenBefore,
  'comm-free': seenBefore,
  local: seenBefore,
};

const notUnderstood: Rule = () => false;

/** The rule of each call by its code. */
function rulesFor(context: CollectiveContext, set: RuleSet): Rule[] {
  const { call, describe, begin } = collectiveRules(context);
  const start = startRule(begin, context.unattended);
  const rules: Readonly<Record<CallKind, Rule>> = {
    ...RULES,
    collective: call,
    neighbours: call,
    'collective-init': describe,
    'neighbours-init': describe,
    start,
    startall: start,
  };
  return CALLS.map(({ kind }, code) => (set.knows(code) ? rules[kind] : notUnderstood));
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
        // A message to nobody may have any tag.
        if (tag < TAGS) largest = Math.max(largest, tag);
      }
    }
  }
  return largest;
}

/** Without what only the traces need. */
const tableOf = ({ index: _, ...table }: TraceSites): SiteTable => table;

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
  const nobody = findNobody(ranks);
  const firstTag = rules.firstTag(() => largestWorldTag(ranks, comms));
  const library = libraryOf(set.ranks);
  const fallback = rules.fallback(library);
  const specs = [...(options.collectives ?? []), ...(fallback === undefined ? [] : [fallback])];
  const mpich4 = isMpich4(set.ranks);
  const defaults = new DefaultsTaken(library, mpich4);
  const empty = new EmptyCalls(rules.sendsEmpty ? null : library);
  const taken = new ChoicesTaken();
  const unattended = new UnattendedCalls();
  const coverage = new CoverageCounter();
  const reuse = rules.reuse(typeof options.requestPitch === 'number');
  const requests = new RequestWarnings(rules.choosesByWaits);
  const cancelled: number[] = [];
  const marks: (PlacedMarks | null)[] = [];
  const builder = new TraceBuilder(ranks.length, memory);
  for (const trace of ranks) {
    builder.beginTrace(trace.rank, trace.source);
    const peers = new MessagePeers(trace, comms, ranks.length, nobody, rules.tags(trace, comms, firstTag));
    const state = new RankState(
      trace,
      builder,
      peers,
      requestPitch.pitch,
      rules,
      reuse,
      skipped,
      set.sites?.index[trace.rank % set.ranks.length] ?? null,
      comms.ofRow[trace.rank],
    );
    const context = {
      comms,
      ledger,
      partOf,
      rules,
      specs,
      fallback,
      mpich4,
      defaults,
      empty,
      taken,
      unattended,
      firstTag,
    };
    const ruleOf = rulesFor(context, rules);
    for (let row = 0; row < trace.rows; row++) {
      state.enter(row);
      unattended.reach(state, row);
      if (skipped.rows[trace.call[row]]) state.skip(row);
      else if (!ruleOf[trace.call[row]](state, row)) coverage.miss(trace, row);
    }
    unattended.reach(state, trace.rows);
    state.finish();
    marks.push(state.marks);
    const first = builder.operations - builder.rankOperations;
    for (const op of state.cancelled) cancelled.push(first + op);
    requests.add(trace, state);
  }
  const table = callTable(ranks, comms, markTable(marks));
  const schedule = builder.finish(set.sites === null ? null : tableOf(set.sites), table);
  dropCancelled(schedule, cancelled);
  const report = coverage.report(ranks, skipped);
  if (options.strict === true) coverage.refuse();
  const warnings = [
    ...set.warnings,
    ...assumed,
    ...comms.warnings,
    ...requests.list(),
    ...defaults.warnings(),
    ...taken.warnings(options.collectives ?? []),
    ...empty.warnings(),
    ...skipped.warnings(ranks),
    ...markWarnings(ranks),
    ...unattended.warnings(report),
    ...creationWarnings(report),
    ...coverageWarnings(report),
  ];
  return { schedule, coverage: report, requestPitch, library, warnings };
}
