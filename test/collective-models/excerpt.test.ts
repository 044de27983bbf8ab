/**
 * A few figures of every model, kept here so that a clone without the reference data holds the models too.
 * data/p2p-published.csv: predictions of the published point-to-point model at 8 and 256 ranks (Tallone 2024), where
 * no shared cache decides, which ships as a line and not by its three values. data/recorded.csv: what every model
 * gives on the shipped figures, recorded once.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { EPYC_ORFEO } from '../../src/collective-models/data/epyc-orfeo.js';
import type {
  AlgorithmName,
  MappingName,
  ModelledCollective,
} from '../../src/collective-models/latency-model.js';
import {
  LATENCY_MODELS,
  type LatencyModelName,
  modelNamed,
} from '../../src/collective-models/model-families.js';
import { SHIPPED_PLATFORM } from '../../src/collective-models/modelled-platform.js';
import { p2pModel } from '../../src/collective-models/p2p-model.js';
import { epycFolder, epycText } from './epyc.js';

interface Figure {
  model: LatencyModelName;
  collective: ModelledCollective;
  algorithm: AlgorithmName;
  map_by: MappingName;
  P: string;
  bytes: string;
  segments: string;
  predicted_us: string;
}

function figures(name: string): readonly Figure[] {
  return parse<Figure>(readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8'), { columns: true });
}

const queryOf = (row: Figure) => ({
  collective: row.collective,
  algorithm: row.algorithm,
  mapping: row.map_by,
  ranks: Number(row.P),
  bytes: Number(row.bytes),
  segments: Number(row.segments),
});

const published = figures('p2p-published.csv');
const recorded = figures('recorded.csv');

describe('an excerpt of the published predictions', () => {
  it('has the collectives, algorithms and mappings', () => {
    expect(published).toHaveLength(48);
    expect(new Set(published.map((row) => `${row.collective} ${row.algorithm}`)).size).toBe(6);
  });

  it.each(published)('p2p $collective $algorithm $map_by, $P ranks, $bytes B', (row) => {
    const { latencyUs } = p2pModel(EPYC_ORFEO).predict(queryOf(row));
    // The shipped figures have seven digits.
    expect(Math.abs(latencyUs / Number(row.predicted_us) - 1)).toBeLessThan(2e-6);
  });

  it.skipIf(epycFolder === undefined)('is part of the reference', () => {
    const lines = epycText('reference/p2p-model.csv').split(/\r?\n/);
    for (const row of published) expect(lines).toContain(Object.values(row).join(','));
  });
});

describe('figures of every model on the shipped platform', () => {
  it('are four of each', () => {
    for (const name of LATENCY_MODELS) expect(recorded.filter(({ model }) => model === name)).toHaveLength(4);
  });

  it.each(recorded)(
    '$model $collective $algorithm $map_by, $P ranks, $bytes B, $segments segments',
    (row) => {
      const { latencyUs } = modelNamed(row.model, SHIPPED_PLATFORM, { pricing: 'segment-size' }).predict(
        queryOf(row),
      );
      expect(Math.abs(latencyUs / Number(row.predicted_us) - 1)).toBeLessThan(1e-9);
    },
  );
});
