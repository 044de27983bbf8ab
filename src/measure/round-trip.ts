/**
 * Half of a round trip by the model (docs/model.md, "Costs"), and the overhead that makes it what was measured. Both
 * ranks send, receive, and so on; half is what one message adds.
 */
import type { RendezvousProtocol } from '../machine/choices.js';
import { COSTS } from '../machine/costs.js';
import { bytesAtGap } from '../machine/message.js';
import type { Bytes, Nanoseconds, NsPerByte } from '../units/units.js';

/** What of a machine decides a round trip, but o. */
export interface Wire {
  readonly L: Nanoseconds;
  readonly G: NsPerByte;
  readonly S: Bytes;
  readonly protocol: RendezvousProtocol;
}

/** A sum of overheads and latencies; a round trip takes the largest of a few. */
interface Way {
  readonly overheads: number;
  readonly latencies: number;
}

/**
 * The receive of one message is the start of the answer. A fetched message also waits for the answer's receive, which
 * is posted when the send has ended.
 */
function waysOf({ S, protocol }: Wire, bytes: Bytes): readonly Way[] {
  const { sendToMeet, recvEnd, sendEnd } = COSTS[bytes > S ? protocol : 'eager'];
  const through: Way = {
    overheads: sendToMeet.overheads + recvEnd.overheads,
    latencies: sendToMeet.latencies + recvEnd.latencies,
  };
  return sendEnd !== null && bytes > S && protocol === 'rdma-read' ? [through, sendEnd] : [through];
}

/** Half a round trip of messages of `bytes` with overhead o, ns. */
export function halfRoundTrip(wire: Wire, o: Nanoseconds, bytes: Bytes): Nanoseconds {
  const ways = waysOf(wire, bytes).map(({ overheads, latencies }) => overheads * o + latencies * wire.L);
  return Math.max(...ways) + bytesAtGap(bytes) * wire.G;
}

/** The o with which half a round trip takes `half`, ns; below 0 where no o is small enough. */
export function overheadFor(wire: Wire, half: Nanoseconds, bytes: Bytes): Nanoseconds {
  const rest = half - bytesAtGap(bytes) * wire.G;
  return Math.min(
    ...waysOf(wire, bytes).map(({ overheads, latencies }) => (rest - latencies * wire.L) / overheads),
  );
}
