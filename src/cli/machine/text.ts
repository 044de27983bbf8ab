/** A machine in words: every value with its origin, or a line. */
import { valueTexts } from '../../machine/shown.js';
import type { SitedMachine } from '../../platform/site.js';
import { REPLACED, siteFacts } from '../../platform/site-facts.js';
import { formatTime } from '../../units/units.js';

/** Every value with where it came from, for `--print-machine`; on a site its own facts instead of what it replaces. */
export function describeMachine({ values, provenance, source, citation, mapped }: SitedMachine): string {
  const replaced = mapped === undefined ? [] : REPLACED[mapped.site.kind];
  const own = valueTexts(values)
    .filter(({ parameter: { key } }) => !replaced.includes(key))
    .map(({ parameter: { key }, text }) => ({ name: key, value: text, source: provenance[key].text }));
  const rows = [...own, ...(mapped === undefined ? [] : siteFacts(mapped))];
  const width = Math.max(...rows.map(({ value }) => value.length));
  const lines = rows.map((row) => `  ${row.name.padEnd(9)} ${row.value.padEnd(width)}  ${row.source}`);
  const head =
    mapped?.site.kind === 'platform'
      ? `platform ${mapped.name}; what it has no figures of, from machine ${source}`
      : `machine ${source}: ${citation}`;
  return `${head}\n${lines.join('\n')}\n`;
}

/** A line on the machine that variants have in common. */
export function machineLine({ machine, mapped, source }: SitedMachine): string {
  const { latencies } = machine.network;
  const latency = latencies
    .map(({ name, latencyNs }) => `${latencies.length > 1 ? name : 'L'} ${formatTime(latencyNs)}`)
    .join(', ');
  const name = mapped?.site.kind === 'platform' ? `platform ${mapped.name}` : `machine ${source}`;
  const overhead = machine.overheadBySize === null ? formatTime(machine.overhead) : 'by size';
  return `${name}: ${latency}, o ${overhead}, ${sharingText(machine)}\n`;
}

/** How CPU and NIC are shared. */
export const sharingText = ({ cpu, nic }: Pick<SitedMachine['machine'], 'cpu' | 'nic'>): string =>
  `cpu ${cpu}, nic ${nic}`;
