/** Flags that a baseline keeps, so that a later run is read and priced as the first one was. */
import { traceFlags } from './common.js';
import { machineFlags } from './machine.js';
import { matchingFlags } from './matching.js';
import { regionFlags } from './region.js';

const { 'print-machine': _print, ...machine } = machineFlags;
const reading = { ...traceFlags, ...matchingFlags };

type Flags = Readonly<Record<string, unknown>>;
/** As a baseline keeps them. */
export type Kept = Record<string, string | number | boolean | string[]>;

const isKept = (value: unknown): value is Kept[string] =>
  ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value);

/** Those of `names` that are set otherwise than by default. */
const setOf = (flags: Flags, known: Flags): [string, Kept[string]][] =>
  Object.keys(known).flatMap((name): [string, Kept[string]][] => {
    const value = flags[name];
    const { default: usual }: { default?: unknown } = Object(known[name]);
    const unset = value === undefined || value === false || value === usual;
    return unset || !isKept(value) ? [] : [[name, value]];
  });

/** What was said of machine, place and reading. */
export const keptFlags = (flags: Flags): Kept =>
  Object.fromEntries([...setOf(flags, machine), ...setOf(flags, reading)]);

/** Names of the flags that say how a program is read and priced, and which part of it. */
export const idleBetweenBaselines = (flags: Flags): string[] =>
  [machineFlags, reading, regionFlags].flatMap((known) => setOf(flags, known).map(([name]) => name));

/** Names of the flags that say what the machine is. */
export const machineGiven = (flags: Flags): string[] => setOf(flags, machine).map(([name]) => name);

/**
 * `flags` with those that were kept where they say nothing: of the machine all or none, for a mixture of two would be a
 * third; of reading one by one.
 */
export function withKept<F extends object>(flags: F, kept: Flags): F {
  const own: Flags = Object.fromEntries(Object.entries(flags));
  const said = new Set(setOf(own, reading).map(([name]) => name));
  const priced = machineGiven(own).length > 0;
  const taken = Object.entries(kept).filter(([name]) =>
    name in machine ? !priced : name in reading && !said.has(name),
  );
  return { ...flags, ...Object.fromEntries(taken) };
}
