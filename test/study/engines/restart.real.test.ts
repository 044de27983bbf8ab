/** A study whose engine is killed half-way, and run again: no answered cell is asked twice, and the table is that of the local engine. */
import { spawn, spawnSync } from 'node:child_process';

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { shellWord } from '../../../src/study/study-plan.js';
import { BIN, runCli } from '../../cli/run.js';
import { type ClusterRun, onCluster } from '../slurm/cluster.js';
import { answered, CELLS, removeSample, type SampleStudy, sampleStudy, TASKS } from './sample.js';

const LONG = 300_000;
/** Most waits end in seconds; each has a multiple of that, since a machine may do much else. */
const ON_CLUSTER = 290_000;
/** Answered cells at which the engine is killed: of two tasks at a time, each of four cells, one is whole by then. */
const HALF_WAY = 7;

let sample: SampleStudy;
beforeAll(async () => {
  sample = await sampleStudy();
}, LONG);
afterAll(() => removeSample(sample));

let directories = 0;
/** A directory that no earlier try has left something in. */
const fresh = (name: string): string => join(sample.folder, `${name} ${++directories}`);

const has = (command: string): boolean => {
  if (spawnSync(command, ['--version']).status === 0) return true;
  console.log(`no ${command} here: no study is run by it`);
  return false;
};

/** Writes what the engine runs, and returns where. */
async function emitted(engine: string, directory: string): Promise<string> {
  const file = join(sample.folder, engine);
  const { code, stderr } = await runCli([
    ...['study', sample.file, '--dir', directory, '--tasks', String(TASKS)],
    ...['--on', engine, '--output', file, '--quiet'],
  ]);
  expect([code, stderr]).toEqual([0, '']);
  return file;
}

