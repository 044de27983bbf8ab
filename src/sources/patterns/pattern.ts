/** What a synthetic pattern is: a program that every rank runs. */
import type { CollectiveSpec } from '../../collectives/choice.js';
import type { CollectiveName } from '../../collectives/names.js';
import type { PatternSettings } from './options.js';
import type { RankProgram } from './rank-program.js';

/** A synthetic program by name. */
export interface Pattern {
  readonly name: string;
  /** One sentence for help and docs. */
  readonly summary: string;
  /** The collective that it repeats; undefined for those that have none. */
  readonly collective?: CollectiveName;
  /** What chooses the collective's algorithm, where the pattern's name does. */
  readonly spec?: CollectiveSpec | undefined;
  /**
   * The program of every rank, made once for all of them. Throws a UsageError for settings that the pattern
   * cannot take.
   */
  readonly plan: (settings: PatternSettings) => (program: RankProgram) => void;
}
