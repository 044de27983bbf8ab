/** Cases in turn, by runners that only say that they were asked, and real processes that end at once. */
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Case } from '../../bench/harness/case.js';
import { chainPlan, schedgenPlan } from '../../bench/harness/chain.js';
import { namedInputs } from '../../bench/harness/inputs.js';
import { only } from '../../bench/harness/only.js';
import { peersOf } from '../../bench/harness/peers.js';
import { peakOf, timed } from '../../bench/harness/process.js';
import { QUESTIONS } from '../../bench/harness/questions.js';
import { measure } from '../../bench/harness/rounds.js';
import { runCli } from '../cli/run.js';

const temporary = (): string => mkdtempSync(join(tmpdir(), 'llamp-bench-test-'));
const quiet = (): void => {};
const node = (script: string): string[] => [process.execPath, '-e', script];

describe('rounds', () => {
  const cases: Case[] = [
    { name: 'a', argv: [] },
    { name: 'b', argv: [], rounds: 1 },
    { name: 'c', argv: [] },
  ];

  it('run every case once for its memory, then all in turn', async () => {
    const order: string[] = [];
    const runner = {
      peakOf: async ({ name }: Case) => order.push(`peak ${name}`),
      timed: async ({ name }: Case) => [{ name, wall: order.push(name), cpu: null }],
    };
    const { byName, failures } = await measure(cases, { rounds: 2, runner, said: quiet });
    expect(order).toEqual(['peak a', 'peak b', 'peak c', 'a', 'b', 'c', 'a', 'c']);
    expect(byName.get('a')).toEqual({
      peakBytes: 1,
      runs: [
        { wall: 4, cpu: null },
        { wall: 7, cpu: null },
      ],
    });
    expect(failures).toEqual([]);
  });

  it('leave out a case that fails, and say why', async () => {
    let query = 0;
    const runner = {
      peakOf: async ({ name }: Case) => {
        if (name === 'b') throw new Error('b: exit 2: no such file');
        return null;
      },
      timed: async ({ name }: Case) => {
        query++;
        if (name === 'c') throw new Error('c: exit 1: gone');
        return [{ name, wall: 1, cpu: 1 }];
      },
    };
    const { byName, failures } = await measure(cases, { rounds: 3, runner, said: quiet });
    expect([...byName.keys()]).toEqual(['a']);
    expect(failures.map(({ why }) => why)).toEqual(['b: exit 2: no such file', 'c: exit 1: gone']);
    expect(query).toBe(4);
  });
});

describe('a process', () => {
  it('that fails says what it said', async () => {
    const argv = node('console.error("no such input"); process.exitCode = 2');
    await expect(peakOf({ name: 'wrong', argv })).rejects.toThrow('wrong: exit 2: no such input');
    await expect(timed({ name: 'wrong', argv })).rejects.toThrow(/^wrong: exit 2: no such input/);
  });

  it('is measured by its stages where it tells them', async () => {
    const said = [{ name: 'read', wall: 3, cpu: 2 }];
    const argv = node(`console.log(${JSON.stringify(JSON.stringify(said))})`);
    expect(await timed({ name: 'staged', argv, stages: true })).toEqual([
      { name: 'staged: read', wall: 3, cpu: 2 },
    ]);
    await expect(timed({ name: 'mute', argv: node('0'), stages: true })).rejects.toThrow();
  });

  it('reads all that its producer writes, timed or not', async () => {
    const argv = node(
      'let n = 0; process.stdin.on("data", (d) => { n += d.length }).on("end", () => { process.exitCode = n === 3e6 ? 0 : 3 })',
    );
    const one = { name: 'fed', argv, producer: node('process.stdout.write("x".repeat(3e6))') };
    await expect(timed(one)).resolves.toBeDefined();
    await expect(peakOf(one)).resolves.toSatisfy((peak) => peak === null || peak > 3e6);
  });
});

