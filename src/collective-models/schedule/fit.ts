/**
 * Costs of the schedule model from point-to-point and flat-tree measurements alone (`MeasuredCosts`). What
 * they cannot tell, `CalibratedCosts`, comes from measurements of collectives.
 */
import { InputError } from '../../errors.js';
import { fitLine, leastSquares } from '../fit/least-squares.js';
import { senderOverhead } from '../fit/loggp.js';
import type { NbftRow, P2pRow } from '../fit/measurements.js';
import type { PlatformMeasurements } from '../fit/platform.js';
import { CHANNELS, type ClusterShape } from '../shape.js';
import type { Knot, MeasuredCosts } from './parameters.js';

/** Sizes at which a message's curve may bend; the last buffered size and the one after are both there. */
const KNOTS = [1, 16, 256, 4096, 32768, 131072, 262144, 4194304] as const;
const BUFFERED = 131072;

/** Weights of a size on the knots around it. */
function weights(bytes: number): readonly number[] {
  const row = KNOTS.map(() => 0);
  let upper = 1;
  while (upper < KNOTS.length - 1 && KNOTS[upper] < bytes) upper++;
  const share = (bytes - KNOTS[upper - 1]) / (KNOTS[upper] - KNOTS[upper - 1]);
  row[upper - 1] = 1 - share;
  row[upper] = share;
  return row;
}

/** Curve of least relative error through the times of one channel. */
function messageCurve(rows: readonly P2pRow[], channel: string): readonly Knot[] {
  const own = rows.filter((row) => row.channel === channel && row.bytes >= KNOTS[0]);
  const { coefficients } = leastSquares(
    own.map(({ bytes }) => weights(bytes)),
    own.map(({ latencyUs }) => latencyUs),
    'relative',
  );
  return KNOTS.map((bytes, i) => [bytes, coefficients[i]]);
}

/** Slope over P of what `figure` reads from a flat tree, in µs per rank. */
function slopeOverRanks(
  rows: readonly NbftRow[],
  channel: string,
  bytes: number,
  figure: (row: NbftRow) => number,
): number {
  const own = rows.filter((row) => row.channel === channel && row.bytes === bytes);
  if (own.length === 0) {
    throw new InputError({
      what: `no flat tree of ${bytes} B on channel '${channel}'`,
      mend: 'measure every channel at 1 B, 64 KiB, 128 KiB and 1 MiB',
    });
  }
  return fitLine(
    own.map(({ ranks }) => ranks),
    own.map(figure),
  ).slope;
}

function longest(row: NbftRow): number {
  if (row.maxUs !== undefined) return row.maxUs;
  throw new InputError({
    what: `the flat tree of ${row.ranks} ranks on channel '${row.channel}' has no maximum`,
    mend: 'run the benchmark with -f',
  });
}

/** Mean over all ranks but the root, which is the last to be done. */
function meanOfSenders(row: NbftRow): number {
  return (row.latencyUs * row.ranks - longest(row)) / (row.ranks - 1);
}

/** Receiver's time per message over bytes: slopes of the completion of linear reduces, relative fit. */
function serviceLine(rows: readonly NbftRow[], channel: string) {
  const sizes = [...new Set(rows.filter((row) => row.channel === channel).map(({ bytes }) => bytes))];
  const slopes = sizes.map((bytes) => slopeOverRanks(rows, channel, bytes, longest));
  const sound = sizes.map((_, i) => i).filter((i) => slopes[i] > 0);
  const { intercept, slope } = fitLine(
    sound.map((i) => sizes[i]),
    sound.map((i) => slopes[i]),
    'relative',
  );
  return { intercept, slope };
}

/** A slope that measurement noise has turned around says nothing; the nearest channel that has one stands in. */
function positive(values: readonly number[]): readonly number[] {
  return values.map((value, i) => (value > 0 ? value : (values.slice(i).find((next) => next > 0) ?? 0)));
}

/** Everything that the measurements of messages and flat trees say. Throws InputError when one is missing. */
export function fitMeasuredCosts(measured: PlatformMeasurements, shape: ClusterShape): MeasuredCosts {
  const { p2p, nbft } = measured;
  const overhead = senderOverhead(nbft.bcast, CHANNELS[0]);
  const perMessage = (bytes: number): readonly number[] =>
    positive(CHANNELS.map((channel) => slopeOverRanks(nbft.bcast, channel, bytes, longest)));
  const [large, buffered] = [2 ** 20, 2 ** 16];
  const bandwidths = perMessage(large).map((us) => large / us);
  const handOver = nbft.reduce.filter(({ channel, bytes }) => channel === 'node' && bytes === BUFFERED);
  return {
    shape,
    message: CHANNELS.map((channel) => messageCurve(p2p, channel)),
    overheadUs: CHANNELS.map(() => overhead),
    gapUs: perMessage(1).map((gap) => Math.max(gap, overhead)),
    reduceService: CHANNELS.map((channel) => serviceLine(nbft.reduce, channel)),
    sourceBandwidth: bandwidths,
    destinationBandwidth: positive(
      CHANNELS.map((channel) => slopeOverRanks(nbft.reduce, channel, buffered, meanOfSenders)),
    ).map((us) => buffered / us),
    nicBandwidth: bandwidths[3],
    nicCopyUsPerByte:
      handOver.reduce((least, { minUs = Number.NaN }) => Math.min(least, minUs), 1e9) / BUFFERED,
    bufferedBytes: BUFFERED,
  };
}
