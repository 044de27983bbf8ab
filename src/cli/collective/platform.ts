/** What `collective` knows of a machine: a shipped platform, a platform file, or measurement tables. */

import { EPYC_ORFEO_CALIBRATED_COSTS } from '../../collective-models/data/epyc-orfeo-schedule.js';
import {
  type ClusterShape,
  type CollectiveName,
  type CollectivePlatform,
  EPYC_ORFEO,
  EPYC_ORFEO_COSTS,
  EPYC_ORFEO_REGRESSION,
  fitMeasuredCosts,
  fitPlatform,
  type LogGPParameters,
  type NbftRow,
  type P2pRow,
  type PlatformMeasurements,
  parseNbftTable,
  parseP2pTable,
  type RegressionCell,
  type ScheduleCosts,
} from '../../collective-models/index.js';
import { CHANNELS } from '../../collective-models/shape.js';
import { InputError, UsageError, type Warning } from '../../errors.js';
import type { Platform } from '../../platform/platform.js';
import { loadPlatform } from '../machine/site-flags.js';
import { readTextFile } from '../output/files.js';

export const SHIPPED = 'epyc-orfeo';

/** A machine and which parts of it are known; what is absent makes models that need it refuse. */
export interface CollectiveGround {
  readonly name: string;
  readonly source: string;
  readonly shape: ClusterShape;
  /** [channels], in the order of `CHANNELS` */
  readonly loggp: readonly LogGPParameters[];
  /** With Hockney lines and flat trees. */
  readonly platform?: CollectivePlatform;
  /** Collectives whose flat trees are known. */
  readonly trees: readonly CollectiveName[];
  readonly costs?: ScheduleCosts;
  /** `tables`: the measured costs are those of the tables, the calibrated ones still the shipped platform's. */
  readonly costsFrom: 'shipped' | 'tables';
  readonly regression: readonly RegressionCell[];
  readonly warnings: readonly Warning[];
}

export interface GroundFlags {
  readonly platform?: string | undefined;
  readonly p2p?: string | undefined;
  readonly nbft?: string | undefined;
  readonly 'nbft-reduce'?: string | undefined;
}

export const SHIPPED_GROUND: CollectiveGround = {
  name: EPYC_ORFEO.name,
  source: EPYC_ORFEO.source,
  shape: EPYC_ORFEO.shape,
  loggp: EPYC_ORFEO.loggp,
  platform: EPYC_ORFEO,
  trees: ['bcast', 'reduce'],
  costs: EPYC_ORFEO_COSTS,
  costsFrom: 'shipped',
  regression: EPYC_ORFEO_REGRESSION,
  warnings: [],
};

/** Reads what the flags name. Throws UsageError and InputError. */
export function readCollectiveGround(flags: GroundFlags): CollectiveGround {
  const name = flags.platform ?? SHIPPED;
  const ground = name === SHIPPED ? SHIPPED_GROUND : groundOfFile(name);
  const { p2p, nbft, 'nbft-reduce': nbftReduce } = flags;
  if (p2p === undefined && nbft === undefined && nbftReduce === undefined) return ground;
  if (p2p === undefined || (nbft === undefined && nbftReduce === undefined)) {
    throw new UsageError(
      `measurements need both ${p2p === undefined ? '--p2p' : '--nbft (or --nbft-reduce)'} and ${p2p === undefined ? 'the flat trees' : '--p2p'}`,
      'give the table of messages (--p2p) and that of flat trees (--nbft for bcast, --nbft-reduce for reduce)',
    );
  }
  return groundOfTables(
    ground,
    parseP2pTable(readTextFile(p2p), p2p),
    nbft === undefined ? undefined : parseNbftTable(readTextFile(nbft), nbft),
    nbftReduce === undefined ? undefined : parseNbftTable(readTextFile(nbftReduce), nbftReduce),
    [p2p, nbft, nbftReduce].filter((one) => one !== undefined).join(', '),
  );
}

/** A machine fitted to measurements: exactly the published model where both tables are the published ones. */
export function groundOfTables(
  base: CollectiveGround,
  p2p: readonly P2pRow[],
  bcast: readonly NbftRow[] | undefined,
  reduce: readonly NbftRow[] | undefined,
  source: string,
): CollectiveGround {
  const present = bcast ?? reduce ?? [];
  const measured: PlatformMeasurements = {
    p2p,
    nbft: { bcast: bcast ?? present, reduce: reduce ?? present },
  };
  const { shape } = base;
  const { platform, warnings } = fitPlatform(measured, { name: base.name, source, shape });
  const both = bcast !== undefined && reduce !== undefined;
  return {
    name: base.name,
    source: `fitted to ${source}`,
    shape,
    loggp: platform.loggp,
    platform,
    trees: [
      ...(bcast === undefined ? [] : ['bcast' as const]),
      ...(reduce === undefined ? [] : ['reduce' as const]),
    ],
    ...(both ? { costs: { ...fitMeasuredCosts(measured, shape), ...EPYC_ORFEO_CALIBRATED_COSTS } } : {}),
    costsFrom: 'tables',
    regression: base.regression,
    warnings: [...base.warnings, ...warnings],
  };
}

function groundOfFile(name: string): CollectiveGround {
  const { platform, warnings } = loadPlatform(name);
  const levels = levelsOf(platform, name);
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
  return {
    name: platform.name,
    source: platform.source,
    shape: levels.shape,
    loggp,
    trees: [],
    costsFrom: 'shipped',
    regression: [],
    warnings:
      platform.overheadNs === undefined
        ? [
            ...warnings,
            { code: 'no-overhead', message: `platform '${name}' has no overhead_ns; o is taken as 0` },
          ]
        : warnings,
  };
}

interface Levels {
  readonly shape: ClusterShape;
  /** [CHANNELS] index into the platform's channels */
  readonly channels: readonly number[];
}

/** Levels of a platform file as node, socket, core and shared cache; levels that it lacks have one unit. */
function levelsOf({ levels, name }: Platform, source: string): Levels {
  const [node, ...inner] = levels;
  if (inner.length > 3) {
    throw new InputError({
      place: { source },
      what: `platform '${name}' has ${levels.length} levels`,
      mend: 'models of collectives know up to four: node, socket, shared cache, core',
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
