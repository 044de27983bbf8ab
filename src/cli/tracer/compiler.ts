/**
 * The MPI compiler wrapper of the site: what it makes of the sources that ship, kept for the next time, and what is said
 * where it can't do what is asked.
 */
import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LimitError } from '../../errors.js';
import { fileError, writeFileWhole } from '../output/files.js';
import { type KeptFolder, keptFolder } from '../output/kept.js';
import { toStderr } from '../output/streams.js';
import { run } from './process.js';

/** Lines of a compiler's complaint that are shown. */
const SHOWN = 6;

/** What is compiled. */
export interface Compiled {
  /** The command, as the user named it. */
  readonly mpicc: string;
  /** What it makes, in words. */
  readonly what: string;
  /** The one command that makes it by hand. */
  readonly hand: string;
}

/** The words of a command that may have some. */
export const wordsOf = (command: string): string[] => command.trim().split(/\s+/);

/** Runs a compiler, in `folder` or here. Throws LimitError where there is none, or where it fails. */
export async function runCompiler(
  words: readonly string[],
  { mpicc, what, hand }: Compiled,
  folder?: string,
): Promise<void> {
  const ended = await run(words, folder === undefined ? {} : { folder });
  if (ended?.code === 0) return;
  if (ended === undefined)
    throw new LimitError(
      `there is no MPI compiler '${mpicc}' here`,
      `load the module of the program's MPI, or name its compiler by --mpicc; where there is one, this builds ${what}: ${hand}`,
    );
  const said = ended.stderr.trim().split('\n').slice(0, SHOWN).join('\n');
  throw new LimitError(
    `${mpicc} could not build ${what} (exit ${ended.code ?? ended.signal})`,
    `is it the C compiler of an MPI of version 3 or later? It says:\n${said}`,
  );
}

/** What is made of sources by a compiler, and who hears of it. */
export interface Built extends Pick<Compiled, 'mpicc' | 'what'> {
  readonly flags: readonly string[];
  /** The folder of the sources. */
  readonly sources: string;
  readonly quiet: boolean;
}

/**
 * Has `path` made by `make`, or copied from what the same compiler made of the same sources before. A folder of the user's
 * that can't be written, or is full, costs the next run the same time again, and nothing else.
 */
export async function builtOnce(built: Built, path: string, make: () => Promise<unknown>): Promise<void> {
  const folder = await folderOf(built);
  const known = folder === null ? null : opened(folder.read(KEPT));
  if (known !== null) return copied(known, path);
  if (!built.quiet) toStderr(`llamp-ts: building ${built.what} with ${built.mpicc}\n`);
  await make();
  folder?.write(KEPT, sealed(readFileSync(path)));
}

const KEPT = 'built';
const SEAL = 'sha256';
const SEAL_BYTES = 32;

const sumOf = (bytes: Uint8Array): Buffer => createHash(SEAL).update(bytes).digest();
const sealed = (bytes: Uint8Array): Uint8Array => Buffer.concat([sumOf(bytes), bytes]);

/** Null for what a machine that stopped left without its end. */
function opened(kept: Buffer | null): Uint8Array | null {
  if (kept === null || kept.length <= SEAL_BYTES) return null;
  const bytes = kept.subarray(SEAL_BYTES);
  return sumOf(bytes).equals(kept.subarray(0, SEAL_BYTES)) ? bytes : null;
}

async function copied(bytes: Uint8Array, path: string): Promise<void> {
  await writeFileWhole(path, [bytes]);
  chmodSync(path, 0o755);
}

/** Where what this compiler makes of these sources is kept; null where it does not say which compiler and MPI it is. */
async function folderOf({ mpicc, flags, sources }: Built): Promise<KeptFolder | null> {
  const words = fromAnywhere(wordsOf(mpicc));
  const macros = await said([...words, '-E', '-dM', '-x', 'c', '-include', 'mpi.h', '/dev/null']);
  if (macros === null || !macros.includes('MPI_VERSION')) return null;
  const asked = [words, flags, macros, await said([...words, '-show'])];
  const hash = createHash(SEAL).update(JSON.stringify(asked));
  for (const { name, bytes } of filesIn(sources)) hash.update(`${name} ${bytes.length}\n`).update(bytes);
  return keptFolder(`compiled-${hash.digest('hex').slice(0, 32)}`);
}

/** Standard output of a command that ends well; else null. */
async function said(words: readonly string[]): Promise<string | null> {
  const ended = await run(words);
  return ended?.code === 0 ? ended.stdout : null;
}

function filesIn(folder: string): { readonly name: string; readonly bytes: Uint8Array }[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => ({ name, bytes: readFileSync(join(folder, name)) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw fileError(error, folder);
  }
}

/** Objects come to be where the compiler runs: its own path, and folders of headers, are named from here. */
export function fromAnywhere([command, ...flags]: readonly string[]): string[] {
  const path = command.includes('/') ? resolve(command) : command;
  return [
    path,
    ...flags.map((flag) => flag.replace(/^-([IL])(?!\/)(.+)$/, (_, kind, at) => `-${kind}${resolve(at)}`)),
  ];
}
