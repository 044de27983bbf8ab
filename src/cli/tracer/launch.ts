/** A launcher's command line with the tracer in front of the program's MPI. */
import { basename } from 'node:path';
import { run } from './process.js';

/** How launchers hand variables on to the ranks: words for each, in front of the launcher's own. */
const HANDED: Readonly<Record<'openmpi' | 'hydra', (name: string, value: string) => readonly string[]>> = {
  openmpi: (name, value) => ['-x', `${name}=${value}`],
  hydra: (name, value) => ['-genv', name, value],
};

/** Launchers that may be of either; all others (srun, aprun …) hand their own environment on. */
const LAUNCHER = /^(mpirun|mpiexec|orterun|prterun|mpiexec\.hydra)([.-]\w+)*$/;

export interface Launch {
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** What loads a library in front of the program's MPI, and of what is loaded so already. */
export const preloaded = (library: string): { readonly LD_PRELOAD: string } => ({
  LD_PRELOAD: [library, process.env.LD_PRELOAD ?? ''].filter((one) => one !== '').join(':'),
});

/**
 * `words` so that every rank has the `variables`. Open MPI and Hydra are told by their flags, and need no preloaded
 * library themselves.
 */
export async function launchOf(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<Launch> {
  const [launcher, ...rest] = words;
  const kind = LAUNCHER.test(basename(launcher)) ? await kindOf(launcher) : undefined;
  if (kind === undefined) return { words, env: { ...process.env, ...variables } };
  const handed = Object.entries(variables).flatMap(([name, value]) => HANDED[kind](name, value));
  return { words: [launcher, ...handed, ...rest], env: process.env };
}

async function kindOf(launcher: string): Promise<keyof typeof HANDED | undefined> {
  const ended = await run([launcher, '--version']);
  if (ended === undefined) return undefined;
  const said = `${ended.stdout}${ended.stderr}`;
  if (/open[ -]?mpi|open-rte|prrte/i.test(said)) return 'openmpi';
  return /hydra|intel\(r\) mpi/i.test(said) ? 'hydra' : undefined;
}
