/** Noise of a program so large that the live page draws fewer runs of it. */
import { describe, expect } from 'vitest';
import { ViewSession } from '../../../src/cli/view/session.js';
import { allowedNames, readSettings } from '../../../src/cli/view/settings.js';
import { fixedProgram, viewedProgram } from '../../commands/view-samples.js';
import { inFull } from '../../part.js';
import { overlappedRing } from '../../report/samples.js';

describe('runs of a large program', () => {
  inFull('are fewer unless the page says how many, and it says so', async () => {
    const session = new ViewSession(viewedProgram(fixedProgram(overlappedRing(6, 8000))));
    const noisy = { machine: 'cscs-testbed', jitter: 'L=lognormal:mean=200ns,sd=300ns', pct: '1' };
    const query = readSettings(noisy, allowedNames({}));
    expect((await session.answer(query)).values.samples).toBe('448');
    const { section } = await session.noise(query);
    expect(section).toContain('448 random runs');
    expect(section).toContain(
      'For 144,000 operations the page simulates 448 runs by default (llamp-ts noise: 1,024). Set “runs” to change this.',
    );
    const more = await session.noise({ ...query, samples: '64' });
    expect(more.section).toContain('64 random runs');
    expect(more.section).not.toContain('unless “runs” says');
  });
});
