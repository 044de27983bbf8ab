import { describe, expect, it } from 'vitest';
import { withBusy } from '../../src/cli/flags/common-flags.js';
import { allocationQuery } from '../../src/cli/pipeline/site-of-flags.js';
import { allocationOn } from '../../src/live/live-machine.js';
import { allocatedPlacement, occupancyText, partsOf } from '../../src/platform/endpoint-allocation.js';
import { mapRanks, topologySite } from '../../src/platform/site.js';
import { build } from './build.js';

function given(spec: string, allocation?: string, busy?: string) {
  const topology = build(spec);
  const query = allocationQuery(withBusy(allocation ?? '', busy) || undefined);
  if (query === null) throw new Error('nothing is asked');
  return allocationOn(topology, query);
}

/** Endpoints of 4 ranks, and how many switches those hang on. */
function placed(
  spec: string,
  allocation: string,
  busy?: string,
  ranksPerNode = 1,
): [number[], number | undefined] {
  const site = topologySite(build(spec), { allocation: given(spec, allocation, busy), ranksPerNode });
  const { mapping, occupancy } = mapRanks(site, 4, 0);
  return [[...mapping], occupancy?.switches];
}

/** 0 … n − 1 shuffled as docs/topologies.md says it, in whole numbers of any size. */
function drawn(n: number, seed: number): number[] {
  const word = 2n ** 32n;
  let state = ((BigInt(seed) ^ 0x9e3779b9n) * 0x85ebca6bn) % word || 1n;
  const items = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    state ^= (state << 13n) % word;
    state ^= state >> 17n;
    state ^= (state << 5n) % word;
    const other = Number(state % BigInt(i + 1));
    [items[i], items[other]] = [items[other], items[i]];
  }
  return items;
}

