/** A machine as rows of a table. */
import type { Machine } from '../../machine/machine.js';
import { formatBandwidth, formatGapPerByte, formatSize, formatTime } from '../../units/units.js';
import type { MachineValue } from './data.js';

/** The parameters of `machine`; `source` says where they were taken from. */
export function machineValues(machine: Machine, source: string): MachineValue[] {
  const { latencies, gaps } = machine.network;
  const rows: [string, string][] = [];
  for (const { name, latencyNs } of latencies) {
    rows.push([latencies.length === 1 ? 'latency L' : `latency of ${name}`, formatTime(latencyNs)]);
  }
  rows.push([
    'overhead o',
    machine.overheadBySize === null ? formatTime(machine.overhead) : overheadRange(machine),
  ]);
  for (const { name, gapNsPerByte } of gaps) {
    const value = `${formatGapPerByte(gapNsPerByte)} (${formatBandwidth(gapNsPerByte)})`;
    rows.push([gaps.length === 1 ? 'gap per byte G' : `gap per byte of ${name}`, value]);
  }
  if (machine.nicSerial) rows.push(['gap g', formatTime(machine.gap)]);
  const eager = !Number.isFinite(machine.rendezvous);
  rows.push([
    'rendezvous threshold S',
    eager ? 'none: every message is eager' : formatSize(machine.rendezvous),
  ]);
  if (!eager) rows.push(['rendezvous protocol', machine.protocol]);
  if (machine.cpuSerial) rows.push(['operations of a CPU', 'one at a time']);
  return rows.map(([name, value]) => ({ name, value, source }));
}

function overheadRange(machine: Machine): string {
  const times = (machine.overheadBySize ?? []).map((point) => point.ns);
  return `${formatTime(Math.min(...times))} to ${formatTime(Math.max(...times))} by size`;
}
