/** Names of what ships, for help and messages: those who only ask for help need not load what the names stand for. */

import { InputError } from '../errors.js';
import type { ParameterKey } from '../machine/parameters.js';

export const PLATFORM_NAMES = ['epyc-orfeo'] as const;

export const TOPOLOGY_NAMES = [
  'fat-tree',
  'dragonfly',
  'slim-fly',
  'torus',
  'hyperx',
  'published-fat-tree',
  'published-dragonfly',
] as const;

/** Names of LogGPS parameters, in which people ask and answers are given: no class of latencies may bear one. */
export const LETTERS: readonly string[] = ['L', 'o', 'g', 'G', 'S'] satisfies readonly ParameterKey[];

/** What is wrong with the name of a channel or wire class and how to mend it, or null. */
export function refusedName(what: string, name: string): { what: string; mend: string } | null {
  if (!LETTERS.includes(name)) return null;
  return {
    what: `${what} '${name}' has the name of a LogGPS parameter`,
    mend: `${LETTERS.join(', ')} mean parameters wherever one is named: call it otherwise, such as ${name}_net`,
  };
}

/** Throws an InputError for the first of some names that means a parameter. `source`: what they belong to. */
export function refuseNames(source: string, what: string, names: readonly string[]): void {
  for (const name of names) {
    const refused = refusedName(what, name);
    if (refused !== null) throw new InputError({ place: { source }, ...refused });
  }
}

/** ℓ_wire and d_switch of LLAMP's case study (section IV-2, after Zambre et al.), ns. */
export const CASE_STUDY = { wireNs: 274, switchNs: 108 } as const;
