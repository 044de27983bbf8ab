/**
 * The parameters of a machine as one table, and the network between its ranks (LLAMP, section IV-2 and appendix I).
 */
import { checkNumber, InputError, UsageError } from '../errors.js';
import {
  type Bytes,
  formatBandwidth,
  formatGapPerByte,
  formatSize,
  formatTime,
  type Nanoseconds,
  type NsPerByte,
  type ParseOptions,
  parseGapPerByte,
  parseSize,
  parseTime,
} from '../units.js';

/** A latency parameter of its own: its value can be studied with all else fixed. */
export interface LatencyClass {
  readonly name: string;
  readonly latencyNs: number;
}

/** A gap per byte of its own, ns/B. */
export interface GapClass {
  readonly name: string;
  readonly gapNsPerByte: number;
}

/** Cost of a message between two places: Σ count_k·ℓ_k + constant, and its gap class. */
export interface Route {
  readonly name: string;
  /** [classes] how often each latency class counts */
  readonly counts: readonly number[];
  readonly constantNs: number;
  /** Index of the gap class. */
  readonly gap: number;
  /**
   * Messages of more bytes are copied by their receivers, so that those that a rank sends together go at once and share its
   * memory; left out: all go one after another, as by a NIC.
   */
  readonly copiedAbove?: Bytes;
}

/** Latency classes, gap classes, and which route a message between two ranks takes. */
export interface Network {
  /** Extent of a latency: by default the whole way of a message, otherwise one wire, of which it may cross several. */
  readonly latencyOf?: 'wire';
  readonly latencies: readonly LatencyClass[];
  readonly gaps: readonly GapClass[];
  readonly routes: readonly Route[];
  /** Overhead o of the latencies, ns: a machine on this network must have the same. */
  readonly overheadNs?: number;
  /**
   * Index of the route of a message between two ranks; `send`: the operation that sends it, which only networks of one
   * program look at.
   */
  routeOf(source: number, destination: number, send?: number): number;
}

/** One latency `L` and one gap `G` for every pair: the machine of the LogGPS model itself. */
export function homogeneous(latencyNs: number, gapNsPerByte: number): Network {
  return {
    latencies: [{ name: 'L', latencyNs }],
    gaps: [{ name: 'G', gapNsPerByte }],
    routes: [{ name: 'L', counts: [1], constantNs: 0, gap: 0 }],
    routeOf: () => 0,
  };
}

/** Latency of a route at the classes' present values, in ns; the message's bytes are not in it. */
export function routeLatencyNs(network: Network, route: number): number {
  const { counts, constantNs } = network.routes[route];
  let sum = constantNs;
  for (let k = 0; k < counts.length; k++) sum += counts[k] * network.latencies[k].latencyNs;
  return sum;
}

/**
 * The same network with other values for some latency classes.
 * Throws InputError for a class that the network does not have, and a UsageError for what is no latency.
 */
export function withLatencies(network: Network, valuesNs: ReadonlyMap<string, number>): Network {
  const known = network.latencies.map((one) => one.name);
  for (const [name, ns] of valuesNs) {
    checkNumber(`withLatencies: latency ${name}`, ns, { least: 0 });
    if (known.includes(name)) continue;
    throw new InputError({
      what: `unknown latency class '${name}'`,
      mend: `the network has ${known.join(', ')}`,
    });
  }
  return repriced(network, {
    latencies: network.latencies.map(({ name, latencyNs }) => ({
      name,
      latencyNs: valuesNs.get(name) ?? latencyNs,
    })),
  });
}

/** The same network, of the same classes in the same order, with other prices. */
export function repriced(network: Network, prices: Partial<Pick<Network, 'latencies' | 'gaps'>>): Network {
  return {
    ...network,
    ...prices,
    // May be a method.
    routeOf: (source, destination, send) => network.routeOf(source, destination, send),
  };
}

