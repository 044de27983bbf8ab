/** The part of a program that flags ask about, in the place of the whole. */
import type { RegionAsked } from '../../analysis/cut/bounds.js';
import { cutRegion, type RegionFound } from '../../analysis/cut/cut.js';
import type { Model } from '../../analysis/model.js';
import { type StartAndEnd, startAndEnd } from '../../analysis/start-and-end.js';
import { startAndEndAtMost } from '../../analysis/start-and-end-bound.js';
import { LimitError, type Warning } from '../../errors.js';
import { PLACES_KEPT } from '../../kernels/compile.js';
import type { Machine } from '../../machine/machine.js';
import type { Schedule } from '../../schedule/schedule.js';
import type { InputInfo } from '../output/json.js';
import { NOTABLE, regionInfo, regionWarnings, startAndEndWarnings } from '../output/region.js';

/** What was read, as far as a region changes it. */
export interface Read {
  readonly schedule: Schedule;
  readonly info: InputInfo;
  readonly warnings: readonly Warning[];
}

/** What was read, with the region in the place of the schedule. Throws UsageError and ModelError. */
export function within<R extends Read>(read: R, asked: RegionAsked | null, machine: Machine): R {
  if (asked === null) return read;
  const { schedule, found } = cutRegion(read.schedule, machine, asked);
  return { ...read, schedule, ...tellingRegion(read, found) };
}

const tellingRegion = ({ info, warnings }: Read, found: RegionFound): Pick<Read, 'info' | 'warnings'> => ({
  info: { ...info, region: regionInfo(found) },
  warnings: [...warnings, ...regionWarnings(found)],
});

/** How much of a whole program is its start and its end; null where that is too little for a word, or not worth its time. */
export function startAndEndOf(model: Model): StartAndEnd | null {
  if (startAndEndAtMost(model) <= NOTABLE || model.schedule.operations > PLACES_KEPT) return null;
  try {
    return startAndEnd(model);
  } catch (error) {
    // The answer is there already, and must not be lost for want of memory for a word beside it.
    if (error instanceof LimitError) return null;
    throw error;
  }
}

/** That much of the whole program is its start and its end; nothing where a region was asked for. */
export function wholeWarnings({
  model,
  info,
}: {
  readonly model: Model;
  readonly info: InputInfo;
}): Warning[] {
  return info.region === undefined ? startAndEndWarnings(startAndEndOf(model)) : [];
}
