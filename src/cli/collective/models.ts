/** Models by the names of `--model`, bound to a machine. */
import {
  type CollectivePlatform,
  type FormulaModel,
  type LatencyModel,
  logGPHModel,
  logGPModel,
  p2pModel,
  type RegressionCell,
  regressionModel,
  type SegmentPricing,
  scheduleModel,
  tauLopModel,
} from '../../collective-models/index.js';
import { UsageError } from '../../errors.js';
import type { CollectiveGround } from './platform.js';

export const MODELS = ['p2p', 'regression', 'schedule', 'taulop', 'loggp', 'loggph'] as const;
export type ModelName = (typeof MODELS)[number];

export interface ModelSettings {
  readonly pricing: SegmentPricing;
  /** Cells fitted to measurements at hand; they go before the shipped ones. */
  readonly fitted?: readonly RegressionCell[];
}

/** Throws UsageError when the machine's parameters do not suffice. */
export function modelNamed(name: ModelName, ground: CollectiveGround, settings: ModelSettings): LatencyModel {
  switch (name) {
    case 'p2p':
      return withTrees(p2pModel(fitted(ground, name), settings.pricing), ground);
    case 'taulop':
      return withTrees(tauLopModel(fitted(ground, name)), ground);
    case 'regression':
      return regressionModel([...ground.regression, ...(settings.fitted ?? [])], ground.shape);
    case 'schedule':
      if (ground.costs !== undefined) return scheduleModel(ground.costs);
      throw lacking(name, ground, ground.trees.length === 1 ? '--nbft and --nbft-reduce both' : undefined);
    case 'loggp':
      return logGPModel(messagesOf(ground));
    case 'loggph':
      return logGPHModel(messagesOf(ground));
  }
}

export function isFormulaModel(model: LatencyModel): model is FormulaModel {
  return 'formula' in model;
}

/** LogGP needs no lines and no flat trees. */
function messagesOf({ name, source, shape, loggp }: CollectiveGround): CollectivePlatform {
  return { name, source, shape, loggp, hockney: [], nbft: { bcast: [], reduce: [] } };
}

function fitted(ground: CollectiveGround, model: ModelName): CollectivePlatform {
  if (ground.platform !== undefined) return ground.platform;
  throw lacking(model, ground, undefined);
}

function lacking(model: ModelName, ground: CollectiveGround, mend: string | undefined): UsageError {
  return new UsageError(
    `the model '${model}' needs flat trees, which platform '${ground.name}' does not hold`,
    mend === undefined
      ? 'give --p2p, --nbft and --nbft-reduce, or ask loggp or loggph'
      : `give ${mend}, or ask loggp or loggph`,
  );
}

/** A model of flat trees answers for the collectives whose trees were measured. */
function withTrees<M extends LatencyModel>(model: M, { trees }: CollectiveGround): M {
  if (trees.length === 2) return model;
  return {
    ...model,
    predict: (query) => {
      if (trees.includes(query.collective)) return model.predict(query);
      throw new UsageError(
        `no flat trees of ${query.collective} were given`,
        `give ${query.collective === 'bcast' ? '--nbft' : '--nbft-reduce'}`,
      );
    },
  };
}
