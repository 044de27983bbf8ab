/** Patterns as a source of programs: they are described, not read. */
import type { Source } from '../format.js';
import type { PatternData } from './pattern-program.js';

export const PATTERN = 'a pattern';

export const patternSource: Source = {
  name: PATTERN,
  async restore(data: PatternData) {
    const { PatternProgram } = await import('./pattern-program.js');
    return new PatternProgram(data);
  },
};
