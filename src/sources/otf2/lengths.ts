/**
 * Both records of a message tell its length. Score-P asks the status of a receive for it, so that a difference is damage;
 * other tools may write the size of the receive's buffer, as OTF2 lets them.
 */
import { formatPlace, InputError, type Place } from '../../errors.js';
import { CALLS, P2P, REPLACE, SENDRECV } from '../mpi/calls.js';
import type { RankTrace } from '../mpi/trace.js';
import { NOBODY } from './rank-rows.js';

/** Where the fields of one side of a message are in a row. */
interface Side {
  readonly sends: boolean;
  /** −1: the row does not tell the length of each side. */
  readonly bytes: number;
  readonly peer: number;
  readonly tag: number;
  readonly comm: number;
}

const FIELDS = { bytes: P2P.count, peer: P2P.peer, tag: P2P.tag, comm: P2P.comm };
const SEND: Side = { sends: true, ...FIELDS };
const RECEIVE: Side = { sends: false, ...FIELDS };
const EXCHANGE = [
  [SENDRECV.sendCount, SENDRECV.dest, SENDRECV.sendTag],
  [SENDRECV.recvCount, SENDRECV.source, SENDRECV.recvTag],
].map(([bytes, peer, tag], i): Side => ({ sends: i === 0, bytes, peer, tag, comm: SENDRECV.comm }));
const REPLACING = [
  [REPLACE.dest, REPLACE.sendTag],
  [REPLACE.source, REPLACE.recvTag],
].map(([peer, tag], i): Side => ({ sends: i === 0, bytes: -1, peer, tag, comm: REPLACE.comm }));

const SIDES: Readonly<Record<string, readonly Side[]>> = {
  send: [SEND],
  isend: [SEND],
  'send-init': [SEND],
  recv: [RECEIVE],
  irecv: [RECEIVE],
  'recv-init': [RECEIVE],
  sendrecv: EXCHANGE,
  'sendrecv-replace': REPLACING,
};
/** By code of the call. */
const SIDES_OF = CALLS.map(({ kind }) => SIDES[kind] ?? []);

/** Messages from one rank to another with one tag, which are received in the order in which they are sent. */
interface Channel {
  readonly from: number;
  readonly to: number;
  /** Rows of the sender, and of the receiver, with their lengths; NaN: not told. */
  readonly sends: { readonly rows: number[]; readonly bytes: number[] };
  readonly receives: { readonly rows: number[]; readonly bytes: number[] };
}

type Channels = Map<number, Map<number, Channel>>;

/**
 * Throws an InputError for the first receive of another length than its message. `traces` of all ranks in their order.
 * Channels with more sends than receives or the other way, and ranks whose threads call at once, are left to the matching.
 */
export function checkLengths(traces: readonly RankTrace[]): void {
  const channels: Channels = new Map();
  for (const trace of traces) if (trace.thread === null) addRank(trace, traces.length, channels);
  for (const byTag of channels.values())
    for (const channel of byTag.values()) {
      const { sends, receives } = channel;
      if (sends.rows.length !== receives.rows.length) continue;
      const at = sends.bytes.findIndex((bytes, i) => differs(bytes, receives.bytes[i]));
      if (at >= 0) refuse(traces, channel, at);
    }
}

const differs = (sent: number, received: number): boolean =>
  sent !== received && !Number.isNaN(sent) && !Number.isNaN(received);

function addRank(trace: RankTrace, ranks: number, channels: Channels): void {
  const members = membersOf(trace);
  const { call, args, argStart, comms } = trace;
  for (let row = 0; row < trace.rows; row++)
    for (const side of SIDES_OF[call[row]]) {
      const at = argStart[row];
      const peer = args[at + side.peer];
      const { handle } = comms[args[at + side.comm]];
      const other = handle === WORLD ? peer : members.get(handle)?.[peer];
      if (peer === NOBODY || other === undefined) continue;
      const ends = side.sends ? [trace.rank, other] : [other, trace.rank];
      const channel = channelOf(channels, handle, ends, ranks, args[at + side.tag]);
      const list = side.sends ? channel.sends : channel.receives;
      list.rows.push(row);
      list.bytes.push(side.bytes < 0 ? Number.NaN : args[at + side.bytes]);
    }
}

const WORLD = 1;

const membersOf = ({ notes }: RankTrace): ReadonlyMap<number, readonly number[]> =>
  new Map((notes?.known ?? []).map(({ handle, members }) => [handle, members]));

function channelOf(
  channels: Channels,
  handle: number,
  [from, to]: readonly number[],
  ranks: number,
  tag: number,
): Channel {
  const pair = (handle * ranks + from) * ranks + to;
  const byTag = channels.get(pair) ?? new Map<number, Channel>();
  channels.set(pair, byTag);
  const known = byTag.get(tag);
  if (known !== undefined) return known;
  const channel = { from, to, sends: { rows: [], bytes: [] }, receives: { rows: [], bytes: [] } };
  byTag.set(tag, channel);
  return channel;
}

function refuse(traces: readonly RankTrace[], { from, to, sends, receives }: Channel, at: number): never {
  const [sender, receiver] = [traces[from], traces[to]];
  const [sent, received] = [sends.rows[at], receives.rows[at]];
  throw new InputError({
    place: placeOf(receiver, received),
    what:
      `${nameOf(receiver, received)} receives ${receives.bytes[at]} B from rank ${from}, whose ` +
      `${nameOf(sender, sent)} sends ${sends.bytes[at]} B (${formatPlace(placeOf(sender, sent))})`,
    mend: 'one of the two events is damaged: copy the archive again, or record the program again',
  });
}

const placeOf = ({ source, files, line }: RankTrace, row: number): Place => ({
  source: files?.names[files.of[row]] ?? source,
  line: line[row],
});

const nameOf = ({ call, called }: RankTrace, row: number): string => CALLS[(called ?? call)[row]].name;
