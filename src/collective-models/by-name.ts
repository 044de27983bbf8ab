/** Latency models by their names, bound to what is known of a platform. */
import type { Warning } from '../errors.js';
import type { CollectivePlatform } from './fit/platform.js';
import { LackingError } from './lacking.js';
import type { ModelledPlatform } from './modelled-platform.js';
import { p2pModel, type SegmentPricing } from './p2p/model.js';
import { type RegressionCell, regressionModel } from './regression/model.js';
import { scheduleModel } from './schedule/model.js';
import { type FormulaModel, logGPHModel, logGPModel } from './taulop/longest-path.js';
import { tauLopModel } from './taulop/staged.js';
import type { LatencyModel } from './types.js';

/** Every model of broadcast and reduce, the published ones first. */
export const LATENCY_MODELS = ['p2p', 'regression', 'schedule', 'taulop', 'loggp', 'loggph'] as const;
/** One of {@link LATENCY_MODELS}. */
export type LatencyModelName = (typeof LATENCY_MODELS)[number];

/** How models are bound. */
export interface ModelSettings {
  /** Price of a segment in p2p. */
  readonly pricing: SegmentPricing;
  /** Cells fitted to measurements at hand; they go before the platform's own. */
  readonly fitted?: readonly RegressionCell[];
}

/**
 * The model of that name on a platform. Throws LackingError when the platform's parameters do not suffice; so does
 * its `predict` for a collective whose flat trees are unknown.
 */
export function modelNamed(
  name: LatencyModelName,
  platform: ModelledPlatform,
  settings: ModelSettings,
): LatencyModel {
  switch (name) {
    case 'p2p':
      return withTrees(p2pModel(fittedOf(platform, name), settings.pricing), platform);
    case 'taulop':
      return withTrees(tauLopModel(fittedOf(platform, name)), platform);
    case 'regression':
      return regressionModel([...platform.regression, ...(settings.fitted ?? [])], platform.shape);
    case 'schedule':
      if (platform.costs !== undefined) return scheduleModel(platform.costs);
      throw treesLacking(name, platform);
    case 'loggp':
      return logGPModel(messagesOf(platform));
    case 'loggph':
      return logGPHModel(messagesOf(platform));
  }
}

/** Can the model show a formula? */
export function isFormulaModel(model: LatencyModel): model is FormulaModel {
  return 'formula' in model;
}

/** What to know of the platform, where one of the models rests on it. */
export function platformWarnings(
  platform: ModelledPlatform,
  models: readonly LatencyModelName[],
): readonly Warning[] {
  const usesLogGP = models.some((name) => name === 'taulop' || name.startsWith('loggp'));
  const borrows = models.includes('schedule') && platform.costsFrom === 'tables';
  return [...(usesLogGP ? platform.warnings : []), ...(borrows ? [BORROWED] : [])];
}

const BORROWED: Warning = {
  code: 'shipped-constants',
  message: 'schedule: constants that messages and flat trees do not show are those of epyc-orfeo',
};

/** LogGP needs no lines and no flat trees. */
function messagesOf({ name, source, shape, loggp }: ModelledPlatform): CollectivePlatform {
  return { name, source, shape, loggp, hockney: [], nbft: { bcast: [], reduce: [] } };
}

function fittedOf(platform: ModelledPlatform, model: LatencyModelName): CollectivePlatform {
  if (platform.fitted !== undefined) return platform.fitted;
  throw treesLacking(model, platform);
}

function treesLacking(model: LatencyModelName, { name, trees }: ModelledPlatform): LackingError {
  return new LackingError(
    trees.length === 1 ? 'trees-of-both' : 'flat-trees',
    `the model '${model}' needs flat trees, which platform '${name}' does not hold`,
    'give messages and flat trees of both collectives, or ask loggp or loggph',
  );
}

/** A model of flat trees answers for the collectives whose trees were measured. */
function withTrees<M extends LatencyModel>(model: M, { trees }: ModelledPlatform): M {
  if (trees.length === 2) return model;
  return {
    ...model,
    predict: (query) => {
      if (trees.includes(query.collective)) return model.predict(query);
      throw new LackingError(
        `${query.collective}-trees`,
        `no flat trees of ${query.collective} were given`,
        'measure them',
      );
    },
  };
}
