/** The parameters that were measured, for people: a line each, with what it comes from. */
import { formatGapPerByte, formatSize, formatTime } from '../units/units.js';
import type { Estimate } from './estimate.js';
import type { MeasuredMachine } from './fit.js';

export interface ShownEstimate {
  /** As the field writes it. */
  readonly letter: string;
  readonly value: string;
  /** Quartiles; '' for what is not measured in times. */
  readonly spread: string;
  readonly how: string;
}

export const spreadText = ({ low, high }: Estimate, format: (value: number) => string): string =>
  `${format(low)} to ${format(high)}`;

const time = (letter: string, estimate: Estimate, how: string): ShownEstimate => ({
  letter,
  value: formatTime(estimate.value),
  spread: spreadText(estimate, formatTime),
  how,
});

/** `ranks`: how many exchanged messages at once. */
export function shownEstimates(measured: MeasuredMachine, ranks: number): ShownEstimate[] {
  const { L, o, send, receive, exchange, g, overheadBySize } = measured;
  return [
    time('L', L, 'half a round trip of 1 B without both overheads'),
    time(
      'o',
      o,
      overheadBySize === null ? 'mean of o_s and o_r' : 'mean of o_s and o_r at 1 B; larger by size',
    ),
    time('o_s', send, 'a send of 1 B, computation between sends'),
    time('o_r', receive, 'a receive of 1 B that has arrived'),
    ...(exchange === null ? [] : [time('o (all)', exchange, `the same while all ${ranks} ranks exchange`)]),
    time('g', g, 'between sends of 1 B that follow at once'),
    {
      letter: 'G',
      value: formatGapPerByte(measured.G.value),
      spread: spreadText(measured.G, formatGapPerByte),
      how: 'a byte more, of large messages that follow at once',
    },
    thresholdLine(measured),
  ];
}

function thresholdLine({ S, tried, protocol }: MeasuredMachine): ShownEstimate {
  const eager = S === Number.POSITIVE_INFINITY;
  return {
    letter: 'S',
    value: eager ? 'none' : formatBytes(S),
    spread: '',
    how: eager
      ? `no send of up to ${formatBytes(tried)} waits for its receive`
      : `larger sends wait for their receives; ${protocol} is the nearer`,
  };
}

/** A size with all its digits: `64 KiB`, `4040 B`. */
export const formatBytes = (bytes: number): string => (bytes % 1024 === 0 ? formatSize(bytes) : `${bytes} B`);
