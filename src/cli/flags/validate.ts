/** Flags of `validate`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import { decimal } from '../../units/units.js';
import { plotFlag } from '../output/plot.js';
import { commonFlags } from './common.js';

export const validateFlags = {
  ...commonFlags,
  trace: Flags.string({ helpValue: 'INPUT', description: 'INPUT, where it is not named before the flags' }),
  measured: Flags.string({
    required: true,
    helpValue: 'FILE.csv',
    description: 'measured runs: a header with L_ns and T_ns, and a line for each run',
  }),
  'fail-above': Flags.string({
    helpValue: '5%',
    description: 'exit with 10 when the RRMSE of the medians is above this',
  }),
  plot: plotFlag(),
};

export type ValidateFlags = InferredFlags<typeof validateFlags>;

/** What flags ask before anything is read. */
export interface ValidateAsked {
  readonly inputs: readonly unknown[];
  /** Largest RRMSE that passes; null: every one does. */
  readonly gate: number | null;
}

/** Throws UsageError. */
export function validateAsked(argv: readonly unknown[], flags: ValidateFlags): ValidateAsked {
  const { trace, 'fail-above': most } = flags;
  if (trace !== undefined && argv.length > 0)
    throw new UsageError(`INPUT is named twice: ${String(argv[0])} and --trace ${trace}`, 'leave one out');
  return { inputs: trace === undefined ? argv : [trace], gate: most === undefined ? null : shareOf(most) };
}

function shareOf(text: string): number {
  const percent = decimal(text.trim().replace(/\s*%$/, ''));
  if (percent >= 0) return percent / 100;
  throw new UsageError(`--fail-above '${text}' is not a percentage`, 'write a number from 0, such as 5%');
}
