/**
 * Files that ship with the command line: pages, samples, sources of the tracer, the solver, and the entries of threads.
 * They are next to the modules, or inside the single file of a bundle.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { Command } from '@oclif/core';

/** Role of a thread: a whole command line, jobs of a pool. */
export type ThreadRole = 'command' | 'pool';

/** Jobs of a pool: variants of a program, tasks of a study. */
export type PoolJob = 'variants' | 'study';

/** Commands by their ids, as the framework calls them: `trace:run`. */
export interface CommandTable {
  readonly ids: ReadonlySet<string>;
  load(id: string): Promise<Command.Class>;
}

/** How a thread is started. */
export interface ThreadEntry {
  /** A file; with `eval`, its text. */
  readonly script: string;
  readonly eval?: boolean;
  /** Words before the thread's own. */
  readonly argv: readonly string[];
}

export interface PackageFiles {
  /** A file by its path in the package, `docs/view.md`. Throws the system's errors. */
  read(path: string): Uint8Array;
  /** Paths of all files within a folder, as seen from there. Throws the system's errors. */
  names(folder: string): string[];
  /** A folder of the package as one that other programs can read. Throws the system's errors. */
  folder(path: string): string;
  /** WebAssembly of the solver. */
  solver(): Uint8Array<ArrayBuffer>;
  thread(role: ThreadRole): ThreadEntry;
  /** The module that a worker of a pool loads. */
  pooled(job: PoolJob): string;
  /** URL of the command line's entry. */
  readonly script: string;
  readonly commands: CommandTable;
}

const inPackage = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Sources run the threads of the build. */
function built(path: string): string {
  const own = fileURLToPath(new URL(`../${path}`, import.meta.url));
  return existsSync(own) ? own : inPackage(`dist/cli/${path}`);
}

const MANIFEST = 'oclif.manifest.json';

/** What help and suggestions need to know of commands without loading them. Read once in a process. */
export function manifest(): Record<string, Command.Cached> {
  if (cached === null) {
    const parsed: { commands: Record<string, Command.Cached> } = JSON.parse(packageText(MANIFEST));
    cached = parsed.commands;
  }
  return cached;
}

let cached: Record<string, Command.Cached> | null = null;

/** A command that others follow in its name is the index of their folder. */
async function commandBeside(id: string): Promise<Command.Class> {
  const path = `dist/questions/${id.replaceAll(':', '/')}`;
  const file = [`${path}.js`, `${path}/index.js`].map(inPackage).find((one) => existsSync(one));
  if (file === undefined) throw new Error(`no module of the command ${id}`);
  const loaded: { default: Command.Class } = await import(pathToFileURL(file).href);
  return loaded.default;
}

const BESIDE: PackageFiles = {
  read: (path) => readFileSync(inPackage(path)),
  names: (folder) => readdirSync(inPackage(folder), { recursive: true, encoding: 'utf8' }),
  folder: inPackage,
  solver: () => Uint8Array.from(readFileSync(fileURLToPath(import.meta.resolve('highs/runtime')))),
  thread: (role) => {
    if (role === 'command') return { script: inPackage('bin/run.js'), argv: [] };
    throw new Error('the pool starts its own threads');
  },
  pooled: (job) => built(job === 'study' ? 'study/worker.js' : 'workers/worker.js'),
  script: new URL('../../../bin/run.js', import.meta.url).href,
  commands: {
    get ids() {
      return new Set(Object.keys(manifest()));
    },
    load: commandBeside,
  },
};

let files = BESIDE;
let compiled: Promise<object> | null = null;

/**
 * Sets the location of files; called by bundles before anything else is loaded. `solver`: its running compilation.
 */
export function filesAre(elsewhere: PackageFiles, solver: Promise<object> | null): void {
  files = elsewhere;
  compiled = solver;
}

/** The solver's WebAssembly, compiled once, whatever runs in this process. */
export function compiledSolver(): Promise<object> {
  compiled ??= WebAssembly.compile(files.solver());
  return compiled;
}

export const packageFiles = (): PackageFiles => files;

/** Text of a file of the package. Throws the system's errors. */
export const packageText = (path: string): string => new TextDecoder().decode(files.read(path));

/** Words that start the command line from a shell: Node and the file, or the executable that is both. */
export function startWords(): string[] {
  const path = fileURLToPath(files.script);
  return path === process.execPath ? [path] : [process.execPath, path];
}

/** A path relative to the current folder, if it is inside. */
export function fromHere(path: string): string {
  const way = relative(process.cwd(), path);
  return way === '' || way.startsWith('..') || isAbsolute(way) ? path : way;
}

/** The command that starts this command line: its name, or Node and the file. */
export function calledAs(): string {
  const path = fileURLToPath(files.script);
  return process.argv[1] === path && path !== process.execPath ? `node ${fromHere(path)}` : 'llamp-ts';
}

export function startThread(role: ThreadRole, options: WorkerOptions = {}): Worker {
  const { script, eval: evaluated = false, argv } = files.thread(role);
  return new Worker(script, { ...options, eval: evaluated, argv: [...argv, ...(options.argv ?? [])] });
}

/** Version of the package, as its package.json says. */
export function packageVersion(): string {
  version ??= versionOf(packageText('package.json'));
  return version;
}

let version: string | null = null;

function versionOf(text: string): string {
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed) return String(parsed.version);
  throw new Error('package.json has no version');
}

/** The first keys of every JSON answer. */
export function schemaHead(command: string): { schema: string; version: string } {
  return { schema: `llamp-ts/${command}/2`, version: packageVersion() };
}

export const DOCS = 'docs';
/** The page of a folder. */
const INDEX = 'README';

/**
 * Paths of all pages by their names: `tolerance`, `collectives/bcast`; a folder's own page is named like the folder, and the
 * first page ''. Throws the system's errors.
 */
export function docPages(): Map<string, string> {
  const files = packageFiles()
    .names(DOCS)
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md'))
    .sort();
  const nameOf = (file: string): string =>
    file.replace(/\.md$/, '').replace(new RegExp(`(^|/)${INDEX}$`), '');
  return new Map(files.map((file) => [nameOf(file), `${DOCS}/${file}`]));
}

/** Names of all pages but the first. Throws the system's errors. */
export const pageNames = (): string[] => [...docPages().keys()].filter((name) => name !== '').sort();
