import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseWeights, runsOf } from '../../src/cli/flags/mix-weights.js';
import { programNames } from '../../src/cli/several.js';
import { expectRefusal, runCli } from './run.js';
import { scratch } from './scratch.js';

const CG = 'traces/cg-4';
const RING = 'traces/ring-4';
const FIG4 = 'goal-samples/fig4.goal';

const folder = scratch();

const json = async (...argv: string[]) => {
  const told = await runCli([...argv, '--json']);
  return { code: told.code, body: JSON.parse(told.stdout) };
};
const cells = (line: string): string[] => line.trim().split(/ {2,}/);

describe('names of programs', () => {
  it('are the last parts of paths without endings, and longer only where they must be', () => {
    expect(programNames([['traces/cg-4'], ['a/lulesh.goal.gz'], ['-'], ['x/icon.bin']])).toEqual([
      'cg-4',
      'lulesh',
      'stdin',
      'icon',
    ]);
    expect(programNames([['a/run.goal'], ['a/run.bin']])).toEqual(['run.goal', 'run.bin']);
    expect(programNames([['a/run.goal'], ['b/run.goal'], ['c.goal']])).toEqual([
      'a/run.goal',
      'b/run.goal',
      'c',
    ]);
  });

  it('of ranks named one by one or by a glob are those of their folder', () => {
    expect(programNames([['cg/t-rank-0.txt', 'cg/t-rank-1.txt'], ['ft/*.txt']])).toEqual(['cg', 'ft']);
    expect(programNames([['d/a*.txt'], ['d/b*.txt'], ['ft/*.txt']])).toEqual(['a', 'b', 'ft']);
  });

  it('of a program named twice are counted', () => {
    expect(programNames([['x/a.goal'], ['b.goal'], ['x/a.goal']])).toEqual(['a', 'b', 'a#2']);
  });
});

describe('weights', () => {
  it('of steady states with different numbers of iterations are told to count those parts', async () => {
    const argv = ['traces/fft-4', CG, '--region', 'steady-state', '--weight', 'fft-4=2'];
    const each = '16 of fft-4, 40 of cg-4';
    const mend = '--weight fft-4=0.125,cg-4=0.025';
    const { body: unequal } = await json('sensitivity', ...argv);
    expect(unequal.warnings).toContainEqual({
      code: 'unequal-iterations',
      message: expect.stringMatching(new RegExp(`\\(${each}\\).*${mend}$`)),
    });
    const { body } = await json('sensitivity', CG, CG, '--region', 'steady-state', '--weight', 'cg-4=2');
    expect(body.warnings).not.toContainEqual(expect.objectContaining({ code: 'unequal-iterations' }));
  });

  it('are 1 but where they are given', () => {
    expect(parseWeights(undefined, ['a', 'b'])).toBeNull();
    expect(parseWeights(['b=2.5'], ['a', 'b', 'c'])).toEqual({ by: 'runs', values: [1, 2.5, 1] });
    expect(parseWeights(['a=2,c=3', 'b=1'], ['a', 'b', 'c'])).toEqual({ by: 'runs', values: [2, 1, 3] });
  });

  it('of hours count runs of all together in the time in which they run once', () => {
    const hours = parseWeights(['a=3h,b=1h'], ['a', 'b']);
    expect(hours).toEqual({ by: 'hours', values: [3, 1] });
    // a takes half as long as b: in 3 h it runs six times as often as b in 1 h.
    expect(hours && runsOf(hours, [500, 1000], ['a', 'b'])).toEqual([6 / 7, 1 / 7]);
    expect(() => hours && runsOf(hours, [500, 0], ['a', 'b'])).toThrow(
      'hours for b, which has a runtime of 0',
    );
    expect(parseWeights(['hours'], ['a', 'b'])).toEqual({ by: 'hours', values: [1, 1] });
  });

  it.each([
    ['d=2', "--weight names the program 'd', which is not in INPUT. Write a=2 or b=2"],
    ['d=2h', 'Write a=2h or b=2h'],
    ['a=0', 'is not NAME=NUMBER'],
    ['a', 'is not NAME=NUMBER'],
    ['a=1,a=2', 'given twice'],
    ['a=1h,b=1', 'hours for some programs, but not for b. Write'],
    ['a=1h', 'but not for b. Write'],
  ])('refuses %s', (text, why) => {
    expect(() => parseWeights([text], ['a', 'b'])).toThrow(why);
  });
});

