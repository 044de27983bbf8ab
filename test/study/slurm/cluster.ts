/** Scripts run on a Slurm of their own: a controller and two nodes on this machine, for as long as a script runs. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';

const CLUSTER = fileURLToPath(new URL('cluster.sh', import.meta.url));
/** For the cluster to come up; it gives up earlier. */
const START_MS = 60_000;

export interface ClusterRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the script of the cluster ends with where none comes up. */
const UNAVAILABLE = 75;

/** Why none comes up here; null: one came up; undefined: none was asked for yet. */
let lack: string | null | undefined;

/**
 * Runs `script` (bash, with the functions of helpers.sh) on a cluster of its own for at most `ms`, and removes what the
 * cluster left. The test is skipped where no cluster comes up, and fails where one came up before.
 */
export function onCluster({ skip }: Pick<TestContext, 'skip'>, script: string, ms: number): ClusterRun {
  const missing = (why: string): never => {
    if (lack === undefined) console.log(`studies are not run on Slurm: ${why}`);
    lack = why;
    return skip(why);
  };
  if (typeof lack === 'string') missing(lack);
  if (process.platform !== 'linux') missing('it runs on Linux');
  if (process.getuid?.() !== 0) missing('only root starts one');
  const run = started(script, ms);
  if (run.status === UNAVAILABLE && lack === undefined)
    missing(run.stderr.trim().split('\n').at(-1) ?? 'none came up');
  lack = null;
  return run;
}

function started(script: string, ms: number): ClusterRun {
  const folder = mkdtempSync(join(tmpdir(), 'llamp-cluster-'));
  const [work, file] = [join(folder, 'work'), join(folder, 'script.sh')];
  mkdirSync(work);
  writeFileSync(file, script);
  const { status, stdout, stderr } = spawnSync('bash', [CLUSTER, work, file], {
    encoding: 'utf8',
    timeout: START_MS + ms,
    killSignal: 'SIGKILL',
  });
  rmSync(folder, { recursive: true, force: true });
  return { status, stdout, stderr };
}
