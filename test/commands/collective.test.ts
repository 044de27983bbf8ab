import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPlatform } from '../../src/platform/platform-file.js';
import { platformPreset } from '../../src/platform/platform-presets.js';
import { type CliResult, runCli } from '../cli/run.js';

const EXAMPLES = 'docs/collective-models/examples';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-collective-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const collective = (...argv: string[]): Promise<CliResult> => runCli(['collective', ...argv]);

async function json(...argv: string[]) {
  const { code, stdout, stderr } = await collective(...argv, '--json');
  expect(code, stdout + stderr).toBe(0);
  return JSON.parse(stdout);
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('collective predict', () => {
  it('answers in three forms', async () => {
    const argv = [
      'predict',
      '--algorithm',
      'chain',
      '--ranks',
      '2,64',
      '--bytes',
      '1,1KiB',
      '--model',
      'loggph,p2p',
    ];
    const { schema, machine, result } = await json(...argv);
    expect(schema).toBe('llamp-ts/collective-predict/2');
    expect(machine.cores_per_cache).toBe(4);
    expect(result.predictions).toHaveLength(4);
    // Two ranks of one cache: L 0, o 90 ns twice, no gap for the first byte.
    expect(result.predictions[0]).toMatchObject({ ranks: 2, bytes: 1, segments: 1, map_by: 'core' });
    expect(result.predictions[0].predicted_us.loggph).toBeCloseTo(0.18, 12);
    const { stdout } = await collective(...argv, '--csv');
    expect(stdout.split('\n')[0]).toBe('collective,algorithm,map_by,ranks,bytes,segments,model,latency_us');
    expect(stdout.trim().split('\n')).toHaveLength(9);
    const text = await collective(...argv);
    expect(text.stdout).toMatch(/bcast chain, map-by core, 1 KiB\n +P +loggph +p2p\n/);
  });

  it('draws lines over ranks and over bytes, and shows formulas', async () => {
    const [overRanks, overBytes] = [join(folder, 'p.svg'), join(folder, 'm.svg')];
    const drawn = await collective(
      'predict',
      '--plot',
      overRanks,
      '--model',
      'taulop,loggp',
      '--formula',
      '-q',
    );
    expect(drawn.code, drawn.stderr).toBe(0);
    expect(readFileSync(overRanks, 'utf8')).toMatch(
      /<title[^>]*>bcast binary, map-by core, 1 B<.*processes/s,
    );
    expect(drawn.stdout).toMatch(/loggp, bcast binary, map-by core, 1 B, P = 256\n {2}T = \d+·\(L \+ 2·o/);
    await collective('predict', '--plot', overBytes, '--ranks', '64', '--bytes', '1..4KiB', '-q');
    expect(readFileSync(overBytes, 'utf8')).toMatch(/P = 64.*message size/s);
  });

  it('says in the row that a sum of fitted lines below 0 is no prediction', async () => {
    const argv = [
      'predict',
      '--map-by',
      'socket',
      '--bytes',
      '1MiB',
      '--ranks',
      '4',
      '--model',
      'p2p,schedule',
    ];
    const { result, warnings } = await json(...argv);
    const [row] = result.predictions;
    expect(row.predicted_us.p2p).toBeNull();
    expect(row.no_prediction).toEqual({ p2p: 'below 0 (-6.65 µs)' });
    expect(row.predicted_us.schedule).toBeGreaterThan(0);
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'negative-fit' }));
    expect((await collective(...argv)).stdout).toMatch(/\n {2}4 +below 0 \(-6\.65 µs\) +217\.\d µs/);
    expect((await collective(...argv, '--csv')).stdout).toContain('bcast,binary,socket,4,1048576,1,p2p,\n');
  });

  it('leaves a model out that has no answer, unless none has', async () => {
    const argv = ['predict', '--bytes', '3', '--ranks', '8', '--model'];
    const { result, warnings } = await json(...argv, 'regression,loggp');
    expect(result.predictions[0].predicted_us.regression).toBeNull();
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'no-answer' }));
    expect((await collective(...argv, 'regression')).code).toBe(4);
  });

  it('reads measurements, fits regressions to them and scores', async () => {
    // 1 µs and 0.5 µs a rank exactly.
    const rows = [2, 3, 5, 8, 12].map((P) => `1,${P},64,${1 + P / 2}`);
    const table = file('bcast_node.csv', `algorithm,cores,size,latency\n${rows.join('\n')}\n`);
    const { result } = await json(
      ...['predict', '--algorithm', 'linear', '--map-by', 'node', '--bytes', '64'],
      ...['--model', 'regression,loggp', '--measured', table],
    );
    expect(result.predictions.map((one: { ranks: number }) => one.ranks)).toEqual([2, 3, 5, 8, 12]);
    expect(result.predictions[2].predicted_us.regression).toBeCloseTo(3.5, 9);
    expect(result.predictions[2].measured_us).toEqual([3.5]);
    const [regression, loggp] = result.scores;
    expect(regression).toMatchObject({ model: 'regression', rows: 5 });
    expect(regression.r_squared).toBeCloseTo(1, 12);
    expect(loggp.r_squared).toBeLessThan(1);
  });
});

