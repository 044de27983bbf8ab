/**
 * The LogGPS parameters of a machine.
 * Source: Ino, Fujimoto, Hagihara, "LogGPS: a parallel computational model for synchronization analysis" (2001).
 */
import { checkMade, checkName, checkNumber, namesInstead, UsageError, type Warning } from '../errors.js';
import type { KnownLibrary } from '../schedule/schedule.js';
import { formatTime, type Nanoseconds } from '../units.js';
import type { MachineFile } from './machine-file.js';
import {
  homogeneous,
  type MachineFields,
  type MachineValues,
  type Network,
  PARAMETER_ROWS,
  type ParameterKey,
  type ParameterRow,
  RENDEZVOUS_PROTOCOLS,
  type RowField,
  SHARINGS,
  type Sharing,
} from './parameters.js';

export {
  type OverheadPoint,
  type OverheadTable,
  RENDEZVOUS_PROTOCOLS,
  type RendezvousProtocol,
  SHARINGS,
  type Sharing,
} from './parameters.js';

/** Input of the model: a field of each parameter except L and G, which the network has by class. */
export interface Machine extends MachineFields {
  /** Latency, gap per byte and routes between ranks. */
  readonly network: Network;
}

/** The parameters of a homogeneous machine, one L and one G for every pair of ranks; all but L, o and G have defaults. */
export interface LogGPS
  extends Pick<MachineValues, 'L' | 'o' | 'G'>,
    Partial<Omit<MachineValues, 'L' | 'o' | 'G'>> {}

/**
 * A machine with one latency and one gap; every message eager unless S is given. Throws a UsageError for a value that no
 * machine has.
 */
export function logGPS(parameters: LogGPS): Machine {
  checkMade(
    'logGPS: parameters',
    parameters,
    'an object of L, o and G',
    ['L', 'o', 'G'],
    'logGPS({ L, o, G })',
  );
  const machine = machineWith(parameters, homogeneous(parameters.L, parameters.G));
  checkMachine('logGPS', machine);
  return machine;
}

/** The machine of some values with a network, such as a platform's; parameters without a value have their defaults. */
export function machineWith(values: Partial<MachineValues>, network: Network): Machine {
  const fields = PARAMETER_ROWS.flatMap(({ key, field, default: usual }) =>
    field === undefined ? [] : [[field, values[key] ?? usual] as const],
  );
  // Entries forget which field has which value; the table's types say it row by row.
  return { ...(Object.fromEntries(fields) as unknown as MachineFields), network };
}

/** Overhead of a message of `bytes`, ns: the constant, or the table's line between its neighbours. */
export function overheadOf(machine: Machine, bytes: number): Nanoseconds {
  const table = machine.overheadBySize;
  if (table === null || table.length === 0) return machine.overhead;
  if (bytes <= table[0].bytes) return table[0].ns;
  for (let i = 1; i < table.length; i++) {
    if (bytes > table[i].bytes) continue;
    const [low, high] = [table[i - 1], table[i]];
    return low.ns + ((high.ns - low.ns) * (bytes - low.bytes)) / (high.bytes - low.bytes);
  }
  return table[table.length - 1].ns;
}

/** Whether a message of `bytes` is sent by the rendezvous protocol. */
export const isRendezvous = (machine: Pick<Machine, 'rendezvous'>, bytes: number): boolean =>
  bytes > machine.rendezvous;

/** A published machine with the place that its figures are from. */
export interface MachinePreset extends Required<Pick<LogGPS, 'L' | 'o' | 'G' | 'S'>> {
  readonly source: string;
}

/** Published machines by name. */
export const MACHINE_PRESETS: Readonly<Record<string, MachinePreset>> = {
  'cscs-testbed': {
    L: 3000,
    o: 5000,
    G: 0.018,
    S: 256 * 1024,
    source:
      'LLAMP (Shen et al., 2024), section III-B: 188 nodes, ConnectX-3 56 Gbit/s, measured with Netgauge',
  },
  'piz-daint': {
    L: 1400,
    o: 6030,
    G: 0.013,
    S: 256 * 1024,
    source: 'LLAMP (Shen et al., 2024), section IV: Cray Aries; o as measured for 256 nodes',
  },
};

