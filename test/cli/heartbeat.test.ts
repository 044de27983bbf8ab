import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Heartbeat, type Streams, withStreams, working } from '../../src/cli/process/streams.js';

const said: string[] = [];
const heard = (into: string[]): Streams => ({
  out: () => undefined,
  err: (text) => into.push(text),
  input: 0,
  terminal: false,
});

describe('the line every ten seconds', () => {
  beforeEach(() => {
    said.length = 0;
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  const inRun = (run: () => void) => withStreams(heard(said), async () => run());

  it('goes on as long as something works, however long that says nothing itself', () =>
    inRun(() => {
      const heartbeat = new Heartbeat();
      const end = heartbeat.start();
      heartbeat.hear({ working: 'reading 7 %' });
      vi.advanceTimersByTime(9_000);
      expect(said).toEqual([]);
      vi.advanceTimersByTime(1_000);
      heartbeat.hear({ working: 'solving with the engine highs' });
      vi.advanceTimersByTime(400_000);
      end();
      expect(said[0]).toBe('llamp-ts: reading 7 % (10 s)\n');
      expect(said[1]).toBe('llamp-ts: solving with the engine highs (20 s)\n');
      expect(said).toHaveLength(41);
      vi.advanceTimersByTime(400_000);
      expect(said).toHaveLength(41);
    }));

  it('says nothing of what is over', () =>
    inRun(() => {
      const heartbeat = new Heartbeat();
      const end = heartbeat.start();
      heartbeat.hear({ working: 'reading' });
      heartbeat.hear({ working: null });
      vi.advanceTimersByTime(60_000);
      end();
      expect(said).toEqual([]);
    }));

  it('is of one run, and counts from its start', async () => {
    const other: string[] = [];
    await inRun(() => working('the first'));
    vi.advanceTimersByTime(60_000);
    await withStreams(heard(other), async () => {
      working('the second');
      vi.advanceTimersByTime(10_000);
      working('the third');
    });
    expect(said).toEqual([]);
    expect(other).toEqual(['llamp-ts: the third (10 s)\n']);
  });
});
