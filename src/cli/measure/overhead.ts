/** o of messages under injected latency: what they take beyond it. */
import { quantile } from '../../measure/estimate.js';
import { launchOf } from '../tracer/launch.js';
import { buildBenchmark } from './build.js';
import { launch } from './launch.js';

/** Each takes two latencies. */
const OPTIONS = ['--repeats', '12', '--most', '64'];
/** Of the repeats: what else the machine does is not the program's. */
const FASTER = 0.25;
const TIMEOUT_NS = 300e9;

export interface OverheadAsked {
  /** The latency that `variables` inject, ns. */
  readonly L: number;
  readonly variables: Readonly<Record<string, string>>;
  readonly mpicc: string;
  /** For what is compiled. */
  readonly folder: string;
  readonly quiet: boolean;
}

/**
 * o, in ns: half a round trip of the smallest message between two ranks that `launcher` starts takes 2·o + L. Throws as the
 * benchmark does. (What an exchange of all ranks takes predicts better on a core for each, and on fewer cores is whatever
 * the others' turns are.)
 */
export async function overheadUnder(
  launcher: readonly string[],
  { L, variables, mpicc, folder, quiet }: OverheadAsked,
): Promise<number> {
  const program = await buildBenchmark(mpicc, folder, quiet);
  const { words, env } = await launchOf(launcher, { ...variables, LLAMP_COLLECTIVES: 'library' });
  const { points } = await launch({ launcher: words, program, options: OPTIONS, timeoutNs: TIMEOUT_NS, env });
  const trips = points.filter(
    ({ kind, bytes, messages, delayNs, repeat }) =>
      kind === 'round-trip' && bytes === 1 && messages === 1 && delayNs === 0 && repeat >= 0,
  );
  const half =
    quantile(
      trips.map(({ ns }) => ns),
      FASTER,
    ) / 2;
  return Math.max(0, Math.round((half - L) / 2));
}
