import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeMachine, machineOf } from '../../src/cli/pipeline/machine-of-flags.js';
import { InputError } from '../../src/errors.js';
import {
  briefTexts,
  isRendezvous,
  logGPS,
  MACHINE_PRESETS,
  type Machine,
  reportedParameters,
  resolveMachine,
  valueTexts,
} from '../../src/machine/machine.js';
import { readMachineFile } from '../../src/machine/machine-file.js';
import { PARAMETER_ROWS, routeLatencyNs, withLatencies } from '../../src/machine/parameters.js';
import { LETTERS } from '../../src/platform/platform.js';

const page = readFileSync(new URL('../../docs/machines.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1]);

const small = 'latency: 3us\noverhead: 5us\ngap_per_byte: 0.018ns/B\n';
const read = (more: string) => readMachineFile(small + more, 'm.yaml');

describe('a machine file', () => {
  it('of docs/machines.md is read, every key of it', () => {
    expect(blocks).toHaveLength(1);
    expect(readMachineFile(blocks[0], 'docs')).toEqual({
      name: 'ring-of-two',
      source: 'made up for this page',
      L: 1_500,
      G: 0.08,
      o: undefined,
      overheadBySize: [
        { bytes: 1, ns: 300 },
        { bytes: 1_024, ns: 400 },
        { bytes: 65_536, ns: 2_500 },
      ],
      g: 50,
      S: 65_536,
      protocol: 'sync',
      async: 20,
      cpu: 'serial',
      nic: 'serial',
    });
  });

  it('sorts the table', () => {
    const { overheadBySize } = read(
      'overhead_by_size:\n- {bytes: 9B, overhead: 2ns}\n- {bytes: 1B, overhead: 1ns}\n',
    );
    expect(overheadBySize).toEqual([
      { bytes: 1, ns: 1 },
      { bytes: 9, ns: 2 },
    ]);
  });

  it.each([
    ['cpu: shared', /m\.yaml:4:6: .*cpu/],
    ['nic: true', /m\.yaml:4:6: .*nic/],
    ['rendezvous_protocol: rput', /m\.yaml:4:22: /],
    ['gap: 3', /m\.yaml:4:6: gap/],
    ['latencyy: 3us', /m\.yaml:4:\d+: .*latencyy/],
    [
      'overhead_by_size:\n- {bytes: 9B, overhead: 2ns}\n- {bytes: 9B, overhead: 1ns}',
      /m\.yaml:6:11: two overheads for 9 B\. Keep one of the two/,
    ],
  ])('is refused with its place: %s', (more, message) => {
    expect(() => read(more)).toThrow(InputError);
    expect(() => read(more)).toThrow(message);
  });

  it('is refused with its place for what is finite only before its unit', () => {
    const text = 'latency: 1e308us\noverhead: 5us\ngap_per_byte: 0.018ns/B\n';
    expect(() => readMachineFile(text, 'm.yaml')).toThrow(InputError);
    expect(() => readMachineFile(text, 'm.yaml')).toThrow(
      "m.yaml:1:10: latency '1e308us' is more than 2^53 ns",
    );
  });

  it('must say what an overhead is', () => {
    expect(() => readMachineFile('latency: 3us\ngap_per_byte: 0.018ns/B\n', 'm.yaml')).toThrow(
      /'overhead' is missing. Give overhead or overhead_by_size/,
    );
  });
});

describe('the machine of the flags', () => {
  it('shares nothing by default', async () => {
    const { machine, provenance } = await machineOf({});
    expect(machine).toMatchObject({ cpu: 'free', nic: 'free' });
    expect(provenance).toMatchObject({ cpu: { kind: 'default' }, nic: { kind: 'default' } });
  });

  it('is serial where a flag says so, and says so', async () => {
    const resolved = await machineOf({ cpu: 'serial', nic: 'serial', gap: '1us' });
    expect(resolved.machine).toMatchObject({ cpu: 'serial', nic: 'serial', gap: 1_000 });
    expect(describeMachine(resolved)).toMatch(/^ {2}cpu +serial +--cpu$/m);
    expect(describeMachine(resolved)).toMatch(/^ {2}nic +serial +--nic$/m);
  });

  it('is that of docs/examples/machine.yaml, and a flag goes before it', async () => {
    const file = new URL('../../docs/examples/machine.yaml', import.meta.url).pathname;
    const resolved = await machineOf({ machine: file, cpu: 'free' });
    expect(resolved.machine).toMatchObject({ cpu: 'free', nic: 'serial', async: 20 });
    expect(resolved.provenance).toMatchObject({
      cpu: { kind: 'given', text: '--cpu' },
      nic: { kind: 'file', text: file },
    });
  });
});

describe('docs/machines.md', () => {
  it('shows the file that its examples use', () => {
    const file = readFileSync(new URL('../../docs/examples/machine.yaml', import.meta.url), 'utf8');
    expect(blocks[0]).toBe(file);
  });

  it('lists the presets with their figures', () => {
    for (const [name, { L, o, G, S }] of Object.entries(MACHINE_PRESETS)) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\``));
      const cells = row?.split('|').map((cell) => cell.trim());
      expect(cells?.slice(2, 6)).toEqual([
        `${L / 1_000} µs`,
        `${o / 1_000} µs`,
        `${G} ns/B`,
        `${S / 1_024} KiB`,
      ]);
    }
  });
});

