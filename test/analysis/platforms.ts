import type { Platform } from '../../src/platform/platform.js';
import { readPlatform } from '../../src/platform/platform-file.js';

/** `nodes` nodes of `cores` cores: `near` within a node, `far` between nodes. Latencies in ns. */
export function twoLevels(
  nodes: number,
  cores: number,
  near: number,
  far: number,
  gap = { near: 0, far: 0 },
): Platform {
  return readPlatform(
    `
name: two-levels
channels:
  near: { latency_ns: ${near}, gap_ns_per_byte: ${gap.near} }
  far: { latency_ns: ${far}, gap_ns_per_byte: ${gap.far} }
levels:
  - { name: node, count: ${nodes}, channel: far }
  - { name: core, count: ${cores}, channel: near }
`,
    'two-levels.yaml',
  ).platform;
}
