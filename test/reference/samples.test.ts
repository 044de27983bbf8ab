/**
 * What a GOAL sample promises, in comment lines such as
 *
 *   // expect: L=3us o=500ns G=1ns/B S=1000B protocol=sync -> T=15050ns lambda_L=1 range_L=0..8400ns
 *
 * Left of the arrow stands the machine (S: none without it; async: o without it), right of it the answer, all of it optional:
 * T, lambda_L, lambda_G, lambda_o, rho_L (four decimals), range_L=a..b (b may be `unlimited`),
 * largest_L@LIMIT (the largest L with T ≤ LIMIT), warning=CODE; or error=FAMILY with says=WORD.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { type ErrorFamily, LlampError } from '../../src/errors.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import type { EngineName } from '../../src/solve/engine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { parseGapPerByte, parseSize, parseTime } from '../../src/units.js';

interface Expectation {
  /** The comment line itself: names the case in the test report. */
  readonly text: string;
  readonly machine: Machine;
  readonly runtime?: number;
  readonly lambda: Readonly<Partial<Record<'L' | 'G' | 'o', number>>>;
  readonly rho?: number;
  readonly range?: readonly [number, number];
  readonly largest: readonly { readonly limit: number; readonly L: number }[];
  readonly warning?: string;
  readonly error?: { readonly family: ErrorFamily; readonly says: string };
}

const ARROW = ' -> ';
const FAMILIES: readonly ErrorFamily[] = ['usage', 'input', 'model', 'limit', 'interrupted'];

/** Every expectation of a sample, in the order of its lines. */
function expectationsOf(goal: string): Expectation[] {
  return goal
    .split('\n')
    .filter((line) => line.startsWith('// expect: '))
    .map((line) => expectation(line.slice('// expect: '.length)));
}

function expectation(text: string): Expectation {
  const [given, wanted, ...rest] = text.split(ARROW);
  if (wanted === undefined || rest.length > 0) throw new Error(`no single '->' in '${text}'`);
  const answer = pairs(wanted);
  const machine = machineOf(pairs(given));
  const error = answer.get('error');
  const range = answer.get('range_L')?.split('..');
  const lambda: Partial<Record<'L' | 'G' | 'o', number>> = {};
  const largest: { limit: number; L: number }[] = [];
  for (const [key, value] of answer) {
    if (key === 'lambda_L') lambda.L = Number(value);
    else if (key === 'lambda_G') lambda.G = Number(value);
    else if (key === 'lambda_o') lambda.o = Number(value);
    else if (key.startsWith('largest_L@'))
      largest.push({ limit: parseTime(key.slice('largest_L@'.length)), L: timeOf(value) });
    else if (!['T', 'rho_L', 'range_L', 'warning', 'error', 'says'].includes(key))
      throw new Error(`unknown answer '${key}' in '${text}'`);
  }
  return {
    text,
    machine,
    lambda,
    largest,
    ...(answer.has('T') ? { runtime: timeOf(answer.get('T') ?? '') } : {}),
    ...(answer.has('rho_L') ? { rho: Number(answer.get('rho_L')) } : {}),
    ...(range === undefined ? {} : { range: [timeOf(range[0]), timeOf(range[1])] as const }),
    ...(answer.has('warning') ? { warning: answer.get('warning') ?? '' } : {}),
    ...(error === undefined ? {} : { error: { family: familyOf(error), says: answer.get('says') ?? '' } }),
  };
}

function pairs(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const word of text.trim().split(/\s+/)) {
    const at = word.indexOf('=');
    if (at < 1 || found.has(word.slice(0, at))) throw new Error(`'${word}' is not a new KEY=VALUE`);
    found.set(word.slice(0, at), word.slice(at + 1));
  }
  return found;
}

