/** What the measurements of collectives as a whole give: published predictions, regressions, the shipped platform. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { readMeasuredFolder } from '../../src/cli/pipeline/collective-models.js';
import { p2pModel } from '../../src/collective-models/p2p-model.js';
import { validateMeasured } from '../../src/collective-models/prediction-grid.js';
import { readPlatform } from '../../src/platform/platform-file.js';
import { platformPreset } from '../../src/platform/platform-presets.js';
import { askJson, type CliResult, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { epycPlatform } from '../collective-models/epyc.js';
import { sharedPath } from '../shared.js';

const epyc = sharedPath('data/epyc');

const folder = scratch();

const collective = (...argv: string[]): Promise<CliResult> => runCli(['collective', ...argv]);

const json = (...argv: string[]) => askJson(['collective', ...argv]);

describe.skipIf(epyc === undefined)('the measurements of collectives', () => {
  it('p2p with measured tables is the published model on every row', async () => {
    const reference = parse<Record<string, string>>(readFileSync(`${epyc}/reference/p2p-model.csv`, 'utf8'), {
      columns: true,
    });
    expect(reference).toHaveLength(432);
    const values = (column: string): string => [...new Set(reference.map((row) => row[column]))].join(',');
    const tables = ['--p2p', `${epyc}/p2p.csv`, '--nbft', `${epyc}/nbft.csv`];
    const argv = [
      ...['predict', '--model', 'p2p', '--collective', 'bcast,reduce', '--csv', '--quiet'],
      ...['--algorithm', values('algorithm'), '--map-by', values('map_by'), '--ranks', values('P')],
      ...['--bytes', values('bytes'), ...tables, '--nbft-reduce', `${epyc}/nbft_reduce.csv`],
    ];
    const { stdout, code, stderr } = await collective(
      ...argv,
      '--segments',
      '1,4,7',
      '--segment-cost',
      'segment-size',
    );
    expect(code, stderr).toBe(0);
    const rows = parse<Record<string, string>>(stdout, { columns: true });
    const key = (row: Record<string, string>) =>
      [row.collective, row.algorithm, row.map_by, row.P ?? row.ranks, row.bytes, row.segments].join(' ');
    const found = new Map(rows.map((row) => [key(row), Number(row.latency_us)]));
    // A sum below 0 is no prediction: its cell is empty.
    for (const row of reference) {
      const wanted = Number(row.predicted_us);
      if (wanted < 0) expect(found.get(key(row))).toBe(0);
      else expect(Math.abs((found.get(key(row)) ?? 0) / wanted - 1)).toBeLessThan(1e-9);
    }
    const model = p2pModel(epycPlatform().platform, 'segment-size');
    for (const [segments, P] of [
      [4, 64],
      [7, 256],
    ]) {
      const latency = found.get(`reduce chain socket ${P} 65536 ${segments}`);
      const query = { collective: 'reduce', algorithm: 'chain', mapping: 'socket', bytes: 65536 } as const;
      expect(latency).toBeCloseTo(model.predict({ ...query, ranks: P, segments }).latencyUs, 9);
    }
  });

  it('gives the shipped platform from the measurements', async () => {
    const output = join(folder, 'epyc.yaml');
    const tables = ['p2p', 'nbft', 'nbft_reduce'].map((name) => `${epyc}/${name}.csv`);
    const { result } = await json('fit', ...tables, '--output', output);
    const { channels, overheadNs, levels } = readPlatform(readFileSync(output, 'utf8'), output).platform;
    const shipped = platformPreset('epyc-orfeo').platform;
    expect({ channels, overheadNs, levels }).toEqual({
      channels: shipped.channels,
      overheadNs: shipped.overheadNs,
      levels: shipped.levels,
    });
    // design page, table of fits
    expect(result.hockney[3]).toMatchObject({ channel: 'node', break_bytes: 131072 });
    expect(result.hockney[3].small.alpha_us).toBeCloseTo(2.68453, 5);
    expect(result.hockney[3].r_squared).toBeCloseTo(0.99984, 5);
    expect(result.order_breaks).toContainEqual({
      faster: 'node',
      slower: 'socket',
      from_bytes: 16384,
      to_bytes: 4194304,
    });
    expect(
      result.q.find((q: { higher: string; bytes: number }) => q.higher === 'core' && q.bytes === 1).q,
    ).toBeCloseTo((0.68774 + 1.90141e-4) / (0.20395 + 4.30134e-5), 3);
    expect(result.nbft.bcast[0].sizes[0].us_by_ranks).toEqual({ 2: 0.14, 3: 0.27, 4: 0.15 });
  });

  it('gives the published R² of all regressions, and scores as documented', () => {
    const { measured, platform } = readMeasuredFolder(epyc ?? '');
    const validation = validateMeasured(measured, platform, {
      models: ['p2p', 'regression'],
      bytes: [1],
      rows: 'published',
      segments: 'published',
      pricing: 'share-of-whole',
      keep: () => true,
    });
    const reference = parse<Record<string, string>>(readFileSync(`${epyc}/reference/r2.csv`, 'utf8'), {
      columns: true,
    });
    const ours = new Map(
      validation.rows.map((row) => [`${row.model} ${row.collective} ${row.algorithm} ${row.mapping}`, row]),
    );
    for (const row of reference) {
      const found = ours.get(
        `${row.model.replace('linear ', '')} ${row.collective} ${row.algorithm} ${row.map_by}`,
      );
      expect(found?.rSquared).toBeCloseTo(Number(row.r2_reproduced), 9);
      expect(found?.published).toBe(Number(row.r2_published));
      expect(found?.rows).toBe(Number(row.rows_used));
    }
    expect(reference).toHaveLength(42);
  });
});
