/**
 * Pictures and examples of docs/collective-models are what make.ts makes. Scores of the models against measurements: collective-scores.real.test.ts.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { EXAMPLES, PICTURES, scoresPicture } from '../../docs/collective-models/make.js';

const FOLDER = '../../docs/collective-models';
const WRITE = 'npm run write -- pages';

describe('docs/collective-models', () => {
  it.each(Object.entries(PICTURES))('%s is what is drawn', async (file, draw) => {
    const svg = draw();
    expect(svg).not.toMatch(/NaN|undefined|Infinity|⚠/);
    await expect(svg).toMatchFileSnapshot(`${FOLDER}/${file}`, WRITE);
  });

  it.each(Object.entries(EXAMPLES))('%s is what is written', async (file, write) => {
    await expect(write()).toMatchFileSnapshot(`${FOLDER}/examples/${file}`, WRITE);
  });

  it('scores.svg shows them', async () => {
    const text = readFileSync(new URL(`${FOLDER}/scores.csv`, import.meta.url), 'utf8');
    const table = parse<Record<string, string>>(text, { columns: true });
    const rows = table
      .filter(({ model }) => ['p2p', 'schedule', 'regression'].includes(model))
      .map((row) => ({
        model: row.model,
        cell: `${row.collective} ${row.algorithm} ${row.map_by}`,
        bytes: Number(row.bytes),
        rSquared: Number(row.r2),
      }));
    expect(rows).toHaveLength(3 * 18 * 3);
    await expect(scoresPicture(rows)).toMatchFileSnapshot(`${FOLDER}/scores.svg`, WRITE);
  });
});
