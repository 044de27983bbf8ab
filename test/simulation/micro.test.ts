/**
 * Small cases by LogGOPSim itself, one message, one computation, one rule each: data/results.txt has the clocks of all ranks.
 * And what it does differently from its model, with what the model says: solved by hand.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LlampError } from '../../src/errors.js';
import { type LogGPS, logGPS } from '../../src/machine/machine.js';
import { latencySlopes, simulate, slopesWarning } from '../../src/simulation/simulate.js';
import { LOGGOPSIM, parsePeculiarities } from '../../src/simulation/simulation.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { goalText as program } from '../goal.js';

const read = (name: string): string => readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8');

/** `name L=… o=… g=… G=… [S=…] O=… [clocks]  # what it shows` */
const ROW =
  /^(?<name>\S+)\s+L=(?<L>\d+) o=(?<o>\d+) g=(?<g>\d+) G=(?<G>\d+)(?: S=(?<S>\d+))? O=(?<O>\d+)\s+\[(?<clocks>.*)\]\s+# (?<shows>.*)$/;

const cases = read('results.txt')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const row = ROW.exec(line)?.groups;
    if (row === undefined) throw new Error(`no row: ${line}`);
    return row;
  });

function clocksOf({ name, L, o, g, G, S = 'Infinity', O }: Record<string, string>): string {
  const schedule = parseGoal(read(`${name}.goal`), { source: name });
  const machine = logGPS({ L: Number(L), o: Number(o), g: Number(g), G: Number(G), S: Number(S) });
  try {
    const options = { overheadPerByte: Number(O), peculiarities: LOGGOPSIM };
    return simulate(schedule, machine, options).ends.join(' ');
  } catch (error) {
    if (error instanceof LlampError && error.problems[0].code === 'unmatched') return 'UNMATCHED';
    throw error;
  }
}

describe('a simulation by the semantics of LogGOPSim', () => {
  it.each(cases)('has its clocks: $name, $shows', (row) => {
    expect(clocksOf(row)).toBe(row.clocks);
  });

  it('is of 26 cases', () => {
    expect(cases.length).toBe(26);
  });
});

const BASE = { L: 1000, o: 100, G: 3, S: Number.POSITIVE_INFINITY };

function ends(goal: string, semantics: string, machine: Partial<LogGPS> = {}): number[] {
  const peculiarities = parsePeculiarities(semantics);
  return [...simulate(parseGoal(goal), logGPS({ ...BASE, ...machine }), { peculiarities }).ends];
}

const EMPTY = program('l1: send 0b to 1 tag 1', 'l1: recv 0b from 0 tag 1');
/** The message of 50 B comes at 1100 and is taken by 1347; its receive of 1000 B is posted at 5000. */
const LATE = program(
  'l1: send 50b to 1 tag 1\nl2: calc 10\nl2 requires l1',
  'l1: calc 5000 cpu 1\nl2: recv 1000b from 0 tag 1 cpu 1\nl2 requires l1\nl3: calc 7 cpu 1\nl3 requires l2',
);
const OTHER_CPU = 'l1: calc 1000 cpu 0\nl2: calc 10 cpu 1\nl2 requires l1';
/** CPU 0 of the receiver computes until 5000, CPU 1 takes the message at 1100: 100 + 49·3. */
const APART = program(
  'l1: send 50b to 1 tag 1',
  'l1: calc 5000 cpu 0\nl2: recv 50b from 0 tag 1 cpu 1\nl3: calc 5000 cpu 1\nl3 requires l2',
);
/** Computations of 1 to 16 ns and a send, all of which are released at once: its message comes at 100 + 1000. */
const AT_ONCE = program(
  `${Array.from({ length: 16 }, (_, i) => `l${i + 1}: calc ${i + 1}`).join('\n')}\nl17: send 1b to 1 tag 1`,
  'l1: recv 1b from 0 tag 1',
);

it.each<[string, string, string, Partial<LogGPS>, number[]]>([
  ['an empty message takes o, L and o', EMPTY, 'mended', { g: 10 }, [100, 1200]],
  // An arrival at 1100: o less G, 97, and its unsigned maximum with O of 0 bytes.
  ['or G less, below 0, where LogGOPSim is followed', EMPTY, 'empty-messages', { g: 10 }, [100, 1197]],
  ['a late receive leaves an eager send as it was', LATE, 'mended', { S: 100 }, [110, 5007]],
  ['or holds its sender once more by its own size', LATE, 'receive-size', { S: 100 }, [5000, 5007]],
  ['a dependency on another CPU waits for the end', program(OTHER_CPU), 'mended', {}, [1010]],
  ['or does not', program(OTHER_CPU), 'other-cpus', {}, [1000]],
  [
    'of irequires it waits for the start',
    program(OTHER_CPU.replace(' requires', ' irequires')),
    'mended',
    {},
    [1000],
  ],
  ['the CPU of the receive that is posted serves', APART, 'mended', {}, [100, 1100 + 100 + 49 * 3 + 5000]],
  [
    'what is released at once starts in the order of the program, sends first',
    AT_ONCE,
    'mended',
    {},
    [236, 1200],
  ],
  ['and so where LogGOPSim is followed', AT_ONCE, 'release-order', {}, [236, 1200]],
])('%s', (_, text, semantics, machine, wanted) => {
  expect(ends(text, semantics, machine)).toEqual(wanted);
});

