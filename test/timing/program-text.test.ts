/** The linear program as text, read by a reader of its own and solved row by row, without an engine. */
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { lpText, mpsText } from '../../src/timing/lp-text.js';

interface Program {
  /** By row: coefficients by column, and what they must reach. */
  readonly rows: readonly { readonly terms: ReadonlyMap<string, number>; readonly bound: number }[];
  readonly lower: ReadonlyMap<string, number>;
}

/** Adds a term; a row that names a column twice is none. */
function put(terms: Map<string, number>, column: string, coefficient: number): void {
  expect(terms.has(column), `${column} stands twice in a row`).toBe(false);
  terms.set(column, coefficient);
}

function readLp(text: string): Program {
  const [, body, bounds] = /Subject To\n([\s\S]*)Bounds\n([\s\S]*)End\n$/.exec(text) ?? [];
  const lower = new Map(
    [...bounds.matchAll(/^ (\S+) >= (\S+)$/gm)].map(([, column, value]) => [column, Number(value)]),
  );
  const names = new Set<string>();
  const rows = body
    .replaceAll('\n  ', ' ')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, name, left, bound] = /^ (\S+): (.*) >= (\S+)$/.exec(line) ?? [];
      expect(names.has(name), `two rows are called ${name}`).toBe(false);
      names.add(name);
      const terms = new Map<string, number>();
      for (const [, sign, coefficient, column] of left.matchAll(/([+-]) (?:(\d\S*) )?([a-z]\S*)/g))
        put(terms, column, (sign === '-' ? -1 : 1) * Number(coefficient ?? 1));
      return { terms, bound: Number(bound) };
    });
  return { rows, lower };
}

function readMps(text: string): Program {
  const part = (from: string, to: string): string[][] =>
    text
      .slice(text.indexOf(`${from}\n`) + from.length + 1, text.indexOf(`${to}\n`))
      .trim()
      .split('\n')
      .map((line) => line.trim().split(' '));
  const rows = new Map<string, { terms: Map<string, number>; bound: number }>();
  for (const [, name] of part('ROWS', 'COLUMNS').slice(1)) {
    expect(rows.has(name), `two rows are called ${name}`).toBe(false);
    rows.set(name, { terms: new Map(), bound: 0 });
  }
  for (const [column, name, value] of part('COLUMNS', 'RHS')) {
    const row = rows.get(name);
    if (row !== undefined) put(row.terms, column, Number(value));
  }
  for (const [, name, value] of part('RHS', 'BOUNDS')) {
    const row = rows.get(name);
    if (row !== undefined) row.bound = Number(value);
  }
  const lower = new Map(part('BOUNDS', 'ENDATA').map(([, , column, value]) => [column, Number(value)]));
  return { rows: [...rows.values()], lower };
}

/** The least t: every row, in its order, pushes the time of its one positive term, which no earlier row needs. */
function least({ rows, lower }: Program): number {
  const values = new Map(lower);
  for (const { terms, bound } of rows) {
    const pushed = [...terms].filter(([, coefficient]) => coefficient > 0);
    expect(pushed.length).toBe(1);
    const [[time]] = pushed;
    let earliest = bound;
    for (const [column, coefficient] of terms)
      if (column !== time) earliest -= coefficient * (values.get(column) ?? 0);
    values.set(time, Math.max(values.get(time) ?? 0, earliest));
  }
  return values.get('t') ?? Number.NaN;
}

const rank = (number: number, lines: readonly string[]): string =>
  `rank ${number} {\n${lines.join('\n')}\n}\n`;

/** Rank 2 waits for its card and its CPU before it answers for either rendezvous. */
const RENDEZVOUS = [
  'num_ranks 3\n',
  rank(0, ['l4: send 300000b to 2 tag 2']),
  rank(1, ['l3: send 8b to 2 tag 1', 'l5: recv 300000b from 2 tag 1']),
  rank(2, [
    'l1: recv 8b from 1 tag 1',
    'l2: send 300000b to 1 tag 1',
    'l3: recv 300000b from 0 tag 2',
    'l2 requires l1',
    'l3 requires l2',
  ]),
].join('');

/** Labels that end as the names of vertices do: `a` meets its message, `a_meet` waits for two. */
const LABELS = [
  'num_ranks 2\n',
  rank(0, ['s: calc 100', 'a: send 8b to 1', 'a requires s', 'b: send 80000b to 1', 'b requires s']),
  rank(1, [
    's: calc 900',
    'a: recv 8b from 0',
    'a requires s',
    'b: recv 80000b from 0',
    'b requires s',
    'a_meet: calc 7',
    'a_meet requires a',
    'a_meet requires b',
    'a_meet_post: calc 70',
    'a_meet_post requires s',
    'a_meet_post requires b',
    'end: calc 1',
    'end requires a_meet',
    'end requires a_meet_post',
  ]),
].join('');

const MACHINE = logGPS({ L: 1_000, o: 70, G: 0.5, g: 30, S: 100_000 });

/** Classes whose names differ in what no column's name can have. */
const CLASSES: Machine = {
  ...MACHINE,
  network: {
    latencies: [
      { name: 'rack 1', latencyNs: 100 },
      { name: 'rack-1', latencyNs: 4_000 },
    ],
    gaps: [
      { name: 'rack 1', gapNsPerByte: 0.5 },
      { name: 'rack-1', gapNsPerByte: 4 },
    ],
    routes: [
      { name: 'rack 1', counts: [1, 0], constantNs: 0, gap: 0 },
      { name: 'rack-1', counts: [0, 1], constantNs: 0, gap: 1 },
    ],
    routeOf: (from, to) => (from + to === 2 ? 0 : 1),
  },
};

describe('the text of a linear program has the T of the program', () => {
  it.each([
    ['plain', RENDEZVOUS, MACHINE],
    ['in the order of the program', RENDEZVOUS, { ...MACHINE, cpu: 'ordered', nic: 'ordered' } as const],
    ['labels', LABELS, MACHINE],
    ['classes', RENDEZVOUS, CLASSES],
  ])('%s', async (_, goal, machine) => {
    const model = await Model.of(parseGoal(goal), machine);
    const { runtime } = await sensitivity(model);
    expect(least(readLp([...lpText(model.system)].join('')))).toBeCloseTo(runtime, 6);
    expect(least(readMps([...mpsText(model.system)].join('')))).toBeCloseTo(runtime, 6);
  });
});
