/** Names of what ships, for help and messages: those who only ask for help need not load what the names stand for. */

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

/** ℓ_wire and d_switch of LLAMP's case study (section IV-2, after Zambre et al.), ns. */
export const CASE_STUDY = { wireNs: 274, switchNs: 108 } as const;
