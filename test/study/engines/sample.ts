/** A study that takes some seconds, answered by the local engine: what all others must come to, to the byte. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCli } from '../../cli/run.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Some of its cells fail: a table has them as well. */
const STUDY = `
inputs:
  - ${root}traces/cg-4
  - ${root}traces/sweep-4
  - ${root}goal-samples/unmatched.goal
machines: [cscs-testbed, piz-daint]
collectives: [default, "allreduce=ring"]
questions: [tolerance --pct 1 --engine sweep, sensitivity --engine sweep]
resources: { time: "00:10:00", memory: 300M }
`;

export const CELLS = 24;
export const TASKS = 6;
/** Shells, Slurm and Snakemake each read something into it. */
const FOLDER = `a  b's "c" $HOME %j * µ`;

export interface SampleStudy {
  readonly folder: string;
  readonly file: string;
  /** What the local engine comes to. */
  readonly table: string;
}

export async function sampleStudy(): Promise<SampleStudy> {
  const folder = join(mkdtempSync(join(tmpdir(), 'llamp-study-')), FOLDER);
  mkdirSync(folder);
  const file = join(folder, 'where.yaml');
  writeFileSync(file, STUDY);
  const dir = join(folder, 'local');
  const table = join(dir, 'table.csv');
  for (const argv of [
    ['study', file, '--dir', dir, '-j', '1', '-q'],
    ['study', 'table', file, '--dir', dir, '--output', table],
  ]) {
    const { code, stderr } = await runCli(argv);
    if (code !== 0) throw new Error(stderr);
  }
  return { folder, file, table: readFileSync(table, 'utf8') };
}

export const removeSample = ({ folder }: SampleStudy): void =>
  rmSync(join(folder, '..'), { recursive: true });

/** Files of answered cells, each with what tells whether it was written again. */
export function answered(directory: string): Map<string, string> {
  const cells = join(directory, 'cells');
  return new Map(
    readdirSync(cells)
      .filter((name) => name.endsWith('.json'))
      .map((name) => {
        const { ino, mtimeMs } = statSync(join(cells, name));
        return [name, `${ino} ${mtimeMs}`];
      }),
  );
}
