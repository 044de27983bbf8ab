/**
 * What a machine is, in one table: values, flags, machine files, JSON, reports, forms and what a change costs are all
 * made from its rows. A parameter is added here and where it is used.
 */

import {
  formatBandwidth,
  formatGapPerByte,
  formatSize,
  formatTime,
  parseGapPerByte,
  parseTime,
} from '../units/units.js';
import {
  formatTable,
  formatTableRange,
  type OverheadTable,
  parseChoice,
  RENDEZVOUS_PROTOCOLS,
  type RendezvousProtocol,
  SHARINGS,
  type Sharing,
  sameTable,
} from './choices.js';
import type { Parameter, ParameterField, ParameterFlag } from './parameter.js';
import { parseRendezvous } from './rendezvous.js';

/** In the order in which they are shown. */
export const PARAMETERS = {
  /** L: time that a message is on its way, ns. */
  L: {
    classes: {
      words: 'latency of',
      of: ({ latencies }) => latencies.map(({ name, latencyNs }) => ({ name, value: latencyNs })),
    },
    flag: { name: 'latency', char: 'L', value: '3us', description: 'network latency L' },
    file: 'latency',
    json: 'latency_ns',
    words: 'latency L',
    page: { name: 'latency', label: 'latency L', example: '3us' },
    decides: 'prices',
    parse: parseTime,
    format: formatTime,
  },
  /** o: CPU time per message at either end, ns. */
  o: {
    field: 'overhead',
    replacedBy: 'overheadBySize',
    flag: { name: 'overhead', char: 'o', value: '5us', description: 'CPU overhead o per message' },
    file: 'overhead',
    json: 'overhead_ns',
    words: 'overhead o',
    page: { name: 'overhead', label: 'overhead o', example: '5us' },
    default: 0,
    decides: 'prices',
    parse: parseTime,
    format: formatTime,
  },
  /** o by message size, interpolated linearly; replaces o where it is not null. */
  overheadBySize: {
    field: 'overheadBySize',
    file: 'overhead_by_size',
    json: 'overhead_by_size',
    words: 'overhead o',
    default: null as OverheadTable,
    decides: 'rows',
    format: formatTable,
    brief: () => 'by size',
    reported: formatTableRange,
    same: sameTable,
  },
  /** G: time per byte of a message after the first, ns/B. */
  G: {
    classes: {
      words: 'gap per byte of',
      of: ({ gaps }) => gaps.map(({ name, gapNsPerByte }) => ({ name, value: gapNsPerByte })),
    },
    flag: {
      name: 'gap-per-byte',
      char: 'G',
      value: '0.018ns/B',
      description: 'gap G per byte, as a time per byte or a bandwidth (100Gbit/s)',
    },
    file: 'gap_per_byte',
    json: 'gap_per_byte_ns',
    words: 'gap per byte G',
    page: { name: 'gapPerByte', label: 'gap per byte G', example: '100Gbit/s' },
    decides: 'prices',
    parse: parseGapPerByte,
    format: (value: number) => `${formatGapPerByte(value)} (${formatBandwidth(value)})`,
    brief: formatGapPerByte,
  },
  /** g: time between two messages of one NIC, ns; counts unless `nic` is free. */
  g: {
    field: 'gap',
    flag: {
      name: 'gap',
      char: 'g',
      value: '0',
      description: 'gap g between messages; counts with --nic ordered and --nic serial',
    },
    file: 'gap',
    json: 'gap_ns',
    words: 'gap g',
    default: 0,
    decides: 'rows',
    parse: parseTime,
    format: formatTime,
    reported: (value: number, { nic }) => (nic === 'free' ? null : formatTime(value)),
  },
  /** S: messages of more bytes use the rendezvous protocol; Infinity: every message is eager. */
  S: {
    field: 'rendezvous',
    flag: {
      name: 'rendezvous',
      char: 'S',
      value: '256KiB',
      description: "messages of more bytes use the rendezvous protocol; 'none': all are eager",
    },
    file: 'rendezvous',
    json: 'rendezvous_bytes',
    words: 'rendezvous threshold S',
    page: { name: 'rendezvous', label: 'rendezvous above S', example: '256KiB or none' },
    default: Number.POSITIVE_INFINITY,
    decides: 'order',
    parse: parseRendezvous,
    format: (value: number) => (Number.isFinite(value) ? formatSize(value) : 'none (all eager)'),
    brief: (value: number) => (Number.isFinite(value) ? formatSize(value) : 'none'),
    reported: (value: number) =>
      Number.isFinite(value) ? formatSize(value) : 'none: every message is eager',
  },
  /** What a message of more than S bytes costs. */
  protocol: {
    field: 'protocol',
    flag: {
      name: 'rendezvous-protocol',
      options: RENDEZVOUS_PROTOCOLS,
      description: 'what a rendezvous message costs',
    },
    file: 'rendezvous_protocol',
    json: 'rendezvous_protocol',
    words: 'rendezvous protocol',
    page: { name: 'protocol', label: 'rendezvous protocol' },
    default: 'rdma-read' as RendezvousProtocol,
    decides: 'order',
    parse: (text, options) => parseChoice(RENDEZVOUS_PROTOCOLS, text, options),
    format: String,
    reported: (value: RendezvousProtocol, { rendezvous }) => (Number.isFinite(rendezvous) ? value : null),
  },
  /** What an `irequires` costs, ns. */
  async: {
    field: 'async',
    flag: { name: 'async', value: '0', description: 'cost of an irequires dependency' },
    file: 'async',
    json: 'async_ns',
    words: 'cost of an irequires',
    default: 0,
    decides: 'rows',
    parse: parseTime,
    format: formatTime,
    reported: () => null,
  },
  /** How operations share the CPU of their (rank, cpu). */
  cpu: {
    field: 'cpu',
    flag: {
      name: 'cpu',
      options: SHARINGS,
      description:
        'ordered: messages cost one CPU o each in the order of the program; serial: its operations run one at a time, as they become ready; free: the plain model [default: free; where algorithms are compared: ordered]',
    },
    file: 'cpu',
    json: 'cpu',
    words: 'operations of a CPU',
    default: 'free' as Sharing,
    decides: 'order',
    parse: (text, options) => parseChoice(SHARINGS, text, options),
    format: String,
    reported: sharingWords,
  },
  /** How messages share the NIC of their (rank, nic). */
  nic: {
    field: 'nic',
    flag: {
      name: 'nic',
      options: SHARINGS,
      description:
        'ordered: messages leave and enter one NIC in the order of the program, max(o, g + (s − 1)·G) apart; serial: sends leave as they become ready; free: the plain model [default: as --cpu]',
    },
    file: 'nic',
    json: 'nic',
    words: 'messages of a NIC',
    default: 'free' as Sharing,
    decides: 'order',
    parse: (text, options) => parseChoice(SHARINGS, text, options),
    format: String,
    reported: sharingWords,
  },
} as const satisfies Readonly<Record<string, Parameter>>;

