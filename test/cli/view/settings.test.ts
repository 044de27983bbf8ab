/** What is typed into the page: what is wrong is said of its field, and what the command line named stays. */
import { describe, expect, it } from 'vitest';
import type { MachineFlags } from '../../../src/cli/flags/common-flags.js';
import { formFields } from '../../../src/cli/view/page.js';
import {
  allowedNames,
  FieldError,
  machineFlagsOf,
  machineSettings,
  readQuery,
  readSettings,
  settingsName,
} from '../../../src/cli/view/settings.js';
import type { Settings } from '../../../src/cli/view/wire.js';
import { offeredTopologies, parseTopologySpec } from '../../../src/platform/topologies.js';

const names = allowedNames({});

/** The error of settings that are not to be read. */
function refused(settings: unknown, given: MachineFlags = {}): FieldError {
  try {
    readQuery(settings, allowedNames(given));
  } catch (error) {
    if (error instanceof FieldError) return error;
    throw error;
  }
  throw new Error('the settings were read');
}

describe('settings of the page', () => {
  it.each<[keyof Settings, string, RegExp]>([
    ['machine', 'cscs', /unknown machine 'cscs'. Did you mean cscs-testbed\?/],
    ['latency', '3', /--latency '3'.*Did you mean 3us\?/],
    ['overhead', '-1us', /--overhead '-1us' is negative/],
    ['gapPerByte', 'fast', /--gap-per-byte 'fast' is neither a time per byte nor a bandwidth\. Write/],
    ['gap', '1', /--gap '1'/],
    ['rendezvous', 'all', /--rendezvous 'all'/],
    ['protocol', 'rdma', /unknown rendezvous protocol 'rdma'. Did you mean rdma-read\?/],
    ['cpu', 'orderd', /unknown operations of a CPU 'orderd'. Did you mean ordered\?/],
    ['nic', 'parallel', /unknown messages of a NIC 'parallel'. Use one of free, ordered, serial/],
    ['platform', 'epyc', /unknown platform 'epyc'. Did you mean epyc-orfeo\?/],
    ['ranksPerNode', '1.5', /--ranks-per-node '1\.5' is not a number of ranks. Write a whole number from 1/],
    ['ranksPerNode', '0', /is not a number of ranks/],
    ['topology', 'fattree:k=4', /unknown topology 'fattree'. Did you mean fat-tree:k=4\? Use one of/],
    ['topology', 'fat-tree:ports=4', /unknown key 'ports'.*Use one of k, tiers/],
    ['topology', 'torus', /topology torus needs dims\. Give the size of each dimension/],
    ['topology', 'graph:/etc/passwd', /a file that the command line does not name. Start llamp-ts view with/],
    ['wireLatency', '274', /--wire-latency '274'.*Did you mean/],
    ['wireLatency', 'terminal=fast', /--wire-latency terminal 'fast' is not a quantity/],
    ['switchLatency', 'x', /--switch-latency 'x' is not a quantity/],
    ['pct', '1,two', /--pct 'two' is not a percentage. Write numbers from 0/],
  ])('%s %s is refused at its field, with what to write instead', (field, text, said) => {
    const error = refused({ [field]: text });
    expect(error.field).toBe(field);
    expect(error.message).toMatch(said);
    // What is wrong with the pinned settings is no fault of a field, and says whose it is.
    const pinned = (): unknown => readQuery({ pinned: { [field]: text } }, names);
    expect(pinned).toThrow('the pinned settings: ');
    expect(pinned).not.toThrow(FieldError);
  });

  it('reads numbers in the unit of the command line', () => {
    expect(readSettings({ latency: '3' }, allowedNames({ unit: 'us' })).latency).toBe('3');
    expect(readSettings({ wireLatency: '3' }, allowedNames({ unit: 'us' })).wireLatency).toBe('3');
  });

  it('lets the page name the topology file of the command line, and no other', () => {
    const given = { topology: 'graph:net.graphml' };
    expect(readSettings({ topology: 'graph:net.graphml' }, allowedNames(given)).topology).toBe(
      given.topology,
    );
    expect(refused({ topology: 'graph:other.graphml' }, given).field).toBe('topology');
  });

  it('offers a spec of every family, each of which makes a topology', () => {
    expect(offeredTopologies().map(({ spec }) => spec)).toContain('fat-tree:k=16,tiers=3');
    for (const { spec } of offeredTopologies()) {
      const parsed = parseTopologySpec(spec);
      if (parsed.kind !== 'generated') throw new Error(`${spec} is a file`);
      expect(parsed.build().endpoints).toBeGreaterThan(8);
    }
  });
});

