/** Compiles the tracer at the user's site with the MPI of the program, and checks that the program loads that MPI. */
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import { InputError, LimitError, UsageError } from '../../errors.js';
import { type KeptFolder, keptFolder } from '../process/cache-folder.js';
import { run } from '../process/child-programs.js';
import { fileError, makeFolder, writeFileWhole } from '../process/files.js';
import { packageFiles } from '../process/package-files.js';
import { toStderr } from '../process/streams.js';

// Compiles the shipped sources with the site's MPI compiler wrapper, caches the result, and reports failures.

/** Lines of a compiler's complaint that are shown. */
const SHOWN = 6;

interface Compiled {
  /** The command, as the user named it. */
  readonly mpicc: string;
  /** The product, in words. */
  readonly what: string;
  /** The command for building it by hand. */
  readonly hand: string;
}

/** The words of a command that may have some. */
export const wordsOf = (command: string): string[] => command.trim().split(/\s+/);

/** Runs a compiler, in `folder` or here. Throws LimitError if it does not exist or fails. */
export async function runCompiler(
  words: readonly string[],
  { mpicc, what, hand }: Compiled,
  folder?: string,
): Promise<void> {
  const ended = await run(words, folder === undefined ? {} : { folder });
  if (ended?.code === 0) return;
  if (ended === undefined)
    throw new LimitError(
      `the MPI compiler '${mpicc}' does not exist here`,
      `load the module of your MPI, or name its compiler with --mpicc. To build ${what} by hand, run ${hand}`,
    );
  const said = ended.stderr.trim().split('\n').slice(0, SHOWN).join('\n');
  throw new LimitError(
    `${mpicc} could not build ${what} (exit ${ended.code ?? ended.signal})`,
    `check that it is the C compiler of an MPI of version 3 or later. Its output:\n${said}`,
  );
}

/** A build from sources, and whether to report it. */
interface Built extends Pick<Compiled, 'mpicc' | 'what'> {
  readonly flags: readonly string[];
  /** The folder of the sources. */
  readonly sources: string;
  readonly quiet: boolean;
}

/**
 * Makes `path` with `make`, or copies it from the cache of the same compiler and sources. Problems with the cache only cost
 * time.
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

/** Null for a truncated file. */
function opened(kept: Buffer | null): Uint8Array | null {
  if (kept === null || kept.length <= SEAL_BYTES) return null;
  const bytes = kept.subarray(SEAL_BYTES);
  return sumOf(bytes).equals(kept.subarray(0, SEAL_BYTES)) ? bytes : null;
}

async function copied(bytes: Uint8Array, path: string): Promise<void> {
  await writeFileWhole(path, [bytes]);
  chmodSync(path, 0o755);
}

/** Cache folder for this compiler and these sources; null if compiler and MPI are unknown. */
async function folderOf({ mpicc, flags, sources }: Built): Promise<KeptFolder | null> {
  const words = fromAnywhere(wordsOf(mpicc));
  const macros = await said([...words, '-E', '-dM', '-x', 'c', '-include', 'mpi.h', '/dev/null']);
  if (macros === null || !macros.includes('MPI_VERSION')) return null;
  const query = [words, flags, macros, await said([...words, '-show'])];
  const hash = createHash(SEAL).update(JSON.stringify(query));
  for (const { name, bytes } of filesIn(sources)) hash.update(`${name} ${bytes.length}\n`).update(bytes);
  return keptFolder(`compiled-${hash.digest('hex').slice(0, 32)}`);
}

/** Standard output of a successful command, otherwise null. */
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

/** The compiler runs in another folder, so its path and folders of headers are made absolute. */
function fromAnywhere([command, ...flags]: readonly string[]): string[] {
  const path = command.includes('/') ? resolve(command) : command;
  return [
    path,
    ...flags.map((flag) => flag.replace(/^-([IL])(?!\/)(.+)$/, (_, kind, at) => `-${kind}${resolve(at)}`)),
  ];
}

// The MPI that the loader finds for a program, compared with the tracer's before the run.