describe('collective fit', () => {
  it('writes a platform that src/platform reads: from OSU output', async () => {
    const output = join(folder, 'fitted.yaml');
    const { result } = await json(
      'fit',
      EXAMPLES,
      '--name',
      'ours',
      '--output',
      output,
      '--shape',
      '4x1x8x2',
    );
    expect(result.channel_order).toEqual(['cache', 'core', 'socket', 'node']);
    const { platform } = readPlatform(readFileSync(output, 'utf8'), output);
    const shipped = platformPreset('epyc-orfeo').platform;
    expect(platform.name).toBe('ours');
    expect(platform.levels.map(({ count }) => count)).toEqual([4, 1, 4, 2]);
    for (const [i, channel] of platform.channels.entries()) {
      // The benchmark prints hundredths of µs: half of one is 3 % of the smallest figure.
      expect(channel.endToEndNs).toBeGreaterThan(0.97 * (shipped.channels[i].endToEndNs ?? 0));
      expect(channel.endToEndNs).toBeLessThan(1.03 * (shipped.channels[i].endToEndNs ?? 0));
      expect(channel.gapNsPerByte / shipped.channels[i].gapNsPerByte).toBeCloseTo(1, 2);
    }
    // And a program runs on it.
    const told = await runCli([
      'sensitivity',
      'docs/examples/hidden-volume.goal',
      '--platform',
      output,
      '--json',
    ]);
    expect(told.code, told.stderr).toBe(0);
    const predicted = await json('predict', '--platform', output, '--model', 'loggph', '--ranks', '2..32');
    expect(predicted.machine.nodes).toBe(4);
  });

  it('takes a channel from Netgauge and o from a flag', async () => {
    const netgauge = file(
      'ng.out',
      'L=2.100000 s=1 o_s=0.400000 o_r=0.200000 g=0.500000 G=0.000100 (80.00 GiB/s) lsqu(g,G)=0.0\n',
    );
    const argv = ['fit', `node=${netgauge}`, `${EXAMPLES}/latency_core.txt`];
    const { result } = await json(...argv, '--overhead', '100ns', '--break', 'none', '--error', 'relative');
    expect(result.hockney[0]).toMatchObject({ channel: 'core', large: null, break_bytes: null });
    const [core, node] = result.loggp;
    expect(core.L_us).toBeCloseTo(core.end_to_end_us - 0.2, 12);
    expect(node).toMatchObject({ channel: 'node', o_us: expect.closeTo(0.3, 12), G_us_per_byte: 0.0001 });
    expect(node.L_us).toBeCloseTo(1.5, 12);
    const printed = await collective(...argv, '--overhead', '100ns', '--output', '-', '--quiet');
    // cache and socket were not measured: core's farther neighbour, node, stands in for socket.
    expect(readPlatform(printed.stdout, 'stdout').platform.channels[2].gapNsPerByte).toBeCloseTo(0.1, 9);
    expect(printed.stdout).not.toMatch(/messages/);
  });

  it('fits regressions to tables of collectives', async () => {
    const rows = [4, 8, 16, 32, 64].map((P) => `2,${P},1,${2 + 3 * P}`);
    const table = file('reduce_node.csv', `algorithm,cores,size,latency\n${rows.join('\n')}\n`);
    const { result } = await json('fit', table);
    const [cell] = result.regressions;
    expect(cell).toMatchObject({ collective: 'reduce', algorithm: 'chain', map_by: 'node', rows: 5 });
    expect(cell.coefficients_us.P).toBeCloseTo(3, 9);
    expect(cell.adjusted_r_squared).toBeCloseTo(1, 12);
    expect(cell.residuals_us).toHaveLength(5);
    expect((await collective('fit', table, '--csv')).stdout).toMatch(
      /^regression P,reduce chain node,,1,(3|2\.9999)/m,
    );
  });
});

describe('collective validate', () => {
  it('scores shipped fits on a folder that has collectives alone', async () => {
    const rows = [2, 4, 8, 16].map((P) => `1,${P},1,${P}`);
    file('bcast_socket.csv', `algorithm,cores,size,latency\n${rows.join('\n')}\n`);
    const { result, machine } = await json(
      'validate',
      '--measured',
      folder,
      '--model',
      'p2p',
      '--bytes',
      'all',
      '--map-by',
      'socket',
    );
    expect(machine.source).toMatch(/^fits of the OSU measurements/);
    expect(result.scores).toMatchObject([
      { model: 'p2p', map_by: 'socket', rows: 4, r_squared_published: 0.986 },
    ]);
  });
});