describe('an allocation', () => {
  // k = 4: two endpoints on each of eight edge switches.
  it('is packed, one per switch or as a rank of several a node has it, by hand', () => {
    expect(placed('fat-tree:k=4', 'packed')).toEqual([[0, 1, 2, 3], 2]);
    expect(placed('fat-tree:k=4', 'one-per-switch')).toEqual([[0, 2, 4, 6], 4]);
    expect(placed('fat-tree:k=4', 'one-per-switch', undefined, 2)).toEqual([[0, 0, 2, 2], 2]);
    expect(placed('torus:dims=2x2,p=3', 'one-per-switch')).toEqual([[0, 3, 6, 9], 4]);
    expect(placed('published-dragonfly:g=8,a=4,p=8', 'one-per-switch')).toEqual([[0, 8, 16, 24], 4]);
  });

  // k = 8: 5·8²/4 switches, four endpoints on each edge switch, four of those in a pod. Nine groups of four switches.
  it.each([
    ['fat-tree:k=8', 4, 'packed', 1, '4 ranks on 1 of 80 switches, pod and core wires unused'],
    ['fat-tree:k=8', 8, 'packed', 1, '8 ranks on 2 of 80 switches, core wires unused'],
    ['fat-tree:k=8', 4, 'one-per-switch', 1, '4 ranks on 4 of 80 switches, core wires unused'],
    ['fat-tree:k=8', 5, 'one-per-switch', 1, '5 ranks on 5 of 80 switches'],
    ['dragonfly:g=9,a=4,p=2', 4, 'packed', 1, '4 ranks on 2 of 36 switches, inter wires unused'],
    ['dragonfly:g=2,a=1,p=2,h=1', 4, 'packed', 1, '4 ranks on 2 of 2 switches'],
    ['published-fat-tree:k=4', 4, 'packed', 1, '4 ranks on 2 switches'],
    ['fat-tree:k=8', 2, 'packed', 2, '2 ranks on 1 of 80 switches, terminal, pod and core wires unused'],
    ['fat-tree:k=8', 1, 'packed', 1, '1 rank on 1 of 80 switches, terminal, pod and core wires unused'],
  ])(
    'on %s has %i ranks, %s, %i a node, occupy what can be counted',
    (spec, ranks, name, ranksPerNode, text) => {
      const allocation = given(spec, name);
      for (const wireClasses of [false, true]) {
        const site = topologySite(build(spec), { allocation, ranksPerNode, wireClasses });
        const { occupancy, warnings } = mapRanks(site, ranks, 0);
        if (occupancy === undefined) throw new Error('a topology is occupied');
        expect(occupancyText(occupancy)).toBe(text);
        const alone = occupancy.switches === 1 && ranks > 1;
        expect(warnings.map(({ code }) => code)).toEqual(alone ? ['one-switch'] : []);
      }
    },
  );

  it.each([1, 7, 12_345])('draws without replacement, by seed %i, as the page says', (seed) => {
    const { endpoints } = given('dragonfly:g=4,a=2,p=4', `random:${seed}`);
    expect([...endpoints]).toEqual(drawn(32, seed));
    expect(new Set(endpoints).size).toBe(32);
  });

  it('leaves out what others have taken, in every order', () => {
    const taken = new Set(drawn(128, 3).slice(0, 38));
    const left = Array.from({ length: 128 }, (_, i) => i).filter((endpoint) => !taken.has(endpoint));
    // 30 % of 128 is 38.4.
    const packed = given('fat-tree:k=8', 'packed', '30%:3');
    expect([[...packed.endpoints], packed.busy]).toEqual([left, 38]);
    const random = given('fat-tree:k=8', 'random:5', '30%:3');
    expect([...random.endpoints]).toEqual(drawn(90, 5).map((i) => left[i]));
    const spread = given('fat-tree:k=8', 'one-per-switch', '30%:3');
    const on = (endpoint: number): number => Math.floor(endpoint / 4);
    const firsts = left.filter((endpoint, i) => left.findIndex((one) => on(one) === on(endpoint)) === i);
    expect([...spread.endpoints]).toEqual(firsts);
  });

  it('is as it always was where nothing asks for one', () => {
    expect(allocationQuery(undefined)).toBeNull();
    const [plain, packed] = [undefined, given('fat-tree:k=4', 'packed')].map((allocation) =>
      mapRanks(topologySite(build('fat-tree:k=4'), { allocation, ranksPerNode: 2 }), 7, 0),
    );
    expect(plain.mapping).toEqual(packed.mapping);
  });

  it('says with numbers where ranks do not fit', () => {
    const topology = build('fat-tree:k=4');
    const spread = given('fat-tree:k=4', 'one-per-switch');
    expect(() => allocatedPlacement(topology, spread, 9, 1)).toThrow(
      '9 ranks need 9 nodes; the allocation one-per-switch has 8',
    );
    const busy = given('fat-tree:k=4', 'packed', '75%');
    expect(() => allocatedPlacement(topology, busy, 9, 2)).toThrow(
      '9 ranks need 5 nodes; the allocation packed has 4; 12 of 16 are busy',
    );
  });

  it.each([
    ['spread', undefined],
    ['packed:3', undefined],
    ['random:x', undefined],
    ['random:1:2', undefined],
    ['packed', '100%'],
    ['packed', '0.3'],
    ['packed', '-5%'],
  ])('refuses %s %s', (allocation, busy) => {
    expect(() => allocationQuery(withBusy(allocation, busy))).toThrow(/is unknown|is no share/);
  });
});

describe('what a topology is built of', () => {
  it('is counted by class, by the formulas of its kind', () => {
    for (const k of [4, 8, 16])
      expect(partsOf(build(`fat-tree:k=${k}`))).toEqual({
        switches: (5 * k * k) / 4,
        wires: { terminal: k ** 3 / 4, pod: k ** 3 / 4, core: k ** 3 / 4 },
      });
    // Eight groups of four: 6 wires within each, 28 pairs of groups.
    expect(partsOf(build('dragonfly:g=8,a=4,p=8'))).toEqual({
      switches: 32,
      wires: { terminal: 256, intra: 48, inter: 28 },
    });
    expect(partsOf(build('torus:dims=3x4x5,p=2'))).toEqual({
      switches: 60,
      wires: { terminal: 120, dim1: 60, dim2: 60, dim3: 60 },
    });
    // Every two switches of a row are joined: 4·(4·3/2) in each of two dimensions.
    expect(partsOf(build('hyperx:dims=4x4,p=2'))?.wires).toEqual({ terminal: 32, dim1: 24, dim2: 24 });
    expect(partsOf(build('slim-fly:q=5'))?.switches).toBe(50);
    expect(partsOf(build('published-fat-tree:k=16'))).toBeNull();
  });

  it('has wires beside each other as often as they are built, and ends that meet once', () => {
    expect(partsOf(build('dragonfly:g=2,a=1,p=1,h=3'))?.wires.inter).toBe(3);
    expect(partsOf(build('torus:dims=2x3'))?.wires).toEqual({ terminal: 6, dim1: 3, dim2: 6 });
  });
});
