/** Who solves: the flags, and where they have no meaning. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';

const helpGroup = 'ENGINE';

export const engineFlags = {
  engine: Flags.string({
    helpGroup,
    options: ['auto', 'highs', 'sweep'],
    description:
      'who solves: HiGHS, longest-path sweeps, or HiGHS up to --highs-limit rows [default: auto, the last]',
  }),
  'highs-limit': Flags.integer({
    helpGroup,
    min: 0,
    description: 'rows up to which auto uses HiGHS [default: 200000]',
  }),
  cold: Flags.boolean({
    helpGroup,
    description: 'let HiGHS start from scratch instead of the critical-path basis',
  }),
};

/** The flags as they are parsed; those that say nothing are undefined or false. */
export type EngineFlags = Readonly<Partial<Omit<InferredFlags<typeof engineFlags>, 'json'>>>;

/** Of questions that no engine is asked for: HiGHS is not even loaded. */
export const NO_ENGINE = {
  engine: 'sweep',
  'highs-limit': undefined,
  cold: false,
} as const satisfies EngineFlags;

/** Throws a UsageError that names the flags given for a question which no engine answers. `why`: and who does. */
export function refuseEngine(flags: EngineFlags, why: string, mend = 'leave it out'): void {
  const given = [
    ...(flags.engine === undefined ? [] : ['--engine']),
    ...(flags['highs-limit'] === undefined ? [] : ['--highs-limit']),
    ...(flags.cold === true ? ['--cold'] : []),
  ];
  if (given.length > 0) throw new UsageError(`${given.join(', ')}: ${why}`, mend);
}

/** Throws a UsageError for what is said of HiGHS, or of the choice of auto, where --engine has it otherwise. */
export function refuseIdleEngine(flags: Readonly<Record<string, unknown>>): void {
  const { engine, cold, 'highs-limit': limit } = flags;
  if (engine === 'sweep' && cold === true)
    throw new UsageError('--cold is of HiGHS, and --engine sweep leaves HiGHS out', 'keep one of them');
  if (engine !== undefined && engine !== 'auto' && limit !== undefined)
    throw new UsageError(
      `--highs-limit is of --engine auto, and --engine ${String(engine)} says who solves`,
      'keep one of them',
    );
}
