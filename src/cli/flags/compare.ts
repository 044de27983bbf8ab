/** Flags of `compare`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { plotFlag } from '../output/plot.js';
import { commonFlags } from './common.js';
import { patternFlags } from './pattern.js';
import { jobsFlag, latencyRangeFlag, percentsFlag } from './question.js';

const helpGroup = 'VARIANTS';

export const compareFlags = {
  ...commonFlags,
  ...patternFlags,
  collective: Flags.string({
    helpGroup,
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'NAME=A,B[:option=value]',
    description: 'algorithms of a collective to compare, such as bcast=linear,chain:segment=64KiB',
  }),
  machine: Flags.string({
    char: 'm',
    helpGroup,
    helpValue: 'A,B',
    description: 'machine presets or YAML files to compare',
  }),
  platform: Flags.string({
    helpGroup,
    helpValue: 'A,B',
    description: 'platforms to compare: a latency for each channel between cores',
  }),
  'map-by': Flags.string({
    helpGroup,
    helpValue: 'core,socket,node',
    description: 'mappings of ranks to compare',
  }),
  pct: percentsFlag('slowdowns in percent', '1', '1,2,5'),
  'latency-range': latencyRangeFlag(
    'where to look for crossovers [default: until one of two takes twice as long]',
  ),
  plot: plotFlag(),
  max: Flags.integer({ default: 256, min: 1, description: 'most combinations' }),
  jobs: jobsFlag,
};

export type CompareFlags = InferredFlags<typeof compareFlags>;
