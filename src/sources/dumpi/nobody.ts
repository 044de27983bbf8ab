/**
 * MPI_PROC_NULL. DUMPI writes any source as −1 and leaves nobody as the library has it: −2 with Open MPI, and −1 with MPICH
 * and what is made of it, so that a receive from −1 may be either. A destination of −1 is nobody, and shows which library it
 * was; then messages are counted: those to a rank that no receive from somebody takes must be received from anybody.
 */
import { InputError } from '../../errors.js';
import { CALLS, type CallKind, P2P, REPLACE, REQUESTS, SENDRECV } from '../mpi/calls.js';
import type { Communicators } from '../mpi/communicator.js';
import { findCommunicators } from '../mpi/communicators.js';
import type { RankTrace } from '../mpi/trace.js';
import { NOBODY } from './rank.js';

const ANY_OR_NOBODY = -1;

/** Places of destination and source among the kept fields of a call; −1: it has none. */
interface Halves {
  readonly to: number;
  readonly from: number;
}

const HALVES: Readonly<Partial<Record<CallKind, Halves>>> = {
  send: { to: P2P.peer, from: -1 },
  isend: { to: P2P.peer, from: -1 },
  'send-init': { to: P2P.peer, from: -1 },
  recv: { to: -1, from: P2P.peer },
  irecv: { to: -1, from: P2P.peer },
  'recv-init': { to: -1, from: P2P.peer },
  sendrecv: { to: SENDRECV.dest, from: SENDRECV.source },
  'sendrecv-replace': { to: REPLACE.dest, from: REPLACE.source },
};
const halvesOf = (trace: RankTrace, row: number): Halves | undefined => HALVES[CALLS[trace.call[row]].kind];

/** What a rank is sent, and what it receives. */
interface Count {
  /** Messages to it, less receives that name their source. */
  left: number;
  /** Receives from −1, the first of them. */
  unnamed: number;
  first: number;
}

function sendsToNobody(ranks: readonly RankTrace[]): boolean {
  return ranks.some((trace) => {
    for (let row = 0; row < trace.rows; row++) {
      const to = halvesOf(trace, row)?.to ?? -1;
      if (to >= 0 && trace.args[trace.argStart[row] + to] === ANY_OR_NOBODY) return true;
    }
    return false;
  });
}

/** Rows that describe messages, once for each message: persistent ones as often as they are started. */
function* messageRows(trace: RankTrace): Generator<number> {
  const persistent = new Map<number, number>();
  const { args, argStart, call } = trace;
  for (let row = 0; row < trace.rows; row++) {
    const { kind } = CALLS[call[row]];
    const at = argStart[row];
    if (kind === 'send-init' || kind === 'recv-init') persistent.set(args[at + P2P.request], row);
    else if (kind === 'start') {
      const definition = persistent.get(args[at]);
      if (definition !== undefined) yield definition;
    } else if (kind === 'startall')
      for (let i = at + REQUESTS.first + 1; i < argStart[row + 1]; i++) {
        const definition = persistent.get(args[i]);
        if (definition !== undefined) yield definition;
      }
    else if (halvesOf(trace, row) !== undefined) yield row;
  }
}

function countsOf(ranks: readonly RankTrace[], comms: Communicators): Count[] {
  const counts = ranks.map(() => ({ left: 0, unnamed: 0, first: -1 }));
  for (const trace of ranks)
    for (const row of messageRows(trace)) {
      const { to, from } = halvesOf(trace, row) ?? { to: -1, from: -1 };
      const comm = comms.list[comms.ofRow[trace.rank]?.[row] ?? 0];
      const at = trace.argStart[row];
      const destination = to < 0 ? -1 : trace.args[at + to];
      const receiver = destination < 0 ? -1 : (comm?.ranks?.[destination] ?? destination);
      if (counts[receiver] !== undefined) counts[receiver].left++;
      if (from < 0) continue;
      const own = counts[trace.rank];
      if (trace.args[at + from] >= 0) own.left--;
      else if (trace.args[at + from] === ANY_OR_NOBODY) {
        if (own.unnamed === 0) own.first = row;
        own.unnamed++;
      }
    }
  return counts;
}

/** Writes −2 for nobody into a place of every row that has −1 there. */
function rename(trace: RankTrace, half: keyof Halves): void {
  for (let row = 0; row < trace.rows; row++) {
    const place = halvesOf(trace, row)?.[half] ?? -1;
    if (place < 0) continue;
    const at = trace.argStart[row] + place;
    if (trace.args[at] === ANY_OR_NOBODY) trace.args[at] = NOBODY;
  }
}

/**
 * Makes nobody −2 in the traces of all ranks, in place. Throws InputError where receives from −1 are of some messages, but
 * not of all: nothing tells which.
 */
export function tellNobody(ranks: readonly RankTrace[]): void {
  if (!sendsToNobody(ranks)) return;
  const counts = countsOf(ranks, findCommunicators(ranks));
  for (const trace of ranks) {
    const { left, unnamed, first } = counts[trace.rank];
    rename(trace, 'to');
    if (unnamed === 0 || left === unnamed) continue;
    if (left > 0)
      throw new InputError({
        place: { source: trace.source, line: trace.line[first] },
        what:
          `${unnamed} receives from −1, which is both MPI_ANY_SOURCE and the MPI_PROC_NULL of this MPI, for ${left} ` +
          'messages that no other receive takes',
        mend: 'nothing tells which of them are from nobody: trace the program with Open MPI, or with llamp-trace',
      });
    rename(trace, 'from');
  }
}
