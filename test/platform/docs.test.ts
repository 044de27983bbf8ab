import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readGraphTopology } from '../../src/platform/graph-file.js';
import { mapBy } from '../../src/platform/mapping.js';
import { PLATFORM_NAMES, TOPOLOGY_NAMES } from '../../src/platform/platform.js';
import { readPlatform } from '../../src/platform/platform-file.js';
import { PLATFORM_PRESETS, platformPreset } from '../../src/platform/platform-presets.js';
import { readRankfile } from '../../src/platform/rankfile.js';
import { parseTopologySpec, TOPOLOGIES } from '../../src/platform/topologies.js';

/** Text of a page, with runs of blanks in tables as one. */
const page = (name: string) =>
  readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8').replace(/ +\|/g, ' |');

function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))].map((match) => match[1]);
}

const { platform: epyc } = platformPreset('epyc-orfeo');

it('platform files of docs/platforms.md are read', () => {
  const [text, ...more] = blocks(page('platforms'), 'yaml');
  expect(more).toEqual([]);
  const { platform, warnings } = readPlatform(text, 'docs');
  expect(platform.levels.map((level) => level.count)).toEqual([2, 8, 4]);
  expect(warnings).toEqual([]);
});

it('rankfiles of docs/platforms.md are read', () => {
  const files = blocks(page('platforms'), 'rankfile');
  const mappings = files.map((text) => [...readRankfile(text, 'docs', epyc, 4)]);
  expect(mappings).toEqual([
    [3, 145, 64, 192],
    [128, 0, 1, 133],
  ]);
});

it('the mappings that docs/platforms.md lists are those dealt', () => {
  for (const level of ['core', 'socket', 'node']) {
    const places = [...mapBy(epyc, level, 5)].map(
      (slot) => `${Math.floor(slot / 128)}.${Math.floor(slot / 64) % 2}.${slot % 64}`,
    );
    expect(page('platforms').replace(/\s+/g, ' ')).toContain(`\`${level}\` at ${places.join(', ')}`);
  }
});

it('the figures that docs/platforms.md gives are those shipped', () => {
  for (const { name, endToEndNs, gapNsPerByte } of epyc.channels) {
    const row = page('platforms')
      .split('\n')
      .find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row).toContain(`| ${endToEndNs} |`);
    expect(row).toContain(`| ${gapNsPerByte} |`);
  }
});

it('every spec of docs/topologies.md is built', () => {
  const specs = [...page('topologies').matchAll(/^\| `([\w-]+:[^`]+)` \|/gm)].map((match) => match[1]);
  expect(specs).toHaveLength(9);
  for (const text of specs) {
    const spec = parseTopologySpec(text);
    if (spec.kind === 'graph') expect(spec.file).toBe('FILE');
    else expect(spec.build().endpoints).toBeGreaterThan(0);
  }
});

it('the graph of docs/topologies.md is read', () => {
  const topology = readGraphTopology(blocks(page('topologies'), 'json')[0], 'net.json');
  expect(topology.wires).toEqual(['terminal', 'copper', 'optical']);
  expect(topology.endpoints).toBe(9);
  // From a switch to the other over copper; to the storage over the spine, by a wire without a class.
  expect(topology.path(topology.portOf(0), topology.portOf(4)).wires).toEqual([2, 1, 0]);
  expect(topology.path(topology.portOf(0), topology.portOf(8)).wires).toEqual([2, 0, 1]);
});

it('names what ships', () => {
  expect(Object.keys(PLATFORM_PRESETS)).toEqual([...PLATFORM_NAMES]);
  expect(TOPOLOGIES.map((one) => one.name)).toEqual([...TOPOLOGY_NAMES]);
});
