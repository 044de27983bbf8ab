/** Latency added to a topology, against the same topology whose wires and switches are as slow as that from the beginning. */
import { describe, expect, it } from 'vitest';
import { logGPS, resolveMachine } from '../../src/machine/machine.js';
import { routeLatencyNs } from '../../src/machine/parameters.js';
import { changedMachine, changeParameter, parseChanges } from '../../src/platform/network-change.js';
import { machineOn, type SitedMachine, topologySite } from '../../src/platform/site.js';
import { machineAt } from '../../src/timing/axis.js';
import { generated } from '../topologies.js';

const RANKS = 16;
const SPECS = [
  'fat-tree:k=4,tiers=3',
  'fat-tree:k=6,tiers=2',
  'dragonfly:g=5,a=3,p=2',
  'slim-fly:q=3',
  'torus:dims=3x4x2',
  'hyperx:dims=3x3,p=2',
  'published-fat-tree:k=8',
  'published-dragonfly:g=4,a=2,p=4',
];

function sitedOn(spec: string, costs: object, ranksPerNode: number): SitedMachine {
  const site = topologySite(generated(spec), { ...costs, ranksPerNode });
  const resolved = resolveMachine({ base: 'cscs-testbed' });
  return machineOn(site, resolved, RANKS);
}

/** Latency between every two ranks, ns. */
const latencies = ({ network }: SitedMachine['machine']): number[] =>
  Array.from({ length: RANKS * RANKS }, (_, i) =>
    routeLatencyNs(network, network.routeOf(Math.floor(i / RANKS), i % RANKS)),
  );

describe.each(SPECS)('%s', (spec) => {
  const { wires } = generated(spec);
  const added = wires.map((name, k) => ({ name, ns: 10 * (k + 1) + 0.5 }));
  const text = ['switch:+7ns', ...added.map(({ name, ns }) => `${name}:+${ns}ns`)].join(',');
  const [change] = parseChanges([text]);
  const typed = Object.fromEntries(added.map(({ name, ns }) => [name, 274 + ns]));

  it.each([
    ['one latency for all wires', false, 1],
    ['one for each class', true, 1],
    ['ranks that share endpoints', false, 3],
  ])('has every pair of ranks at the latency that it was given, with %s', (_, wireClasses, each) => {
    const sited = sitedOn(spec, { wireClasses }, each);
    const slower = sitedOn(spec, { wireNs: typed, switchNs: 115 }, each);
    const changed = latencies(changedMachine(sited, change));
    latencies(slower.machine).forEach((ns, pair) => {
      expect(changed[pair]).toBeCloseTo(ns, 9);
    });
    // As a parameter it is nothing at 0 and the change where it is whole.
    const parameter = changeParameter(sited, change);
    if (parameter === null) throw new Error('it only adds');
    const { machine, axis, whole } = parameter;
    expect(latencies(machine)).toEqual(latencies(sited.machine));
    latencies(machineAt(machine, axis, whole)).forEach((ns, pair) => {
      expect(ns).toBeCloseTo(changed[pair], 9);
    });
  });

  it('has them at a latency of all wires that was raised', () => {
    const sited = sitedOn(spec, {}, 1);
    const [everywhere] = parseChanges(['+100ns']);
    const raised = sitedOn(spec, { wireNs: 374 }, 1);
    expect(latencies(changedMachine(sited, everywhere))).toEqual(latencies(raised.machine));
  });
});

it('is a higher L where ranks sit nowhere', () => {
  const resolved = resolveMachine({ base: 'cscs-testbed', given: { L: '1us' } });
  const [change] = parseChanges(['L:+500ns']);
  expect(changedMachine(resolved, change).network.latencies).toEqual(
    logGPS({ L: 1500, o: 0, G: 0 }).network.latencies,
  );
});
