/**
 * Makes the pages of this folder out of the operations that the algorithms emit. The pages are written, and held
 * against what is made here, by test/collectives/pages.test.ts.
 */

import { OPEN_MPI_VERSION } from '../../src/collectives/choice.js';
import {
  COLLECTIVES,
  type CollectiveAlgorithm,
  type CollectiveName,
  type CollectiveOptions,
} from '../../src/collectives/collective-algorithm.js';
import { describeCollective } from '../../src/collectives/recorded-calls.js';
import { algorithmsOf, defaultAlgorithm } from '../../src/collectives/registry.js';
import { FAMILIES, type Family, type Figure, type Formula, LETTERS } from './families.js';
import { picture } from './picture.js';

const RANKS = 8;
const TABLE_RANKS = [2, 4, 7, 8, 16, 27, 32, 64];

/** A table, its columns padded to one width; `right`: all but the first are numbers. */
function table(rows: readonly (readonly string[])[], right = false): string {
  const widths = rows[0].map((_, c) => Math.max(3, ...rows.map((row) => [...row[c]].length)));
  const line = (row: readonly string[]): string => {
    const cells = row.map((cell, c) => {
      const space = ' '.repeat(widths[c] - [...cell].length);
      return right && c > 0 ? space + cell : cell + space;
    });
    return `| ${cells.join(' | ')} |`;
  };
  const rule = widths.map((width, c) => (right && c > 0 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(rows[0]), line(rule), ...rows.slice(1).map(line)].join('\n');
}

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

/** ` (fanout=4)` of the options that a picture takes. */
function optionText(options: Partial<CollectiveOptions>): string {
  const parts: string[] = [];
  if (options.fanout !== undefined) parts.push(`fanout=${options.fanout}`);
  if (options.segment !== undefined) parts.push(`segment=${options.segment / ELEMENT}n/${RANKS}`);
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`;
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

function algorithmText(family: Family, { collective, algorithm }: Shown): string {
  const options = family.pictures?.[algorithm.name] ?? {};
  const whole = { size: RANKS, bytes: family.unit === 'vector' ? RANKS * ELEMENT : 1, options };
  const formula = family.formulas[algorithm.name];
  if (formula === undefined)
    throw new Error(
      `no formulas of ${collective}=${algorithm.name} in families.ts; null where there is no short one`,
    );
  const standard = defaultAlgorithm(collective) === algorithm ? ' (default)' : '';
  const uses = algorithm.uses.length === 0 ? '' : ` Options: ${algorithm.uses.join(', ')}.`;
  return [
    `## ${algorithm.name}${standard}`,
    '',
    `\`--collective ${collective}=${algorithm.name}\`: ${algorithm.summary}.${uses}`,
    '',
    `${RANKS} ranks${optionText(options)}:`,
    '',
    '```text',
    picture(algorithm, whole, words(family)),
    '```',
    '',
    ...(formula === null ? [] : [formulaTable(formula), '']),
  ].join('\n');
}

/** `p % 2 === 0` is for machines; people read `p even`. */
function readable(formula: string): string {
  return formula.replaceAll('p % 2 === 0', 'p even').replaceAll('p % 2 === 1', 'p odd');
}

function formulaTable({ messages, bytes, depth, powersOnly = [] }: Formula): string {
  const only = (figure: Figure): string => (powersOnly.includes(figure) ? ' (powers of two)' : '');
  const cells = [`${messages}${only('messages')}`, `${bytes}${only('bytes')}`, `${depth}${only('depth')}`];
  return table([['messages', 'bytes', 'depth'], cells.map(readable)]);
}

/** Depths of all algorithms side by side. */
function depthTable(family: Family): string {
  const rows = shown(family).map(({ algorithm }) => {
    const depths = TABLE_RANKS.map(
      (size) => describeCollective(algorithm, { size, bytes: size * ELEMENT }).depth,
    );
    return [algorithm.name, ...depths.map(String)];
  });
  return table([['depth at p =', ...TABLE_RANKS.map(String)], ...rows], true);
}

