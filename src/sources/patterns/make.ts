/** Synthetic schedules by name. */
import { type CollectiveSpec, parseCollectiveSpec } from '../../collectives/choice.js';
import { COLLECTIVES } from '../../collectives/names.js';
import { UsageError } from '../../errors.js';
import { namesInstead } from '../../nearest.js';
import { ScheduleBuilder } from '../../schedule/builder.js';
import type { MemoryGuard } from '../../schedule/memory.js';
import type { Schedule } from '../../schedule/schedule.js';
import { bisection } from './bisection.js';
import { collectivePattern } from './collective.js';
import { dissemination } from './dissemination.js';
import { halo2d, halo3d } from './halo.js';
import { type PatternOptions, patternSettings } from './options.js';
import type { Pattern } from './pattern.js';
import { RankProgram } from './rank-program.js';
import { ring } from './ring.js';
import { sweep } from './sweep.js';

/** The patterns that are no collectives, for help and docs. */
export const PATTERNS: readonly Pattern[] = [halo2d, halo3d, sweep, ring, dissemination, bisection];

/**
 * A pattern by what people write: one of {@link PATTERNS}, a collective (`allreduce`), or a collective with its
 * algorithm (`allreduce=ring`, `bcast=chain:fanout=4`). Throws a UsageError that names what is near.
 */
export function findPattern(text: string): Pattern {
  const name = text.trim().toLowerCase().replace(/^mpi_/, '');
  const own = PATTERNS.find((pattern) => pattern.name === name.replaceAll(/[-_]/g, ''));
  if (own !== undefined) return own;
  const collective = COLLECTIVES.find((candidate) => candidate === name.replaceAll('-', '_'));
  if (collective !== undefined) return collectivePattern(collective, undefined);
  if (text.includes('=')) {
    const spec = parseCollectiveSpec(text);
    if (spec.collective !== null) return collectivePattern(spec.collective, spec);
  }
  const names = [...PATTERNS.map((pattern) => pattern.name), ...COLLECTIVES];
  throw new UsageError(
    `unknown pattern '${text}'`,
    `${namesInstead(name, names)}, and collectives with an algorithm, such as allreduce=ring`,
  );
}

function patternOf(spec: CollectiveSpec): Pattern {
  if (spec.collective !== null) return collectivePattern(spec.collective, spec);
  throw new UsageError(`'${spec.text}' names no collective`, 'write allreduce=auto');
}

/**
 * The schedule of a pattern, by its name or by the spec of a collective (which may name an algorithm of one's own).
 * Throws a UsageError for an unknown name, a spec without a collective, or options that make no pattern.
 */
export function makePattern(pattern: string | CollectiveSpec, options: PatternOptions): Schedule {
  return patternSchedule(typeof pattern === 'string' ? findPattern(pattern) : patternOf(pattern), options);
}

/** Throws a UsageError for options that make no pattern, and the LimitError of `memory`. */
export function patternSchedule(
  pattern: Pattern,
  options: PatternOptions,
  memory: MemoryGuard | null = null,
): Schedule {
  const settings = patternSettings(options);
  const program = pattern.plan(settings);
  const builder = new ScheduleBuilder(settings.ranks, undefined, memory);
  for (let rank = 0; rank < settings.ranks; rank++) {
    builder.beginRank(rank);
    program(new RankProgram(builder, rank));
  }
  return builder.finish();
}
