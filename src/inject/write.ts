/** A plan as the text that the injector reads; docs/inject.md says what stands in it. */
import type { CollectivePlan, PlannedCall, PlannedOp } from './types.js';

const LETTERS: Readonly<Record<PlannedOp['kind'], string>> = { send: 's', recv: 'r', calc: 'c' };

/** The lines, each with its end. */
export function* writePlan({ templates, calls }: CollectivePlan): Generator<string> {
  yield `llamp-plan 1\nranks ${calls.length}\ntemplates ${templates.length}\n`;
  for (const template of templates) yield `template ${template.length}\n${template.map(opLine).join('')}`;
  for (const [rank, of] of calls.entries()) yield `rank ${rank} ${of.length}\n${of.map(callLine).join('')}`;
}

const opLine = ({ kind, peer, value, after }: PlannedOp): string =>
  `${[LETTERS[kind], peer, value, after.length, ...after].join(' ')}\n`;

const callLine = ({ name, bytes, template, instance }: PlannedCall): string =>
  `${name} ${bytes} ${template} ${instance}\n`;
