/** Platforms that come with the package. */
import { nearest, UsageError } from '../errors.js';
import { type ReadPlatform, readPlatform } from './platform-file.js';

/** The EPYC partition of the ORFEO cluster as a platform file; `readPlatform` reads it. */
const epycOrfeo = `# Two EPYC nodes of the ORFEO cluster (AREA Science Park, Trieste): 2 x AMD EPYC 7H12 per node,
# 64 cores per socket, 4 cores share an L3 cache (a CCX).
#
# Units: ns, and ns per byte.
# end_to_end_ns (alpha) and gap_ns_per_byte (beta) are the line alpha + beta*m that has the least sum of
# squared RELATIVE errors over every osu_latency measurement of the channel, 1 B to 4 MiB. An ordinary
# fit is ruled by the megabytes and misses small messages by up to a factor of four. What comes out for
# 1 B, against the measured mean:
#
#   channel   alpha+beta   measured
#   cache       157 ns       147 ns
#   core        451 ns       390 ns
#   socket      807 ns       665 ns
#   node       2130 ns      1818 ns
#
# At 4 MiB the line is 30 % below the measured time for cache, and 18-19 % above for the other three.
# overhead_ns (o) is the least time that a sender spends on an eager 1 B message (non-blocking flat tree,
# 2 ranks, cache channel). Latency = alpha - 2*o, never below 0: cache comes out at 0, so that a small
# message within a CCX costs the two overheads, 180 ns.
name: epyc-orfeo
source: >-
  M. Tallone, Modeling of MPI Collective Operations: Broadcast and Reduce (2024), section 3;
  fitted to the OSU micro-benchmark data published with it
overhead_ns: 90
channels:
  cache:
    end_to_end_ns: 157.429
    gap_ns_per_byte: 0.0586195
  core:
    end_to_end_ns: 451.337
    gap_ns_per_byte: 0.144907
  socket:
    end_to_end_ns: 806.612
    gap_ns_per_byte: 0.157058
  node:
    end_to_end_ns: 2130.23
    gap_ns_per_byte: 0.0976275
levels: # outermost first; count is per unit of the level around it
  - { name: node, count: 2, channel: node }
  - { name: socket, count: 2, channel: socket }
  - { name: ccx, count: 16, channel: core }
  - { name: core, count: 4, channel: cache }
`;

/** Text of each shipped platform file, by name. */
export const PLATFORM_PRESETS: Readonly<Record<string, string>> = { 'epyc-orfeo': epycOrfeo };

export function isPlatformPreset(name: string): boolean {
  return Object.hasOwn(PLATFORM_PRESETS, name);
}

/** A shipped platform. Throws UsageError for a name that is not shipped. */
export function platformPreset(name: string): ReadPlatform {
  if (!isPlatformPreset(name)) {
    const names = Object.keys(PLATFORM_PRESETS);
    const meant = nearest(name, names);
    throw new UsageError(
      `unknown platform '${name}'`,
      meant === undefined
        ? `use ${names.join(', ')}, or readPlatform for a file`
        : `did you mean ${meant}? Use readPlatform for a file`,
    );
  }
  return readPlatform(PLATFORM_PRESETS[name], name);
}
