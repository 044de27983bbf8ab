/** How often each program of a mix runs, as --weight says. */
import { UsageError } from '../../errors.js';
import { decimal } from '../../units/units.js';

/** Throws a UsageError where one program is to be a mix. */
export function noMixOfOne(texts: readonly string[] | undefined): void {
  if (texts !== undefined)
    throw new UsageError('--weight makes a mix of several programs', 'name two or more, or leave it out');
}

/** [programs] weights of `names`, 1 where none is given; null where no flag asks for a mix. Throws UsageError. */
export function parseWeights(
  texts: readonly string[] | undefined,
  names: readonly string[],
): readonly number[] | null {
  if (texts === undefined) return null;
  const given = new Map<string, number>();
  for (const part of texts.flatMap((text) => text.split(','))) {
    const at = part.lastIndexOf('=');
    const name = part.slice(0, Math.max(at, 0)).trim();
    const weight = decimal(part.slice(at + 1).trim());
    if (at < 0 || !(weight > 0) || !Number.isFinite(weight))
      throw new UsageError(`--weight '${part}' is no NAME=NUMBER above 0`, `write ${names[0]}=3`);
    if (!names.includes(name))
      throw new UsageError(`--weight names no program '${name}'`, `programs are ${names.join(', ')}`);
    if (given.has(name)) throw new UsageError(`--weight ${name} is given twice`, 'keep one of them');
    given.set(name, weight);
  }
  return names.map((name) => given.get(name) ?? 1);
}
