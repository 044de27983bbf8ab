/** A rules file for coll/tuned of Open MPI in its classic format, which versions 4 and 5 read. */
import type { CollectiveName } from '../../collectives/names.js';
import { commented } from './comment.js';
import { OPEN_MPI_COLLECTIVES, type OpenMpiForm } from './openmpi-forms.js';

/** What calls of some sizes by communicators of one size are to take. */
export interface OpenMpiRule {
  readonly collective: CollectiveName;
  readonly ranks: number;
  /** Smallest and largest bytes of the collective's unit; of blocks that differ, their mean. */
  readonly least: number;
  readonly most: number;
  readonly form: OpenMpiForm;
}

/** Sizes from `from` on, in bytes as rules compare them; null: as Open MPI decides by itself. */
interface Line {
  readonly from: number;
  readonly form: OpenMpiForm | null;
}

/**
 * The file. A rule of Open MPI holds from its number of ranks and from its bytes on, and the first one below them too: so
 * each begins and ends with one that leaves the decision to Open MPI. `comments`: the lines at its head.
 */
export function openMpiRulesFile(rules: readonly OpenMpiRule[], comments: readonly string[]): string {
  const names = [...new Set(rules.map(({ collective }) => collective))].sort((a, b) => idOf(a) - idOf(b));
  const blocks = names.map((name) =>
    collectiveText(
      name,
      rules.filter(({ collective }) => collective === name),
    ),
  );
  return `${commented(comments)}${names.length}  # collectives\n${blocks.join('')}`;
}

function idOf(collective: CollectiveName): number {
  const known = OPEN_MPI_COLLECTIVES[collective];
  if (known === undefined) throw new RangeError(`rules files do not know ${collective}`);
  return known.id;
}

function collectiveText(name: CollectiveName, rules: readonly OpenMpiRule[]): string {
  const sizes = communicators(rules);
  const texts = sizes.map(({ ranks, own }) => communicatorText(ranks, own));
  return `${idOf(name)}  # ${name}\n${sizes.length}  # sizes of communicators\n${texts.join('')}`;
}

/** From 0 ranks on; those without rules are where a size that has some ends. */
function communicators(rules: readonly OpenMpiRule[]): { ranks: number; own: OpenMpiRule[] }[] {
  const ruled = [...new Set(rules.map(({ ranks }) => ranks))];
  const starts = [...new Set([0, ...ruled.flatMap((ranks) => [ranks, ranks + 1])])].sort((a, b) => a - b);
  return starts.map((ranks) => ({ ranks, own: rules.filter((rule) => rule.ranks === ranks) }));
}

function communicatorText(ranks: number, own: readonly OpenMpiRule[]): string {
  const lines = linesOf(own);
  const texts = lines.map(({ from, form }) =>
    form === null
      ? `${from} 0 0 0  # left to Open MPI\n`
      : `${from} ${form.number} ${form.faninout} ${form.segment}  # ${form.theirs}\n`,
  );
  return `${ranks}  # ranks\n${lines.length}  # bytes from, algorithm, fan-out, segment\n${texts.join('')}`;
}

/** Ascending, the first from 0 on; sizes that no rule is for are left to Open MPI. */
function linesOf(rules: readonly OpenMpiRule[]): Line[] {
  const lines: Line[] = [{ from: 0, form: null }];
  const add = (line: Line): void => {
    if (lines[lines.length - 1].from >= line.from) lines.pop();
    lines.push(line);
  };
  for (const rule of [...rules].sort((a, b) => a.least - b.least)) {
    const range = comparedRange(rule);
    add({ from: range.from, form: rule.form });
    if (range.end !== null) add({ from: range.end, form: null });
  }
  return lines;
}

/** Whole bytes as rules compare them; `end`: the first that are more, null where sizes are not compared. */
export function comparedRange({ collective, ranks, least, most }: OpenMpiRule): {
  from: number;
  end: number | null;
} {
  const size = OPEN_MPI_COLLECTIVES[collective]?.size ?? null;
  if (size === null) return { from: 0, end: null };
  return { from: Math.floor(size(least, ranks)), end: Math.ceil(size(most, ranks)) + 1 };
}
