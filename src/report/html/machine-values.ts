/** A machine as rows of a table. */
import type { Machine } from '../../machine/machine.js';
import { formatBandwidth, formatGapPerByte, formatSize, formatTime } from '../../units/units.js';
import type { MachineValue } from './data.js';

/** What the plain model leaves out, in words. */
const SHARING_WORDS = { ordered: 'in the order of the program', serial: 'one at a time' } as const;

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
  if (machine.nic !== 'free') rows.push(['gap g', formatTime(machine.gap)]);
  const eager = !Number.isFinite(machine.rendezvous);
  rows.push([
    'rendezvous threshold S',
    eager ? 'none: every message is eager' : formatSize(machine.rendezvous),
  ]);
  if (!eager) rows.push(['rendezvous protocol', machine.protocol]);
  if (machine.cpu !== 'free') rows.push(['operations of a CPU', SHARING_WORDS[machine.cpu]]);
  if (machine.nic !== 'free') rows.push(['messages of a NIC', SHARING_WORDS[machine.nic]]);
  return rows.map(([name, value]) => ({ name, value, source }));
}

function overheadRange(machine: Machine): string {
  const times = (machine.overheadBySize ?? []).map((point) => point.ns);
  return `${formatTime(Math.min(...times))} to ${formatTime(Math.max(...times))} by size`;
}
