/** What the pictures of `collective` draw: the figures of the answer, and nothing for what was not measured. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseP2pTable } from '../../src/collective-models/fit/measurement-files.js';
import { SHIPPED_PLATFORM } from '../../src/collective-models/modelled-platform.js';
import { caseStudies } from '../../src/collective-models/taulop/contention-tables.js';
import { idealTransfers } from '../../src/collective-models/taulop/formulas-by-name.js';
import { contentionPicture } from '../../src/questions/collective/contention.js';
import * as plots from '../../src/report/plots/all-plots.js';
import { runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';

const folder = scratch();
beforeAll(() => {
  const line = (core: number, bytes: number) => `core,${bytes},${1 + bytes / 1024 + core / 10},${core}`;
  const rows = [4, 5, 6].flatMap((core) => [1, 1024, 2048].map((bytes) => line(core, bytes)));
  writeFileSync(join(folder, 'p2p.csv'), ['mapby,size,latency,recv', ...rows, ''].join('\n'));
  const bare = rows.map((row) => row.split(',').slice(0, 3).join(','));
  writeFileSync(join(folder, 'bare.csv'), ['mapby,size,latency', ...bare, ''].join('\n'));
});

const at = (name: string): string => join(folder, name);

/** Markers of one kind in a picture, without those of its key. */
const dots = (svg: string): number =>
  svg
    .match(/aria-label="dot">(.*?)<\/g>/gs)
    ?.join('')
    .match(/<(path|circle)/g)?.length ?? 0;

describe('collective fit --plot', () => {
  it('draws a point for every receiving core, and one for every size', async () => {
    const [cores, sizes] = [at('cores.svg'), at('sizes.svg')];
    const fit = ['collective', 'fit', at('p2p.csv'), '--overhead', '100ns', '--plot'];
    expect((await runCli([...fit, cores, '--by-core', '1'])).code).toBe(0);
    expect((await runCli([...fit, sizes])).code).toBe(0);
    // One of them is in the key.
    expect(dots(readFileSync(cores, 'utf8'))).toBe(3 + 1);
    expect(readFileSync(cores, 'utf8')).toMatch(/Messages of 1 B by receiving core.*receiving core/s);
    expect(dots(readFileSync(sizes, 'utf8'))).toBe(3 + 1);
    expect(readFileSync(sizes, 'utf8')).toMatch(/Messages by channel.*message size/s);
  });

  it.each([
    [['bare.csv', '--by-core', '1'], 'no message of 1 B has a receiving core'],
    [['p2p.csv', '--by-core', '64'], 'no message of 64 B has a receiving core'],
    [['p2p.csv', '--by-core', '1,2'], '--by-core names 2 values'],
  ])('refuses %j', async ([file, ...flags], said) => {
    const argv = ['collective', 'fit', at(file), '--overhead', '100ns', '--plot', at('x.svg'), ...flags];
    const { code, stderr } = await runCli(argv);
    expect([code, stderr.includes(said)]).toEqual([2, true]);
  });

  it('leaves a column recv without numbers aside', () => {
    const table = 'mapby,size,latency,recv\ncore,1,2,7\ncore,1,3,node12\ncore,1,4,\n';
    expect(parseP2pTable(table).map(({ latencyUs, receiver }) => [latencyUs, receiver])).toEqual([
      [2, 7],
      [3, undefined],
      [4, undefined],
    ]);
  });

  it('refuses a core without a picture', async () => {
    const { code, stderr } = await runCli(['collective', 'fit', at('p2p.csv'), '--by-core', '1']);
    expect([code, stderr.includes('--plot')]).toEqual([2, true]);
  });
});

describe('collective contention --plot', () => {
  it('draws bytes over the times of the table', () => {
    const question = {
      platform: SHIPPED_PLATFORM,
      transfers: idealTransfers(SHIPPED_PLATFORM, 'core', 1),
      channel: 'core' as const,
      bytes: [2 ** 16, 2 ** 18, 2 ** 20],
      segmentBytes: 8192,
      ranks: [4, 8],
      ringRanks: 32,
      ranksPerNode: [1, 8],
    };
    const studies = caseStudies(question);
    let drawn: readonly plots.BandwidthRow[] = [];
    const bandwidthPlot: typeof plots.bandwidthPlot = (rows) => {
      drawn = rows;
      return '';
    };
    contentionPicture({ ...plots, bandwidthPlot }, { question, studies });
    const [contention, mapping] = drawn;
    expect(contention.panels.map(({ title }) => title)).toEqual(['P = 4', 'P = 8']);
    const row = studies.contention.find(({ ranks, bytes }) => ranks === 8 && bytes === 2 ** 20);
    const us = [row?.taulop.firstUs, row?.taulop.secondUs, row?.loggp.firstUs];
    const rates = contention.panels[1].lines.map(({ points }) => points[2].bandwidth);
    expect(rates).toEqual(us.map((time = Number.NaN) => (2 ** 20 / time) * 1e6));
    const ring = studies.mapping.find(({ ranksPerNode, bytes }) => ranksPerNode === 8 && bytes === 2 ** 18);
    const received = 31 * 2 ** 18 * 1e6;
    const of = (panel: number, line: number) => mapping.panels[panel].lines[line].points[1].bandwidth;
    expect(of(0, 1)).toBeCloseTo(received / (ring?.taulop.firstUs ?? Number.NaN), 3);
    expect(of(1, 1)).toBeCloseTo(received / (ring?.taulop.secondUs ?? Number.NaN), 3);
    expect(of(1, 2)).toBeCloseTo(received / (ring?.loggp.secondUs ?? Number.NaN), 3);
  });

  it('is a picture', async () => {
    const flags = '--ranks 32,64 --bytes 64KiB..1MiB --ring-ranks 32 --ranks-per-node 8'.split(' ');
    const { code, stderr } = await runCli(['collective', 'contention', ...flags, '--plot', at('c.svg')]);
    expect(code, stderr).toBe(0);
    expect(readFileSync(at('c.svg'), 'utf8')).toMatch(/P = 32.*P = 64.*sequential.*round robin/s);
  });

  it.each([
    ['--bytes 1MiB --ranks 4', 'bandwidth over the message size'],
    ['--bytes 1KiB..1MiB --ranks 2..64', 'at most 4 numbers of --ranks'],
    [
      '--bytes 1KiB..1MiB --ranks 4 --ring-ranks 256 --ranks-per-node 1..128',
      'at most 6 values of --ranks-per-node',
    ],
  ])('refuses %s', async (flags, said) => {
    const argv = ['collective', 'contention', ...flags.split(' '), '--plot', at('x.svg')];
    const { code, stderr } = await runCli(argv);
    expect([code, stderr.includes(said)], stderr).toEqual([2, true]);
  });
});