/** Runs a command line of bash until some cells are answered; then it and all that it runs are killed. */
async function killedHalfWay(line: string, file: string, directory: string): Promise<Map<string, string>> {
  const child = spawn('bash', ['-c', line, file], { cwd: sample.folder, detached: true, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const end = Date.now() + 100_000;
  while (cellsOf(directory).size < HALF_WAY && Date.now() < end && child.exitCode === null) await sleep(20);
  // The group's number is its first process's.
  process.kill(-(child.pid ?? Number.NaN), 'SIGKILL');
  await ended;
  const cells = cellsOf(directory);
  expect(cells.size).toBeGreaterThanOrEqual(HALF_WAY);
  expect(cells.size).toBeLessThan(CELLS);
  return cells;
}

function cellsOf(directory: string): Map<string, string> {
  try {
    return answered(directory);
  } catch {
    return new Map();
  }
}

const run = (line: string, file: string) =>
  spawnSync('bash', ['-c', line, file], { cwd: sample.folder, encoding: 'utf8', timeout: 200_000 });

const tableOf = (directory: string): string => readFileSync(join(directory, 'table.csv'), 'utf8');

/** The table is the local engine's, and the cells of the first run are as it left them. */
function expectSame(directory: string, before: ReadonlyMap<string, string>): void {
  expect(tableOf(directory)).toBe(sample.table);
  const after = answered(directory);
  expect(after.size).toBe(CELLS);
  expect([...before].filter(([name, was]) => after.get(name) !== was)).toEqual([]);
}

it.skipIf(!has('snakemake'))(
  'by Snakemake',
  async () => {
    const directory = fresh('by snakemake');
    const file = await emitted('snakemake', directory);
    const line = 'snakemake --snakefile "$0" --cores 2 --rerun-incomplete';
    const before = await killedHalfWay(line, file, directory);
    expect(run(line, file).stderr).toContain('LockException');
    expect(run(`${line} --unlock`, file).status).toBe(0);
    const { status, stderr } = run(line, file);
    expect(status, stderr).toBe(0);
    expectSame(directory, before);
  },
  LONG,
);

it.skipIf(!has('parallel'))(
  'by GNU parallel',
  async () => {
    const directory = fresh('by parallel');
    const line = 'parallel -j 2 --halt soon,fail=1 <"$0"';
    const before = await killedHalfWay(line, await emitted('parallel', directory), directory);
    const rest = await emitted('parallel', directory);
    const lines = readFileSync(rest, 'utf8').trimEnd().split('\n').length;
    expect(lines).toBeLessThan(TASKS);
    const { status, stderr } = run(line, rest);
    expect([status, stderr]).toEqual([0, '']);
    const table = ['study', 'table', sample.file, '--dir', directory];
    await runCli([...table, '--output', join(directory, 'table.csv')]);
    expectSame(directory, before);
    expect((await runCli(['study', sample.file, '--dir', directory, '--on', 'parallel', '-q'])).stdout).toBe(
      '',
    );
  },
  LONG,
);

/** Half a second goes by before a file gets its name: no task is over before it is killed, and most are then writing. */
const SLOWLY = `const fs = require('node:fs');
const { renameSync } = fs;
fs.renameSync = (...paths) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  renameSync(...paths);
};`;

/** What the scripts on a cluster begin with: `study`, and the study's `file` and `directory`. */
const onClusterWith = (context: TestContext, directory: string, script: string): ClusterRun => {
  const words = [process.execPath, BIN, sample.file, directory].map((word) => shellWord(word));
  return onCluster(
    context,
    `node=${words[0]} bin=${words[1]} file=${words[2]} directory=${words[3]}
study() { "$node" "$bin" study "$@"; }
submit() { study "$file" --dir "$directory" --tasks ${TASKS} --on slurm --submit "$@"; }
echo "${SLOWLY}" >"$work/slowly.cjs"
submit_slowly() { NODE_OPTIONS="--require $work/slowly.cjs" submit "$@"; }
cells() { files_are "$1" "$directory/cells" .json; }
half_way() { cells ${HALF_WAY} && [ -n "$(processes_of n2)" ]; }
begun() { local now; now=$(processes_of n2); [ -n "$now" ] && [ "$now" != "$before" ]; }
not_yet_all() { if cells ${CELLS}; then echo 'all cells are answered already'; fi; }
kept() { (cd "$directory/cells" && stat --format='%n %i %y' *.json | sort >"$work/$1"); }
${script}`,
    ON_CLUSTER,
  );
};

describe('by Slurm', () => {
  it(
    'a node that dies has its task run again, by Slurm itself',
    (context) => {
      const directory = fresh('requeued');
      const { status, stdout, stderr } = onClusterWith(
        context,
        directory,
        `submit_slowly >"$work/submitted"
wait_until 100 half_way
before=$(processes_of n2)
wait_until 100 begun
kill_node n2
kept before
not_yet_all
wait_until 120 queue_empty
kept after
comm -23 "$work/before" "$work/after"
scontrol show job | grep -o 'Restarts=[1-9]'`,
      );
      expect([status, stdout, stderr]).toEqual([0, 'Restarts=1\n', '']);
      expect(tableOf(directory)).toBe(sample.table);
    },
    LONG,
  );

  it(
    'tasks that are told to end leave nothing half-written, and what is missing is submitted again',
    (context) => {
      const directory = fresh('resubmitted');
      const { status, stdout, stderr } = onClusterWith(
        context,
        directory,
        `submit_slowly --json >"$work/submitted"
job=$(sed -n 's/.*"tasks": "\\([0-9]*\\)".*/\\1/p' "$work/submitted")
wait_until 100 half_way
# No further task begins, which the node would take down while it writes.
scontrol hold "$job" 2>"$work/unheld" || true
told() {
  scancel --batch --signal=TERM --state=running "$job" 2>"$work/unheard" || true
  [ -z "$(squeue --noheader --job "$job" --state running,completing)" ] &&
    scontrol show job | grep -q 'ExitCode=143:0\\|ExitCode=0:15'
}
wait_until 100 told
kill_node n2
scancel "$job"
start_node n2
wait_until 120 queue_empty
kept before
not_yet_all
cat "$directory"/logs/table_*.log
find "$directory" -name 'table.csv' -o -name '*.tmp'
submit | grep -o 'tasks  .* ('
wait_until 120 queue_empty
kept after
comm -23 "$work/before" "$work/after"`,
      );
      expect([status, stderr]).toEqual([0, '']);
      const [missing, open, ...more] = stdout.trimEnd().split('\n');
      expect(missing).toMatch(
        new RegExp(`^llamp-ts: .*where\\.yaml: results of \\d+ of ${CELLS} cells are missing\\. `),
      );
      expect([open, more], JSON.stringify(stdout)).toEqual([`tasks      ${TASKS} (`, []]);
      expect(tableOf(directory)).toBe(sample.table);
    },
    LONG,
  );

  it(
    'study status says which jobs wait, and which are over',
    (context) => {
      const { status, stdout, stderr } = onClusterWith(
        context,
        fresh('followed'),
        `jobs() { study status "$file" --dir "$directory" | grep ' jobs '; }
scontrol update nodename=n1,n2 state=drain reason=test
submit --json >"$work/submitted"
jobs
scontrol update nodename=n1,n2 state=resume
wait_until 150 queue_empty
jobs
grep -o '"tasks": "[0-9]*"\\|"table": "[0-9]*"' "$work/submitted" | tr -dc '0-9\n'`,
      );
      expect([status, stderr]).toEqual([0, '']);
      const [waiting, over, array, table] = stdout.trimEnd().split('\n');
      expect(waiting).toBe(`  jobs     array job ${array}: ${TASKS} tasks wait; table job ${table} waits`);
      expect(over).toBe('  jobs     none waiting or running');
    },
    LONG,
  );
});
