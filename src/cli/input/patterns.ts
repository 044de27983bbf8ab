/** Synthetic programs by flags: `--pattern NAME --ranks 64 --bytes 1MiB …`. */
import { type CollectiveSpec, parseCollectiveSpec } from '../../collectives/choice.js';
import { COLLECTIVES, type CollectiveName } from '../../collectives/names.js';
import { parseCollectiveName } from '../../collectives/registry.js';
import { UsageError } from '../../errors.js';
import type { Schedule } from '../../schedule/schedule.js';
import { findPattern, makePattern, PATTERNS } from '../../sources/patterns/index.js';
import type { PatternOptions } from '../../sources/patterns/options.js';
import { parseSize, parseTime } from '../../units/units.js';
import type { InputInfo } from '../output/json.js';

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
export function patternOptions(flags: PatternFlags): PatternOptions {
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

/** The collective that a pattern repeats; null for the others, which have none. */
export function collectiveOf(pattern: string): CollectiveName | null {
  if (pattern.includes('=')) return parseCollectiveSpec(pattern).collective;
  findPattern(pattern);
  const own = PATTERNS.some((one) => one.name === findPattern(pattern).name);
  return own ? null : parseCollectiveName(pattern);
}

/** The schedule of `--pattern`; `collectives` choose the algorithm of a collective, the first that applies counts. */
export function patternSchedule(flags: PatternFlags, collectives: readonly string[] = []): Schedule {
  const options = patternOptions(flags);
  return makePattern(patternText(flags.pattern ?? '', options.bytes ?? 8, collectives), options);
}

/** The pattern with its algorithm, as `makePattern` reads it. */
function patternText(pattern: string, bytes: number, collectives: readonly string[]): string {
  const collective = collectiveOf(pattern);
  if (collective === null) {
    if (collectives.length === 0) return pattern;
    throw new UsageError(
      `pattern ${pattern} has no collectives for --collective ${collectives[0]}`,
      `leave it out, or take a collective as pattern: ${COLLECTIVES.join(', ')}`,
    );
  }
  const specs = collectives.map((text) => parseCollectiveSpec(text));
  refuseOthers(collective, specs);
  if (pattern.includes('=')) {
    if (specs.length === 0) return pattern;
    throw new UsageError(
      `pattern ${pattern} has its algorithm already`,
      `write --pattern ${collective} with --collective`,
    );
  }
  const spec = specs.find((one) => one.from <= bytes && bytes < one.to);
  if (spec === undefined) return collective;
  return spec.collective === null ? `${collective}=${spec.text}` : spec.text;
}

function refuseOthers(collective: CollectiveName, specs: readonly CollectiveSpec[]): void {
  const other = specs.find((spec) => spec.collective !== null && spec.collective !== collective);
  if (other === undefined) return;
  throw new UsageError(
    `--collective ${other.text} applies to nothing: the pattern is ${collective}`,
    'leave it out',
  );
}

/** What stands for a file in answers: the program is made from these words alone. */
export function patternInfo(flags: PatternFlags): InputInfo {
  const settings = SETTINGS.filter((name) => flags[name] !== undefined).map(
    (name) => `${name}=${flags[name]}`,
  );
  return { source: `pattern ${[flags.pattern, ...settings].join(' ')}`, sha256: '' };
}
