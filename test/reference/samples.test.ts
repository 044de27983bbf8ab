import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { LlampError } from '../../src/errors.js';
import type { EngineName } from '../../src/solve/engine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { type Expectation, expectationsOf } from './expectations.js';

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