function page(family: Family): string {
  return [
    `# ${family.title}`,
    '',
    family.text,
    '',
    `n is ${family.n}. Depth: messages in the longest chain in which each waits for the one before, that is how`,
    'often the latency counts.',
    '',
    depthTable(family),
    '',
    ...shown(family).map((one) => algorithmText(family, one)),
    `Letters: ${LETTERS}`,
    '',
  ].join('\n');
}

function index(): string {
  const rows = FAMILIES.map((family) => {
    const names = shown(family).map(({ algorithm }) => algorithm.name);
    return [`[${family.title}](${family.page}.md)`, names.join(', ')];
  });
  const ownDefaults = COLLECTIVES.filter((name) => !PUBLISHED.includes(name));
  return [
    '# Collective algorithms',
    '',
    '`--collective NAME=ALGORITHM[@FROM..TO][:option=value…]` chooses how a collective becomes messages: for every',
    'call, or for those of FROM ≤ bytes < TO. Of several that apply, the first counts; a warning names those that no call of',
    'the traces takes. [`--algorithms`](../own-algorithms.md) adds algorithms of your own.',
    '',
    table([['collective', 'algorithms, the default first'], ...rows]),
    '',
    table([
      ['option', 'meaning'],
      ['segment=64KiB', 'longest message of a segmented algorithm'],
      ['fanout=4', 'children per node'],
      ['reduce=0.1ns/B', 'computation of a reduction; free unless given'],
      ['flow=published', 'no more of the data flow than the published schedules keep, see below'],
    ]),
    '',
    '## Defaults',
    '',
    `Of ${PUBLISHED.join(', ')} they are the published generator's algorithms; of`,
    `${ownDefaults.join(', ')} they are ours. They are taken in patterns and comparisons; in`,
    '[traces](../traces.md#the-library) collectives are those of the library that made them, and `--collective default`',
    'takes the defaults there.',
    '',
    'Every algorithm keeps all of its data flow: a send waits for everything that it passes on, and carries all of',
    'it. So nobody leaves a barrier, an allreduce, an allgather, an alltoall or a reduce-scatter before the last rank',
    'has entered it.',
    '',
    "The published generator's schedules keep less: in recursive doubling (from 5 ranks on) and dissemination (from",
    '6), the send of a round waits for the receive of the round before, but not for earlier ones; every message of',
    'the allgather has the size of one block, and those of the barrier have 1 B. A rank that comes late then does not',
    "hold up everyone, and the program's runtime comes out too small: 19.2 ms instead of 22.1 ms where another one of",
    '16 ranks is 1 ms late in each of 20 allreduces. To have these schedules, operation by operation, write',
    '`--collective default:flow=published` (for all collectives, where no other `--collective` before it applies),',
    '`:flow=published` after an algorithm, or `--rules published`.',
    '',
    `## \`--collective auto\`: Open MPI ${OPEN_MPI_VERSION}`,
    '',
    "Open MPI's fixed decision rules by ranks and bytes (coll/tuned, commutative operations) take one of its own",
    'algorithms, all of which are here; those whose names begin with `ompi-` are its alone. For every algorithm and',
    'for the decision, messages and bytes between every two ranks are held against Open MPI 4.1.4 as it runs.',
    'What a call does not say is taken as it mostly is: vectors are cut between elements of 8 B where their size',
    'allows it, else between bytes. On many nodes Open MPI 5 may hand collectives to coll/han instead, which chooses',
    'by where ranks sit; that is not followed.',
    '',
    'Nonblocking and persistent collectives of traces are coll/libnbc there, with algorithms of its own, and so here; as 4.1.4',
    'was [seen to send](../../test/openmpi/libnbc.test.ts) them. p ranks, n bytes of the vector, elements of 8 B:',
    '',
    table([
      ['nonblocking', 'algorithm'],
      ['barrier', 'dissemination'],
      ['bcast', 'p ≤ 4: linear; else binomial'],
      [
        'reduce',
        'p > 2 and an element per place: rabenseifner; p > 4 or n < 64 KiB: binomial; else a chain in segments of 8 KiB',
      ],
      [
        'allreduce',
        'p ≥ 4, n ≥ 64 KiB and an element per place: rabenseifner; else a binomial reduce to rank 0, then a binomial bcast',
      ],
      [
        'reduce_scatter, reduce_scatter_block',
        'a binomial reduce to rank 0, which sends every rank its block',
      ],
      ['all others', 'linear'],
    ]),
    '',
    '## `--collective mpich`: MPICH',
    '',
    'The rules of MPICH 3 and 4 for one communicator (Thakur, Rabenseifner, Gropp 2005; thresholds: its control',
    'variables), for operations of MPI on elements of 8 B. That MPICH serves the ranks of a node first, and may',
    'leave a collective to the network, is left out. What it sends is held against MPICH 4.0.2 as it runs: its trees, its',
    'pairwise exchange and its rabenseifner, in which beyond a power of two one of two neighbours takes part for both.',
    'p ranks, n bytes of the vector or block:',
    '',
    table([
      ['collective', 'algorithm'],
      ['barrier', 'dissemination'],
      [
        'bcast',
        'n < 12 KiB or p < 8: knomial:fanout=2 (its binomial tree); p a power of two and n < 512 KiB: scatter-allgather-doubling; else scatter-allgather',
      ],
      ['reduce', 'n > 2 KiB and an element per place: rabenseifner; else ompi-binomial (its binomial tree)'],
      ['allreduce', 'n > 2 KiB and an element per place: rabenseifner; else recursive-doubling'],
      [
        'allgather, allgatherv',
        'p a power of two and p·n < 512 KiB: recursive-doubling; p·n < 80 KiB: bruck; else ring',
      ],
      ['alltoall', 'n ≤ 256 B and p ≥ 8: bruck; n ≤ 32 KiB: linear; else pairwise'],
      ['reduce_scatter, reduce_scatter_block', 'p·n < 512 KiB: recursive-halving; else pairwise'],
      ['gather, scatter', 'binomial'],
      ['alltoallv, gatherv, scatterv', 'linear'],
      ['scan, exscan', 'recursive-doubling'],
    ]),
    '',
    'Traces whose header names MPICH 4 have its allreduce as 4.0.2 runs it, unless `--collective` chooses: above 8 B and with an',
    'element per place rabenseifner. What else 4.0.2 does otherwise where it blocks is left out: an alltoall of 8 ranks is never',
    'bruck; a bcast of 12 KiB is still binomial; the ring of an allgatherv cuts blocks of more than 32 KiB.',
    '',
    'Nonblocking and persistent collectives of traces go by rules of their own there, and so here:',
    '',
    table([
      ['nonblocking', 'algorithm'],
      [
        'bcast',
        'as above, but each rank of the scatter sends its first child all from its share on to the end of the vector',
      ],
      ['reduce, allreduce', 'as above; the last share has the elements that are left over'],
      ['alltoall', 'n ≤ 2 KiB and p > 8: bruck; n ≤ 32 KiB: linear; else pairwise'],
      ['reduce_scatter_block', 'p·n < 4 MiB: recursive-halving; else pairwise'],
      ['alltoall, alltoallv, alltoallw in place', 'exchanges with one rank after the other'],
      ['all others', 'as above'],
    ]),
    '',
    'Of MPICH 4.0.2 without shared memory (`MPIR_CVAR_NOLOCAL=1`), 4,172 calls of doubles with MPI_SUM were counted, nonblocking,',
    'on 2 to 9, 12, 16 and 17 ranks, from 8 B to 1 MiB, and every one sends these messages in this order; of 177 longer gathers',
    'only who sends to whom was seen. The persistent ones send what the nonblocking ones do. [A test](../../test/mpich/nonblocking.real.test.ts)',
    "asks a part anew. Two things are not followed, for traces do not tell them: with operators of the program's own (1,442 calls, of",
    'which 814 differ) MPICH cuts no vector and keeps the order of ranks; and where ranks share nodes, a Bcast, a Reduce and a Scan go through the first rank',
    'of each node, whether they block or not, and a Barrier that blocks ends with a broadcast on each.',
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