describe('synchronous sends and receives in the order of arrival', () => {
  it('are followed by the mended semantics alone', () => {
    const schedule = parseGoal(
      program(
        'l1: send 1b to 1 tag 1\nl2: calc 10\nl2 requires l1',
        'l1: calc 9000\nl2: recv 1b from 0 tag 1\nl2 requires l1',
      ),
    );
    const synchronous = { ...schedule, synchronous: Uint8Array.from([1, 0, 0, 0]) };
    const at = (text: string): number =>
      simulate(synchronous, logGPS(BASE), { peculiarities: parsePeculiarities(text) }).ends[0];
    // The receiver computes until 9000; the message waits for its CPU, then for nobody.
    expect(at('mended')).toBeGreaterThanOrEqual(9000);
    expect(at('plain-calls')).toBe(110);
  });

  it('end with the k-th message, whose it is', () => {
    // Rank 2 sends at once, rank 1 after 9000: the first that is taken is the second of the trace.
    const goal = program(
      'l1: recv 1b from 1 tag 1\nl2: recv 1b from 2 tag 1\nl3: calc 5\nl3 requires l1',
      'l1: calc 9000\nl2: send 1b to 0 tag 1\nl2 requires l1',
      'l1: send 1b to 0 tag 1',
    );
    const schedule = parseGoal(goal);
    const chosen = { ...schedule, takenAfter: Uint32Array.from([0, 0, ...Array(4).fill(0xffff_ffff)]) };
    let computed = 0;
    const listener = (op: number, _rank: number, start: number): void => {
      if (op === 2) computed = start;
    };
    simulate(chosen, logGPS(BASE), { listener });
    expect(computed).toBe(1200);
    simulate(chosen, logGPS(BASE), { listener, peculiarities: LOGGOPSIM });
    expect(computed).toBe(9000 + 100 + 1000 + 100);
  });
});

describe('what cannot be played', () => {
  const problemOf = (work: () => unknown): string => {
    try {
      work();
    } catch (error) {
      if (error instanceof LlampError) return `${error.family}: ${error.problems[0].what}`;
    }
    return 'nothing';
  };

  it('is told by its operations', () => {
    const open = program('l1: send 8b to 1 tag 1', 'l1: recv 8b from 0 tag 2\nl2: calc 5\nl2 requires l1');
    expect(problemOf(() => ends(open, 'mended'))).toMatch(
      /^model: rank 1, l1: recv 8b .* rank 0, l1: send 8b .* have no partner, so 1 other operation never ran$/,
    );
  });

  // Rank 1 sends its second message after the reply to the first, for which rank 0 posts its receives the other way round.
  const crossed = (link: string) =>
    program(
      `c: calc 9000\nl1: recv 8b from 1 tag 1\nl1 requires c\nl2: recv 16b from 1 tag 1\n${link}l3: send 1b to 1 tag 1\nl3 requires l1`,
      'l1: send 8b to 0 tag 1\nl2: recv 1b from 0 tag 1\nl3: send 16b to 0 tag 1\nl3 requires l2',
    );

  it('is a receive whose message went to one that comes later in the file and was posted earlier', () => {
    expect(problemOf(() => ends(crossed(''), 'mended'))).toMatch(
      /^model: the program hangs, because receives of the same source and tag are posted in another order than in the file \(rank 0, l2: recv 16b .* before rank 0, l1: recv 8b .*\)$/,
    );
    // 9000; o + 7·G of the first message; o + L + o of the reply; o + L + o + 15·G of the second message.
    expect(ends(crossed('l2 irequires l1\n'), 'mended')).toEqual([9121 + 1200 + 1245, 9121 + 1200 + 100]);
  });

  it('is a send that is missing, whatever the order of receives', () => {
    const one = 'c: calc 9000\nl1: recv 8b from 1 tag 1\nl1 requires c\nl2: recv 16b from 1 tag 1';
    expect(problemOf(() => ends(program(one, 'l1: send 8b to 0 tag 1'), 'mended'))).toMatch(
      /^model: rank 0, l1: recv 8b .* has no partner$/,
    );
  });

  it('is a cycle of sends that wait for their receives', () => {
    const both = (peer: number) =>
      `l1: send 9b to ${peer} tag 1\nl2: recv 9b from ${peer} tag 1\nl2 requires l1`;
    expect(problemOf(() => ends(program(both(1), both(0)), 'mended', { S: 8 }))).toBe(
      'model: deadlock: 4 operations wait for each other in a cycle',
    );
  });

  it('is a fraction of a ns in the published simulator', () => {
    expect(problemOf(() => ends(program('l1: calc 5'), 'loggopsim', { G: 0.5 }))).toBe(
      'usage: LogGOPSim takes whole ns, but G is 0.5',
    );
    expect(ends(program('l1: calc 5'), 'mended', { G: 0.5 })).toEqual([5]);
  });

  it('is a peculiarity that there is not', () => {
    expect(problemOf(() => parsePeculiarities('mended,other-cpu'))).toMatch(/unknown semantics 'mended'/);
  });
});

