import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writeFileWhole } from '../../src/cli/process/files.js';
import { built, expectRefusal, runCli } from './run.js';
import { scratch, writerIn } from './scratch.js';

const folder = scratch();
const file = writerIn(folder);

const RANKS = 'num_ranks 2\nrank 0 {\n';

/** A folder of files with these texts. */
function withFiles(texts: Readonly<Record<string, string>>): string {
  const made = scratch();
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(made, name), text, 'latin1');
  return made;
}

describe('a bad input', () => {
  // The words for text that is no GOAL: test/sources/goal/errors.test.ts.
  const cases: [string, () => string, number, RegExp][] = [
    ['cut', () => file('cut', `${RANKS}l1: calc 5\n`), 3, /cut:4:1: the file ends within rank 0/],
    [
      'of another kind',
      () => file('kind', 'PK\u0003\u0004'),
      3,
      /kind: this is an archive, which is not read\. Unpack it, and name the files/,
    ],
    [
      'of zstd with one bit turned',
      () => 'test/sources/compression/data/flipped.zst',
      3,
      /flipped\.zst: the zstd data is broken \(the checksum of its content does not match\)\. .*copy it again/,
    ],
    [
      'of gzip that is cut, where its text is cut too',
      () => file('cut.gz', gzipSync(`${RANKS}l1: calc 5\n}\nrank 1 {\n`).subarray(0, -9)),
      3,
      /cut\.gz: the gzip data is broken \(unexpected end of file\)/,
    ],
    [
      'of gzip behind which something stands',
      () => file('more.gz', Buffer.concat([gzipSync(`${RANKS}l1: calc 5\n}\n`), Buffer.from('\0\0more')])),
      3,
      /more\.gz: the gzip data is broken \(other data follow it\)/,
    ],
    ['that is empty', () => file('empty', ''), 3, /empty:1:1: the input is empty/],
    ['that is not there', () => join(folder, 'nowhere'), 3, /nowhere: no such file. Check the path/],
    ['that is a second value of a flag', () => '5', 3, /5: no such file. .* by commas, such as --pct 1,5/],
    ['without a name', () => '', 3, /'': the name of a file is empty/],
    ['that is a URL', () => 'https://a.example/b.goal', 3, /b.goal: this is a URL, .* local files only/],
    [
      'that is a machine file',
      () => 'docs/examples/machine.yaml',
      3,
      /seems to be a machine file, not a program. Use --machine docs\/examples\/machine.yaml/,
    ],
    [
      'that is a study',
      () => 'docs/examples/algorithms.yaml',
      3,
      /seems to be a study, not a program. Run llamp-ts study docs/,
    ],
    ['that is a directory without traces', () => folder, 3, /no set of traces|sets of traces/],
    [
      'that is a directory of directories',
      () => 'traces',
      3,
      /; this folder contains traces\/cg-4, traces\/dumpi, (traces\/[\w-]+, ){2}traces\/jacobi2d-4 and \d+ more\n/,
    ],
    [
      'that is a directory of GOAL files',
      () => 'goal-samples',
      3,
      /no set of traces found\. .*; this folder contains goal-samples\/blocking\.goal, .* and \d+ more\n/,
    ],
    [
      'that is a directory of other files',
      () => {
        const other = scratch();
        mkdirSync(join(other, '.git'));
        return other;
      },
      3,
      /no set of traces found\. Name a folder with one file for each rank, whose names contain the rank \(from 0\)\n/,
    ],
    [
      'that is a folder of profiles, one a rank',
      () =>
        withFiles({ 'profile.0.0.0': '2 templated_functions\n', 'profile.1.0.0': '2 templated_functions\n' }),
      3,
      /profile\.0\.0\.0: this is a TAU profile, which is not read\. /,
    ],
    [
      'that is a folder with several sets of another tool',
      () =>
        withFiles({
          'README.pdf': '%PDF-1.7',
          'app-0.hpctrace': 'HPCRUN-trace______',
          'app-0.hpcrun': 'HPCRUN-profile____',
        }),
      3,
      /app-0\.hpcrun: this is a database or measurement of HPCToolkit, which is not read\. /,
    ],
    [
      'that is a folder of another tool without numbers',
      () => withFiles({ metadata: '/* CTF 1.8 */\n', stream: '\xc1\x1f\xfc\xc1' }),
      3,
      /metadata: this is a CTF trace, which is not read\. /,
    ],
    ['with an unmatched message', () => 'goal-samples/unmatched.goal', 4, /2 unmatched operations/],
  ];

  it.each(cases)(
    '%s: message on stderr, nothing on stdout; with --json one error object there',
    async (_, make, code, message) => {
      await expectRefusal(['tolerance', make()], code, message);
      const { stdout } = await runCli(['tolerance', make(), '--json']);
      expect(JSON.parse(stdout)).toMatchObject({ schema: 'llamp-ts/error/2', error: { exit_code: code } });
    },
  );
});

