/** `measure` with a benchmark that only prints: what is written, told and refused. Real ones: test/measure. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliResult, expectRefusal, runCli } from '../cli/run.js';
import { listedKeys } from '../docs/pages.js';
import { type Simulated, type SimulationOptions, simulate } from '../measure/simulated.js';
import { inFull } from '../part.js';

const MACHINE: Simulated = { L: 1500, send: 300, receive: 500, g: 700, G: 0.08, S: 8192, exchange: 900 };

let folder: string;
let out: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'llamp-measure-'));
  out = join(folder, 'out.yaml');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program of the shell. */
function script(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** A compiler whose program does what `text` says. */
const compiler = (text: string): string => {
  const program = script('program', text);
  return script('cc', `while [ "$1" != -o ]; do shift; done; cp ${program} "$2"`);
};

/** One that prints what the benchmark would. */
function printing(machine: Simulated, options?: SimulationOptions): string {
  const file = join(folder, 'printed');
  writeFileSync(file, simulate(machine, options));
  return compiler(`echo "asked: $@"; cat ${file}`);
}

const BUILDING = /^llamp-ts: building the benchmark with .*\n/;

async function measure(mpicc: string, flags: readonly string[] = [], launcher = ['env']): Promise<CliResult> {
  const ran = await runCli(['measure', '--output', out, '--mpicc', mpicc, ...flags, '--', ...launcher]);
  return { ...ran, stderr: ran.stderr.replace(BUILDING, '') };
}

describe('times that other work on the machine disturbs', () => {
  /** Every third time forty times as long, in messages of `bytes`; undefined: of any. */
  const disturbed = (bytes?: number): Simulated => {
    let count = 0;
    const hit = (size: number): boolean => (bytes === undefined || size === bytes) && count++ % 3 === 0;
    return { ...MACHINE, extra: (size) => (hit(size) ? 40 * (2300 + 0.08 * size) : 0) };
  };

  it('of one size are left out, which a warning names', async () => {
    const { code, stderr } = await measure(printing(disturbed(65_536)));
    expect(code).toBe(0);
    expect(stderr).toContain(
      'warning: the round trips of 1 of 22 sizes are omitted: those of 64 KiB spread by more than their value. ' +
        'Measure again on idle cores\n',
    );
    expect(readFileSync(out, 'utf8')).not.toContain('65536B');
  });

  it('of all sizes make no machine, and no file is written', async () => {
    const { code, stdout, stderr } = await measure(printing(disturbed()));
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toContain('llamp-ts: the measured times do not define a machine, because ');
    expect(stderr).toContain('22 of 22 sizes are omitted');
    expect(readdirSync(folder).sort()).toEqual(['cc', 'printed', 'program']);
  });
});

describe('a machine that was measured', () => {
  it('is written, with its raw times beside it, and shown', async () => {
    const { code, stdout, stderr } = await measure(printing(MACHINE), ['--repeat', '20', '--name', 'two']);
    expect(code).toBe(0);
    // What is not the benchmark's goes to standard error.
    expect(stderr).toBe('asked: --repeats 20 --most 1048576 --seconds 600\n');
    expect(stdout).toBe(`Simulated MPI 1.0: 2 ranks on 1 host

               value  quartiles               measured as
  L           1.5 µs  1.5 µs to 1.5 µs        half a round trip of 1 B without both overheads
  o           400 ns  400 ns to 400 ns        mean of o_s and o_r
  o_s         300 ns  300 ns to 300 ns        a send of 1 B, with computation between sends
  o_r         500 ns  500 ns to 500 ns        a receive of 1 B that has arrived
  o (all)     900 ns  900 ns to 900 ns        the same while all 2 ranks exchange
  g           700 ns  700 ns to 700 ns        interval of back-to-back sends of 1 B
  G        0.08 ns/B  0.08 ns/B to 0.08 ns/B  per byte of large back-to-back messages
  S            8 KiB                          larger sends wait for their receives (closest protocol: rdma-read)

half round trips of 22 sizes, one o and one G: predicted within 0.0 % (worst at 1 B)
raw times in ${join(folder, 'out.csv')}
next: llamp-ts tolerance INPUT --machine ${out}
`);
    expect(readdirSync(folder).sort()).toEqual(['cc', 'out.csv', 'out.yaml', 'printed', 'program']);
    const text = readFileSync(out, 'utf8').split('\n');
    expect(text.slice(0, 2)).toEqual([
      '# Measured LogGPS parameters. Comments give the quartiles of the repeats.',
      'name: "two"',
    ]);
    expect(text[2]).toMatch(
      /^source: "llamp-ts measure, \d{4}-\d\d-\d\d: Simulated MPI 1.0, 2 ranks on host, 20 repeats"$/,
    );
    expect(text.slice(3)).toEqual([
      'latency: 1500ns # 1.5 µs to 1.5 µs',
      'overhead: 400ns # 400 ns to 400 ns',
      '# overhead while all 2 ranks exchange at once: 900 ns (900 ns to 900 ns)',
      'gap_per_byte: 0.08ns/B # 0.08 ns/B to 0.08 ns/B',
      'gap: 700ns # 700 ns to 700 ns; used with nic: ordered or serial',
      'rendezvous: 8192B # larger sends waited for their receives',
      'rendezvous_protocol: rdma-read',
      '',
    ]);
  });

  it('is JSON too, with o by size and every size', async () => {
    const extra = (bytes: number): number => Math.min(bytes - 1, 1023);
    const { code, stdout } = await measure(printing({ ...MACHINE, extra }), ['--json']);
    expect(code).toBe(0);
    const { schema, result } = JSON.parse(stdout);
    expect(schema).toBe('llamp-ts/measure/2');
    expect(Object.keys(result)).toEqual(listedKeys('measure'));
    expect(result).toMatchObject({
      machine_file: out,
      points_file: join(folder, 'out.csv'),
      latency_ns: { value: 1500, low: 1500, high: 1500 },
      exchange_overhead_ns: { value: 900 },
      rendezvous_bytes: 8192,
      rendezvous_protocol: 'rdma-read',
    });
    expect(result.overhead_by_size.map(({ bytes }: { bytes: number }) => bytes)).toEqual([1, 1024, 2 ** 20]);
    expect(result.sizes.length).toBe(22);
    expect(result.sizes[0]).toMatchObject({
      bytes: 1,
      half_round_trip_ns: { value: 2300 },
      predicted_ns: 2300,
    });
    expect(result.sizes.at(-1).send_overhead_ns).toBeNull();
  });

  it('has the o of an exchange where that is asked for', async () => {
    await measure(printing(MACHINE), ['--method', 'exchange']);
    expect(readFileSync(out, 'utf8')).toContain(
      'overhead: 900ns # 900 ns to 900 ns, while all 2 ranks exchange',
    );
  });

  it('is measured by a program that is there', async () => {
    writeFileSync(join(folder, 'printed'), simulate(MACHINE));
    const program = script('ready', `cat ${join(folder, 'printed')}`);
    expect((await measure('no-mpicc', ['--program', program])).code).toBe(0);
    const missing = await measure('no-mpicc', ['--program', join(folder, 'nowhere')]);
    expect([missing.code, missing.stderr]).toEqual([
      3,
      `llamp-ts: ${join(folder, 'nowhere')}: no such file. Leave --program out to compile the benchmark\n`,
    ]);
  });
});

describe('a platform', () => {
  it('is written beside the machine, and both are read together', async () => {
    const platform = join(folder, 'platform.yaml');
    const printed = printing({ ...MACHINE, g: 350 }, { bound: true });
    const { code, stdout, stderr } = await measure(printed, ['--save', platform, '--name', 'two']);
    expect([code, stderr]).toEqual([0, 'asked: --repeats 100 --most 1048576 --pairs --seconds 600\n']);
    expect(stdout).toContain(`
  channel       L          G  half a round trip of 1 B  quartiles         pairs
  cache    1.5 µs  0.08 ns/B                    2.3 µs  2.3 µs to 2.3 µs      1
`);
    expect(stdout).toContain(`next: llamp-ts tolerance INPUT --machine ${out} --platform ${platform}\n`);
    expect(readFileSync(platform, 'utf8').split('\n').slice(0, 2)).toEqual([
      '# Measured channels. Use with --machine out.yaml, which has o and S.',
      'name: "two"',
    ]);
    const query = [
      'sensitivity',
      'goal-samples/fig4.goal',
      '--machine',
      out,
      '--platform',
      platform,
      '--json',
    ];
    const { result, machine } = JSON.parse((await runCli(query)).stdout);
    expect(machine).toMatchObject({ latency_ns: 1500, overhead_ns: 400, gap_per_byte_ns: 0.08 });
    expect(result.lambda).toEqual({ L: 1, G: 3, o: 2 });
  });

  it('has its channels in JSON', async () => {
    const platform = join(folder, 'platform.yaml');
    const flags = ['--save', platform, '--json'];
    const { stdout } = await measure(printing(MACHINE, { bound: true }), flags);
    const { result } = JSON.parse(stdout);
    expect(result.platform_file).toBe(platform);
    expect(result.channels).toMatchObject([{ channel: 'cache', latency_ns: 1500, pairs: [[0, 1]] }]);
  });

  it('is refused of ranks that may move; the machine is there', async () => {
    const platform = join(folder, 'platform.yaml');
    const { code, stderr } = await measure(printing(MACHINE), ['--save', platform]);
    expect(code).toBe(3);
    expect(stderr).toContain('rank 0 is not bound to one core of host');
    expect(readdirSync(folder)).toContain('out.yaml');
    expect(readdirSync(folder)).not.toContain('platform.yaml');
  });

  it('does not go where the machine goes', async () => {
    const { code, stderr } = await measure(printing(MACHINE, { bound: true }), ['--save', out]);
    expect(code).toBe(2);
    expect(stderr).toContain(`--output and --save are both ${out}`);
  });
});

describe('what goes wrong', () => {
  it.each([
    [[], [], 2, 'no launcher given. Write it after --'],
    [['--max-bytes', '8B'], ['env'], 2, '--max-bytes 8B is out of range'],
    [['--max-bytes', '8'], ['env'], 2, '--max-bytes 8 is out of range'],
    [['--timeout', '3'], ['env'], 2, "--timeout '3' has no unit"],
    [['--timeout', '0'], ['env'], 2, '--timeout 0 is out of range'],
    [['--timeout', '1441min'], ['env'], 2, '--timeout 1441min is out of range'],
    [[], ['env'], 5, "the MPI compiler 'no-mpicc' does not exist here"],
  ])('%j -- %j ends with %d', async (flags, launcher, wanted, words) => {
    const { code, stdout, stderr } = await measure('no-mpicc', flags, launcher);
    expect([code, stdout]).toEqual([wanted, '']);
    expect(stderr).toContain(words);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says what builds the benchmark where there is a compiler', async () => {
    const { stderr } = await measure('no-mpicc');
    expect(stderr).toMatch(
      /no-mpicc -O2 -std=gnu99 -o llamp-measure \S+tracer\/measure\/\*\.c, then use --program llamp-measure\n$/,
    );
  });

  it.each([
    ['exit 0', ['env'], 3, 'the benchmark: the benchmark printed no results'],
    ['echo llamp-measure,1; exit 7', ['env'], 3, 'the launcher ended with exit code 7'],
    ['kill -9 $$', ['env'], 3, 'the launcher ended with SIGKILL'],
    ['echo llamp-measure,error,ranks,1; exit 3', ['env'], 2, 'the benchmark ran with one rank'],
    ['exit 0', ['no-launcher', '-n', '2'], 3, "the launcher 'no-launcher' does not exist"],
  ])('a benchmark that does %j under %j ends with %d', async (text, launcher, wanted, words) => {
    const { code, stdout, stderr } = await measure(compiler(text), [], launcher);
    expect([code, stdout]).toEqual([wanted, '']);
    expect(stderr).toContain(words);
    expect(readdirSync(folder).sort()).toEqual(['cc', 'program']);
  });

  inFull('one that hangs is stopped, and what it has started is not waited for', async () => {
    const started = Date.now();
    const { code, stderr } = await measure(compiler('sleep 20'), ['--timeout', '1s']);
    expect([code, stderr]).toEqual([
      5,
      'llamp-ts: the benchmark did not end within 1 s. Check that its ranks can reach one another, raise --timeout, or lower --repeat and --max-bytes\n',
    ]);
    expect(Date.now() - started).toBeLessThan(15_000);
  });

  it('a folder that is not there is told', async () => {
    await expectRefusal(
      ['measure', '--output', join(folder, 'no', 'm.yaml'), '--', 'env'],
      3,
      'no such file',
    );
  });
});
