/** Scores of the models of collectives, in docs/collective-models, are made from the measurements where those are at hand; of a part schedule-score and published hold the models to them. */
import { expect, it } from 'vitest';
import { csvTable, csvText } from '../../src/cli/output/table.js';
import { readMeasuredFolder } from '../../src/cli/pipeline/collective-models.js';
import { LATENCY_MODELS } from '../../src/collective-models/model-families.js';
import { validateMeasured } from '../../src/collective-models/prediction-grid.js';
import { isWhole } from '../part.js';
import { sharedPath } from '../shared.js';

const epyc = sharedPath('data/epyc');

it.runIf(isWhole && epyc !== undefined)(
  'scores.csv is what the measurements give',
  async () => {
    const { measured, platform } = readMeasuredFolder(epyc ?? '');
    const { rows } = validateMeasured(measured, platform, {
      models: LATENCY_MODELS,
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
    const table = csvTable(
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
    await expect(csvText(table)).toMatchFileSnapshot(
      `../../docs/collective-models/scores.csv`,
      'npm run write -- scores',
    );
  },
  60_000,
);
