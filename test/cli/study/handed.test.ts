/** Studies handed to Slurm and others: what is written, what sbatch is told, and what is said where it does not take it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { gatherWords } from '../../../src/study/study-plan.js';
import { inFull } from '../../part.js';
import { NO_RESOURCES } from '../../study/engines/plan.js';
import { BIN, type CliResult, runCli, spawnCli, withPath } from '../run.js';
import { scratch } from '../scratch.js';

const sample = (name: string): string =>
  fileURLToPath(new URL(`../../../goal-samples/${name}`, import.meta.url));
const folder = scratch();
beforeAll(() => {
  writeFileSync(
    join(folder, 'where.yaml'),
    `inputs: [${sample('fig4.goal')}, ${sample('ring.goal')}, ${sample('eager.goal')}]
questions: [tolerance --pct 1]
resources: { time: "00:10:00", memory: 1G, partition: short, setup: ["module load nodejs"] }
`,
  );
});

const study = (...flags: string[]): Promise<CliResult> =>
  runCli(['study', 'where.yaml', ...flags], { cwd: folder });
const text = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8');

/** A sbatch that says what a shell makes of `script`, and keeps its words. */
function sbatch(name: string, script: string): string {
  const bin = join(folder, name);
  mkdirSync(bin);
  writeFileSync(join(bin, 'sbatch'), `#!/bin/sh\necho "$@" >>${bin}/words\n${script}\n`, { mode: 0o755 });
  return bin;
}

const SUBMIT = ['--dir', 'by', '--on', 'slurm', '--submit'];
const first = (bin: string): string => [bin, process.env.PATH].join(delimiter);
const submit = (bin: string): Promise<CliResult> => withPath(first(bin), () => study(...SUBMIT));

const LINES = `jobid=$(sbatch --parsable by/slurm/tasks.sh)
sbatch --dependency=afterany:$jobid by/slurm/table.sh
`;

describe('--on slurm', () => {
  it('writes scripts and shows the lines that submit them', async () => {
    const { code, stdout, stderr } = await study('--dir', 'by', '--on', 'slurm');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`study where
  tasks      3 (3 with missing cells)
  scripts    by/slurm/tasks.sh, by/slurm/table.sh
  logs       by/logs
  submitted  no; run these lines, or add --submit

${LINES}`);
    expect(text('by', 'slurm', 'tasks.sh')).toContain(
      `#SBATCH --partition=short\nmodule load nodejs\nexec ${process.execPath} ${BIN} study ${folder}/where.yaml`,
    );
    expect(existsSync(join(folder, 'by', 'logs'))).toBe(true);
  });

  it('hands over the tasks that miss cells, and nothing where none does', async () => {
    await study('--dir', 'part', '--tasks', '3', '--task', '2');
    const { stdout } = await study('--dir', 'part', '--on', 'slurm', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 'llamp-ts/study/2',
      input: { source: 'where.yaml' },
      result: {
        name: 'where',
        tasks: 3,
        open_tasks: [1, 3],
        scripts: { tasks: 'part/slurm/tasks.sh', table: 'part/slurm/table.sh' },
        submitted: null,
      },
    });
    expect(text('part', 'slurm', 'tasks.sh')).toContain('#SBATCH --array=1,3\n');
    await study('--dir', 'whole');
    const { code, stdout: said } = await study('--dir', 'whole', '--on', 'slurm', '--submit');
    expect([code, /missing +0/.test(said)]).toEqual([0, true]);
    expect(existsSync(join(folder, 'whole', 'slurm'))).toBe(false);
  });

  inFull('submits the array, then the table after it', async () => {
    const bin = sbatch('takes', 'test -e taken && echo "18;there" || echo "17;there"; touch taken');
    // As a user does, from a process.
    const { code, stdout, stderr } = await spawnCli(['study', 'where.yaml', ...SUBMIT], {
      cwd: folder,
      env: { PATH: first(bin) },
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('  submitted  array job 17, table job 18\n');
    expect(stdout.endsWith('\nllamp-ts study status where.yaml --dir by\n')).toBe(true);
    expect(text('takes', 'words')).toBe(
      '--parsable by/slurm/tasks.sh\n--parsable --dependency=afterany:17 by/slurm/table.sh\n',
    );
  });

  it.each([
    [
      'no-array',
      'echo "sbatch: error: Batch job submission failed: Invalid job array specification" >&2; exit 1',
      'llamp-ts: sbatch refuses the job (sbatch: error: Batch job submission failed: Invalid job array specification). Use fewer tasks with --tasks',
    ],
    [
      'no-partition',
      'echo "sbatch: error: invalid partition specified: short" >&2; exit 1',
      `short). Correct this, then run ${LINES.trim().replace('\n', ' && ')}\n`,
    ],
    [
      'no-table',
      'case "$*" in *afterany*) echo "sbatch: error: no" >&2; exit 1;; *) echo 17;; esac',
      'no). Correct this, then run sbatch --dependency=afterany:17 by/slurm/table.sh (array job 17 is submitted already)\n',
    ],
    ['no-number', 'echo thanks', 'llamp-ts: sbatch does not confirm the job (thanks). Correct this'],
  ])('ends with 5 where sbatch does not take it: %s', async (name, script, words) => {
    const { code, stdout, stderr } = await submit(sbatch(name, script));
    expect([code, stdout]).toEqual([5, '']);
    expect(stderr).toContain(words);
  });

  it('ends with 5 where there is no sbatch, and says what to run where there is', async () => {
    const { code, stderr } = await withPath(join(folder, 'nowhere'), () => study(...SUBMIT));
    expect([code, stderr]).toEqual([
      5,
      `llamp-ts: sbatch is not installed here. On a machine with Slurm, run ${LINES.trim().replace('\n', ' && ')}\n`,
    ]);
  });

  it('study status says what Slurm has of it, and nothing where nobody knows', async () => {
    await study('--dir', 'asked', '--on', 'slurm');
    const statusOf = (...flags: string[]): Promise<CliResult> =>
      runCli(['study', 'status', 'where.yaml', '--dir', 'asked', ...flags], { cwd: folder });
    const status = (name: string, script: string, ...flags: string[]): Promise<CliResult> => {
      const bin = join(folder, name);
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, 'squeue'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return withPath(first(bin), () => statusOf(...flags));
    };
    const script = (name: string): string => join(folder, 'asked', 'slurm', name);
    const lines = [
      ...['9|PENDING|/elsewhere/slurm/tasks.sh', `18|PENDING|${script('table.sh')}`],
      ...[`17|RUNNING|${script('tasks.sh')}`, `17|PENDING|${script('tasks.sh')}`],
      `17|REQUEUE_HOLD|${join(folder, 'asked', '..', 'asked', 'slurm', 'tasks.sh')}`,
    ];
    const listed = `cat <<'END'\n${lines.join('\n')}\nEND`;
    const busy = await status('busy', listed);
    expect(busy.stdout).toContain('  jobs     array job 17: 1 task runs, 2 wait; table job 18 waits\n');
    expect(JSON.parse((await status('busy', listed, '--json')).stdout).result.jobs).toEqual([
      { job: '17', part: 'tasks', running: 1, waiting: 2 },
      { job: '18', part: 'table', running: 0, waiting: 1 },
    ]);
    expect((await status('idle', ':')).stdout).toContain('  jobs     none waiting or running\n');
    const away = await status(
      'away',
      'echo "slurm_load_jobs error: Unable to contact controller" >&2; exit 1',
    );
    expect([away.code, away.stdout.includes('jobs')]).toEqual([0, false]);
    expect(away.stderr).toBe(
      'warning: the waiting and running jobs are unknown, because squeue failed (slurm_load_jobs error: Unable to contact controller)\n',
    );
    const nobody = await withPath(join(folder, 'nowhere'), () => statusOf());
    expect([nobody.code, nobody.stderr, nobody.stdout.includes('jobs')]).toEqual([0, '', false]);
    const here = await status('busy', listed, '--dir', 'never');
    expect(here.stdout).not.toContain('jobs');
  });
});

