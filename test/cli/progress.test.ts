/** The bar on a terminal and the line elsewhere: how far the work is, and how long it will take at its rate so far. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProgressBar } from '../../src/cli/process/progress.js';
import { type Streams, withStreams } from '../../src/cli/process/streams.js';

describe('progress in a log', () => {
  const said: string[] = [];
  const streams: Streams = {
    out: () => undefined,
    err: (text) => said.push(text),
    input: 0,
    terminal: false,
  };
  const inRun = (run: (progress: ProgressBar) => void) =>
    withStreams({ ...streams }, async () => run(new ProgressBar(false)));

  beforeEach(() => {
    said.length = 0;
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it('tells the time left at the rate of the work that has begun', () =>
    inRun((progress) => {
      progress.begin('reading');
      vi.advanceTimersByTime(60_000);
      progress.begin('sampling');
      vi.advanceTimersByTime(10_000);
      // 20 of 100 in 10 s: the others take 40 s.
      progress.update('sampling', 20, 100);
      vi.advanceTimersByTime(10_000);
      progress.update('sampling', 20, 100);
      expect(said).toEqual([
        'llamp-ts: sampling (60 s)\n',
        'llamp-ts: sampling 20 %, about 40 s left (70 s)\n',
        'llamp-ts: sampling 20 %, about 80 s left (80 s)\n',
      ]);
    }));

  it('measures work that nothing began from its first report', () =>
    inRun((progress) => {
      progress.update('running cells', 1000, 10_000);
      vi.advanceTimersByTime(60_000);
      // 100 cells a minute, 8,900 left: an hour and a half.
      progress.update('running cells', 1100, 10_000);
      vi.advanceTimersByTime(60_000);
      // 4,500 in two minutes.
      progress.update('running cells', 5500, 10_000);
      expect(said).toEqual([
        'llamp-ts: running cells 11 %, about 89 min left (60 s)\n',
        'llamp-ts: running cells 55 %, about 2 min left (120 s)\n',
      ]);
    }));

  it('says nothing of the time left where the rate or the end is unknown, and at the end', () =>
    inRun((progress) => {
      progress.begin('solving parts');
      vi.advanceTimersByTime(10_000);
      progress.update('solving parts', 0, 4);
      vi.advanceTimersByTime(10_000);
      progress.update('solving parts', 4, 4);
      vi.advanceTimersByTime(10_000);
      progress.update('evaluating combinations, 7 done', 0, 0);
      expect(said).toEqual([
        'llamp-ts: solving parts 0 % (10 s)\n',
        'llamp-ts: solving parts 100 % (20 s)\n',
        'llamp-ts: evaluating combinations, 7 done (30 s)\n',
      ]);
    }));
});