/**
 * The same network with a latency class of its own, 0 ns at first, that some messages of one program pay as often as they
 * pay any latency. `gains`: whether the message of a send is one of them.
 */
export function withOwnLatency(network: Network, name: string, gains: (send: number) => boolean): Network {
  const { latencies, routes } = network;
  const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
  return {
    ...network,
    latencies: [...latencies, { name, latencyNs: 0 }],
    routes: [
      ...routes.map((route) => ({ ...route, counts: [...route.counts, 0] })),
      ...routes.map((route) => ({ ...route, counts: [...route.counts, total(route.counts)] })),
    ],
    routeOf: (source, destination, send) =>
      network.routeOf(source, destination, send) + (send !== undefined && gains(send) ? routes.length : 0),
  };
}

// What a machine is, in one table: values, flags, machine files, JSON, reports, forms and what a change costs are all
// made from its rows. A parameter is added here and where it is used.

// Values of the parameters of a machine that are neither times nor sizes.

/**
 * What a message above the rendezvous threshold costs (LLAMP, appendix B, Fig. 14).
 * `rdma-read`: both ends meet, then the receiver fetches. `sync`: the eager receive, and the send ends with it.
 * `clear-to-send`: the receiver answers the request, then the sender sends. `rdma-write`: the receiver answers, the sender
 * writes into its memory, waits for the acknowledgement, and tells it.
 */
export type RendezvousProtocol = 'rdma-read' | 'sync' | 'clear-to-send' | 'rdma-write';

/** All rendezvous protocols. */
export const RENDEZVOUS_PROTOCOLS: readonly RendezvousProtocol[] = [
  'rdma-read',
  'sync',
  'clear-to-send',
  'rdma-write',
];

/**
 * How the operations of one rank share a CPU or a NIC (machines.md, "CPUs and NICs").
 * - `free`: they do not hinder each other: the plain model of the papers.
 * - `ordered`: what the program issues or takes in an order goes in that order, each after the time that the one before
 *   takes; what may come in any order takes at least its sum. Holds at every L.
 * - `serial`: one at a time, in the order in which they become ready at the machine's parameters.
 */
export type Sharing = 'free' | 'ordered' | 'serial';

/** All ways to share a CPU or NIC. */
export const SHARINGS: readonly Sharing[] = ['free', 'ordered', 'serial'];

/** Overhead measured at one message size. */
export interface OverheadPoint {
  readonly bytes: Bytes;
  readonly ns: Nanoseconds;
}

/** o by message size, interpolated linearly between neighbours; null: one o for all sizes. */
export type OverheadTable = readonly OverheadPoint[] | null;

/** One of `options`. Throws a UsageError that lists them. */
function parseChoice<Choice extends string>(
  options: readonly Choice[],
  text: string,
  { name = 'value' }: ParseOptions,
): Choice {
  const found = options.find((one) => one === text);
  if (found === undefined) throw new UsageError(`${name} '${text}' is unknown`, `use ${options.join(', ')}`);
  return found;
}

function formatTable(table: OverheadTable): string {
  return (table ?? []).map(({ bytes, ns }) => `${formatTime(ns)} at ${formatSize(bytes)}`).join(', ');
}

function formatTableRange(table: OverheadTable): string {
  const times = (table ?? []).map(({ ns }) => ns);
  return `${formatTime(Math.min(...times))} to ${formatTime(Math.max(...times))} by size`;
}

function sameTable(one: OverheadTable, other: OverheadTable): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.length === other.length &&
    one.every(({ bytes, ns }, i) => bytes === other[i].bytes && ns === other[i].ns)
  );
}

// Columns of the table of parameters.

/**
 * What a parameter decides about a program's timing system. `prices`: what rows cost, not which there are. `rows`:
 * constants or routes in the rows. `order`: which events wait for which, and the rows with them.
 */
type Decides = 'prices' | 'rows' | 'order';

