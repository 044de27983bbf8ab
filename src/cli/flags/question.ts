/** Flags that several questions share; what they are for differs. */
import { Flags } from '@oclif/core';

/** --parameter: by default the latency. */
export const parameterFlag = (description: string) =>
  Flags.string({ default: 'L', helpValue: 'L|G|o|CLASS', description });

/** --pct: slowdowns, separated by commas. `shown`: an example of them. */
export const percentsFlag = (description: string, preset = '1,2,5', shown = preset) =>
  Flags.string({ default: preset, helpValue: shown, description });

/** As messages name it. */
export const LATENCY_RANGE = '--latency-range';

/** --latency-range: an interval of the parameter. */
export const latencyRangeFlag = (description: string) =>
  Flags.string({ helpValue: 'a..b', aliases: ['range'], description });

/** --jobs: workers that variants are dealt to. */
export const jobsFlag = Flags.integer({
  char: 'j',
  min: 1,
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
