/** Times of the parts of one process: measured within it, printed as JSON, read by who started it. */
import { z } from 'zod';
import type { NamedRun } from './case.js';

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

/** Wall and CPU time of every part that is run by {@link timed}, in ms. */
export class Stages {
  readonly all: NamedRun[] = [];

  timed<T>(name: string, run: () => T): T {
    const [wall, cpu] = [performance.now(), cpuMs()];
    const result = run();
    this.all.push({ name, wall: performance.now() - wall, cpu: cpuMs() - cpu });
    return result;
  }
}

const stages = z.array(z.object({ name: z.string(), wall: z.number(), cpu: z.number() }));

/** Of the JSON of {@link Stages.all}. Throws on anything else. */
export function parseStages(text: string): NamedRun[] {
  return stages.parse(JSON.parse(text));
}
