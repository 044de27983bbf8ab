/**
 * Makes the pages of this folder from the operations that the algorithms emit. test/collectives/pages.test.ts writes
 * the pages and compares them with what is made here.
 */

import { OPEN_MPI_VERSION } from '../../src/collectives/choice.js';
import type {
  CollectiveAlgorithm,
  CollectiveName,
  OptionName,
} from '../../src/collectives/collective-algorithm.js';
import { describeCollective } from '../../src/collectives/recorded-calls.js';
import { algorithmsOf, defaultAlgorithm } from '../../src/collectives/registry.js';
import { FAMILIES, type Family, type Figure, LETTERS } from './families.js';
import { picture } from './picture.js';

const RANKS = 8;
const TABLE_RANKS = 64;

/** A table, its columns padded to one width. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, c) => Math.max(3, ...rows.map((row) => [...row[c]].length)));
  const line = (row: readonly string[]): string => {
    const cells = row.map((cell, c) => cell + ' '.repeat(widths[c] - [...cell].length));
    return `| ${cells.join(' | ')} |`;
  };
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(rows[0]), line(rule), ...rows.slice(1).map(line)].join('\n');
}

/** One line per entry. */
const bullets = (entries: readonly (readonly [string, string])[]): string =>
  entries.map(([name, text]) => `- **${name}**: ${text}`).join('\n');

/** Vectors are cut between elements: every rank's share has one. */
const ELEMENT = 8;

function words(family: Family): (bytes: number) => string {
  if (family.unit === 'byte') return (bytes) => `${bytes} B`;
  if (family.unit === 'block') return (bytes) => `${bytes} ${bytes === 1 ? 'block' : 'blocks'}`;
  return (bytes) => {
    const shares = bytes / ELEMENT;
    return shares === RANKS ? 'n' : `${shares === 1 ? '' : shares}n/${RANKS}`;
  };
}

/** An algorithm, by the first collective of its page that has it. */
interface Shown {
  readonly collective: CollectiveName;
  readonly algorithm: CollectiveAlgorithm;
}

function shown({ collectives }: Family): Shown[] {
  const all: Shown[] = [];
  for (const collective of collectives) {
    for (const algorithm of algorithmsOf(collective)) {
      if (!all.some((other) => other.algorithm.name === algorithm.name)) all.push({ collective, algorithm });
    }
  }
  return all;
}

/** Options that all algorithms of a page take. */
const commonOptions = (family: Family): readonly OptionName[] =>
  shown(family)
    .map(({ algorithm }) => algorithm.uses)
    .reduce((all, uses) => all.filter((name) => uses.includes(name)));

/** Algorithms that agree in their texts share a section. */
function sections(family: Family): string[] {
  const headings = new Map<string, string[]>();
  for (const { collective, algorithm } of shown(family)) {
    const text = algorithmText(family, algorithm);
    const standard = defaultAlgorithm(collective) === algorithm ? ' (default)' : '';
    headings.set(text, [...(headings.get(text) ?? []), algorithm.name + standard]);
  }
  return [...headings].map(([text, names]) => `## ${names.join(', ')}\n\n${text}`);
}

function algorithmText(family: Family, algorithm: CollectiveAlgorithm): string {
  const having = family.collectives.filter((name) =>
    algorithmsOf(name).some((one) => one.name === algorithm.name),
  );
  const only = having.length === family.collectives.length ? '' : ` Only for ${having.join(', ')}.`;
  const own = algorithm.uses.filter((name) => !commonOptions(family).includes(name));
  const uses = own.length === 0 ? '' : ` Options: ${own.join(', ')}.`;
  const lines = [`${sentence(algorithm.summary)}.${only}${uses}`, ''];
  const options = family.pictures[algorithm.name];
  if (options === undefined) return lines.join('\n');
  const whole = { size: RANKS, bytes: family.unit === 'vector' ? RANKS * ELEMENT : 1, options };
  const label = options.fanout === undefined ? [] : [`With fanout=${options.fanout}:`, ''];
  return [...lines, ...label, '```text', picture(algorithm, whole, words(family)), '```', ''].join('\n');
}

/** A summary begins in small letters where it is part of a sentence. */
const sentence = (summary: string): string => summary[0].toUpperCase() + summary.slice(1);

/** `p % 2 === 0` is for machines; people read `p even`. Tables are narrower without spaces around operators. */
function readable(formula: string): string {
  return formula
    .replaceAll('p % 2 === 0', 'p even')
    .replaceAll('p % 2 === 1', 'p odd')
    .replaceAll('log₂ ', 'log₂')
    .replace(/ ([−+>]) /g, '$1');
}

