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
  /** Whether the latency is that of a wire, and how many a message of the critical path crosses, where that is known. */
  readonly wires: boolean;
  readonly wiresPerMessage: number | null;
}

/** How much added latency the program bears, and what latency is to it now. */
export function headlineOf(facts: HeadlineFacts): string {
  const { title, lambda, rho, tolerance, reach } = facts;
  const added = (ns: number): string => addedText(ns, facts);
  const [first, ...others] = tolerance;
  if (first === undefined) return `${title} spends ${share(rho)} of its critical path on network latency.`;
  if (first.value === null && !first.beyond) {
    return `${title} bears any network latency: no message lies on its critical path.`;
  }
  if (first.beyond) {
    return `${title} stays within ${first.percent} % of its runtime up to ${added(reach)}, as far as was asked.`;
  }
  const rest = others
    .filter((one) => one.delta !== null)
    .map((one) => `${one.percent} % at ${formatTime(one.delta ?? 0)}`);
  const further = rest.length === 0 ? '' : ` (${rest.join(', ')})`;
  const now =
    lambda === 0
      ? 'Today no latency lies on its critical path'
      : `Today ${share(rho)} of its critical path is latency`;
  return `${title} bears ${added(first.delta ?? 0)} before it runs ${first.percent} % slower${further}. ${now}.`;
}

/** On a topology the amount is each wire's, and a message pays it several times. */
function addedText(ns: number, { wires, wiresPerMessage }: HeadlineFacts): string {
  if (!wires) return `${formatTime(ns)} of added network latency`;
  const message = wiresPerMessage === null ? '' : `, ${formatTime(ns * wiresPerMessage)} per message,`;
  return `${formatTime(ns)} of added latency per wire${message}`;
}

const share = (rho: number): string => `${Number((rho * 100).toPrecision(3))} %`;
