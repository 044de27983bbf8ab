/** A value of a parameter is the same value by flag, machine file and library; by page: test/commands/view-machine.test.ts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { type MachineFlags, machineFlags } from '../../src/cli/flags/common-flags.js';
import { machineOf } from '../../src/cli/pipeline/machine-of-flags.js';
import { type Machine, machineWith, resolveMachine } from '../../src/machine/machine.js';
import { homogeneous, PARAMETER_ROWS, PARAMETERS } from '../../src/machine/parameters.js';
import { parameterProgram } from '../live/samples.js';
import { type ByText, type Texts, VALUES } from '../machine/parameter-values.js';
import { scratch } from './scratch.js';

/** The default preset, in the words of a file. */
const BASE: Texts = { L: '3us', o: '5us', G: '0.018ns/B', S: '256KiB' };

const schedule = parameterProgram();
const runtimeOn = async (machine: Machine): Promise<number> => {
  const model = await Model.of(schedule, machine, { engine: 'sweep' });
  return (await model.engine.evaluate(model.lines(model.latency), model.latency.base)).runtime;
};

const rows = PARAMETER_ROWS.filter(({ parse }) => parse !== undefined);

const flagsOf = (texts: Texts): MachineFlags =>
  Object.fromEntries(rows.flatMap(({ key, flag }) => [[flag?.name, texts[key]]]));

const folder = scratch();

async function byFile(texts: Texts): Promise<number> {
  const all = { ...BASE, ...texts };
  const lines = rows.flatMap(({ key, file }) => (all[key] === undefined ? [] : [`${file}: ${all[key]}\n`]));
  const name = join(folder, 'machine.yaml');
  writeFileSync(name, lines.join(''));
  return runtimeOn((await machineOf({ machine: name })).machine);
}

describe('a parameter of the machine', () => {
  it('has a row that this test tries, unless no text can hold it', () => {
    expect(Object.keys(VALUES).sort()).toEqual(rows.map(({ key }) => key).sort());
    for (const { flag } of rows)
      if (flag?.within === undefined) expect(Object.keys(machineFlags)).toContain(flag?.name);
  });

  it.each(Object.keys(VALUES) as ByText[])('%s is the same by flag, file and library', async (key) => {
    const { text, beside = {} } = VALUES[key];
    const texts = { ...beside, [key]: text };
    const runtime = await runtimeOn(resolveMachine({ given: texts }).machine);
    expect(await runtimeOn((await machineOf(flagsOf(texts))).machine)).toBe(runtime);
    expect(await byFile(texts)).toBe(runtime);
    expect(await runtimeOn(resolveMachine({ given: beside }).machine)).not.toBe(runtime);
  });

  it('overheads by size are the same by file and library, and no flag holds them', async () => {
    expect('flag' in PARAMETERS.overheadBySize).toBe(false);
    const name = join(folder, 'table.yaml');
    writeFileSync(
      name,
      'latency: 3us\ngap_per_byte: 0.018ns/B\nrendezvous: 256KiB\noverhead_by_size:\n- {bytes: 1B, overhead: 1us}\n- {bytes: 1MiB, overhead: 9us}\n',
    );
    const { values } = resolveMachine();
    const overheadBySize = [
      { bytes: 1, ns: 1_000 },
      { bytes: 2 ** 20, ns: 9_000 },
    ];
    const network = homogeneous(values.L, values.G);
    const runtime = await runtimeOn(machineWith({ ...values, overheadBySize }, network));
    expect(await runtimeOn((await machineOf({ machine: name })).machine)).toBe(runtime);
    expect(await runtimeOn(machineWith(values, network))).not.toBe(runtime);
  });
});