describe('the flags of the page’s settings', () => {
  /** With `changes` made on a page that began with `given`. */
  const flags = (given: MachineFlags, changes: Partial<Settings> = {}): MachineFlags => {
    const begin = { ...machineSettings(given), ...changes };
    const all = machineFlagsOf(readSettings(begin, allowedNames(given)), given);
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  };

  it.each<[string, MachineFlags]>([
    ['a platform with a rankfile', { platform: 'epyc-orfeo', 'map-by': 'rankfile:ranks.txt' }],
    ['a platform by socket', { platform: 'epyc-orfeo', 'map-by': 'socket', 'ranks-per-node': 2 }],
    [
      'a topology with classes of wires',
      { topology: 'fat-tree:k=4', 'wire-latency': '1us', 'switch-latency': '0', 'wire-classes': true },
    ],
    ['modes of CPU and NIC', { cpu: 'serial', nic: 'ordered', gap: '1us', async: '1us' }],
  ])('are those of the command line where nothing was changed: %s', (_, given) => {
    expect(flags(given)).toEqual(given);
  });

  it('drop what was said of another place', () => {
    const platform = { platform: 'epyc-orfeo', 'map-by': 'rankfile:ranks.txt' };
    expect(flags(platform, { mapBy: 'node' })).toEqual({ platform: 'epyc-orfeo', 'map-by': 'node' });
    expect(flags(platform, { platform: '', topology: 'torus:dims=4x4' })).toEqual({
      topology: 'torus:dims=4x4',
    });
    const topology: MachineFlags = { topology: 'fat-tree:k=4', 'wire-classes': true, 'ranks-per-node': 2 };
    expect(flags(topology, { topology: '', ranksPerNode: '' })).toEqual({});
    expect(flags(topology, { topology: '', platform: 'epyc-orfeo' })).toEqual({
      platform: 'epyc-orfeo',
      'ranks-per-node': 2,
    });
  });
});

describe('the form', () => {
  const settings = (given: MachineFlags): Settings => readSettings(machineSettings(given), names);

  it('chooses nothing that the command line left open: a machine file has its own protocol and modes', () => {
    const open = formFields({ settings: settings({}), names, collectives: [] });
    for (const field of ['protocol', 'cpu', 'nic'])
      expect(open).toMatch(
        new RegExp(`<select id="live-${field}"><option value="" selected>default</option>`),
      );
    const given = formFields({ settings: settings({ cpu: 'serial' }), names, collectives: [] });
    expect(given).toMatch(/<select id="live-cpu">.*?<option value="serial" selected>/);
  });

  it('labels every field, and offers every family of topologies', () => {
    const form = formFields({ settings: settings({}), names, collectives: [] });
    const fields = form.match(/<(input|select) /g) ?? [];
    expect(form.match(/<label>[^<]+<(input|select) /g)).toHaveLength(fields.length);
    for (const { spec } of offeredTopologies()) expect(form).toContain(`<option value="${spec}"`);
    expect(form).toContain('list="live-specs"');
  });

  it('names settings by the machine and all that was said of it', () => {
    const chosen = { machine: 'piz-daint', latency: '7us', topology: 'fat-tree:k=4' };
    const all = { ...settings(chosen), wireLatency: '1us', collectives: ['allreduce=ring'] };
    expect(settingsName(all, { cpu: 'ordered', nic: 'ordered' })).toBe(
      'piz-daint, latency L 7us, fat-tree:k=4, wire 1us, CPU and NIC ordered, allreduce=ring',
    );
    expect(settingsName(settings({ cpu: 'serial' }), { cpu: 'serial', nic: 'free' })).toBe(
      'CPU serial, NIC free',
    );
  });
});
