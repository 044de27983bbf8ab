/** The program of a comparison: traces kept as traces, so that each variant makes its own schedule of them. */
import type { VariantAxis } from '../../analysis/compare-variants.js';
import { UsageError } from '../../errors.js';
import { coreCount } from '../../platform/platform.js';
import { loadPlatform } from '../machine/site-flags.js';
import type { InputInfo } from '../output/json.js';
import type { Progress } from '../output/progress.js';
import type { VariantSource } from '../workers/plan.js';
import { openBytes } from './bytes.js';
import { loadSchedule } from './load.js';
import { collectiveOf, type PatternFlags, patternInfo, refusePatternSettings } from './patterns.js';
import { looksLikeTraces, namesTraces } from './sniff.js';
import { loadTraces, type TraceFlags } from './traces.js';

export interface ComparedInput {
  readonly source: VariantSource;
  readonly info: InputInfo;
}

export interface InputFlags extends TraceFlags, PatternFlags {
  readonly json: boolean;
}

/** Reads INPUT, or takes the pattern that the flags name. Throws UsageError and InputError. */
export async function comparedInput(
  inputs: readonly string[],
  flags: InputFlags,
  axes: readonly VariantAxis[],
  progress: Progress,
): Promise<ComparedInput> {
  if (inputs.length > 0) {
    if (flags.pattern !== undefined)
      throw new UsageError('both INPUT and --pattern are given', 'keep the one to compare');
    refusePatternSettings(flags);
    return (await areTraces(inputs))
      ? fromTraces(inputs, flags, progress)
      : fromGoal(inputs, flags, axes, progress);
  }
  const pattern = impliedPattern(flags, axes);
  return { source: { kind: 'pattern', flags: pattern }, info: patternInfo(pattern) };
}

/** Whether INPUT is traces; standard input never is, for it brings one file only. */
async function areTraces(inputs: readonly string[]): Promise<boolean> {
  const [input] = inputs;
  if (inputs.length > 1 || namesTraces(input)) return true;
  if (input === '-') return false;
  for await (const chunk of openBytes(input).chunks) return looksLikeTraces(chunk);
  return false;
}

async function fromTraces(
  inputs: readonly string[],
  flags: InputFlags,
  progress: Progress,
): Promise<ComparedInput> {
  const { set, info } = await loadTraces(inputs, flags.json, progress);
  const { rules, strict, 'request-pitch': pitch, 'skip-calls': skip } = flags;
  const chosen = { rules, strict, 'request-pitch': pitch, 'skip-calls': skip };
  return { source: { kind: 'traces', set, flags: chosen }, info };
}

async function fromGoal(
  inputs: readonly string[],
  flags: InputFlags,
  axes: readonly VariantAxis[],
  progress: Progress,
): Promise<ComparedInput> {
  const chosen = axes.find(({ kind }) => kind === 'collective');
  if (chosen !== undefined) {
    throw new UsageError(
      `--collective ${chosen.values[0]} has no meaning for a GOAL file, whose collectives are messages already`,
      'compare the traces that it was made from, or vary --machine, --platform or --map-by',
    );
  }
  const { schedule, info, warnings } = await loadSchedule(inputs, { digest: flags.json }, progress);
  return { source: { kind: 'schedule', schedule, warnings }, info };
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
  if (collectiveOf(pattern) === null || flags.ranks !== undefined) return { ...flags, pattern };
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
