/** Tables of measured collectives: files whose names say what was run, folders of them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CollectiveRow,
  MAPPINGS,
  MODELLED_COLLECTIVES,
  type ModelledPlatform,
  parseCollectiveTable,
  parseNbftTable,
  parseP2pTable,
  platformOfTables,
  type RunLabel,
  SHIPPED_PLATFORM,
} from '../../collective-models/index.js';
import { InputError, UsageError } from '../../errors.js';
import { fileError, readTextFile } from '../output/files.js';

/** What a file's name says: `bcast_core.csv` holds broadcasts mapped by core. */
export function labelOfName(path: string): Partial<RunLabel> {
  const words = (path.split(/[\\/]/).at(-1) ?? '').toLowerCase().split(/[^a-z0-9]+/);
  const collective = MODELLED_COLLECTIVES.find((name) => words.includes(name));
  const mapping = MAPPINGS.find((name) => words.includes(name));
  return {
    ...(collective === undefined ? {} : { collective }),
    ...(mapping === undefined ? {} : { mapping }),
  };
}

/** Rows of one table; what its name does not say is taken from `otherwise`. Throws InputError, UsageError. */
export function readCollectiveTable(
  path: string,
  otherwise: Partial<RunLabel> = {},
): readonly CollectiveRow[] {
  const { collective, mapping } = { ...otherwise, ...labelOfName(path) };
  if (collective === undefined || mapping === undefined) {
    const lacking = collective === undefined ? 'collective' : 'mapping';
    throw new UsageError(
      `'${path}' does not say which ${lacking} was measured`,
      `name it like bcast_core.csv, or ask for one ${lacking}`,
    );
  }
  return parseCollectiveTable(readTextFile(path), { collective, mapping }, path);
}

/** Names of a folder's files. */
export function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    throw fileError(error, folder, { what: 'no such folder', mend: 'check the path' });
  }
}

/** Every `<collective>_<mapping>.csv` of a folder. */
export function readCollectiveFolder(folder: string): readonly CollectiveRow[] {
  const found = filesOf(folder).filter((name) => /^(bcast|reduce)_(core|socket|node)\.csv$/.test(name));
  if (found.length === 0) {
    throw new InputError({
      place: { source: folder },
      what: 'no table of a collective in this folder',
      mend: 'the tables are called bcast_core.csv, reduce_socket.csv and so on',
    });
  }
  return found.flatMap((name) => readCollectiveTable(join(folder, name)));
}

/** The platform that a folder describes: fitted to its p2p and nbft tables where it holds them all, else `base`. */
export function platformOfFolder(
  folder: string,
  base: ModelledPlatform = SHIPPED_PLATFORM,
): ModelledPlatform {
  const [p2p, bcast, reduce] = ['p2p.csv', 'nbft.csv', 'nbft_reduce.csv'];
  const names = filesOf(folder);
  const path = (name: string): string => join(folder, name);
  const text = (name: string): string => readTextFile(path(name));
  if (![p2p, bcast, reduce].every((name) => names.includes(name))) return base;
  return platformOfTables(base, {
    p2p: parseP2pTable(text(p2p), path(p2p)),
    bcast: parseNbftTable(text(bcast), path(bcast)),
    reduce: parseNbftTable(text(reduce), path(reduce)),
    source: folder,
  });
}
