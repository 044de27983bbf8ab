/** The lists that variants are made of, as flags give them. */
import {
  combinationCount,
  combinations,
  type Variant,
  type VariantAxis,
  type VariantKind,
} from '../../analysis/compare-variants.js';
import { parseCollectiveSpec } from '../../collectives/choice.js';
import { UsageError } from '../../errors.js';

/**
 * Reads `bcast=linear,chain:segment=64KiB,binary`: one collective, several algorithms, each with its options.
 * Throws a UsageError for what is unknown.
 */
export function collectiveAxis(text: string): VariantAxis {
  const [first, ...rest] = listOf(text, '--collective');
  const name = collectiveName(first);
  const values = [first];
  for (const item of rest) {
    if (name !== null && collectiveName(item) !== null) {
      throw new UsageError(
        `--collective '${text}' names two collectives`,
        `give each its own: --collective ${first} --collective ${item}`,
      );
    }
    values.push(name === null ? item : `${name}=${item}`);
  }
  for (const value of values) parseCollectiveSpec(value);
  return { kind: 'collective', name: name ?? 'collectives', values: [...new Set(values)] };
}

/** Reads `core,socket,node`. */
export function namedAxis(kind: Exclude<VariantKind, 'collective'>, text: string): VariantAxis {
  return { kind, name: kind, values: [...new Set(listOf(text, `--${kind}`))] };
}

function listOf(text: string, flag: string): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.includes(''))
    throw new UsageError(`${flag} '${text}' has an empty item`, 'write names, with commas between');
  return items;
}

/** What stands before the `=` of a choice; the `=` of an option comes after a colon. */
function collectiveName(item: string): string | null {
  const match = /^([^:=]*)=/.exec(item);
  return match === null ? null : match[1];
}

/** Every combination. Throws a UsageError when there are more than `most`; `wayOut` is what allows so many. */
export function variantsOf(
  axes: readonly VariantAxis[],
  most: number,
  wayOut: (total: number) => string = () => '',
): Variant[] {
  const total = combinationCount(axes);
  if (total <= most) return combinations(axes);
  throw new UsageError(`${total} combinations are more than ${most}`, `name fewer of each${wayOut(total)}`);
}
