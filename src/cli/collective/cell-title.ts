/** How people name what all rows of one line share. */
import type { CollectiveQuery } from '../../collective-models/index.js';
import { formatSize } from '../../units/units.js';

/** `bcast chain, map-by core, 64 KiB, 4 segments`. */
export function cellTitle({
  collective,
  algorithm,
  mapping,
  bytes,
  segments,
}: Omit<CollectiveQuery, 'ranks'>): string {
  const cut = segments === 1 ? '' : `, ${segments} segments`;
  return `${collective} ${algorithm}, map-by ${mapping}, ${formatSize(bytes)}${cut}`;
}
