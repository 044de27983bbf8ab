/** What a synthetic pattern is: a program that every rank runs. */
import type { PatternSettings } from './options.js';
import type { RankProgram } from './program.js';

/** A synthetic program by name. */
export interface Pattern {
  readonly name: string;
  /** One sentence for help and docs. */
  readonly summary: string;
  /**
   * The program of every rank, made once for all of them. Throws a UsageError for settings that the pattern
   * cannot take.
   */
  readonly plan: (settings: PatternSettings) => (program: RankProgram) => void;
}