describe('another order of posting than in the file', () => {
  const warningsOf = (goal: string) => simulate(parseGoal(goal), logGPS(BASE)).warnings;
  const two = 'l1: recv 8b from 1 tag 1\nl1 requires c\nl2: recv 16b from 1 tag 1\nc: calc 9000';

  it.each([
    [
      'receives',
      two,
      'l1: send 8b to 0 tag 1\nl2: send 16b to 0 tag 1\nl2 requires l1',
      /receives of the same source .*l2: recv 16b .* before rank 0, l1: recv 8b/,
    ],
    [
      'sends',
      two.replace('l1 requires c', 'l2 requires l1'),
      'l1: send 8b to 0 tag 1\nl1 requires c\nl2: send 16b to 0 tag 1\nc: calc 9000',
      /sends of the same destination .*l2: send 16b .* before rank 1, l1: send 8b/,
    ],
  ])('of %s is a warning', (_, first, second, message) => {
    const [warning, ...others] = warningsOf(program(first, second));
    expect(warning).toMatchObject({
      code: 'posted-order',
      count: 1,
      message: expect.stringMatching(message),
    });
    expect(others).toEqual([]);
  });

  it('is none for other tags, and where a receive of any source competes', () => {
    const sent = 'l1: send 8b to 0 tag 1\nl2: send 16b to 0 tag 1\nl2 requires l1';
    expect(
      warningsOf(
        program(
          two.replace('16b from 1 tag 1', '16b from 1 tag 2'),
          sent.replace('16b to 0 tag 1', '16b to 0 tag 2'),
        ),
      ),
    ).toEqual([]);
    const any = `${two}\nl3: recv 16b from -1 tag 1\nl3 requires l1`;
    expect(warningsOf(program(any, `${sent}\nl3: send 8b to 0 tag 1\nl3 requires l2`))).toEqual([]);
  });
});

describe('λ by differences', () => {
  const chain = program(
    'l1: send 1b to 1 tag 1\nl2: recv 1b from 1 tag 2\nl2 requires l1',
    'l1: recv 1b from 0 tag 1\nl2: send 1b to 0 tag 2\nl2 requires l1',
  );
  const at = (L: number, step: number) => {
    const [schedule, machine] = [parseGoal(chain), logGPS({ ...BASE, L })];
    const { runtime } = simulate(schedule, machine);
    return latencySlopes(schedule, machine, { runtime, step });
  };

  it('counts the messages of a round trip', () => {
    expect(at(1000, 30)).toEqual({ step: 30, below: 2, above: 2 });
    expect(slopesWarning(at(1000, 30))).toEqual([]);
  });

  it('has none below a latency that is less than the step', () => {
    expect(at(10, 30)).toEqual({ step: 30, below: null, above: 2 });
  });

  it('is warned of where the order changes', () => {
    expect(slopesWarning({ step: 30, below: 217, above: -651 })[0].code).toBe('order-changes');
  });
});

describe('operations that wait for each other', () => {
  const alone = program('l1: calc 5\nl2: calc 7\nl1 requires l2\nl2 requires l1');
  const message = program(
    'l1: calc 10\nl2: send 8b to 1\nl1 requires l2\nl2 requires l1',
    'l1: recv 8b from 0',
  );

  it.each([
    ['mended', alone, 'calc 5'],
    ['mended', message, 'calc 10'],
    ['loggopsim', alone, 'calc 5'],
    ['loggopsim', message, 'calc 10'],
  ])('are a deadlock, with %s semantics', (semantics, goal, first) => {
    const peculiarities = semantics === 'mended' ? parsePeculiarities(semantics) : LOGGOPSIM;
    const machine = logGPS({ ...BASE });
    expect(() => simulate(parseGoal(goal), machine, { peculiarities })).toThrow(
      new RegExp(`^deadlock: 2 operations wait for each other in a cycle\\. .*\\nrank 0, l1: ${first} `),
    );
  });
});
