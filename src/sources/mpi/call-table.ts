/** The calls of all ranks, one by one, as the schedule keeps them: columns of the traces, not copies. */
import {
  type CallTable,
  callPlaceText,
  type NamedCommunicator,
  type RankCalls,
} from '../../schedule/calls.js';
import type { MarkTable } from '../../schedule/marks.js';
import { CALLS } from './calls.js';
import type { Communicators } from './communicator.js';
import type { RankTrace } from './trace.js';

const NAMES = CALLS.map(({ name }) => name);
/** What starts a persistent request is on the communicator of that request. */
const COMMUNICATES = CALLS.map(({ commArg, kind }) => commArg >= 0 || /^start(all)?$/.test(kind));

export function callTable(
  ranks: readonly RankTrace[],
  comms: Communicators,
  marks: MarkTable | null,
): CallTable {
  return {
    unit: ranks[0]?.counts ?? 'line',
    names: NAMES,
    communicates: COMMUNICATES,
    communicators: named(comms),
    ranks: ranks.map((trace) => rankCalls(trace, comms.ofRow[trace.rank])),
    marks,
  };
}

/** `rank0.txt:12`: where the call of a row stands. */
export const rowPlaceText = ({ source, line, counts = 'line' }: RankTrace, row: number): string =>
  callPlaceText({ source, at: line[row], unit: counts });

function rankCalls(trace: RankTrace, communicator: Int32Array | null): RankCalls {
  const { called, call, line, finalizeLine, files, source } = trace;
  return {
    name: called ?? call,
    at: line,
    finalize: finalizeLine,
    files: files?.names ?? [source],
    file: files?.of ?? null,
    communicator,
  };
}

/** Those that the program makes are numbered from 1. */
function named({ list }: Communicators): NamedCommunicator[] {
  let number = 0;
  return list.map(({ size, made }, id) => {
    if (id === 0) return { name: 'MPI_COMM_WORLD', size, made: null };
    if (/\bMPI_COMM_SELF\b/.test(made)) return { name: 'MPI_COMM_SELF', size, made: null };
    number++;
    return { name: `communicator ${number} (${size} ${size === 1 ? 'rank' : 'ranks'})`, size, made };
  });
}
