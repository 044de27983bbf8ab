/** How answers are laid out: within a terminal, and as Markdown. */
import { describe, expect, it } from 'vitest';
import { gridWidth, shortened, transposed } from '../../src/cli/output/fit.js';
import { laidOut } from '../../src/cli/output/layout.js';
import { facts, table } from '../../src/cli/output/table.js';
import { runCli } from './run.js';

const HEADS = [{ title: 'name', align: 'left' }, { title: 'T' }, { title: 'λ' }] as const;
const ROWS = [
  ['allreduce=recursive-doubling', '1.5 ms', '12'],
  ['allreduce=ring', '22 µs', '7'],
];
const within = (columns: number): string[] =>
  laidOut({ columns, markdown: false }, () => table(HEADS, ROWS))
    .split('\n')
    .slice(0, -1);

describe('a table in a terminal', () => {
  it('stays as it is where it fits', () => {
    expect(within(46)).toEqual([
      '  name                               T   λ',
      '  allreduce=recursive-doubling  1.5 ms  12',
      '  allreduce=ring                 22 µs   7',
    ]);
    // Two in front of each column: 2 + 28, 2 + 6, 2 + 2.
    expect(gridWidth({ heads: ['name', 'T', 'λ'], rows: ROWS, words: [true, false, false] })).toBe(42);
    expect(within(42)).toEqual(within(1000));
  });

  it('cuts words where it does not', () => {
    expect(within(41)).toEqual([
      '  name                              T   λ',
      '  allreduce=recursive-doubli…  1.5 ms  12',
      '  allreduce=ring                22 µs   7',
    ]);
    expect(within(26)).toEqual([
      '  name               T   λ',
      '  allreduce=r…  1.5 ms  12',
      '  allreduce=r…   22 µs   7',
    ]);
  });

  it('puts names below each other where even that is too wide', () => {
    expect(within(25)).toEqual([
      '  allreduce=recursive-doubling',
      '    T  1.5 ms',
      '    λ  12',
      '  allreduce=ring',
      '    T  22 µs',
      '    λ  7',
    ]);
  });

  it('breaks values that stand behind names between their words', () => {
    const text = laidOut({ columns: 20, markdown: false }, () => facts([['ranks', '0 → 1 → 2 → 3 → 4']]));
    expect(text).toBe('  ranks  0 → 1 → 2 →\n         3 → 4\n');
  });

  it('exchanges rows and columns where that fits', () => {
    const grid = { heads: ['', 'one', 'another'], rows: [['x', '1', '2']], words: [false, false, false] };
    expect(shortened(grid, 10)).toBeNull();
    expect(transposed(grid, 20)).toEqual({
      heads: ['', 'x'],
      rows: [
        ['one', '1'],
        ['another', '2'],
      ],
      words: [true, false],
    });
    expect(transposed(grid, 10)).toBeNull();
  });

  const questions = [
    ['tolerance', 'traces/cg-4'],
    ['path', 'traces/jacobi2d-4'],
    ['sensitivity', 'traces/runs/solver-4', '--by', 'site'],
    ['topology', 'compare', 'traces/cg-4', '--topology', 'fat-tree:k=8', '--topology', 'torus:dims=2x2'],
    ['compare', 'traces/cg-4', '--collective', 'allreduce=recursive-doubling,ring'],
  ];
  it.each(questions)('holds the rows of %s', async (...argv) => {
    const wide = await runCli(argv);
    const narrow = await runCli(argv, { screen: true, columns: 60 });
    expect([narrow.code, wide.code]).toEqual([0, 0]);
    // Rows of tables and facts begin with two spaces.
    const longest = narrow.stdout.split('\n').filter((line) => line.startsWith('  '));
    expect(longest.length).toBeGreaterThan(2);
    for (const line of longest) expect([...line].length).toBeLessThanOrEqual(60);
    expect((await runCli(argv, { columns: 60 })).stdout).toBe(wide.stdout);
  });
});

describe('Markdown', () => {
  it('has tables, lists and lines', () => {
    const text = laidOut(
      { columns: null, markdown: true },
      () => `Two lines\nof text\n${table(HEADS, [['a|b', '1', '2']])}${facts([['  x', '3']])}\n\n\nend\n`,
    );
    expect(text).toBe(
      'Two lines  \nof text\n\n| name | T | λ |\n| --- | ---: | ---: |\n| a\\|b | 1 | 2 |\n\n- x: 3\n\nend\n',
    );
  });

  it('says what the text says', async () => {
    const argv = ['tolerance', 'goal-samples/three-slopes.goal', '--pct', '1,2,5'];
    const plain = (await runCli(argv)).stdout;
    const { stdout, code } = await runCli([...argv, '--markdown']);
    expect(code).toBe(0);
    const words = (text: string): string[] => text.split(/[\s|:]+/).filter((word) => !/^-*$/.test(word));
    expect(words(stdout)).toEqual(words(plain));
    const rows = stdout.split('\n').filter((line) => line.startsWith('|'));
    expect(rows).toHaveLength(5);
    expect(new Set(rows.map((row) => row.split('|').length)).size).toBe(1);
  });

  it('is one form of several', async () => {
    const { code, stderr } = await runCli(['tolerance', 'goal-samples/fig4.goal', '--markdown', '--csv']);
    expect(code).toBe(2);
    expect(stderr).toContain('--markdown');
  });
});
