/** The machine that a command's flags describe: a preset or a file, single overrides on top, and where each value came from. */
import type { Warning } from '../../errors.js';
import type { Machine, OverheadPoint, RendezvousProtocol, Sharing } from '../../machine/machine.js';
import { homogeneous, type Network } from '../../machine/network.js';
import { DEFAULT_MACHINE, MACHINE_PRESETS } from '../../machine/presets.js';
import { parseRendezvous } from '../../machine/rendezvous.js';
import {
  formatBandwidth,
  formatGapPerByte,
  formatSize,
  formatTime,
  parseGapPerByte,
  parseTime,
} from '../../units/units.js';
import type { PlatformFlags } from '../flags/site.js';
import { readTextFile } from '../output/files.js';
import type { Place } from './place.js';

/** The flags that say what the machine is, as oclif parses them. */
export interface MachineFlags extends PlatformFlags {
  readonly machine?: string | undefined;
  readonly latency?: string | undefined;
  readonly overhead?: string | undefined;
  readonly 'gap-per-byte'?: string | undefined;
  readonly gap?: string | undefined;
  readonly rendezvous?: string | undefined;
  readonly 'rendezvous-protocol'?: string | undefined;
  readonly async?: string | undefined;
  readonly cpu?: string | undefined;
  readonly nic?: string | undefined;
  readonly unit?: string | undefined;
  /** How CPUs and NICs are shared where no flag and no file says; no flag of its own: the question decides. */
  readonly sharing?: Sharing | undefined;
}

export interface MachineValues {
  L: number;
  o: number;
  G: number;
  g: number;
  S: number;
  protocol: RendezvousProtocol;
  async: number;
  cpu: Sharing;
  nic: Sharing;
  overheadBySize?: readonly OverheadPoint[];
}

export interface ResolvedMachine {
  readonly machine: Machine;
  readonly values: Readonly<MachineValues>;
  /** Name of the preset or file. */
  readonly source: string;
  /** By parameter: the preset, file or flag that set it. */
  readonly provenance: Readonly<Record<string, string>>;
  readonly warnings: readonly Warning[];
  /** Where the ranks sit; undefined on a homogeneous machine. */
  readonly place?: Place;
}

const DEFAULTS = { g: 0, protocol: 'rdma-read', async: 0, cpu: 'free', nic: 'free' } as const;

/** Reads presets, files and overrides. Throws UsageError and InputError. */
export async function resolveMachine(flags: MachineFlags): Promise<ResolvedMachine> {
  const name = flags.machine ?? DEFAULT_MACHINE;
  const { values, provenance, citation } = Object.hasOwn(MACHINE_PRESETS, name)
    ? fromPreset(name)
    : await fromFile(name);
  override(values, provenance, flags);
  share(values, provenance, flags.sharing ?? 'free');
  const network = homogeneous(values.L, values.G);
  return {
    machine: machineWith(values, network),
    values,
    source: name,
    provenance: { ...provenance, citation },
    warnings: idleGap(values, provenance),
  };
}

/** A gap between messages that nothing keeps: worth a word, for its T is that of no gap. */
function idleGap({ g, nic }: MachineValues, provenance: Readonly<Record<string, string>>): Warning[] {
  if (g === 0 || nic !== 'free') return [];
  const message = `gap g of ${formatTime(g)} (${provenance.g}) has no effect: messages of one NIC are spaced only with --nic ordered or --nic serial`;
  return [{ code: 'gap-without-nic', message }];
}

/** The machine with another network, such as a platform's. */
export function machineWith(values: Readonly<MachineValues>, network: Network): Machine {
  return {
    network,
    overhead: values.o,
    overheadBySize: values.overheadBySize ?? null,
    gap: values.g,
    rendezvous: values.S,
    protocol: values.protocol,
    async: values.async,
    cpu: values.cpu,
    nic: values.nic,
  };
}

interface Found {
  values: MachineValues;
  provenance: Record<string, string>;
  citation: string;
}

function fromPreset(name: string): Found {
  const { L, o, G, S, source } = MACHINE_PRESETS[name];
  const preset = `preset ${name}`;
  const provenance = {
    L: preset,
    o: preset,
    G: preset,
    S: preset,
    g: 'default',
    protocol: 'default',
    async: 'default',
    cpu: 'default',
    nic: 'default',
  };
  return { values: { L, o, G, S, ...DEFAULTS }, provenance, citation: source };
}

