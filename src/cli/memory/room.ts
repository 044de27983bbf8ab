/** How much more memory this process may take: the one place that knows. */
import { readFileSync } from 'node:fs';
import { parseSize } from '../../units/units.js';
import { controlGroupRooms, type ReadText, type Room } from './cgroup.js';

/** Names the bytes that a process may take, in the place of what the system says. */
export const MEMORY_VARIABLE = 'LLAMP_MEMORY';

/** Where what is left is looked up. */
export interface Host {
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
 * The least of what is left by the machine and by each control group; null where nobody says, as beyond Linux, whose
 * systems refuse or swap rather than kill. Throws UsageError for a value of the variable that is no size.
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
