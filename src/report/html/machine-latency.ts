import { formatTime } from '../../units/units.js';
import type { CurveColumns } from './data.js';

/** The axis of latency, and where the machine stands on it. */
export type LatencyShown = Pick<CurveColumns, 'axis' | 'relative' | 'wires' | 'base'>;

/** The latency of tables that do not follow the cursor, for a sentence: `L = 3 µs, the machine's own`. */
export function machineLatency({ axis, relative, wires, base }: LatencyShown): string {
  if (relative) return "the machine's own latencies";
  return `${wires ? 'a latency per wire of' : `${axis} =`} ${formatTime(base)}, the machine's own`;
}
