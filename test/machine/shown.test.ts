/** What reports and pages say of a machine: every parameter that counts has its line. */
import { describe, expect, it } from 'vitest';
import {
  briefTexts,
  logGPS,
  MACHINE_PRESETS,
  type Machine,
  reportedParameters,
  valueTexts,
} from '../../src/machine/machine.js';
import { readMachineFile } from '../../src/machine/machine-file.js';
import { PARAMETER_ROWS } from '../../src/machine/parameters.js';
import { resolveMachine } from '../../src/machine/resolve-machine.js';
import { LETTERS } from '../../src/platform/platform.js';

const linesOf = (machine: Machine): string[] =>
  reportedParameters(machine).map(({ name, value }) => `${name}: ${value}`);

describe('a report on a machine', () => {
  it('has a line for every parameter of the plain model', () => {
    expect(linesOf(logGPS({ L: 3000, o: 5000, G: 0.018, S: 262_144, g: 7, protocol: 'sync' }))).toEqual([
      'latency L: 3 µs',
      'overhead o: 5 µs',
      'gap per byte G: 0.018 ns/B (444.4 Gbit/s)',
      'rendezvous threshold S: 256 KiB',
      'rendezvous protocol: sync',
    ]);
  });

  it('leaves the protocol out where every message is eager', () => {
    expect(linesOf(logGPS({ L: 0, o: 0, G: 0 })).slice(-1)).toEqual([
      'rendezvous threshold S: none: every message is eager',
    ]);
  });

  it('says how CPU and NIC are shared, the gap with the NIC, and the overheads by size', () => {
    const overheadBySize = [
      { bytes: 1, ns: 300 },
      { bytes: 1024, ns: 400 },
    ];
    const machine = logGPS({ L: 0, o: 0, G: 0, S: 8, g: 7, cpu: 'serial', nic: 'ordered', overheadBySize });
    expect(linesOf(machine).slice(1)).toEqual([
      'overhead o: 300 ns to 400 ns by size',
      'gap per byte G: 0 ns/B (unlimited)',
      'gap g: 7 ns',
      'rendezvous threshold S: 8 B',
      'rendezvous protocol: rdma-read',
      'operations of a CPU: one at a time',
      'messages of a NIC: in the order of the program',
    ]);
    expect(briefTexts(machine).map(({ text }) => text)[1]).toBe('by size');
  });
});

it('every value of a machine is shown once, in the order of the table', () => {
  expect(valueTexts(resolveMachine().values).map(({ parameter: { key }, text }) => [key, text])).toEqual([
    ['L', '3 µs'],
    ['o', '5 µs'],
    ['G', '0.018 ns/B (444.4 Gbit/s)'],
    ['g', '0 ns'],
    ['S', '256 KiB'],
    ['protocol', 'rdma-read'],
    ['async', '0 ns'],
    ['cpu', 'free'],
    ['nic', 'free'],
  ]);
});

describe('a machine put together', () => {
  it('says where each value came from', () => {
    const { machine, provenance, citation } = resolveMachine({ base: 'piz-daint', given: { L: '2us' } });
    expect([machine.network.latencies[0].latencyNs, machine.overhead]).toEqual([2000, 6030]);
    expect(provenance).toMatchObject({
      L: { kind: 'given', text: 'L' },
      o: { kind: 'preset', text: 'preset piz-daint' },
      async: { kind: 'default' },
    });
    expect(citation).toBe(MACHINE_PRESETS['piz-daint'].source);
  });

  it('is refused by the name of what is wrong', () => {
    expect(() => resolveMachine({ base: 'nothing' })).toThrow(
      "unknown machine 'nothing': there are cscs-testbed",
    );
    expect(() => resolveMachine({ given: { g: 'x' } })).toThrow("g 'x' is not a quantity");
    const called = (): string => 'operations of a CPU';
    expect(() => resolveMachine({ given: { cpu: 'x' }, called })).toThrow(
      "operations of a CPU 'x' is unknown: use free, ordered, serial",
    );
  });

  it('forgets a table of overheads where one overhead is given', () => {
    const text =
      'latency: 1ns\ngap_per_byte: 0\noverhead: 5ns\noverhead_by_size:\n  - { bytes: 1B, overhead: 300ns }\n';
    const base = { name: 'm.yaml', file: readMachineFile(text, 'm.yaml') };
    const overheadBySize = [{ bytes: 1, ns: 300 }];
    expect(resolveMachine({ base }).machine).toMatchObject({ overhead: 5, overheadBySize });
    const { machine, provenance } = resolveMachine({ base, given: { o: '7ns' } });
    expect(machine).toMatchObject({ overhead: 7, overheadBySize: null });
    expect(provenance.o.kind).toBe('given');
  });
});

it('the letters of parameters are names that no class of latencies may bear', () => {
  const letters = PARAMETER_ROWS.map(({ key }) => key).filter((key) => key.length === 1);
  expect([...LETTERS].sort()).toEqual(letters.sort());
});
