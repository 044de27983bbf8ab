/**
 * The machine of a command's flags: a preset or file, overridden by single values; and its description in words.
 */

import { namesInstead, nearest } from '../../errors.js';
import {
  MACHINE_PRESETS,
  type MachineRequest,
  type NamedMachineFile,
  type ResolvedMachine,
  resolveMachine,
  valueTexts,
} from '../../machine/machine.js';
import { PARAMETER_ROWS, type ParameterKey, parameterRow } from '../../machine/parameters.js';
import { occupancyText } from '../../platform/endpoint-allocation.js';
import {
  allocationName,
  type MappedRanks,
  REPLACED,
  type Site,
  type SitedMachine,
  siteFacts,
} from '../../platform/site.js';
import { formatTime, grouped } from '../../units.js';
import type { MachineFlags, PlatformFlags } from '../flags/common-flags.js';
import { namedFile } from '../input/find-input.js';

/** Reads presets, files and values. Throws UsageError and InputError. */
export async function machineOf(flags: MachineFlags): Promise<ResolvedMachine> {
  const { machine: name, sharing } = flags;
  const base = name === undefined || Object.hasOwn(MACHINE_PRESETS, name) ? name : await machineFileOf(name);
  return resolveMachine({ base, given: givenBy(flags), sharing, called });
}

function called(key: ParameterKey): string {
  const { flag } = parameterRow(key);
  return flag === undefined ? key : `--${flag.within ?? flag.name}`;
}

/** Texts of the parameters that flags give. */
export function givenBy(flags: MachineFlags): NonNullable<MachineRequest['given']> {
  const texts = new Map<string, unknown>(Object.entries(flags));
  for (const { flag } of PARAMETER_ROWS) {
    // `64KiB:sync`: the value of a flag, and that of another parameter behind a colon.
    const both = flag?.within === undefined ? undefined : texts.get(flag.within);
    if (flag?.within === undefined || typeof both !== 'string' || !both.includes(':')) continue;
    const [own, other] = [both.slice(0, both.indexOf(':')), both.slice(both.indexOf(':') + 1)];
    texts.set(flag.within, own === '' ? undefined : own).set(flag.name, other);
  }
  return Object.fromEntries(
    PARAMETER_ROWS.flatMap(({ key, flag }) => {
      const text = flag === undefined ? undefined : texts.get(flag.name);
      return typeof text === 'string' ? [[key, text]] : [];
    }),
  );
}

/** Throws InputError. */
export async function machineFileOf(name: string): Promise<NamedMachineFile> {
  // YAML and its checks are loaded on demand: loading takes longer than most answers.
  const { readMachineFile } = await import('../../machine/machine-file.js');
  const { PLATFORM_PRESETS } = await import('../../platform/platform-presets.js');
  const machines = Object.keys(MACHINE_PRESETS);
  const platform = nearest(name, Object.keys(PLATFORM_PRESETS));
  const mend =
    nearest(name, machines) === undefined && platform !== undefined
      ? `did you mean --platform ${platform}? Machines are ${machines.join(', ')}`
      : namesInstead(name, machines);
  return { name, file: readMachineFile(namedFile(name, 'machine', mend), name) };
}

// The site of the flags, if any; readers of platforms are loaded on demand.

/** Names only: loading their declarations would double the start of a worker. */
const NAMES: Readonly<Record<Exclude<keyof PlatformFlags, 'json'>, true>> = {
  platform: true,
  'map-by': true,
  'ranks-per-node': true,
  topology: true,
  'wire-latency': true,
  'switch-latency': true,
  'wire-classes': true,
  allocation: true,
};

/** Reads the site, before any schedule is read. Throws UsageError and InputError. */
export async function siteOf(flags: MachineFlags): Promise<Site | null> {
  const given = new Map<string, unknown>(Object.entries(flags));
  const none = [undefined, false];
  if (Object.keys(NAMES).every((flag) => none.some((value) => value === given.get(flag)))) return null;
  const { readSites } = await import('./site-of-flags.js');
  return readSites([flags])[0] ?? null;
}

/** [topologies] the site on each of them, under what the other flags say. Throws what {@link siteOf} throws. */
export async function sitesOn(topologies: readonly string[], flags: MachineFlags): Promise<Site[]> {
  const { readSites } = await import('./site-of-flags.js');
  return readSites(topologies.map((topology) => ({ ...flags, topology })));
}

/** Every value with its source, for `check --print-machine`; a site's values replace those of the machine. */
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
      ? `platform ${mapped.name}; other values from machine ${source}`
      : `machine ${source}: ${citation}`;
  return `${head}\n${lines.join('\n')}\n`;
}

/** A line on the common machine of variants, and one on the nodes of a topology. */
export function machineLine({ machine, mapped, source }: SitedMachine): string {
  const { latencies } = machine.network;
  const latency = latencies
    .map(({ name, latencyNs }) => `${latencies.length > 1 ? name : 'L'} ${formatTime(latencyNs)}`)
    .join(', ');
  const on = mapped === undefined ? '' : ` on ${mapped.name}`;
  const name = mapped?.site.kind === 'platform' ? `platform ${mapped.name}` : `machine ${source}${on}`;
  const overhead = machine.overheadBySize === null ? formatTime(machine.overhead) : 'by size';
  return `${name}: ${latency}${switchText(mapped)}, o ${overhead}, ${sharingText(machine)}\n${nodesText(mapped)}`;
}

/** The latency of a switch behind that of wires; '' without a topology. */
export const switchText = (mapped: MappedRanks | undefined): string =>
  mapped?.site.kind === 'topology' ? `, switch ${formatTime(mapped.site.costs.switchNs)}` : '';

/** A line on the nodes of a topology that the ranks use; '' without a topology. */
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

type Values = Readonly<Record<string, unknown>>;

/** Keys that are no values of a machine, or follow from the number of ranks. */
const BESIDE = new Set(['source', 'cores', 'occupied']);

/** Values that earlier versions left out, because there was only one. */
const UNSAID = new Map([['topology.allocation', JSON.stringify('packed')]]);

/** `latency_ns 3000 → 1400`, one for each value, also of parts such as a platform. */
export function differingValues(a: Values, b: Values): string[] {
  const [one, other] = [leaves(a), leaves(b)];
  const known = (values: Map<string, string>, key: string) => values.get(key) ?? UNSAID.get(key);
  return [...new Set([...one.keys(), ...other.keys()])]
    .filter((key) => known(one, key) !== known(other, key))
    .map((key) => `${key} ${one.get(key) ?? 'none'} → ${other.get(key) ?? 'none'}`);
}

/** Values by their path of keys, as text. */
function leaves(values: Values): Map<string, string> {
  const found = new Map<string, string>();
  const todo: [string, unknown][] = Object.entries(values);
  for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
    const [path, value] = next;
    if (BESIDE.has(path.slice(path.lastIndexOf('.') + 1))) continue;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      todo.push(...Object.entries(value).map(([key, inner]): [string, unknown] => [`${path}.${key}`, inner]));
    else found.set(path, JSON.stringify(value) ?? 'none');
  }
  return found;
}
