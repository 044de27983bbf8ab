/** What is typed into the page: what is wrong is said of its field, in the words of the page. */
import { describe, expect, it } from 'vitest';
import { FieldError } from '../../src/live/live-machine.js';
import { settingsName } from '../../src/live/live-noise.js';
import { formFields } from '../../src/live/live-page.js';
import { ViewSession } from '../../src/live/session.js';
import type { Settings } from '../../src/live/settings.js';
import type { ViewedProgram } from '../../src/live/workbench.js';
import { offeredTopologies, parseTopologySpec } from '../../src/platform/topologies.js';
import { topologyParts } from '../../src/platform/topology.js';
import { cable } from '../topologies.js';
import { fixedProgram, parameterProgram, settingsWith, viewedProgram } from './samples.js';

const viewed = (more: Partial<ViewedProgram> = {}) => viewedProgram(fixedProgram(parameterProgram()), more);

const runtimeOf = async (changes: Partial<Settings>, more: Partial<ViewedProgram> = {}): Promise<number> =>
  (await new ViewSession(viewed(more)).answer(settingsWith(changes))).runtime;

async function refused(changes: Partial<Settings>, more: Partial<ViewedProgram> = {}): Promise<FieldError> {
  const error: unknown = await runtimeOf(changes, more).catch((one: unknown) => one);
  if (error instanceof FieldError) return error;
  throw error;
}

describe('settings of the page', () => {
  const TREE = { topology: 'fat-tree:k=4' };

  it.each<[keyof Settings, string, Partial<Settings>, RegExp]>([
    ['latency', '3', {}, /latency L '3'.*Did you mean 3us\?/],
    ['latency', '+3us', {}, /latency L '\+3us' is relative, but it takes the value itself/],
    ['overhead', '-1us', {}, /overhead o '-1us' is negative/],
    ['gap-per-byte', 'fast', {}, /gap per byte G 'fast' is neither a time per byte nor a bandwidth\. Write/],
    ['gap', '1', {}, /gap g '1'/],
    ['rendezvous', 'all', {}, /'all'/],
    ['platform', 'epyc', {}, /unknown platform 'epyc'/],
    ['ranks-per-node', '1.5', TREE, /'1\.5' is not a number of ranks. Write a whole number from 1/],
    ['ranks-per-node', '0', TREE, /is not a number of ranks/],
    ['topology', 'fattree:k=4', {}, /unknown topology 'fattree'. Did you mean fat-tree:k=4\? Use one of/],
    ['topology', 'fat-tree:ports=4', {}, /unknown key 'ports'.*Use one of k, tiers/],
    ['topology', 'torus', {}, /topology torus needs dims\. Give the size of each dimension/],
    ['topology', 'graph:/etc/passwd', {}, /does not have the topology file '\/etc\/passwd'/],
    ['wire-latency', '274', TREE, /latency per wire '274'.*Did you mean/],
    ['wire-latency', 'terminal=fast', TREE, /latency per wire terminal 'fast' is not a quantity/],
    ['wire-latency', 'terminal=1us,pod=1us,core=1us,cores=1us', TREE, /Did you mean core\?/],
    ['switch-latency', 'x', TREE, /time in a switch 'x' is not a quantity/],
    ['pct', '1,two', {}, /slowdowns 'two' is not a percentage. Write numbers from 0/],
  ])('%s %s is refused at its field, with what to write instead', async (field, text, more, said) => {
    const error = await refused({ ...more, [field]: text });
    expect(error.field).toBe(field);
    expect(error.message).toMatch(said);
    if (!said.source.includes('topology file')) expect(error.message).not.toContain('--');
  });

  it('names the topology file of the command line, and no other', async () => {
    const topology = { spec: 'graph:net.json', parts: topologyParts(cable(2)) };
    expect(await runtimeOf({ topology: 'graph:net.json' }, { topology })).toBeGreaterThan(0);
    expect((await refused({ topology: 'graph:other.json' }, { topology })).field).toBe('topology');
  });

  it('drops what was said of another place', async () => {
    const text = [3, 2, 1, 0].map((r, i) => `rank ${r}=node${i >> 1} slot=0:${i}\n`).join('');
    const rankfile = { name: 'ranks.txt', text, platform: 'epyc-orfeo' };
    const on = { platform: 'epyc-orfeo' };
    expect(await runtimeOf(on, { rankfile })).not.toBe(await runtimeOf(on));
    for (const dealt of [{ 'map-by': 'node' }, { 'ranks-per-node': '2' }])
      expect(await runtimeOf({ ...on, ...dealt }, { rankfile })).toBe(await runtimeOf({ ...on, ...dealt }));
    expect(await runtimeOf({ topology: 'torus:dims=4x4' }, { rankfile })).toBe(
      await runtimeOf({ topology: 'torus:dims=4x4' }),
    );
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

describe('the form', () => {
  it('labels every field, and offers every family of topologies', () => {
    const form = formFields(viewed());
    const fields = form.match(/<(input|select) /g) ?? [];
    expect(form.match(/<label>[^<]+<(input|select) /g)).toHaveLength(fields.length);
    for (const { spec } of offeredTopologies()) expect(form).toContain(`<option value="${spec}"`);
    expect(form).toContain('list="live-specs"');
  });

  it('names settings by the machine and all that was said of it', () => {
    const chosen = { machine: 'piz-daint', latency: '7us', topology: 'fat-tree:k=4' };
    const all = settingsWith({ ...chosen, 'wire-latency': '1us', collectives: ['allreduce=ring'] });
    expect(settingsName(all, { cpu: 'ordered', nic: 'ordered' })).toBe(
      'piz-daint, latency L 7us, fat-tree:k=4, wire 1us, CPU and NIC ordered, allreduce=ring',
    );
    expect(settingsName(settingsWith({ machine: '', cpu: 'serial' }), { cpu: 'serial', nic: 'free' })).toBe(
      'CPU serial, NIC free',
    );
  });
});
