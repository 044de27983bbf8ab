/** Noise of a program so large that the live page draws fewer runs of it. */
import { describe, expect } from 'vitest';
import { ViewSession } from '../../src/live/session.js';
import { inFull } from '../part.js';
import { overlappedRing } from '../report/samples.js';
import { fixedProgram, settingsWith, viewedProgram } from './samples.js';

describe('runs of a large program', () => {
  inFull('are fewer unless the page says how many, and it says so', async () => {
    const session = new ViewSession(viewedProgram(fixedProgram(overlappedRing(6, 8000))));
    const query = settingsWith({ jitter: 'L=lognormal:mean=200ns,sd=300ns', pct: '1' });
    expect((await session.answer(query)).values.samples).toBe('448');
    const found = await session.noise(query);
    expect(found?.noise?.summary.samples).toBe(448);
    expect(found?.warnings).toContain(
      'For 144,000 operations the page simulates 448 runs by default (llamp-ts noise: 1,024). Set “runs” to change this.',
    );
    const more = await session.noise({ ...query, samples: '64' });
    expect(more?.noise?.summary.samples).toBe(64);
    expect(more?.warnings.join()).not.toContain('Set “runs”');
  });
});
