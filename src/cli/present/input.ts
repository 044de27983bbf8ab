import type { Machine } from '../../machine/machine.js';
import type { SitedMachine } from '../../platform/site.js';
import { grouped } from '../../units/grouped.js';
import { formatTime } from '../../units/units.js';
import { nodesText } from '../machine/text.js';
import { regionText } from '../output/region.js';
import type { LoadedModel } from '../pipeline/pipeline.js';

/** One line on what was read, and what it runs on: every answer says what it rests on. */
export function inputText({ model, info, resolved }: LoadedModel): string {
  const { ranks, operations } = model.schedule;
  return (
    `${info.source}: ${count(operations, 'operation')}, ${count(model.graph.messages, 'message')}, ${count(ranks, 'rank')}\n` +
    regionText(info.region) +
    machineText(resolved)
  );
}

/** A line on the machine; on a platform one on that first, whose figures are no machine's. */
export function machineText({ machine, mapped, source, provenance }: SitedMachine): string {
  const { network } = machine;
  const latency = network.latencies
    .map(({ name, latencyNs }) => `${mapped === undefined ? 'L' : name} ${formatTime(latencyNs)}`)
    .join(', ');
  const [overhead, gap, rest] = valuesText({ machine });
  if (mapped?.site.kind !== 'platform') {
    const name = mapped === undefined ? source : `${source} on ${mapped.name}`;
    return `machine ${name}: ${latency}, ${overhead}, ${gap}, ${rest}\n${nodesText(mapped)}`;
  }
  const own = provenance.o.kind === 'site' ? [latency, overhead, gap] : [latency, gap];
  const others = own.includes(overhead) ? [rest] : [overhead, rest];
  return `platform ${mapped.name}: ${own.join(', ')}\nmachine ${source}: ${others.join(', ')}\n`;
}

/** o, G, and what no site has figures of. */
export function valuesText({ machine }: Pick<SitedMachine, 'machine'>): [string, string, string] {
  const overhead = `o ${machine.overheadBySize === null ? formatTime(machine.overhead) : 'by size'}`;
  const gap = `G ${machine.network.gaps.map((one) => one.gapNsPerByte).join('/')} ns/B`;
  return [overhead, gap, restText(machine)];
}

/** What no platform has figures of. */
function restText(machine: Machine): string {
  const eager = Number.isFinite(machine.rendezvous)
    ? `S ${machine.rendezvous} B ${machine.protocol}`
    : 'all eager';
  const cpu = machine.cpu === 'free' ? '' : `, cpu ${machine.cpu}`;
  const nic = machine.nic === 'free' ? '' : `, nic ${machine.nic}, g ${formatTime(machine.gap)}`;
  return eager + cpu + nic;
}

export function count(n: number, noun: string): string {
  return `${grouped(n)} ${noun}${n === 1 ? '' : 's'}`;
}
