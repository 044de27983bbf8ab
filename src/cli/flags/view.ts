/** Flags of `view`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { measuredFlag } from '../output/plot.js';
import { outputFlags, traceFlags } from './common.js';
import { machineFlags } from './machine.js';
import { matchingFlags } from './matching.js';
import { noiseDrawFlags, noiseSourceFlags } from './noise.js';
import { latencyRangeFlag, percentsFlag } from './question.js';
import { regionFlags } from './region.js';
import { DEFAULT_RANGE } from './report.js';

const { 'print-machine': printMachine, ...machine } = machineFlags;

export const viewFlags = {
  ...machine,
  ...traceFlags,
  ...matchingFlags,
  ...regionFlags,
  'latency-range': latencyRangeFlag(
    `interval of L to begin with, such as +0..+100us [default: ${DEFAULT_RANGE}]`,
  ),
  measured: measuredFlag(),
  pct: percentsFlag('slowdowns in percent'),
  ...noiseSourceFlags,
  ...noiseDrawFlags,
  title: Flags.string({ helpValue: 'TEXT', description: 'what the page is about [default: INPUT]' }),
  port: Flags.integer({
    default: 0,
    min: 0,
    max: 65_535,
    helpValue: 'N',
    description: 'port to listen on [default: a free one]',
  }),
  open: Flags.boolean({ allowNo: true, default: false, description: 'open the page in the browser' }),
  quiet: outputFlags.quiet,
};

export type ViewFlags = InferredFlags<typeof viewFlags>;
