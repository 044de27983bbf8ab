import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run.js';

let folder: string;
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RANKS = 'num_ranks 2\nrank 0 {\n';

describe('a bad input', () => {
  const cases: [string, () => string, number, RegExp][] = [
    [
      'truncated',
      () => file('cut.goal', `${RANKS}l1: calc 5\n`),
      3,
      /cut\.goal:4:1: the file ends within rank 0/,
    ],
    [
      'cut behind a block',
      () => file('blocks.goal', `${RANKS}l1: calc 5\n}\n`),
      3,
      /blocks\.goal:5:1: num_ranks is 2, but rank 1 has no block: the file is cut short/,
    ],
    [
      'of another kind',
      () => file('magic.goal', 'PK\u0003\u0004'),
      3,
      /magic\.goal: this is an archive, which is not read: unpack it, and name the files/,
    ],
    [
      'of a kind that nobody knows',
      () => file('magic.goal', '\u0001\u0002 PK'),
      3,
      /magic\.goal:1:1: this is not a GOAL schedule/,
    ],
    [
      'with a duplicate label',
      () => file('twice.goal', `${RANKS}l1: calc 5\nl1: calc 6\n}\n`),
      3,
      /:4:1: label l1 is defined twice/,
    ],
    [
      'with a missing label',
      () => file('missing.goal', `${RANKS}l1: calc 5\nl1 requires l2\n}\n`),
      3,
      /:4:1: label l2 is not defined/,
    ],
    [
      'that sends to no rank',
      () => file('rank.goal', `${RANKS}l1: send 8b to 2\n}\n`),
      3,
      /:3:16: rank 2 is not there/,
    ],
    [
      'of negative size',
      () => file('negative.goal', `${RANKS}l1: send -8b to 1\n}\n`),
      3,
      /:3:10: size '-8b' is negative/,
    ],
    [
      'past 2^53',
      () => file('large.goal', `${RANKS}l1: calc 99999999999999999\n}\n`),
      3,
      /:3:10: .* is past 2\^53/,
    ],
    [
      'of zstd with one bit turned',
      () => 'test/sources/compression/data/flipped.zst',
      3,
      /flipped\.zst: the zstd data is broken \(the checksum of its content is another\): .*fetch it again/,
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
      /more\.gz: the gzip data is broken \(something else follows it\)/,
    ],
    ['that is empty', () => file('empty.goal', ''), 3, /empty\.goal:1:1: the input is empty/],
    [
      'that is not there',
      () => join(folder, 'nowhere.goal'),
      3,
      /nowhere\.goal: no such file: check the path/,
    ],
    ['that is a directory without traces', () => folder, 3, /no set of traces|sets of traces/],
    [
      'that is a directory of directories',
      () => 'traces',
      3,
      /no set of traces: .*; name one of what the folder holds, such as traces\/cg-4\n/,
    ],
    [
      'that is a directory of GOAL files',
      () => 'goal-samples',
      3,
      /no set of traces: .* name one of what the folder holds, such as goal-samples\/blocking.goal\n/,
    ],
    [
      'with an unmatched message',
      () => file('unmatched.goal', `${RANKS}l1: send 8b to 1\n}\nrank 1 {\n}\n`),
      4,
      /1 unmatched operation/,
    ],
    [
      'that deadlocks',
      () =>
        file(
          'cycle.goal',
          'num_ranks 1\nrank 0 {\nl1: calc 1\nl2: calc 1\nl1 requires l2\nl2 requires l1\n}\n',
        ),
      4,
      /deadlock: 2 operations/,
    ],
    [
      'of broken gzip',
      () => file('broken.gz', Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3)),
      3,
      /the gzip data is broken/,
    ],
  ];

  it.each(cases)('%s: message on stderr, nothing on stdout', async (_, make, code, message) => {
    const result = await runCli(['tolerance', make()]);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toMatch(message);
  });

  it.each(cases)('%s: with --json one error object on stdout', async (_, make, code) => {
    const result = await runCli(['tolerance', make(), '--json']);
    expect(result.code).toBe(code);
    const body: unknown = JSON.parse(result.stdout);
    expect(body).toMatchObject({ schema: 'llamp-ts/error/2', error: { exit_code: code } });
  });
});

