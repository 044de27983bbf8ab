/** The program of a comparison: INPUT, or the pattern that the flags name. */
import type { VariantAxis } from '../../analysis/compare-variants.js';
import { UsageError } from '../../errors.js';
import { coreCount } from '../../platform/platform.js';
import { findPattern } from '../../sources/patterns/index.js';
import { loadPlatform } from '../machine/site-flags.js';
import type { ProgressBar } from '../output/progress.js';
import { findInput } from './find.js';
import { type LoadedProgram, readInput } from './load.js';
import { type PatternFlags, patternProgram, refusePatternSettings } from './patterns.js';
import { refuseOfCalls, type TraceFlags } from './traces.js';

export interface InputFlags extends TraceFlags, PatternFlags {
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
      throw new UsageError('both INPUT and --pattern are given', 'keep the one to compare');
    refusePatternSettings(flags);
    const found = await findInput(inputs);
    const [choice] = axes.find(({ kind }) => kind === 'collective')?.values ?? [];
    if (choice !== undefined)
      refuseOfCalls(
        `--collective ${choice}`,
        found.format,
        'compare the traces that it was made from, or vary --machine, --platform or --map-by',
      );
    return readInput(found, { ...flags, digest: flags.json }, progress);
  }
  const program = patternProgram(impliedPattern(flags, axes));
  return { program, info: { source: program.info.source, sha256: '' } };
}

/**
 * Without INPUT and --pattern, a choice of one collective's algorithms asks for that collective itself, by as many
 * ranks as the platform has cores.
 */
function impliedPattern(
  flags: PatternFlags & { readonly platform?: string | undefined },
  axes: readonly VariantAxis[],
): PatternFlags {
  const pattern = flags.pattern ?? onlyCollective(axes);
  if (findPattern(pattern).collective === undefined || flags.ranks !== undefined)
    return { ...flags, pattern };
  const [platform] = axes.find(({ kind }) => kind === 'platform')?.values ?? [];
  return platform === undefined
    ? { ...flags, pattern }
    : { ...flags, pattern, ranks: coreCount(loadPlatform(platform).platform) };
}

function onlyCollective(axes: readonly VariantAxis[]): string {
  const names = new Set(axes.filter(({ kind }) => kind === 'collective').map(({ name }) => name));
  const [name] = names;
  if (names.size === 1 && name !== 'collectives') return name;
  throw new UsageError('no INPUT given', 'name traces or a GOAL file, or a program with --pattern');
}
