/** One vocabulary in all JSON: the runtime is `runtime_ns`, λ is `lambda` by parameter; old names stand beside them. */
import { describe, expect, it } from 'vitest';
import { runCli } from './run.js';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** All objects within a value, without recursion. */
function objectsOf(value: Json): { [key: string]: Json }[] {
  const found: { [key: string]: Json }[] = [];
  const todo: Json[] = [value];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (next === null || typeof next !== 'object') continue;
    if (!Array.isArray(next)) found.push(next);
    todo.push(...Object.values(next));
  }
  return found;
}

const FIG4 = 'goal-samples/fig4.goal';
const TRACES = 'traces/jacobi2d-4';

describe('the JSON of', () => {
  it.each([
    [['tolerance', FIG4], []],
    [['tolerance', FIG4, '--frontier', 'L,G'], ['T_ns']],
    [
      ['curve', FIG4, '--at', '0,1us'],
      ['T_ns', 'lambda_L'],
    ],
    [
      ['curve', FIG4, '--parameter', 'G', '--latency-range', '0.1ns/B..100ns/B'],
      ['T_ns', 'lambda_G'],
    ],
    [
      ['curve', FIG4, '--surface', 'L,G', '--latency-range', '0..1us,0ns/B..100ns/B', '--grid', '2x2'],
      ['T_ns', 'lambda_G', 'lambda_L'],
    ],
    [['curve', FIG4, '--latency-distribution', '3us:0.5,5us:0.5'], ['T_ns']],
    [
      [
        'critical-latencies',
        'goal-samples/fig4-short.goal',
        '-L',
        '0',
        '-o',
        '0',
        '-G',
        '5ns/B',
        '--latency-range',
        '0..10us',
      ],
      ['T_ns'],
    ],
    [['path', FIG4], []],
    [['sensitivity', 'traces/runs/solver-4', '--by', 'region'], []],
    [['path', 'traces/runs/solver-4', '--by', 'region'], []],
    [
      ['sensitivity', FIG4, '--pairwise'],
      ['lambda_G', 'lambda_L'],
    ],
    [
      ['sensitivity', TRACES, '--by', 'rank'],
      ['lambda_L', 'lambda_L_received'],
    ],
    [['validate', 'traces/runs/ring-4', '--measured', 'traces/runs/ring-4/measured.csv'], []],
    [['compare', TRACES, '--machine', 'cscs-testbed,piz-daint', '-j', '1'], []],
    [['placement', TRACES, '--platform', 'epyc-orfeo', '--start', 'block'], ['lambda_L']],
    [
      ['topology', 'compare', TRACES, '--topology', 'fat-tree:k=16', '--topology', 'dragonfly:g=8,a=4,p=8'],
      [],
    ],
  ])('%j says everything by one name, and by its old one beside it: %j', async (argv, old) => {
    const { stdout, stderr, code } = await runCli([...argv, '--json', '-q']);
    expect([code, stderr]).toEqual([0, '']);
    const answer = JSON.parse(stdout);
    expect(answer.schema).toMatch(/^llamp-ts\/[a-z-]+\/2$/);
    expect(Object.keys(answer.deprecated ?? {}).sort()).toEqual(old);
    for (const one of objectsOf(answer.result)) {
      if ('T_ns' in one) expect(one.runtime_ns).toEqual(one.T_ns);
      for (const [key, value] of Object.entries(one)) {
        const [, name, received = ''] = /^lambda_([A-Z]\w*?)(_received)?$/.exec(key) ?? [];
        if (name !== undefined) expect(one[`lambda${received}`]).toHaveProperty([name], value);
      }
    }
  });
});
