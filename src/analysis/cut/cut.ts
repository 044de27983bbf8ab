/**
 * A region of a program as a program of its own: at the machine's parameters all that stays begins and ends as far behind
 * the region's beginning as in the whole program. What was before is what each rank brings in, as computations from the
 * beginning on: how late it enters, and when messages arrive that were under way.
 */
import { ModelError } from '../../errors.js';
import { buildGraph } from '../../graph/execution-graph.js';
import type { Machine } from '../../machine/machine.js';
import { NONE } from '../../schedule/columns.js';
import { type Schedule, SEND } from '../../schedule/schedule.js';
import { Replay } from '../../timing/replay.js';
import { type Before, before } from './before.js';
import type { RegionAsked } from './bounds.js';
import { BEFORE, partsOf, WITHIN } from './parts.js';
import { Rebuilding } from './rebuild.js';
import { type SteadyState, steadyState } from './steady.js';

/** Where a region lies in its program, at the machine's parameters; times in ns. */
export interface RegionFound {
  readonly asked: RegionAsked;
  /** When the first of its operations begins, and the last ends; with ranks that enter together, as in the program itself. */
  readonly begin: number;
  readonly end: number;
  /** Runtime of the whole program. */
  readonly whole: number;
  /** How much later than the first the last rank begins something within, and which that is. */
  readonly spread: number;
  readonly lastRank: number;
  /** Messages under way where it begins, and where it ends. */
  readonly arriving: number;
  readonly leaving: number;
  /** The iterations that it is, where those were asked for. */
  readonly steady: SteadyState | null;
}

/** A region on its own. */
export interface Cut {
  readonly schedule: Schedule;
  readonly found: RegionFound;
}

/** Cuts the region out. Throws UsageError for bounds that are not there, and ModelError as the whole program does. */
export function cutRegion(schedule: Schedule, machine: Machine, asked: RegionAsked): Cut {
  return cutPlayed(new Replay(buildGraph(schedule, machine), machine), asked);
}

/** The same of a program that is played already. */
export function cutPlayed(replay: Replay, asked: RegionAsked): Cut {
  const cut = cutIfAny(replay, asked);
  if (cut !== null) return cut;
  throw new ModelError({
    what: `nothing of the program lies within the region ${asked.text}`,
    mend: 'let it end behind where it begins; a computation counts where it starts',
  });
}

/** Null where nothing lies within. */
export function cutIfAny(replay: Replay, asked: RegionAsked): Cut | null {
  const { graph } = replay;
  const steady = asked.from.kind === 'steady' ? steadyState(replay) : null;
  const { from, to } = steady ?? asked;
  const beforeFrom = before(from, replay, false);
  const beforeTo = beforeEnd(before(to, replay, true), beforeFrom);
  const parts = partsOf(graph, beforeFrom.lies, beforeTo.lies);
  const entries = entriesOf(replay, parts, beforeFrom);
  const begin = entries.reduce((least, entry) => Math.min(least, entry), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(begin)) return null;
  const latest = entries.reduce(
    (most, entry) => (Number.isFinite(entry) ? Math.max(most, entry) : most),
    begin,
  );
  const parted = { from: beforeFrom.parted, to: beforeTo.parted };
  const whole =
    begin === 0 && parts.every((part) => part === WITHIN) && parted.from.size + parted.to.size === 0;
  const rebuilt = whole
    ? { schedule: graph.schedule, arriving: 0, leaving: 0 }
    : new Rebuilding(replay, parts, parted, begin, asked.entry).run();
  const { schedule, arriving, leaving } = rebuilt;
  const lastRank = entries.indexOf(latest);
  const spread = latest - begin;
  const end = endOf(replay, parts, beforeTo.parted);
  return {
    schedule,
    found: { asked, begin, end, whole: replay.runtime, spread, lastRank, arriving, leaving, steady },
  };
}

/** Without computations of which the region would begin no earlier than it ends. */
function beforeEnd({ lies, parted }: Before, from: Before): Before {
  const kept = new Map([...parted].filter(([op, ns]) => ns > (from.parted.get(op) ?? 0)));
  for (const op of parted.keys()) if (!kept.has(op)) lies[op] = 0;
  return { lies, parted: kept };
}

/** [ranks] when each begins its first operation within, of which receives that it posted before are none; Infinity without one. */
function entriesOf(replay: Replay, parts: Uint8Array, { lies, parted }: Before): number[] {
  const { ranks, operations } = replay.graph.schedule;
  const entries = new Array<number>(ranks).fill(Number.POSITIVE_INFINITY);
  for (let op = 0; op < operations; op++) {
    if (parts[op] !== WITHIN || lies[op] === 1) continue;
    const rank = replay.rankOf(op);
    entries[rank] = Math.min(entries[rank], replay.startOf(op) + (parted.get(op) ?? 0));
  }
  return entries;
}

/** When the last of what is within ends; of a message whose other end is elsewhere, only what its own rank does with it. */
function endOf(replay: Replay, parts: Uint8Array, parted: Before['parted']): number {
  const { partner, schedule } = replay.graph;
  let end = 0;
  for (let op = 0; op < parts.length; op++) {
    if (parts[op] !== WITHIN) continue;
    const first = parted.get(op);
    if (first !== undefined) {
      end = Math.max(end, replay.startOf(op) + first);
      continue;
    }
    const elsewhere = partner[op] !== NONE && parts[partner[op]] !== WITHIN;
    if (!elsewhere) end = Math.max(end, replay.endOf(op));
    else if (schedule.kind[op] === SEND) end = Math.max(end, replay.sentBy(op));
    else end = Math.max(end, parts[partner[op]] === BEFORE ? replay.endOf(op) : replay.startOf(op));
  }
  return end;
}
