/** The regions of an archive, numbered from 0: what they are called, and which of them are calls of MPI. */
import type { SourcePlace } from '../../schedule/call-sites.js';
import { type CallPlan, planOf } from './call-names.js';
import { type Definitions, PARADIGM, ROLE } from './definitions.js';

export class Regions {
  /** For names of call sites. */
  readonly places: SourcePlace[] = [];
  /** By number: null where it is no call. */
  readonly plans: (CallPlan | null)[] = [];
  /** By number: whether it is part of the program, not of the tool that recorded it. */
  readonly ofProgram: boolean[] = [];
  readonly #index = new Map<number, number>();
  readonly #contexts = new Map<number, readonly number[]>();
  readonly #definitions: Definitions;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
    for (const [ref, region] of definitions.regions) {
      this.#index.set(ref, this.places.length);
      const file = definitions.text(region.file);
      const line = file === '' ? 0 : region.line;
      this.places.push({ function: definitions.text(region.name), file: line > 0 ? file : '', line });
      this.plans.push(planOf(region, definitions));
      this.ofProgram.push(!(region.role === ROLE.artificial && region.paradigm === PARADIGM.measurement));
    }
  }

  /** Number of a region by that of the archive; −1 where it is not defined. */
  of(ref: number): number {
    return this.#index.get(ref) ?? -1;
  }

  /** Regions of a calling context, outermost first; empty where one is not defined. */
  ofContext(ref: number): readonly number[] {
    const known = this.#contexts.get(ref);
    if (known !== undefined) return known;
    const path: number[] = [];
    const { contexts } = this.#definitions;
    for (
      let at = contexts.get(ref);
      at !== undefined && path.length <= contexts.size;
      at = contexts.get(at.parent)
    )
      path.push(this.of(at.region));
    const found = path.includes(-1) || path.length > contexts.size ? [] : path.reverse();
    this.#contexts.set(ref, found);
    return found;
  }
}
