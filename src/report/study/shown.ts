/** Cells of a view, and values as text. */
import { DIMENSIONS, type StudyCell } from '../../study/cells.js';
import type { StudyQuantity, StudyValue } from '../../study/quantities.js';
import { type Contest, contests } from '../../study/winners.js';
import { formatGapPerByte, formatTime } from '../../units/units.js';
import { percent, plain } from '../plots/numbers.js';
import type { StudyPageData, StudyView } from './data.js';

export interface ShownCell {
  readonly cell: StudyCell;
  readonly value: StudyValue;
}

const cellOf = ([input, machine, collectives, network, mapping, question]: readonly number[]): StudyCell => ({
  ...{ input, machine, collectives, network, mapping, question },
});

/** Cells that a view shows, with their values of its quantity; those without one are left out. */
export function shownCells({ cells, values }: StudyPageData, { quantity, only }: StudyView): ShownCell[] {
  return cells.flatMap((choices, i) => {
    const cell = cellOf(choices);
    const value = values[i][quantity] ?? null;
    const shown = DIMENSIONS.every(
      (dimension) => only[dimension] === null || only[dimension] === cell[dimension],
    );
    return shown && value !== null ? [{ cell, value }] : [];
  });
}

/** Contests of a view. The compared dimension is never narrowed: who is best is a question about all of it. */
export function shownContests(data: StudyPageData, view: StudyView): Contest[] {
  const { compared, quantities } = data;
  const quantity = quantities[view.quantity];
  if (quantity === undefined) return [];
  const cells = shownCells(data, { ...view, only: { ...view.only, [compared]: null } });
  return contests(
    cells.map(({ cell }) => cell),
    cells.map(({ value }) => value),
    compared,
    quantity.better,
  );
}

export function valueText(value: number | 'unlimited', { unit }: StudyQuantity): string {
  if (value === 'unlimited' || value === Number.POSITIVE_INFINITY) return 'unlimited';
  switch (unit) {
    case 'ns':
      return formatTime(value);
    case 'ns/B':
      return formatGapPerByte(value);
    case 'share':
      return percent(value);
    case 'count':
      return plain(value);
  }
}

/** By how much the best is better than the first, or the next is worse where that is the best. */
export function gainText({ best, gain, margin }: Contest, { better }: StudyQuantity): string {
  if (best.length === 0) return 'all alike';
  const worse = better === 'less' ? 'more' : 'less';
  if (gain === 0) return Number.isFinite(margin) ? `next ${shortPercent(margin)} ${worse}` : `next ${worse}`;
  if (!Number.isFinite(gain)) return `${better} than the first`;
  return `${shortPercent(gain)} ${better} than the first`;
}

/** Two digits say enough beside others. */
export const shortPercent = (share: number): string =>
  share * 100 < 0.01 ? '< 0.01 %' : `${plain(share * 100, share < 0.1 ? 2 : 3)} %`;

/** A distance of a tolerance counts from the runtime of its own cell, which others do not have. */
export const quantityTitle = ({ name }: StudyQuantity): string =>
  name.startsWith('Δ') ? `${name} of its own T` : name;
