/** What llamp-ts sends in a call, for comparison with a record of Open MPI's. */

import { chooseAlgorithm, parseCollectiveSpec } from '../../src/collectives/choice.js';
import type {
  CollectiveAlgorithm,
  CollectiveName,
  CollectiveOptions,
} from '../../src/collectives/collective-algorithm.js';
import { recordCollective } from '../../src/collectives/recorded-calls.js';
import type { Call, Traffic } from './openmpi.js';

/** Collectives with a root. */
export const ROOTED: readonly CollectiveName[] = [
  ...(['bcast', 'reduce', 'gather', 'gatherv', 'scatter', 'scatterv'] as const),
];
const DIFFERING = ['gatherv', 'scatterv', 'allgatherv', 'reduce_scatter', 'alltoallv'];

/** Messages by pair of ranks, in the order of the sender's program. */
export function trafficBy(
  algorithm: CollectiveAlgorithm,
  options: Partial<CollectiveOptions>,
  { collective, size, root, bytes }: Call,
): Traffic {
  const blocks = DIFFERING.includes(collective) ? { blocks: () => bytes } : {};
  const ranks = recordCollective(
    algorithm,
    { size, root, bytes, options, ...blocks },
    collective === 'alltoallv',
  );
  const traffic = new Map<string, number[]>();
  ranks.forEach((ops, rank) => {
    for (const { kind, value, peer } of ops) {
      if (kind !== 'send') continue;
      const pair = `${rank}>${peer}`;
      traffic.set(pair, [...(traffic.get(pair) ?? []), value]);
    }
  });
  return traffic;
}

/** What the model sends where `text` chooses the algorithm, such as `bcast=chain:fanout=4` or `bcast=auto`. */
export function modelled(call: Call, text: string): Traffic {
  const { collective, size, bytes } = call;
  const { algorithm, options } = chooseAlgorithm([parseCollectiveSpec(text)], collective, size, bytes);
  return trafficBy(algorithm, options, call);
}

/** [sender] whom it sends to, in the order of the first message to each. */
function peersOf(traffic: Traffic): Map<string, string> {
  const peers = new Map<string, string>();
  for (const pair of traffic.keys()) {
    const [from, to] = pair.split('>');
    const before = peers.get(from);
    peers.set(from, before === undefined ? to : `${before}, ${to}`);
  }
  return peers;
}

/** One line for each sender that serves its peers in another order. */
function otherOrders(theirs: Traffic, ours: Traffic): string[] {
  const here = peersOf(ours);
  return [...peersOf(theirs)]
    .filter(([from, peers]) => here.get(from) !== peers)
    .map(([from, peers]) => `${from} sends to ${peers}, here to ${here.get(from) ?? 'nobody'}`);
}

/** One line for each pair that two have otherwise, `2>3: 960 + 960 B, here 1920 B`; else for each other order. */
export function differences(theirs: Traffic, ours: Traffic): string[] {
  const words = (sizes: readonly number[] | undefined): string =>
    sizes === undefined ? 'nothing' : `${sizes.join(' + ')} B`;
  const pairs = [...new Set([...theirs.keys(), ...ours.keys()])]
    .filter((pair) => words(theirs.get(pair)) !== words(ours.get(pair)))
    .map((pair) => `${pair}: ${words(theirs.get(pair))}, here ${words(ours.get(pair))}`);
  return pairs.length > 0 ? pairs : otherOrders(theirs, ours);
}
