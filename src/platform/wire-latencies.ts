/** The latency of wires as text: one for all, or one for each class. */
import { UsageError } from '../errors.js';
import { namesInstead } from '../nearest.js';
import { type Nanoseconds, type ParseOptions, parseTime } from '../units/units.js';
import type { Topology } from './topology.js';

/** ns of every wire, or by class: `274ns`, or `terminal=100ns,inter=500ns`. Throws UsageError. */
export function parseWires(
  text: string,
  options: ParseOptions = {},
): Nanoseconds | Readonly<Record<string, Nanoseconds>> {
  if (!text.includes('=')) return parseTime(text, options);
  const { name: called = 'latency of a wire' } = options;
  const wires = new Map<string, Nanoseconds>();
  for (const part of text.split(',')) {
    const [name, value, ...more] = part.split('=').map((one) => one.trim());
    if (name === '' || value === undefined || more.length > 0) {
      throw new UsageError(`${called}: '${part}' is no CLASS=TIME`, 'write terminal=100ns,inter=500ns');
    }
    wires.set(name, parseTime(value, { ...options, name: `${called} ${name}` }));
  }
  return Object.fromEntries(wires);
}

/** Throws a UsageError for the first name that is no class of wires of any of the topologies. `called`: who gives the names. */
export function refuseClasses(
  names: Iterable<string>,
  topologies: readonly Pick<Topology, 'name' | 'wires'>[],
  called: string,
): void {
  const known = [...new Set(topologies.flatMap(({ wires }) => wires))];
  const unknown = [...names].find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const whose = topologies.length === 1 ? `topology ${topologies[0].name} has no` : 'no topology has';
  throw new UsageError(`${called}: ${whose} wires '${unknown}'`, namesInstead(unknown, known));
}
