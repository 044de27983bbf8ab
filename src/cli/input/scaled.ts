/** The programs whose scaling is asked about: INPUTs, or a pattern at several numbers of ranks. */
import { UsageError } from '../../errors.js';
import type { ProgressBar } from '../output/progress.js';
import { type LoadedProgram, type LoadOptions, loadProgram } from './load.js';
import { type PatternFlags, patternProgram, refusePatternSettings } from './patterns.js';
import { programsNamed } from './programs.js';

/** `ranks`: those of a pattern. Read one after the other: only the one at hand is kept. Throws UsageError and InputError. */
export async function* scaledPrograms(
  inputs: readonly string[],
  flags: PatternFlags & LoadOptions,
  ranks: readonly number[] | undefined,
  progress: ProgressBar,
): AsyncGenerator<LoadedProgram> {
  if (flags.pattern === undefined) {
    refusePatternSettings(flags);
    if (inputs.length === 0)
      throw new UsageError('no INPUT given', 'name traces of several numbers of ranks, or --pattern');
    for (const names of await programsNamed(inputs)) yield loadProgram(names, flags, progress);
    return;
  }
  if (inputs.length > 0)
    throw new UsageError('both INPUT and --pattern are given', 'keep the one that is meant');
  if (ranks === undefined) throw new UsageError('--pattern needs --ranks', 'add --ranks 4,8,16,32');
  for (const one of ranks) {
    const program = patternProgram({ ...flags, ranks: one });
    yield { program, info: { source: program.info.source, sha256: '' } };
  }
}
