/** What may be chosen for the collectives of a program. */
import { algorithmsOf } from '../../collectives/registry.js';
import type { Program } from '../../sources/program.js';
import type { CollectiveChoices } from './wire.js';

/** The collectives that the program calls, with every algorithm of each; none where they are messages already. */
export function algorithmChoices(program: Program): CollectiveChoices[] {
  const found = new Set((program.calls() ?? []).map(({ collective }) => collective));
  return [...found].sort().map((collective) => ({
    collective,
    choices: [
      '',
      ...algorithmsOf(collective).map(({ name }) => `${collective}=${name}`),
      `${collective}=auto`,
    ],
  }));
}
