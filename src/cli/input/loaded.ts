/** What reading an input gives. */
import type { Warning } from '../../errors.js';
import type { Schedule } from '../../schedule/schedule.js';
import type { InputInfo } from '../output/json.js';

export interface LoadedSchedule {
  readonly schedule: Schedule;
  readonly info: InputInfo;
  readonly warnings: readonly Warning[];
}
