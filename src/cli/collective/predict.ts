/** What `collective predict` asks: its flags, and the measurements that they name. */
import {
  type CollectiveRow,
  type Grid,
  LATENCY_MODELS,
  MAPPINGS,
  MODELLED_ALGORITHMS,
  MODELLED_COLLECTIVES,
  measuredRanks,
  type PredictedGrid,
  type PredictionQuestion,
  predictGrid,
  queriesOf,
  SEGMENT_PRICINGS,
} from '../../collective-models/index.js';
import type { PredictFlags } from '../flags/collective-predict.js';
import { counts, names, oneName, sizes } from '../flags/lists.js';
import { namingFlags } from './naming-flags.js';
import { readModelledPlatform } from './platform.js';
import { readCollectiveTable } from './tables.js';

/** Throws UsageError and InputError, and the refusal of a model where none answers. */
export function predictAsked(flags: PredictFlags): PredictedGrid {
  return namingFlags(() => predictGrid(questionOf(flags)));
}

function questionOf(flags: PredictFlags): PredictionQuestion {
  const grid = {
    collectives: names(flags.collective, MODELLED_COLLECTIVES, '--collective'),
    algorithms: names(flags.algorithm, MODELLED_ALGORITHMS, '--algorithm'),
    mappings: names(flags['map-by'], MAPPINGS, '--map-by'),
    bytes: sizes(flags.bytes, '--bytes'),
    segments: counts(flags.segments, '--segments', 1),
  };
  const models = names(flags.model ?? 'p2p,schedule', LATENCY_MODELS, '--model');
  const pricing = oneName(flags['segment-cost'] ?? 'segment-size', SEGMENT_PRICINGS, '--segment-cost');
  const platform = readModelledPlatform(flags);
  const measured = readMeasured(flags.measured ?? [], grid);
  const queries = queriesOf({ ...grid, ranks: ranksOf(flags.ranks, grid, measured) });
  return { models, queries, platform, pricing, measured, formulas: flags.formula };
}

/** What a table's name does not say is the one that is asked for. */
function readMeasured(
  files: readonly string[],
  { collectives, mappings }: Omit<Grid, 'ranks'>,
): readonly CollectiveRow[] {
  const otherwise = {
    ...(collectives.length === 1 ? { collective: collectives[0] } : {}),
    ...(mappings.length === 1 ? { mapping: mappings[0] } : {}),
  };
  return files.flatMap((file) => readCollectiveTable(file, otherwise));
}

/** Where nobody asks for numbers of processes: those that were measured, else powers of two. */
function ranksOf(
  text: string | undefined,
  grid: Omit<Grid, 'ranks'>,
  measured: readonly CollectiveRow[],
): readonly number[] {
  const own = text === undefined ? measuredRanks(grid, measured) : [];
  return own.length > 0 ? own : counts(text ?? '2..256', '--ranks', 2);
}