describe('logGPS', () => {
  it('is a machine of one latency and one gap, every message eager', () => {
    const machine = logGPS({ L: 3_000, o: 5_000, G: 0.018 });
    expect(machine.network.latencies).toEqual([{ name: 'L', latencyNs: 3_000 }]);
    expect(machine.network.gaps).toEqual([{ name: 'G', gapNsPerByte: 0.018 }]);
    expect(machine.network.routeOf(0, 7)).toBe(0);
    expect(machine).toMatchObject({
      overhead: 5_000,
      overheadBySize: null,
      gap: 0,
      rendezvous: Number.POSITIVE_INFINITY,
      protocol: 'rdma-read',
      async: null,
      cpu: 'free',
      nic: 'free',
    });
  });

  it('sends messages above S, not of S, by rendezvous', () => {
    const machine = logGPS({ L: 1, o: 1, G: 1, S: 256, protocol: 'sync' });
    expect(machine.protocol).toBe('sync');
    expect([isRendezvous(machine, 256), isRendezvous(machine, 257)]).toEqual([false, true]);
    expect(isRendezvous(logGPS({ L: 1, o: 1, G: 1 }), 2 ** 53)).toBe(false);
  });
});

describe('a network', () => {
  const { network } = logGPS({ L: 3_000, o: 0, G: 0 });

  it('sums a route over its classes', () => {
    const classes = {
      ...network,
      latencies: [
        { name: 'core', latencyNs: 20 },
        { name: 'node', latencyNs: 700 },
      ],
      routes: [{ name: 'a', counts: [2, 1], constantNs: 5, gap: 0 }],
    };
    expect(routeLatencyNs(classes, 0)).toBe(745);
    expect(routeLatencyNs(withLatencies(classes, new Map([['core', 100]])), 0)).toBe(905);
  });

  it('refuses a class that it does not have', () => {
    expect(() => withLatencies(network, new Map([['cache', 1]]))).toThrow(InputError);
    expect(() => withLatencies(network, new Map([['cache', 1]]))).toThrow(
      "unknown latency class 'cache'. The network has L",
    );
  });
});

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
      'rendezvous threshold S: none (every message is eager)',
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
    ['async', 'o'],
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
      "unknown machine 'nothing'. Use one of cscs-testbed",
    );
    expect(() => resolveMachine({ given: { g: 'x' } })).toThrow("g 'x' is not a quantity");
    expect(() => resolveMachine({ given: { S: 'x' } })).toThrow('such as 256KiB, or none');
    expect(() => resolveMachine({ given: { async: 'x' } })).toThrow('such as 3us, or o');
    const called = (): string => 'operations of a CPU';
    expect(() => resolveMachine({ given: { cpu: 'x' }, called })).toThrow(
      "operations of a CPU 'x' is unknown. Use free, ordered, serial",
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