/** Libraries of MPI, by the names that programs ask the loader for. */
const MPI_LIBRARY = /^libmpi(?:ch|_cray|_gnu|_intel)?(?:_\d+)*\.so[.\d]*$/;
/** Names of compiler wrappers in distributions, and the library of each. */
const WRAPPERS = [
  [/^libmpich\.|^libmpi\.so\.12$/, 'mpicc.mpich'],
  [/^libmpi\.so\.[1-9]/, 'mpicc.openmpi'],
] as const;
const ELF = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);

/** A word of a command line that names a program. */
interface NamedProgram {
  readonly word: string;
  /** Empty if MPI is linked statically, or loaded later, as by interpreters. */
  readonly libraries: readonly string[];
}

/**
 * Throws UsageError if a program among `words` loads another MPI than the tracer: its ranks would run untraced, or each
 * alone. `named`: the user gave the library.
 */
async function refuseOtherMpi(words: readonly string[], library: string, named: boolean): Promise<void> {
  const own = await librariesOf(library);
  if (own.length === 0) return;
  for (const { word, libraries } of await programsIn(words)) {
    if (libraries.length === 0 || libraries.some((name) => own.includes(name))) continue;
    const what = `${word} loads ${libraries.join(', ')}, but the tracer loads ${own.join(', ')}, which is another MPI`;
    const wrapper = wrapperOf(libraries);
    const wants = `--mpicc ${wrapper}`;
    throw new UsageError(
      what,
      named
        ? `build a tracer for the program's MPI with 'llamp-ts trace build ${wants}', and use it with --tracer`
        : `name the compiler wrapper of the program's MPI, such as ${wants}`,
    );
  }
}

/** A hint why programs left no trace. */
export async function seenOf(words: readonly string[]): Promise<string> {
  const programs = await programsIn(words);
  const mpi = programs.find(({ libraries }) => libraries.length > 0);
  if (mpi !== undefined) return `${mpi.word} loads ${mpi.libraries.join(', ')}`;
  const last = programs.findLast(({ word }) => word !== words[0] || words.length === 1);
  if (last === undefined) return 'the command line names no compiled program of this machine';
  return `${last.word} loads no MPI library when it starts`;
}

function wrapperOf(libraries: readonly string[]): string {
  const known = WRAPPERS.find(([library]) => libraries.some((name) => library.test(name)))?.[1];
  return known !== undefined && pathOf(known) !== null ? known : '/path/of/its/mpicc';
}

async function programsIn(words: readonly string[]): Promise<NamedProgram[]> {
  const found: NamedProgram[] = [];
  for (const word of new Set(words)) {
    const path = pathOf(word);
    if (path !== null && isObject(path)) found.push({ word, libraries: await librariesOf(path) });
  }
  return found;
}

