/** What makes a measurement doubtful. */
import type { Warning } from '../errors.js';
import { formatTime } from '../units/units.js';
import { relativeSpread } from './estimate.js';
import type { MeasuredMachine } from './fit.js';
import type { RankPlace } from './points.js';
import { formatBytes } from './shown.js';

/** Quartiles that lie farther from the median are told. */
const SPREAD = 0.1;

/** Warnings of a measured machine, and of where its ranks ran. */
export function measureWarnings(measured: MeasuredMachine, ranks: readonly RankPlace[]): Warning[] {
  return [...oversubscribed(ranks), ...spread(measured), ...withoutLatency(measured)];
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

function withoutLatency({ withoutLatency: none, send, receive, o }: MeasuredMachine): Warning[] {
  if (!none) return [];
  const alone = formatTime(send.value + receive.value);
  const message = `a send and a receive alone take ${alone}, more than half a round trip: L is taken as 0, and o as half of that, ${formatTime(o.value)}`;
  return [{ code: 'measure-no-latency', message }];
}
