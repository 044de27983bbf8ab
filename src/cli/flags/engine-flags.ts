/** Flags of who solves and over what, and of what is let pass that no MPI would run. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { type Problem, UsageError } from '../../errors.js';
import type { Leniency } from '../../schedule/schedule.js';

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

// Flags that several questions share; what they are for differs.

/** --parameter: by default the latency. */
export const parameterFlag = (description: string) =>
  Flags.string({
    default: 'L',
    helpValue: 'L|G|o|CLASS',
    summary: 'the parameter: L, G, o or a class',
    description,
  });

/** --pct: slowdowns, separated by commas. `shown`: an example of them. */
export const percentsFlag = (description: string, preset = '1,2,5', shown = preset) =>
  Flags.string({ default: preset, helpValue: shown, summary: 'slowdowns in percent', description });

/** As messages name it. */
export const LATENCY_RANGE = '--latency-range';

/** --latency-range: an interval of the parameter. */
export const latencyRangeFlag = (description: string) =>
  Flags.string({
    helpValue: 'a..b',
    aliases: ['range'],
    summary: 'range of latencies, such as +0..+100us',
    description,
  });

/** --jobs: workers that variants are dealt to. */
export const jobsFlag = Flags.integer({
  char: 'j',
  min: 1,
  summary: 'worker threads [default: as many as fit]',
  description: 'worker threads [default: as many as pay and fit the memory]',
});

/** --weight: a mix of several programs. */
export const weightFlag = (...without: readonly string[]) =>
  Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'PROGRAM=3,…',
    exclusive: [...without],
    description: 'several programs also as one mix: how often each runs in a unit of time [default: once]',
  });

// Flags for schedules that were made for simulators: what of them is let pass that no MPI would run.

export const matchingFlags = {
  sizes: Flags.string({
    helpGroup: 'MATCHING',
    options: ['check', 'send'],
    default: 'check',
    description: 'a receive smaller than its message is an error, or has the bytes of the send',
  }),
  unmatched: Flags.string({
    helpGroup: 'MATCHING',
    options: ['refuse', 'ignore'],
    default: 'refuse',
    description: 'sends and receives without a partner are errors, or are left in without one',
  }),
};

/** As oclif parses them. */
export interface MatchingFlags {
  readonly sizes?: string | undefined;
  readonly unmatched?: string | undefined;
}

export function leniencyOf({ sizes, unmatched }: MatchingFlags): Leniency {
  return {
    ...(sizes === 'send' ? { sizes } : {}),
    ...(unmatched === 'ignore' ? { unmatched } : {}),
  };
}

/** Flags that let pass what a problem of this code is about. */
const WAYS_OUT: ReadonlyMap<string, string> = new Map([
  ['truncated', '--sizes send takes the bytes of the send'],
  ['unmatched', '--unmatched ignore goes on without their partners'],
]);

/** The problem with the flag that lets it pass, where there is one. */
export function withWayOut({ code = '', ...problem }: Problem): Problem {
  const way = WAYS_OUT.get(code);
  if (way === undefined) return problem;
  return { ...problem, mend: problem.mend === undefined ? way : `${problem.mend}, or ${way}` };
}
