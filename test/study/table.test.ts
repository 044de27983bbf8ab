import { describe, expect, it } from 'vitest';
import {
  comparedDimension,
  contests,
  studyFigures,
  studyTable,
  type TableCell,
} from '../../src/study/study-table.js';

const names = { input: 'cg', machine: 'm', collectives: 'c', network: 'n', mapping: 'd', question: 'q' };
const cell = (given: Partial<TableCell>): TableCell => ({
  ...{ names, ranks: 4, exit: 0, error: null, rows: [], columns: [] },
  ...given,
});

describe('the table of a study', () => {
  it('has the columns of all answers, in the order in which they first come', () => {
    const table = studyTable([
      cell({
        columns: ['pct', 'T_ns'],
        rows: [
          { pct: 1, T_ns: 10 },
          { pct: 2, T_ns: null },
        ],
      }),
      cell({ columns: ['T_ns', 'ranks', 'label'], rows: [{ T_ns: 3, ranks: 9, label: 'x' }] }),
      cell({ exit: 3, error: 'no such file', ranks: null }),
    ]);
    expect(Object.fromEntries(table.map(({ name, values }) => [name, values]))).toEqual({
      input: ['cg', 'cg', 'cg', 'cg'],
      ranks: [4, 4, 4, null],
      machine: ['m', 'm', 'm', 'm'],
      collectives: ['c', 'c', 'c', 'c'],
      network: ['n', 'n', 'n', 'n'],
      mapping: ['d', 'd', 'd', 'd'],
      question: ['q', 'q', 'q', 'q'],
      exit: [0, 0, 0, 3],
      pct: [1, 2, null, null],
      T_ns: [10, null, 3, null],
      answer_ranks: [null, null, 9, null],
      label: [null, null, 'x', null],
      error: [null, null, null, 'no such file'],
    });
    expect(table.map(({ name }) => name).slice(7)).toEqual([
      'exit',
      'pct',
      'T_ns',
      'answer_ranks',
      'label',
      'error',
    ]);
  });

  it('has one kind of value in a column', () => {
    const table = studyTable([cell({ columns: ['x'], rows: [{ x: 1.5 }, { x: 'all' }, { x: null }] })]);
    expect(table.find(({ name }) => name === 'x')?.values).toEqual(['1.5', 'all', null]);
  });
});

describe('quantities', () => {
  it('are the runtime and λ of an answer, and a tolerance for each slowdown', () => {
    const row = { parameter: 'L', runtime_ns: 100, lambda_L: 3, rho_L: 0.3 };
    const { quantities, values } = studyFigures([
      [
        { ...row, pct: 1, delta_ns: 7 },
        { ...row, pct: 2, delta_ns: null },
      ],
      [{ runtime_ns: 90, lambda_L: 2, rho_L: 0.1 }],
      [],
    ]);
    expect(quantities.map(({ name, better }) => `${name} ${better}`)).toEqual([
      'T less',
      'λ_L less',
      'ρ_L less',
      'ΔL at 1 % more',
      'ΔL at 2 % more',
    ]);
    expect(values).toEqual([
      [100, 3, 0.3, 7, 'unlimited'],
      [90, 2, 0.1, null, null],
      [null, null, null, null, null],
    ]);
  });

  it('are none where rows tell of parts of a program', () => {
    expect(studyFigures([[{ runtime_ns: 1 }, { runtime_ns: 2 }]]).quantities).toEqual([]);
  });
});

describe('who is best', () => {
  const at = (input: number, collectives: number) => ({
    input,
    collectives,
    machine: 0,
    network: 0,
    mapping: 0,
    question: 0,
  });
  const three = [at(0, 0), at(0, 1), at(0, 2)];

  it.each([
    ['the least', 'less', [10, 8, 16], { best: [1], value: 8, gain: 0.2, margin: 0.25 }],
    ['the most', 'more', [10, 8, 16], { best: [2], value: 16, gain: 0.6, margin: 0.375 }],
    ['the first', 'less', [8, 10, 8 * (1 + 1e-12)], { best: [0, 2], value: 8, gain: 0, margin: 0.25 }],
    ['nobody', 'less', [8, 8, 8], { best: [], value: 8, gain: 0, margin: 0 }],
    ['the unlimited', 'more', [8, 'unlimited', 9], { best: [1], value: Infinity, gain: Infinity, margin: 1 }],
    [
      'nobody of the unlimited',
      'more',
      ['unlimited', 'unlimited', 'unlimited'],
      { best: [], value: Infinity, gain: 0, margin: 0 },
    ],
  ] as const)('is %s', (_, better, values, found) => {
    const [contest, ...more] = contests(three, values, 'collectives', better);
    expect(more).toEqual([]);
    expect(contest).toMatchObject({ best: found.best, value: found.value });
    expect(contest.gain).toBeCloseTo(found.gain, 9);
    expect(contest.margin).toBeCloseTo(found.margin, 9);
  });

  it('is asked among cells that differ in nothing else', () => {
    const cells = [at(0, 0), at(1, 0), at(0, 1), at(1, 1), at(2, 1)];
    const found = contests(cells, [5, 1, 4, 2, 9], 'collectives', 'less');
    expect(found.map(({ cell, best }) => [cell.input, best])).toEqual([
      [0, [1]],
      [1, [0]],
    ]);
  });

  it('is asked of what there are several of', () => {
    const one = {
      input: ['a', 'b'],
      machine: ['m'],
      collectives: ['c'],
      network: ['n'],
      mapping: ['d'],
      question: ['q'],
    };
    expect(comparedDimension({ ...one, machine: ['a', 'b'], collectives: ['a', 'b'] })).toBe('collectives');
    expect(comparedDimension({ ...one, machine: ['a', 'b'], network: ['a', 'b'] })).toBe('network');
    expect(comparedDimension(one)).toBe('collectives');
  });
});
