import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPlatform } from '../../src/platform/platform-file.js';
import { platformPreset } from '../../src/platform/platform-presets.js';
import { askJson, type CliResult, expectRefusal, runCli } from '../cli/run.js';
import { scratch, writerIn } from '../cli/scratch.js';

const EXAMPLES = 'docs/collective-models/examples';

const folder = scratch();

const collective = (...argv: string[]): Promise<CliResult> => runCli(['collective', ...argv]);

const json = (...argv: string[]) => askJson(['collective', ...argv]);

const file = writerIn(folder);

describe('collective predict', () => {
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
    const told = await runCli(`sensitivity docs/examples/hidden-volume.goal --platform ${output} --json`);
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
  it('scores shipped fits on own measurements, without published scores that belong to others', async () => {
    const own = mkdtempSync(join(folder, 'own-'));
    const put = (name: string, text: string) => writeFileSync(join(own, name), text);
    // Far from any model, and falling with P: R² of the shipped fits is below 0.
    const rows = [2, 4, 8, 16].map((P) => `1,${P},1,${100 / P}`);
    put('bcast_socket.csv', `algorithm,cores,size,latency\n${rows.join('\n')}\n`);
    put('bcast_node.csv', 'algorithm,cores,size,latency\n6,2,1,3\n');
    put('p2p.csv', 'mapby,size,latency\ncore,1,0.5\n');
    put('allreduce_core.csv', 'algorithm,cores,size,latency\n1,2,1,3\n');
    const argv = ['validate', '--measured', own, '--model', 'p2p', '--bytes', 'all'];
    const { result, machine, warnings } = await json(...argv);
    expect(machine.source).toMatch(/^fits of the OSU measurements/);
    const [score] = result.scores;
    expect(score).toMatchObject({ model: 'p2p', map_by: 'socket', rows: 4, r_squared_published: null });
    expect(score.r_squared).toBeLessThan(0);
    expect(result.mean_scores).toMatchObject([
      { mean_r_squared: score.r_squared, mean_r_squared_negatives_as_0: 0 },
    ]);
    expect(warnings.map(({ message }: { message: string }) => message.replace(`${own}: `, ''))).toEqual([
      'p2p.csv left out, because a platform is fitted only if the folder has nbft.csv and nbft_reduce.csv too; the models use epyc-orfeo',
      'bcast_node.csv left out, because it has no row of an algorithm that the models know',
      'allreduce_core.csv left out, because the name is not one of a table such as bcast_core.csv or reduce_socket.csv',
    ]);
    const text = (await collective(...argv)).stdout;
    expect(text).toMatch(new RegExp(`mean +${score.r_squared.toFixed(3)}`));
    expect(text).not.toMatch(/p2p R² +published/);
  });
});

describe('collective formula and contention', () => {
  it('takes the times of transfers from a table', async () => {
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
});

describe('collective says what is wrong', () => {
  const table = 'mapby,size,latency\ncore,1,0.5\ncore,two,0.5\n';
  const osu = '# OSU MPI Broadcast Latency Test v5\n# Size       Avg Latency(us)\n1 2.0\n';
  const collectives = 'algorithm,cores,size,latency\n1,8,64,5\n';
  it.each<[string, string, number, RegExp]>([
    ['model', 'predict --model p2q', 2, /--model 'p2q' is unknown. Did you mean p2p\?/],
    ['algorithm', 'predict --algorithm chian', 2, /Did you mean chain\?/],
    ['picture', 'predict --plot a.pdf', 2, /--plot cannot write 'a\.pdf'/],
    ['room', 'predict --ranks 512', 2, /512 ranks do not fit on 256 cores/],
    ['table', `fit ${file('p2p.csv', table)}`, 3, /p2p\.csv:3: size 'two' is not a number/],
    [
      'columns',
      `predict --p2p ${file('q.csv', 'a,b\n1,2\n')} --nbft ${file('n.csv', table)}`,
      3,
      /q\.csv:1: the table has no column 'mapby', 'size', 'latency'/,
    ],
    ['transfers', `formula --transfers ${file('t.csv', 'a,b\n1,2,3\n')}`, 3, /t\.csv:2: /],
    [
      'name',
      `fit ${file('times.csv', collectives)}`,
      2,
      /Name it like bcast_core\.csv; collective predict also takes the collective from --collective with/,
    ],
    [
      'mapping',
      `fit ${file('bcast_times.csv', collectives)}`,
      2,
      /Name it like bcast_core\.csv; collective predict also takes the mapping from --map-by with/,
    ],
    ['ranks', `fit core:1=${file('osu.txt', osu)}`, 2, /osu\.txt' needs a number of ranks of at least 2\./],
    ['kind', `fit ${file('what.txt', 'hello\n')}`, 3, /what\.txt:1: this is neither OSU output/],
    [
      'channel',
      `fit ${file('x.csv', 'mapby,size,latency\nnumalink,1,2\n')}`,
      3,
      /unknown channel 'numalink'/,
    ],
    ['flat trees', 'predict --platform docs/examples/two-nodes.yaml --model p2p', 2, /needs flat trees/],
    ['missing tree', `predict --p2p ${file('p.csv', table)}`, 2, /measurements need both/],
    ['folder', 'validate --measured nowhere', 3, /nowhere: no such folder/],
    ['ranks of a form', 'formula --collective scatter --ranks 6', 4, /power of two/],
    ['shape', `fit ${EXAMPLES} --output - --shape 2x2x5x4`, 2, /'2x2x5x4' cannot be read/],
  ])('about %s', async (_, line, code, words) => {
    await expectRefusal(`collective ${line}`, code, words);
  });
});