function figures(family: Family, { collective, algorithm }: Shown): readonly string[] {
  const formula = family.formulas[algorithm.name];
  if (formula === undefined)
    throw new Error(
      `no formulas of ${collective}=${algorithm.name} in families.ts; null where there is no short one`,
    );
  const only = (figure: Figure): string => (formula?.powersOnly?.includes(figure) ? ' if p=P' : '');
  if (formula !== null)
    return (['messages', 'bytes', 'depth'] as const).map((figure) =>
      readable(formula[figure] + only(figure)),
    );
  return ['–', '–', measuredDepth(family, algorithm.name)];
}

/** Of an algorithm without a formula; a dash where its depth differs between the page's collectives, or with the size. */
function measuredDepth({ collectives }: Family, name: string): string {
  const depths = collectives
    .flatMap((collective) => algorithmsOf(collective).filter((one) => one.name === name))
    .flatMap((one) =>
      [ELEMENT, TABLE_RANKS * ELEMENT].map(
        (bytes) => describeCollective(one, { size: TABLE_RANKS, bytes }).depth,
      ),
    );
  return new Set(depths).size === 1 ? `${depths[0]} if p=${TABLE_RANKS}` : '–';
}

/** Formulas and depths; algorithms that agree in all of them share a row. */
function figureTable(family: Family): string {
  const rows = new Map<string, string[]>();
  for (const one of shown(family)) {
    const cells = figures(family, one);
    const row = rows.get(cells.join());
    if (row === undefined) rows.set(cells.join(), [one.algorithm.name, ...cells]);
    else row[0] += `, ${one.algorithm.name}`;
  }
  const head = ['algorithm', 'messages', 'bytes', 'depth'];
  return table([head, ...rows.values()]);
}

function page(family: Family): string {
  const [collective] = family.collectives;
  const names = algorithmsOf(collective).map(({ name }) => name);
  const bytes = family.unit === 'byte' ? '' : ' --bytes 8KiB';
  const common = commonOptions(family);
  const taken =
    common.length === 0
      ? ''
      : ` All algorithms take the option ${common.map((name) => `[\`${name}\`](README.md)`).join(' and ')}.`;
  return [
    `# ${family.title}`,
    '',
    `This page lists the algorithms of ${family.title.replace(', ', ' and ')}. ${family.text}`,
    '',
    '```sh',
    `$ llamp-ts compare --pattern ${collective} --ranks 16${bytes} --collective ${collective}=${names.join()}`,
    '```',
    '',
    `${family.n} See [letters and depth](README.md#letters).${taken}`,
    '',
    figureTable(family),
    '',
    ...sections(family),
  ].join('\n');
}

