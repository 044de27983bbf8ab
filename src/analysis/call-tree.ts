/**
 * Amounts by function of the program: inclusive, with all called functions, and exclusive, for MPI calls made directly. The
 * caller defines the amounts.
 */

import {
  type NamedPlace,
  nameSite,
  placeKey,
  placeText,
  type ScheduleSites,
  type SiteNames,
} from '../schedule/program-calls.js';
import { NONE, type Schedule } from '../schedule/schedule.js';
import { requiredSites } from './message-groups.js';

/** A number for each kind of amount. */
export type Amounts<K extends string> = Readonly<Record<K, number>>;

/** Amounts that belong to an operation. */
export interface Charge<K extends string> {
  readonly op: number;
  readonly amounts: Amounts<K>;
}

/** The part of a function's inclusive amounts that belongs to one MPI call. */
export interface RegionCall<K extends string> {
  /** Name of the MPI call; '' where the input does not say. */
  readonly call: string;
  readonly amounts: Amounts<K>;
  /** The part due to calls that the function makes directly. */
  readonly exclusive: Amounts<K>;
}

/** The amounts of a function. */
export interface RegionAmounts<K extends string> {
  readonly region: Region;
  /** Lines of the function with calls, ascending; empty if lines are unknown. */
  readonly lines: readonly number[];
  /** All operations whose call path contains the function, each once, also with recursion. */
  readonly inclusive: Amounts<K>;
  /** Operations whose MPI call the function makes directly. */
  readonly exclusive: Amounts<K>;
  /** The inclusive amounts by MPI call, the largest first. */
  readonly calls: readonly RegionCall<K>[];
}

/** A function on one call path. */
export interface RegionNode<K extends string> extends RegionAmounts<K> {
  /** Functions above it. */
  readonly depth: number;
  /** Index of its caller among the nodes; −1 at a root. */
  readonly parent: number;
}

/** A function on all call paths. */
export interface RegionFunction<K extends string> extends RegionAmounts<K> {
  /** Nodes that are this function. */
  readonly nodes: number;
}

/** Amounts by function. The exclusive ones and `outside` add up to the total; the inclusive ones count in each caller. */
export interface Regions<K extends string> {
  readonly total: Amounts<K>;
  /** Of operations without a known call site. */
  readonly outside: Amounts<K>;
  /** The call tree: each function follows its caller; among the callees of one, the largest first. */
  readonly nodes: readonly RegionNode<K>[];
  /** Each function once, the largest first. */
  readonly functions: readonly RegionFunction<K>[];
}

/** How amounts are summed, and which come first. */
export interface Summing<K extends string> {
  /** A sum of nothing. */
  readonly zero: () => Record<K, number>;
  /** Below 0 if `a` comes first. */
  readonly order: (a: Amounts<K>, b: Amounts<K>) => number;
}

/**
 * Sums charges by function. `names`: of return addresses, without which each address is a separate function. Throws
 * UsageError if the input does not record call sites.
 */
export function regionsOf<K extends string>(
  schedule: Schedule,
  names: SiteNames,
  charges: Iterable<Charge<K>>,
  summing: Summing<K>,
): Regions<K> {
  const paths = new CallPaths(requiredSites(schedule), names);
  const total = summing.zero();
  const outside = summing.zero();
  const byNode = new SumTable(summing);
  const byRegion = new SumTable(summing);
  for (const [key, amounts] of summedByCall(schedule, paths, charges, summing)) {
    addAmounts(total, amounts);
    const node = Math.floor(key / CALLS) - 1;
    if (node === NO_PATH) {
      addAmounts(outside, amounts);
      continue;
    }
    const call = schedule.callNames[key % CALLS] ?? '';
    for (const one of paths.nodesTo(node)) byNode.add(one, call, amounts, one === node);
    const own = paths.nodes[node].region;
    for (const one of paths.regionsTo(node)) byRegion.add(one, call, amounts, one === own);
  }
  const named = paths.regions();
  const nodes = paths.nodes.map(({ region, lines }, i) => ({
    ...{ region: named[region], lines: ascending(lines) },
    ...byNode.amountsOf(i),
  }));
  const functions = named.map((region, i) => {
    const own = paths.nodes.filter((one) => one.region === i);
    const lines = ascending(own.flatMap((one) => [...one.lines]));
    return { region, lines, nodes: own.length, ...byRegion.amountsOf(i) };
  });
  const largest = (a: RegionAmounts<K>, b: RegionAmounts<K>): number =>
    summing.order(a.inclusive, b.inclusive) || summing.order(a.exclusive, b.exclusive);
  const tree = inTree(paths.nodes, (a, b) => largest(nodes[a], nodes[b]));
  return {
    total,
    outside,
    nodes: tree.map(({ node, depth, parent }) => ({ ...nodes[node], depth, parent })),
    functions: functions.sort(largest),
  };
}

