/** The part of a program that flags ask about, in the place of the whole. */
import type { RegionAsked } from '../../analysis/cut/bounds.js';
import { cutRegion, type RegionFound } from '../../analysis/cut/cut.js';
import type { Warning } from '../../errors.js';
import type { Machine } from '../../machine/machine.js';
import type { Schedule } from '../../schedule/schedule.js';
import type { InputInfo } from '../output/json.js';
import { regionInfo, regionWarnings } from '../present/region.js';

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
