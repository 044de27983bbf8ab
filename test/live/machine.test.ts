/** What the command line says of the machine holds in the live page as well: no flag is lost on the way. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MachineFlags, machineFlags } from '../../src/cli/flags/common-flags.js';
import { ViewSession } from '../../src/live/session.js';
import { PARAMETER_ROWS, type ParameterRow } from '../../src/machine/parameters.js';
import { writeGoal } from '../../src/sources/goal/write-goal.js';
import { askJson } from '../cli/run.js';
import { VALUES as PARAMETER_VALUES, type Texts } from '../machine/parameter-values.js';
import { openedPage, parameterProgram, writtenPage } from './samples.js';

let folder: string;
let goal: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-view-'));
  goal = join(folder, 'program.goal');
  writeFileSync(goal, Buffer.concat([...writeGoal(parameterProgram())]));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const wordsOf = (given: MachineFlags): string[] =>
  Object.entries(given).flatMap(([flag, value]) =>
    value === undefined ? [] : value === true ? [`--${flag}`] : [`--${flag}`, String(value)],
  );

/** T as the page begins with it. */
async function viewed(given: MachineFlags): Promise<number> {
  const page = await openedPage(await writtenPage(goal, ...wordsOf(given)));
  return (await new ViewSession(page).answer(page.settings)).runtime;
}

/** T by `llamp-ts sensitivity` with the same flags. */
async function query(given: MachineFlags): Promise<number> {
  return (await askJson(['sensitivity', goal, '--engine', 'sweep', ...wordsOf(given)])).result?.runtime_ns;
}

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** The value of a parameter by its flag, with what it needs beside it; none of what has no flag. */
function parameterValue({ key, flag }: ParameterRow): readonly (readonly [string, () => MachineFlags])[] {
  const value = Object.entries(PARAMETER_VALUES).find(([one]) => one === key)?.[1];
  if (flag === undefined || value === undefined) return [];
  const texts: Texts = { ...value.beside, [key]: value.text };
  const flags = PARAMETER_ROWS.flatMap((row) =>
    row.flag === undefined || texts[row.key] === undefined ? [] : [[row.flag.name, texts[row.key]]],
  );
  return [[flag.name, () => Object.fromEntries(flags)]];
}

/** A value of each flag that shows, with what it needs beside it. */
const VALUES: Readonly<Record<string, () => MachineFlags>> = {
  ...Object.fromEntries(PARAMETER_ROWS.flatMap(parameterValue)),
  machine: () => ({
    machine: file(
      'machine.yaml',
      'latency: 7us\noverhead: 1us\ngap_per_byte: 1ns/B\ngap: 9us\nnic: serial\n',
    ),
  }),
  platform: () => ({ platform: 'epyc-orfeo' }),
  'map-by': () => ({ platform: 'epyc-orfeo', 'map-by': 'node' }),
  'ranks-per-node': () => ({ platform: 'epyc-orfeo', 'map-by': 'core', 'ranks-per-node': 2 }),
  topology: () => ({ topology: 'fat-tree:k=4' }),
  'wire-latency': () => ({ topology: 'fat-tree:k=4', 'wire-latency': '5us' }),
  'switch-latency': () => ({ topology: 'fat-tree:k=4', 'switch-latency': '5us' }),
  allocation: () => ({ topology: 'fat-tree:k=4', allocation: 'one-per-switch' }),
  // One latency of wires or several of the same value: T is the same, as it should.
  'wire-classes': () => ({ topology: 'fat-tree:k=4', 'wire-classes': true }),
};

describe('the page that computes by itself', () => {
  it('is tried with every flag of the machine', () => {
    const flags = Object.keys(VALUES).filter((flag) => flag !== 'rendezvous-protocol');
    expect(flags.sort()).toEqual(Object.keys(machineFlags).sort());
  });

  it.each(Object.keys(VALUES).filter((flag) => flag !== 'rendezvous-protocol'))(
    'begins with --%s',
    async (flag) => {
      const given = VALUES[flag]();
      const runtime = await viewed(given);
      expect(runtime).toBe(await query(given));
      const without: MachineFlags = { ...given, [flag]: undefined };
      // Without its flag T is another one, or no value at all: what is compared here is not nothing.
      const other = await viewed(without).catch(() => null);
      if (flag !== 'wire-classes') expect(other).not.toBe(runtime);
    },
  );
});
