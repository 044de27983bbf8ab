/** How much latency the messages below one function of the program alone may gain. */
import type { SiteNames } from '../schedule/call-sites.js';
import { i32 } from '../schedule/columns.js';
import { type Schedule, SEND } from '../schedule/schedule.js';
import { type AddedLatency, addedTo, limitsOf } from './added-latency.js';
import { CallPaths, NO_PATH, type Region } from './call-paths.js';
import { criticalMessages } from './critical-messages.js';
import { type GroupTolerance, type GroupTolerances, MOST_GROUPS, tightest } from './group-tolerance.js';
import type { Model, ModelOptions } from './model.js';
import { requiredSites } from './site-groups.js';

/** The messages of one function. */
interface Messages {
  /** Nodes of the call tree that send them, in the order of the tree. */
  readonly senders: number[];
  messages: number;
  lambda: number;
}

/**
 * The x % tolerances of every function: how much latency all messages whose call path has it may gain while the others
 * keep theirs. `names`: of return addresses; `options` as for `toleranceBy`. Throws UsageError where the input does not
 * say from where its calls were made.
 */
export async function toleranceByRegion(
  model: Model,
  percents: readonly number[],
  names: SiteNames = () => [],
  options: ModelOptions = { engine: 'sweep' },
): Promise<GroupTolerances> {
  const paths = new CallPaths(requiredSites(model.schedule), names);
  const nodeOf = nodesOfSends(model.schedule, paths);
  const { runtime, messages } = criticalMessages(model);
  const byRegion = messagesByRegion(paths, nodeOf);
  for (const { send, lambda } of messages)
    for (const region of regionsTo(paths, nodeOf[send])) at(byRegion, region).lambda += lambda;
  const order = [...byRegion].sort(([, a], [, b]) => b.lambda - a.lambda || b.messages - a.messages);
  const regions = paths.regions();
  const limits = limitsOf(runtime, percents);
  // Functions that call all of another have its messages: they are asked about once.
  const answers = new Map<string, readonly AddedLatency[]>();
  const groups: GroupTolerance[] = [];
  for (const [index, { senders, ...counts }] of order.slice(0, MOST_GROUPS)) {
    const gaining = new Set(senders);
    const key = senders.join(' ');
    const tolerance =
      answers.get(key) ?? (await addedTo(model, (send) => gaining.has(nodeOf[send]), limits, options));
    answers.set(key, tolerance);
    groups.push({ ...namedAs(regions[index]), ...counts, tolerance });
  }
  return { by: 'region', groups: groups.sort(tightest), left: Math.max(order.length - MOST_GROUPS, 0) };
}

const namedAs = (region: Region | undefined): Pick<GroupTolerance, 'name' | 'region'> =>
  region === undefined ? { name: 'unknown' } : { name: region.name, region };

/** [operations] node that a send's call path ends in, or NO_PATH. */
function nodesOfSends({ kind, operations }: Schedule, paths: CallPaths): Int32Array {
  const nodes = i32(operations).fill(NO_SEND);
  for (let op = 0; op < operations; op++) if (kind[op] === SEND) nodes[op] = paths.of(op);
  return nodes;
}

/** Operations that send nothing. */
const NO_SEND = -2;

/** The functions on the way to a node, outermost first; messages of no known call path are those of NO_PATH. */
const regionsTo = (paths: CallPaths, node: number): number[] =>
  node === NO_PATH ? [NO_PATH] : [...paths.regionsTo(node)].reverse();

function messagesByRegion(paths: CallPaths, nodeOf: Int32Array): Map<number, Messages> {
  const byNode = new Map<number, number>();
  for (const node of nodeOf) if (node !== NO_SEND) byNode.set(node, (byNode.get(node) ?? 0) + 1);
  const found = new Map<number, Messages>();
  for (const [node, messages] of byNode) {
    for (const region of regionsTo(paths, node)) {
      const own = at(found, region);
      own.senders.push(node);
      own.messages += messages;
    }
  }
  return found;
}

function at(found: Map<number, Messages>, region: number): Messages {
  const known = found.get(region) ?? { senders: [], messages: 0, lambda: 0 };
  found.set(region, known);
  return known;
}
