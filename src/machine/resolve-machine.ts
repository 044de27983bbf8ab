/** Presets, machine files and single values put together to a machine, with where each value came from. */

import { namesInstead, UsageError, type Warning } from '../errors.js';
import { formatTime } from '../units.js';
import { DEFAULT_MACHINE, MACHINE_PRESETS, type Machine, machineWith } from './machine.js';
import type { MachineFile } from './machine-file.js';
import {
  homogeneous,
  type MachineValues,
  PARAMETER_ROWS,
  type ParameterKey,
  type ParameterRow,
  type Sharing,
} from './parameters.js';

/** Where a value came from. `given`: it was set for this machine alone; `site`: a platform has one of its own. */
export interface ValueOrigin {
  readonly kind: 'default' | 'preset' | 'file' | 'given' | 'site';
  /** For people. */
  readonly text: string;
}

/** A machine file that was read, and what it is called. */
export interface NamedMachineFile {
  readonly name: string;
  readonly file: MachineFile;
}

/** What a machine is put together from. */
export interface MachineRequest {
  /** Name of a preset, or a file that was read and its name. */
  readonly base?: string | NamedMachineFile | undefined;
  /** Values that go before those of the base, as text with units. */
  readonly given?: Readonly<Partial<Record<ParameterKey, string | undefined>>>;
  /** Unit of numbers that are given without one. */
  readonly unit?: string | undefined;
  /** What a parameter is called in messages, and where it is given in its origin; by default its key. */
  readonly called?: (key: ParameterKey) => string;
  /** How CPUs and NICs are shared where nothing says; by default they are free. */
  readonly sharing?: Sharing | undefined;
}

/** A machine put together, and where each of its values came from. */
export interface ResolvedMachine {
  /** On a network of one L and one G. */
  readonly machine: Machine;
  readonly values: MachineValues;
  /** Name of the preset or file. */
  readonly source: string;
  /** Where the figures of the preset or file come from. */
  readonly citation: string;
  readonly provenance: Readonly<Record<ParameterKey, ValueOrigin>>;
  readonly warnings: readonly Warning[];
}

/** What is known of a machine: values by parameter, each with its origin. */
class Findings {
  readonly values: Partial<Record<ParameterKey, unknown>> = {};
  readonly provenance: Partial<Record<ParameterKey, ValueOrigin>> = {};

  constructor() {
    for (const row of PARAMETER_ROWS) this.#set(row, row.default, { kind: 'default', text: 'default' });
  }

  /** Values that go before those so far; what stands in for one of them is forgotten unless it comes with it. */
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
    citation,
    warnings: idleGap(shared.values, shared.provenance, request),
  };
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

function takeGiven(findings: Findings, { given = {}, unit, called = calledByKey }: MachineRequest): void {
  const values = PARAMETER_ROWS.flatMap((row) => {
    const text = given[row.key];
    if (text === undefined || row.parse === undefined) return [];
    return [[row.key, row.parse(text, { name: called(row.key), ...(unit === undefined ? {} : { unit }) })]];
  });
  findings.take(Object.fromEntries(values), ({ key }) => ({ kind: 'given', text: called(key) }));
}

/**
 * What a question takes CPUs and NICs for by default. A serial one beside an ordered one may contradict it, so it
 * stands alone.
 */
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

/** A gap between messages that nothing keeps: worth a word, for its T is that of no gap. */
function idleGap(
  { g, nic }: MachineValues,
  provenance: ResolvedMachine['provenance'],
  { called = calledByKey }: MachineRequest,
): Warning[] {
  if (g === 0 || nic !== 'free') return [];
  const name = called('nic');
  const message = `gap g of ${formatTime(g)} (${provenance.g.text}) has no effect: messages of one NIC are spaced only with ${name} ordered or ${name} serial`;
  return [{ code: 'gap-without-nic', message }];
}
