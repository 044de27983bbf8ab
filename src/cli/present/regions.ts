/** Functions of a program, and the tree of their calls, in tables, JSON and CSV. */
import type { Region } from '../../analysis/call-paths.js';
import type { RegionNode } from '../../analysis/regions.js';
import { listed, moreText } from '../output/layout.js';
import { percentText } from './solution.js';

/** Least share that a function has in a table for people. */
export const SHOWN_SHARE = 0.01;

/** The column of a tree's names, which is the last. */
export const REGION_HEAD = { title: 'region', align: 'left', name: true } as const;

/** A function as a row of the tree. */
export const treeCell = ({ region: { name }, depth }: Pick<RegionNode<never>, 'region' | 'depth'>): string =>
  ' '.repeat(2 * depth) + name;

/** Rows that are shown, in their order, and those that are smaller. */
export function parted<T>(rows: readonly T[], shareOf: (row: T) => number): { shown: T[]; left: T[] } {
  const large = rows.filter((row) => shareOf(row) >= SHOWN_SHARE).sort((a, b) => shareOf(b) - shareOf(a));
  const kept = new Set(large.slice(0, listed(rows.length)));
  return { shown: rows.filter((row) => kept.has(row)), left: rows.filter((row) => !kept.has(row)) };
}

/** How many rows are not shown, and what they come to; `of`: what they are shares of. */
export function leftText<T>(
  left: readonly T[],
  shareOf: (row: T) => number,
  together: number,
  of: string,
): string {
  const most = left.reduce((share, row) => Math.max(share, shareOf(row)), 0);
  const each = most < SHOWN_SHARE ? `less than ${percentText(SHOWN_SHARE)}` : `at most ${percentText(most)}`;
  return moreText(left.length, ` with ${each} of ${of} each, ${percentText(together)} together`);
}

/** What names a function: what is not known is null. */
export const regionJson = (
  { name, function: own, file, object }: Region,
  lines?: readonly number[],
): Record<string, unknown> => ({
  name,
  function: own === '' ? null : own,
  file: file === '' ? null : file,
  object: object === '' ? null : object,
  ...(lines === undefined ? {} : { lines }),
});

/** The nodes as objects within each other: `json` of each with its `children`. */
export function nestedJson<N extends { readonly parent: number }>(
  nodes: readonly N[],
  json: (node: N) => Record<string, unknown>,
): Record<string, unknown>[] {
  const roots: Record<string, unknown>[] = [];
  const children: Record<string, unknown>[][] = [];
  for (const node of nodes) {
    const below: Record<string, unknown>[] = [];
    children.push(below);
    (node.parent < 0 ? roots : children[node.parent]).push({ ...json(node), children: below });
  }
  return roots;
}

/** The columns that name a node in CSV. */
export const REGION_COLUMNS = ['path', 'depth', 'function', 'file'] as const;

/** What stands in them: the path as in folded stacks, `main;solve;dot`. */
export function regionCells<K extends string>(nodes: readonly RegionNode<K>[]): (string | number)[][] {
  const paths: string[] = [];
  return nodes.map(({ region, parent, depth }) => {
    paths.push(parent < 0 ? region.name : `${paths[parent]};${region.name}`);
    return [paths[paths.length - 1], depth, region.function, region.file];
  });
}

/** Said where the call paths of traces end before the program's first function; `whole`: that they all reach it. */
export function depthNote<K extends string>(nodes: readonly RegionNode<K>[], whole: boolean): string {
  // Of a function without a name nothing tells whether it is the first.
  const cut = ({ depth, region }: RegionNode<K>): boolean =>
    depth === 0 && !['', 'main', 'MAIN__', '<module>'].includes(region.function);
  if (whole || !nodes.some(cut)) return '';
  return '  callers end where the traces do: trace run --depth N records more\n';
}
