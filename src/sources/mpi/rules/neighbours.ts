/**
 * Collectives among the neighbours of a topology: all messages at once, as the libraries send them. There is no algorithm
 * to choose.
 */
import {
  type CollectiveAlgorithm,
  type CollectiveCall,
  DEFAULT_OPTIONS,
} from '../../../collectives/types.js';
import { InputError } from '../../../errors.js';
import { CALLS, startedName } from '../calls.js';
import { exchangedBlocks, exchangedBytes, listOf } from '../collective-calls.js';
import type { Communicators } from '../communicator.js';
import type { CallPart } from '../ledger.js';
import type { RankTrace } from '../trace.js';

/** Places of the kept fields where every message has one size, or a list of counts has one type. */
const SEND = { count: 0, size: 1 } as const;
const RECV = { count: 2, size: 3, listed: 2 } as const;
/** Places of the one type of an alltoallv. */
const TYPES = { sent: 0, received: 1 } as const;

/** Bytes of the message to the i-th destination, and from the i-th source. */
interface Sizes {
  readonly sent: (i: number) => number;
  readonly received: (i: number) => number;
  /** How many sizes are listed of each, where they are. */
  readonly listed: { readonly sent?: number; readonly received?: number };
}

function sizesOf(trace: RankTrace, row: number): Sizes {
  const arg = (place: number): number => trace.args[trace.argStart[row] + place];
  const name = startedName(CALLS[trace.call[row]].name);
  if (/alltoall[vw]$/.test(name))
    return {
      sent: (i) => exchangedBytes(trace, row, false, i, TYPES.sent),
      received: (i) => exchangedBytes(trace, row, true, i, TYPES.received),
      listed: {
        sent: exchangedBlocks(trace, row, false),
        received: exchangedBlocks(trace, row, true),
      },
    };
  const sent = (): number => arg(SEND.count) * arg(SEND.size);
  if (!name.endsWith('v')) return { sent, received: () => arg(RECV.count) * arg(RECV.size), listed: {} };
  const counts = listOf(trace, row, 0);
  return {
    sent,
    received: (i) => trace.args[counts + 1 + i] * arg(RECV.listed),
    listed: { received: counts < 0 ? 0 : trace.args[counts] },
  };
}

function refuse(trace: RankTrace, row: number, what: string): never {
  throw new InputError({
    place: { source: trace.source, line: trace.line[row] },
    what: `${CALLS[trace.call[row]].name} with ${what}`,
    mend: 'the trace is damaged: trace the program again',
  });
}

/** Sizes of `count` messages, all of them told and possible. */
function checked(
  trace: RankTrace,
  row: number,
  sizeOf: (i: number) => number,
  count: number,
  listed = count,
) {
  if (listed !== count) refuse(trace, row, `${listed} counts for ${count} neighbours`);
  return Array.from({ length: count }, (_, i) => {
    const bytes = sizeOf(i);
    if (bytes >= 0 && bytes <= Number.MAX_SAFE_INTEGER) return bytes;
    return refuse(trace, row, `a message of ${bytes} B`);
  });
}

/** What one rank does: receives from its sources, sends to its destinations; none of it waits for another. */
export function amongNeighbours(
  part: CallPart,
  trace: RankTrace,
  row: number,
  { neighbours }: Communicators,
): { readonly call: CollectiveCall; readonly algorithm: Pick<CollectiveAlgorithm, 'emit'> } {
  const { sources = [], destinations = [] } = neighbours[trace.rank].get(part.sequence) ?? {};
  const { sent, received, listed } = sizesOf(trace, row);
  const toReceive = checked(trace, row, received, sources.length, listed.received);
  const toSend = checked(trace, row, sent, destinations.length, listed.sent);
  return {
    call: { rank: part.rank, size: part.size, root: 0, bytes: 0, options: DEFAULT_OPTIONS },
    algorithm: {
      emit: (_, sink) => {
        for (const [i, rank] of sources.entries()) if (rank >= 0) sink.irecv(toReceive[i], rank);
        for (const [i, rank] of destinations.entries()) if (rank >= 0) sink.send(toSend[i], rank);
      },
    },
  };
}
