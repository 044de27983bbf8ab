/** Variants evaluated in worker threads, all of a grid. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';

const traces = fileURLToPath(new URL('../../traces/', import.meta.url));
const sweep = ['--engine', 'sweep'];
const RING = 'allreduce=recursive-doubling,ring';

describe('compare', () => {
  it('answers the same from workers, in the same order', async () => {
    const argv = ['compare', join(traces, 'mixed-4'), '--collective', 'bcast=chain,linear', '--json'];
    const more = ['-q', '--collective', RING, '--platform', 'epyc-orfeo', '--map-by', 'core,node', ...sweep];
    const here = await runCli([...argv, ...more, '--jobs', '1']);
    const there = await runCli([...argv, ...more, '--jobs', '2']);
    expect(here.code).toBe(0);
    expect(there).toEqual(here);
  });
});
