/** What makes a measurement doubtful, and what makes it worth nothing. */
import { ModelError, type Warning } from '../errors.js';
import { formatGapPerByte, formatTime } from '../units/units.js';
import { type Estimate, isVague, relativeSpread } from './estimate.js';
import type { MeasuredMachine } from './fit.js';
import type { OverheadChoice } from './machine-text.js';
import type { RankPlace } from './points.js';
import { formatBytes, spreadText } from './shown.js';

/** Quartiles that lie farther from the median are told. */
const SPREAD = 0.1;

/** Warnings of a measured machine, and of where its ranks ran. */
export function measureWarnings(measured: MeasuredMachine, ranks: readonly RankPlace[]): Warning[] {
  return [
    ...oversubscribed(ranks),
    ...spread(measured),
    ...withoutLatency(measured),
    ...vagueGap(measured),
    ...leftOut(measured),
  ];
}

/**
 * Throws ModelError where no machine can be made of the measurement: o or G spreads by more than its value, G is not above 0
 * though times spread, or more sizes are left out than used.
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
      ? [`the round trips of ${formatBytes(smallest.bytes)}, which tell o and L apart, are left out`]
      : []),
    ...(2 * out.length > sizes.length
      ? [
          `the round trips of ${out.length} of ${sizes.length} sizes are left out: they spread or contradict each other`,
        ]
      : []),
  ];
  if (vague.length === 0) return;
  throw new ModelError({
    what: `the measured times make no machine: ${vague.join('; ')}`,
    mend: 'measure again with no other work on these cores, or with more --repeats; nothing is written',
  });
}

function vagueText(name: string, estimate: Estimate, format: (value: number) => string): string[] {
  if (!isVague(estimate)) return [];
  return [
    `${name} spreads by more than its value, ${format(estimate.value)} (${spreadText(estimate, format)})`,
  ];
}

function oversubscribed(ranks: readonly RankPlace[]): Warning[] {
  const hosts = [...new Map(ranks.map((rank) => [rank.host, rank])).values()];
  return hosts.flatMap(({ host, cores }) => {
    const here = ranks.filter((rank) => rank.host === host).length;
    if (here <= cores) return [];
    const message = `${here} ranks on ${cores} cores of ${host}: they wait for cores as well, which the overhead of an exchange has in it`;
    return [{ code: 'measure-oversubscribed', message }];
  });
}

function spread({ sizes }: MeasuredMachine): Warning[] {
  const wide = sizes.filter(({ half }) => relativeSpread(half) > SPREAD);
  if (wide.length === 0) return [];
  const widest = wide.reduce((one, other) =>
    relativeSpread(other.half) > relativeSpread(one.half) ? other : one,
  );
  const percent = Math.round(100 * relativeSpread(widest.half));
  const message = `the round trips of ${wide.length} of ${sizes.length} sizes spread by more than 10 % (${percent} % at ${formatBytes(widest.bytes)}): other work on the machine, or too few repeats`;
  return [{ code: 'measure-spread', message }];
}

function withoutLatency({ withoutLatency: none, L, send, receive, o }: MeasuredMachine): Warning[] {
  if (!none) return [];
  if (send.value + receive.value <= 2 * o.value) {
    const message = `L spreads by more than its value (${spreadText(L, formatTime)}): L is taken as 0, and o as half of half a round trip, ${formatTime(o.value)}`;
    return [{ code: 'measure-no-latency', message }];
  }
  const alone = formatTime(send.value + receive.value);
  const message = `a send and a receive alone take ${alone}, more than half a round trip: L is taken as 0, and o as half of that, ${formatTime(o.value)}`;
  return [{ code: 'measure-no-latency', message }];
}

function vagueGap({ g }: MeasuredMachine): Warning[] {
  const [text] = vagueText('g', g, formatTime);
  return text === undefined ? [] : [{ code: 'measure-left-out', message: `${text}: it is left out` }];
}

/** What is wrong with round trips that are left out. */
const WRONG = {
  spreads: 'spread by more than they last',
  short: 'are shorter than smaller messages allow',
  long: 'are longer than larger messages allow',
} as const;

function leftOut({ leftOut: out, sizes }: MeasuredMachine): Warning[] {
  if (out.length === 0) return [];
  const reasons = Object.entries(WRONG).flatMap(([wanted, wrong]) => {
    const named = out.filter(({ why }) => why === wanted).map(({ bytes }) => formatBytes(bytes));
    return named.length === 0 ? [] : [`those of ${named.join(', ')} ${wrong}`];
  });
  const message = `the round trips of ${out.length} of ${sizes.length} sizes are left out: ${reasons.join('; ')}. Measure again with no other work on these cores`;
  return [{ code: 'measure-left-out', message }];
}
