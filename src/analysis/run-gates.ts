/** Gates: by how much a figure of one run may exceed that of another before it counts as worse. */

import type { RunProfile } from './run-profile.js';

/** `tolerance` counts as worse where it falls, all others where they grow. */
export const GATES = [
  'bytes',
  'communication',
  'lambda',
  'lambda_G',
  'lambda_o',
  'messages',
  'runtime',
  'tolerance',
] as const;

/** The figure that a gate is on. */
export type GateName = (typeof GATES)[number];

/** Those that are times, ns; the others are counted. */
export const isTimed = (name: GateName): boolean =>
  name === 'communication' || name === 'runtime' || name === 'tolerance';

/** How much a figure may get worse. */
export interface Gate {
  readonly name: GateName;
  /** Allowed change: a share of the first run's value if `relative`, otherwise ns or a number. */
  readonly limit: number;
  readonly relative: boolean;
}

/** A run in a comparison. */
export interface HeldRun {
  readonly profile: RunProfile;
  /** All that it sends. */
  readonly sent: { readonly messages: number; readonly bytes: number };
  /** The gated tolerance, ns; Infinity if unlimited. */
  readonly tolerance: number;
}

/** Result of a gate. */
export interface GateFound extends Gate {
  readonly a: number;
  readonly b: number;
  readonly tripped: boolean;
}

/** Relative difference that rounding may make. */
export const ROUNDING = 1e-9;

/**
 * `addedNs`: if both runs have the computation of A, the time on B's critical path of computation that A does not have. The
 * rest of ΔT is communication. Null: each run has its own computation, and communication is the rest of its critical path.
 */
export function gatesFound(
  gates: readonly Gate[],
  a: HeldRun,
  b: HeldRun,
  addedNs: number | null,
): GateFound[] {
  const computedByB = addedNs === null ? b.profile.computation : a.profile.computation + addedNs;
  return gates.map((gate) => {
    const of = figure(gate.name, a, a.profile.computation);
    const now = figure(gate.name, b, computedByB);
    return { ...gate, a: of, b: now, tripped: isTripped(gate, of, now) };
  });
}

function figure(name: GateName, { profile, sent, tolerance }: HeldRun, computation: number): number {
  switch (name) {
    case 'bytes':
      return sent.bytes;
    case 'communication':
      return Math.max(0, profile.runtime - computation);
    case 'lambda':
      return profile.lambda.L;
    case 'lambda_G':
      return profile.lambda.G;
    case 'lambda_o':
      return profile.lambda.o;
    case 'messages':
      return sent.messages;
    case 'runtime':
      return profile.runtime;
    case 'tolerance':
      return tolerance;
  }
}

/** If both are unlimited, neither is worse. */
function isTripped({ name, limit, relative }: Gate, a: number, b: number): boolean {
  if (a === b) return false;
  const bound = relative ? a * (1 + limit) : a + limit;
  const slack = ROUNDING * Math.max(Math.abs(bound), Math.abs(b));
  if (name !== 'tolerance') return b > bound + slack;
  return Number.isFinite(b) && b < bound - (Number.isFinite(slack) ? slack : 0);
}