it('an error of the system that has no words of its own is named by its code', async () => {
  const loop = join(scratch(), 'loop.yaml');
  symlinkSync(loop, loop);
  for (const words of [['goal-samples/fig4.goal', '-m', loop], [loop], [loop, '--engine', 'sweep']])
    await expectRefusal(
      ['tolerance', ...words],
      3,
      'loop.yaml: the system reports the error ELOOP. Check the path, the quota and the device',
    );
});

describe('a wrong command line', () => {
  const sample = 'goal-samples/fig4.goal';

  it.each([
    [['tolerance'], /no INPUT given/],
    [
      ['toleranc', sample],
      /'toleranc' does not exist. Did you mean llamp-ts tolerance\? llamp-ts --help lists/,
    ],
    [['xyzzy', sample], /the command 'xyzzy' does not exist. llamp-ts --help lists all/],
    [['help', 'toleranc'], /'toleranc' does not exist. Did you mean llamp-ts tolerance\?/],
    [
      ['collective', 'predit'],
      /'collective predit' does not exist. Did you mean llamp-ts collective predict\?/,
    ],
    [['study', 'stauts'], /'study stauts' does not exist. Did you mean llamp-ts study status\?/],
    [['study', 'stauts', 'a.yaml'], /'study stauts' does not exist. Did you mean llamp-ts study status\?/],
    [['inject', sample], /the command 'inject .*' does not exist\. Did you mean llamp-ts inject run\?/],
    [
      [sample],
      /the command .* does not exist\. Write a command before the file, such as llamp-ts tolerance /,
    ],
    [['export', sample], /--format is missing. Add it with one of lp, mps, dot, svg/],
    [['completion', 'tcsh'], /'tcsh' is unknown. .*Use one of bash, zsh, fish/],
    [['tolerance', sample, '--zzzzzz'], /the flag --zzzzzz does not exist. See --help=all/],
    [['tolerance', sample, '--zzzzzz', '--qqqqqq'], /the flags --zzzzzz, --qqqqqq do not exist/],
    [['tolerance', sample, '--jsno'], /the flag --jsno does not exist. Did you mean --json\? See --help=all/],
    [
      ['tolerance', sample, '--fail-below', '2%'],
      /--fail-below '2%' is a percentage, not an amount added to L\. Write --pct 2 --fail-below 5us .* that 5 µs /,
    ],
    [
      ['tolerance', sample, '--parameter', 'G', '--fail-below', '2%'],
      /--fail-below '2%' is a percentage, not an amount added to G\. Write --pct 2 --fail-below 0\.01ns\/B .* that 0\.01 ns\/B /,
    ],
    [
      ['compare', sample, '--algorithm', 'ring'],
      /this command has no --algorithm .* Did you mean --collective\?/,
    ],
    [
      ['compare', 'traces/cg-4', '--collective', 'allreduce=ring', '--collective', 'allreduce=linear'],
      /--collective allreduce is given twice, .*\. Write --collective allreduce=ring,linear to compare them/,
    ],
    // Nearer in letters: --parquet.
    [['tolerance', sample, '--percent', '1'], /the flag --percent does not exist. Did you mean --pct\?/],
    [['scaling', sample, '--procs', '8'], /the flag --procs does not exist. Did you mean --ranks\?/],
    [
      ['tolerance', sample, '-L', '1us', '--topology', 'fat-tree:k=4'],
      /^llamp-ts: --latency has no meaning with --topology, where a latency is the sum of the wires and switches between two ranks\. Give --wire-latency for each wire and --switch-latency for each switch; for one L from end to end leave out --topology\n$/,
    ],
    [
      ['tolerance', sample, '--parameter', 'l'],
      /unknown parameter 'l'\. Did you mean L\? Use one of L, G, o/,
    ],
    [['tolerance', sample, '--pct', 'x'], /--pct 'x' is not a percentage/],
    [['tolerance', sample, '--pct', '0x10'], /--pct '0x10' is not a percentage/],
    [['tolerance', sample, '--pct', '1e308'], /--pct '1e308' is more than 2\^53/],
    [['tolerance', sample, '-L', '1e300s'], /--latency '1e300s' is more than 2\^53 ns/],
    [['tolerance', sample, '-G', '1e-320Gbit/s'], /'1e-320Gbit\/s' is more than 2\^53 ns\/B/],
    [['tolerance', sample, '-L', '3'], /--latency '3' has no unit. Did you mean 3us\?/],
    [
      ['tolerance', sample, '-o', 'out.csv'],
      /-o sets the overhead o, and 'out\.csv' is no time\. Use --output out\.csv/,
    ],
    [['curve', sample, '--at', '+3'], /--at '\+3' has no unit. Did you mean \+3us\?/],
    [['tolerance', sample, '--parameter', 'Q'], /unknown parameter 'Q'\. Use one of L, G, o/],
    [['curve', sample], /no latencies given/],
    [['curve', sample, '--latency-range', '3us'], /is not a range/],
    [
      ['tolerance', sample, '--engine', 'gurobi'],
      /--engine 'gurobi' is unknown\. Use auto, auto:ROWS, highs, highs:cold or sweep/,
    ],
    [
      ['path', sample, '--by', 'sit'],
      /--by 'sit' is unknown\. Did you mean site\? Use one of site, function/,
    ],
    [['completion', 'bahs'], /'bahs' is unknown\. Did you mean bash\? Use one of bash, zsh, fish/],
    [['path', sample, '--longest', '-1'], /--longest '-1' is less than 0. Write a whole number from 0/],
    [
      ['tolerance', sample, '-L', '9007199254740993ns'],
      /--latency '9007199254740993ns' is more than 2\^53 ns/,
    ],
    [
      ['noise', sample, '--jitter', 'L=exp:mean=1us', '--seed', '9007199254740993'],
      /--seed '9007199254740993' is more than 9007199254740991/,
    ],
    [['path', sample, '--longest', 'x'], /--longest 'x' is not a whole number. Write one, such as 10/],
    [['path', sample, '--longest'], /--longest has no value. Write it after the flag, or see --help/],
    [['tolerance', sample, '-L', '1us', '-L', '2us'], /--latency is given twice. Keep one of them/],
    [['compare', '--map'], /--map takes one collective, not 0\. Write/],
    [
      ['schedgen', sample, '--interleave'],
      /--interleave has no meaning without --merge\. Add --merge, or leave it out/,
    ],
    [
      ['tolerance', sample, '--csv', '--markdown'],
      /--csv and --markdown exclude each other\. Keep one of them/,
    ],
    [['study'], /no STUDY given. Add it \(YAML or JSON file of the study/],
    [['docs', 'view', 'tune'], /'tune' has no meaning here. Leave it out, or see --help/],
  ])('%j is refused with the fix', async (argv, message) => {
    await expectRefusal(argv, 2, message);
    expect((await runCli(argv)).stderr.length).toBeLessThan(600);
  });
});

describe('a bug', () => {
  it('is named first and has its place below, in JSON too', async () => {
    const { reportFailure } = await built;
    const out: string[] = [];
    const write = { out: (text: string) => out.push(text), err: (text: string) => out.push(text) };
    const bug = new TypeError('x is not a function');
    expect(reportFailure(bug, false, write)).toBe(1);
    const [first, ...stack] = out.join('').trimEnd().split('\n');
    expect(first).toBe(
      'llamp-ts: TypeError: x is not a function. This is a bug in llamp-ts; please report it with the command line, its version, these lines and, if possible, the input',
    );
    expect(stack.length).toBeGreaterThan(0);
    for (const line of stack) expect(line).toMatch(/^ +at /);
    out.length = 0;
    reportFailure(bug, true, write);
    const { error } = JSON.parse(out.join(''));
    expect(error.problems[0].what).toBe('TypeError: x is not a function');
    expect(error.stack).toEqual(stack.map((line) => line.trim()));
  });
});

describe('a file that is not there', () => {
  const sample = 'goal-samples/fig4.goal';

  it.each([
    [
      ['--machine', 'goal-samples/ring.goal'],
      /^llamp-ts: goal-samples\/ring.goal: this seems to be a GOAL schedule, not a machine file. Give it as INPUT: .*\n$/,
    ],
    [
      ['--machine', 'docs/examples/two-nodes.yaml'],
      /^llamp-ts: \S+: this seems to be a platform file, not a machine file. Use --platform \S+\n$/,
    ],
    [
      ['--platform', 'docs/examples/machine.yaml'],
      /^llamp-ts: \S+: this seems to be a machine file, not a platform file. Use --machine \S+\n$/,
    ],
    [['--machine', 'a/b.yaml'], /b.yaml: this is neither a machine nor a file. Use one of cscs-testbed/],
    [
      ['--algorithms', 'ring'],
      /ring: no such file\. Name a JavaScript file .*; --collective chooses shipped/,
    ],
    [['--output', ''], /the name of the output file is empty\. Name a file/],
    [['--output', 'no/folder/x.txt'], /no\/folder\/x.txt: the folder 'no\/folder' does not exist. Create it/],
    [['--plot', 'no/folder/x.svg'], /no\/folder\/x.svg: the folder 'no\/folder' does not exist. Create it/],
  ])('%j: what is missing, and what to do', async (flags, message) => {
    await expectRefusal(['tolerance', sample, ...flags], 3, message);
  });

  it.each([
    [
      ['--machine', 'piz-dant'],
      /--machine 'piz-dant' is neither a machine nor a file. Did you mean piz-daint\?/,
    ],
    [
      ['--machine', 'epyc'],
      /neither a machine nor a file. Did you mean --platform epyc-orfeo\? Machines are cscs-testbed, /,
    ],
    [['--platform', 'epyc'], /--platform 'epyc' is neither a platform nor a file. Did you mean epyc-orfeo\?/],
  ])('%j is a wrong value like any other', async (flags, message) => {
    await expectRefusal(['tolerance', sample, ...flags], 2, message);
  });

  it.each(['csv', 'markdown'])('--json and --%s, of which one can be, are one problem', async (other) => {
    const { code, stdout } = await runCli(['tolerance', sample, '--json', `--${other}`]);
    expect(code).toBe(2);
    const what = `${['--json', `--${other}`].sort().join(' and ')} exclude each other`;
    expect(JSON.parse(stdout).error.problems).toEqual([{ what, mend: 'keep one of them' }]);
  });

  it('help shows the forms of an answer as one choice', async () => {
    const { stdout } = await runCli('path --help=all');
    expect(stdout.replace(/\s+/g, ' ')).toContain('[--json | --csv | --markdown]');
  });
});

describe.runIf(process.platform === 'linux')('a file beside the input', () => {
  const sample = 'goal-samples/fig4.goal';

  it.each([
    ['a device', () => ['tolerance', sample, '--machine', '/dev/zero'], /^llamp-ts: \/dev\/zero: /],
    [
      'a file by its size',
      () => {
        const large = file('large.yaml', '');
        truncateSync(large, 64 * 2 ** 20 + 1);
        return ['tolerance', sample, '--machine', large];
      },
      /large\.yaml: /,
    ],
  ])('is refused where it is larger than 64 MiB: %s', async (_, make, place) => {
    const { code, stdout, stderr } = await runCli(make());
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(place);
    expect(stderr).toMatch(/is larger than 64 MiB, .*\. Check that the path names the right file/);
  });

  it('may be a pipe', async () => {
    const pipe = join(folder, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const words = 'latency: 7us\noverhead: 5us\ngap_per_byte: 0.018ns/B\n';
    spawn('sh', ['-c', `printf '${words}' > '${pipe}'`]);
    const { code, stdout } = await runCli(['tolerance', sample, '--machine', pipe]);
    expect(code).toBe(0);
    expect(stdout).toContain(`machine ${pipe}: L 7 µs`);
  });
});

describe('output', () => {
  it('is whole where two write the same file at once: one of both', async () => {
    const path = join(folder, 'twice.txt');
    const pieces = async function* (text: string): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text);
      await new Promise((resolve) => setImmediate(resolve));
      yield Buffer.from(text);
    };
    await Promise.all([writeFileWhole(path, pieces('a')), writeFileWhole(path, pieces('b'))]);
    expect(readFileSync(path, 'utf8')).toMatch(/^(aa|bb)$/);
  });

  it('is written whole or not at all', async () => {
    const output = join(folder, 'answer.json');
    const good = await runCli(['tolerance', 'goal-samples/fig4.goal', '--json', '--output', output]);
    expect(good).toMatchObject({ code: 0, stdout: '' });
    const bad = await runCli(`tolerance goal-samples/unmatched.goal --output ${join(folder, 'none.txt')}`);
    expect(bad.code).toBe(4);
    expect(readdirSync(folder).filter((name) => name.includes('.tmp') || name === 'none.txt')).toEqual([]);
  });

  it.each([
    ['30ns', 10],
    ['20ns', 0],
  ])('a gate of %s ends with %i', async (gate, code) => {
    // T = 2515 ns and λ = 1: 1 % more is 25.15 ns more latency.
    const line = 'tolerance goal-samples/fig4.goal -L 500ns -o 0 -G 5ns/B --pct 1 --fail-below';
    expect((await runCli(`${line} ${gate}`)).code).toBe(code);
  });
});

