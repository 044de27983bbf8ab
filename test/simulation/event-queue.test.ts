/** Events that wait for a CPU: served as if each were put back alone, at a fraction of the looks. */
import { describe, expect, it } from 'vitest';
import { NONE } from '../../src/schedule/schedule.js';
import { EventQueue } from '../../src/simulation/simulation-events.js';
import { random } from '../properties/schedules.js';

const CPUS = 3;

/** A job of a CPU, which needs a card as well, and sometimes keeps the CPU of another until a time. */
interface Job {
  readonly at: number;
  readonly cpu: number;
  readonly takes: number;
  readonly keepsCard: number;
  readonly holds: number;
}

/** The jobs in the order in which they ran, with their times, and how often one was looked at. */
function served(jobs: readonly Job[], inLines: boolean): { order: string[]; looks: number } {
  const free = new Float64Array(CPUS);
  const card = new Float64Array(CPUS);
  const queue = new EventQueue(free, jobs.length);
  jobs.forEach(({ at }, i) => {
    queue.add(i, at);
  });
  const order: string[] = [];
  let looks = 0;
  for (let event = queue.take(); event !== NONE; event = queue.take()) {
    looks++;
    const { time } = queue;
    const { cpu, takes, keepsCard, holds } = jobs[event];
    const from = Math.max(free[cpu], card[cpu]);
    if (time < from) {
      if (inLines && from === free[cpu]) queue.waitFor(event, cpu);
      else queue.putBack(event, from);
      continue;
    }
    order.push(`${event} at ${time}`);
    free[cpu] = time + takes;
    card[cpu] = time + keepsCard;
    const other = (cpu + 1) % CPUS;
    free[other] = Math.max(free[other], time + holds);
  }
  return { order, looks };
}

describe('events that wait for a CPU', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('are served in the order of putting each back, seed %d', (seed) => {
    const next = random(seed);
    const below = (n: number): number => Math.floor(next() * n);
    const jobs = Array.from({ length: 400 }, () => ({
      at: below(300),
      cpu: below(CPUS),
      takes: below(4),
      keepsCard: below(6),
      holds: below(3) === 0 ? below(9) : 0,
    }));
    const lines = served(jobs, true);
    expect(lines.order).toEqual(served(jobs, false).order);
    expect(lines.order).toHaveLength(jobs.length);
  });

  it('are looked at twice each where all want one CPU at once', () => {
    const jobs = Array.from({ length: 1000 }, () => ({ at: 0, cpu: 0, takes: 1, keepsCard: 0, holds: 0 }));
    expect(served(jobs, true).looks).toBeLessThan(3 * jobs.length);
    expect(served(jobs, false).looks).toBe(500_500);
  });
});
