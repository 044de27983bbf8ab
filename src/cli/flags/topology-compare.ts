/** Flags of `topology compare`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import { decimal } from '../../units/units.js';
import { plotFlag } from '../output/plot.js';
import { commonFlags } from './common.js';
import { contentionFlag, linkFlags } from './links.js';
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
  at: Flags.string({
    helpValue: '+100ns,+200ns',
    description: 'how much slower the program runs with these latencies added to every wire',
  }),
  'wire-length': Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'CLASS=2m,…',
    helpGroup: 'PLACE',
    description:
      'length of a wire of each class, for the length of all; no topology says how long its wires are',
  }),
  ...linkFlags,
  contention: contentionFlag(),
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

/** A length in metres: `2m`, `50cm`. */
const LENGTH = /^\s*([\d.]+)\s*(cm|m|km)\s*$/;
const METRES: Readonly<Record<string, number>> = { cm: 0.01, m: 1, km: 1000 };

/** Metres by class of wires. Throws UsageError. */
export function wireLengths(texts: readonly string[] = []): Map<string, number> {
  const lengths = new Map<string, number>();
  for (const part of texts.flatMap((text) => text.split(','))) {
    const [name, value = '', ...more] = part.split('=').map((one) => one.trim());
    const [, number = '', unit = ''] = LENGTH.exec(value) ?? [];
    const metres = decimal(number) * (METRES[unit] ?? Number.NaN);
    if (name === '' || more.length > 0 || !Number.isFinite(metres))
      throw new UsageError(`--wire-length: '${part}' is no CLASS=LENGTH`, 'write terminal=2m,inter=30m');
    lengths.set(name, metres);
  }
  return lengths;
}

export type TopologyCompareFlags = InferredFlags<typeof topologyCompareFlags>;
