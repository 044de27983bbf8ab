/** A measured machine as a machine file: the values with their sources, and warnings about them. */

import { type Estimate, isVague, relativeSpread } from '../analysis/statistics.js';
import { joinWarnings, ModelError, many, type Warning } from '../errors.js';
import { PARAMETERS } from '../machine/parameters.js';
import { formatGapPerByte, formatSize, formatTime } from '../units.js';
import type { RankPlace } from './benchmark-times.js';
import type { MeasuredMachine } from './fit-machine.js';

export const spreadText = ({ low, high }: Estimate, format: (value: number) => string): string =>
  `${format(low)} to ${format(high)}`;

/** A size with all its digits: `64 KiB`, `4040 B`. */
export const formatBytes = (bytes: number): string => (bytes % 1024 === 0 ? formatSize(bytes) : `${bytes} B`);

/** The o of a machine file: of a message alone, or of all ranks exchanging at once. */
export type OverheadChoice = 'ping-pong' | 'exchange';

/** The sources of a file's figures. */
export interface MachineTextOptions {
  readonly name: string;
  readonly source: string;
  /** Ranks that exchanged messages at once. */
  readonly ranks: number;
  /** Default `ping-pong`; `exchange` needs a machine with that measurement. */
  readonly overhead?: OverheadChoice;
}

/** Six digits: more than any clock provides. */
export const digits = (value: number): string => String(Number(value.toPrecision(6)));
const ns = (value: number): string => `${digits(value)}ns`;
/** JSON strings are valid YAML strings. */
const quoted = (text: string): string => JSON.stringify(text);