describe('--on snakemake, --on parallel', () => {
  const plan = () => ({
    ...{ name: 'where', file: join(folder, 'where.yaml'), directory: join(folder, 'where.study') },
    ...{ tasks: 3, open: [1, 2, 3], program: [process.execPath, BIN], resources: NO_RESOURCES },
  });

  it('parallel prints lines, and beside them what makes the table', async () => {
    const { code, stdout, stderr } = await study('--on', 'parallel');
    expect([code, stdout.split('\n').length]).toEqual([0, 4]);
    expect(stderr).toBe(`llamp-ts: after all lines have run, run ${gatherWords(plan()).join(' ')}\n`);
    expect((await study('--on', 'parallel', '--quiet')).stderr).toBe('');
  });

  it('is an object with --json', async () => {
    const { stdout, stderr } = await study('--on', 'snakemake', '--json');
    const { result } = JSON.parse(stdout);
    expect(stderr).toBe('');
    expect(result).toMatchObject({ tasks: 3, open_tasks: [1, 2, 3], table: gatherWords(plan()) });
    expect(result.text).toBe((await study('--on', 'snakemake')).stdout);
    expect(result.text).toContain('resources: mem_mb=1024, runtime=10, slurm_partition="short"\n');
  });
});

describe('flags that say two things', () => {
  it.each([
    [['--submit'], '--submit has no meaning without --on slurm. Leave it out'],
    [['--on', 'slurm', '-j', '2'], '-j has no meaning with --on slurm. '],
    [
      ['--on', 'parallel', '--again', 'failed'],
      '--again failed has no meaning with --on parallel, whose tasks run only missing cells. ',
    ],
    [['--on', 'slurm', '--task', '1'], '--task 1 and --on slurm exclude each other. Keep one'],
    [['--on', 'parallel', '--on', 'slurm'], '--on is given twice'],
  ])('%j are refused', async (flags, words) => {
    const { code, stdout, stderr } = await study(...flags);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });
});
