import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { renderStudy, studyHeadline } from '../../src/report/page/study-page.js';
import { bestHtml, matrixHtml, panelsHtml, WHOLE_VIEW } from '../../src/report/page/study-views.js';
import { pageOf } from './study-samples.js';

const data = pageOf(5);
const only = (given: Partial<typeof WHOLE_VIEW.only>) => ({
  ...WHOLE_VIEW,
  only: { ...WHOLE_VIEW.only, ...given },
});

describe('the page of a study', () => {
  const { document } = parseHTML(renderStudy(data));

  it('says in a sentence who is best, and what is missing', () => {
    expect(studyHeadline(data)).toBe(
      '120 cells computed, 2 failed, 2 missing. Best by T in 30 comparisons: allreduce=recursive-doubling in 12, allreduce=ring in 6, allreduce=rabenseifner in 6, allreduce=linear in 6.',
    );
    expect(document.querySelector('.headline')?.textContent).toBe(studyHeadline(data));
  });

  it('asks for nothing, and shows names as they are', () => {
    const html = renderStudy(data);
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/(src|href)="?https?:/);
    expect(document.querySelectorAll('.matrix b b, figcaption b')).toHaveLength(0);
    expect(document.querySelector('.matrix thead')?.textContent).toContain('<b>odd</b>');
  });

  it('tells what failed, with the command lines', () => {
    const failed = document.querySelector('.failures');
    expect(failed?.querySelector('summary')?.textContent).toBe('2 × exit 3: a.goal: no such file');
    expect([...(failed?.querySelectorAll('code') ?? [])].map((one) => one.textContent)).toEqual([
      'llamp-ts tolerance a.goal',
      'llamp-ts path a.goal',
    ]);
  });

  it('has an option for each choice, and none where there is one', () => {
    const ids = [...document.querySelectorAll('select')].map(({ id }) => id);
    expect(ids).toEqual(['quantity', 'only-input', 'only-machine', 'only-collectives', 'only-network']);
    expect(document.querySelectorAll('#only-input option')).toHaveLength(6);
  });
});

describe('the matrix', () => {
  it('names the best of each place, by how much it is better than the first, or the next is worse', () => {
    const { document } = parseHTML(matrixHtml(data, WHOLE_VIEW));
    const rows = [...document.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => [
        cell.querySelector('b')?.textContent,
        cell.querySelector('small')?.textContent,
      ]),
    );
    expect(rows).toHaveLength(5);
    expect(rows[0]).toEqual(Array.from({ length: 6 }, () => ['recursive-doubling', 'next 25 % more']));
    expect(rows[1][0]).toEqual(['ring', '20 % less than the first']);
    expect(
      [...document.querySelectorAll('thead tr')].map(
        (row) => row.querySelectorAll('th[scope=colgroup]').length,
      ),
    ).toEqual([3, 6]);
  });

  it('is narrowed by filters, but never in what is compared', () => {
    const narrow = only({ input: 1, machine: 2, collectives: 0 });
    const { document } = parseHTML(matrixHtml(data, narrow));
    expect([...document.querySelectorAll('tbody td b')].map((one) => one.textContent)).toEqual([
      'ring',
      'ring',
    ]);
    expect(matrixHtml({ ...data, cells: [], values: [] }, WHOLE_VIEW)).toContain(
      'The selection has nothing to compare',
    );
  });

  it('of a tolerance the most is best', () => {
    const { document } = parseHTML(matrixHtml(data, { ...WHOLE_VIEW, quantity: 1 }));
    expect(document.querySelector('tbody td')?.textContent).toBe('linear30 % more than the first');
  });
});

it('panels have a bar for each cell, as long as its value, with the distance to the best', () => {
  const { document } = parseHTML(panelsHtml(data, only({ network: 0 })));
  expect(document.querySelectorAll('figure')).toHaveLength(15);
  const [panel] = document.querySelectorAll('figure');
  const bars = [...panel.querySelectorAll('.cell-bar')].map((bar) => [
    bar.querySelector('i')?.getAttribute('style'),
    bar.querySelector('.number')?.textContent,
  ]);
  expect(bars).toEqual([
    ['--part:80.00', '8 ms'],
    ['--part:100.00', '+25 %'],
    ['--part:100.00', '+25 %'],
    ['--part:100.00', '+25 %'],
  ]);
});

it('row by row the best by T and by tolerance stand side by side', () => {
  const { document } = parseHTML(bestHtml(data, only({ input: 1 })));
  const [head, first] = document.querySelectorAll('tr');
  expect([...head.querySelectorAll('th')].map((one) => one.textContent)).toEqual([
    'input',
    'machine',
    'network',
    'best by T',
    'best by ΔL at 1 % (of its own T)',
  ]);
  expect([...first.querySelectorAll('td')].map((one) => one.textContent)).toEqual([
    'program-1',
    'near',
    'fat-tree:k=16',
    'allreduce=ring: 8 ms, 20 % less than the first',
    'allreduce=linear: 1.3 µs, 30 % more than the first',
  ]);
});