/** The parameter as a flag. */
export interface ParameterFlag {
  readonly name: string;
  readonly char?: string;
  /** The flag whose value has this one behind a colon. */
  readonly within?: string;
  /** Placeholder of the value in help, where it is not one of `options`. */
  readonly value?: string;
  readonly options?: readonly string[];
  readonly description: string;
}

/** A field of a form, called as its flag, where the machine may be changed in one. */
interface ParameterField {
  readonly label: string;
  /** Text of its field; none where one of the flag's options is chosen. */
  readonly example?: string;
}

/** A parameter that a network has by class rather than a machine as one value. */
interface ParameterClasses {
  /** Before the name of one of several classes. */
  readonly words: string;
  of(network: Network): readonly { readonly name: string; readonly value: number }[];
}

/** Condition on other parameters for a line in a report. */
interface Beside {
  readonly nic: Sharing;
  readonly rendezvous: Bytes;
}

/** Methods, so that rows of different values make one list; each is called with values of its own row only. */
interface Parameter<Value = unknown> {
  /** Field of Machine; none where the network has it, by class. */
  readonly field?: string;
  readonly classes?: ParameterClasses;
  /** Key of the parameter that replaces this one wherever it is not null. */
  readonly replacedBy?: string;
  readonly flag?: ParameterFlag;
  /** Key in a machine file. */
  readonly file: string;
  /** Key in JSON, with its unit. */
  readonly json: string;
  /** Name in reports and messages. */
  readonly words: string;
  readonly page?: ParameterField;
  /** Default of a machine; none where every machine has a value. */
  readonly default?: Value;
  readonly decides: Decides;
  /** From text with a unit; none where a text cannot express it. Throws UsageError. */
  parse?(text: string, options: ParseOptions): Value;
  format(value: Value): string;
  /** For narrow places; by default as in `format`. */
  brief?(value: Value): string;
  /** In a report, by default as in `format`; null: not worth a line there. */
  reported?(value: Value, beside: Beside): string | null;
  /** Whether two values are the same, where comparing them is not enough. */
  same?(one: Value, other: Value): boolean;
}

/** Size above which messages synchronise; 'none' keeps all of them eager. Throws UsageError. */
function parseRendezvous(text: string, options: ParseOptions = {}): number {
  return text.trim() === 'none'
    ? Number.POSITIVE_INFINITY
    : parseSize(text, { name: 'rendezvous', word: 'none', ...options });
}

