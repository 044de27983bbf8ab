/** Where a region of a program begins or ends. */

/** Each rank's n-th MPI_Pcontrol, from 1; of one level, unless that is null. */
export interface PcontrolBound {
  readonly kind: 'pcontrol';
  readonly level: number | null;
  readonly nth: number;
}

/** Where each rank begins its n-th region of a name, from 1; as an end, where it leaves that unless it `begins` there. */
export interface RegionBound {
  readonly kind: 'region';
  readonly name: string;
  readonly nth: number;
  readonly begins?: true;
}

/** Per rank a place: a time at the machine's parameters, or a place in the order of the rank's calls or operations. */
export type Bound =
  /** Before, or behind, all operations. */
  | { readonly kind: 'start' | 'end' }
  /** ns of the whole program. */
  | { readonly kind: 'time'; readonly ns: number }
  /** A part of its runtime, 0 to 1. */
  | { readonly kind: 'share'; readonly share: number }
  /** Of each rank: where it begins its first message, where its last one is over. */
  | { readonly kind: 'first-message' | 'last-message' }
  /** Where each rank begins its n-th call of a name, from 1; as an end, where that is over unless it `begins` there. */
  | { readonly kind: 'call'; readonly name: string; readonly nth: number; readonly begins?: true }
  | PcontrolBound
  | RegionBound
  /** Of a region: the iterations that the program repeats. */
  | { readonly kind: 'steady' }
  /** [ranks] the operation, counted from 0 within its rank, before which it lies. */
  | { readonly kind: 'operations'; readonly at: ArrayLike<number> };

/** A region as it is asked for; `text` names it in answers and errors. */
export interface RegionAsked {
  readonly text: string;
  readonly from: Bound;
  readonly to: Bound;
  /** How ranks enter: each as late as the program brings it there, or all at once. */
  readonly entry: RegionEntry;
}

export const REGION_ENTRIES = ['as-run', 'together'] as const;

/** `as-run`: each rank as late as the program brings it there; `together`: all at once. */
export type RegionEntry = (typeof REGION_ENTRIES)[number];
