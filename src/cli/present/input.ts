import { formatTime } from '../../units/units.js';
import type { LoadedModel } from '../base-command.js';

/** One line on what was read and one on the machine: every answer says what it rests on. */
export function inputText({ model, info, resolved }: LoadedModel): string {
  const { ranks, operations } = model.schedule;
  const { machine, place } = resolved;
  const source = place === undefined ? resolved.source : `${resolved.source} on ${place.name}`;
  const { network } = machine;
  const latency =
    network.latencies.length === 1
      ? `L ${formatTime(network.latencies[0].latencyNs)}`
      : network.latencies.map((one) => `${one.name} ${formatTime(one.latencyNs)}`).join(', ');
  const eager = Number.isFinite(machine.rendezvous)
    ? `S ${machine.rendezvous} B ${machine.protocol}`
    : 'all eager';
  const overhead = machine.overheadBySize === null ? formatTime(machine.overhead) : 'by size';
  const serial =
    (machine.cpu === 'free' ? '' : `, cpu ${machine.cpu}`) +
    (machine.nic === 'free' ? '' : `, nic ${machine.nic}, g ${formatTime(machine.gap)}`);
  return (
    `${info.source}: ${count(operations, 'operation')}, ${count(model.graph.messages, 'message')}, ${count(ranks, 'rank')}\n` +
    `machine ${source}: ${latency}, o ${overhead}, G ${network.gaps.map((one) => one.gapNsPerByte).join('/')} ns/B, ${eager}${serial}\n`
  );
}

export function count(n: number, noun: string): string {
  return `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`;
}
