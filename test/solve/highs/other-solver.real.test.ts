/**
 * Another solver (COIN-OR's, `cbc` in Debian) on the exported programs, whole: it must come to the T, the λ, its range and the
 * tolerances that HiGHS and the sweep find in programs that were reduced first.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Model } from '../../../src/analysis/model.js';
import { tolerance } from '../../../src/analysis/sensitivity.js';
import { logGPS, type Machine } from '../../../src/machine/machine.js';
import type { Schedule } from '../../../src/schedule/schedule.js';
import { lpText, mpsText } from '../../../src/timing/lp-text.js';
import { programOf, scheduleOf } from '../../properties/schedules.js';

const there = spawnSync('cbc', ['quit'], { encoding: 'utf8' }).status === 0;
if (!there) console.log('no cbc here: programs are not solved by another solver');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-solver-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const machineAt = (L: number): Machine => logGPS({ L, o: 200, G: 0.5, S: 4096 });
const BASE = 1000;

const schedule = (seed: number): Schedule =>
  scheduleOf(
    programOf({
      seed,
      ranks: 16,
      operations: 12_000,
      largestCalc: 5000,
      largestMessage: 6000,
      messages: 0.4,
      immediate: 0.1,
      joins: 0.3,
    }),
  );

/** T of the whole program at a latency, ns. */
async function solved(
  program: Schedule,
  L: number,
  text: typeof lpText,
  ending: 'lp' | 'mps',
): Promise<number> {
  const { system } = await Model.of(program, machineAt(L), { engine: 'sweep' });
  const [file, answer] = [join(folder, `program.${ending}`), join(folder, 'answer.txt')];
  writeFileSync(file, [...text(system)].join(''));
  const words = [file, '-dualsimplex', '-solution', answer, '-quit'];
  const { stdout } = spawnSync('cbc', words, { encoding: 'utf8' });
  const [, value] = /^Optimal - objective value (\S+)/.exec(readFileSync(answer, 'latin1')) ?? [];
  if (value === undefined) throw new Error(`cbc did not solve it:\n${stdout}`);
  return Number(value);
}

it.runIf(there).each([
  [1, 'sweep'],
  [2, 'highs'],
  [3, 'highs'],
] as const)(
  'COIN-OR solves random program %d as %s did',
  async (seed, engine) => {
    const program = schedule(seed);
    const model = await Model.of(program, machineAt(BASE), { engine });
    const found = await tolerance(model, [0.5, 2, 20]);
    expect(model.system.rows).toBeGreaterThan(8_000);
    const { runtime, lambda, range } = found;
    const at = (L: number) => solved(program, L, mpsText, 'mps');
    expect(await at(BASE)).toBeCloseTo(runtime, 2);
    expect(await solved(program, BASE, lpText, 'lp')).toBeCloseTo(runtime, 2);
    // T is a line of slope λ within the range, and steeper right of it, flatter left of it.
    const onTangent = (L: number) => runtime + lambda.L * (L - BASE);
    for (const [edge, beyond] of [
      [range.low, Math.max(0, range.low - 50)],
      [range.high, range.high + 50],
    ]) {
      expect(Number.isFinite(edge)).toBe(true);
      expect(await at(edge)).toBeCloseTo(onTangent(edge), 2);
      if (beyond !== edge) expect(await at(beyond)).toBeGreaterThan(onTangent(beyond) + 0.5);
    }
    for (const { percent, value } of found.tolerance)
      expect((await at(value)) / (runtime * (1 + percent / 100))).toBeCloseTo(1, 9);
  },
  120_000,
);
