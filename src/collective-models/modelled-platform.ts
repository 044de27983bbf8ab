/** What is known of a platform to models of collectives, from fits that ship, from tables, or from LogGP alone. */
import { InputError, joinWarnings, type Warning } from '../errors.js';
import type { Platform } from '../platform/platform.js';
import { EPYC_ORFEO } from './data/epyc-orfeo.js';
import { EPYC_ORFEO_REGRESSION } from './data/epyc-orfeo-regression.js';
import { EPYC_ORFEO_CALIBRATED_COSTS, EPYC_ORFEO_COSTS } from './data/epyc-orfeo-schedule.js';
import {
  type CollectivePlatform,
  fitMeasuredCosts,
  fitPlatform,
  type PlatformMeasurements,
} from './fit/platform-fit.js';
import { CHANNELS, type ClusterShape } from './latency-model.js';
import type { RegressionCell } from './regression-model.js';
import type { ScheduleCosts } from './schedule-costs.js';

/** A platform and what else of it is known; a model that needs an absent part refuses. Times in µs. */
export interface ModelledPlatform extends CollectivePlatform {
  /** For the schedule model. */
  readonly costs?: ScheduleCosts | undefined;
  /** `tables`: the measured costs are those of the tables, the calibrated ones still the shipped platform's. */
  readonly costsFrom: 'shipped' | 'tables';
  /** Fitted cells for the regression model. */
  readonly regression: readonly RegressionCell[];
  /** What to know about the LogGP parameters. */
  readonly warnings: readonly Warning[];
}

/** EPYC-ORFEO with everything that ships: every model answers on it. */
export const SHIPPED_PLATFORM: ModelledPlatform = {
  ...EPYC_ORFEO,
  costs: EPYC_ORFEO_COSTS,
  costsFrom: 'shipped',
  regression: EPYC_ORFEO_REGRESSION,
  warnings: [],
};

/**
 * A platform fitted to measurements, with name, shape and regressions of `base`: exactly the published model where
 * the tables are the published ones. `source`: their names, for people. Throws InputError where they do not suffice.
 */
export function platformOfTables(
  { name, shape, regression, warnings: known }: ModelledPlatform,
  measured: PlatformMeasurements,
  source: string,
): ModelledPlatform {
  const { platform, warnings } = fitPlatform(measured, { name, source: `fitted to ${source}`, shape });
  const { bcast, reduce } = measured.nbft;
  const costs =
    bcast && reduce ? fitMeasuredCosts({ p2p: measured.p2p, nbft: { bcast, reduce } }, shape) : undefined;
  return {
    ...platform,
    costs: costs && { ...costs, ...EPYC_ORFEO_CALIBRATED_COSTS },
    costsFrom: 'tables',
    regression,
    warnings: joinWarnings(known, warnings),
  };
}

/**
 * A platform of LogGP parameters only, as from a platform file; `label` is its name in messages. A channel of `CHANNELS` that
 * no level has is that of the next level; a missing overhead is 0, with a warning. Throws InputError for more than four levels.
 */
export function platformOfLogGP(
  platform: Platform,
  label: string = platform.name,
  warnings: readonly Warning[] = [],
): ModelledPlatform {
  const levels = levelsOf(platform, label);
  const overheadUs = (platform.overheadNs ?? 0) / 1e3;
  const loggp = CHANNELS.map((channel, i) => {
    const { latencyNs, gapNsPerByte, endToEndNs } = platform.channels[levels.channels[i]];
    return {
      channel,
      latencyUs: latencyNs / 1e3,
      ...(endToEndNs === undefined ? {} : { endToEndUs: endToEndNs / 1e3 }),
      overheadUs,
      gapUs: overheadUs,
      gapUsPerByte: gapNsPerByte / 1e3,
    };
  });
  const message = `platform '${label}' has no overhead_ns; o is taken as 0`;
  return {
    name: platform.name,
    source: platform.source,
    shape: levels.shape,
    loggp,
    hockney: [],
    nbft: {},
    costsFrom: 'shipped',
    regression: [],
    warnings: joinWarnings(warnings, platform.overheadNs === undefined && { code: 'no-overhead', message }),
  };
}

interface Levels {
  readonly shape: ClusterShape;
  /** [CHANNELS] index into the platform's channels */
  readonly channels: readonly number[];
}

/** Levels of a platform as node, socket, core and shared cache; levels that it lacks have one unit. */
function levelsOf({ levels, name }: Platform, source: string): Levels {
  const [node, ...inner] = levels;
  if (inner.length > 3) {
    throw new InputError({
      place: { source },
      what: `platform '${name}' has ${levels.length} levels`,
      mend: 'use at most the four that models of collectives have (node, socket, shared cache, core)',
    });
  }
  const cache = inner.length === 3 ? inner[2] : undefined;
  const core = inner.length >= 2 ? inner[1] : inner.at(0);
  const socket = inner.length >= 2 ? inner[0] : undefined;
  const coresPerCache = cache?.count ?? 1;
  const coreChannel = core?.channel ?? node.channel;
  return {
    shape: {
      nodes: node.count,
      socketsPerNode: socket?.count ?? 1,
      coresPerSocket: (core?.count ?? 1) * coresPerCache,
      coresPerCache,
    },
    channels: [cache?.channel ?? coreChannel, coreChannel, socket?.channel ?? coreChannel, node.channel],
  };
}
