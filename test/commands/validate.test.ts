import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { rankText } from '../sources/liballprof/traces.js';

const folder = scratch();

const at = (name: string): string => join(folder, name);
const written = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};

const TRACE = 'traces/runs/ring-4';
const RUNS = 'traces/runs/ring-4/measured.csv';
const MACHINE = ['-o', '1756ns', '-G', '0', '-S', 'none'];
const RING = [TRACE, '--measured', RUNS, ...MACHINE];
/** T = 1 µs of work and one message of one byte: 1000 + L + 2 o. */
const message =
  'num_ranks 2\nrank 0 {\na: calc 1000\nb: send 1b to 1\nb requires a\n}\nrank 1 {\na: recv 1b from 0\n}\n';
const onMessage = (runs: string): string[] => [
  written('message.goal', message),
  '--measured',
  written('runs.csv', runs),
  ...['-o', '0', '-G', '0'],
];

describe('validate', () => {
  it('takes INPUT by --trace, and only once', async () => {
    const named = await runCli(['validate', '--trace', TRACE, '--measured', RUNS, ...MACHINE]);
    expect(named).toEqual(await runCli(['validate', ...RING]));
    await expectRefusal(['validate', ...RING, '--trace', TRACE], 2, 'INPUT is given twice');
    await expectRefusal(['validate', TRACE, '--run', RUNS], 2, `Use --measured ${RUNS}`);
    const copy = written('measured-again.csv', readFileSync(RUNS, 'utf8'));
    const over = await runCli(['validate', '--trace', TRACE, '--measured', copy, '--output', copy]);
    expect([over.code, readFileSync(copy, 'utf8')]).toEqual([2, readFileSync(RUNS, 'utf8')]);
    const trace = written('over.goal', message);
    const input = await runCli(['validate', '--trace', trace, '--measured', RUNS, '--output', trace]);
    expect([input.code, readFileSync(trace, 'utf8')]).toEqual([2, message]);
  });

  it.each([
    ['5%', 0, ''],
    ['1.5', 0, ''],
    ['1 %', 10, 'RRMSE of the medians is 1.41 %, above the gate of 1.00 %'],
    ['-1%', 2, "--fail-above '-1%' is not a percentage"],
    ['x', 2, "--fail-above 'x' is not a percentage"],
  ])('--fail-above %s ends with %i', async (gate, code, said) => {
    const result = await runCli(['validate', ...RING, `--fail-above=${gate}`, '-q']);
    expect([result.code, result.stderr.includes(said)]).toEqual([code, true]);
    expect(result.stdout.includes('RRMSE')).toBe(code !== 2);
  });

  it.each([
    ['L_ns,T_ns\n-1000,40000\n', /negative\.csv:2:1: L '-1000' is negative/],
    ['3us,40us\n -1us , 40us\n', /negative\.csv:2:2: L '-1us' is negative.*\+/],
  ])('refuses a negative latency, which is no distance: %j', async (text, words) => {
    await expectRefusal(['validate', TRACE, '--measured', written('negative.csv', text)], 3, words);
  });

  it('draws the curve with medians and spreads', async () => {
    const svg = at('plot.svg');
    const { code } = await runCli(['validate', ...RING, '--plot', svg, '-q']);
    expect(code).toBe(0);
    const picture = readFileSync(svg, 'utf8');
    expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*<\/svg>\n$/);
    expect(picture).toContain('RRMSE 1.41 %, largest error -1.6 % at 2 ms');
    expect(picture).not.toMatch(/NaN|undefined|Infinity/);
    const marks = /stroke="#1a1a1a"[^>]*aria-label="(rule|dot)">(.*?)<\/g>/gs;
    const drawn = [...picture.matchAll(marks)].map(([, kind, body]) => [
      kind,
      body.match(/<(line|path)/g)?.length,
    ]);
    expect(drawn).toEqual([
      ['rule', 4],
      ['dot', 4],
    ]);
    await runCli(['validate', ...RING, '--plot', at('plot.png'), '-q']);
    expect(readFileSync(at('plot.png')).subarray(1, 4).toString()).toBe('PNG');
  });

  it('warns of load, spread and few runs', async () => {
    const { stderr, code } = await runCli([
      'validate',
      ...onMessage('L_ns,T_ns,load1\n1000,2000,1.5\n2000,3000,9.5\n2000,3200,2\n'),
    ]);
    expect(code).toBe(0);
    expect(stderr).toContain('load up to 9.5 with 2 ranks in 1 of 3 runs');
    expect(stderr).toContain('runs differ by more than 3 % at 1 of 2 values of L, at most by 6.7 % at 2 µs');
    expect(stderr).toContain('fewer than 3 runs at 2 of 2 values of L');
  });

  it('says what a misfit points to, of collectives only where nobody chose', async () => {
    const runs = (latencies: number) =>
      ['1', '2', '4'].flatMap((L) => [0, 1, 2].map(() => `${L},${2 + latencies * Number(L)}`)).join('\n');
    const steep = (latencies: number) => written('steep.csv', `L_ms,T_ms\n${runs(latencies)}\n`);
    const query = ['traces/cg-4', '--measured', steep(100), '-o', '0', '-G', '0', '-S', 'none'];
    const guessed = await runCli(['validate', ...query]);
    expect(guessed.stderr).toContain(
      'suggests another collective algorithm; those of allreduce are defaults',
    );
    const chosen = await runCli(['validate', ...query, '--collective', 'allreduce=ring']);
    expect(chosen.stderr).not.toContain('points to');
    // More latencies than another algorithm could add to these calls.
    steep(40_000);
    expect((await runCli(['validate', ...query])).stderr).not.toContain('points to');
  });

  it('names nonblocking collectives that go on in the model only, where it predicts too little', async () => {
    const traced = mkdtempSync(join(folder, 'unattended-'));
    for (const rank of [0, 1, 2, 3]) {
      const text = rankText(['MPI_Iallreduce:110:1:2:4:D:3:W:5000:120', 'MPI_Wait:510:5000:7:520'], rank, 4);
      writeFileSync(join(traced, `trace-rank-${rank}.txt`), text);
    }
    const by = async (ms: number) => {
      const measured = written('unattended.csv', `L_ms,T_ms\n0.001,${ms}\n0.002,${ms}\n0.004,${ms}\n`);
      const { stderr } = await runCli(['validate', traced, '--measured', measured, '-o', '0', '-G', '0']);
      return stderr;
    };
    expect(await by(2)).toMatch(
      /MPI_Iallreduce are modelled as progressing .* suggests a library that progresses only in MPI/,
    );
    expect(await by(0.5)).not.toContain('suggests a library that progresses');
  });

  it.each([
    ['', 'the file has no measured point'],
    ['L_ns,T_ns\n', 'the file has no measured point'],
    ['L_ns,T_ns\n1000\n', "runs.csv:2: '1000' is not a pair of L and T"],
    ['L_ns,T_ns,load1\n1000,2\n', 'runs.csv:2:6: 3 cells are expected, but the line has 2'],
    ['L_ns,T_ns\n1000,2,3\n', 'but the line has 3. Write one cell per column of the header'],
    [
      '1000,2,3\n',
      'runs.csv:1:8: 2 cells are expected, but the line has 3. Write only L and T, such as 3us,1.25s',
    ],
    ['T_ns,L_ns\n2000,x\n', "runs.csv:2:6: L 'x' is not a quantity"],
    ['L_ns,T_ns\n1000, 0\n', "runs.csv:2:7: T '0' is no runtime. Leave the line out"],
    ['L_ns,T_ns\n1000,-3\n', 'runs.csv:2:6: T'],
    ['L_ns,T_ns,load1\n1000,2000,much\n', "runs.csv:2:11: load1 'much' is not a number of at least 0"],
    ['L_ns,ranks\n1000,2\n', 'runs.csv:1: the header has no column of T. Call the columns L_ns and T_ns'],
    ['program,ranks,T_ns\nx,2,1000\n', 'runs.csv:1: the header has no column of L'],
    ['G_ns_per_B,T_ns\n1,1000\n', 'runs.csv:1: the header has no column of L'],
    ['L_ns,L_us,T_ns\n1,1,1\n', "runs.csv:1:6: 'L_ns' and 'L_us' are both columns of L"],
    [
      'L_ns,T_ns,ranks\n1,1,4\n',
      'runs.csv: the number of ranks is 4 in the measured runs, but 2 in the program',
    ],
    ['L_ns,T_ns,ranks\n1,1,two\n', "runs.csv:2:5: ranks 'two' is not a number of at least 1"],
    [
      'L_ns,T_ns,mpi\n1,1,a\n2,2,b\n',
      "runs.csv:3:5: column mpi has 'b', but 'a' in the lines before. Use one file per MPI library",
    ],
    ['L_ns,T_ns,program\n1,1,"a\n', 'runs.csv:2: a quote is not closed'],
  ])('refuses runs %j', async (text, said) => {
    await expectRefusal(['validate', ...onMessage(text)], 3, said);
  });

  it.each([
    [[], /no measured runs given/],
    [['--keep', 'here'], /--keep has no meaning without --run/],
    [['--run', 'mpirun -np 2', '-L', '1ms'], /no program given/],
    [['--run', 'mpirun -np 2', '--', './app'], /no latencies to run with/],
    [['--run', ' ', '-L', '1ms', '--', './app'], /--run names no launcher/],
    [['--run', 'mpirun', '-L', '0', '--', './app'], /below that of any network/],
    [
      ['--run', 'mpirun', '-L', '1ms', '--measured', 'runs.csv', '--', './app'],
      /--measured cannot be combined with --run/,
    ],
    [
      ['--run', 'mpirun', '-L', '1ms', '--trace', 'there', '--', './app'],
      /--trace cannot be combined with --run/,
    ],
  ])('refuses %j', async (argv, said) => {
    await expectRefusal(['validate', ...argv], 2, said);
  });

  it('refuses a folder to keep files in that cannot be made', async () => {
    const run = ['--run', 'mpirun -np 2', '-L', '1ms', '--keep', 'package.json/kept', '--', './app'];
    await expectRefusal(
      ['validate', ...run],
      3,
      'package.json/kept: a part of the path is not a directory. Check the path',
    );
  });

  it('says what it lacks to build the tracer for a run', async () => {
    const run = ['--run', 'mpirun -np 2', '-L', '1ms,2ms', '--mpicc', 'no-mpicc', '--', './app'];
    await expectRefusal(['validate', ...run], 5, "the MPI compiler 'no-mpicc' does not exist here");
  });

  it('refuses what lacks INPUT or runs', async () => {
    expect((await runCli(['validate', TRACE])).code).toBe(2);
    expect((await runCli(['validate', '--measured', RUNS])).code).toBe(2);
    expect((await runCli(['validate', TRACE, '--measured', at('none.csv')])).code).toBe(3);
  });
});

