import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const said: string[] = [];
vi.mock('../../src/cli/output/streams.js', () => ({
  STDERR: 2,
  toStderr: (text: string) => said.push(text),
}));

const { Heartbeat } = await import('../../src/cli/output/heartbeat.js');

describe('the line every ten seconds', () => {
  beforeEach(() => {
    said.length = 0;
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it('goes on as long as something works, however long that says nothing itself', () => {
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
  });

  it('says nothing of what is over', () => {
    const heartbeat = new Heartbeat();
    const end = heartbeat.start();
    heartbeat.hear({ working: 'reading' });
    heartbeat.hear({ working: null });
    vi.advanceTimersByTime(60_000);
    end();
    expect(said).toEqual([]);
  });
});