describe('peers', () => {
  /** A program that writes its words into a file beside itself, and nothing else. */
  function fake(folder: string, name: string, status = 0): string {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\necho "$@" > "$0.words"\nexit ${status}\n`);
    chmodSync(path, 0o755);
    return path;
  }
  const input = { name: 'p', path: 'p.goal' };

  it('are named by a list, or by a JSON file, which knows further words', () => {
    const file = join(temporary(), 'peers.json');
    writeFileSync(file, JSON.stringify({ schedgen: ['/b/schedgen', '--quiet'], txt2bin: '/b/txt2bin' }));
    expect([...peersOf('txt2bin=/a=b,loggopsim=/c')]).toEqual([
      ['txt2bin', ['/a=b']],
      ['loggopsim', ['/c']],
    ]);
    expect(peersOf(file).get('schedgen')).toEqual(['/b/schedgen', '--quiet']);
    expect(peersOf(undefined).size).toBe(0);
    expect(() => peersOf('simgrid=/a')).toThrow('no peer is called simgrid');
  });

  it('are left out with a line where they are not there', () => {
    expect(chainPlan('.', input, peersOf('txt2bin=/nowhere'))).toMatchObject({
      cases: [],
      skipped: ['txt2bin + LogGOPSim p: LLAMP_PEERS names no binary of txt2bin, loggopsim'],
    });
    expect(schedgenPlan('rank-0.txt', 'schedgen p', peersOf(undefined)).skipped).toEqual([
      'Schedgen, beside schedgen p: LLAMP_PEERS names no binary of schedgen',
    ]);
  });

  it('run one after another on the same program', async () => {
    const folder = temporary();
    const peers = peersOf(`txt2bin=${fake(folder, 'txt2bin')},loggopsim=${fake(folder, 'loggopsim')}`);
    const { cases, pairs } = chainPlan(folder, input, peers);
    await timed(cases[0]);
    const words = (name: string): string => readFileSync(join(folder, `${name}.words`), 'utf8').trim();
    expect(words('txt2bin')).toBe(`-i p.goal -o ${folder}/chain_p.bin`);
    expect(words('loggopsim')).toMatch(`-f ${folder}/chain_p.bin -L 3000`);
    expect(pairs[0]).toEqual({ of: 'tolerance p', over: 'txt2bin + LogGOPSim p' });
  });
});

describe('a part of a plan', () => {
  const plan = {
    cases: ['bare', 'start', 'tolerance 1', 'tolerance 2', 'check'].map((name) => ({ name, argv: [] })),
    pairs: [
      { of: 'tolerance 1', over: 'bare' },
      { of: 'check', over: 'tolerance 1' },
    ],
    series: [
      {
        name: 'tolerance',
        start: 'start',
        points: [1, 2].map((operations) => ({ operations, case: `tolerance ${operations}` })),
      },
    ],
    skipped: [],
  };
  const names = (words: string[]): string[] => only(plan, words).cases.map(({ name }) => name);

  it('has what its ratios and slopes need', () => {
    expect(names(['check'])).toEqual(['tolerance 1', 'check']);
    expect(names(['tolerance'])).toEqual(['bare', 'start', 'tolerance 1', 'tolerance 2']);
    expect(only(plan, ['tolerance 1']).series).toEqual([]);
    expect(only(plan, [])).toBe(plan);
  });

  it('does not pass over a name that there is not', () => {
    expect(() => only(plan, ['check', 'chekc'])).toThrow('no case is called chekc');
  });
});

it.each(QUESTIONS.map((question) => [question.name, question] as const))(
  '%s is asked with words that it takes',
  async (name, { words, engine }) => {
    const argv = [
      name,
      'goal-samples/fig4.goal',
      ...words,
      '--quiet',
      ...(engine ? ['--engine', 'sweep'] : []),
    ];
    expect(await runCli(argv)).toMatchObject({ code: 0 });
  },
);

describe('inputs', () => {
  it('have their calls as often as the list says, one after another', async () => {
    const traces = 'traces/jacobi2d-4';
    const [once, thrice] = namedInputs(temporary(), `${traces},${traces}*3`);
    const runtimes = [once, thrice].map(async ({ path }) => {
      const { stdout } = await runCli(['tolerance', path, '--json', '-q']);
      const { input, result } = JSON.parse(stdout);
      return [input.messages, result.lambda.L];
    });
    const [[messages, lambda], repeated] = await Promise.all(runtimes);
    expect(thrice.name).toBe('jacobi2d-4 x 3');
    expect(repeated).toEqual([3 * messages, expect.closeTo(3 * lambda, -1)]);
  });
});
