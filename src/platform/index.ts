/** Where ranks sit and what messages between those places cost. */

export {
  type GapClass,
  homogeneous,
  type LatencyClass,
  type Network,
  type Route,
  routeLatencyNs,
  withLatencies,
} from '../machine/network.js';
export { type MapByOptions, mapBy } from './mapping.js';
export { CASE_STUDY } from './names.js';
export { networkAt, type Places, placeDistance, platformPlaces, topologyPlaces } from './places.js';
export {
  type Channel,
  coreCount,
  coresPerNode,
  hostName,
  type Level,
  nodeCount,
  type Platform,
  withOverhead,
} from './platform.js';
export { type ReadPlatform, readPlatform } from './platform-file.js';
export { platformNetwork, slotLatency } from './platform-network.js';
export { isPlatformPreset, PLATFORM_PRESETS, platformPreset } from './presets/index.js';
export { readRankfile, writeOpenMpiRankfile, writeSlurmHostfile } from './rankfile.js';
export { type RelativeLine, relativeLeastSquares } from './relative-fit.js';
export {
  type MappedRanks,
  machineOn,
  mapRanks,
  type PlatformSite,
  type PlatformSiteOptions,
  platformSite,
  type Site,
  type SitedMachine,
  type SiteOrigins,
  type TopologySite,
  type TopologySiteOptions,
  topologySite,
} from './site.js';
export { readGraphTopology } from './topologies/graph-file.js';
export type { Path, Topology, TopologyGraph } from './topology.js';
export {
  densePlacement,
  endpointLatency,
  type TopologyCosts,
  topologyNetwork,
} from './topology-network.js';
export { parseTopologySpec, TOPOLOGIES, type TopologySpec } from './topology-spec.js';
export { type Volume, volumeCost, volumeOf } from './volume.js';
export { type Distance, volumeMapping } from './volume-mapping.js';
