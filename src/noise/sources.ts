/** Sources of noise: what falls on latencies and computations, and what is late for certain. */
import type { Machine } from '../machine/machine.js';
import type { Detours } from './detours.js';
import type { NoisePlaces } from './program.js';
import type { Sampler } from './sampler.js';

/** One rank that is late for certain: by `ns` as it begins, and in all that it computes by a share. */
export interface Delay {
  readonly rank: number;
  readonly ns: number;
  readonly share: number;
}

/** Noise of a program. */
export interface Noise {
  /** By name of a latency class: ns that each latency that is paid takes longer, drawn anew for each. */
  readonly jitter: ReadonlyMap<string, Sampler>;
  /** What each computation is multiplied by, of mean 1; null: by nothing. */
  readonly computation: Sampler | null;
  /** What interrupts computations, of each rank from a moment of its own on; `together`: of all at once. */
  readonly detours: { readonly list: Detours; readonly together: boolean } | null;
  readonly delays: readonly Delay[];
}

/** [latency classes of the machine] jitter of each; null: none. */
export const jitterOf = ({ network }: Machine, { jitter }: Noise): (Sampler | null)[] =>
  network.latencies.map(({ name }) => jitter.get(name) ?? null);

/** Where the noise of a program falls. */
export function placesOf(machine: Machine, noise: Noise): NoisePlaces {
  const begins = new Map<number, number>();
  const factors = new Map<number, number>();
  for (const { rank, ns, share } of noise.delays) {
    begins.set(rank, (begins.get(rank) ?? 0) + ns);
    factors.set(rank, (factors.get(rank) ?? 1) * (1 + share));
  }
  return {
    computation: noise.computation !== null || noise.detours !== null,
    latency: jitterOf(machine, noise).map((one) => one !== null),
    begins,
    factors,
  };
}

/** Whether anything is drawn. */
export const isDrawn = ({ jitter, computation, detours }: Noise): boolean =>
  jitter.size > 0 || computation !== null || detours !== null;