describe('a wrong command line', () => {
  const sample = 'goal-samples/fig4.goal';

  it.each([
    [['tolerance'], /no INPUT given/],
    [['toleranc', sample], /no command 'toleranc': did you mean llamp-ts tolerance\? llamp-ts --help lists/],
    [['xyzzy', sample], /there is no command 'xyzzy': llamp-ts --help lists them/],
    [['help', 'toleranc'], /no command 'toleranc': did you mean llamp-ts tolerance\?/],
    [['collective', 'predit'], /no command 'collective predit': did you mean llamp-ts collective predict\?/],
    [[sample], /there is no command .*: ask a question about the file, such as llamp-ts tolerance /],
    [['tolerance', sample, '--zzzzzz'], /there is no flag --zzzzzz: see --help=all/],
    [['tolerance', sample, '--jsno'], /there is no flag --jsno: did you mean --json\? See --help=all/],
    [['tolerance', sample, '--parameter', 'l'], /unknown parameter 'l': did you mean L\? There are L, G, o/],
    [['tolerance', sample, '--pct', 'x'], /--pct 'x' is not a percentage/],
    [['tolerance', sample, '--pct', '0x10'], /--pct '0x10' is not a percentage/],
    [['tolerance', sample, '--pct', '1e308'], /--pct '1e308' is more than 2\^53/],
    [['tolerance', sample, '-L', '1e300s'], /--latency '1e300s' is more than 2\^53 ns/],
    [['tolerance', sample, '-G', '1e-320Gbit/s'], /'1e-320Gbit\/s' is more than 2\^53 ns\/B/],
    [['tolerance', sample, '-L', '3'], /--latency '3' has no unit: did you mean 3us\?/],
    [['tolerance', sample, '--parameter', 'Q'], /unknown parameter 'Q': there are L, G, o/],
    [['curve', sample], /no points given/],
    [['curve', sample, '--latency-range', '3us'], /is not a range/],
    [
      ['tolerance', sample, '--engine', 'gurobi'],
      /--engine 'gurobi' is unknown: there are auto, highs, sweep/,
    ],
    [['path', sample, '--by', 'sit'], /--by 'sit' is unknown: did you mean site\? There are site, function/],
    [['completion', 'bahs'], /'bahs' is unknown: did you mean bash\? There are bash, zsh, fish/],
    [['path', sample, '--longest', '-1'], /--longest '-1' is less than 0: write a whole number from 0/],
    [
      ['tolerance', sample, '-L', '9007199254740993ns'],
      /--latency '9007199254740993ns' is more than 2\^53 ns/,
    ],
    [
      ['noise', sample, '--jitter', 'L=exp:mean=1us', '--seed', '9007199254740993'],
      /--seed '9007199254740993' is more than 9007199254740991/,
    ],
    [['path', sample, '--longest', 'x'], /--longest 'x' is not a whole number: write one, such as 10/],
    [['path', sample, '--longest'], /--longest has no value: write it behind the flag; see --help/],
    [['tolerance', sample, '-L', '1us', '-L', '2us'], /--latency stands twice: keep one of them/],
    [['export', sample], /--format is missing: add it: the command needs one; see --help/],
    [['compare', '--map'], /--map is of one collective, not 0: name it/],
    [
      ['schedgen', sample, '--interleave'],
      /--interleave has no meaning without --merge: add --merge, or leave it out/,
    ],
    [
      ['tolerance', sample, '--csv', '--markdown'],
      /--csv and --markdown exclude each other: keep one of them/,
    ],
    [['study'], /no STUDY given: name it: YAML or JSON file of the study/],
    [['docs', 'view', 'tune'], /'tune' has no meaning here: leave it out, or see --help/],
  ])('%j is refused with the fix', async (argv, message) => {
    const result = await runCli(argv);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(message);
    expect(result.stderr.length).toBeLessThan(600);
  });
});

