import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeMachine, machineOf } from '../../src/cli/pipeline/machine-of-flags.js';
import { InputError } from '../../src/errors.js';
import { MACHINE_PRESETS } from '../../src/machine/machine.js';
import { readMachineFile } from '../../src/machine/machine-file.js';

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
      /m\.yaml:6:11: a second overhead for 9 B: keep one of the two/,
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
      /'overhead' is missing: give overhead or overhead_by_size/,
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
