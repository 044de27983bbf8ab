/** Flags of `sensitivity`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { plotFlag } from '../output/plot.js';
import { BY, PLACES } from './by.js';
import { commonFlags } from './common.js';
import { parameterFlag, weightFlag } from './question.js';

export const sensitivityFlags = {
  ...commonFlags,
  parameter: parameterFlag('a parameter to look at beside L'),
  pairwise: Flags.boolean({
    exclusive: ['by'],
    description: 'λ of every pair of ranks; with --csv the matrix of λ_L, or with --parameter G that of λ_G',
  }),
  weight: weightFlag('by', 'pairwise'),
  plot: plotFlag('pairwise'),
  by: Flags.option({
    options: BY,
    description: `split λ_L and the latency of the critical path by these groups of messages; ${PLACES}`,
  })(),
};

export type SensitivityFlags = InferredFlags<typeof sensitivityFlags>;