describe('--measured of other commands', () => {
  const scored = `${RUNS}: 20 runs at 4 values of L, RRMSE of the medians 1.41 %, R² 0.99933, largest error -1.6 % at 2 ms`;

  it.each([
    ['curve', ['--latency-range', '1ms..8ms', '--plot']],
    ['tolerance', ['--plot']],
    ['report', ['--output']],
  ])('%s says how well it predicts them', async (command, more) => {
    const file = at(command === 'report' ? 'page.html' : 'beside.svg');
    const query = [command, ...RING, ...more, file];
    const { stdout, stderr, code } = await runCli(query);
    expect([code, stdout.includes(scored)], stderr).toEqual([0, true]);
    expect(stderr).toContain('runs differ by more than 3 %');
    const json = await askJson(query);
    expect(json.result.measured).toMatchObject({ source: RUNS, runs: 20, values: 4 });
    expect(json.result.measured.rrmse).toBeCloseTo(0.014_077_663, 9);
    if (command === 'report') expect(readFileSync(file, 'utf8')).toContain(`Measured: ${scored}`);
  });

  it('is of the parameter that is asked', async () => {
    const runs = written('gaps.csv', 'load1,T_ns,G_ns_per_B\n1,1500,5\n1,1600,5\n');
    const goal = written('long.goal', message.replaceAll('1b', '101b'));
    const { stdout, code } = await runCli([
      ...[
        'curve',
        goal,
        '-L',
        '0',
        '-o',
        '0',
        '-G',
        '1ns/B',
        '--parameter',
        'G',
        '--latency-range',
        '1ns/B..9ns/B',
      ],
      ...['--measured', runs, '--plot', at('gap.svg')],
    ]);
    expect([code, stdout.includes('2 runs at 1 value of G, RRMSE of the medians 3.23 %')]).toEqual([0, true]);
  });
});
