/** Plans whose paths mean something to every reader of a line. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StudyPlan, StudyResources } from '../../../src/study/study-plan.js';

export const NO_RESOURCES: StudyResources = {
  time: null,
  memory: null,
  cpus: 1,
  partition: null,
  account: null,
  qos: null,
  at_once: null,
  cells_per_task: null,
  setup: [],
  options: [],
};

/** Blanks, quotes, variables, patterns, comments, what Slurm, Snakemake and GNU parallel replace, and letters beyond ASCII. */
export const AWKWARD = `a  b's "c" $HOME \`d\` {e} {} {1} {{f}} %j %%A * ! # ; & | < > ( ) [g] ~ =x µ🜁`;

export interface Awkward {
  readonly folder: string;
  readonly plan: StudyPlan;
  readonly remove: () => void;
}

/** A plan of `tasks` tasks, in a folder called `name`, whose program prints its words, a NUL after each and one more after all. */
export function awkwardPlan(
  tasks: number,
  resources: Partial<StudyResources> = {},
  name: string = AWKWARD,
): Awkward {
  const root = mkdtempSync(join(tmpdir(), 'llamp-engines-'));
  const folder = join(root, name);
  const directory = join(folder, 'where.study');
  mkdirSync(directory, { recursive: true });
  const stub = join(folder, 'stub.sh');
  writeFileSync(stub, `#!/bin/sh\nprintf '%s\\0' "$@" ''\n`, { mode: 0o755 });
  const file = join(folder, '-where.yaml');
  writeFileSync(file, '');
  const plan = {
    name,
    file,
    directory,
    tasks,
    open: Array.from({ length: tasks }, (_, i) => i + 1),
    program: [stub, 'first word'],
    resources: { ...NO_RESOURCES, ...resources },
  };
  return { folder, plan, remove: () => rmSync(root, { recursive: true }) };
}
