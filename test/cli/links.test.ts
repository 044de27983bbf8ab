import { describe, expect, it } from 'vitest';
import type { MachineFlags } from '../../src/cli/flags/common-flags.js';
import { machineOf, siteOf } from '../../src/cli/pipeline/machine-of-flags.js';
import { type LinkFlags, linksOf, linksText } from '../../src/cli/pipeline/site-of-flags.js';
import { UsageError } from '../../src/errors.js';
import { machineOn } from '../../src/platform/site.js';

async function linksUnder(flags: LinkFlags & MachineFlags, ranks = 4) {
  const [resolved, chosen] = await Promise.all([machineOf(flags), siteOf(flags)]);
  return linksOf(flags, chosen === null ? resolved : machineOn(chosen, resolved, ranks));
}

describe('the links that flags describe', () => {
  it('carry G of the network where none says otherwise', async () => {
    const links = await linksUnder({ topology: 'fat-tree:k=4', 'gap-per-byte': '0.04ns/B' });
    expect(links?.classes).toEqual(['terminal', 'pod', 'core']);
    expect(links?.gapNsPerByte).toEqual([0.04, 0.04, 0.04]);
    expect(links?.routes(0, 3)).toHaveLength(1);
  });

  it('carry what a flag says of all, and what one says of a class', async () => {
    const links = await linksUnder({
      topology: 'fat-tree:k=4',
      'link-bandwidth': ['core=200Gbit/s', '100Gbit/s', 'pod=0.5ns/B'],
      routing: 'ecmp',
    });
    expect(links?.gapNsPerByte).toEqual([0.08, 0.5, 0.04]);
    expect(links?.routes(0, 3)).toHaveLength(2);
    if (links === null) return;
    expect(linksText({ 'link-bandwidth': ['100Gbit/s'], routing: 'ecmp' }, links)).toBe(
      'links: terminal 100 Gbit/s, pod 16 Gbit/s, core 200 Gbit/s; messages split over all minimal paths\n',
    );
  });

  it('are the cards of nodes on a platform, with the gap between nodes', async () => {
    const links = await linksUnder({ platform: 'epyc-orfeo', 'map-by': 'node' });
    expect(links?.classes).toEqual(['card']);
    expect(links?.gapNsPerByte).toEqual([0.0976275]);
    const [{ links: crossed }] = links?.routes(0, 1) ?? [];
    expect([...crossed].map((link) => links?.name(link))).toEqual(['node0 out', 'node1 in']);
    expect(links?.routes(0, 2)).toEqual([{ links: new Uint32Array(0), share: 1 }]);
  });

  it('are none without a place, of a fixed table, and within one node', async () => {
    expect(await linksUnder({})).toBeNull();
    expect(await linksUnder({ topology: 'published-fat-tree:k=4' })).toBeNull();
    expect(await linksUnder({ platform: 'epyc-orfeo' })).toBeNull();
  });

  it.each<[string, LinkFlags & MachineFlags, RegExp]>([
    [
      'no site',
      { 'link-bandwidth': ['1Gbit/s'] },
      /--link-bandwidth has no meaning without a topology or platform/,
    ],
    ['no site', { routing: 'ecmp' }, /--routing has no meaning without a topology\. Add --topology$/],
    ['a platform', { platform: 'epyc-orfeo', routing: 'ecmp' }, /--routing has no meaning on a platform/],
    ['a table', { topology: 'published-fat-tree:k=4', routing: 'single' }, /fixed table of wires/],
    [
      'a class',
      { topology: 'torus:dims=2x2', 'link-bandwidth': ['core=1Gbit/s'] },
      /names the unknown class 'core'/,
    ],
    [
      'a value',
      { topology: 'torus:dims=2x2', 'link-bandwidth': ['fast'] },
      /--link-bandwidth 'fast' is neither/,
    ],
    ['no unit', { topology: 'torus:dims=2x2', 'link-bandwidth': ['dim1=3'] }, /has no unit/],
  ])('are refused with a sentence: %s', async (_, flags, message) => {
    await expect(linksUnder(flags)).rejects.toThrow(UsageError);
    await expect(linksUnder(flags)).rejects.toThrow(message);
  });
});
