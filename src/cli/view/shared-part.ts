/** What is shared, as a part of the page that comes behind all others. */
import { sharedSection, unsharedSection } from '../../report/html/shared-section.js';
import { SHARED_OPERATIONS, sharedOf } from '../answers/shared.js';
import { latencyShown } from './latency-shown.js';
import type { Loaded } from './workbench.js';

/** The section; a sentence where the program is too large for it. `pause` is awaited between two rows and may throw. */
export async function sharedPart({ model }: Loaded, pause: () => Promise<void>): Promise<string> {
  const shared = await sharedOf(model, undefined, pause);
  if (shared === null) return unsharedSection(tooLarge(model.schedule.operations));
  const axis = model.latency;
  const { runtime } = await model.engine.evaluate(model.lines(axis), axis.base);
  return sharedSection({ shared, runtime, curve: latencyShown(axis) });
}

function tooLarge(operations: number): string {
  const tell = 'llamp-ts report INPUT --shared, with the machine of this page, tells it';
  return operations > SHARED_OPERATIONS
    ? `Of more than ${count(SHARED_OPERATIONS)} operations (here ${count(operations)}) this is not computed with every change: ${tell}.`
    : `There is not enough memory left for this beside the page: ${tell}.`;
}

const count = (value: number): string => value.toLocaleString('en-US');
