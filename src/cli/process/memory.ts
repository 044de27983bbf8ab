/**
 * Free memory of the machine and its control group. Refuses work that does not fit, before the system kills the process.
 */
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LimitError } from '../../errors.js';
import type { MemoryGuard } from '../../schedule/schedule.js';
import { formatSize, parseSize } from '../../units.js';

// Limits of Linux control groups, version 1 and 2: each folder from the process's own up to the root may set one.

/** Free part of some memory. */
export interface Room {
  /** Bytes that may still be taken. */
  readonly bytes: number;
  /** The limit, with the used part. */
  readonly limit: number;
  /** Whose limit it is. */
  readonly whose: string;
}

/** The text of a file; null where there is none. */
type ReadText = (path: string) => string | null;

const WHOSE = 'this control group';
/** Version 1 writes "no limit" as the largest whole number of pages. */
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

/** The folder of a group and its parents; in a container without the folder, the root. */
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

/** Cached pages, which the system frees before it kills a process. */
function filePages(stat: string | null, prefix: string): number {
  const of = (name: string): number =>
    Number(new RegExp(`^${prefix}${name} (\\d+)$`, 'm').exec(stat ?? '')?.[1] ?? 0);
  return of('active_file') + of('inactive_file');
}

/** Variable with the bytes that a process may take; overrides the system. */
const MEMORY_VARIABLE = 'LLAMP_MEMORY';

interface Host {
  /** The value of {@link MEMORY_VARIABLE}. */
  readonly wanted: string | undefined;
  /** Bytes that this process has. */
  readonly resident: () => number;
  readonly read: ReadText;
}

const THIS: Host = {
  get wanted(): string | undefined {
    return process.env[MEMORY_VARIABLE];
  },
  resident: () => process.memoryUsage.rss(),
  read: readText,
};

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}

/**
 * The least free memory of the machine and of each control group; null if unknown, as on systems other than Linux, which
 * refuse or swap instead of killing. Throws UsageError for a value of the variable that is no size.
 */
export function memoryRoom({ wanted, resident, read }: Host = THIS): Room | null {
  if (wanted !== undefined && wanted !== '') {
    const limit = parseSize(wanted, { name: MEMORY_VARIABLE });
    return { bytes: limit - resident(), limit, whose: MEMORY_VARIABLE };
  }
  const machine = machineRoom(read);
  if (machine === null) return null;
  const rooms = [machine.room, ...controlGroupRooms(read, machine.swapBytes)];
  return rooms.reduce((least, room) => (room.bytes < least.bytes ? room : least));
}

const KIB = 1024;

function machineRoom(read: ReadText): { readonly room: Room; readonly swapBytes: number } | null {
  const text = read('/proc/meminfo');
  const bytes = (name: string): number =>
    KIB * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text ?? '')?.[1] ?? Number.NaN);
  const available = bytes('MemAvailable');
  if (Number.isNaN(available)) return null;
  const [swapBytes, swapTotal] = [bytes('SwapFree') || 0, bytes('SwapTotal') || 0];
  const room = { bytes: available + swapBytes, limit: bytes('MemTotal') + swapTotal, whose: 'this machine' };
  return { room, swapBytes };
}

/** Reserve for objects, code and other processes of the group. */
const RESERVE_BYTES = 8 * 2 ** 20;
/** Peak memory of an answer per operation, without kernels, for whole durations: measured on GOAL text of 12 and 30 million operations. */
const BASE_BYTES = 100 * 2 ** 20;
const OPERATION_BYTES = 80;

interface Refused {
  /** Of the next step; 0: unknown. */
  readonly bytes: number;
  /** Of the input read so far; 0: unknown. */
  readonly operations: number;
}

function refusal({ bytes: left, limit, whose }: Room, { bytes, operations }: Refused): LimitError {
  const there = `${formatSize(Math.max(0, left))} of ${formatSize(limit)} of ${whose} are free`;
  const known = operations === 0 ? '' : `${operations.toLocaleString('en-US')} operations read, `;
  const next = bytes === 0 ? there : `the next step needs ${formatSize(bytes)}, but ${there}`;
  const estimated = operations === 0 ? 0 : BASE_BYTES + operations * OPERATION_BYTES;
  const least = Math.max(estimated, limit - left + bytes + RESERVE_BYTES);
  return new LimitError(
    `not enough memory (${known}${next})`,
    `use a machine or job with at least ${formatSize(least)}, or a trace with fewer ranks or iterations; set ${MEMORY_VARIABLE} if the limit is wrong`,
  );
}

/** Part of the free memory that may be taken before it is checked again. */
const UNSEEN = 1 / 4;
/** Bytes of a step before which released memory is collected, which takes some ms: V8 would keep as much for a while. */
const LARGE_BYTES = 256 * 2 ** 20;

export class HostMemory implements MemoryGuard {
  readonly #look: () => Room | null;
  readonly #collect: () => void;
  /** May be taken before the next look. */
  #unseen = 0;
  #operations = 0;

  constructor(look: () => Room | null = memoryRoom, collect: () => void = collectGarbage) {
    this.#look = look;
    this.#collect = collect;
  }

  need(bytes: number, operations = 0): void {
    if (operations > 0) this.#operations = operations;
    if (bytes >= LARGE_BYTES) this.#collect();
    if (bytes <= this.#unseen) {
      this.#unseen -= bytes;
      return;
    }
    if (this.#short(bytes) === null) return;
    // Released memory counts as used until it is collected.
    this.#collect();
    const room = this.#short(bytes);
    if (room !== null) throw refusal(room, { bytes, operations: this.#operations });
  }

  /** The free memory if it is too little, otherwise null. */
  #short(bytes: number): Room | null {
    const room = this.#look();
    const left = room?.bytes ?? Number.POSITIVE_INFINITY;
    this.#unseen = Math.max(0, (left - bytes) * UNSEEN);
    return bytes + RESERVE_BYTES > left ? room : null;
  }
}

/** The guard of this thread. */
export const hostMemory: MemoryGuard = new HostMemory();

/** Twice, because the second call waits for memory that the first releases in the background. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') return;
  collect();
  collect();
}

// Watches the free memory while another thread works, whose analyses, solver and objects take memory without a check.

/** More than a thread takes in a millisecond. */
const BYTES_PER_MS = 2 ** 20;
const SHORTEST_MS = 4;
const LONGEST_MS = 200;

/** Calls `short` once, when memory runs out; returns a function that ends the watch. */
export function watchMemory(
  short: (error: LimitError) => void,
  look: () => Room | null = memoryRoom,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    const room = seen(look);
    if (room === null) return;
    if (room.bytes < RESERVE_BYTES / 2) {
      short(refusal(room, { bytes: 0, operations: 0 }));
      return;
    }
    const wait = (room.bytes - RESERVE_BYTES / 2) / BYTES_PER_MS;
    timer = setTimeout(watch, Math.min(LONGEST_MS, Math.max(SHORTEST_MS, wait)));
    timer.unref();
  };
  watch();
  return () => clearTimeout(timer);
}

/** Null if unknown, or if the variable is wrong, which the other thread reports. */
function seen(look: () => Room | null): Room | null {
  try {
    return look();
  } catch {
    return null;
  }
}
