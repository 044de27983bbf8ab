/** What is varied in a comparison, and every combination of it. */
import { parseCollectiveSpec } from '../collectives/choice.js';
import type { CollectiveName } from '../collectives/names.js';
import type { Warning } from '../errors.js';

/** What an axis changes. */
export type VariantKind = 'collective' | 'machine' | 'platform' | 'map-by';

/** One thing that is varied. */
export interface VariantAxis {
  readonly kind: VariantKind;
  /** Head of its column: the collective, or the kind. */
  readonly name: string;
  /** What is chosen: for collectives `allreduce=ring`, else a name. */
  readonly values: readonly string[];
}

/** One combination: a value of every axis. */
export interface Variant {
  /** The values of those axes that have several, such as `allreduce=ring map-by=core`. */
  readonly name: string;
  /** [axes] in their order. */
  readonly values: readonly string[];
}

const distinct = <Item>(items: readonly Item[]): Item[] => [...new Set(items)];

export const combinationCount = (axes: readonly VariantAxis[]): number =>
  axes.reduce((product, axis) => product * axis.values.length, 1);

/** Every combination, the last axis running fastest. */
export function combinations(axes: readonly VariantAxis[]): Variant[] {
  return Array.from({ length: combinationCount(axes) }, (_, index) => {
    const values = valuesAt(axes, index);
    return { name: nameOf(axes, values), values };
  });
}

function valuesAt(axes: readonly VariantAxis[], index: number): string[] {
  const values = new Array<string>(axes.length);
  let rest = index;
  for (let i = axes.length - 1; i >= 0; i--) {
    const { length } = axes[i].values;
    values[i] = axes[i].values[rest % length];
    rest = Math.floor(rest / length);
  }
  return values;
}

function nameOf(axes: readonly VariantAxis[], values: readonly string[]): string {
  const several = axes.some((axis) => axis.values.length > 1);
  const parts = axes.flatMap(({ kind, values: all }, i) => {
    if (several && all.length === 1) return [];
    return [kind === 'collective' ? values[i] : `${kind}=${values[i]}`];
  });
  return parts.length === 0 ? 'as given' : parts.join(' ');
}

/** A value as its column shows it, whose head has the collective's name already. */
export function shortValue(axis: VariantAxis, value: string): string {
  const own = `${axis.name}=`;
  return axis.kind === 'collective' && value.startsWith(own) ? value.slice(own.length) : value;
}

/**
 * Collectives whose algorithms the axes name; null: any of them. What is left to the defaults is the same in all
 * variants.
 */
export function namedCollectives(axes: readonly VariantAxis[]): CollectiveName[] | null {
  const named = axes
    .filter(({ kind }) => kind === 'collective')
    .flatMap(({ values }) => values.map((value) => parseCollectiveSpec(value).collective));
  const names = named.filter((name) => name !== null);
  return names.length < named.length ? null : distinct(names);
}

/** The values of one kind in a variant, in the order of the axes. */
export function valuesOf(axes: readonly VariantAxis[], variant: Variant, kind: VariantKind): string[] {
  return variant.values.filter((_, i) => axes[i].kind === kind);
}

/**
 * Axes along which nothing changes, whatever the others are: the program has no such collective, or it does not
 * matter. `keys` says of each variant, in the order of {@link combinations}, what its answer is.
 */
export function idleAxes(axes: readonly VariantAxis[], keys: readonly string[]): VariantAxis[] {
  return axes.filter((axis, a) => {
    if (axis.values.length < 2) return false;
    const stride = axes.slice(a + 1).reduce((product, later) => product * later.values.length, 1);
    return keys.every((key, i) => {
      const first = i - (Math.floor(i / stride) % axis.values.length) * stride;
      return key === keys[first];
    });
  });
}

export function idleWarning(axis: VariantAxis): Warning {
  return {
    code: 'no-difference',
    message: `${axis.name} makes no difference to the runtime, its slope or the tolerance: ${axis.values.join(', ')} give the same`,
  };
}
