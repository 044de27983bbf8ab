/**
 * Which files are one set, one a rank, by their names alone: `pmpi-trace-rank-3.txt`, `trace_bcast-0.dat.gz`. Some of a set
 * may be packed, or without their end (`.part`), and others not, where no rank is there twice.
 */

/** Endings of names of compressed files. The content decides what a file is; a name, which other files belong to it. */
export const PACKED_ENDINGS = ['.gz', '.zst'] as const;

/** A name without the ending of compression. */
export function withoutPacking(name: string): string {
  const ending = PACKED_ENDINGS.find((one) => name.endsWith(one));
  return ending === undefined ? name : name.slice(0, -ending.length);
}

/** A file of a set, and the rank that its name has. */
export interface NamedTrace {
  readonly name: string;
  readonly rank: number;
}

interface NumberInName {
  readonly before: string;
  readonly value: number;
  readonly after: string;
}

/** Every number in the last part of a path, with the text around it. */
function numbersIn(name: string): NumberInName[] {
  const base = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1;
  return [...name.slice(base).matchAll(/\d+/g)].map((match) => ({
    before: name.slice(0, base + match.index),
    value: Number(match[0]),
    after: name.slice(base + match.index + match[0].length),
  }));
}

const patternOf = (number: NumberInName): string => `${number.before}*${number.after}`;

/** A pattern without the endings of compression, and of files that the tracer had not ended. */
const unpacked = (pattern: string): string => withoutPacking(pattern).replace(/\.part$/, '');

const ranksOf = (group: readonly NamedTrace[]): number => new Set(group.map(({ rank }) => rank)).size;

/** Names grouped by the pattern that remains when one of their numbers is left out. */
function byPattern(names: readonly string[]): Map<string, NamedTrace[]> {
  const together = grouped(names, (number) => unpacked(patternOf(number)));
  const apart = grouped(names, patternOf);
  for (const pattern of apart.keys()) {
    const all = together.get(unpacked(pattern)) ?? [];
    if (ranksOf(all) === all.length) apart.set(pattern, all);
  }
  return apart;
}

function grouped(names: readonly string[], by: (number: NumberInName) => string): Map<string, NamedTrace[]> {
  const groups = new Map<string, NamedTrace[]>();
  for (const name of names) {
    for (const number of numbersIn(name)) {
      const pattern = by(number);
      const group = groups.get(pattern) ?? [];
      group.push({ name, rank: number.value });
      groups.set(pattern, group);
    }
  }
  for (const group of groups.values()) group.sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
  return groups;
}

/**
 * The sets of traces among `names`, each by ascending rank (with gaps, where files are missing, and
 * doubles, where `-1` and `-01` both exist). A name with several numbers belongs to the larger set; where
 * they tie, its last number is the rank. Sets without a rank 0 are left out.
 */
export function traceSets(names: readonly string[]): NamedTrace[][] {
  return withRankZero(numberedSets(withoutCopies(names)));
}

const withRankZero = (sets: readonly NamedTrace[][]): NamedTrace[][] =>
  sets.filter(([first]) => first?.rank === 0);

/** The binary form of a text trace of our tracer, which writes both of one run if it is asked to. */
const binaryOf = (name: string): string => unpacked(name).replace(/(llamp-trace-rank-\d+)\.txt$/, '$1.bin');

/** The names without text traces whose ranks all have a binary trace as well, and no others do. */
export function withoutCopies(names: readonly string[]): readonly string[] {
  const texts = names.filter((name) => binaryOf(name) !== unpacked(name));
  if (texts.length === 0) return names;
  const all = (set: readonly NamedTrace[], form: (name: string) => string): string =>
    set.map(({ name }) => form(name)).join('\n');
  const sets = numberedSets(names);
  const known = new Set(sets.map((set) => all(set, unpacked)));
  const copies = numberedSets(texts).filter((set) => known.has(all(set, binaryOf)));
  const dropped = new Set(copies.flat().map(({ name }) => name));
  return names.filter((name) => !dropped.has(name));
}

/** The same with sets without a rank 0. Names without a number are in none. */
export function numberedSets(names: readonly string[]): NamedTrace[][] {
  const groups = byPattern(names);
  const chosen = new Set<NamedTrace[]>();
  for (const name of names) {
    let best: string | undefined;
    for (const number of numbersIn(name)) {
      const pattern = patternOf(number);
      const size = (key: string | undefined) => (key === undefined ? 0 : (groups.get(key)?.length ?? 0));
      if (size(pattern) >= size(best)) best = pattern;
    }
    const set = best === undefined ? undefined : groups.get(best);
    if (set !== undefined) chosen.add(set);
  }
  return [...chosen];
}

/**
 * The set that `first` (rank 0's file, or any other rank's) belongs to, among the names of its folder.
 * Without a number in it, it is a set of its own.
 */
export function traceSetOf(first: string, names: readonly string[]): NamedTrace[] {
  const all = names.includes(first) ? names : [...names, first];
  const set = withRankZero(numberedSets(all)).find((group) => group.some((trace) => trace.name === first));
  return set ?? [{ name: first, rank: 0 }];
}
