/** What models of collectives know of the platform that flags name: shipped fits, a platform file, or tables. */
import {
  type ModelledPlatform,
  parseNbftTable,
  parseP2pTable,
  platformOfLogGP,
  platformOfTables,
  SHIPPED_PLATFORM,
} from '../../collective-models/index.js';
import { UsageError } from '../../errors.js';
import { loadPlatform } from '../machine/site-flags.js';
import { readTextFile } from '../output/files.js';

export interface FittedPlatformFlags {
  readonly platform?: string | undefined;
  readonly p2p?: string | undefined;
  readonly nbft?: string | undefined;
  readonly 'nbft-reduce'?: string | undefined;
}

/** Reads what the flags name. Throws UsageError and InputError. */
export function readModelledPlatform(flags: FittedPlatformFlags): ModelledPlatform {
  const platform = namedPlatform(flags.platform ?? SHIPPED_PLATFORM.name);
  const { p2p, nbft, 'nbft-reduce': nbftReduce } = flags;
  if (p2p === undefined && nbft === undefined && nbftReduce === undefined) return platform;
  if (p2p === undefined || (nbft === undefined && nbftReduce === undefined)) {
    throw new UsageError(
      `measurements need both ${p2p === undefined ? '--p2p' : '--nbft (or --nbft-reduce)'} and ${p2p === undefined ? 'the flat trees' : '--p2p'}`,
      'give the table of messages (--p2p) and that of flat trees (--nbft for bcast, --nbft-reduce for reduce)',
    );
  }
  const trees = (path: string | undefined) =>
    path === undefined ? undefined : parseNbftTable(readTextFile(path), path);
  return platformOfTables(platform, {
    p2p: parseP2pTable(readTextFile(p2p), p2p),
    bcast: trees(nbft),
    reduce: trees(nbftReduce),
    source: [p2p, nbft, nbftReduce].filter((one) => one !== undefined).join(', '),
  });
}

function namedPlatform(name: string): ModelledPlatform {
  if (name === SHIPPED_PLATFORM.name) return SHIPPED_PLATFORM;
  const { platform, warnings } = loadPlatform(name);
  return platformOfLogGP(platform, name, warnings);
}
