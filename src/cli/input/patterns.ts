/** Synthetic programs by flags: `--pattern NAME --ranks 64 --bytes 1MiB …`. */
import { UsageError } from '../../errors.js';
import type { PatternOptions } from '../../sources/patterns/options.js';
import { PatternProgram } from '../../sources/patterns/program.js';
import { PATTERN } from '../../sources/patterns/source.js';
import { parseSize, parseTime } from '../../units/units.js';
import { flagOfCalls, refuseOfOthers } from './traces.js';

/** The flags as oclif parses them. */
export interface PatternFlags {
  readonly pattern?: string | undefined;
  readonly ranks?: number | undefined;
  readonly bytes?: string | undefined;
  readonly iterations?: number | undefined;
  readonly compute?: string | undefined;
  readonly seed?: number | undefined;
  readonly root?: number | undefined;
  readonly dims?: string | undefined;
  readonly unit?: string | undefined;
  readonly 'flop-rate'?: string | undefined;
  readonly rules?: string | undefined;
  readonly 'request-pitch'?: string | undefined;
  readonly 'skip-calls'?: readonly string[] | undefined;
  readonly waits?: string | undefined;
}

const SETTINGS = ['ranks', 'bytes', 'iterations', 'compute', 'seed', 'root', 'dims'] as const;

/** Flags of a pattern say nothing about an input that is read. Throws a UsageError that names the first. */
export function refusePatternSettings(flags: PatternFlags): void {
  const given = SETTINGS.find((name) => flags[name] !== undefined);
  if (given !== undefined)
    throw new UsageError(
      `--${given} has no meaning without --pattern`,
      'add --pattern NAME, or leave it out',
    );
}

/** Throws a UsageError for values that make no pattern. */
function patternOptions(flags: PatternFlags): PatternOptions {
  const { pattern, ranks, bytes, iterations, compute, seed, root, dims } = flags;
  if (ranks === undefined) throw new UsageError(`pattern '${pattern ?? ''}' needs --ranks`, 'add --ranks 64');
  const unit = flags.unit === undefined ? {} : { unit: flags.unit };
  return {
    ranks,
    ...(bytes === undefined ? {} : { bytes: parseSize(bytes, { name: '--bytes' }) }),
    ...(iterations === undefined ? {} : { iterations }),
    ...(compute === undefined ? {} : { computeNs: parseTime(compute, { name: '--compute', ...unit }) }),
    ...(seed === undefined ? {} : { seed }),
    ...(root === undefined ? {} : { root }),
    ...(dims === undefined ? {} : { dims: parseDims(dims) }),
  };
}

function parseDims(text: string): number[] {
  const dims = text.split(/[x×]/).map(Number);
  if (dims.every((dim) => Number.isInteger(dim) && dim > 0)) return dims;
  throw new UsageError(`--dims '${text}' is not a grid`, 'write the ranks along each axis, such as 4x4');
}

/** The program of `--pattern`. Throws UsageError. */
export function patternProgram(flags: PatternFlags): PatternProgram {
  refuseOfOthers(flags, { name: PATTERN });
  const { rules, 'request-pitch': pitch, 'skip-calls': skipped, waits } = flags;
  const given = flagOfCalls({ rules, 'request-pitch': pitch, 'skip-calls': skipped, waits });
  if (given !== undefined)
    throw new UsageError(
      `${given} has no meaning for a pattern, which is made without traces`,
      'leave it out',
    );
  const { pattern = '' } = flags;
  const info = { source: sourceOf(flags), format: PATTERN };
  return new PatternProgram({ info, pattern, options: patternOptions(flags) });
}

/** What stands for a file in answers: the program is made from these words alone. */
function sourceOf(flags: PatternFlags): string {
  const settings = SETTINGS.filter((name) => flags[name] !== undefined).map(
    (name) => `${name}=${flags[name]}`,
  );
  return `pattern ${[flags.pattern, ...settings].join(' ')}`;
}
