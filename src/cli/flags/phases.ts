/** Flags of `phases`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import type { Bound } from '../../analysis/cut/bounds.js';
import type { Mark } from '../../analysis/cut/phases.js';
import { UsageError } from '../../errors.js';
import { plotFlag } from '../output/plot.js';
import { commonFlags } from './common.js';
import { percentsFlag } from './question.js';
import { parseBound } from './region.js';

const { region, 'steady-state': steadyState, engine, 'highs-limit': limit, cold, ...shared } = commonFlags;

const ITERATION = 'iteration';

export const phasesFlags = {
  ...shared,
  by: Flags.string({
    default: ITERATION,
    helpValue: `${ITERATION}|A,B,C`,
    description:
      'a row for each iteration that the program repeats, or for each part between bounds as --region has them',
  }),
  pct: percentsFlag('slowdowns in percent', '1', '1,2'),
  plot: plotFlag(),
};

export type PhasesFlags = InferredFlags<typeof phasesFlags>;

/** The bounds that flags name; null: iterations. A call ends the part before it where it begins. Throws UsageError. */
export function marksAsked({ by, unit }: PhasesFlags): Mark[] | null {
  if (by === ITERATION) return null;
  const texts = by.split(',').map((text) => text.trim());
  if (texts.length < 2 || texts.includes(''))
    throw new UsageError(
      `--by '${by}' names no parts`,
      `write ${ITERATION}, or at least two bounds, such as first-message,50%,last-message`,
    );
  return texts.map((text) => ({ text, bound: endingThere(parseBound(text, unit)) }));
}

/** What begins the next part is not in this one. */
const endingThere = (bound: Bound): Bound => (bound.kind === 'call' ? { ...bound, begins: true } : bound);
