/** What is tuned: for each collective and class of sizes, the algorithms that may be taken. */
import type { CollectiveName } from '../collectives/names.js';
import { isOffered } from '../collectives/offered.js';
import { algorithmsOf } from '../collectives/registry.js';
import type { CollectiveAlgorithm } from '../collectives/types.js';
import type { CollectiveSize } from '../sources/program.js';

/** Sizes that are at least this many times apart may be told apart. */
const CLASS_RATIO = 4;
/** Segments and fan-outs that are tried. */
export const SEGMENTS = [8 * 1024, 64 * 1024] as const;
export const FANOUTS = [2, 4, 8] as const;

/** One choice to be made. */
export interface TuneChoice {
  readonly collective: CollectiveName;
  /** It is for calls of `from` ≤ bytes < `to`. */
  readonly from: number;
  readonly to: number;
  /** Smallest and largest size that occurs. */
  readonly least: number;
  readonly most: number;
  readonly calls: number;
  /**
   * Algorithms with their options, as in `chain:fanout=4`: the default, then those that MPI libraries have, then those
   * that none has. Of equals the earlier one is taken.
   */
  readonly candidates: readonly string[];
}

/** Calls by name and size alone, ascending; `ranks` of the largest communicator among them. */
export function collectiveSizes(calls: readonly CollectiveSize[]): CollectiveSize[] {
  const found = new Map<string, CollectiveSize>();
  for (const one of calls) {
    const key = `${one.collective} ${one.bytes}`;
    const before = found.get(key) ?? { calls: 0, ranks: 0 };
    const { collective, bytes } = one;
    const ranks = Math.max(before.ranks, one.ranks);
    found.set(key, { collective, bytes, calls: before.calls + one.calls, ranks });
  }
  return [...found.values()].sort((a, b) => byName(a.collective, b.collective) || a.bytes - b.bytes);
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The choices of a program: the sizes that occur of each collective, cut at their widest gaps into at most `classes`
 * classes, a cut at the smallest size of the upper class (in whole bytes: where blocks differ, sizes are means).
 */
export function tuneChoices(sizes: readonly CollectiveSize[], classes: number): TuneChoice[] {
  const names = [...new Set(sizes.map(({ collective }) => collective))];
  return names.flatMap((collective) => {
    const own = sizes.filter((one) => one.collective === collective).sort((a, b) => a.bytes - b.bytes);
    const cuts = cutsOf(
      own.map(({ bytes }) => bytes),
      classes,
    );
    return [...cuts, own.length].map((end, i) => {
      const start = i === 0 ? 0 : cuts[i - 1];
      const members = own.slice(start, end);
      const most = members[members.length - 1].bytes;
      return {
        collective,
        from: i === 0 ? 0 : Math.floor(own[start].bytes),
        to: end === own.length ? Number.POSITIVE_INFINITY : Math.floor(own[end].bytes),
        least: members[0].bytes,
        most,
        calls: members.reduce((sum, one) => sum + one.calls, 0),
        candidates: inOrderOfTaking(collective).flatMap((algorithm) => forms(algorithm, most)),
      };
    });
  });
}

function inOrderOfTaking(collective: CollectiveName): CollectiveAlgorithm[] {
  const [first, ...others] = algorithmsOf(collective);
  const offered = others.filter(({ name }) => isOffered(collective, name));
  return [first, ...offered, ...others.filter((one) => !offered.includes(one))];
}

/** Indices at which the upper classes begin, ascending: the `classes` − 1 widest gaps, of equals the lower. */
function cutsOf(bytes: readonly number[], classes: number): number[] {
  const gaps = bytes.slice(1).map((size, i) => ({ index: i + 1, ratio: size / Math.max(bytes[i], 1) }));
  return gaps
    .filter(({ ratio }) => ratio >= CLASS_RATIO)
    .sort((a, b) => b.ratio - a.ratio || a.index - b.index)
    .slice(0, classes - 1)
    .map(({ index }) => index)
    .sort((a, b) => a - b);
}

/**
 * An algorithm with the options that matter to it: segments smaller than the message, fan-outs. Its data flow is left
 * to the program's rules: what is recommended is then held against defaults that follow the same ones.
 */
function forms({ name, uses }: CollectiveAlgorithm, most: number): string[] {
  const fanouts = uses.includes('fanout') ? FANOUTS.map((fanout) => `${name}:fanout=${fanout}`) : [];
  const trees = [name, ...fanouts];
  const segments = uses.includes('segment') ? SEGMENTS.filter((segment) => segment < most) : [];
  return [
    ...trees,
    ...segments.flatMap((segment) => trees.map((tree) => `${tree}:segment=${sizeText(segment)}`)),
  ];
}

/** A size exactly, as flags take it. */
export function sizeText(bytes: number): string {
  if (bytes > 0 && bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20}MiB`;
  return bytes > 0 && bytes % 1024 === 0 ? `${bytes / 1024}KiB` : `${bytes}B`;
}

/** The flags of a point: neighbouring classes with one algorithm are one flag. `point`: [choices] a candidate. */
export function collectiveFlags(choices: readonly TuneChoice[], point: readonly number[]): string[] {
  const flags: { collective: string; text: string; from: number; to: number }[] = [];
  choices.forEach(({ collective, from, to, candidates }, i) => {
    const text = candidates[point[i]];
    const last = flags.at(-1);
    if (last?.collective === collective && last.text === text) last.to = to;
    else flags.push({ collective, text, from, to });
  });
  return flags.map(({ collective, text, from, to }) => `${collective}=${withRange(text, from, to)}`);
}

function withRange(text: string, from: number, to: number): string {
  if (from === 0 && to === Number.POSITIVE_INFINITY) return text;
  const [name, ...options] = text.split(':');
  const range = `${from === 0 ? '' : sizeText(from)}..${Number.isFinite(to) ? sizeText(to) : ''}`;
  return [`${name}@${range}`, ...options].join(':');
}
