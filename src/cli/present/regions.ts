/** Functions of a program, and the tree of their calls, in tables, JSON and CSV. */
import type { Region } from '../../analysis/call-paths.js';
import type { RegionNode } from '../../analysis/regions.js';

/** Least share that a function has in a table for people. */
export const SHOWN_SHARE = 0.01;

/** Characters of a function's name in a table, with its indentation, and of one that is far in. */
const WIDEST = 34;
const NARROWEST = 16;

/** A function as a row of the tree. */
export function treeCell({ region: { name }, depth }: Pick<RegionNode<never>, 'region' | 'depth'>): string {
  const indent = ' '.repeat(2 * depth);
  const room = Math.max(WIDEST - indent.length, NARROWEST);
  return indent + shortName(name, room);
}

/**
 * A name that fits: long ones lose the arguments of functions and templates first, then what stands in front, such as
 * the namespaces of C++.
 */
export function shortName(name: string, room: number): string {
  if (name.length <= room) return name;
  const bare = withoutArguments(name);
  if (bare.length <= room) return bare;
  const end = bare.slice(1 - room);
  const part = end.indexOf('::');
  return `…${part < end.length / 2 ? end.slice(Math.max(part, 0)) : end}`;
}

/** Without what stands in brackets; the name as it is where they do not match, as those of `operator<`. */
function withoutArguments(name: string): string {
  let open = 0;
  let bare = '';
  for (const letter of name) {
    if (letter === '>' || letter === ')') open--;
    else if (letter === '<' || letter === '(') open++;
    else if (open === 0) bare += letter;
    if (open < 0) return name;
  }
  return open === 0 ? bare : name;
}

/** Rows that are shown, and those that are too small. */
export function parted<T>(rows: readonly T[], shareOf: (row: T) => number): { shown: T[]; left: T[] } {
  const large = (row: T): boolean => shareOf(row) >= SHOWN_SHARE;
  return { shown: rows.filter(large), left: rows.filter((row) => !large(row)) };
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
