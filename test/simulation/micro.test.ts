/** Small cases by LogGOPSim itself: one message, one computation, one rule each. data/results.txt has the clocks of all ranks. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LlampError } from '../../src/errors.js';
import { logGPS } from '../../src/machine/machine.js';
import { simulate } from '../../src/simulation/simulate.js';
import { LOGGOPSIM } from '../../src/simulation/simulation.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';

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