/** What the plain model leaves out, in words. */
function sharingWords(sharing: Sharing): string | null {
  return { free: null, ordered: 'in the order of the program', serial: 'one at a time' }[sharing];
}

type Rows = typeof PARAMETERS;

/** A parameter as the papers call it; `protocol`, `async`, `cpu` and `nic` have no letter. */
export type ParameterKey = keyof Rows;

type ValueOf<Row> = Row extends { readonly parse: (...given: never[]) => infer Value }
  ? Value
  : Row extends { readonly default: infer Value }
    ? Value
    : never;

/** A value of every parameter, times in ns, sizes in bytes, G in ns per byte. */
export type MachineValues = { readonly [Key in ParameterKey]: ValueOf<Rows[Key]> };

type FieldOf<Key extends ParameterKey> = Rows[Key] extends { readonly field: infer Field extends string }
  ? Field
  : never;

/** The same, but for what a network has by class, by the names that the model computes with. */
export type MachineFields = { readonly [Key in ParameterKey as FieldOf<Key>]: MachineValues[Key] };

/** Letters that stand for parameters in a command line. */
export type ParameterLetter = {
  [Key in ParameterKey]: Rows[Key] extends { readonly flag: { readonly char: infer Letter } }
    ? Letter
    : never;
}[ParameterKey];

/** Where a form may change a parameter: the name of its field there. */
export type PageField = {
  [Key in ParameterKey]: Rows[Key] extends { readonly page: { readonly name: infer Name } } ? Name : never;
}[ParameterKey];

/** A row of the table with its key. */
export interface ParameterRow extends Parameter {
  readonly key: ParameterKey;
  readonly field?: keyof MachineFields;
  readonly replacedBy?: ParameterKey;
  readonly flag?: ParameterFlag & { readonly char?: ParameterLetter };
  readonly page?: ParameterField & { readonly name: PageField };
}

const KEYS = Object.keys(PARAMETERS).filter((key): key is ParameterKey => key in PARAMETERS);

/** The table as a list. */
export const PARAMETER_ROWS: readonly ParameterRow[] = KEYS.map((key) => ({ ...PARAMETERS[key], key }));

/** Flags of the command line that give parameters. */
export type ParameterFlagName = {
  [Key in ParameterKey]: Rows[Key] extends { readonly flag: { readonly name: infer Name } } ? Name : never;
}[ParameterKey];