/** Name of the preset that is taken where none is named. */
export const DEFAULT_MACHINE = 'cscs-testbed';

/** How a library sends what is too large for an eager message. */
interface LibraryRendezvous extends Pick<MachineValues, 'S' | 'protocol'> {
  readonly source: string;
}

/**
 * By library: the largest message that is sent before its receive is posted, and the latencies of a ping-pong behind it,
 * 3 per message in Open MPI (its sender is done after 2) and 5 in MPICH (4). Measured over TCP that is delayed by 0 to 8 ms.
 * MPICH's UCX chooses S and the protocol by the network device.
 */
export const LIBRARY_RENDEZVOUS: Readonly<Record<KnownLibrary, LibraryRendezvous>> = {
  'Open MPI': { S: 65_480, protocol: 'clear-to-send', source: 'Open MPI 4.1.4 over TCP' },
  'MPICH 4': { S: 19_522, protocol: 'rdma-write', source: 'MPICH 4.0.2 over UCX and TCP' },
};

// Whether machines differ in prices only, by the table of parameters.

/**
 * What a machine has beside its parameters. Latencies and gaps are prices; a row of a timing system names its route by
 * number, so what numbers them decides rows. A field of Machine without a line here or a row in the table does not
 * compile, so each new one needs an entry that says what it decides.
 */
const BESIDE: Readonly<Record<Exclude<keyof Machine, RowField>, (one: Machine, other: Machine) => boolean>> =
  {
    network: (one, other) => sameRouting(one.network, other.network),
  };

/** Whether the rows of any program are the same on two machines, so that only prices differ. */
export function sameRows(one: Machine, other: Machine): boolean {
  return (
    PARAMETER_ROWS.every((row) => row.decides === 'prices' || sameValue(row, one, other)) &&
    Object.values(BESIDE).every((same) => same(one, other))
  );
}

/** Whether two machines differ in latencies at the most, so that T(L) is one function on both. */
export function sameButLatencies(one: Machine, other: Machine): boolean {
  if (!sameRows(one, other) || !PARAMETER_ROWS.every((row) => sameValue(row, one, other))) return false;
  const { latencies, gaps, routes } = one.network;
  return (
    latencies.length === other.network.latencies.length &&
    gaps.length === other.network.gaps.length &&
    gaps.every(({ gapNsPerByte }, k) => gapNsPerByte === other.network.gaps[k].gapNsPerByte) &&
    routes.every((route, k) => {
      const { counts, constantNs, gap } = other.network.routes[k];
      if (route.constantNs !== constantNs || route.gap !== gap) return false;
      return route.counts.every((count, i) => count === counts[i]);
    })
  );
}

/** Parameters that the network has by class are not listed here. */
function sameValue({ field, same }: ParameterRow, one: Machine, other: Machine): boolean {
  if (field === undefined) return true;
  return same === undefined ? one[field] === other[field] : same(one[field], other[field]);
}

/**
 * Which sends are copies decides rows, too. One route is taken by everyone; several by whom `routeOf` says, which only itself
 * is known to equal.
 */
function sameRouting(one: Network, other: Network): boolean {
  if (one.routes.length !== other.routes.length) return false;
  if (one.routes.some(({ copiedAbove }, i) => copiedAbove !== other.routes[i].copiedAbove)) return false;
  return one.routes.length === 1 || one.routeOf === other.routeOf;
}

/** A parameter of a machine for people: one entry, whatever replaces it. */
interface ShownParameter {
  readonly parameter: ParameterRow;
  /** The row that says how the value is written: the parameter's own, or that of its replacement. */
  readonly row: ParameterRow;
  readonly value: unknown;
}

const STAND_INS = new Map(
  PARAMETER_ROWS.flatMap(({ key, replacedBy }) =>
    PARAMETER_ROWS.filter((row) => row.key === replacedBy).map((row) => [key, row] as const),
  ),
);
const isStandIn = (row: ParameterRow): boolean => [...STAND_INS.values()].includes(row);

