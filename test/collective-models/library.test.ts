/** What a user of the library can ask: models by name, grids, fits, validation, closed forms, without files and flags. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  allChannels,
  answerForm,
  CLOSED_FORMS,
  caseStudies,
  EPYC_ORFEO,
  fitMeasurements,
  idealTransfers,
  LATENCY_MODELS,
  LackingError,
  type Measurements,
  MODELLED_ALGORITHMS,
  type ModelledPlatform,
  modelNamed,
  platformOfLogGP,
  platformTransfers,
  predictGrid,
  queriesOf,
  SHIPPED_PLATFORM,
  validateMeasured,
} from '../../src/collective-models/index.js';
import { platformPreset } from '../../src/platform/platform-presets.js';

const queries = queriesOf({
  collectives: ['bcast'],
  algorithms: ['chain', 'binary'],
  mappings: ['core'],
  bytes: [1, 65536],
  segments: [1],
  ranks: [2, 64],
});
const question = {
  models: LATENCY_MODELS,
  queries,
  platform: SHIPPED_PLATFORM,
  pricing: 'segment-size',
  measured: [],
  formulas: false,
} as const;
const loggpAlone = platformOfLogGP(platformPreset('epyc-orfeo').platform);

function lackOf(ask: () => unknown): [string, string] {
  try {
    ask();
  } catch (error) {
    if (error instanceof LackingError) return [error.lack, error.message];
    throw error;
  }
  throw new Error('nothing is lacking');
}

describe('a grid', () => {
  it('is answered by every model by name', () => {
    const { grid, formulas, warnings } = predictGrid(question);
    expect(queries).toHaveLength(8);
    expect(grid.models).toEqual(LATENCY_MODELS);
    expect(grid.lines).toHaveLength(4);
    for (const { predictedUs, refusals } of grid.lines.flatMap(({ rows }) => rows)) {
      expect(predictedUs).toHaveLength(LATENCY_MODELS.length);
      // A sum of fitted lines may fall below 0, which is no time: then it is said.
      expect(predictedUs.map((us) => us === null)).toEqual(refusals.map((why) => why !== null));
      expect(predictedUs.every((us) => us === null || us > 0)).toBe(true);
    }
    expect(grid.lines[1].rows[1].refusals.every((why) => why === null)).toBe(true);
    expect([formulas, warnings.every(({ code }) => code === 'negative-fit')]).toEqual([undefined, true]);
  });

  it('shows the formulas of the most ranks', () => {
    const { formulas } = predictGrid({ ...question, models: ['loggp', 'p2p'], formulas: true });
    expect(formulas?.map(({ query }) => query.ranks)).toEqual([64, 64, 64, 64]);
    expect(formulas?.[0].formula).toBe('63·(L + 2·o + (m - 1)·G)');
    expect(lackOf(() => predictGrid({ ...question, models: ['p2p'], formulas: true }))[0]).toBe('formula');
  });

  it('holds predictions against measurements', () => {
    const measured = [2, 64].map((ranks) => ({ ...queries[0], ranks, latencyUs: ranks }));
    const [line] = predictGrid({ ...question, models: ['loggph'], measured }).grid.lines;
    expect(line.rows.map(({ measuredUs }) => measuredUs)).toEqual([[2], [64]]);
    expect(line.scores).toMatchObject([{ model: 'loggph', rows: 2 }]);
  });
});

describe('a model', () => {
  const [query] = queries;
  const models = LATENCY_MODELS.map((name) =>
    modelNamed(name, SHIPPED_PLATFORM, { pricing: 'segment-size' }),
  );

  it.each(models)('$name: terms add up to the prediction', (model) => {
    for (const requested of [query, ...queries, { ...query, collective: 'reduce', segments: 3 } as const]) {
      const terms = model.terms(requested);
      const sum = terms.reduce((total, { us }) => total + us, 0);
      expect(sum).toBeCloseTo(model.predict(requested).latencyUs, 9);
      expect(terms.every(({ label }) => label !== '')).toBe(true);
    }
  });

  it.each(models)('$name: answers for the algorithms that it names and no other', (model) => {
    for (const algorithm of MODELLED_ALGORITHMS) {
      const ask = () => model.predict({ ...query, algorithm }).latencyUs;
      if (model.algorithms.includes(algorithm)) expect(ask()).toBeTypeOf('number');
      else expect(ask).toThrow(/no fixed (tree|messages)/);
    }
  });

  it('has terms that can be summed by hand', () => {
    const named = (name: 'p2p' | 'regression' | 'loggp', ranks: number) =>
      modelNamed(name, SHIPPED_PLATFORM, { pricing: 'segment-size' }).terms({ ...query, ranks });
    // A chain of 3 ranks in one cache: two flat trees of two ranks, 0.1716667 + 2 · 0.005 each.
    expect(named('p2p', 3)).toEqual(
      [1, 2].map(() => ({ label: 'flat tree of 2 ranks, channel cache', us: 0.1716667 + 2 * 0.005 })),
    );
    expect(named('regression', 3).slice(0, 2)).toEqual([
      { label: '1', us: 0.3564853 },
      { label: 'P', us: 0.06061765 * 3 },
    ]);
    // α is less than 2·o there, so that L is 0 and a message takes 2 · 0.09.
    expect(named('loggp', 3)).toEqual([{ label: '2·(L + 2·o + (m - 1)·G)', us: 2 * 2 * 0.09 }]);
  });
});

describe('what is lacking', () => {
  const { bcast } = SHIPPED_PLATFORM.nbft;
  const half: ModelledPlatform = { ...SHIPPED_PLATFORM, nbft: { bcast }, costs: undefined };
  const ask = (name: 'p2p' | 'schedule', platform: ModelledPlatform) =>
    modelNamed(name, platform, { pricing: 'segment-size' });
  const cases: [string, () => unknown][] = [
    ['flat-trees', () => ask('p2p', loggpAlone)],
    ['flat-trees', () => ask('schedule', loggpAlone)],
    ['trees-of-both', () => ask('schedule', half)],
    ['reduce-trees', () => ask('p2p', half).predict({ ...queries[0], collective: 'reduce' })],
    ['transfers', () => platformTransfers(loggpAlone, 'core')],
    ['loggp', () => allChannels([])],
  ];

  it.each(cases)('is told by a word: %s', (word, lacking) => {
    const [lack, message] = lackOf(lacking);
    expect(lack).toBe(word);
    expect(message).not.toMatch(/(^|\s|\()--/);
  });

  it('is not what the platform holds', () => {
    expect(ask('p2p', half).predict(queries[0]).latencyUs).toBeGreaterThan(0);
    expect(
      modelNamed('loggp', loggpAlone, { pricing: 'segment-size' }).predict(queries[0]).latencyUs,
    ).toBeCloseTo(
      modelNamed('loggp', SHIPPED_PLATFORM, { pricing: 'segment-size' }).predict(queries[0]).latencyUs,
      3,
    );
  });
});

describe('measurements', () => {
  const nothing: Measurements = {
    p2p: [],
    nbft: { bcast: [], reduce: [] },
    loggp: [],
    collectives: [],
    warnings: [],
  };

  it('are fitted as far as they go', () => {
    const p2p = [1, 64, 4096, 65536].map((bytes) => ({
      channel: 'node',
      bytes,
      latencyUs: 2 + 1e-4 * bytes,
    }));
    const fit = fitMeasurements({ ...nothing, p2p }, SHIPPED_PLATFORM.shape, { overheadUs: 0.5 });
    expect(fit.order).toEqual(['node']);
    expect(fit.loggp[0].latencyUs).toBeCloseTo(1, 9);
    expect(allChannels(fit.loggp).channels.map(({ channel }) => channel)).toEqual([
      'cache',
      'core',
      'socket',
      'node',
    ]);
    expect(allChannels(fit.loggp).warnings).toHaveLength(3);
    const [unknown] = fitMeasurements({ ...nothing, p2p }, SHIPPED_PLATFORM.shape).warnings;
    expect(unknown.code).toBe('no-overhead');
    expect(unknown.message).not.toContain('--');
    expect(fitMeasurements(nothing, SHIPPED_PLATFORM.shape).hockney).toEqual([]);
  });

  it('score models cell by cell', () => {
    const rows = [2, 4, 8].map((ranks) => ({ ...queries[0], ranks, latencyUs: ranks }));
    const { rows: scores, measured } = validateMeasured(rows, SHIPPED_PLATFORM, {
      models: ['p2p', 'loggp'],
      bytes: [1],
      rows: 'all',
      segments: 1,
      pricing: 'share-of-whole',
    });
    expect(measured).toHaveLength(3);
    expect(scores.map(({ model, rows: count }) => [model, count])).toEqual([
      ['p2p', 3],
      ['loggp', 3],
    ]);
  });
});

describe('closed forms', () => {
  it('are there by name for both models', () => {
    for (const form of CLOSED_FORMS) {
      for (const model of ['taulop', 'loggp'] as const) {
        const { valueUs, symbols } = answerForm(
          { form, model, ranks: 16, bytes: 65536, segmentBytes: 8192, ranksPerNode: 4, channel: 'core' },
          SHIPPED_PLATFORM,
          () => platformTransfers(SHIPPED_PLATFORM, 'core'),
        );
        expect(valueUs).toBeGreaterThan(0);
        expect(symbols.P).toBe(16);
      }
    }
  });

  it('make the case studies', () => {
    const { contention, mapping } = caseStudies({
      platform: SHIPPED_PLATFORM,
      transfers: idealTransfers(SHIPPED_PLATFORM, 'core', 0),
      channel: 'core',
      bytes: [65536],
      segmentBytes: 8192,
      ranks: [2, 8],
      ringRanks: 8,
      ranksPerNode: [1, 4],
    });
    // Channels that are perfectly parallel cost no more for many.
    expect(contention[0].taulop.ratio).toBeCloseTo(2, 12);
    expect(mapping).toHaveLength(2);
    expect(EPYC_ORFEO.loggp).toBe(SHIPPED_PLATFORM.loggp);
  });
});

describe('the sources', () => {
  it('name no flag of the command line in what they say', () => {
    const root = fileURLToPath(new URL('../../src/collective-models', import.meta.url));
    const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [name, readFileSync(`${root}/${name}`, 'utf8')] as const);
    expect(texts.filter(([, text]) => /[\s'"`]--[a-z]/.test(text)).map(([name]) => name)).toEqual([]);
  });
});