function machineOf(given: ReadonlyMap<string, string>): Machine {
  for (const key of given.keys())
    if (!['L', 'o', 'G', 'S', 'protocol', 'async'].includes(key))
      throw new Error(`unknown parameter '${key}'`);
  const protocol = given.get('protocol') ?? 'rdma-read';
  if (protocol !== 'rdma-read' && protocol !== 'sync') throw new Error(`unknown protocol '${protocol}'`);
  const threshold = given.get('S') ?? 'none';
  const machine = logGPS({
    L: parseTime(given.get('L') ?? ''),
    o: parseTime(given.get('o') ?? ''),
    G: parseGapPerByte(given.get('G') ?? ''),
    S: threshold === 'none' ? Number.POSITIVE_INFINITY : parseSize(threshold),
    protocol,
  });
  const async = given.get('async');
  return async === undefined ? machine : { ...machine, async: parseTime(async) };
}

const timeOf = (text: string): number => (text === 'unlimited' ? Number.POSITIVE_INFINITY : parseTime(text));

function familyOf(text: string): ErrorFamily {
  const family = FAMILIES.find((one) => one === text);
  if (family === undefined) throw new Error(`unknown error family '${text}'`);
  return family;
}

const folder = new URL('../../goal-samples/', import.meta.url);
const samples = readdirSync(folder).filter((name) => name.endsWith('.goal'));

/** The families and words of what a sample throws. */
async function failureOf(goal: string, wanted: Expectation, engine: EngineName): Promise<LlampError> {
  try {
    await Model.of(parseGoal(goal), wanted.machine, { engine });
  } catch (error) {
    if (error instanceof LlampError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

async function check(goal: string, wanted: Expectation, engine: EngineName): Promise<void> {
  const model = await Model.of(parseGoal(goal), wanted.machine, { engine });
  const found = await sensitivity(model);
  if (wanted.runtime !== undefined) expect(found.runtime, 'T').toBeCloseTo(wanted.runtime, 6);
  for (const key of ['L', 'G', 'o'] as const) {
    if (wanted.lambda[key] !== undefined) expect(found.lambda[key], `lambda_${key}`).toBe(wanted.lambda[key]);
  }
  if (wanted.rho !== undefined) expect(found.rho, 'rho_L').toBeCloseTo(wanted.rho, 4);
  if (wanted.range !== undefined) {
    expect(found.range.low, 'range_L from').toBeCloseTo(wanted.range[0], 6);
    if (Number.isFinite(wanted.range[1]))
      expect(found.range.high, 'range_L to').toBeCloseTo(wanted.range[1], 6);
    else expect(found.range.high, 'range_L to').toBe(wanted.range[1]);
  }
  for (const { limit, L } of wanted.largest) {
    const largest = await model.engine.largestWithin(model.lines(model.latency), limit, model.latency.base);
    expect(largest, `largest_L@${limit}`).toBeCloseTo(L, 6);
  }
  expect(
    found.warnings.map((one) => one.code).filter((code) => code !== 'not-latency-bound'),
    'warnings',
  ).toEqual(wanted.warning === undefined ? [] : [wanted.warning]);
}

describe('goal-samples', () => {
  it('are at least ten, and each says what to expect', () => {
    expect(samples.length).toBeGreaterThanOrEqual(10);
    for (const name of samples) {
      const goal = readFileSync(new URL(name, folder), 'utf8');
      expect(goal, name).toMatch(/^\/\/ \w/);
      expect(expectationsOf(goal), name).not.toHaveLength(0);
    }
  });

  for (const name of samples) {
    const goal = readFileSync(new URL(name, folder), 'utf8');
    for (const wanted of expectationsOf(goal)) {
      for (const engine of ['sweep', 'highs'] as const) {
        it(`${name} on ${engine}: ${wanted.text}`, async () => {
          if (wanted.error === undefined) return check(goal, wanted, engine);
          const failure = await failureOf(goal, wanted, engine);
          expect(failure.family).toBe(wanted.error.family);
          expect(failure.message).toContain(wanted.error.says);
        });
      }
    }
  }
});
