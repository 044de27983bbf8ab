/**
 * Pictures and examples of docs/collective-models are what make.ts makes; `npx vitest run -u` with this file's
 * name writes them. Scores are made from the measurements where those are at hand.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { EXAMPLES, PICTURES, scoresPicture } from '../../docs/collective-models/make.js';
import { SHIPPED_GROUND } from '../../src/cli/collective/platform.js';
import { validateFolder } from '../../src/cli/collective/validate.js';
import { csv } from '../../src/cli/output/csv.js';
import { sharedPath } from '../shared.js';

const FOLDER = '../../docs/collective-models';
const epyc = sharedPath('data/epyc');

describe('docs/collective-models', () => {
  it.each(Object.entries(PICTURES))('%s is what is drawn', async (file, draw) => {
    const svg = draw();
    expect(svg).not.toMatch(/NaN|undefined|Infinity|⚠/);
    await expect(svg).toMatchFileSnapshot(`${FOLDER}/${file}`);
  });

  it.each(Object.entries(EXAMPLES))('%s is what is written', async (file, write) => {
    await expect(write()).toMatchFileSnapshot(`${FOLDER}/examples/${file}`);
  });

  it.skipIf(epyc === undefined)(
    'scores.csv is what the measurements give',
    async () => {
      const { rows } = validateFolder(epyc ?? '', SHIPPED_GROUND, {
        models: ['p2p', 'regression', 'schedule', 'taulop', 'loggp', 'loggph'],
        bytes: [1, 65536, 1048576],
        rows: 'published',
        segments: 1,
        pricing: 'segment-size',
        keep: ({ algorithm }) => algorithm !== 'default',
      });
      expect(rows).toHaveLength(6 * 18 * 3);
      const header = [
        'model',
        'collective',
        'algorithm',
        'map_by',
        'bytes',
        'rows',
        'r2',
        'median_relative_error',
      ];
      const text = csv(
        header,
        rows.map((row) => [
          row.model,
          row.collective,
          row.algorithm,
          row.mapping,
          row.bytes,
          row.rows,
          Number((row.rSquared ?? Number.NaN).toPrecision(4)),
          Number((row.medianRelativeError ?? Number.NaN).toPrecision(4)),
        ]),
      );
      await expect(text).toMatchFileSnapshot(`${FOLDER}/scores.csv`);
    },
    60_000,
  );

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
    await expect(scoresPicture(rows)).toMatchFileSnapshot(`${FOLDER}/scores.svg`);
  });
});
