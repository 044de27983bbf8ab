/** The table of a study that ran in one process from its begin to its end, which any other way of running it has too. */
import { expect } from 'vitest';
import { runCli } from '../run.js';

export async function tableIn(cwd: string, directory: string): Promise<string> {
  const words = ['study', 'table', 'where.yaml', '--dir', directory];
  const { stdout, code, stderr } = await runCli(words, { cwd });
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

export async function undisturbed(cwd: string): Promise<string> {
  await runCli('study where.yaml -j 1 -q --dir undisturbed', { cwd });
  return tableIn(cwd, 'undisturbed');
}
