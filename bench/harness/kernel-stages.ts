/** The stages of a cold process, with kernels and without, each beside the other. */
import type { Plan } from './case.js';
import { type Input, plainGoal } from './inputs.js';
import type { Setting } from './setting.js';

/** Stages of bench/kernels-stage.ts of which one is divided by the other. */
const DIVIDED = [
  'read',
  'match and order',
  'compile',
  'price',
  'first pass',
  'fifth pass',
  'critical latencies',
  'replay',
];

export function kernelStagesPlan({ llamp, root, folder }: Setting, input: Input): Plan {
  const goal = plainGoal(folder, input);
  if (goal === null) return { cases: [], pairs: [], series: [], skipped: [] };
  const [node] = llamp;
  const script = [node, `${root}/scripts/run-ts.js`, `${root}/bench/kernels-stage.ts`];
  const name = `stages of ${input.name}`;
  const off = `${name}, kernels off`;
  return {
    cases: [
      { name, argv: [...script, 'on', goal, '--json'], stages: true },
      { name: off, argv: [...script, 'off', goal, '--json'], stages: true },
    ],
    pairs: DIVIDED.map((stage) => ({ of: `${name}: ${stage}`, over: `${off}: ${stage}` })),
    series: [],
    skipped: [],
  };
}
