/** How answers are laid out: within a terminal, and as Markdown. */
import { describe, expect, it } from 'vitest';
import { cutName, facts, gridWidth, narrowTable, table } from '../../src/cli/output/table.js';
import { RegionTables } from '../../src/cli/present/breakdown-tables.js';
import { laidOut, listed } from '../../src/cli/process/streams.js';
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
    expect(gridWidth({ heads: HEADS, rows: ROWS })).toBe(42);
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

  it('puts columns below each other where even that is too wide, and then the cells of rows', () => {
    expect(within(25)).toEqual([
      '  name                  T',
      '  allreduce=recu…  1.5 ms',
      '  allreduce=ring    22 µs',
      '',
      '  name                  λ',
      '  allreduce=recursiv…  12',
      '  allreduce=ring        7',
    ]);
    expect(within(21)).toEqual([
      '  allreduce=recursive-doubling',
      '    T  1.5 ms',
      '    λ  12',
      '  allreduce=ring',
      '    T  22 µs',
      '    λ  7',
    ]);
  });

  it('repeats in each block all columns that tell rows apart', () => {
    const heads = [
      { title: 'P', rowKey: true },
      { title: 'bytes', rowKey: true },
      { title: 'T' },
      { title: 'ratio' },
    ] as const;
    const rows = [
      ['2', '8 B', '1.5 ms', '1.25'],
      ['2', '1 MiB', '22.5 ms', '1.75'],
    ];
    // Two in front of each column: 3 + 7 + 9, then 3 + 7 + 7.
    const blocks = ['  P  bytes        T', '  2    8 B   1.5 ms', '  2  1 MiB  22.5 ms', ''];
    const more = ['  P  bytes  ratio', '  2    8 B   1.25', '  2  1 MiB   1.75', ''];
    for (const draw of [table, narrowTable])
      expect(laidOut({ columns: 19, markdown: false }, () => draw(heads, rows)).split('\n')).toEqual([
        ...blocks,
        ...more,
      ]);
  });

  it('shows all columns where they come in blocks, also those that can be spared', () => {
    const heads = [{ title: 'allreduce', align: 'left' }, { title: 'λ', spare: 1 }, { title: 'T' }] as const;
    const rows = [['recursive-doubling', '12', '1.234567890123456 ms']];
    const more = [{ title: 'ΔL at 1 %' }, { title: 'ΔL at 2 %' }, { title: 'ΔL at 5 %' }];
    const all = [...rows[0], 'over the limit', 'over the limit', 'over the limit'];
    const text = laidOut({ columns: 40, markdown: false }, () => table([...heads, ...more], [all, all]));
    for (const { title } of [...heads, ...more]) expect(text).toContain(title);
    expect(text).not.toContain('left out');
  });

  it('leaves out what can be spared, and says so', () => {
    const heads = [
      { title: 'λ' },
      { title: 'of T', spare: 2 },
      { title: 'own', spare: 1 },
      { title: 'function', align: 'left', name: true },
    ] as const;
    const rows = [['12', '5.9 %', '10', '  LAMMPS_NS::CommBrick::reverse_comm(LAMMPS_NS::Fix*, int)']];
    const at = (columns: number): string => laidOut({ columns, markdown: false }, () => table(heads, rows));
    // Two in front of each column: 4 + 7 + 5, and 2 + 60 with all of the name; without its arguments 2 + 36.
    expect(at(80)).toContain('LAMMPS_NS::CommBrick::reverse_comm(LAMMPS_NS::Fix*, int)');
    expect(at(54)).toBe(
      '   λ   of T  own  function\n  12  5.9 %   10    LAMMPS_NS::CommBrick::reverse_comm\n',
    );
    expect(at(53)).toBe('   λ   of T  own  function\n  12  5.9 %   10    …::CommBrick::reverse_comm\n');
    expect(at(46)).toBe(
      [
        '   λ   of T  function',
        '  12  5.9 %    …::CommBrick::reverse_comm',
        '  columns left out: own (use a wider terminal',
        '    or --json)',
        '',
      ].join('\n'),
    );
    expect(at(24)).toMatch(/^ {3}λ {2}function\n {2}12 {4}…::reverse_comm\n/);
  });

  it('goes on in the next line with sentences', () => {
    const heads = [{ title: 'size' }, { title: 'fastest', align: 'left', prose: true }] as const;
    const rows = [['8 B', 'ring to 3 µs, recursive-doubling to 1.5 ms, binomial']];
    expect(laidOut({ columns: 40, markdown: false }, () => table(heads, rows))).toBe(
      '  size  fastest\n   8 B  ring to 3 µs, recursive-doubling\n        to 1.5 ms, binomial\n',
    );
  });

  it('breaks sentences beside tables between words, a list shows ten rows, and elsewhere all', () => {
    const text = laidOut({ columns: 20, markdown: false }, () => '  … and 12 more with less than 1 %\n');
    expect(text).toBe('  … and 12 more with\n    less than 1 %\n');
    expect(laidOut({ columns: 80, markdown: false }, () => String(listed(30)))).toBe('10');
    expect(listed(30)).toBe(30);
    expect(laidOut({ columns: null, markdown: true }, () => `${listed(30)}`)).toBe('30\n');
  });

  it('shows of a tree the ten largest functions in their order, and what the others come to', () => {
    const regions = Array.from({ length: 30 }, (_, i) => {
      const own = { ns: (i * 7) % 30 };
      const region = { name: `f${own.ns}`, function: '', file: '', object: '' };
      return { region, lines: [], inclusive: own, exclusive: own, calls: [], depth: 0, parent: -1, nodes: 1 };
    });
    const found = { total: { ns: 435 }, outside: { ns: 0 }, nodes: regions, functions: regions };
    const tables = new RegionTables(found, {
      ...{ columns: [], json: (own) => own, amount: ({ ns }) => ns, of: 'T', whole: true },
      outside: { name: 'none', cell: 'none' },
    });
    const shown = (text: string): number[] => [...text.matchAll(/ f(\d+)/g)].map(([, ns]) => Number(ns));
    const inOrder = (least: number): number[] =>
      regions.map(({ inclusive: { ns } }) => ns).filter((ns) => ns >= least);
    const text = laidOut({ columns: 90, markdown: false }, () => tables.text('sums'));
    expect(shown(text)).toEqual(inOrder(20));
    // 0 + 1 + … + 19 of 435, the largest 19.
    expect(text).toContain(
      '  … and 20 more with at most 4.368 % of T each, 43.68 % together (--json shows all)\n',
    );
    // Elsewhere all from 1 % on.
    expect(shown(tables.text('sums'))).toEqual(inOrder(5));
  });

  it.each([
    ['a::b::solve', 20, 'a::b::solve'],
    ['a::b<c::d, e>::solve(int)', 12, 'a::b::solve'],
    ['outer::inner::solve', 15, '…::inner::solve'],
    ['outer::inner::solve', 14, '…::solve'],
    ['outer::inner::solve_all_of_it', 12, '…e_all_of_it'],
    ['directory/solver_of_all.cpp:112', 16, '…r_of_all.cpp:112'.slice(-16).replace(/^./, '…')],
    ['    a::solve', 10, '    …solve'],
    ['operator<', 6, '…ator<'],
    ['(anonymous namespace)', 8, '…espace)'],
  ])('%s within %i is %s', (name, width, short) => {
    expect(cutName(name, width)).toBe(short);
  });

  it('breaks values that stand behind names between their words', () => {
    const text = laidOut({ columns: 20, markdown: false }, () => facts([['ranks', '0 → 1 → 2 → 3 → 4']]));
    expect(text).toBe('  ranks  0 → 1 → 2 →\n         3 → 4\n');
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
});