/** What is said of nonblocking MPICH was observed without shared memory (`MPIR_CVAR_NOLOCAL=1`): test/mpich/nonblocking.real.test.ts. */
function index(): string {
  const list = FAMILIES.map(({ title, page }) => `[${title.replace(', ', ' and ')}](${page}.md)`).join(', ');
  return [
    '# Collective algorithms',
    '',
    '`--collective NAME=ALGORITHM[@FROM..TO][:option=value…]` chooses the algorithm of a collective, for all calls or for those with FROM ≤ bytes < TO. If several choices apply to a call, the first counts.',
    '',
    '```sh',
    '$ llamp-ts tolerance traces/cg-4 --collective allreduce=ring@8B..1KiB:reduce=0.1ns/B',
    '```',
    '',
    `Pages: ${list}. \`llamp-ts schedgen --list\` names all algorithms, [\`--algorithms\`](../own-algorithms.md) adds your own.`,
    '',
    bullets([
      ['`segment=64KiB`', 'largest segment into which messages are cut'],
      ['`fanout=4`', 'children per node of a tree, or number of chains'],
      ['`reduce=0.1ns/B`', 'computation per reduced byte; default 0'],
      ['`flow=published`', '[incomplete data flow](#defaults)'],
    ]),
    '',
    '## Letters',
    '',
    `${LETTERS}.`,
    '',
    `In the tables, messages and bytes are sums over all ranks. Depth is the longest chain of messages that wait for one another, so it counts the latencies of the collective. A dash means no short formula. Ranks such as r + k are modulo p, except in trees, which have no ranks from p on. Pictures show ${RANKS} ranks and, on the right, message sizes.`,
    '',
    '## Defaults',
    '',
    `The defaults of ${PUBLISHED.join(', ')} are those of the [published generator](../traces.md#the-published-generator); those of the other collectives are our choice. [Patterns](../schedgen.md#synthetic-programs) use the defaults, [traces](../traces.md#the-library) the algorithms of their MPI library unless you choose \`--collective default\`.`,
    '',
    'By default, a send waits for all receives whose data it carries, so no rank leaves a barrier, allreduce, allgather, alltoall or reduce-scatter before the last rank has entered it.',
    '',
    'In schedules of the published generator, this data flow is incomplete. A send of recursive doubling (from 5 ranks) or dissemination (from 6) waits for the receive of the previous round, but not for earlier ones. Messages of the allgather have the size of one block, those of the barrier 1 B. A late rank then does not delay all others, and the runtime is too short. For 20 allreduces of 16 ranks, with a different rank 1 ms late in each, it is 19.2 ms instead of 22.1 ms.',
    '',
    'To reproduce these schedules operation by operation, add `:flow=published` to an algorithm, or use `--rules published` or `--collective default:flow=published` (for collectives that no choice before it names).',
    '',
    `## \`--collective auto\`: Open MPI ${OPEN_MPI_VERSION}`,
    '',
    '`auto` chooses by ranks and bytes, as the fixed decision rules of Open MPI (coll/tuned) do for commutative operations. For elements of 8 B, choices and messages agree with Open MPI 4.1.4. coll/han, which Open MPI 5 may use on many nodes, is not modelled.',
    '',
    'Nonblocking and persistent collectives of traces use the algorithms of coll/libnbc 4.1.4, where n is the size of the vector:',
    '',
    bullets([
      ['barrier', 'dissemination'],
      ['bcast', 'linear if p ≤ 4, otherwise binomial'],
      [
        'reduce',
        'rabenseifner if p > 2 and n ≥ P · 8 B, binomial if p > 4 or n < 64 KiB, otherwise chain:segment=8KiB',
      ],
      [
        'allreduce',
        'rabenseifner if p ≥ 4, n ≥ 64 KiB and n ≥ P · 8 B, otherwise binomial reduce to rank 0, then binomial bcast',
      ],
      ['reduce_scatter, reduce_scatter_block', 'binomial reduce to rank 0, which sends every rank its block'],
      ['all others', 'linear'],
    ]),
    '',
    '## `--collective mpich`: MPICH',
    '',
    '`mpich` chooses as MPICH 3 and 4 do for predefined operations on elements of 8 B (Thakur, Rabenseifner, Gropp 2005, with the thresholds of its control variables). n is the size of the vector or block. Algorithms that group ranks by node, and offload to the network, are not modelled.',
    '',
    bullets([
      ['barrier', 'dissemination'],
      [
        'bcast',
        'knomial:fanout=2 if n < 12 KiB or p < 8, scatter-allgather-doubling if p = P and n < 512 KiB, otherwise scatter-allgather',
      ],
      ['reduce', 'rabenseifner if n > 2 KiB and n ≥ P · 8 B, otherwise ompi-binomial'],
      ['allreduce', 'rabenseifner if n > 2 KiB and n ≥ P · 8 B, otherwise recursive-doubling'],
      [
        'allgather, allgatherv',
        'recursive-doubling if p = P and p·n < 512 KiB, bruck if p·n < 80 KiB, otherwise ring',
      ],
      ['alltoall', 'bruck if n ≤ 256 B and p ≥ 8, linear if n ≤ 32 KiB, otherwise pairwise'],
      ['reduce_scatter, reduce_scatter_block', 'recursive-halving if p·n < 512 KiB, otherwise pairwise'],
      ['gather, scatter', 'binomial'],
      ['alltoallv, gatherv, scatterv', 'linear'],
      ['scan, exscan', 'recursive-doubling'],
    ]),
    '',
    'For traces of MPICH 4, allreduce is rabenseifner if n > 8 B and n ≥ P · 8 B, as in 4.0.2. Not modelled: 4.0.2 never uses bruck for 8 ranks, uses binomial for a bcast of 12 KiB, and cuts blocks of more than 32 KiB in the ring of allgatherv.',
    '',
    'Nonblocking and persistent collectives of traces differ as follows:',
    '',
    bullets([
      ['bcast, reduce, allreduce', 'as above, but the vector is cut differently'],
      ['alltoall', 'bruck if n ≤ 2 KiB and p > 8, linear if n ≤ 32 KiB, otherwise pairwise'],
      ['reduce_scatter_block', 'recursive-halving if p·n < 4 MiB, otherwise pairwise'],
      ['alltoall, alltoallv, alltoallw with MPI_IN_PLACE', 'each rank exchanges with one rank after another'],
    ]),
    '',
    'Two more differences are not modelled, because their causes are not in traces. With a user-defined operator, MPICH does not cut the vector, and combines in the order of ranks. On nodes with several ranks, Bcast, Reduce and Scan go through the first rank of each node, and a blocking Barrier ends with a broadcast on each node.',
    '',
  ].join('\n');
}

/** Collectives that the published generator knows. */
const PUBLISHED: readonly string[] = ['barrier', 'bcast', 'reduce', 'allreduce', 'allgather', 'alltoall'];

/** File name → text of every page of this folder. */
export function pages(): ReadonlyMap<string, string> {
  const made = new Map([['README.md', index()]]);
  for (const family of FAMILIES) made.set(`${family.page}.md`, page(family));
  return made;
}
