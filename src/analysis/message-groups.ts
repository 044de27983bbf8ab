/** Messages in groups: by rank, node, size, MPI call, its communicator, or the line of source that it stands in. */
import { UsageError } from '../errors.js';
import type { SiteNames } from '../schedule/call-sites.js';
import { communicatorOf, NO_COMMUNICATOR } from '../schedule/calls.js';
import { rankOf } from '../schedule/schedule.js';
import { formatSize } from '../units/units.js';
import type { Model } from './model.js';
import { NO_SITE, requiredSites, SiteGroups, type SiteTitle } from './site-groups.js';

export const GROUPINGS = ['rank', 'node', 'message-size', 'call', 'communicator', 'site'] as const;

/**
 * `rank`: the sender. `node`: the node of both ends, or the two of them. `message-size`: powers of two.
 * `call`: the MPI call that sent. `communicator`: that of this call. `site`: the line of source that it stands in.
 */
export type Grouping = (typeof GROUPINGS)[number];

/** What a group is called, and its place among groups that are equal otherwise. */
export interface Group {
  readonly key: number;
  readonly name: string;
  readonly site?: SiteTitle;
  /** By communicator: what made it; left out for those that MPI has from the start. */
  readonly made?: string;
}

export const rankGroup = (rank: number): Group => ({ key: rank, name: `rank ${rank}` });

/** What the names of groups need beside the model. */
export interface GroupNaming {
  /** Node of a rank. */
  readonly nodeName: ((rank: number) => string) | undefined;
  /** Of return addresses. */
  readonly siteNames: SiteNames;
}

/**
 * The group of a send; `sends`: all that will be asked for. Throws UsageError where the program or machine does not say
 * what to group by.
 */
export function groupOf(
  model: Model,
  by: Grouping,
  sends: readonly number[],
  { nodeName, siteNames }: GroupNaming,
): (send: number) => Group {
  const { schedule } = model;
  switch (by) {
    case 'rank':
      return (send) => rankGroup(rankOf(schedule, send));
    case 'node': {
      if (nodeName === undefined) {
        throw new UsageError(
          'grouping by node needs to know where the ranks sit',
          'give the node of each rank, as a platform or a topology with its mapping tells it',
        );
      }
      return (send) => nodeGroup(nodeName, rankOf(schedule, send), schedule.peer[send]);
    }
    case 'message-size':
      return (send) => sizeGroup(schedule.value[send]);
    case 'call': {
      const { call, callNames } = schedule;
      if (call === null) {
        throw new UsageError(
          'the input does not say which MPI calls its operations come from',
          'group by rank or message-size, or read traces, which name the calls',
        );
      }
      return (send) => ({ key: call[send], name: callNames[call[send]] });
    }
    case 'communicator':
      return communicatorGroup(model);
    case 'site':
      return siteGroup(model, sends, siteNames);
  }
}

function siteGroup({ schedule }: Model, sends: readonly number[], names: SiteNames): (send: number) => Group {
  const groups = new SiteGroups(schedule, requiredSites(schedule), names);
  for (const send of sends) groups.of(send);
  const titles = groups.titles();
  return (send) => {
    const key = groups.of(send);
    return key === NO_SITE ? { key, name: 'unknown' } : { key, name: titles[key].name, site: titles[key] };
  };
}

function communicatorGroup({ schedule }: Model): (send: number) => Group {
  const { calls } = schedule;
  if (calls === null) {
    throw new UsageError(
      'the input does not say which communicators its messages belong to',
      'group by rank or message-size, or read traces, whose calls name them',
    );
  }
  const groups = calls.communicators.map(({ name, made }, key) => ({
    ...{ key, name },
    ...(made === null ? {} : { made }),
  }));
  return (send) => {
    const key = communicatorOf(calls, rankOf(schedule, send), calls.of[send]);
    return key === NO_COMMUNICATOR ? { key, name: 'unknown' } : groups[key];
  };
}

function nodeGroup(nodeName: (rank: number) => string, source: number, destination: number): Group {
  const low = Math.min(source, destination);
  const high = Math.max(source, destination);
  const [one, other] = [nodeName(low), nodeName(high)];
  if (one === other) return { key: low, name: `within ${one}` };
  return { key: low, name: one < other ? `${one} to ${other}` : `${other} to ${one}` };
}

/** The powers of two around a size. */
function sizeGroup(bytes: number): Group {
  if (bytes < 1) return { key: -1, name: 'empty' };
  const power = Math.floor(Math.log2(bytes));
  return { key: power, name: `${formatSize(2 ** power)} to ${formatSize(2 ** (power + 1))}` };
}
