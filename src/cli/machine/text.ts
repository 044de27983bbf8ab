/** A machine in words: every value with its origin, or a line. */
import { valueTexts } from '../../machine/shown.js';
import { occupancyText } from '../../platform/allocation.js';
import { allocationName, type MappedRanks, type SitedMachine } from '../../platform/site.js';
import { REPLACED, siteFacts } from '../../platform/site-facts.js';
import { grouped } from '../../units/grouped.js';
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

/** A line on the machine that variants have in common, and one on the nodes of a topology. */
export function machineLine({ machine, mapped, source }: SitedMachine): string {
  const { latencies } = machine.network;
  const latency = latencies
    .map(({ name, latencyNs }) => `${latencies.length > 1 ? name : 'L'} ${formatTime(latencyNs)}`)
    .join(', ');
  const on = mapped === undefined ? '' : ` on ${mapped.name}`;
  const name = mapped?.site.kind === 'platform' ? `platform ${mapped.name}` : `machine ${source}${on}`;
  const overhead = machine.overheadBySize === null ? formatTime(machine.overhead) : 'by size';
  return `${name}: ${latency}, o ${overhead}, ${sharingText(machine)}\n${nodesText(mapped)}`;
}

/** A line on the nodes of a topology that ranks are given; '' on a platform or on none. */
export function nodesText(mapped: MappedRanks | undefined): string {
  if (mapped?.site.kind !== 'topology' || mapped.occupancy === undefined) return '';
  const { allocation } = mapped.site;
  const busy =
    allocation === undefined || allocation.busy === 0 ? '' : `, ${grouped(allocation.busy)} nodes busy`;
  return `nodes ${allocationName(mapped.site)}${busy}: ${occupancyText(mapped.occupancy)}\n`;
}

/** How CPU and NIC are shared. */
export const sharingText = ({ cpu, nic }: Pick<SitedMachine['machine'], 'cpu' | 'nic'>): string =>
  `cpu ${cpu}, nic ${nic}`;
