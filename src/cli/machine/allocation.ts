/** The endpoints of a topology that --allocation and --busy leave to a program. */
import { UsageError } from '../../errors.js';
import { type Allocation, onePerSwitch } from '../../platform/allocation.js';
import type { Topology } from '../../platform/topology.js';
import { randomBelow, shuffled } from '../../sources/patterns/random.js';
import { decimal } from '../../units/units.js';

/** What flags say, before there is a topology. */
export interface AllocationAsked {
  readonly kind: 'packed' | 'one-per-switch' | 'random';
  readonly seed: number;
  /** Share of the endpoints that others have taken, from 0 to below 1, and what decides which. */
  readonly busy: { readonly share: number; readonly seed: number };
}

const SEED = 1;

/** Null where no flag asks for anything but the first endpoints. Throws UsageError. */
export function allocationAsked(
  allocation: string | undefined,
  busy: string | undefined,
): AllocationAsked | null {
  if (allocation === undefined && busy === undefined) return null;
  const [kind, seed, ...more] = (allocation ?? 'packed').split(':');
  const seeded = kind === 'random' && (seed === undefined || /^\d+$/.test(seed));
  const known = kind === 'random' ? seeded : seed === undefined;
  if (!known || more.length > 0 || (kind !== 'packed' && kind !== 'one-per-switch' && kind !== 'random'))
    throw new UsageError(
      `--allocation '${allocation}' is unknown`,
      'use packed, one-per-switch or random:SEED',
    );
  return { kind, seed: Number(seed ?? SEED), busy: busyAsked(busy ?? '0%') };
}

function busyAsked(text: string): AllocationAsked['busy'] {
  const match = /^\s*([\d.]+)\s*%\s*(?::(\d+))?$/.exec(text);
  const percent = match === null ? Number.NaN : decimal(match[1]);
  if (match === null || !(percent < 100))
    throw new UsageError(`--busy '${text}' is no share below 100 %`, 'write 30%, or 30%:SEED');
  return { share: percent / 100, seed: Number(match[2] ?? SEED) };
}

/**
 * Busy endpoints are drawn one by one without replacement, then the free ones are put into the order of the allocation.
 * A seed decides both, everywhere and for ever in the same way.
 */
export function allocationOn(topology: Topology, { kind, seed, busy }: AllocationAsked): Allocation {
  const { endpoints } = topology;
  const taken = Math.round(busy.share * endpoints);
  const gone = new Set(taken === 0 ? [] : shuffled(endpoints, randomBelow(busy.seed)).subarray(0, taken));
  const all = Int32Array.from({ length: endpoints }, (_, i) => i);
  const free = taken === 0 ? all : all.filter((endpoint) => !gone.has(endpoint));
  const name = kind === 'random' ? `random:${seed}` : kind;
  const ordered =
    kind === 'random'
      ? shuffled(free.length, randomBelow(seed)).map((i) => free[i])
      : kind === 'one-per-switch'
        ? onePerSwitch(topology, free)
        : free;
  return { name, endpoints: ordered, busy: taken };
}
