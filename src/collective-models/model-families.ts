/**
 * The families of latency models, one row each: what a family needs of a platform and how a model is bound to it. Names,
 * help, grids, validation and what is said to be lacking follow from the rows.
 */
import { joinWarnings, type Warning } from '../errors.js';
import { type CollectiveRow, LackingError, type LatencyModel } from './latency-model.js';
import type { ModelledPlatform } from './modelled-platform.js';
import { p2pModel, type SegmentPricing, treesKnown } from './p2p-model.js';
import { regressionModel } from './regression-model.js';
import { scheduleModel } from './schedule-model.js';
import { logGPHModel, logGPModel, tauLopModel } from './taulop/closed-forms.js';

/** How models are bound. */
export interface ModelSettings {
  /** Price of a segment in p2p. */
  readonly pricing: SegmentPricing;
}

/** One family. */
interface ModelFamily {
  /** Parts of a platform that its models rest on. */
  readonly needs: readonly ('trees' | 'costs' | 'cells' | 'loggp')[];
  /** Its answers are formulas that can be shown. */
  readonly formula?: true;
  /** The model on a platform with trees where it needs them; undefined where the rest does not suffice. */
  readonly bind: (platform: ModelledPlatform, settings: ModelSettings) => LatencyModel | undefined;
}

/** Every model of broadcast and reduce, the published ones first. */
const FAMILIES = {
  p2p: { needs: ['trees'], bind: (platform, { pricing }) => p2pModel(platform, pricing) },
  regression: { needs: ['cells'], bind: ({ regression, shape }) => regressionModel(regression, shape) },
  schedule: { needs: ['costs'], bind: ({ costs }) => costs && scheduleModel(costs) },
  taulop: { needs: ['trees', 'loggp'], formula: true, bind: (platform) => tauLopModel(platform) },
  loggp: { needs: ['loggp'], formula: true, bind: logGPModel },
  loggph: { needs: ['loggp'], formula: true, bind: logGPHModel },
} satisfies Readonly<Record<string, ModelFamily>>;

/** One of {@link LATENCY_MODELS}. */
export type LatencyModelName = keyof typeof FAMILIES;

const familyOf = (name: LatencyModelName): ModelFamily => FAMILIES[name];

/** Names of all models. */
export const LATENCY_MODELS = Object.keys(FAMILIES) as LatencyModelName[];

/** Names of the models that `holds` is true of, in words: `a, b or c`. */
function words(holds: (family: ModelFamily) => boolean): string {
  const found = LATENCY_MODELS.filter((name) => holds(familyOf(name)));
  return [found.slice(0, -1).join(', '), ...found.slice(-1)].join(' or ');
}

/** The models that show formulas, in words. */
export const FORMULA_MODELS = words(({ formula }) => formula === true);
/** The models that need LogGP parameters alone, in words. */
export const LOGGP_MODELS = words(({ needs }) => needs.every((part) => part === 'loggp'));

/**
 * The model of that name on a platform. Throws LackingError when the platform's parameters do not suffice; so does
 * its `predict` for a collective whose flat trees are unknown.
 */
export function modelNamed(
  name: LatencyModelName,
  platform: ModelledPlatform,
  settings: ModelSettings,
): LatencyModel {
  const { needs, bind } = familyOf(name);
  const trees = treesKnown(platform).length;
  const model = needs.includes('trees') && trees === 0 ? undefined : bind(platform, settings);
  if (model !== undefined) return model;
  throw new LackingError(
    trees === 1 ? 'trees-of-both' : 'flat-trees',
    `the model '${name}' needs flat trees, which platform '${platform.name}' lacks`,
    `give messages and flat trees of both collectives, or use ${LOGGP_MODELS}`,
  );
}

/** Models by name; those that describe measured collectives are fitted to `measured`. */
export const boundModels = (
  names: readonly LatencyModelName[],
  platform: ModelledPlatform,
  settings: ModelSettings,
  measured: readonly CollectiveRow[],
): readonly LatencyModel[] =>
  names.map((name) => {
    const model = modelNamed(name, platform, settings);
    return model.fit?.(measured) ?? model;
  });

/** What to know of the platform, where one of the models rests on it. */
export function platformWarnings(
  platform: ModelledPlatform,
  models: readonly LatencyModelName[],
): readonly Warning[] {
  const needs = new Set(models.flatMap((name) => familyOf(name).needs));
  return joinWarnings(
    needs.has('loggp') && platform,
    needs.has('costs') && platform.costsFrom === 'tables' && BORROWED,
  );
}

const BORROWED: Warning = {
  code: 'shipped-constants',
  message:
    'the schedule model keeps the calibrated constants of epyc-orfeo, because tables of messages and flat trees do not determine them',
};