describe('collective formula and contention', () => {
  it('prints a formula, with numbers in it, and its value', async () => {
    const { result } = await json(
      'formula',
      '--model',
      'loggp',
      '--ranks',
      '16',
      '--bytes',
      '1',
      '--channel',
      'node',
    );
    const [one] = result.formulas;
    expect(one.formula).toBe('⌈log2(P)⌉·(L + 2·o + (m - 1)·G)');
    expect(one.substituted).toMatch(/^⌈log2\(16\)⌉·\(/);
    // four messages of L + 2·o = α of the network
    expect(one.value_us).toBeCloseTo(4 * 2.13023, 4);
    const table = file('transfers.csv', 'channel,bytes,concurrency,us\ncore,8,1,2\ncore,8,8,9\n');
    const text = await collective(
      'formula',
      '--model',
      'taulop',
      '--ranks',
      '4',
      '--bytes',
      '8',
      '--transfers',
      table,
    );
    // o twice, and 2·L(8, 1) + 2·L(8, 2) = 4 + 6 by the table
    expect(text.stdout).toMatch(/T = Σ_\{i=0\}.*\n.*\n.*\n {4}= 10\.18 µs/);
  });

  it('tells bytes exactly, whatever their digits', async () => {
    const { stdout } = await collective('formula', '--model', 'loggp', '--ranks', '8', '--bytes', '1MiB');
    expect(stdout).toContain('P = 8, m = 1048576, L = 0.271337,');
  });

  it('shows that contention is seen by τ-Lop alone', async () => {
    const { result } = await json('contention', '--ranks', '2..256', '--bytes', '64KiB,1MiB');
    for (const row of result.contention) {
      expect(row.ratio_loggp).toBeCloseTo(1, 12);
      if (row.ranks > 2) expect(row.ratio_taulop).toBeGreaterThan(2);
    }
    const serial = await json('contention', '--serial', '1', '--ring-ranks', '64', '--bytes', '1MiB');
    const ratios = new Set(serial.result.mapping.map((row: { ratio_loggph: number }) => row.ratio_loggph));
    expect(ratios.size).toBe(1);
    expect((await collective('contention', '--csv')).stdout.split('\n')[0]).toMatch(/^study,ranks,/);
  });
});

describe('collective says what is wrong', () => {
  const table = 'mapby,size,latency\ncore,1,0.5\ncore,two,0.5\n';
  const cases: [string, () => readonly string[], number, RegExp][] = [
    ['model', () => ['predict', '--model', 'p2q'], 2, /--model 'p2q' is unknown: did you mean p2p\?/],
    ['algorithm', () => ['predict', '--algorithm', 'chian'], 2, /did you mean chain\?/],
    ['picture', () => ['predict', '--plot', 'a.pdf'], 2, /'a\.pdf' is neither \.svg nor \.png/],
    ['room', () => ['predict', '--ranks', '512'], 2, /512 ranks do not fit on 256 cores/],
    ['table', () => ['fit', file('p2p.csv', table)], 3, /p2p\.csv:3: size 'two' is not a number/],
    [
      'columns',
      () => ['predict', '--p2p', file('q.csv', 'a,b\n1,2\n'), '--nbft', file('n.csv', table)],
      3,
      /q\.csv:1: the table has no column mapby, size, latency/,
    ],
    ['transfers', () => ['formula', '--transfers', file('t.csv', 'a,b\n1,2,3\n')], 3, /t\.csv:2: /],
    ['kind', () => ['fit', file('what.txt', 'hello\n')], 3, /what\.txt:1: neither OSU output/],
    [
      'channel',
      () => ['fit', file('x.csv', 'mapby,size,latency\nnumalink,1,2\n')],
      3,
      /channel 'numalink' is unknown/,
    ],
    [
      'flat trees',
      () => ['predict', '--platform', 'docs/examples/two-nodes.yaml', '--model', 'p2p'],
      2,
      /needs flat trees/,
    ],
    ['missing tree', () => ['predict', '--p2p', file('p.csv', table)], 2, /measurements need both/],
    ['folder', () => ['validate', '--measured', 'nowhere'], 3, /nowhere: no such folder/],
    ['ranks of a form', () => ['formula', '--collective', 'scatter', '--ranks', '6'], 4, /power of two/],
    ['shape', () => ['fit', EXAMPLES, '--output', '-', '--shape', '2x2x5x4'], 2, /'2x2x5x4' is no shape/],
  ];
  it.each(cases)('about %s', async (_, argv, code, words) => {
    const { stderr, code: found } = await collective(...argv());
    expect(stderr).toMatch(words);
    expect(found).toBe(code);
  });
});
