/** `--region`: what each command makes of it. */
import { describe, expect, it } from 'vitest';
import { unequalIterations } from '../../src/cli/output/answer.js';
import { askJson, expectRefusal, runCli } from '../cli/run.js';
import { sharedPath } from '../shared.js';

const JACOBI = 'traces/jacobi2d-4';

interface Answered {
  readonly input: { readonly region?: Readonly<Record<string, unknown>> };
  readonly result: {
    readonly runtime_ns: number;
    readonly lambda: { readonly L: number };
    readonly tolerance: readonly { readonly delta_ns: number }[];
  };
}

const query = (...argv: string[]): Promise<Answered> => askJson(argv);

const tolerance = async (input: string, ...flags: string[]): Promise<number[]> => {
  const { result } = await query('tolerance', input, '--pct', '1', ...flags);
  return [result.runtime_ns, result.lambda.L, result.tolerance[0].delta_ns];
};

describe('--region', () => {
  it('answers what the region, written as a schedule, answers', async () => {
    const region = ['--region', 'MPI_Allreduce#2..MPI_Allreduce#6'];
    const { stdout } = await runCli(['schedgen', JACOBI, ...region]);
    const written = await runCli('tolerance - --pct 1 --json --rules unmatched=ignore', {
      input: stdout,
    });
    const { result } = JSON.parse(written.stdout) as Answered;
    const [runtime, lambda, delta] = await tolerance(JACOBI, ...region);
    expect(result.runtime_ns).toBeCloseTo(runtime, 4);
    expect(result.lambda.L).toBe(lambda);
    expect(result.tolerance[0].delta_ns).toBeCloseTo(delta, 6);
  });

  it.each([
    [['--region', '2ms'], "--region '2ms' cannot be read"],
    [['--region', '60%..10%'], 'does not end after it begins'],
    [['--region', '110%..120%'], 'is no share of the runtime'],
    [['--region', 'MPI_Allreduce#0..end'], 'is no place in a program'],
    [['--region', 'MPI_Bcast..end'], 'the program does not call MPI_Bcast. Use one of MPI_Allreduce, '],
    [['--region', 'MPI_Allreduce#9999..end'], 'so not every rank has MPI_Allreduce#9999. The last '],
    [['--region', '1%..2%', '--measured', 'runs.csv', '--plot', 'x.svg'], 'whole programs'],
  ])('refuses %j', async (flags, message) => {
    await expectRefusal(['tolerance', JACOBI, ...flags], 2, message);
  });

  it('names another way for GOAL files, whose calls nobody knows', async () => {
    const { code, stderr } = await runCli('path goal-samples/fig4.goal --region MPI_Bcast..end');
    expect(stderr).toContain(
      'does not record the MPI calls of its operations, so MPI_Bcast cannot be found. Use ',
    );
    expect(stderr).toContain('first-message or last-message');
    expect(code).toBe(2);
  });

  it('compares variants of a region by what all of them have', async () => {
    const compare = ['compare', JACOBI, '--collective', 'allreduce=recursive-doubling,ring', '--pct', '1'];
    await expectRefusal(
      [...compare, '--region', '1ms..2ms'],
      2,
      'a time, which is a different place in each variant',
    );
    const region = ['--region', 'MPI_Allreduce#2..MPI_Allreduce#6'];
    const { stdout } = await runCli([...compare, ...region, '--csv']);
    const [head, first] = stdout.split('\n').map((line) => line.split(','));
    const [runtime] = await tolerance(
      JACOBI,
      ...region,
      '--collective',
      'allreduce=recursive-doubling',
      '--cpu',
      'ordered',
      '--nic',
      'ordered',
    );
    expect(Number(first[head.indexOf('runtime_ns')])).toBeCloseTo(runtime, 4);
  });

  it('is of no use to validate', async () => {
    await expectRefusal(
      ['validate', JACOBI, '--measured', 'runs.csv', '--region', '1%..2%'],
      2,
      'validate has no --region, because measured runs are of whole programs',
    );
  });
});

describe('jacobi2d-16 cut by another', () => {
  const traces = sharedPath('data/traces/jacobi2d-16');
  const other = sharedPath('data/found/j16.cut.goal.gz');

  // The file has all that comes in front of the messages. Of each rank it leaves out the last computation, and the one of
  // 2 µs in front of its last MPI_Allreduce, which stands behind its messages in the text. Its T is that much smaller.
  it.skipIf(traces === undefined || other === undefined)(
    'ends with the last message of each rank',
    async () => {
      const [runtime, lambda, delta] = await tolerance(traces ?? '', '--region', 'start..last-message');
      const [itsRuntime, itsLambda, itsDelta] = await tolerance(other ?? '');
      expect(runtime).toBeCloseTo(itsRuntime + 2000, 4);
      expect(lambda).toBe(itsLambda);
      expect(delta).toBeCloseTo(itsDelta + 2000 / 100 / lambda, 6);
      expect(itsDelta).toBeCloseTo(286.6, 1);
    },
  );

  // Rank 6 computes 2.958 ms, rank 1 229 µs in front of its first message, and the last computation on the path takes 2.136 ms.
  it.skipIf(traces === undefined)('leaves the loop where all ranks enter at once', async () => {
    const region = ['--region', 'first-message..last-message@together'];
    const [whole] = await tolerance(traces ?? '');
    const [runtime, lambda, delta] = await tolerance(traces ?? '', ...region);
    expect(runtime).toBeCloseTo(whole - 2_956_000 - 2_134_000, -4);
    expect(delta).toBeCloseTo(runtime / 100 / lambda, 6);
  });
});

it('of variants with different numbers of iterations is told, with the time of one', () => {
  const times = { begin_ns: 0, end_ns: 8000, whole_runtime_ns: 9000, entry_spread_ns: 0 };
  const others = {
    asked: 'steady-state',
    entry: 'as-run',
    last_rank: 0,
    arriving_messages: 0,
    leaving_messages: 0,
  };
  const stretches = { found: 10, first: 2, shorter: 0, stretches: 1, in_stretches: 10, repetitions: 10 };
  const of = (name: string, last: number, mean_ns: number) => ({
    name,
    region: { ...times, ...others, iterations: { ...stretches, last, mean_ns } },
  });
  const told = unequalIterations([of('ring', 9, 1000), of('star', 5, 2000)]);
  expect(told?.message).toBe(
    'the steady states have different numbers of iterations (ring 8 of 1 µs each, star 4 of 2 µs each). Compare the time per iteration, not T or λ.',
  );
  expect(unequalIterations([of('ring', 9, 1000), of('star', 9, 900)])).toBeNull();
  expect(unequalIterations([{ name: 'ring', region: undefined }])).toBeNull();
});
