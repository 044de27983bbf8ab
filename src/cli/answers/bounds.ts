/** A program between its bounds, with the replay beside them. */
import { bounds } from '../../analysis/bounds/bounds.js';
import { LlampError } from '../../errors.js';
import type { Machine } from '../../machine/machine.js';
import type { Schedule } from '../../schedule/schedule.js';
import { simulate } from '../../simulation/simulate.js';
import type { BoundsFlags } from '../flags/bounds.js';
import { parsePercents } from '../flags/parameters.js';
import { linksOf } from '../machine/links.js';
import type { Answer } from '../output/answer.js';
import { loadModel } from '../pipeline/pipeline.js';
import { boundsView } from '../present/bounds.js';

/** Whatever a machine file says: sharing is the question. */
const FREE = { cpu: 'free', nic: 'free' } as const;

/** Throws all that LlampError is. */
export async function boundsAnswer(inputs: readonly unknown[], flags: BoundsFlags): Promise<Answer> {
  const percents = parsePercents(flags.pct);
  const loaded = await loadModel(inputs, { ...flags, ...FREE });
  const links = linksOf(flags, loaded.resolved);
  const found = await bounds(loaded.model, { links, percents, doubled: flags.doubled });
  const replayNs = replayed(loaded.model.schedule, loaded.model.machine);
  return boundsView(loaded, { found, links, flags, replayNs });
}

/** T as `replay` has it, ns; null where its way of matching leaves messages over. */
function replayed(schedule: Schedule, machine: Machine): number | null {
  try {
    return simulate(schedule, { ...machine, cpu: 'serial', nic: 'serial', protocol: 'sync' }).runtime;
  } catch (error) {
    if (error instanceof LlampError) return null;
    throw error;
  }
}
