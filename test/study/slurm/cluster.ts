/** Scripts run on a Slurm of their own: a controller and two nodes on this machine, for as long as a script runs. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLUSTER = fileURLToPath(new URL('cluster.sh', import.meta.url));
/** For the cluster to come up; it gives up earlier. */
const START_MS = 60_000;

export interface ClusterRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `script` (bash, with the functions of helpers.sh) for at most `ms`, and removes what the cluster left. */
export function onCluster(script: string, ms: number): ClusterRun {
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

/** Whether a cluster comes up here; says why not. */
export function hasCluster(): boolean {
  const lack = lackOfCluster();
  if (lack !== null) console.log(`studies are not run on Slurm: ${lack}`);
  return lack === null;
}

function lackOfCluster(): string | null {
  if (process.platform !== 'linux') return 'it runs on Linux';
  if (process.getuid?.() !== 0) return 'only root starts one';
  const { status, stderr } = onCluster('true\n', 0);
  return status === 0
    ? null
    : (stderr.trim().split('\n').at(-1) ?? '') || `none came up in ${START_MS / 1000} s`;
}
