/** Where a region of a program begins or ends. */

/** Each rank's n-th MPI_Pcontrol, from 1; of one level, unless that is null. */
export interface PcontrolBound {
  readonly kind: 'pcontrol';
  readonly level: number | null;
  readonly nth: number;
}

/** Where each rank begins its n-th region of a name, from 1; as an end, where it leaves the region unless it `begins` there. */
export interface RegionBound {
  readonly kind: 'region';
  readonly name: string;
  readonly nth: number;
  readonly begins?: true;
}

/** A place in a rank: after `offset` ns of the computation before call `call`; Infinity: after all of it. */
export interface CallPlace {
  readonly call: number;
  readonly offset: number;
}

/** One place per rank: a time at the machine's parameters, or a position in the order of the rank's calls or operations. */
export type Bound =
  /** Before, or after, all operations. */
  | { readonly kind: 'start' | 'end' }
  /** ns of the whole program. */
  | { readonly kind: 'time'; readonly ns: number }
  /** A part of its runtime, 0 to 1. */
  | { readonly kind: 'share'; readonly share: number }
  /** For each rank: start of its first message, end of its last. */
  | { readonly kind: 'first-message' | 'last-message' }
  /** Start of each rank's n-th call of a name, from 1; as an end, where the call ends unless it `begins` there. */
  | { readonly kind: 'call'; readonly name: string; readonly nth: number; readonly begins?: true }
  | PcontrolBound
  | RegionBound
  /** Of a region: the iterations that the program repeats, or the shorter ones of an inner loop. */
  | { readonly kind: 'steady'; readonly inner?: true }
  /** [ranks] the operation, counted from 0 within its rank, that follows the bound. */
  | { readonly kind: 'operations'; readonly at: ArrayLike<number> }
  /** [ranks] where each is in the order of its calls, which changes to them leave as it is. */
  | { readonly kind: 'places'; readonly places: readonly CallPlace[] };

/** A requested region; `text` names it in answers and errors. */
export interface RegionQuery {
  readonly text: string;
  readonly from: Bound;
  readonly to: Bound;
  readonly entry: RegionEntry;
}

export const REGION_ENTRIES = ['as-run', 'together'] as const;

/** `as-run`: each rank enters as late as in the program; `together`: all at once. */
export type RegionEntry = (typeof REGION_ENTRIES)[number];
