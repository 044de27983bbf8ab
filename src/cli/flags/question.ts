/** Flags that several questions share; what they are for differs. */
import { Flags } from '@oclif/core';

/** --parameter: by default the latency. */
export const parameterFlag = (description: string) =>
  Flags.string({ default: 'L', helpValue: 'L|G|o|CLASS', description });

/** --pct: slowdowns, separated by commas. */
export const percentsFlag = (description: string, preset = '1,2,5') =>
  Flags.string({ default: preset, helpValue: preset, description });

/** As messages name it. */
export const LATENCY_RANGE = '--latency-range';

/** --latency-range: an interval of the parameter. */
export const latencyRangeFlag = (description: string) =>
  Flags.string({ helpValue: 'a..b', aliases: ['range'], description });