/** Parameters without a letter: the papers' model has them not, or gives them no name. */
export interface NamedParameters {
  /** o by message size, interpolated linearly; replaces o where it is not null. */
  readonly overheadBySize: OverheadTable;
  /** Cost model of a message of more than S bytes. */
  readonly protocol: RendezvousProtocol;
  /** Cost of an `irequires`, ns; null: the o of a send that it follows, as one CPU does one thing at a time. */
  readonly async: Nanoseconds | null;
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
    page: { label: 'latency L', example: '3us' },
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
    page: { label: 'overhead o', example: '5us' },
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
      description: 'gap G per byte, or a bandwidth (100Gbit/s)',
    },
    file: 'gap_per_byte',
    json: 'gap_per_byte_ns',
    words: 'gap per byte G',
    page: { label: 'gap per byte G', example: '100Gbit/s' },
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
      description: 'gap g between messages (needs --nic ordered or --nic serial)',
    },
    file: 'gap',
    json: 'gap_ns',
    words: 'gap g',
    page: { label: 'gap g', example: '0' },
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
      value: '256KiB[:PROTOCOL]',
      description: `larger messages use the rendezvous protocol (${RENDEZVOUS_PROTOCOLS.join(', ')}); with 'none' all are eager`,
    },
    file: 'rendezvous',
    json: 'rendezvous_bytes',
    words: 'rendezvous threshold S',
    page: { label: 'rendezvous above S', example: '256KiB or none' },
    default: Number.POSITIVE_INFINITY,
    decides: 'order',
    parse: parseRendezvous,
    format: (value: number) => (Number.isFinite(value) ? formatSize(value) : 'none (all eager)'),
    brief: (value: number) => (Number.isFinite(value) ? formatSize(value) : 'none'),
    reported: (value: number) =>
      Number.isFinite(value) ? formatSize(value) : 'none (every message is eager)',
  },
  protocol: {
    field: 'protocol',
    flag: {
      name: 'rendezvous-protocol',
      within: 'rendezvous',
      options: RENDEZVOUS_PROTOCOLS,
      description: 'cost model of rendezvous messages',
    },
    file: 'rendezvous_protocol',
    json: 'rendezvous_protocol',
    words: 'rendezvous protocol',
    page: { label: 'rendezvous protocol' },
    default: 'rdma-read',
    decides: 'order',
    parse: (text, options) => parseChoice(RENDEZVOUS_PROTOCOLS, text, options),
    format: String,
    reported: (value: RendezvousProtocol, { rendezvous }) => (Number.isFinite(rendezvous) ? value : null),
  },
  async: {
    field: 'async',
    flag: {
      name: 'async',
      value: 'o',
      description: 'cost of an irequires dependency; o is the overhead of the send that it follows',
    },
    file: 'async',
    json: 'async_ns',
    words: 'cost of an irequires',
    default: null,
    decides: 'rows',
    parse: (text, options) => (text.trim() === 'o' ? null : parseTime(text, { ...options, word: 'o' })),
    format: (value: number | null) => (value === null ? 'o' : formatTime(value)),
    reported: () => null,
  },
  cpu: {
    field: 'cpu',
    flag: {
      name: 'cpu',
      options: SHARINGS,
      description:
        "'ordered' charges a CPU o per message in program order; 'serial' runs its operations one at a time, as they become ready; 'free' is the plain model [default: free; ordered in compare, tune, report, view, what-if and diff where algorithms are compared]",
    },
    file: 'cpu',
    json: 'cpu',
    words: 'operations of a CPU',
    page: { label: 'CPU' },
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
        "'ordered' spaces the messages of a NIC max(o, g + (s − 1)·G) apart in program order; 'serial' spaces its sends as they become ready; 'free' is the plain model [default: as --cpu]",
    },
    file: 'nic',
    json: 'nic',
    words: 'messages of a NIC',
    page: { label: 'NIC' },
    default: 'free',
    decides: 'order',
    parse: (text, options) => parseChoice(SHARINGS, text, options),
    format: String,
    reported: sharingWords,
  },
} as const satisfies { readonly [Key in ParameterKey]: Parameter<MachineValues[Key]> };

/** The part that the plain model leaves out, in words. */
function sharingWords(sharing: Sharing): string | null {
  return { free: null, ordered: 'in the order of the program', serial: 'one at a time' }[sharing];
}

type Rows = typeof PARAMETERS;

/** Fields of a machine that have a row. */
export type RowField = {
  [Key in ParameterKey]: Rows[Key] extends { readonly field: infer Field } ? Field : never;
}[ParameterKey];

/** Letters that stand for parameters in a command line. */
type ParameterLetter = {
  [Key in ParameterKey]: Rows[Key] extends { readonly flag: { readonly char: infer Letter } }
    ? Letter
    : never;
}[ParameterKey];

/** Flag of a parameter that a form may change. */
export type PageField = {
  [Key in ParameterKey]: Rows[Key] extends {
    readonly page: object;
    readonly flag: { readonly name: infer Name };
  }
    ? Name
    : never;
}[ParameterKey];

/** A row of the table with its key. */
export interface ParameterRow extends Parameter {
  readonly key: ParameterKey;
  readonly field?: keyof MachineFields;
  readonly replacedBy?: ParameterKey;
  readonly flag?: ParameterFlag & { readonly char?: ParameterLetter };
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
