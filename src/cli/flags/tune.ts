/** Flags of `tune`. */

import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { LEAST_GAIN_PERCENT } from '../../analysis/tune.js';
import { TUNING_LIBRARIES, type TuningLibrary } from '../../analysis/tuning-file/library.js';
import { UsageError } from '../../errors.js';
import { commonFlags } from './common.js';
import { parsePercents } from './parameters.js';
import { patternFlags } from './pattern.js';
import { jobsFlag, percentsFlag } from './question.js';

const LIBRARIES = TUNING_LIBRARIES.map(({ name }) => name);

const LEAST_GAIN = String(LEAST_GAIN_PERCENT);

export const tuneFlags = {
  ...commonFlags,
  ...patternFlags,
  pct: percentsFlag('slowdowns in percent; the first one counts', '1'),
  'size-classes': Flags.integer({
    default: 3,
    min: 1,
    description: 'classes of message sizes per collective, at most',
  }),
  max: Flags.integer({ default: 2000, min: 1, description: 'most evaluations' }),
  emit: Flags.string({
    helpGroup: 'TUNING FILES',
    multiple: true,
    multipleNonGreedy: true,
    helpValue: LIBRARIES.map((name) => `${name}=FILE`).join('|'),
    description:
      'write what the library itself can run the fastest as a file that it reads; several times for several',
  }),
  'min-gain': Flags.string({
    helpGroup: 'TUNING FILES',
    dependsOn: ['emit'],
    helpValue: '1',
    description: 'percent of the runtime that a collective must gain to be written by --emit [default: 1]',
  }),
  date: Flags.string({
    helpGroup: 'TUNING FILES',
    dependsOn: ['emit'],
    helpValue: 'YYYY-MM-DD',
    description: 'date in the files of --emit [default: today]',
  }),
  jobs: jobsFlag,
};

export type TuneFlags = InferredFlags<typeof tuneFlags>;

/** A tuning file that is asked for. */
export interface EmitAsked {
  readonly library: TuningLibrary;
  readonly file: string;
}

/** Files, least gain as a share, and date. Throws UsageError. */
export function emitAsked(flags: Pick<TuneFlags, 'emit' | 'min-gain' | 'date'>): {
  readonly files: readonly EmitAsked[];
  readonly leastGain: number;
  readonly date: string;
} {
  const files = (flags.emit ?? []).map(emitted);
  const written = files.flatMap(({ library, file }) => [
    file,
    ...(library.beside === null ? [] : [`${file}${library.beside}`]),
  ]);
  if (new Set(written).size < written.length)
    throw new UsageError('--emit names one file twice', 'name two files: one would be lost');
  const least = flags['min-gain'] ?? LEAST_GAIN;
  const percents = parsePercents(least, '--min-gain');
  if (percents.length > 1 || percents[0] >= 100)
    throw new UsageError(`--min-gain '${least}' is no least gain`, 'write one percentage below 100');
  return { files, leastGain: percents[0] / 100, date: dateOf(flags.date) };
}

function emitted(text: string): EmitAsked {
  const [name, file] = [text.slice(0, Math.max(0, text.indexOf('='))), text.slice(text.indexOf('=') + 1)];
  const library = TUNING_LIBRARIES.find((one) => one.name === name);
  if (library !== undefined && file !== '') return { library, file };
  throw new UsageError(
    `--emit '${text}' names no library and file`,
    `write ${LIBRARIES.map((one) => `${one}=FILE`).join(' or ')}`,
  );
}

function dateOf(text: string | undefined): string {
  if (text === undefined) return new Date().toISOString().slice(0, 10);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new UsageError(`--date '${text}' is no date`, 'write it as 2026-03-31');
}
