import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseMeasured } from '../../src/report/measured-table.js';
import { gapAxis, latencyAxis } from '../../src/timing/axis.js';
import { expectRefusal, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { cases, inFull } from '../part.js';
import { machine } from '../report/samples.js';

const folder = scratch();

const at = (name: string): string => join(folder, name);
const draw = async (argv: readonly string[], name: string): Promise<string> => {
  const result = await runCli([...argv, '--plot', at(name)]);
  expect(result.code, result.stderr).toBe(0);
  return readFileSync(at(name), 'utf8');
};

describe('--plot', () => {
  const pictures = [
    ['curve traces/jacobi2d-4 --latency-range +0..+50us', 'Runtime over added latency'],
    ['curve traces/jacobi2d-4 --parameter G --latency-range +0..+1ns/B', 'added gap per byte ΔG (ns/B)'],
    ['critical-latencies goal-samples/three-slopes.goal', 'latency L (µs); dashed: the machine'],
    ['tolerance traces/jacobi2d-4 --pct 3', 'slower by 3 % at +588.6 ns'],
    ['tolerance goal-samples/fig4.goal --parameter G', 'added gap per byte'],
    ['tolerance traces/halo3d-4 --frontier L,G --pct 1', 'Joint tolerance of L and G'],
    ['tolerance traces/jacobi2d-4 --latency-distribution 3us:0.5,5us:0.5', 'Runtime with distributed L'],
    ['curve traces/jacobi2d-4 --latency-distribution 3us:0.5,5us:0.5', 'Runtime with distributed L'],
    ['curve traces/jacobi2d-4 --parameter G --latency-range +0..+1ns/B', 'ρ_L (%)'],
    ['tolerance traces/ring-4 --topology fat-tree:k=4', 'added latency per wire'],
    ['compare traces/cg-4 --collective allreduce=recursive-doubling,ring', '★ allreduce=recursive-doubling'],
    [
      'compare traces/cg-4 --collective allreduce=recursive-doubling,ring --latency-range +0..+50us',
      'runtime T (ms)',
    ],
    // Eight curves remain apart; all 18 variants have bars.
    [
      'compare traces/mixed-4 --collective allreduce=recursive-doubling,ring --collective bcast=linear,chain,binary --platform epyc-orfeo --map-by core,socket,node',
      '8 of 18 variants: those that cross first',
    ],
    ['replay traces/ring-4', 'traces/ring-4: ranks over time, simulated'],
    ['scaling traces/scaling/solver-2 traces/scaling/solver-4 traces/scaling/solver-8', 'runtime T (ms)'],
    ['budget traces/cg-4', '+210.9 ns'],
    ['diff traces/cg-4 --b=--machine=piz-daint', 'ΔT by call (µs)'],
    ['tolerance traces/cg-4 --uncertainty --pct 1 --samples 20', '5 % to 95 % of the samples'],
    ['tolerance --uncertainty traces/repeats/solver-4-1 traces/repeats/solver-4-2', 'between the quartiles'],
    // Five of its pairs of ranks are in the table of the same command.
    ['sensitivity traces/cg-4 --pairwise', '5 of 6 pairs carry λ_L (latencies), both ways together'],
    ['sensitivity traces/cg-4 --pairwise --parameter G', 'λ_G (bytes)'],
    ['placement traces/ring-4 --platform epyc-orfeo --evaluations 20 --restarts 0', 'round robin'],
    [
      'compare traces/ring-4 --topology fat-tree:k=4 --topology torus:dims=2x2,p=1 --latency-range 274ns..424ns',
      'runtime T, and λ',
    ],
  ];
  const kept = /^(curve \S+ --latency-range|critical-latencies|replay) /;

  it.each(cases(pictures, ([line]) => kept.test(line)))('%s', async (line, shown) => {
    const svg = await draw(line.split(' '), 'picture.svg');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*<\/svg>\n$/);
    expect(svg).toContain(shown);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });

  inFull('draws the same bytes twice, and PNG for a name in .png', async () => {
    const line = ['tolerance', 'traces/jacobi2d-4'];
    expect(await draw(line, 'a.svg')).toBe(await draw(line, 'b.svg'));
    await draw(line, 'a.png');
    expect(readFileSync(at('a.png')).subarray(1, 4).toString()).toBe('PNG');
  });

  it('leaves the answer on standard output as it is', async () => {
    const plain = await runCli('tolerance traces/jacobi2d-4 --json');
    const drawn = await runCli(['tolerance', 'traces/jacobi2d-4', '--json', '--plot', at('c.svg')]);
    expect(drawn.stdout).toBe(plain.stdout);
  });

  it.each([
    ['tolerance traces/jacobi2d-4 --plot x.pdf', 2, 'ends in .svg or .png'],
    ['curve traces/jacobi2d-4 --at 0 --plot x.svg', 2, 'Add --latency-range'],
    [
      'curve traces/ring-4 --latency-range 1us..2us --latency-distribution 3us:1 --plot x.svg',
      2,
      'either the curve',
    ],
    ['tolerance traces/ring-4 --frontier L,G --plot x.svg --measured m.csv', 2, 'has no meaning with'],
    ['sensitivity traces/cg-4 --plot x.svg', 2, '--pairwise'],
    ['tolerance traces/jacobi2d-4 --measured m.csv', 2, '--plot'],
    ['tolerance traces/jacobi2d-4 --plot no/such/folder/x.svg', 3, 'no/such/folder/x.svg'],
  ])('refuses %s', async (line, code, said) => {
    await expectRefusal(line, code, said);
    expect(readdirSync('.')).not.toContain('x.svg');
  });
});

