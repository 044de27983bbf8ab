/**
 * Latency tolerance of the messages of one group alone: of one source line, one call, one rank, or one function with its
 * callees.
 */
import type { Machine } from '../machine/machine.js';
import { withOwnLatency } from '../machine/parameters.js';
import type { SiteNames } from '../schedule/program-calls.js';
import { i32, type Schedule, SEND, u32 } from '../schedule/schedule.js';
import { classAxis } from '../timing/axis.js';
import { CallPaths, NO_PATH, type Region } from './call-tree.js';
import { criticalMessages } from './latency-breakdown.js';
import {
  type Group,
  type Grouping,
  type GroupNaming,
  groupOf,
  requiredSites,
  type SiteTitle,
} from './message-groups.js';
import { largestBySlowdown, Model, type ModelOptions } from './model.js';

/** Latency that may be added for one slowdown. */
export interface AddedLatency {
  readonly percent: number;
  /** Added to each latency of the group's messages, ns; Infinity if none is too much. */
  readonly added: number;
}

/** Number of searches, one per group. Further groups are omitted, those with the least latency on the critical path first. */
const MOST_GROUPS = 40;

/** The tolerance of one group of messages while all others keep their latency. */
export interface GroupTolerance {
  readonly name: string;
  /** By site only; omitted for messages with unknown site. */
  readonly site?: SiteTitle;
  /** By communicator only: the call that created it; omitted for predefined ones. */
  readonly made?: string;
  /** By region only; omitted for messages with unknown call path. */
  readonly region?: Region;
  /** Messages of the group in the whole program. */
  readonly messages: number;
  /** Its part of λ_L. */
  readonly lambda: number;
  readonly tolerance: readonly AddedLatency[];
}

/** The groups by rising tolerance at the first percentage. */
export interface GroupTolerances {
  /** Groups by region overlap: each function includes the messages of all called functions. */
  readonly by: Grouping | 'region';
  readonly groups: readonly GroupTolerance[];
  /** Groups that were not searched. */
  readonly left: number;
}

/** All messages of a program in groups. */
interface Grouped {
  readonly groups: readonly Group[];
  /** Messages by group. */
  readonly messages: readonly number[];
  /** [operations] index of the group of a send. */
  readonly of: Uint32Array;
}

/**
 * The x % tolerances of every group of messages. Throws UsageError if the program or machine does not define the grouping.
 * `options`: of the models, one per group; the longest-path engine is fastest.
 */
export async function toleranceBy(
  model: Model,
  by: Grouping,
  percents: readonly number[],
  naming: GroupNaming,
  options: ModelOptions = { engine: 'sweep' },
): Promise<GroupTolerances> {
  const grouped = groupsOf(model, by, naming);
  const { runtime, messages: critical } = criticalMessages(model);
  const lambda = grouped.groups.map(() => 0);
  for (const { send, lambda: own } of critical) lambda[grouped.of[send]] += own;
  const order = [...grouped.groups.keys()].sort(
    (a, b) => lambda[b] - lambda[a] || grouped.messages[b] - grouped.messages[a],
  );
  const found: GroupTolerance[] = [];
  for (const index of order.slice(0, MOST_GROUPS)) {
    const { key: _, ...group } = grouped.groups[index];
    const tolerance = await addedTo(
      model,
      (send) => grouped.of[send] === index,
      { runtime, percents },
      options,
    );
    const messages = grouped.messages[index];
    found.push({ ...group, messages, lambda: lambda[index], tolerance });
  }
  return { by, groups: found.sort(tightest), left: Math.max(order.length - MOST_GROUPS, 0) };
}

/** Order by rising tolerance at the first percentage. */
const tightest = ({ tolerance: [a] }: GroupTolerance, { tolerance: [b] }: GroupTolerance): number => {
  const [one, other] = [a?.added ?? 0, b?.added ?? 0];
  return one === other ? 0 : one - other;
};

function groupsOf(model: Model, by: Grouping, naming: GroupNaming): Grouped {
  const { kind, operations } = model.schedule;
  const sends: number[] = [];
  for (let op = 0; op < operations; op++) if (kind[op] === SEND) sends.push(op);
  const groupFor = groupOf(model, by, sends, naming);
  const byName = new Map<string, number>();
  const groups: Group[] = [];
  const messages: number[] = [];
  const of = u32(operations);
  for (const send of sends) {
    const group = groupFor(send);
    const index = byName.get(group.name) ?? groups.push(group) - 1;
    byName.set(group.name, index);
    messages[index] = (messages[index] ?? 0) + 1;
    of[send] = index;
  }
  return { groups, messages, of };
}

/** The messages of one function and its callees. */
interface Messages {
  /** Nodes of the call tree that send them, in the order of the tree. */
  readonly senders: number[];
  messages: number;
  lambda: number;
}

/**
 * The x % tolerances of every function: how much latency all messages whose call path contains it may gain while the others
 * keep theirs. `names`: of return addresses; `options` as for `toleranceBy`. Throws UsageError if the input does not record
 * call sites.
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
  // Functions with the same messages are searched once.
  const answers = new Map<string, readonly AddedLatency[]>();
  const groups: GroupTolerance[] = [];
  for (const [index, { senders, ...counts }] of order.slice(0, MOST_GROUPS)) {
    const gaining = new Set(senders);
    const key = senders.join(' ');
    const tolerance =
      answers.get(key) ??
      (await addedTo(model, (send) => gaining.has(nodeOf[send]), { runtime, percents }, options));
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

/** Operations that are not sends. */
const NO_SEND = -2;

/** The functions on the way to a node, outermost first; messages of unknown call path are those of NO_PATH. */
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

/** Latency that may be added to the messages that `gains` names; `runtime`: T at the machine, ns. */
async function addedTo(
  model: Model,
  gains: (send: number) => boolean,
  { runtime, percents }: { readonly runtime: number; readonly percents: readonly number[] },
  options: ModelOptions,
): Promise<AddedLatency[]> {
  const network = withOwnLatency(model.machine.network, 'added', gains);
  const machine: Machine = { ...model.machine, network };
  const own = await Model.ofGraph(model.graph, machine, options);
  const axis = classAxis(machine, network.latencies.length - 1);
  const list = await largestBySlowdown(own, axis, runtime, percents);
  return list.map(({ percent, x: added }) => ({ percent, added }));
}
