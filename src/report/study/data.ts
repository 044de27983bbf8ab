/** What the page of a study shows. */
import type { Dimension } from '../../study/cells.js';
import type { StudyQuantity, StudyValue } from '../../study/quantities.js';

/** Cells that failed in one way. */
export interface FailedGroup {
  readonly exit: number;
  readonly message: string;
  /** Command lines. */
  readonly commands: readonly string[];
}

/** Inputs whose ranks occupy the same of a network. */
export interface OccupiedGroup {
  readonly network: string;
  /** `packed: 4 ranks on 1 of 80 switches, pod and core wires unused`. */
  readonly text: string;
  readonly inputs: readonly string[];
}

export interface StudyPageData {
  readonly name: string;
  /** Of llamp-ts. */
  readonly version: string;
  /** Names of the choices of each dimension. */
  readonly names: Readonly<Record<Dimension, readonly string[]>>;
  /** The dimension whose choices are compared. */
  readonly compared: Dimension;
  readonly quantities: readonly StudyQuantity[];
  /** [cells][dimensions] choices, in the order of the dimensions; answered cells only. */
  readonly cells: readonly (readonly number[])[];
  /** [cells][quantities] */
  readonly values: readonly (readonly StudyValue[])[];
  /** Empty where no cell has a topology. */
  readonly occupied: readonly OccupiedGroup[];
  readonly missing: number;
  readonly failed: readonly FailedGroup[];
}

/** What is shown of it: a quantity, and in each dimension one choice or all (null). */
export interface StudyView {
  readonly quantity: number;
  readonly only: Readonly<Record<Dimension, number | null>>;
}

/** Everything, by the first quantity. */
export const WHOLE_VIEW: StudyView = {
  quantity: 0,
  only: { input: null, machine: null, collectives: null, network: null, mapping: null, question: null },
};
