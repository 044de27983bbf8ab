/** The latency of wires as text: one for all, or one for each class. */
import { UsageError } from '../errors.js';
import { type Nanoseconds, type ParseOptions, parseTime } from '../units/units.js';

/** ns of every wire, or by class: `274ns`, or `terminal=100ns,inter=500ns`. Throws UsageError. */
export function parseWires(
  text: string,
  options: ParseOptions = {},
): Nanoseconds | Readonly<Record<string, Nanoseconds>> {
  if (!text.includes('=')) return parseTime(text, options);
  const { name: called = 'latency of a wire' } = options;
  const wires: Record<string, Nanoseconds> = {};
  for (const part of text.split(',')) {
    const [name, value, ...more] = part.split('=').map((one) => one.trim());
    if (name === '' || value === undefined || more.length > 0) {
      throw new UsageError(`${called}: '${part}' is no CLASS=TIME`, 'write terminal=100ns,inter=500ns');
    }
    wires[name] = parseTime(value, { ...options, name: `${called} ${name}` });
  }
  return wires;
}