async function fromFile(name: string): Promise<Found> {
  // YAML and its checks are loaded for those who bring a file: they take longer to load than most answers.
  const { readMachineFile } = await import('../../machine/machine-file.js');
  const known = Object.keys(MACHINE_PRESETS).join(', ');
  const text = readTextFile(name, `'${name}' is neither a machine (${known}) nor a file`);
  const file = readMachineFile(text, name);
  const from = (value: unknown): string => (value === undefined ? 'default' : name);
  return {
    values: {
      L: file.L,
      o: file.o ?? 0,
      G: file.G,
      g: file.g ?? DEFAULTS.g,
      S: file.S ?? Number.POSITIVE_INFINITY,
      protocol: file.protocol ?? DEFAULTS.protocol,
      async: file.async ?? DEFAULTS.async,
      cpu: file.cpu ?? DEFAULTS.cpu,
      nic: file.nic ?? DEFAULTS.nic,
      ...(file.overheadBySize === undefined ? {} : { overheadBySize: file.overheadBySize }),
    },
    provenance: {
      L: name,
      o: name,
      G: name,
      g: from(file.g),
      S: from(file.S),
      protocol: from(file.protocol),
      async: from(file.async),
      cpu: from(file.cpu),
      nic: from(file.nic),
    },
    citation: file.source ?? name,
  };
}

function override(values: MachineValues, provenance: Record<string, string>, flags: MachineFlags): void {
  const unit = flags.unit === undefined ? {} : { unit: flags.unit };
  const set = (
    key: keyof MachineValues,
    flag: string,
    value: number | RendezvousProtocol | Sharing,
  ): void => {
    Object.assign(values, { [key]: value });
    provenance[key] = `--${flag}`;
  };
  if (flags.latency !== undefined)
    set('L', 'latency', parseTime(flags.latency, { name: '--latency', ...unit }));
  if (flags.overhead !== undefined) {
    set('o', 'overhead', parseTime(flags.overhead, { name: '--overhead', ...unit }));
    delete values.overheadBySize;
  }
  const gap = flags['gap-per-byte'];
  if (gap !== undefined) set('G', 'gap-per-byte', parseGapPerByte(gap, { name: '--gap-per-byte', ...unit }));
  if (flags.gap !== undefined) set('g', 'gap', parseTime(flags.gap, { name: '--gap', ...unit }));
  if (flags.async !== undefined) set('async', 'async', parseTime(flags.async, { name: '--async', ...unit }));
  if (flags.rendezvous !== undefined) set('S', 'rendezvous', parseRendezvous(flags.rendezvous, flags.unit));
  const protocol = flags['rendezvous-protocol'];
  if (protocol === 'rdma-read' || protocol === 'sync') set('protocol', 'rendezvous-protocol', protocol);
  for (const key of ['cpu', 'nic'] as const) {
    const sharing = flags[key];
    if (sharing === 'free' || sharing === 'ordered' || sharing === 'serial') set(key, key, sharing);
  }
}

/**
 * What a question takes CPUs and NICs for by default. A serial one beside an ordered one may contradict it, so it
 * stands alone.
 */
function share(values: MachineValues, provenance: Record<string, string>, sharing: Sharing): void {
  const open = (['cpu', 'nic'] as const).filter((key) => provenance[key] === 'default');
  const serial = values.cpu === 'serial' || values.nic === 'serial';
  for (const key of open) {
    values[key] = serial ? 'free' : sharing;
    if (values[key] === 'ordered') provenance[key] = 'default where algorithms are compared';
  }
}

/** Every value with where it came from, for `--print-machine`. */
export function describeMachine(resolved: ResolvedMachine): string {
  const { values, provenance, source } = resolved;
  const overhead =
    values.overheadBySize === undefined
      ? formatTime(values.o)
      : values.overheadBySize
          .map((point) => `${formatTime(point.ns)} at ${formatSize(point.bytes)}`)
          .join(', ');
  const rows: [string, string, string][] = [
    ['L', formatTime(values.L), provenance.L],
    ['o', overhead, provenance.o],
    ['G', `${formatGapPerByte(values.G)} (${formatBandwidth(values.G)})`, provenance.G],
    ['g', formatTime(values.g), provenance.g],
    ['S', Number.isFinite(values.S) ? formatSize(values.S) : 'none (all eager)', provenance.S],
    ['protocol', values.protocol, provenance.protocol],
    ['async', formatTime(values.async), provenance.async],
    ['cpu', values.cpu, provenance.cpu],
    ['nic', values.nic, provenance.nic],
  ];
  const { place } = resolved;
  const replaced = place === undefined ? [] : place.kind === 'platform' ? ['L', 'G'] : ['L'];
  const shown = [...rows.filter(([name]) => !replaced.includes(name)), ...(place?.facts ?? [])];
  const width = Math.max(...shown.map(([, value]) => value.length));
  const lines = shown.map(([name, value, from]) => `  ${name.padEnd(9)} ${value.padEnd(width)}  ${from}`);
  const head =
    place?.kind === 'platform'
      ? `platform ${place.name}; what it has no figures of, from machine ${source}`
      : `machine ${source}: ${provenance.citation}`;
  return `${head}\n${lines.join('\n')}\n`;
}
