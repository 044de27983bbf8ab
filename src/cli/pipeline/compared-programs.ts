/** The program of a comparison: INPUT, or the synthetic pattern that flags name. */

import { Flags } from '@oclif/core';
import type { VariantAxis } from '../../analysis/rank-variants.js';
import { UsageError } from '../../errors.js';
import { coreCount } from '../../platform/platform.js';
import { PatternProgram } from '../../sources/patterns/pattern-program.js';
import { findPattern, type PatternOptions } from '../../sources/patterns/synthetic-patterns.js';
import { PATTERN } from '../../sources/program.js';
import { parseSize, parseTime } from '../../units.js';
import { MAX_SEED } from '../flags/common-flags.js';
import { counts, only } from '../flags/parameter-values.js';
import {
  findInput,
  flagOfCalls,
  refuseOfCalls,
  refuseOfOthers,
  type TraceFlags,
} from '../input/find-input.js';
import { type LoadedProgram, readInput } from '../input/load-input.js';
import type { ProgressBar } from '../process/progress.js';

/** The flags as oclif parses them. */
export interface PatternFlags {
  readonly pattern?: string | undefined;
  readonly ranks?: string | number | undefined;
  readonly bytes?: string | undefined;
  readonly iterations?: number | undefined;
  readonly compute?: string | undefined;
  readonly seed?: number | undefined;
  readonly root?: number | undefined;
  readonly dims?: string | undefined;
  readonly 'flop-rate'?: string | undefined;
  readonly rules?: readonly string[] | undefined;
  readonly 'skip-calls'?: readonly string[] | undefined;
}

const SETTINGS = ['ranks', 'bytes', 'iterations', 'compute', 'seed', 'root', 'dims'] as const;

/** Flags of a pattern have no meaning for an input. Throws a UsageError that names the first. */
export function refusePatternSettings(flags: PatternFlags): void {
  const given = SETTINGS.find((name) => flags[name] !== undefined);
  if (given !== undefined)
    throw new UsageError(
      `--${given} has no meaning without --pattern`,
      'add --pattern NAME, or leave it out',
    );
}

/** Throws a UsageError for invalid values. */
function patternOptions(flags: PatternFlags): PatternOptions {
  const { pattern, ranks, bytes, iterations, compute, seed, root, dims } = flags;
  if (ranks === undefined) throw new UsageError(`pattern '${pattern ?? ''}' needs --ranks`, 'add --ranks 64');
  return {
    ranks: only(counts(String(ranks), '--ranks', 1), '--ranks'),
    ...(bytes === undefined ? {} : { bytes: parseSize(bytes, { name: '--bytes' }) }),
    ...(iterations === undefined ? {} : { iterations }),
    ...(compute === undefined ? {} : { computeNs: parseTime(compute, { name: '--compute' }) }),
    ...(seed === undefined ? {} : { seed }),
    ...(root === undefined ? {} : { root }),
    ...(dims === undefined ? {} : { dims: parseDims(dims) }),
  };
}

function parseDims(text: string): number[] {
  const dims = text.split(/[x×]/).map(Number);
  if (dims.every((dim) => Number.isInteger(dim) && dim > 0)) return dims;
  throw new UsageError(`--dims '${text}' cannot be read`, 'write the ranks along each axis, such as 4x4');
}

/** The program of `--pattern`. Throws UsageError. */
export function patternProgram(flags: PatternFlags): PatternProgram {
  refuseOfOthers(flags, { name: PATTERN });
  const { rules, 'skip-calls': skipped } = flags;
  const given = flagOfCalls({ rules, 'skip-calls': skipped });
  if (given !== undefined)
    throw new UsageError(`${given} has no meaning for a pattern, which has no traces`, 'leave it out');
  const { pattern = '' } = flags;
  const info = { source: sourceOf(flags), format: PATTERN };
  return new PatternProgram({ info, pattern, options: patternOptions(flags) });
}

