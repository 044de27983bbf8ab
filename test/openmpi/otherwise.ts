/** What Open MPI was seen to send, beside what we send. */
import { openMpiChoice } from '../../src/collectives/choice.js';
import type { CollectiveAlgorithm } from '../../src/collectives/collective-algorithm.js';
import { powerBelow } from '../../src/collectives/data-flow.js';
import { numberedChoice } from '../../src/collectives/openmpi-rules.js';
import { findAlgorithm } from '../../src/collectives/registry.js';
import type { Call, Traffic } from './openmpi.js';
import type { CallRecord } from './records.js';
import { differences, trafficBy } from './traffic.js';

/** Records of Open MPI 4.1.4, and the numbers of ranks that they are of. */
export const RECORDS = new URL('recorded-4.1.4.txt.gz', import.meta.url);
export const RECORDED_RANKS = [2, 3, 4, 5, 6, 7, 8];

/**
 * Folded ranks of its barrier answer a synchronous send: the library's own message, which no record of MPI's messages has.
 * How long it takes was measured: test/collectives/joins.tsv, Comm_disconnect.
 */
function withoutAnswers(call: Call, algorithm: CollectiveAlgorithm, traffic: Traffic): Traffic {
  if (call.collective !== 'barrier' || algorithm.name !== 'recursive-doubling') return traffic;
  const power = powerBelow(call.size);
  const isFolded = (pair: string): boolean => Number.parseInt(pair, 10) >= power;
  return new Map([...traffic].map(([pair, sizes]) => [pair, isFolded(pair) ? sizes.slice(0, 1) : sizes]));
}

/** What we send in a call, by Open MPI's algorithm of that number, or (0) by its decision. */
function ours(call: Call, number: number): Traffic {
  const { collective, size, bytes } = call;
  if (number === 0) {
    const { algorithm, options } = openMpiChoice(collective, size, bytes);
    return withoutAnswers(call, algorithm, trafficBy(algorithm, options, call));
  }
  const choice = numberedChoice(collective, number, size, bytes);
  const algorithm = findAlgorithm(collective, choice.ours);
  return withoutAnswers(call, algorithm, trafficBy(algorithm, choice.options, call));
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