const ascending = (lines: Iterable<number>): number[] => [...new Set(lines)].sort((a, b) => a - b);

/** MPI calls with a name each, at most. */
const CALLS = 2 ** 16;

/** Charges by node and call: paths have many operations, and few functions. */
function summedByCall<K extends string>(
  { call }: Schedule,
  paths: CallPaths,
  charges: Iterable<Charge<K>>,
  { zero }: Summing<K>,
): Map<number, Record<K, number>> {
  const sums = new Map<number, Record<K, number>>();
  for (const { op, amounts } of charges) {
    const key = (paths.of(op) + 1) * CALLS + (call === null ? 0 : call[op]);
    const known = sums.get(key) ?? zero();
    sums.set(key, known);
    addAmounts(known, amounts);
  }
  return sums;
}

/** Adds each of the amounts to the sum of its kind. */
export function addAmounts<K extends string>(to: Record<K, number>, amounts: Amounts<K>): void {
  for (const key in to) to[key] += amounts[key];
}

interface Gathered<K extends string> {
  readonly inclusive: Record<K, number>;
  readonly exclusive: Record<K, number>;
  readonly calls: Map<string, { readonly amounts: Record<K, number>; readonly exclusive: Record<K, number> }>;
}

/** Sums of functions, or of their nodes. */
class SumTable<K extends string> {
  readonly #rows = new Map<number, Gathered<K>>();
  readonly #summing: Summing<K>;

  constructor(summing: Summing<K>) {
    this.#summing = summing;
  }

  add(index: number, call: string, amounts: Amounts<K>, own: boolean): void {
    const row = this.#row(index);
    const { zero } = this.#summing;
    const ofCall = row.calls.get(call) ?? { amounts: zero(), exclusive: zero() };
    row.calls.set(call, ofCall);
    for (const sums of [ofCall.amounts, row.inclusive]) addAmounts(sums, amounts);
    if (own) for (const sums of [ofCall.exclusive, row.exclusive]) addAmounts(sums, amounts);
  }

  amountsOf(index: number): Pick<RegionAmounts<K>, 'inclusive' | 'exclusive' | 'calls'> {
    const { inclusive, exclusive, calls } = this.#row(index);
    const list = [...calls].map(([call, sums]) => ({ call, ...sums }));
    return { inclusive, exclusive, calls: list.sort((a, b) => this.#summing.order(a.amounts, b.amounts)) };
  }

  #row(index: number): Gathered<K> {
    const { zero } = this.#summing;
    const row = this.#rows.get(index) ?? { inclusive: zero(), exclusive: zero(), calls: new Map() };
    this.#rows.set(index, row);
    return row;
  }
}

interface TreePlace {
  readonly node: number;
  readonly depth: number;
  /** Place of the caller in the tree; −1 at a root. */
  readonly parent: number;
}

/** Nodes after their callers, those of one caller by `order`. */
function inTree(
  nodes: readonly { readonly parent: number }[],
  order: (a: number, b: number) => number,
): TreePlace[] {
  const below = new Map<number, number[]>();
  for (const [node, { parent }] of nodes.entries()) below.set(parent, [...(below.get(parent) ?? []), node]);
  // The last one is taken next, so the callees of a caller are reversed.
  const waiting = (caller: number, depth: number, parent: number): TreePlace[] =>
    (below.get(caller) ?? []).sort((a, b) => order(b, a)).map((node) => ({ node, depth, parent }));
  const todo = waiting(NO_PATH, 0, -1);
  const found: TreePlace[] = [];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const place = found.push(next) - 1;
    todo.push(...waiting(next.node, next.depth + 1, place));
  }
  return found;
}

/** A function of the program. */
export interface Region {
  /** `dot`; `dot (solver.c)` beside others of that name; the place in the object where functions are not known. */
  readonly name: string;
  /** '' where it is not known, as the file. */
  readonly function: string;
  /** Source path of the calls, as the compiler recorded it. */
  readonly file: string;
  /** Loaded file; '' if unknown. */
  readonly object: string;
}

/** A function as it is reached on one call path. */
interface PathNode {
  /** Node of the caller; NO_PATH at a root. */
  readonly parent: number;
  /** Index of the function. */
  readonly region: number;
  /** Lines of the calls. */
  readonly lines: Set<number>;
}

