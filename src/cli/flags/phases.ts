/** Flags of `phases`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import type { Bound } from '../../analysis/cut/bounds.js';
import type { MarkedBy } from '../../analysis/cut/marked-parts.js';
import type { Mark, PhasesAsked } from '../../analysis/cut/phases.js';
import { UsageError } from '../../errors.js';
import { plotFlag } from '../output/plot.js';
import { sharedFlags } from './common.js';
import { percentsFlag } from './question.js';
import { parseBound } from './region.js';

const { region, 'steady-state': steadyState, ...shared } = sharedFlags;

const ITERATION = 'iteration';
const REGION = 'region';
const PCONTROL = 'pcontrol';

export const phasesFlags = {
  ...shared,
  by: Flags.string({
    default: ITERATION,
    helpValue: `${ITERATION}|region[:NAME]|pcontrol|A,B,C`,
    description:
      'a row for each iteration that the program repeats, each time that it enters a region which it names, each part from one MPI_Pcontrol to the next, or each part between bounds as --region has them',
  }),
  pct: percentsFlag('slowdowns in percent', '1', '1,2'),
  plot: plotFlag(),
};

export type PhasesFlags = InferredFlags<typeof phasesFlags>;

/** The parts that flags name. Throws UsageError. */
export function partsAsked(flags: PhasesFlags): Pick<PhasesAsked, 'marks' | 'marked'> {
  const marked = markedBy(flags.by);
  return marked === null ? { marks: marksAsked(flags) } : { marks: null, marked };
}

/** Null where the program's own marks are not asked for. */
function markedBy(by: string): MarkedBy | null {
  if (by === PCONTROL) return { kind: PCONTROL };
  if (by === REGION) return { kind: REGION, name: null };
  const name = by.startsWith(`${REGION}:`) ? by.slice(REGION.length + 1) : '';
  return name === '' || name.includes('#') || boundsOf(name).length > 1 ? null : { kind: REGION, name };
}

/** Commas within the parentheses of a name part nothing. */
const boundsOf = (text: string): string[] => text.split(/,(?![^(<]*[)>])/).map((one) => one.trim());

/** The bounds that flags name; null: iterations. A call ends the part before it where it begins. Throws UsageError. */
function marksAsked({ by, unit }: PhasesFlags): Mark[] | null {
  if (by === ITERATION) return null;
  const texts = boundsOf(by);
  if (texts.length < 2 || texts.includes(''))
    throw new UsageError(
      `--by '${by}' names no parts`,
      `write ${ITERATION}, ${REGION}, ${REGION}:NAME, ${PCONTROL}, or at least two bounds, such as first-message,50%,last-message`,
    );
  return texts.map((text) => ({ text, bound: endingThere(parseBound(text, unit)) }));
}

/** What begins the next part is not in this one. */
const endingThere = (bound: Bound): Bound =>
  bound.kind === 'call' || bound.kind === 'region' ? { ...bound, begins: true } : bound;
