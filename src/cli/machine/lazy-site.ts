/** The site that the flags name, if they name one: what reads platforms is loaded for those who do. */

import type { ResolvedMachine } from '../../machine/resolve.js';
import type { Site, SitedMachine } from '../../platform/site.js';
import type { MachineFlags } from '../flags/machine.js';
import type { PlatformFlags } from '../flags/site.js';

/** What puts machines on a site that was read. */
export interface ChosenSite {
  readonly site: Site;
  /** The machine with the network of this site. Throws InputError when it has too few cores or endpoints. */
  machineFor(resolved: ResolvedMachine, ranks: number): SitedMachine;
}

/** By name alone: what declares them is half of what a worker would load. */
const NAMES: Readonly<Record<Exclude<keyof PlatformFlags, 'json'>, true>> = {
  platform: true,
  'map-by': true,
  'ranks-per-node': true,
  rankfile: true,
  topology: true,
  'wire-latency': true,
  'switch-latency': true,
  'wire-classes': true,
  allocation: true,
  busy: true,
};

/** Reads the site, before any schedule is read. Throws UsageError and InputError. */
export async function siteOf(flags: MachineFlags): Promise<ChosenSite | null> {
  const given = new Map<string, unknown>(Object.entries(flags));
  const none = [undefined, false];
  if (Object.keys(NAMES).every((flag) => none.some((value) => value === given.get(flag)))) return null;
  const [chosen = null] = await chosenSites([flags]);
  return chosen;
}

/** [topologies] the site on each of them, under what the other flags say. Throws what {@link siteOf} throws. */
export const sitesOn = (topologies: readonly string[], flags: MachineFlags): Promise<ChosenSite[]> =>
  chosenSites(topologies.map((topology) => ({ ...flags, topology })));

async function chosenSites(several: readonly MachineFlags[]): Promise<ChosenSite[]> {
  const [{ readSites }, { machineOn }] = await Promise.all([
    import('./site-flags.js'),
    import('../../platform/site.js'),
  ]);
  return readSites(several).map((site) => ({
    site,
    machineFor: (resolved, ranks) => machineOn(site, resolved, ranks),
  }));
}