function shownParameters(valueFor: (row: ParameterRow) => unknown): ShownParameter[] {
  return PARAMETER_ROWS.filter((row) => !isStandIn(row)).map((parameter) => {
    const standIn = STAND_INS.get(parameter.key);
    const value = standIn === undefined ? null : valueFor(standIn);
    if (standIn === undefined || value === null)
      return { parameter, row: parameter, value: valueFor(parameter) };
    return { parameter, row: standIn, value };
  });
}

/** Every parameter with its value as text. */
export function valueTexts(
  values: MachineValues,
): { readonly parameter: ParameterRow; readonly text: string }[] {
  return shownParameters(({ key }) => values[key]).map(({ parameter, row, value }) => ({
    parameter,
    text: row.format(value),
  }));
}

/** The same of a machine, in few letters; several classes in one text. */
export function briefTexts(machine: Machine): { readonly parameter: ParameterRow; readonly text: string }[] {
  return shownParameters((row) => fieldOf(row, machine)).map(({ parameter, row, value }) => {
    const brief = (one: unknown): string => row.brief?.(one) ?? row.format(one);
    const classes = row.classes?.of(machine.network).map((one) => brief(one.value));
    return { parameter, text: classes?.join(', ') ?? brief(value) };
  });
}

/** A line of a report on a machine. */
interface ReportedParameter {
  readonly parameter: ParameterRow;
  readonly name: string;
  readonly value: string;
}

/** The parameters in a report: a line for each parameter, and for each class where there are several. */
export function reportedParameters(machine: Machine): ReportedParameter[] {
  return shownParameters((row) => fieldOf(row, machine)).flatMap(({ parameter, row, value }) => {
    if (row.classes !== undefined) return classLines(parameter, row.classes, machine);
    const text = row.reported === undefined ? row.format(value) : row.reported(value, machine);
    return text === null ? [] : [{ parameter, name: row.words, value: text }];
  });
}

function classLines(
  parameter: ParameterRow,
  { words, of }: NonNullable<ParameterRow['classes']>,
  { network }: Machine,
): ReportedParameter[] {
  const classes = of(network);
  return classes.map(({ name, value }) => ({
    parameter,
    name: classes.length === 1 ? parameter.words : `${words} ${name}`,
    value: parameter.format(value),
  }));
}

const fieldOf = ({ field }: ParameterRow, machine: Machine): unknown =>
  field === undefined ? undefined : machine[field];

const AMOUNT = { least: 0 } as const;

/**
 * Throws a UsageError for what is no machine or has values that none has, and where a network's latencies were taken with
 * another overhead than the machine has. `by`: the function that was given it.
 */
export function checkMachine(by: string, machine: Machine): void {
  checkMade(
    `${by}: machine`,
    machine,
    'a Machine',
    ['network', 'overhead', 'rendezvous'],
    'logGPS or resolveMachine',
  );
  const { network, overhead, overheadBySize, gap, rendezvous, async: cost, protocol, cpu, nic } = machine;
  for (const { name, latencyNs } of network.latencies)
    checkNumber(`${by}: latency ${name}`, latencyNs, AMOUNT);
  for (const { name, gapNsPerByte } of network.gaps)
    checkNumber(`${by}: gap per byte ${name}`, gapNsPerByte, AMOUNT);
  checkNumber(`${by}: overhead o`, overhead, AMOUNT);
  for (const { bytes, ns } of overheadBySize ?? []) {
    checkNumber(`${by}: bytes of overheadBySize`, bytes, AMOUNT);
    checkNumber(`${by}: ns of overheadBySize`, ns, AMOUNT);
  }
  checkNumber(`${by}: gap g`, gap, AMOUNT);
  checkNumber(`${by}: rendezvous S`, rendezvous, { least: 0, unlimited: true });
  if (cost !== null) checkNumber(`${by}: async`, cost, AMOUNT);
  checkName(`${by}: protocol`, protocol, RENDEZVOUS_PROTOCOLS);
  checkName(`${by}: cpu`, cpu, SHARINGS);
  checkName(`${by}: nic`, nic, SHARINGS);
  checkOverhead(machine);
}

