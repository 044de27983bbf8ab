/** What control groups of Linux leave a process, version 1 and 2: each folder from its own up to the root may set a limit. */

/** What of some memory is left. */
export interface Room {
  /** Bytes that may still be taken. */
  readonly bytes: number;
  /** All that may be taken, with what is. */
  readonly limit: number;
  /** Whose limit it is. */
  readonly whose: string;
}

/** The text of a file; null where there is none. */
export type ReadText = (path: string) => string | null;

const WHOSE = 'this control group';
/** Version 1 writes a limit that is none as the largest whole number of pages. */
const NO_LIMIT = 2 ** 60;

/** `swapBytes`: free ones of the machine. */
export function controlGroupRooms(read: ReadText, swapBytes: number): Room[] {
  const groups = (read('/proc/self/cgroup') ?? '').split('\n').map((line) => /^\d+:([^:]*):(.*)$/.exec(line));
  return groups.flatMap((group) => {
    if (group === null) return [];
    const [, controllers, path] = group;
    if (controllers === '')
      return foldersOf('/sys/fs/cgroup', path).flatMap((folder) => second(read, folder, swapBytes));
    if (!controllers.split(',').includes('memory')) return [];
    return foldersOf('/sys/fs/cgroup/memory', path).flatMap((folder) => first(read, folder, swapBytes));
  });
}

/** The folder of a group and those above it. In a container its own may not be there: then its root is the group's. */
function foldersOf(mount: string, path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '');
  return [...parts.keys(), parts.length].map((n) => [mount, ...parts.slice(0, n)].join('/'));
}

function first(read: ReadText, folder: string, swapBytes: number): Room[] {
  const limit = numberIn(read(`${folder}/memory.limit_in_bytes`));
  if (!(limit < NO_LIMIT)) return [];
  const files = filePages(read(`${folder}/memory.stat`), 'total_');
  const taken = numberIn(read(`${folder}/memory.usage_in_bytes`)) - files;
  const withSwap = numberIn(read(`${folder}/memory.memsw.limit_in_bytes`));
  const takenWithSwap = numberIn(read(`${folder}/memory.memsw.usage_in_bytes`)) - files;
  const both = Number.isNaN(withSwap - takenWithSwap) ? Number.POSITIVE_INFINITY : withSwap - takenWithSwap;
  return roomOf(Math.min(limit - taken + swapBytes, both), limit);
}

function second(read: ReadText, folder: string, swapBytes: number): Room[] {
  const limit = numberIn(read(`${folder}/memory.max`));
  const taken = numberIn(read(`${folder}/memory.current`)) - filePages(read(`${folder}/memory.stat`), '');
  const swap = numberIn(read(`${folder}/memory.swap.max`)) - numberIn(read(`${folder}/memory.swap.current`));
  return roomOf(limit - taken + (Number.isNaN(swap) ? swapBytes : Math.min(swap, swapBytes)), limit);
}

/** None where a file was not there, or sets no limit. */
const roomOf = (bytes: number, limit: number): Room[] =>
  Number.isNaN(bytes) ? [] : [{ bytes, limit, whose: WHOSE }];

/** NaN for what is no number, such as `max`. */
const numberIn = (text: string | null): number =>
  Number(/^\d+$/.exec((text ?? '').trim())?.[0] ?? Number.NaN);

/** Pages of files, which the system lets go before it kills. */
function filePages(stat: string | null, prefix: string): number {
  const of = (name: string): number =>
    Number(new RegExp(`^${prefix}${name} (\\d+)$`, 'm').exec(stat ?? '')?.[1] ?? 0);
  return of('active_file') + of('inactive_file');
}
