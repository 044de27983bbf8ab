/** What call sites are called: by the table beside the traces, else by the objects, as far as they are here. */
import { basename, dirname } from 'node:path';
import type { Warning } from '../../errors.js';
import type { SiteFrame, SiteNames, SiteTable, SourcePlace } from '../../schedule/call-sites.js';
import type { ResolvedObject } from './resolve.js';

export interface FoundNames {
  readonly names: SiteNames;
  /** At most one: objects that are gone, or are not what ran. */
  readonly warnings: readonly Warning[];
}

/** Names of nothing: what programs without call sites need. */
export const NO_NAMES: FoundNames = { names: () => [], warnings: [] };

/** Names of all sites of a program. Throws InputError for a table that is damaged. */
export async function namesOf(sites: SiteTable | null): Promise<FoundNames> {
  const addresses = sites?.list.flatMap(({ frames }) => frames).filter(({ named }) => named === undefined);
  if (sites === null || addresses === undefined || addresses.length === 0) return NO_NAMES;
  // Most programs have none, and the checks of the table take longer to load than most answers.
  const [{ resolveFrames }, { readNames }] = await Promise.all([
    import('./resolve.js'),
    import('./table.js'),
  ]);
  const known = new Map<string, readonly SourcePlace[]>();
  for (const frame of readNames(dirname(sites.source)) ?? []) known.set(keyOf(frame), frame.places);
  const open = addresses.filter((frame) => !known.has(keyOf(frame)));
  const objects = await resolveFrames(open);
  for (const { object, places } of objects)
    for (const [offset, found] of places) known.set(keyOf({ object, offset }), found);
  return { names: (frame) => known.get(keyOf(frame)) ?? [], warnings: warningsOf(objects, sites) };
}

/** Traces tell whole seconds. */
const SECOND = 1_000;

const keyOf = ({ object, offset }: SiteFrame): string => `${object}\n${offset}`;

function warningsOf(objects: readonly ResolvedObject[], { list, date }: SiteTable): Warning[] {
  // Callers far out lie in libraries of the system, which nobody asks about.
  const called = new Set(list.map(({ frames: [first] }) => first.object));
  const asked = objects.filter(({ object }) => called.has(object));
  const gone = asked.filter(({ changed }) => changed === null);
  const newer = asked.filter(({ changed }) => changed !== null && changed > date + SECOND);
  const parts = [
    ...(gone.length === 0 ? [] : [`${listed(gone)} cannot be read here: places in it have no names`]),
    ...(newer.length === 0 ? [] : [`${listed(newer)} is newer than the traces: its lines may be others`]),
  ];
  return parts.length === 0 ? [] : [{ code: 'site-names', message: `call sites: ${parts.join('; ')}` }];
}

const listed = (objects: readonly ResolvedObject[]): string =>
  objects.map(({ object }) => basename(object)).join(', ');