function checkOverhead({ network, overhead, overheadBySize }: Machine): void {
  const { overheadNs } = network;
  if (overheadNs === undefined || (overheadNs === overhead && overheadBySize === null)) return;
  const has = overheadBySize === null ? formatTime(overhead) : 'a table by size';
  throw new UsageError(
    `the network's latencies assume an overhead of ${formatTime(overheadNs)}, but the machine has ${has}`,
    'make the machine with machineOnPlatform, which uses one overhead for both',
  );
}

// Presets, machine files and single values put together to a machine, with where each value came from.

/** Origin of a value. `given`: it was set for this machine alone; `site`: a platform has its own. */
export interface ValueOrigin {
  readonly kind: 'default' | 'preset' | 'file' | 'given' | 'site' | 'library';
  /** For people. */
  readonly text: string;
}

/** A machine file with its name. */
export interface NamedMachineFile {
  readonly name: string;
  readonly file: MachineFile;
}

/** The parts of a machine. */
export interface MachineRequest {
  /** Name of a preset, or a file that was read and its name. */
  readonly base?: string | NamedMachineFile | undefined;
  /** Values that go before those of the base, as text with units. */
  readonly given?: Readonly<Partial<Record<ParameterKey, string | undefined>>>;
  /** Unit of numbers that are given without one. */
  /** Name of a parameter in messages, and in its origin where it is given; by default its key. */
  readonly called?: (key: ParameterKey) => string;
  /** Default sharing of CPUs and NICs; left out: free. */
  readonly sharing?: Sharing | undefined;
}

/** A machine put together, and where each of its values came from. */
export interface ResolvedMachine {
  /** On a network of one L and one G. */
  readonly machine: Machine;
  readonly values: MachineValues;
  /** Name of the preset or file. */
  readonly source: string;
  /** Whether that was named: otherwise it is the default. */
  readonly named: boolean;
  /** Origin of the figures of the preset or file. */
  readonly citation: string;
  readonly provenance: Readonly<Record<ParameterKey, ValueOrigin>>;
  readonly warnings: readonly Warning[];
}

/** Values by parameter, each with its origin. */
class Findings {
  readonly values: Partial<Record<ParameterKey, unknown>> = {};
  readonly provenance: Partial<Record<ParameterKey, ValueOrigin>> = {};

  constructor() {
    for (const row of PARAMETER_ROWS) this.#set(row, row.default, { kind: 'default', text: 'default' });
  }

  /** Values that override those so far; a replacement of one of them is dropped unless it comes with it. */
  take(
    values: Readonly<Partial<Record<ParameterKey, unknown>>>,
    originOf: (row: ParameterRow) => ValueOrigin,
  ): void {
    for (const row of PARAMETER_ROWS) {
      if (values[row.key] === undefined) continue;
      this.#set(row, values[row.key], originOf(row));
    }
    for (const { key, replacedBy } of PARAMETER_ROWS) {
      if (replacedBy === undefined) continue;
      if (values[key] !== undefined && values[replacedBy] === undefined) this.values[replacedBy] = null;
      const standIn = this.provenance[replacedBy];
      if (this.values[replacedBy] !== null && standIn !== undefined) this.provenance[key] = standIn;
    }
  }

  #set({ key }: ParameterRow, value: unknown, origin: ValueOrigin): void {
    this.values[key] = value;
    this.provenance[key] = origin;
  }
}

/** The machine of a request. Throws UsageError for an unknown preset and values that cannot be read. */
export function resolveMachine(request: MachineRequest = {}): ResolvedMachine {
  const { base = DEFAULT_MACHINE } = request;
  const findings = new Findings();
  const { source, citation } =
    typeof base === 'string' ? takePreset(findings, base) : takeFile(findings, base);
  takeGiven(findings, request);
  // Every row has a default, or is of those that each preset and each file must have.
  const values = findings.values as MachineValues;
  const provenance = findings.provenance as Readonly<Record<ParameterKey, ValueOrigin>>;
  const shared = share(values, provenance, request.sharing ?? 'free');
  return {
    machine: machineWith(shared.values, homogeneous(values.L, values.G)),
    ...shared,
    source,
    named: request.base !== undefined,
    citation,
    warnings: idleGap(shared.values, shared.provenance, request),
  };
}