describe('several programs', () => {
  it('tell whom a warning is about', async () => {
    const { stderr } = await runCli(`tolerance ${CG} goal-samples/overlap.goal goal-samples/wildcard.goal`);
    expect(stderr).toMatch(/^warning: wildcard: .*/m);
    const { body } = await json('tolerance', CG, 'goal-samples/wildcard.goal');
    const told = body.warnings.map(({ message }: { message: string }) => message.split(': ')[0]);
    expect(told).toEqual(['cg-4', 'wildcard']);
    expect(body.result.programs[1].warnings[0].message).not.toMatch(/^wildcard: /);
  });

  it('answer nothing where one of them is bad, and say which', async () => {
    const output = join(folder, 'half.txt');
    for (const [bad, code, why] of [
      ['nowhere.goal', 3, 'nowhere.goal: no such file'],
      ['goal-samples/deadlock.goal', 4, 'goal-samples/deadlock.goal: deadlock'],
      ['goal-samples/unmatched.goal', 4, 'goal-samples/unmatched.goal: 2 unmatched operations'],
    ] as const) {
      await expectRefusal(['tolerance', CG, bad, RING, '--output', output], code, why);
      expect(() => readFileSync(output)).toThrow('ENOENT');
    }
  });

  it('check each, and end with 4 where one has problems', async () => {
    const told = await runCli(['check', CG, 'goal-samples/unmatched.goal']);
    expect(told.code).toBe(4);
    expect(told.stdout).toMatch(/^unmatched\n2 unmatched operations/m);
    expect(cells(told.stdout.split('\n')[1]).at(-1)).toBe('0');
  });

  it('meet a gate that is just their tolerance', async () => {
    // T = max(2000, L) + 100: 2100 at 1 µs, and 25 % more where L is 2525 ns.
    const input =
      'num_ranks 2 rank 0 { a: send 1b to 1 } rank 1 { c: calc 2000 x: recv 1b from 0 d: calc 100 d requires c d requires x }';
    const coded = async (gate: string): Promise<number | null> => {
      const flags = ['-L', '1us', '-o', '0', '-G', '0', '--pct', '25', '--fail-below', gate];
      return (await runCli(['tolerance', '-', ...flags], { input })).code;
    };
    expect([await coded('1525ns'), await coded('1526ns')]).toEqual([0, 10]);
  });

  it('meet a gate where all do; else the worst is named', async () => {
    const worst = await runCli(['tolerance', RING, CG, '--pct', '1', '--fail-below', '1us', '--quiet']);
    expect(worst.code).toBe(10);
    expect(worst.stderr).toBe(
      'llamp-ts: cg-4: the 1 % tolerance is +210.9 ns, below the gate of +1 µs; 2 of 2 programs do not pass\n',
    );
    const one = await runCli(['tolerance', RING, CG, '--pct', '1', '--fail-below', '500ns']);
    expect([one.code, one.stderr.includes('of 2 programs')]).toEqual([10, false]);
    expect((await runCli(['tolerance', RING, CG, '--pct', '1', '--fail-below', '200ns'])).code).toBe(0);
  });

  it.each([
    ['export', ['--format', 'lp']],
    ['tolerance', ['--by', 'iteration']],
    ['schedgen', []],
    ['view', []],
    ['validate', ['--measured', 'runs.csv']],
    ['placement', ['--platform', 'epyc-orfeo', '--save', 'ranks.txt']],
  ])('are refused by %s, which is about one', async (command, flags) => {
    await expectRefusal(
      [command, CG, RING, ...flags],
      2,
      /^llamp-ts: .* takes one program, not 2\. Name one of cg-4, ring-4\n$/,
    );
  });

  it('have no measured runs in common, and one program has no mix', async () => {
    const measured = await runCli(
      `curve ${CG} ${RING} --at 3us --plot x.svg --latency-range 3us..9us --measured runs.csv`,
    );
    expect([measured.code, measured.stderr.includes('runs of one program')]).toEqual([2, true]);
    const alone = await runCli(['tolerance', CG, '--weight', 'cg-4=2']);
    expect([alone.code, alone.stderr.includes('--weight needs several programs')]).toEqual([2, true]);
  });

  it('do not write over what they read', async () => {
    const told = await runCli(['tolerance', CG, FIG4, '--output', FIG4]);
    expect([told.code, told.stderr.includes('would overwrite an input')]).toEqual([2, true]);
  });

  it('are drawn as lines over each other, or as pictures side by side', async () => {
    const file = join(folder, 'all.svg');
    await runCli(['tolerance', CG, RING, '--pct', '2', '--plot', file]);
    const overlaid = readFileSync(file, 'utf8');
    for (const word of ['>cg-4<', '>ring-4<', 'slower by (%)', 'machine cscs-testbed'])
      expect(overlaid).toContain(word);
    await runCli(['sensitivity', CG, RING, '--pairwise', '--plot', file]);
    const grid = readFileSync(file, 'utf8');
    expect(grid.match(/<svg /g)?.length).toBeGreaterThanOrEqual(3);
    const ids = [...grid.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of grid.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
  });
});
