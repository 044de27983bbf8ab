import { expect, it } from 'vitest';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { buildReportData } from '../../src/report/page/build-report.js';
import {
  type ReportedProgram,
  renderReport,
  renderSeveral,
  severalHeadline,
} from '../../src/report/page/report-page.js';
import { sampleModel } from './samples.js';

async function reported(sample: string, name = sample): Promise<ReportedProgram> {
  const model = await sampleModel(sample);
  const curve = await exactCurve(model, 3000, 103_000);
  return { name, weight: null, data: buildReportData(model, curve, { title: name }), curve };
}

const around = { title: 'Two', version: '1', machine: null, mix: null };

/** Rows of the table as text. */
const rowsOf = (html: string): string[][] => {
  const body = /<tbody>(.*?)<\/tbody>/s.exec(html)?.[1] ?? '';
  return body
    .split('</tr>')
    .slice(0, -1)
    .map((row) => row.split(/<\/t[hd]>/).map((cell) => cell.replaceAll(/<[^>]*>/g, '')));
};

it('has a row for each program, and the mix below them', async () => {
  const programs = [await reported('ring-4'), await reported('mixed-4')];
  const [first] = programs;
  const { input, tolerance } = first.data;
  const html = renderSeveral({ ...around, machine: 'mine', programs });
  const rows = rowsOf(html);
  expect(rows.map(([name]) => name)).toEqual(['ring-4', 'mixed-4']);
  expect(rows[0].slice(0, 2)).toEqual(['ring-4', String(input.ranks)]);
  expect(rows[0].filter((cell) => cell !== '')).toHaveLength(5 + tolerance.length);
  expect(html).toContain('All programs run on the machine mine.');
  const weighed = programs.map((one, i) => ({ ...one, weight: i + 2 }));
  const mix = {
    ...{ runtime: 2e6, lambda: { L: 7, G: 0, o: 0 }, rho: 0.25 },
    tolerance: [
      { percent: 1, delta: 1500 },
      { percent: 2, delta: Number.POSITIVE_INFINITY },
      { percent: 5, delta: Number.POSITIVE_INFINITY },
    ],
  };
  const mixed = rowsOf(renderSeveral({ ...around, programs: weighed, mix }));
  expect(mixed.map(([, runs]) => runs)).toEqual(['2', '3', '']);
  expect(mixed[2].slice(3, -1)).toEqual(['2 ms', '7', '25 %', '1.5 µs', 'unlimited', 'unlimited']);
});

it('holds the whole report of each in a frame that cannot be left', async () => {
  const evil = `</iframe>'"><img src=x onerror=alert(1)>&amp;`;
  const programs = [await reported('ring-4', evil), await reported('mixed-4')];
  const html = renderSeveral({ ...around, programs });
  const outside = html.replaceAll(/srcdoc='[^']*'/g, '');
  expect(outside).not.toMatch(/<img|<link|@import/);
  expect(outside.match(/<\/iframe>/g)).toHaveLength(2);
  const ids = [...outside.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
  expect(new Set(ids).size).toBe(ids.length);
  const frames = [...html.matchAll(/srcdoc='([^']*)'/g)].map((match) => match[1]);
  for (const [i, { data }] of programs.entries())
    expect(frames[i].replaceAll('&#39;', "'").replaceAll('&amp;', '&')).toBe(renderReport(data));
});

it('says which program bears the least and which the most', async () => {
  const { data } = await reported('ring-4');
  const named = (name: string, delta: number | null) => ({
    name,
    data: { ...data, tolerance: [{ percent: 1, value: delta, delta, beyond: false }] },
  });
  expect(severalHeadline([named('a', 2000), named('b', 500), named('c', 900)])).toBe(
    'Of 3 programs, b tolerates the least added network latency before it runs 1 % slower (500 ns); a tolerates the most (2 µs).',
  );
  expect(severalHeadline([named('a', null), named('b', 500)])).toMatch(
    /\(500 ns\); a tolerates the most \(any latency\)\.$/,
  );
  expect(severalHeadline([named('a', null), named('b', null)])).toBe(
    'Each of 2 programs tolerates any network latency.',
  );
});