/** The machine with the rendezvous of a program's library, where nobody has said S: no named preset, no file, no value. */
export function sendingAs(resolved: ResolvedMachine, library: KnownLibrary | undefined): ResolvedMachine {
  const isOpen = (key: ParameterKey): boolean => {
    const { kind } = resolved.provenance[key];
    return kind === 'default' || (kind === 'preset' && !resolved.named);
  };
  if (library === undefined || !isOpen('S')) return resolved;
  const { S, protocol, source } = LIBRARY_RENDEZVOUS[library];
  const values = { ...resolved.values, S, ...(isOpen('protocol') && { protocol }) };
  const origin: ValueOrigin = { kind: 'library', text: source };
  const provenance = { ...resolved.provenance, S: origin, ...(isOpen('protocol') && { protocol: origin }) };
  return { ...resolved, machine: machineWith(values, resolved.machine.network), values, provenance };
}

interface Named {
  readonly source: string;
  readonly citation: string;
}

function takePreset(findings: Findings, name: string): Named {
  if (!Object.hasOwn(MACHINE_PRESETS, name)) {
    throw new UsageError(`unknown machine '${name}'`, namesInstead(name, Object.keys(MACHINE_PRESETS)));
  }
  const { source: citation, ...values } = MACHINE_PRESETS[name];
  findings.take(values, () => ({ kind: 'preset', text: `preset ${name}` }));
  return { source: name, citation };
}

function takeFile(findings: Findings, { name, file }: NamedMachineFile): Named {
  findings.take(file, () => ({ kind: 'file', text: name }));
  return { source: name, citation: file.source ?? name };
}

const calledByKey = (key: ParameterKey): string => key;

function takeGiven(findings: Findings, { given = {}, called = calledByKey }: MachineRequest): void {
  const values = PARAMETER_ROWS.flatMap((row) => {
    const text = given[row.key];
    if (text === undefined || row.parse === undefined) return [];
    if (text.trim().startsWith('+'))
      throw new UsageError(
        `${called(row.key)} '${text}' is relative, but it takes the value itself`,
        'write the whole value, without +',
      );
    return [[row.key, row.parse(text, { name: called(row.key) })]];
  });
  findings.take(Object.fromEntries(values), ({ key }) => ({ kind: 'given', text: called(key) }));
}

/** The default of an analysis for CPUs and NICs. A serial one may contradict an ordered one, so it is not combined with it. */
function share(
  values: MachineValues,
  provenance: ResolvedMachine['provenance'],
  sharing: Sharing,
): Pick<ResolvedMachine, 'values' | 'provenance'> {
  const serial = values.cpu === 'serial' || values.nic === 'serial';
  const open = (['cpu', 'nic'] as const).filter((key) => provenance[key].kind === 'default');
  if (serial || sharing === 'free' || open.length === 0) return { values, provenance };
  const text = sharing === 'ordered' ? 'default where algorithms are compared' : 'default';
  return {
    values: { ...values, ...Object.fromEntries(open.map((key) => [key, sharing])) },
    provenance: { ...provenance, ...Object.fromEntries(open.map((key) => [key, { kind: 'default', text }])) },
  };
}

/** Warns of a gap between messages that has no effect. */
function idleGap(
  { g, nic }: MachineValues,
  provenance: ResolvedMachine['provenance'],
  { called = calledByKey }: MachineRequest,
): Warning[] {
  if (g === 0 || nic !== 'free') return [];
  const name = called('nic');
  const message = `gap g = ${formatTime(g)} (${provenance.g.text}) has no effect; it needs ${name} ordered or ${name} serial`;
  return [{ code: 'gap-without-nic', message }];
}
