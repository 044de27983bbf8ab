/**
 * Recursive doubling for any number of ranks: in round k, groups of 2^k neighbours exchange what they have; ranks
 * whose partner is not there get it from those of their group that had one. No rank goes before or after.
 * Source: Thakur, Rabenseifner, Gropp, "Optimization of Collective Communication Operations in MPICH" (2005), 4.1;
 * Open MPI, `ompi_coll_base_bcast_intra_scatter_allgather`.
 */

/** A run of ranks, [from, end); empty where the whole group lies beyond the last rank. */
export interface RankRun {
  readonly from: number;
  readonly end: number;
}

/** What the own group got is handed on to, or taken from, a rank of the same group. */
export interface Relay {
  readonly peer: number;
  readonly sends: boolean;
}

/** One round of one rank. */
export interface Round {
  readonly own: RankRun;
  readonly other: RankRun;
  /** −1: the partner is not there. */
  readonly partner: number;
  /** In the order in which they happen, after the exchange. */
  readonly relays: readonly Relay[];
}

function groupOf(rank: number, span: number, size: number): RankRun {
  const from = rank - (rank % span);
  return { from, end: Math.min(from + span, size) };
}

/** `served`: how many of the own group, its first ones, have a partner. */
function relaysOf(rank: number, span: number, size: number, served: number): Relay[] {
  const relays: Relay[] = [];
  for (let mask = span / 2; mask >= 1; mask /= 2) {
    const peer = rank ^ mask;
    const end = rank - (rank % (2 * mask)) + served;
    const [lower, upper] = [Math.min(rank, peer), Math.max(rank, peer)];
    if (lower < end && upper >= end && upper < size) relays.push({ peer, sends: rank === lower });
  }
  return relays;
}

/** The rounds of `rank` among `size`. */
export function roundsOf(rank: number, size: number): Round[] {
  const rounds: Round[] = [];
  for (let span = 1; span < size; span *= 2) {
    const partner = rank ^ span;
    const own = groupOf(rank, span, size);
    const other = groupOf(partner, span, size);
    const isCut = other.from + span > size;
    const relays = isCut ? relaysOf(rank, span, size, size - own.from - span) : [];
    rounds.push({ own, other, partner: partner < size ? partner : -1, relays });
  }
  return rounds;
}
