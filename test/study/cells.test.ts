import { describe, expect, it } from 'vitest';
import { cellsOf, DIMENSIONS, type DimensionNames, type StudyCell } from '../../src/study/study-cells.js';

const place = { source: 'study.yaml', line: 9, column: 5 };
const NAMES: DimensionNames = {
  input: ['cg', 'lulesh-8', 'lulesh-27'],
  machine: ['near', 'far'],
  collectives: ['default'],
  network: ['flat', 'tree'],
  mapping: ['default'],
  question: ['tolerance', 'sensitivity'],
};
const NO_RULES = { exclude: [], pairs: [] };

/** `cg near default flat default tolerance` */
const spelled = (cell: StudyCell): string => DIMENSIONS.map((one) => NAMES[one][cell[one]]).join(' ');
const listed = (rules: Parameters<typeof cellsOf>[1]): string[] => cellsOf(NAMES, rules).map(spelled);

describe('the cells of a study', () => {
  it('are every choice with every other, the last dimension fastest', () => {
    const cells = listed(NO_RULES);
    expect(cells).toHaveLength(3 * 2 * 2 * 2);
    expect(cells.slice(0, 5)).toEqual([
      'cg near default flat default tolerance',
      'cg near default flat default sensitivity',
      'cg near default tree default tolerance',
      'cg near default tree default sensitivity',
      'cg far default flat default tolerance',
    ]);
    expect(new Set(cells).size).toBe(24);
  });

  it('go one with one where they are paired', () => {
    const pairs = [{ dimensions: ['machine', 'network'] as const, place }];
    expect(listed({ exclude: [], pairs }).slice(0, 5)).toEqual([
      'cg near default flat default tolerance',
      'cg near default flat default sensitivity',
      'cg far default tree default tolerance',
      'cg far default tree default sensitivity',
      'lulesh-8 near default flat default tolerance',
    ]);
    expect(listed({ exclude: [], pairs })).toHaveLength(3 * 2 * 2);
  });

  it('are left out where they meet all of an entry', () => {
    const exclude = [
      {
        names: [
          { dimension: 'input' as const, patterns: ['lulesh*'] },
          { dimension: 'machine' as const, patterns: ['far'] },
        ],
        place,
      },
      { names: [{ dimension: 'question' as const, patterns: ['sens*'] }], place },
    ];
    expect(listed({ exclude, pairs: [] })).toEqual([
      'cg near default flat default tolerance',
      'cg near default tree default tolerance',
      'cg far default flat default tolerance',
      'cg far default tree default tolerance',
      'lulesh-8 near default flat default tolerance',
      'lulesh-8 near default tree default tolerance',
      'lulesh-27 near default flat default tolerance',
      'lulesh-27 near default tree default tolerance',
    ]);
  });

  it('are refused where rules make no sense, with their place', () => {
    const all = [{ names: [{ dimension: 'input' as const, patterns: ['*'] }], place }];
    expect(() => listed({ exclude: all, pairs: [] })).toThrow('study.yaml:9:5: all cells are excluded');
    const none = [{ names: [{ dimension: 'input' as const, patterns: ['lulsh-8'] }], place }];
    expect(() => listed({ exclude: none, pairs: [] })).toThrow(
      "study.yaml:9:5: none of the inputs is called 'lulsh-8'. Did you mean lulesh-8?",
    );
    const pairs = [{ dimensions: ['input', 'machine'] as const, place }];
    expect(() => listed({ exclude: [], pairs })).toThrow('inputs (3) and machines (2) cannot be paired');
  });
});