/** Operations of no known call site, and what is above roots. */
export const NO_PATH = -1;

/**
 * Call sites as paths from function to function, outermost first. Consecutive frames of one function are merged, whatever
 * their lines.
 */
export class CallPaths {
  readonly nodes: PathNode[] = [];
  readonly #sites: ScheduleSites;
  readonly #names: SiteNames;
  readonly #bySite = new Map<number, number>();
  readonly #byKey = new Map<string, number>();
  readonly #regions: NamedPlace[] = [];
  readonly #regionByKey = new Map<string, number>();

  constructor(sites: ScheduleSites, names: SiteNames) {
    this.#sites = sites;
    this.#names = names;
  }

  /** The node of the function that made an operation's call, or NO_PATH. */
  of(op: number): number {
    const site = this.#sites.of[op];
    if (site === NONE) return NO_PATH;
    const known = this.#bySite.get(site);
    if (known !== undefined) return known;
    const { place, via } = nameSite(this.#sites.list[site], this.#names);
    const path = usersFrames([place, ...via]).reverse();
    const node = path.reduce((parent, one) => this.#nodeOf(parent, one), NO_PATH);
    this.#bySite.set(site, node);
    return node;
  }

  /** A node and all above it. */
  nodesTo(node: number): number[] {
    const found: number[] = [];
    for (let at = node; at !== NO_PATH; at = this.nodes[at].parent) found.push(at);
    return found;
  }

  /** The functions of these nodes, each once, also with recursion. */
  regionsTo(node: number): Set<number> {
    return new Set(this.nodesTo(node).map((one) => this.nodes[one].region));
  }

  /** All functions so far, with names that distinguish them. */
  regions(): Region[] {
    const named = new Map<string, number>();
    for (const { function: name } of this.#regions) named.set(name, (named.get(name) ?? 0) + 1);
    return this.#regions.map((place) => {
      const { function: name, file, object } = place;
      const shared = name !== '' && (named.get(name) ?? 0) > 1;
      return {
        name: shared ? `${name} (${file || object})` : name || placeText(place),
        function: name,
        file,
        object,
      };
    });
  }

  #nodeOf(parent: number, place: NamedPlace): number {
    const region = this.#regionOf(place);
    const key = `${parent} ${region}`;
    const node = this.#byKey.get(key) ?? this.nodes.push({ parent, region, lines: new Set() }) - 1;
    this.#byKey.set(key, node);
    if (place.file !== '') this.nodes[node].lines.add(place.line);
    return node;
  }

  #regionOf(place: NamedPlace): number {
    const key = regionKey(place);
    const region = this.#regionByKey.get(key) ?? this.#regions.push(place) - 1;
    this.#regionByKey.set(key, region);
    return region;
  }
}

/** Identity of a function: static functions of different files may have the same name. */
const regionKey = (place: NamedPlace): string =>
  place.function === '' ? placeKey(place) : `${place.function}\n${place.file || place.object}`;

/**
 * Functions of C and thread libraries that call a program's first function. They are not part of the program, and would be
 * above all of it.
 */
const STARTERS: ReadonlySet<string> = new Set([
  // glibc, from 2.34 on in three steps; musl has libc_start_main_stage2.
  '_start',
  '__libc_start_main',
  '__libc_start_main_impl',
  '__libc_start_call_main',
  'libc_start_main_stage2',
  // Threads of POSIX, and what libstdc++ and OpenMP begin theirs with.
  'start_thread',
  'clone',
  'clone3',
  '__clone',
  '__clone3',
  'execute_native_thread_routine',
  'gomp_thread_start',
]);

/** gfortran's program, which a `main` of the compiler's calls. */
const FORTRAN_PROGRAM = 'MAIN__';

/**
 * The frames of a stack, innermost first, up to the program's outermost function: the start-up code of a program or thread,
 * and all callers of `main`, are removed. The first frame always remains.
 */
function usersFrames(stack: readonly NamedPlace[]): NamedPlace[] {
  const starter = stack.findIndex((one, i) => i > 0 && STARTERS.has(one.function));
  const started = starter < 0 ? stack : stack.slice(0, starter);
  const fortran = started.findLastIndex((one) => one.function === FORTRAN_PROGRAM);
  const main = fortran < 0 ? started.findLastIndex((one) => one.function === 'main') : fortran;
  return main < 0 ? [...started] : started.slice(0, main + 1);
}
