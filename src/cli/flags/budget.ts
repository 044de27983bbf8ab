/** Flags of `budget`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import { plotFlag } from '../output/plot.js';
import { commonFlags } from './common.js';
import { parseShare } from './parameters.js';

export const budgetFlags = {
  ...commonFlags,
  pct: Flags.string({
    default: '1',
    helpValue: '1',
    description: 'the change of T that is priced, in percent',
  }),
  plot: plotFlag(),
};

export type BudgetFlags = InferredFlags<typeof budgetFlags>;

/** The change of T in percent. Throws UsageError. */
export function changeAsked({ pct }: BudgetFlags): number {
  const share = parseShare(pct, '--pct');
  if (share > 0 && share < 1) return share * 100;
  throw new UsageError(`--pct '${pct}' is not between 0 and 100`, 'write one percentage, such as 1');
}
