/** A program on changing machines: the numbers are the library's, and what nobody waits for is let go. */
import { describe, expect, it } from 'vitest';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { tolerance } from '../../src/analysis/sensitivity.js';
import { JobQueue, ViewSession } from '../../src/live/session.js';
import type { JobAnswer, Settings } from '../../src/live/settings.js';
import { logGPS } from '../../src/machine/machine.js';
import { readMachineFile } from '../../src/machine/machine-file.js';
import { overlappedRing } from '../report/samples.js';
import { breathe, fixedProgram, settingsWith, tracedProgram, viewedProgram } from './samples.js';

const settings = (changes: Partial<Settings> = {}): Settings =>
  settingsWith({ 'latency-range': '+0..+80us', pct: '1,2,5', ...changes });

const ring = () => viewedProgram(fixedProgram(overlappedRing(6, 24)));

describe('a session', () => {
  it('gives the numbers of the library after changes, whatever it was asked before', async () => {
    const session = new ViewSession(ring());
    await session.answer(settings());
    const query = settings({ latency: '1us', overhead: '0', rendezvous: 'none' });
    const answer = await session.answer(query);
    const machine = logGPS({ L: 1000, o: 0, G: 0.018 });
    const model = await Model.of(overlappedRing(6, 24), machine, { engine: 'sweep' });
    const expected = await tolerance(model, [1, 2, 5]);
    expect(answer).toMatchObject({ runtime: expected.runtime, lambda: expected.lambda.L, rho: expected.rho });
    expect(answer.tolerance.map(({ delta }) => delta)).toEqual(expected.tolerance.map(({ delta }) => delta));
    const data = await session.report(query);
    const curve = await exactCurve(model, 1000, 81_000);
    expect(data.curve.start).toEqual(curve.pieces.map(({ start }) => start));
    expect(data.curve.runtime).toEqual(curve.pieces.map(({ runtime }) => runtime));
    expect(data.timeline.stops.length).toBeGreaterThan(0);
  });

  it('says of an algorithm that was chosen what a plain machine cannot price', async () => {
    const text = 'latency: 3us\noverhead: 5us\ngap_per_byte: 0.018ns/B\ncpu: free\nnic: free\n';
    const machine = { name: 'plain.yaml', file: readMachineFile(text, 'plain.yaml') };
    const session = new ViewSession(viewedProgram(await tracedProgram('cg-4'), { machine, named: true }));
    const codes = async (...collectives: string[]): Promise<string[]> => {
      const query = settingsWith({ machine: 'plain.yaml', pct: '1', collectives });
      return (await session.answer(query)).warnings.map(({ code }) => code);
    };
    expect(await codes('allreduce=linear')).toContain('independent-sends');
    expect(await codes('allreduce=ring')).not.toContain('independent-sends');
    expect(await codes()).not.toContain('independent-sends');
  });
});

describe('the queue of a worker', () => {
  it('drops what nobody waits for, waiting or between two critical paths', async () => {
    const said: [number | null, string][] = [];
    let finish: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const reply = (answer: JobAnswer): void => {
      said.push([answer.id, 'value' in answer ? 'value' : (answer.field ?? answer.error)]);
      if (answer.id === 3) finish();
    };
    const queue = new JobQueue(ring(), reply, breathe);
    queue.take({ id: 0, question: 'report', query: settings() });
    queue.take({ id: 1, question: 'report', query: settings({ latency: '4us' }) });
    queue.take({ id: 2, question: 'answer', query: { ...settings(), 'latency-range': 'x', pct: 'y' } });
    queue.take({ id: 3, question: 'answer', query: settings() });
    queue.take({ cancel: 0 });
    queue.take({ cancel: 1 });
    await done;
    expect(said).toEqual([
      [1, 'overtaken'],
      [0, 'overtaken'],
      [2, 'pct'],
      [3, 'value'],
    ]);
  });

  it('goes on behind an answer that cannot be sent, and says so instead', async () => {
    const said: [number | null, string][] = [];
    let finish: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const reply = (answer: JobAnswer): void => {
      if (answer.id === 0 && 'value' in answer) throw new Error('could not be cloned');
      said.push([answer.id, 'value' in answer ? 'value' : answer.error]);
      if (answer.id === 1) finish();
    };
    const queue = new JobQueue(ring(), reply, breathe);
    queue.take({ id: 0, question: 'answer', query: settings() });
    queue.take({ id: 1, question: 'answer', query: settings() });
    await done;
    expect(said).toEqual([
      [0, expect.stringContaining('could not be cloned')],
      [1, 'value'],
    ]);
  });
});
