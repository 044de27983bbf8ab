/** Parses `--collective`: one algorithm for a collective, or several to compare. */

import {
  combinationCount,
  combinations,
  type Variant,
  type VariantAxis,
  type VariantKind,
} from '../../analysis/rank-variants.js';
import { type CollectiveSpec, parseCollectiveSpec } from '../../collectives/choice.js';
import { UsageError } from '../../errors.js';

/** The values of the flag, read. Throws UsageError. */
export const choicesOf = (texts: readonly string[]): CollectiveSpec[] =>
  texts.map((text) => parseCollectiveSpec(text));

/**
 * Reads `bcast=linear,chain:segment=64KiB,binary`: one collective, several algorithms, each with its options.
 * Throws a UsageError for unknown names.
 */
export function collectiveAxis(text: string): VariantAxis {
  const [first, ...rest] = listOf(text, '--collective');
  const name = collectiveName(first);
  const values = [first];
  for (const item of rest) {
    const own = collectiveName(item);
    if (name !== null && own !== null && own !== name) {
      throw new UsageError(
        `--collective '${text}' names two collectives`,
        `write --collective ${first} --collective ${item}`,
      );
    }
    values.push(name === null || own === name ? item : `${name}=${item}`);
  }
  for (const value of values) parseCollectiveSpec(value);
  return { kind: 'collective', name: name ?? 'collectives', values: [...new Set(values)] };
}

/** The varied settings: lists as flags give them. */
interface AxisFlags {
  readonly collective?: readonly string[] | undefined;
  readonly machine?: string | undefined;
  readonly platform?: string | undefined;
  readonly 'map-by'?: string | undefined;
}

/** Axes in the order of the flags' help: collectives in their given order, machines, platforms, mappings. */
export function axesOf(flags: AxisFlags): VariantAxis[] {
  const collectives = (flags.collective ?? []).map((text) => collectiveAxis(text));
  const others = (['machine', 'platform', 'map-by'] as const).flatMap((kind) => {
    const text = flags[kind];
    return text === undefined ? [] : [namedAxis(kind, text)];
  });
  refuseIdle(collectives);
  const axes = [...collectives, ...others];
  if (axes.length > 0) return axes;
  throw new UsageError(
    'nothing to compare',
    'give a list, such as --collective allreduce=ring,recursive-doubling or --machine A,B',
  );
}

/** Throws a UsageError for algorithms of a collective after others that apply to all sizes of it. */
function refuseIdle(collectives: readonly VariantAxis[]): void {
  for (const [i, { name, values }] of collectives.entries()) {
    const before = collectives.slice(0, i).find((one) => one.name === name);
    if (before === undefined) continue;
    const all = [...before.values, ...values];
    if (all.some((value) => value.includes('@') || !value.startsWith(`${name}=`))) continue;
    const algorithms = all.map((value) => value.slice(name.length + 1));
    throw new UsageError(
      `--collective ${name} is given twice, and the first applies to all sizes`,
      `write --collective ${name}=${algorithms.join(',')} to compare them`,
    );
  }
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

/** The text before the `=` of a choice; the `=` of an option follows a colon. */
function collectiveName(item: string): string | null {
  const match = /^([^:=]*)=/.exec(item);
  return match === null ? null : match[1];
}

/** Every combination. Throws a UsageError for more than `most`; `wayOut` names the flag that raises the limit. */
export function variantsOf(
  axes: readonly VariantAxis[],
  most: number,
  wayOut: (total: number) => string = () => '',
): Variant[] {
  const total = combinationCount(axes);
  if (total <= most) return combinations(axes);
  throw new UsageError(
    `${total} combinations exceed the limit of ${most}`,
    `name fewer values${wayOut(total)}`,
  );
}
