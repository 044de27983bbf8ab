/** The parameter that a question is about: one latency class, all of them, a gap, the overhead. */
import { checkNumber, namesInstead, UsageError } from '../errors.js';
import type { Machine } from '../machine/machine.js';
import { type Route, repriced } from '../machine/parameters.js';

/**
 * A direction in parameter space. A row's cost grows by `slope·x`, where the slope is how often the row pays the
 * parameters named here.
 */
export interface Axis {
  readonly name: string;
  readonly unit: 'ns' | 'ns/B';
  /** Value of x at the machine; 0 where x is the distance from the machine's values. */
  readonly base: number;
  /** Whether x is added to several parameters at once instead of standing for one. */
  readonly relative: boolean;
  /** Smallest x that leaves no parameter negative. */
  readonly lowest: number;
  /** Index of the latency class, 'all', or null when latency is not what moves. */
  readonly latency: number | 'all' | null;
  /** Whether that is the latency of a wire, of which a message may cross several, so that λ counts wires. */
  readonly wires?: boolean;
  readonly gap: number | 'all' | null;
  readonly overhead: boolean;
}

/** How often a crossing of `route` pays the latency that the axis moves. */
export function timesPaid({ latency }: Pick<Axis, 'latency'>, { counts }: Pick<Route, 'counts'>): number {
  if (latency === null) return 0;
  return latency === 'all' ? counts.reduce((sum, count) => sum + count, 0) : counts[latency];
}

/** Whether two axes of one machine move the same parameters in the same way, whatever they are called. */
export function sameAxis(one: Axis, other: Axis): boolean {
  return axisKey(one) === axisKey(other);
}

/** Identifies an axis of one machine, as text; its name is for people, who may choose it in a platform file. */
export function axisKey({ latency, gap, overhead, relative }: Axis): string {
  return `${relative ? 'added' : 'alone'} ${latency} ${gap} ${overhead}`;
}

const STILL = { latency: null, gap: null, overhead: false } as const;

/** x stands for the one value there is, or, with several, is added to all of them. */
function standing(values: readonly number[]): Pick<Axis, 'base' | 'relative' | 'lowest'> {
  return values.length === 1
    ? { base: values[0], relative: false, lowest: 0 }
    : { base: 0, relative: true, lowest: -Math.min(...values) };
}

/** The latency: the class itself on a homogeneous machine, the same amount added to all classes otherwise. */
export function latencyAxis({ network }: Machine): Axis {
  const values = network.latencies.map((one) => one.latencyNs);
  const latency = values.length === 1 ? 0 : 'all';
  const wires = network.latencyOf === 'wire';
  return { ...STILL, name: 'L', unit: 'ns', ...standing(values), latency, wires };
}

/** The gap per byte; added to all gap classes where there are several. */
export function gapAxis({ network }: Machine): Axis {
  const values = network.gaps.map((one) => one.gapNsPerByte);
  return { ...STILL, name: 'G', unit: 'ns/B', ...standing(values), gap: values.length === 1 ? 0 : 'all' };
}

/** The overhead; with a table by size, an amount added to all of it. */
export function overheadAxis({ overhead, overheadBySize: table }: Machine): Axis {
  if (table === null)
    return { ...STILL, name: 'o', unit: 'ns', base: overhead, relative: false, lowest: 0, overhead: true };
  const lowest = -Math.min(...table.map((point) => point.ns));
  return { ...STILL, name: 'o', unit: 'ns', base: 0, relative: true, lowest, overhead: true };
}

/** One latency class with all others fixed. Throws a UsageError for a class that does not exist. */
export function classAxis(machine: Machine, index: number): Axis {
  const most = machine.network.latencies.length - 1;
  checkNumber('classAxis: index', index, { least: 0, most, whole: true });
  const { name, latencyNs } = machine.network.latencies[index];
  const wires = machine.network.latencyOf === 'wire';
  return { ...STILL, name, unit: 'ns', base: latencyNs, relative: false, lowest: 0, latency: index, wires };
}

/** The machine with the parameters of an axis at x, or x added to them. Throws a UsageError for an x below the lowest. */
export function machineAt(machine: Machine, axis: Axis, x: number): Machine {
  const { network, overheadBySize: table } = machine;
  checkNumber('machineAt: x', x, { least: axis.lowest, unlimited: true });
  const moves = (own: number | 'all' | null, k: number): boolean => own === 'all' || own === k;
  const to = (value: number): number => (axis.relative ? value + x : x);
  return {
    ...machine,
    overhead: axis.overhead ? to(machine.overhead) : machine.overhead,
    overheadBySize:
      axis.overhead && table !== null ? table.map(({ bytes, ns }) => ({ bytes, ns: ns + x })) : table,
    network: repriced(network, {
      latencies: network.latencies.map((one, k) =>
        moves(axis.latency, k) ? { ...one, latencyNs: to(one.latencyNs) } : one,
      ),
      gaps: network.gaps.map((one, k) =>
        moves(axis.gap, k) ? { ...one, gapNsPerByte: to(one.gapNsPerByte) } : one,
      ),
    }),
  };
}

/** The axis that a user names: L, G, o, or a latency class. Throws a UsageError that lists the names. */
export function axisByName(machine: Machine, name: string): Axis {
  if (name === 'L') return latencyAxis(machine);
  if (name === 'G') return gapAxis(machine);
  if (name === 'o') return overheadAxis(machine);
  const index = machine.network.latencies.findIndex((one) => one.name === name);
  if (index >= 0) return classAxis(machine, index);
  const names = [
    'L',
    'G',
    'o',
    ...machine.network.latencies.map((one) => one.name).filter((one) => one !== 'L'),
  ];
  throw new UsageError(`unknown parameter '${name}'`, namesInstead(name, names));
}
