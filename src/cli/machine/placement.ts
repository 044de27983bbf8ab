/** What the placement command starts from: places and mappings that flags name. */
import type { NamedMapping } from '../../analysis/placement.js';
import { UsageError } from '../../errors.js';
import type { Places } from '../../platform/places.js';
import { readRankfile } from '../../platform/rankfile.js';
import type { Site } from '../../platform/site.js';
import { dealtOver, placesOf, standardMappings } from '../../platform/site-mappings.js';
import { randomBelow, shuffled } from '../../sources/patterns/random.js';
import { readTextFile } from '../output/files.js';

/** What the search is given. */
export interface Beginning {
  readonly places: Places;
  readonly start: NamedMapping;
  readonly others: readonly NamedMapping[];
}

/** How the ranks begin, as `--start` says it. */
export type Start =
  | { readonly kind: 'block' | 'round-robin' }
  | { readonly kind: 'random'; readonly seed: number }
  | { readonly kind: 'rankfile'; readonly file: string };

/** `block`, `round-robin`, `random:SEED` or `rankfile:FILE`. Throws UsageError. */
export function parseStart(text: string): Start {
  const colon = text.indexOf(':');
  const kind = colon < 0 ? text : text.slice(0, colon);
  const rest = colon < 0 ? '' : text.slice(colon + 1);
  if ((kind === 'block' || kind === 'round-robin') && colon < 0) return { kind };
  if (kind === 'rankfile' && rest !== '') return { kind, file: rest };
  if (kind === 'random' && (colon < 0 || /^\d+$/.test(rest))) return { kind, seed: Number(rest || '1') };
  throw new UsageError(
    `--start '${text}' is no beginning`,
    'use block, round-robin, random:SEED or rankfile:FILE',
  );
}

/**
 * Places and mappings of `ranks` ranks. Block and round robin are what `mpirun --map-by` deals; where a rankfile gives
 * the places, they are dealt over those.
 */
export function beginning(site: Site, start: Start, ranks: number, gapNsPerByte: number): Beginning {
  const standard = standardMappings(site, ranks);
  const mapping = begun(site, start, standard.block, standard.roundRobin);
  const places = placesOf(site, Int32Array.from([...standard.block, ...standard.roundRobin]), gapNsPerByte);
  const { block, roundRobin } = start.kind === 'rankfile' ? dealtOver(mapping, places) : standard;
  const all: NamedMapping[] = [
    { name: 'block', mapping: block },
    { name: 'round robin', mapping: roundRobin },
  ];
  const name = start.kind === 'random' ? `random:${start.seed}` : start.kind.replace('-', ' ');
  return { places, start: { name, mapping }, others: all.filter((one) => one.name !== name) };
}

function begun(site: Site, start: Start, block: Int32Array, roundRobin: Int32Array): Int32Array {
  switch (start.kind) {
    case 'block':
      return block;
    case 'round-robin':
      return roundRobin;
    case 'random':
      return shuffled(block.length, randomBelow(start.seed)).map((i) => block[i]);
    case 'rankfile': {
      if (site.kind !== 'platform') {
        throw new UsageError('--start rankfile: names cores of a platform', 'add --platform');
      }
      return readRankfile(readTextFile(start.file), start.file, site.platform, block.length);
    }
  }
}
