/** --weight: runs or machine hours of each program of a mix. */
import { UsageError } from '../../errors.js';
import { decimal } from '../../units.js';

/** Unit of weights: runs or machine hours. */
export interface Weights {
  readonly by: 'runs' | 'hours';
  /** [programs] */
  readonly values: readonly number[];
}

/** Every program has as many hours. */
const HOURS = 'hours';

/** Weights of `names`, 1 run by default; null without --weight. Throws UsageError. */
export function parseWeights(texts: readonly string[] | undefined, names: readonly string[]): Weights | null {
  if (texts === undefined) return null;
  const parts = texts.flatMap((text) => text.split(',')).map((part) => part.trim());
  if (parts.length === 1 && parts[0] === HOURS) return { by: HOURS, values: names.map(() => 1) };
  const given = new Map<string, number>();
  const inHours = new Set<string>();
  for (const part of parts) {
    const { name, weight } = weightOf(part, names);
    if (!names.includes(name))
      throw new UsageError(
        `--weight names the program '${name}', which is not in INPUT`,
        `write ${names.map((one) => one + part.slice(name.length)).join(' or ')}`,
      );
    if (given.has(name)) throw new UsageError(`--weight ${name} is given twice`, 'keep one of them');
    given.set(name, weight);
    if (part.endsWith('h')) inHours.add(name);
  }
  if (inHours.size === 0) return { by: 'runs', values: names.map((name) => given.get(name) ?? 1) };
  const without = names.filter((name) => !inHours.has(name));
  if (without.length > 0)
    throw new UsageError(
      `--weight gives hours for some programs, but not for ${without.join(', ')}`,
      `write ${names.map((name) => `${name}=60h`).join(',')}`,
    );
  return { by: HOURS, values: names.map((name) => given.get(name) ?? 0) };
}

function weightOf(
  part: string,
  names: readonly string[],
): { readonly name: string; readonly weight: number } {
  const at = part.lastIndexOf('=');
  const name = part.slice(0, Math.max(at, 0)).trim();
  const weight = decimal(
    part
      .slice(at + 1)
      .replace(/h$/, '')
      .trim(),
  );
  if (at < 0 || !(weight > 0) || !Number.isFinite(weight))
    throw new UsageError(
      `--weight '${part}' is not NAME=NUMBER with a number above 0`,
      `write ${names[0]}=3, or ${names[0]}=60h for hours of the machine`,
    );
  return { name, weight };
}

const HOUR = 3.6e12;

/**
 * [programs] runs of each; of hours, scaled so that the sum is 1. `runtimes`: T of each, ns.
 * Throws a UsageError for hours of a program without runtime.
 */
export function runsOf(
  { by, values }: Weights,
  runtimes: readonly number[],
  names: readonly string[],
): readonly number[] {
  if (by === 'runs') return values;
  const idle = runtimes.findIndex((runtime) => !(runtime > 0));
  if (idle >= 0)
    throw new UsageError(
      `--weight gives hours for ${names[idle]}, which has a runtime of 0`,
      'give the runs of each program instead',
    );
  const runs = values.map((hours, i) => (hours * HOUR) / runtimes[i]);
  const all = runs.reduce((sum, one) => sum + one, 0);
  return runs.map((one) => one / all);
}

/** All hours of a mix; null if it counts runs. */
export const hoursOf = (weights: Weights): number | null =>
  weights.by === 'hours' ? weights.values.reduce((sum, one) => sum + one, 0) : null;

/** `mix: 3 × cg-4, the others once`, `mix: 60 h of cg-4, 20 h of fft-4`. */
export function weightsText({ by, values }: Weights, names: readonly string[]): string {
  if (by === 'hours') return names.map((name, i) => `${values[i]} h of ${name}`).join(', ');
  const often = names.flatMap((name, i) => (values[i] === 1 ? [] : `${values[i]} × ${name}`));
  const others = often.length === 0 ? 'each once' : 'the others once';
  return [...often, ...(often.length === names.length ? [] : [others])].join(', ');
}

/** How T of a mix is defined. */
export const sumText = ({ by }: Weights): string =>
  by === 'runs'
    ? 'T and λ of the mix are sums over all runs'
    : 'T and λ of the mix are means over all runs in these hours';
