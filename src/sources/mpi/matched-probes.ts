/**
 * MPI_Mprobe and MPI_Improbe match a message, which no other receive takes from then on; MPI_Mrecv or MPI_Imrecv receives
 * it later, in any order. Both name the message by its number. Traces without numbers name the source, tag and communicator
 * of the message: of several with the same, the one probed first is taken to be received first.
 */
import { CALLS, P2P, PROBE } from './mpi-calls.js';
import { listOf, type RankTrace } from './rank-trace.js';

/** Rows of one rank that belong together. */
export interface MatchedProbes {
  /** By row of a probe that of its receive … */
  readonly receives: ReadonlyMap<number, number>;
  /** … and the other way round. */
  readonly probes: ReadonlyMap<number, number>;
}

const NONE: MatchedProbes = { receives: new Map(), probes: new Map() };

const MESSAGE_ARG = CALLS.map(({ messageArg }) => messageArg);
const IS_PROBE = CALLS.map(({ kind }) => kind === 'probe');

export function matchedProbes(trace: RankTrace): MatchedProbes {
  if (!trace.tally.has('MPI_Mprobe')) return NONE;
  const receives = new Map<number, number>();
  const probes = new Map<number, number>();
  /** Rows of probes whose messages are not received yet. */
  const open = new Map<string, number[]>();
  for (let row = 0; row < trace.rows; row++) {
    const code = trace.call[row];
    if (MESSAGE_ARG[code] < 0) continue;
    const key = messageOf(trace, row, MESSAGE_ARG[code]);
    if (IS_PROBE[code]) {
      const same = open.get(key) ?? [];
      same.push(row);
      open.set(key, same);
      continue;
    }
    const probe = open.get(key)?.shift();
    if (probe === undefined) continue;
    receives.set(probe, row);
    probes.set(row, probe);
  }
  return { receives, probes };
}

/** What identifies the message of a row. */
function messageOf({ args, argStart, call, notes }: RankTrace, row: number, messageArg: number): string {
  const at = argStart[row];
  const number = at + messageArg < argStart[row + 1] ? args[at + messageArg] : 0;
  if (number > 0) return `#${number}`;
  const place = IS_PROBE[call[row]] ? PROBE : { source: P2P.peer, tag: P2P.tag, comm: P2P.comm };
  const noted = notes === null ? [] : listOf(notes.matched, row);
  const [source = args[at + place.source], tag = args[at + place.tag]] = noted;
  return `${source} ${tag} ${args[at + place.comm]}`;
}
