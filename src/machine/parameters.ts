/**
 * What a machine is, in one table: values, flags, machine files, JSON, reports, forms and what a change costs are all
 * made from its rows. A parameter is added here and where it is used.
 */

import {
  type Bytes,
  formatBandwidth,
  formatGapPerByte,
  formatSize,
  formatTime,
  type Nanoseconds,
  type NsPerByte,
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

/** Parameters without a letter: the papers' model has them not, or gives them no name. */
export interface NamedParameters {
  /** o by message size, interpolated linearly; replaces o where it is not null. */
  readonly overheadBySize: OverheadTable;
  /** What a message of more than S bytes costs. */
  readonly protocol: RendezvousProtocol;
  /** What an `irequires` costs, ns. */
  readonly async: Nanoseconds;
  /** How operations share the CPU of their (rank, cpu). */
  readonly cpu: Sharing;
  /** How messages share the NIC of their (rank, nic). */
  readonly nic: Sharing;
}

/** A value of every parameter, by the letters of the papers. */
export interface MachineValues extends NamedParameters {
  /** L: time that a message is on its way, ns. */
  readonly L: Nanoseconds;
  /** o: CPU time per message at either end, ns. */
  readonly o: Nanoseconds;
  /** G: time per byte of a message after the first, ns/B. */
  readonly G: NsPerByte;
  /** g: time between two messages of one NIC, ns; counts unless `nic` is free. */
  readonly g: Nanoseconds;
  /** S: messages of more bytes use the rendezvous protocol; Infinity: every message is eager. */
  readonly S: Bytes;
}

/** The same as the model computes with them; L and G are the network's, by class. */
export interface MachineFields extends NamedParameters {
  /** o: CPU time per message at either end, ns. */
  readonly overhead: Nanoseconds;
  /** g: time between two messages of one NIC, ns; counts unless `nic` is free. */
  readonly gap: Nanoseconds;
  /** S: messages of more bytes use the rendezvous protocol; Infinity: every message is eager. */
  readonly rendezvous: Bytes;
}

/** A parameter as the papers call it; `protocol`, `async`, `cpu` and `nic` have no letter. */
export type ParameterKey = keyof MachineValues;

/** In the order in which they are shown. */
export const PARAMETERS = {
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
  overheadBySize: {
    field: 'overheadBySize',
    file: 'overhead_by_size',
    json: 'overhead_by_size',
    words: 'overhead o',
    default: null,
    decides: 'rows',
    format: formatTable,
    brief: () => 'by size',
    reported: formatTableRange,
    same: sameTable,
  },
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
    page: { name: 'gap', label: 'gap g', example: '0' },
    default: 0,
    decides: 'rows',
    parse: parseTime,
    format: formatTime,
    reported: (value: number, { nic }) => (nic === 'free' ? null : formatTime(value)),
  },
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
    default: 'rdma-read',
    decides: 'order',
    parse: (text, options) => parseChoice(RENDEZVOUS_PROTOCOLS, text, options),
    format: String,
    reported: (value: RendezvousProtocol, { rendezvous }) => (Number.isFinite(rendezvous) ? value : null),
  },
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
    page: { name: 'cpu', label: 'CPU' },
    default: 'free',
    decides: 'order',
    parse: (text, options) => parseChoice(SHARINGS, text, options),
    format: String,
    reported: sharingWords,
  },
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
    page: { name: 'nic', label: 'NIC' },
    default: 'free',
    decides: 'order',
    parse: (text, options) => parseChoice(SHARINGS, text, options),
    format: String,
    reported: sharingWords,
  },
} as const satisfies { readonly [Key in ParameterKey]: Parameter<MachineValues[Key]> };

/** What the plain model leaves out, in words. */
function sharingWords(sharing: Sharing): string | null {
  return { free: null, ordered: 'in the order of the program', serial: 'one at a time' }[sharing];
}

type Rows = typeof PARAMETERS;

/** Fields of a machine that have a row. */
export type RowField = {
  [Key in ParameterKey]: Rows[Key] extends { readonly field: infer Field } ? Field : never;
}[ParameterKey];

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

const ROW_OF = new Map(PARAMETER_ROWS.map((row) => [row.key, row]));

/** The row of a parameter. */
export function parameterRow(key: ParameterKey): ParameterRow {
  return ROW_OF.get(key) ?? { ...PARAMETERS[key], key };
}