/** Path of an executable that a word names, directly or in a folder of PATH. */
function pathOf(word: string): string | null {
  if (word === '' || word.startsWith('-')) return null;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const places = word.includes('/') ? [word] : folders.map((folder) => join(folder, word));
  return places.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isObject(path: string): boolean {
  try {
    const file = openSync(path, 'r');
    try {
      const head = Buffer.alloc(ELF.length);
      return readSync(file, head) === ELF.length && head.equals(ELF);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}

/** MPI libraries that the loader would load with an object; empty if unknown. */
async function librariesOf(path: string): Promise<string[]> {
  const ended = await run(['ldd', path]);
  const lines = ended?.code === 0 ? ended.stdout.split('\n') : [];
  const names = lines.map((line) => basename(line.trim().split(/\s/, 1)[0]));
  return names.filter((name) => MPI_LIBRARY.test(name));
}

const LIBRARY = 'libllamp-trace.so';
/** Ships with the package. */
const sources = (): string => packageFiles().folder('tracer');
const FLAGS = ['-O2', '-fPIC', '-std=gnu99'];

/** The command for building it by hand, if {@link buildTracer} fails. */
const byHand = (mpicc: string, library: string): string =>
  `${mpicc} ${FLAGS.join(' ')} -shared -o ${library} ${sources()}/*.c`;

/**
 * Compiles the tracer into `folder`, which is created, and returns the library's path. Throws LimitError without a compiler,
 * or if it fails, and InputError if the folder cannot be written.
 */
export async function buildTracer(mpicc: string, folder: string): Promise<string> {
  const words = fromAnywhere(wordsOf(mpicc));
  const library = resolve(folder, LIBRARY);
  const tracer = { mpicc, what: 'the tracer', hand: byHand(mpicc, library) };
  const work = resolve(temporaryIn(folder));
  try {
    const folderOfSources = sources();
    const files = readdirSync(folderOfSources).filter((name) => name.endsWith('.c'));
    const compile = async (call: readonly string[]): Promise<void> => {
      const named = call.map((name) => join(folderOfSources, name));
      await runCompiler([...words, ...FLAGS, '-c', ...named], tracer, work);
    };
    const queue = inCalls(files);
    const worker = async (): Promise<void> => {
      for (let call = queue.pop(); call !== undefined; call = queue.pop()) await compile(call);
    };
    await Promise.all(Array.from({ length: availableParallelism() }, worker));
    const objects = files.map((name) => `${basename(name, '.c')}.o`);
    const made = join(work, LIBRARY);
    await runCompiler([...words, '-shared', '-o', made, ...objects], tracer, work);
    renameSync(made, library);
    return library;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Files per call: wrappers are slow to start, but all cores should have work until the end. */
const FILES_A_CALL = 8;

/** Call i compiles files i, i + n, …: large ones are neighbours in the alphabet. */
function inCalls(files: readonly string[]): string[][] {
  const n = Math.ceil(files.length / FILES_A_CALL);
  return Array.from({ length: n }, (_, call) => files.filter((_file, i) => i % n === call));
}

/** Text that every tracer contains. */
const OWN_WORDS = 'LLAMP_TRACE';

/** Many times a tracer's size. */
const MOST_BYTES = 2 ** 26;

/** Flags for the tracer of a run. */
interface TracerQuery {
  /** A library, or the folder of one. */
  readonly tracer?: string | undefined;
  readonly mpicc: string;
  readonly quiet: boolean;
}

/**
 * The library for a run of `words`: the given one, or one built into `folder`. Throws UsageError if a program among them loads
 * another MPI, InputError for a file that is no tracer, and as {@link buildTracer} does.
 */
export async function tracerLibrary(
  words: readonly string[],
  query: TracerQuery,
  folder: string,
): Promise<string> {
  const named = query.tracer !== undefined;
  const library = named ? namedTracer(query.tracer) : await keptTracer(query, folder);
  await refuseOtherMpi(words, library, named);
  return library;
}

async function keptTracer({ mpicc, quiet }: TracerQuery, folder: string): Promise<string> {
  makeFolder(folder);
  const library = resolve(folder, LIBRARY);
  const built = { mpicc, what: 'the tracer', flags: FLAGS, sources: sources(), quiet };
  await builtOnce(built, library, () => buildTracer(mpicc, folder));
  return library;
}

/** The loader ignores files that are no library, and the program would run untraced. */
function namedTracer(named: string): string {
  const path =
    statSync(named, { throwIfNoEntry: false })?.isDirectory() === true ? join(named, LIBRARY) : named;
  const mend = "build one with 'llamp-ts trace build --output DIR', and name its folder or the library in it";
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new InputError({ place: { source: path }, what: 'no such file', mend });
  if (!found.isFile() || found.size > MOST_BYTES || !isTracer(path))
    throw new InputError({ place: { source: path }, what: 'this file is no tracer', mend });
  return resolve(path);
}

function isTracer(path: string): boolean {
  try {
    const bytes = readFileSync(path);
    return bytes.subarray(0, ELF.length).equals(ELF) && bytes.includes(OWN_WORDS);
  } catch (error) {
    throw fileError(error, path);
  }
}

function temporaryIn(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    return mkdtempSync(join(folder, '.llamp-tracer-'));
  } catch (error) {
    throw fileError(error, folder);
  }
}