/** Name of a pattern in answers: the flags that it is made from. */
function sourceOf(flags: PatternFlags): string {
  const settings = SETTINGS.filter((name) => flags[name] !== undefined).map(
    (name) => `${name}=${flags[name]}`,
  );
  return `pattern ${[flags.pattern, ...settings].join(' ')}`;
}

interface InputFlags extends TraceFlags, PatternFlags {
  readonly json: boolean;
}

/** Reads INPUT, or takes the pattern that the flags name. Throws UsageError and InputError. */
export async function comparedProgram(
  inputs: readonly string[],
  flags: InputFlags,
  axes: readonly VariantAxis[],
  progress: ProgressBar,
): Promise<LoadedProgram> {
  if (inputs.length > 0) {
    if (flags.pattern !== undefined)
      throw new UsageError('INPUT and --pattern cannot be combined', 'keep one of them');
    refusePatternSettings(flags);
    const found = await findInput(inputs);
    const [choice] = axes.find(({ kind }) => kind === 'collective')?.values ?? [];
    if (choice !== undefined)
      refuseOfCalls(
        `--collective ${choice}`,
        found.format,
        'use the original traces, or vary --machine, --platform or --map-by',
      );
    return readInput(found, { ...flags, digest: flags.json }, progress);
  }
  const program = patternProgram(await impliedPattern(flags, axes));
  return { program, info: { source: program.info.source, sha256: '' } };
}

/**
 * Without INPUT and --pattern, --collective with algorithms of one collective compares a call of it, with one rank per
 * core of the platform.
 */
async function impliedPattern(
  flags: PatternFlags & { readonly platform?: string | undefined },
  axes: readonly VariantAxis[],
): Promise<PatternFlags> {
  const pattern = flags.pattern ?? onlyCollective(axes);
  if (findPattern(pattern).collective === undefined || flags.ranks !== undefined)
    return { ...flags, pattern };
  const [platform] = axes.find(({ kind }) => kind === 'platform')?.values ?? [];
  if (platform === undefined) return { ...flags, pattern };
  // Loaded on demand, because most patterns need no platform.
  const { loadPlatform } = await import('./site-of-flags.js');
  return { ...flags, pattern, ranks: coreCount(loadPlatform(platform).platform) };
}

function onlyCollective(axes: readonly VariantAxis[]): string {
  const names = new Set(axes.filter(({ kind }) => kind === 'collective').map(({ name }) => name));
  const [name] = names;
  if (names.size === 1 && name !== 'collectives') return name;
  throw new UsageError('no INPUT given', 'name traces or a GOAL file, or use --pattern');
}

const helpGroup = 'PATTERN';

export const patternFlags = {
  pattern: Flags.string({
    helpGroup,
    helpValue: 'NAME',
    summary: 'synthetic program, such as halo2d or sweep',
    description: 'synthetic program instead of INPUT: halo2d, sweep …, or a collective (--list shows all)',
  }),
  ranks: Flags.string({
    helpGroup,
    helpValue: '64',
    description: 'number of ranks; some commands take a list',
  }),
  bytes: Flags.string({
    helpGroup,
    helpValue: '1MiB',
    summary: 'size of a message [default: 8B]',
    description: 'size of a message, or of the unit of a collective [default: 8B]',
  }),
  iterations: Flags.integer({ helpGroup, helpValue: '10', min: 1, description: 'repetitions [default: 1]' }),
  compute: Flags.string({
    helpGroup,
    helpValue: '100us',
    description: 'computation of each rank before each step [default: 0]',
  }),
  seed: Flags.integer({
    helpGroup,
    helpValue: '1',
    min: 0,
    max: MAX_SEED,
    description: 'seed of random patterns [default: 1]',
  }),
  root: Flags.integer({
    helpGroup,
    helpValue: '0',
    min: 0,
    description: 'root of a collective [default: 0]',
  }),
  dims: Flags.string({
    helpGroup,
    helpValue: '4x4',
    description: 'ranks along each axis of a grid [default: as close to a cube as possible]',
  }),
};
