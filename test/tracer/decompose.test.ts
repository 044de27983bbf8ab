/**
 * The C of the tracer against the TypeScript that it is made of: the same messages, in the same order, that wait for the
 * same ones, whatever the library, the algorithm, the number of ranks, the root and the sizes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../src/collectives/choice.js';
import {
  COLLECTIVES,
  type CollectiveName,
  DEFAULT_OPTIONS,
} from '../../src/collectives/collective-algorithm.js';
import {
  type CallWay,
  decompose,
  libraryNamed,
  namesMpich4,
  type RankOfCall,
  rulesOf,
} from '../../src/collectives/library-calls.js';
import { knownSpec, plainSpec } from '../../src/collectives/plain-specs.js';
import { type RecordedOp, Recorder } from '../../src/collectives/recorded-calls.js';
import { ALGORITHMS } from '../../src/collectives/registry.js';
import { cases, runs } from '../part.js';

const TRACER = fileURLToPath(new URL('../../tracer/', import.meta.url));
const PROGRAM = fileURLToPath(new URL('programs/decompose.c', import.meta.url));
const hasCompiler = spawnSync('cc', ['--version']).status === 0;
if (!hasCompiler) console.log('no C compiler here: the C of the algorithms is not tried');

const OPEN_MPI = 'Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4, repo rev: v4.1.4, May 26, 2022';
const LIBRARIES = [OPEN_MPI, 'MPICH Version:\t4.0.2', 'MPICH Version:      3.4.1', 'MVAPICH2 Version: 2.3'];
const WAYS: readonly CallWay[] = ['blocking', 'nonblocking', 'persistent'];
const SIZES = [2, 3, 4, 5, 6, 7, 8, 11, 16, 17, 33, 64];
/** Around thresholds of all libraries. */
const BYTES = [
  0, 1, 4, 8, 9, 64, 256, 257, 2048, 2056, 8192, 12_288, 32_768, 40_001, 65_536, 262_144, 1_048_576,
];

/** Collectives whose blocks differ, and those of pairs of ranks among them. */
const LISTED: readonly CollectiveName[] = [
  'gatherv',
  'scatterv',
  'allgatherv',
  'alltoallv',
  'reduce_scatter',
];

interface Query extends RankOfCall {
  readonly blocks: readonly number[];
  readonly received: readonly number[];
}

function listed(blocks: readonly number[], received: readonly number[]) {
  return {
    blocks,
    received,
    ...(blocks.length === 0 ? {} : { bytesOf: (rank: number) => blocks[rank] }),
    ...(received.length === 0 ? {} : { recvBytesOf: (rank: number) => received[rank] }),
  };
}

const blocksOf = (size: number, isListed: boolean) =>
  isListed
    ? fc.array(fc.constantFrom(0, ...BYTES), { minLength: size, maxLength: size })
    : fc.constant<number[]>([]);

/** A call of one of these, and a rank of it. */
const call = (among: readonly CollectiveName[]): fc.Arbitrary<Query> =>
  fc
    .record({
      collective: fc.constantFrom(...among),
      size: fc.constantFrom(...SIZES),
      way: fc.constantFrom(...WAYS),
      one: fc.constantFrom(...BYTES),
      other: fc.boolean(),
    })
    .chain(({ collective, size, way, one, other }) =>
      fc
        .record({
          blocks: blocksOf(size, LISTED.includes(collective)),
          received: blocksOf(size, collective === 'alltoallv'),
          rank: fc.nat(size - 1),
          root: fc.nat(size - 1),
        })
        .map(({ blocks, received, rank, root }) => {
          const mean = blocks.reduce((sum, block) => sum + block, 0) / size;
          const bytes = collective === 'alltoallv' ? 0 : blocks.length > 0 ? mean : one;
          return {
            collective,
            way,
            typed: collective === 'alltoallv' && way === 'blocking' && other,
            inPlace: collective.startsWith('alltoall') && other,
            empty: bytes === 0 && collective !== 'alltoallv',
            size,
            rank,
            root: /^(bcast|reduce$|gather|scatter)/.test(collective) ? root : 0,
            bytes,
            ...listed(blocks, received),
          };
        }),
    );

const drawn = (n: number, seed: number, among: readonly CollectiveName[] = COLLECTIVES): Query[] =>
  fc.sample(call(among), { numRuns: n, seed });

function inWords(one: Query): string {
  const flags = [one.typed, one.inPlace, one.empty].map(Number);
  const place = [one.rank, one.size, one.root, one.bytes, one.blocks.length, one.received.length];
  return [one.collective, WAYS.indexOf(one.way), ...flags, ...place, ...one.blocks, ...one.received].join(
    ' ',
  );
}

const LETTER = { send: 's', recv: 'r', calc: 'c' } as const;

