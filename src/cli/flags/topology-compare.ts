/** Flags of `topology compare`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { plotFlag } from '../output/plot.js';
import { commonFlags } from './common.js';
import { latencyRangeFlag, percentsFlag, weightFlag } from './question.js';

const { platform, 'map-by': mapBy, rankfile, latency, ...shared } = commonFlags;

export const topologyCompareFlags = {
  ...shared,
  topology: Flags.string({
    multiple: true,
    required: true,
    helpValue: 'SPEC',
    description: 'topology to compare, such as fat-tree:k=16; give several',
  }),
  'latency-range': latencyRangeFlag(
    "interval of a wire's latency for the curves, such as 274ns..424ns or +0..+150ns",
  ),
  pct: percentsFlag('slowdowns in percent', '1', '1,2,5'),
  weight: weightFlag(),
  plot: plotFlag('latency-range'),
  'wire-classes': Flags.boolean({
    default: true,
    allowNo: true,
    helpGroup: 'PLACE',
    description: 'λ and tolerance of each class of wires',
  }),
};

export type TopologyCompareFlags = InferredFlags<typeof topologyCompareFlags>;
