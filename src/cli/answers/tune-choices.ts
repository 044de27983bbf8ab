/** What of a program's collectives is searched: what the user has not chosen. */
import { collectiveSizes, type TuneChoice, tuneChoices } from '../../analysis/tune-choices.js';
import type { CollectiveSpec } from '../../collectives/choice.js';
import { UsageError } from '../../errors.js';
import type { CollectiveSize, Program } from '../../sources/program.js';
import type { TuneFlags } from '../flags/tune.js';
import { choicesOf } from '../input/choices.js';

/** Throws a UsageError where nothing is left to choose. */
export function choicesAsked(program: Program, flags: TuneFlags): TuneChoice[] {
  const sizes = sizesOf(program, flags.pattern);
  const specs = choicesOf(flags.collective ?? []);
  const open = sizes.filter((size) => !specs.some((spec) => decides(spec, size)));
  if (open.length === 0) {
    throw new UsageError(
      sizes.length === 0 ? 'the program calls no collectives' : '--collective leaves nothing to choose',
      sizes.length === 0 ? 'there is nothing to tune' : 'leave out what is to be searched',
    );
  }
  return tuneChoices(open, flags['size-classes']);
}

/** The calls that `choicesAsked` chooses for, with their ranks. */
export function openCalls(program: Program, flags: TuneFlags): CollectiveSize[] {
  const specs = choicesOf(flags.collective ?? []);
  return (program.calls() ?? []).filter((size) => !specs.some((spec) => decides(spec, size)));
}

const decides = (spec: CollectiveSpec, { collective, bytes }: CollectiveSize): boolean =>
  (spec.collective === null || spec.collective === collective) && spec.from <= bytes && bytes < spec.to;

/** Collectives that the program calls. Throws a UsageError where there are none to choose. */
function sizesOf(program: Program, pattern: string | undefined): CollectiveSize[] {
  const calls = program.calls();
  if (calls === null) {
    throw new UsageError(
      `the collectives of ${program.info.format} are messages already`,
      'tune the traces that it was made from, or a --pattern',
    );
  }
  if (calls.length === 0 && pattern !== undefined)
    throw new UsageError(`pattern ${pattern} has no collectives`, 'take a collective as pattern');
  return collectiveSizes(calls);
}