function shown(ops: readonly RecordedOp[]): string {
  const counts = new Map<string, number>();
  return ops
    .map(({ kind, value, peer, requires }) => {
      const key = `${kind} ${peer}`;
      const number = kind === 'calc' ? 0 : (counts.get(key) ?? 0);
      counts.set(key, number + 1);
      const words = [LETTER[kind], kind === 'calc' ? 0 : peer, Math.round(value), `#${number}`, ...requires];
      return words.join(' ');
    })
    .join('; ');
}

function byTypeScript(library: string, choices: readonly string[], query: readonly Query[]): string[] {
  const specs = choices.map((text) => parseCollectiveSpec(text));
  const rules = rulesOf(libraryNamed(library), namesMpich4(library), specs, DEFAULT_OPTIONS);
  return query.map((one) => {
    const recorder = new Recorder();
    decompose(rules, one, recorder);
    return shown(recorder.ops);
  });
}

describe.runIf(hasCompiler)('the tracer decomposes collectives as the model does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'llamp-decompose-'));
  const program = join(folder, 'decompose');
  const byC = (library: string, choices: readonly string[], query: readonly Query[]): string[] => {
    const plain = choices.map((text) => plainSpec(parseCollectiveSpec(text))).join(',');
    const input = query.map(inWords).join('\n');
    const said = execFileSync(program, [library, plain], { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
    return said.split('\n').slice(0, -1);
  };

  beforeAll(() => {
    const files = ['decompose.c', 'dynamic.c', 'algorithms.generated.c'].map((name) => join(TRACER, name));
    const flags = ['-O0', '-Wall', '-Wextra', '-Werror', '-std=gnu99', `-I${TRACER}`];
    execFileSync('cc', [...flags, '-o', program, PROGRAM, ...files], { stdio: 'pipe' });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(LIBRARIES)('by the rules of %s', (library) => {
    const query = drawn(runs(4000), LIBRARIES.indexOf(library) + 1);
    expect(byC(library, [], query)).toEqual(byTypeScript(library, [], query));
  });

  const named = COLLECTIVES.flatMap((collective) =>
    ALGORITHMS[collective].map(({ name, uses }) => ({ collective, name, uses })),
  );
  it.each(cases(named, (_, i) => i % 4 === 0))('by $name of $collective', ({ collective, name, uses }) => {
    const settings = [
      '',
      ...(uses.includes('segment') ? [':segment=1000B', ':segment=8KiB'] : []),
      ...(uses.includes('fanout') ? [':fanout=3'] : []),
      ...(uses.includes('reduce') ? [':reduce=0.3ns/B'] : []),
      ...(uses.includes('flow') ? [':flow=published'] : []),
    ];
    for (const setting of settings) {
      const choices = [`${collective}=${name}@..300KiB${setting}`, 'default'];
      const query = drawn(runs(400), 7, [collective]);
      expect(byC(OPEN_MPI, choices, query)).toEqual(byTypeScript(OPEN_MPI, choices, query));
    }
  });

  it('and says which choice it does not know', () => {
    const { status, stdout } = spawnSync(program, [OPEN_MPI, 'bcast=chain,reduce=chian,auto'], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([1, 'unknown: reduce=chian,auto\n']);
  });
});

it('the C that ships is made of the source as it is', async () => {
  const { algorithmsInC, PLACE } = (await import(
    new URL('../../scripts/algorithms-in-c.js', import.meta.url).href
  )) as { algorithmsInC: () => Promise<string>; PLACE: string };
  const shipped = readFileSync(new URL(`../../${PLACE}`, import.meta.url), 'utf8');
  expect((await algorithmsInC()) === shipped).toBe(true);
});

describe('a choice in plain form', () => {
  it.each([
    ['bcast=chain@64KiB..:fanout=4:segment=8KiB', 'bcast=chain@65536..:segment=8192:fanout=4'],
    ['allreduce=ring@..1MiB:reduce=0.5ns/B', 'allreduce=ring@0..1048576:reduce=0.5'],
    ['barrier=dissemination:flow=published', 'barrier=dissemination:flow=published'],
    ['reduce-scatter=auto', 'reduce_scatter=auto'],
    ['mpich', 'mpich'],
  ])('%s is %s', (text, plain) => {
    const spec = parseCollectiveSpec(text);
    expect(plainSpec(spec)).toBe(plain);
    expect(knownSpec(plain)).toEqual({ ...spec, text: plain });
  });

  it.each([
    '',
    'ring',
    'bcast=',
    'bcast=ring',
    'bcat=chain',
    'bcast=chain@4..2',
    'bcast=chain@4',
    'bcast=chain:x=4',
    'bcast=chain:segment=',
  ])("'%s' is none", (text) => expect(knownSpec(text)).toBeUndefined());
});
