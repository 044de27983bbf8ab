/** The answer in one sentence. */
import { formatTime } from '../../units/units.js';
import type { ReportTolerance } from './data.js';

export interface HeadlineFacts {
  readonly title: string;
  readonly lambda: number;
  readonly rho: number;
  readonly tolerance: readonly ReportTolerance[];
  /** ΔL at the end of the curve, ns. */
  readonly reach: number;
}

/** How much added latency the program bears, and what latency is to it now. */
export function headlineOf(facts: HeadlineFacts): string {
  const { title, lambda, rho, tolerance, reach } = facts;
  const [first, ...others] = tolerance;
  if (first === undefined) return `${title} spends ${share(rho)} of its critical path on network latency.`;
  if (first.value === null && !first.beyond) {
    return `${title} bears any network latency: no message lies on its critical path.`;
  }
  if (first.beyond) {
    return `${title} stays within ${first.percent} % of its runtime up to ${formatTime(reach)} of added network latency, as far as was asked.`;
  }
  const rest = others
    .filter((one) => one.delta !== null)
    .map((one) => `${one.percent} % at ${formatTime(one.delta ?? 0)}`);
  const further = rest.length === 0 ? '' : ` (${rest.join(', ')})`;
  const now =
    lambda === 0
      ? 'Today no latency lies on its critical path'
      : `Today ${share(rho)} of its critical path is latency`;
  return `${title} bears ${formatTime(first.delta ?? 0)} of added network latency before it runs ${first.percent} % slower${further}. ${now}.`;
}

const share = (rho: number): string => `${Number((rho * 100).toPrecision(3))} %`;
