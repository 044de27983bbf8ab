/** How much latency the messages of one group alone may gain: of one line of source, one call, one rank. */
import { u32 } from '../schedule/columns.js';
import { SEND } from '../schedule/schedule.js';
import { type AddedLatency, addedTo, limitsOf } from './added-latency.js';
import { breakdown } from './breakdown.js';
import type { Region } from './call-paths.js';
import { type Group, type Grouping, type GroupNaming, groupOf } from './message-groups.js';
import type { Model, ModelOptions } from './model.js';
import type { SiteTitle } from './site-groups.js';

/** What is asked: one search each. More groups are left out, those with least latency on the critical path first. */
export const MOST_GROUPS = 40;

/** What one group of messages bears while all others keep their latency. */
export interface GroupTolerance {
  readonly name: string;
  /** By site only; left out for messages whose site is not known. */
  readonly site?: SiteTitle;
  /** By communicator only: what made it; left out for those that MPI has from the start. */
  readonly made?: string;
  /** By region only; left out for messages whose call path is not known. */
  readonly region?: Region;
  /** Messages of the group in the whole program. */
  readonly messages: number;
  /** Its part of λ_L. */
  readonly lambda: number;
  readonly tolerance: readonly AddedLatency[];
}

/** The groups by rising tolerance at the first percentage. */
export interface GroupTolerances {
  /** Groups by region overlap: each function has the messages of all that it calls. */
  readonly by: Grouping | 'region';
  readonly groups: readonly GroupTolerance[];
  /** Groups that were not asked about. */
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
 * The x % tolerances of every group of messages. Throws UsageError where the program or machine does not say what to
 * group by. `options`: of the models that are asked, one a group; longest paths are searched fastest.
 */
export async function toleranceBy(
  model: Model,
  by: Grouping,
  percents: readonly number[],
  naming: GroupNaming,
  options: ModelOptions = { engine: 'sweep' },
): Promise<GroupTolerances> {
  const grouped = groupsOf(model, by, naming);
  const { groups, runtime } = breakdown(model, by, naming.nodeName, naming.siteNames);
  const lambda = new Map(groups.map((one) => [one.name, one.lambda]));
  const order = [...grouped.groups.keys()].sort(
    (a, b) =>
      (lambda.get(grouped.groups[b].name) ?? 0) - (lambda.get(grouped.groups[a].name) ?? 0) ||
      grouped.messages[b] - grouped.messages[a],
  );
  const limits = limitsOf(runtime, percents);
  const found: GroupTolerance[] = [];
  for (const index of order.slice(0, MOST_GROUPS)) {
    const { name, site, made } = grouped.groups[index];
    const tolerance = await addedTo(model, (send) => grouped.of[send] === index, limits, options);
    const messages = grouped.messages[index];
    const own = { name, messages, lambda: lambda.get(name) ?? 0, tolerance };
    found.push({
      ...own,
      ...(site === undefined ? {} : { site }),
      ...(made === undefined ? {} : { made }),
    });
  }
  return { by, groups: found.sort(tightest), left: Math.max(order.length - MOST_GROUPS, 0) };
}

/** Order by rising tolerance at the first percentage. */
export const tightest = ({ tolerance: [a] }: GroupTolerance, { tolerance: [b] }: GroupTolerance): number => {
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