describe('an output', () => {
  const sample = 'goal-samples/fig4.goal';

  it.each([
    [
      'is the picture too',
      () => ['tolerance', sample, '--plot', 'a.svg', '--output', './a.svg'],
      /--output and --plot are both/,
    ],
    [
      'is the input',
      () => ['tolerance', file('own.goal', readFileSync(sample)), '--output', join(folder, 'own.goal')],
      /would overwrite an input/,
    ],
    [
      'is the input by another name',
      () => {
        symlinkSync(file('true.goal', readFileSync(sample)), join(folder, 'link.goal'));
        return ['check', join(folder, 'link.goal'), '--output', join(folder, 'true.goal')];
      },
      /would overwrite an input/,
    ],
    [
      'is a trace of the set',
      () => {
        cpSync('traces/cg-4', join(folder, 'cg-4'), { recursive: true });
        return [
          'schedgen',
          join(folder, 'cg-4'),
          '--output',
          join(folder, 'cg-4', 'pmpi-trace-rank-2.txt.gz'),
        ];
      },
      /would overwrite an input/,
    ],
    [
      'is the machine',
      () => {
        const machine = file('m.yaml', 'latency: 3us\noverhead: 5us\ngap_per_byte: 0.018ns/B\n');
        return ['sensitivity', sample, '--machine', machine, '--output', machine];
      },
      /would overwrite an input/,
    ],
  ] as const)('that %s is refused, and nothing is written', async (_, make, message) => {
    const argv = make();
    const before = readdirSync(folder);
    const result = await runCli(argv);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(message);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('may be a file that is there and is not read, and a device twice', async () => {
    const output = file('answer.txt', 'an older answer');
    expect(await runCli(['check', sample, '--output', output])).toMatchObject({ code: 0 });
    expect(readFileSync(output, 'utf8')).toContain(sample);
    const twice = ['curve', sample, '--at', '1us', '--output', '/dev/null'];
    expect(await runCli(twice)).toMatchObject({ code: 0 });
  });
});