/** The file, as `readMachineFile` reads it. */
export function machineText(measured: MeasuredMachine, options: MachineTextOptions): string {
  const { L, G, S, protocol } = measured;
  const lines = [
    '# Measured LogGPS parameters. Comments give the quartiles of the repeats.',
    `name: ${quoted(options.name)}`,
    `source: ${quoted(options.source)}`,
    entry(
      PARAMETERS.L.file,
      ns(L.value),
      measured.withoutLatency ? `not distinguishable from 0; ${times(L)}` : times(L),
    ),
    ...overheadLines(measured, options),
    entry(PARAMETERS.G.file, `${digits(G.value)}ns/B`, spreadText(G, formatGapPerByte)),
    gapLine(measured),
    thresholdLine(measured),
    ...(Number.isFinite(S) ? [`${PARAMETERS.protocol.file}: ${protocol}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const entry = (key: string, value: string, note: string): string => `${key}: ${value} # ${note}`;
const times = (estimate: Estimate): string => spreadText(estimate, formatTime);

/** The selected o; the other one as a comment. */
function overheadLines(measured: MeasuredMachine, { ranks, overhead }: MachineTextOptions): string[] {
  const { o, exchange, overheadBySize } = measured;
  const all = `while all ${ranks} ranks exchange at once`;
  const chosen = overhead === 'exchange' && exchange !== null ? exchange : o;
  const table = (overheadBySize ?? []).map(
    ({ bytes, ns: own }) => `  - { bytes: ${bytes}B, overhead: ${ns(own + chosen.value - o.value)} }`,
  );
  const other =
    chosen === exchange
      ? [`# ${PARAMETERS.o.file} of a message alone: ${formatTime(o.value)} (${times(o)})`]
      : exchange === null
        ? []
        : [`# ${PARAMETERS.o.file} ${all}: ${formatTime(exchange.value)} (${times(exchange)})`];
  return [
    entry(
      PARAMETERS.o.file,
      ns(chosen.value),
      chosen === exchange ? `${times(chosen)}, ${all}` : times(chosen),
    ),
    ...other,
    ...(table.length === 0
      ? []
      : [`${PARAMETERS.overheadBySize.file}: # overrides ${PARAMETERS.o.file}`, ...table]),
  ];
}

/** A g that does not exceed o has no effect: it is a comment only. */
function gapLine({ g, o }: MeasuredMachine): string {
  const line = entry(PARAMETERS.g.file, ns(g.value), times(g));
  if (isVague(g)) return `# ${line}; omitted, because its spread exceeds its value`;
  return g.value > o.value
    ? `${line}; used with nic: ordered or serial`
    : `# ${line}; omitted, because it does not exceed o`;
}

function thresholdLine({ S, tried }: MeasuredMachine): string {
  return Number.isFinite(S)
    ? entry(PARAMETERS.S.file, `${S}B`, 'larger sends waited for their receives')
    : entry(PARAMETERS.S.file, 'none', `no send of up to ${formatBytes(tried)} waited for its receive`);
}

// Warnings about a measurement, and reasons to refuse it.

/** Spread of quartiles, relative to the median, above which a warning is given. */
const SPREAD = 0.1;

/** Warnings about a measured machine, and about the places of its ranks. */
export function measureWarnings(measured: MeasuredMachine, ranks: readonly RankPlace[]): Warning[] {
  return joinWarnings(
    oversubscribed(ranks),
    spread(measured),
    withoutLatency(measured),
    vagueGap(measured),
    leftOut(measured),
  );
}

/**
 * Throws ModelError if the measurement defines no machine: o or G spreads by more than its value, G is not above 0 although
 * times spread, or more sizes are omitted than used.
 */
export function refuseVague(measured: MeasuredMachine, overhead: OverheadChoice): void {
  const { o, exchange, G, sizes, leftOut: out } = measured;
  const [smallest] = sizes;
  const all = overhead === 'exchange' ? exchange : null;
  const vague = [
    ...vagueText('o', o, formatTime),
    ...(all === null ? [] : vagueText('o (all)', all, formatTime)),
    ...vagueText('G', G, formatGapPerByte),
    ...(out.some(({ bytes }) => bytes === smallest.bytes)
      ? [`the round trips of ${formatBytes(smallest.bytes)}, which separate o from L, are omitted`]
      : []),
    ...(2 * out.length > sizes.length
      ? [
          `the round trips of ${out.length} of ${sizes.length} sizes are omitted, because they spread or contradict each other`,
        ]
      : []),
  ];
  if (vague.length === 0) return;
  throw new ModelError({
    what: `the measured times do not define a machine, because ${vague.join('; ')}`,
    mend: 'measure again on idle cores, or with more --repeat; no file was written',
  });
}

function vagueText(name: string, estimate: Estimate, format: (value: number) => string): string[] {
  if (!isVague(estimate)) return [];
  return [
    `the spread of ${name} exceeds its value, ${format(estimate.value)} (${spreadText(estimate, format)})`,
  ];
}

function oversubscribed(ranks: readonly RankPlace[]): Warning[] {
  const hosts = [...new Map(ranks.map((rank) => [rank.host, rank])).values()];
  return hosts.flatMap(({ host, cores }) => {
    const here = ranks.filter((rank) => rank.host === host).length;
    if (here <= cores) return [];
    const message = `${here} ranks share ${many(cores, 'core')} of ${host}, so the overhead of an exchange includes waiting for a core`;
    return [{ code: 'measure-oversubscribed', message }];
  });
}

function spread({ sizes }: MeasuredMachine): Warning | null {
  const wide = sizes.filter(({ half }) => relativeSpread(half) > SPREAD);
  if (wide.length === 0) return null;
  const widest = wide.reduce((one, other) =>
    relativeSpread(other.half) > relativeSpread(one.half) ? other : one,
  );
  const percent = Math.round(100 * relativeSpread(widest.half));
  const message = `the round trips of ${wide.length} of ${sizes.length} sizes spread by more than 10 % (${percent} % at ${formatBytes(widest.bytes)}), due to other work on the machine or too few repeats`;
  return { code: 'measure-spread', message };
}

function withoutLatency({ withoutLatency: none, L, send, receive, o }: MeasuredMachine): Warning | null {
  if (!none) return null;
  const spreads = send.value + receive.value <= 2 * o.value;
  const message = spreads
    ? `the spread of L exceeds its value (${spreadText(L, formatTime)}); L is set to 0, and o to a quarter of a round trip, ${formatTime(o.value)}`
    : `a send and a receive alone take ${formatTime(send.value + receive.value)}, more than half a round trip; L is set to 0, and o to a quarter of a round trip, ${formatTime(o.value)}`;
  return { code: 'measure-no-latency', message };
}

function vagueGap({ g }: MeasuredMachine): Warning | null {
  const [text] = vagueText('g', g, formatTime);
  return text === undefined ? null : { code: 'measure-left-out', message: `${text}; it is omitted` };
}

/** Reasons for omitting round trips. */
const WRONG = {
  spreads: 'spread by more than their value',
  short: 'are shorter than smaller messages allow',
  long: 'are longer than larger messages allow',
} as const;

function leftOut({ leftOut: out, sizes }: MeasuredMachine): Warning | null {
  if (out.length === 0) return null;
  const reasons = Object.entries(WRONG).flatMap(([wanted, wrong]) => {
    const named = out.filter(({ why }) => why === wanted).map(({ bytes }) => formatBytes(bytes));
    return named.length === 0 ? [] : [`those of ${named.join(', ')} ${wrong}`];
  });
  const message = `the round trips of ${out.length} of ${sizes.length} sizes are omitted: ${reasons.join('; ')}. Measure again on idle cores`;
  return { code: 'measure-left-out', message };
}
