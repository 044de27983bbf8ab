/** A measured machine as JSON and text. */
import type { Warning } from '../../errors.js';
import type { MeasuredChannel } from '../../measure/channels.js';
import type { Estimate } from '../../measure/estimate.js';
import type { MeasuredMachine, MeasuredSize } from '../../measure/fit.js';
import type { Measurements } from '../../measure/points.js';
import { predictedHalf, worstMisfit } from '../../measure/predicted.js';
import { formatBytes, shownEstimates, spreadText } from '../../measure/shown.js';
import { formatGapPerByte, formatTime } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { finite } from '../output/json.js';
import { table } from '../output/table.js';
import { count } from './input.js';

export interface MeasuredFacts {
  readonly measured: MeasuredMachine;
  readonly measurements: Measurements;
  readonly machine: string;
  readonly points: string;
  readonly platform: { readonly file: string; readonly channels: readonly MeasuredChannel[] } | undefined;
  readonly warnings: readonly Warning[];
}

export const measuredAnswer = (facts: MeasuredFacts): Answer => ({
  json: () => ({ input: {}, machine: {}, result: measuredJson(facts), warnings: facts.warnings }),
  text: () => [headText(facts), estimatesText(facts), ...platformTexts(facts), filesText(facts)].join('\n'),
});

const quartiles = ({ value, low, high }: Estimate): object => ({ value, low, high });
const orNull = (estimate: Estimate | null): object | null => estimate && quartiles(estimate);

function measuredJson({
  measured,
  measurements,
  machine,
  points,
  platform,
}: MeasuredFacts): Record<string, unknown> {
  const { L, o, send, receive, exchange, G, g, S, protocol, overheadBySize } = measured;
  return {
    machine_file: machine,
    points_file: points,
    mpi: measurements.mpi,
    ranks: measurements.ranks.map(({ rank, host, cpu, bound }) => ({ rank, host, cpu, bound })),
    latency_ns: quartiles(L),
    overhead_ns: quartiles(o),
    send_overhead_ns: quartiles(send),
    receive_overhead_ns: quartiles(receive),
    exchange_overhead_ns: orNull(exchange),
    gap_per_byte_ns: quartiles(G),
    gap_ns: quartiles(g),
    rendezvous_bytes: finite(S),
    rendezvous_protocol: protocol,
    overhead_by_size: overheadBySize?.map(({ bytes, ns }) => ({ bytes, overhead_ns: ns })) ?? null,
    sizes: measured.sizes.map((size) => sizeJson(measured, size)),
    ...(platform === undefined ? {} : platformJson(platform)),
  };
}

const platformJson = ({ file, channels }: NonNullable<MeasuredFacts['platform']>): object => ({
  platform_file: file,
  channels: channels.map(({ name, L, G, half, pairs }) => ({
    channel: name,
    latency_ns: L,
    gap_per_byte_ns: G,
    half_round_trip_ns: quartiles(half),
    pairs,
  })),
});

function sizeJson(measured: MeasuredMachine, size: MeasuredSize): Record<string, unknown> {
  return {
    bytes: size.bytes,
    half_round_trip_ns: quartiles(size.half),
    predicted_ns: predictedHalf(measured, size.bytes),
    gap_ns: quartiles(size.gap),
    send_overhead_ns: orNull(size.send),
    receive_overhead_ns: orNull(size.receive),
  };
}

function headText({ measurements: { mpi, ranks } }: MeasuredFacts): string {
  const hosts = new Set(ranks.map(({ host }) => host)).size;
  return `${mpi.split(',')[0]}: ${count(ranks.length, 'rank')} on ${count(hosts, 'host')}\n`;
}

function estimatesText({ measured, measurements }: MeasuredFacts): string {
  const rows = shownEstimates(measured, measurements.ranks.length);
  return table(
    [
      { title: '', align: 'left' },
      { title: 'value' },
      { title: 'quartiles', align: 'left' },
      { title: 'measured as', align: 'left' },
    ],
    rows.map(({ letter, value, spread, how }) => [letter, value, spread, how]),
  );
}

function platformTexts({ platform }: MeasuredFacts): string[] {
  if (platform === undefined) return [];
  const rows = platform.channels.map(({ name, L, G, half, pairs }) => [
    name,
    formatTime(L),
    formatGapPerByte(G),
    formatTime(half.value),
    spreadText(half, formatTime),
    String(pairs.length),
  ]);
  return [
    table(
      [
        { title: 'channel', align: 'left' },
        { title: 'L' },
        { title: 'G' },
        { title: 'half a round trip of 1 B' },
        { title: 'quartiles', align: 'left' },
        { title: 'pairs' },
      ],
      rows,
    ),
  ];
}

function filesText({ measured, machine, points, platform }: MeasuredFacts): string {
  const { sizes, overheadBySize } = measured;
  const { bytes, error } = worstMisfit(measured);
  const knots =
    overheadBySize === null ? 'one o and one G' : `o by size, ${count(overheadBySize.length, 'point')}`;
  const percent = `${(100 * Math.abs(error)).toFixed(1)} %`;
  return `half round trips of ${count(sizes.length, 'size')}, ${knots}: predicted within ${percent} (at ${formatBytes(bytes)})
raw times in ${points}
next: llamp-ts tolerance INPUT --machine ${machine}${platform === undefined ? '' : ` --platform ${platform.file}`}
`;
}