describe('a file that is not there', () => {
  const sample = 'goal-samples/fig4.goal';

  it.each([
    [['--machine', 'piz-dant'], /piz-dant: neither a machine nor a file: did you mean piz-daint\?/],
    [['--platform', 'epyc'], /epyc: neither a platform nor a file: did you mean epyc-orfeo\?/],
    [
      ['--output', 'no/folder/x.txt'],
      /no\/folder\/x.txt: there is no folder 'no\/folder' to write into: make it/,
    ],
    [
      ['--plot', 'no/folder/x.svg'],
      /no\/folder\/x.svg: there is no folder 'no\/folder' to write into: make it/,
    ],
  ])('%j: what is missing, and what to do', async (flags, message) => {
    const { code, stdout, stderr } = await runCli(['tolerance', sample, ...flags]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it.each(['csv', 'markdown'])('--json and --%s, of which one can be, are one problem', async (other) => {
    const { code, stdout } = await runCli(['tolerance', sample, '--json', `--${other}`]);
    expect(code).toBe(2);
    const what = `${['--json', `--${other}`].sort().join(' and ')} exclude each other`;
    expect(JSON.parse(stdout).error.problems).toEqual([{ what, mend: 'keep one of them' }]);
  });

  it('help shows the forms of an answer as one choice', async () => {
    const { stdout } = await runCli(['path', '--help=all']);
    expect(stdout.replace(/\s+/g, ' ')).toContain('[--json | --csv | --markdown]');
  });
});

describe.runIf(process.platform === 'linux')('a file beside the input', () => {
  const sample = 'goal-samples/fig4.goal';
  const kept = (): string => join(folder, 'kept.json');
  const madeWith = (flags: object): string =>
    JSON.stringify({ ...JSON.parse(readFileSync(kept(), 'utf8')), flags });
  beforeAll(async () => {
    const { code } = await runCli(['tolerance', sample, '--save', kept()]);
    expect(code).toBe(0);
  });

  it.each([
    ['a device', () => ['tolerance', sample, '--machine', '/dev/zero'], /^llamp-ts: \/dev\/zero: /],
    [
      'a device that a baseline names',
      () => ['diff', file('zero.json', madeWith({ machine: '/dev/zero' })), sample],
      /^llamp-ts: \/dev\/zero: /,
    ],
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
    expect(stderr).toMatch(/is larger than 64 MiB, .*: check that the path names the right file/);
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
  it('is written whole or not at all', async () => {
    const output = join(folder, 'answer.json');
    const good = await runCli(['tolerance', 'goal-samples/fig4.goal', '--json', '--output', output]);
    expect(good).toMatchObject({ code: 0, stdout: '' });
    const bad = await runCli([
      'tolerance',
      'goal-samples/unmatched.goal',
      '--output',
      join(folder, 'none.txt'),
    ]);
    expect(bad.code).toBe(4);
    expect(readdirSync(folder).filter((name) => name.includes('.tmp') || name === 'none.txt')).toEqual([]);
  });

  it('tells with exit 10 that the gate is not met', async () => {
    const run = (gate: string) =>
      runCli([
        'tolerance',
        'goal-samples/fig4.goal',
        '-L',
        '500ns',
        '-o',
        '0',
        '-G',
        '5ns/B',
        '--pct',
        '1',
        '--fail-below',
        gate,
      ]);
    // T = 2515 ns and λ = 1: 1 % more is 25.15 ns more latency.
    expect((await run('30ns')).code).toBe(10);
    expect((await run('20ns')).code).toBe(0);
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
      /would overwrite what is read/,
    ],
    [
      'is the input by another name',
      () => {
        symlinkSync(file('true.goal', readFileSync(sample)), join(folder, 'link.goal'));
        return ['check', join(folder, 'link.goal'), '--output', join(folder, 'true.goal')];
      },
      /would overwrite what is read/,
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
      /would overwrite what is read/,
    ],
    [
      'is the machine',
      () => {
        const machine = file('m.yaml', 'latency: 3us\noverhead: 5us\ngap_per_byte: 0.018ns/B\n');
        return ['sensitivity', sample, '--machine', machine, '--output', machine];
      },
      /would overwrite what is read/,
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
