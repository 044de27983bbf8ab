/** Flags of `scaling`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import { plotFlag } from '../output/plot.js';
import { commonFlags } from './common.js';
import { patternFlags } from './pattern.js';
import { parameterFlag, percentsFlag } from './question.js';

export const scalingFlags = {
  ...commonFlags,
  ...patternFlags,
  ranks: Flags.string({
    helpGroup: 'PATTERN',
    helpValue: '4,8,16,32',
    description: 'the numbers of ranks of a pattern',
  }),
  pct: percentsFlag('slowdowns in percent', '1', '1,2,5'),
  parameter: parameterFlag('the parameter whose tolerance is meant'),
  predict: Flags.string({
    helpValue: '128,256',
    description: 'numbers of ranks to predict [default: two and four times the largest]',
  }),
  plot: plotFlag(),
};

export type ScalingFlags = InferredFlags<typeof scalingFlags>;

/** Numbers of ranks, as in 128,256. Throws UsageError. */
export function parseRanks(text: string, name: string): number[] {
  const list = text.split(',').map((part) => Number(part.trim()));
  if (list.every((ranks) => Number.isSafeInteger(ranks) && ranks >= 1)) return list;
  throw new UsageError(`${name} '${text}' are no numbers of ranks`, 'write whole numbers, such as 64,128');
}
