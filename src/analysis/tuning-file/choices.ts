/** What is chosen for a tuning file: the library's own decision first, then each form that its file can name. */
import { parseCollectiveSpec } from '../../collectives/choice.js';
import type { CollectiveName } from '../../collectives/names.js';
import type { CollectiveSize } from '../../sources/program.js';
import { collectiveSizes, type TuneChoice, tuneChoices } from '../tune-choices.js';
import type { ChosenForm, TuningLibrary } from './library.js';

/**
 * The choices of `calls` in at most `classes` classes of sizes each, those without a form left out, and those with calls
 * that the library's settings do not bind: what is chosen for them here would not come true.
 */
export function emitChoices(
  library: TuningLibrary,
  calls: readonly CollectiveSize[],
  classes: number,
): TuneChoice[] {
  const names = [...new Set(calls.map(({ collective }) => collective))].sort();
  return names.flatMap((name) => {
    const own = calls.filter(({ collective }) => collective === name);
    return tuneChoices(collectiveSizes(own), library.bySize(name) ? classes : 1).flatMap((choice) => {
      const chosen = callsOf(choice, own);
      const forms = chosen.some(isFree) ? [] : library.forms({ collective: name, calls: chosen });
      const candidates = [library.own, ...forms.map(({ text }) => text)];
      return forms.length === 0 ? [] : [{ ...choice, candidates }];
    });
  });
}

const isFree = ({ unbound = 0 }: CollectiveSize): boolean => unbound > 0;

/** How many calls of each collective settings of libraries do not bind, those without such calls left out. */
export function unboundCalls(calls: readonly CollectiveSize[]): Map<CollectiveName, number> {
  const found = new Map<CollectiveName, number>();
  for (const { collective, unbound = 0 } of calls)
    if (unbound > 0) found.set(collective, (found.get(collective) ?? 0) + unbound);
  return found;
}

/** The calls that a choice is for. */
export const callsOf = (
  { collective, from, to }: Pick<TuneChoice, 'collective' | 'from' | 'to'>,
  calls: readonly CollectiveSize[],
): CollectiveSize[] =>
  calls.filter((one) => one.collective === collective && from <= one.bytes && one.bytes < to);

/**
 * For each choice the place of its candidate among `flags`, as the search found them; 0, the library's own, where none
 * is named.
 */
export function pointOf(choices: readonly TuneChoice[], flags: readonly string[]): number[] {
  const specs = flags.map((text) => parseCollectiveSpec(text));
  return choices.map(({ collective, least, candidates }) => {
    const spec = specs.find((one) => one.collective === collective && one.from <= least && least < one.to);
    if (spec === undefined) return 0;
    const key = keyOf(spec);
    return Math.max(
      0,
      candidates.findIndex((text) => keyOf(parseCollectiveSpec(`${collective}=${text}`)) === key),
    );
  });
}

const keyOf = ({ algorithm, options }: ReturnType<typeof parseCollectiveSpec>): string =>
  `${typeof algorithm === 'string' ? algorithm : algorithm.name} ${JSON.stringify(options)}`;

/** What is to be told to the library: the choices that are not left to it. */
export function chosenForms(
  library: TuningLibrary,
  choices: readonly TuneChoice[],
  point: readonly number[],
  calls: readonly CollectiveSize[],
): ChosenForm[] {
  return choices.flatMap((choice, i) => {
    const own = { collective: choice.collective, calls: callsOf(choice, calls) };
    const form = library.forms(own).find(({ text }) => text === choice.candidates[point[i]]);
    return form === undefined ? [] : [{ ...own, form }];
  });
}
