/**
 * Rules in the JSON format of Open MPI 6, held against the facts of its public schema, and against the classic format,
 * which a real Open MPI was seen to read (test/openmpi): readers of both, written here after what the documentation says,
 * take the same for every communicator and size. No Open MPI 6 has loaded them.
 */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  isNamedInJson,
  OPEN_MPI_COLLECTIVES,
  type OpenMpiRule,
  openMpiForms,
  openMpiJsonFile,
  openMpiRulesFile,
} from '../../src/analysis/tuning-file-formats.js';
import { COLLECTIVES, type CollectiveName } from '../../src/collectives/collective-algorithm.js';

/** `tuned_dynamic_file_schema.json`: which keys there are, of which kind, and that there are no others. */
const KNOWN = [
  ...['allgather', 'allreduce', 'alltoall', 'alltoallv', 'alltoallw', 'barrier', 'bcast', 'exscan'],
  ...['gather', 'gatherv', 'reduce', 'reducescatter', 'reducescatterblock', 'scan', 'scatter'],
  ...['scatterv', 'neighbor_allgather', 'neighbor_allgatherv', 'neighbor_alltoall'],
  ...['neighbor_alltoallv', 'neighbor_alltoallw'],
];
const limit = z.union([z.number().int(), z.enum(['inf', 'INF', 'Inf'])]).optional();
const SCHEMA = z.strictObject({
  rule_file_version: z.number(),
  module: z.string(),
  $schema: z.string().optional(),
  collectives: z.record(
    z.string().refine((name) => KNOWN.includes(name)),
    z.array(
      z.strictObject({
        comm_size_min: limit,
        comm_size_max: limit,
        comm_rank_distribution: z.enum(['any', 'one-per-node', 'single-node']).optional(),
        rules: z.array(
          z.strictObject({
            msg_size_min: limit,
            msg_size_max: limit,
            alg: z.union([z.string(), z.number().int()]),
            reqs: z.number().int().optional(),
            faninout: z.number().int().optional(),
            seg_size: z.number().int().optional(),
          }),
        ),
      }),
    ),
  ),
});

/** Algorithm, fan-out, segment; all 0: left to Open MPI. */
type Taken = readonly [number, number, number];
const LEFT: Taken = [0, 0, 0];

const atLeast = (value: number | string | undefined): number => (typeof value === 'number' ? value : 0);
const atMost = (value: number | string | undefined): number =>
  typeof value === 'number' ? value : Number.POSITIVE_INFINITY;

/** The first communicator that matches decides, and in it the first size. */
function fromJson(file: z.infer<typeof SCHEMA>, name: string, ranks: number, bytes: number): Taken {
  const list = file.collectives[name] ?? [];
  const own = list.find((one) => atLeast(one.comm_size_min) <= ranks && ranks <= atMost(one.comm_size_max));
  const rule = own?.rules.find(
    (one) => atLeast(one.msg_size_min) <= bytes && bytes <= atMost(one.msg_size_max),
  );
  return rule === undefined ? LEFT : [Number(rule.alg), rule.faninout ?? 0, rule.seg_size ?? 0];
}

/** The last of ascending communicators that is not larger decides, and in it the last size. */
function fromClassic(numbers: readonly number[], id: number, ranks: number, bytes: number): Taken {
  let at = 0;
  const next = (): number => numbers[at++];
  let taken: Taken = LEFT;
  for (let collectives = next(); collectives > 0; collectives--) {
    const own = next() === id;
    for (let sizes = next(); sizes > 0; sizes--) {
      const matches = own && next() <= ranks;
      if (!own) next();
      if (matches) taken = LEFT;
      for (let rules = next(); rules > 0; rules--) {
        const [from, ...rest] = [next(), next(), next(), next()];
        if (matches && from <= bytes) taken = [rest[0], rest[1], rest[2]];
      }
    }
  }
  return taken;
}

/** Every form of a collective for 4 and for 7 ranks, each for sizes of its own. */
function everyForm(collective: CollectiveName): OpenMpiRule[] {
  return [4, 7].flatMap((ranks) => {
    const calls = [{ collective, bytes: 131_072, calls: 1, ranks }];
    const forms = openMpiForms({ collective, calls });
    const some = OPEN_MPI_COLLECTIVES[collective]?.size === null ? forms.slice(0, 1) : forms;
    return some.map((form, i) => ({
      collective,
      ranks,
      least: 131_072 * (2 * i + 1),
      most: 131_072 * (2 * i + 1) + 100,
      form,
    }));
  });
}

describe('rules of Open MPI in JSON', () => {
  const named = COLLECTIVES.filter((name) => OPEN_MPI_COLLECTIVES[name] !== undefined && isNamedInJson(name));
  const rules = named.flatMap(everyForm);
  const json = openMpiJsonFile(rules);
  const classic = openMpiRulesFile(rules, []).replaceAll(/#.*/g, '').split(/\s+/).filter(Boolean).map(Number);

  it('keep to the schema', () => {
    expect(SCHEMA.safeParse(JSON.parse(json)).error).toBeUndefined();
    expect(Object.keys(JSON.parse(json).collectives)).toEqual(named.toSorted());
  });

  it.each(named)('say the same of %s as the classic format', (name) => {
    const id = OPEN_MPI_COLLECTIVES[name]?.id ?? -1;
    const edges = rules
      .filter(({ collective }) => collective === name)
      .flatMap(({ least, most }) => [least, most]);
    const seen = new Set<string>();
    const otherwise: unknown[] = [];
    const file = SCHEMA.parse(JSON.parse(json));
    for (const ranks of [1, 3, 4, 5, 6, 7, 8, 64]) {
      const sizes = edges.flatMap((bytes) => [bytes, bytes * ranks]).flatMap((at) => [at - 1, at, at + 1]);
      for (const bytes of [0, ...sizes]) {
        const taken = fromJson(file, name, ranks, bytes);
        const there = fromClassic(classic, id, ranks, bytes);
        if (taken.join(' ') !== there.join(' ')) otherwise.push([ranks, bytes, taken, there]);
        seen.add(taken.join(' '));
      }
    }
    const forms = new Set(
      rules
        .filter(({ collective }) => collective === name)
        .map(({ form }) => [form.number, form.faninout, form.segment].join(' ')),
    );
    expect(otherwise).toEqual([]);
    expect(seen).toEqual(new Set([LEFT.join(' '), ...forms]));
  });

  it('are none where nothing is worth one', () => {
    expect(JSON.parse(openMpiJsonFile([]))).toEqual({
      rule_file_version: 3,
      module: 'tuned',
      collectives: {},
    });
  });

  it('refuse what the reader would ignore the whole file for', () => {
    const [rule] = everyForm('reduce_scatter');
    expect(() => openMpiJsonFile([rule])).toThrow(RangeError);
  });
});
