/** Which of a message's latencies a row pays: they are numbered, so that each is drawn for itself, and once. */
import { ITEM, type NoiseProgram } from './program.js';

export interface RowLatencies {
  /** The send of the message. */
  readonly send: number;
  /** How often its route's latency was paid before, and how often here. */
  readonly before: number;
  readonly own: number;
}

/** Of a row with noise of a message: those behind the meeting of message and receive come after those before it. */
export function latenciesOf({ costs, item, op }: NoiseProgram, row: number): RowLatencies {
  const send = op[row];
  const { sendToMeet, data, sendEnd } = costs.of(send);
  if (item[row] === ITEM.toMeeting) return { send, before: 0, own: sendToMeet.latencies };
  return { send, before: sendToMeet.latencies, own: data.latencies || (sendEnd?.latencies ?? 0) };
}
