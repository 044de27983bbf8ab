/** Regions of the samples that ship: wildcards, persistent requests, waits for any, rendezvous; what runs alone runs as long. */
import { describe, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { cases } from '../part.js';

const SAMPLES = [
  'cg-4',
  'fft-4',
  'halo3d-4',
  'mixed-4',
  'persist-4',
  'ring-4',
  'sweep-4',
  'runs/solver-4',
  'runs/ring-4',
];
const REGIONS = ['5%..95%', '20%..60%', 'first-message..last-message', 'start..50%'];
/** As they are, and with a rendezvous of all messages; this one would deadlock. */
const MACHINES = [[], ['-S', '0']];
const EAGER_ONLY = 'runs/ring-4';

interface Told {
  readonly input: { readonly region: { readonly begin_ns: number; readonly end_ns: number } };
  readonly result: { readonly runtime_ns: number };
}

describe.each(cases(SAMPLES, (name) => ['mixed-4', EAGER_ONLY].includes(name)))(
  'a region of %s',
  (sample) => {
    it.each(REGIONS)('%s lasts from where it begins to where it ends', async (region) => {
      for (const machine of sample === EAGER_ONLY ? [[]] : MACHINES) {
        const argv = ['sensitivity', `traces/${sample}`, '--region', region, '--engine', 'sweep', ...machine];
        const { stdout, stderr } = await runCli([...argv, '--json']);
        const { input, result } = JSON.parse(stdout) as Told;
        const { begin_ns: begin, end_ns: end } = input?.region ?? {};
        expect(result?.runtime_ns, stderr + stdout).toBeCloseTo(end - begin, 3);
      }
    });
  },
);