describe('--measured', () => {
  const axis = latencyAxis(machine);
  const points = (text: string): [number, number][] =>
    parseMeasured(text, 'runs.csv', axis).runs.map(({ x, runtime }) => [x, runtime]);

  it.each([
    [
      '3us,1ms\n+10us,1.5ms\n',
      [
        [3000, 1e6],
        [13_000, 1.5e6],
      ],
    ],
    [
      'L_us,T_ms\n3,1\n13, 1.5\n',
      [
        [3000, 1e6],
        [13_000, 1.5e6],
      ],
    ],
    ['"L (us)","T (s)"\r\n"3","1"\r\n', [[3000, 1e9]]],
    ['# by hand\n\n3000,1000000\n', [[3000, 1e6]]],
    ['\uFEFFlatency;runtime\n3us;1ms\n', [[3000, 1e6]]],
    [
      'load1,T_s,"a, b",latency_us,\n,1,x,3,\n2,2,"y, z",4,\n',
      [
        [3000, 1e9],
        [4000, 2e9],
      ],
    ],
    ['L_\u03bcs,T_min\n3,1\n', [[3000, 6e10]]],
    ['"L, of all",mean\n3us,"1ms"\n', [[3000, 1e6]]],
  ])('reads %j', (text, expected) => {
    expect(points(text)).toEqual(expected);
  });

  it.each([
    ['L,T\n3us,1ms\n5us\n', /^runs\.csv:3: '5us' is not a pair/],
    ['L_us,T_ms\n3,x\n', /^runs\.csv:2:3: T 'x' is not a quantity/],
    ['3parsec,1\n', /^runs\.csv:1:1: L '3parsec' has the unknown unit/],
    ['-5us,1\n', /^runs\.csv:1:1: L '-5us' is negative/],
    ['L,T\n', /^runs\.csv: the file has no measured point/],
    ['L_usec,T_usec\n3,10\n', /^runs\.csv:1: the header has no column of L\. Call the columns L_ns and T_ns/],
  ])('refuses %j', (text, message) => {
    expect(() => points(text)).toThrow(message);
  });

  it('shows gaps as examples where the parameter is one', () => {
    const refused = (text: string) => () => parseMeasured(text, 'runs.csv', gapAxis(machine));
    expect(refused('')).toThrow('Write lines of G and T, such as 0.018ns/B,1.25s');
    expect(refused('0.018ns/B')).toThrow('Write two cells, such as 0.018ns/B,1.25s');
    expect(refused('0.018ns/B,1.25s')).not.toThrow();
  });
});
