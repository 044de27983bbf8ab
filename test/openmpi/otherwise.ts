/** What Open MPI was seen to send, beside what we send. */
import { openMpiChoice } from '../../src/collectives/choice.js';
import { numberedChoice } from '../../src/collectives/openmpi-rules.js';
import { findAlgorithm } from '../../src/collectives/registry.js';
import type { Call, Traffic } from './openmpi.js';
import type { CallRecord } from './records.js';
import { differences, trafficBy } from './traffic.js';

/** Records of Open MPI 4.1.4, and the numbers of ranks that they are of. */
export const RECORDS = new URL('recorded-4.1.4.txt.gz', import.meta.url);
export const RECORDED_RANKS = [2, 3, 4, 5, 6, 7, 8];

/** What we send in a call, by Open MPI's algorithm of that number, or (0) by its decision. */
function ours(call: Call, number: number): Traffic {
  const { collective, size, bytes } = call;
  if (number === 0) {
    const { algorithm, options } = openMpiChoice(collective, size, bytes);
    return trafficBy(algorithm, options, call);
  }
  const choice = numberedChoice(collective, number, size, bytes);
  return trafficBy(findAlgorithm(collective, choice.ours), choice.options, call);
}

/** Calls in which we send something else, in words. */
export function otherwise(records: readonly CallRecord[]): string[] {
  return records.flatMap(({ call, number, traffic }) => {
    const found = differences(traffic, ours(call, number));
    const { collective, size, root, bytes } = call;
    const how = number === 0 ? 'decided' : `algorithm ${number}`;
    const head = `${collective}, ${how}, ${size} ranks, root ${root}, ${bytes} B`;
    return found.length === 0 ? [] : [`${head}: ${found.slice(0, 3).join('; ')}`];
  });
}
