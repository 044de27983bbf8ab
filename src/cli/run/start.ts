/** Starts the command line from a bundle, and loads only what it needs. */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { arch, version as nodeVersion, platform } from 'node:process';
import { setImmediate, setTimeout } from 'node:timers';
import { isMainThread } from 'node:worker_threads';
import type { Command } from '@oclif/core';
import { type KeptFolder, keptFolder } from '../process/cache-folder.js';
import type * as packageFiles from '../process/package-files.js';
import { asksSolver, bytesRead, commandOf, helpQuery, runsHere, setCompiler } from '../process/startup.js';
import {
  CodeCache,
  type CodeText,
  commandEntry,
  type Index,
  Modules,
  type Part,
  pooledIn,
  threadEntry,
} from './bundle.js';
import type * as app from './supervise.js';

const FLAGS: ReadonlySet<string> = new Set(['--version', '-v']);
const STDOUT = 1;

/** Whether the version was requested and printed. If it cannot be written, the command line tries again and reports it. */
function saidVersion(argv: readonly string[], version: string): boolean {
  if (argv.length !== 1 || !FLAGS.has(argv[0])) return false;
  const bytes = Buffer.from(`llamp-ts/${version} ${platform}-${arch} node-${nodeVersion}\n`);
  try {
    return writeSync(STDOUT, bytes) === bytes.length;
  } catch {
    return false;
  }
}

/** Access to a bundle of any form. */
interface Carrier {
  readonly code: CodeText;
  readonly files: packageFiles.PackageFiles;
  /** Node's modules, and packages that are not in the bundle. */
  readonly require: (name: string) => unknown;
}

/** Time after which a long run keeps its compiled code, ms. */
const KEEP_AFTER_MS = 3000;
/** Exit codes of interrupted runs. */
const ENDED = 128;

type Carried = (kept: KeptFolder | null, commands: packageFiles.CommandTable) => Carrier;

export function start(index: Index, carried: Carried): void {
  const role = isMainThread ? null : process.argv.splice(2, 1)[0];
  const argv = process.argv.slice(2);
  if (role === null && saidVersion(argv, index.version)) return;
  const bytes = role === null || role === 'command' ? bytesRead(argv) : 0;
  if (role === null) setCompiler(argv, bytes);
  const kept = keptFolder([index.version, index.id, `node${process.versions.node}`, process.arch].join('-'));
  const ids = commandIds(index);
  const carrier = carried(kept, { ids, load: async (id) => commandIn(modules, id).default });
  const plan = planOf(role, argv, ids, bytes);
  const solver =
    plan.thread === null && plan.here && asksSolver(argv, bytes) ? compiling(carrier.files) : null;
  const cache = kept === null ? null : new CodeCache(kept, plan.name);
  const modules = new Modules(index, carrier.code, cache, carrier.require);
  modules.prepare(['files', ...plan.entries]);
  if (cache !== null) keepAtTheEnd(cache);
  filesOf(modules).filesAre(carrier.files, solver);
  if (plan.thread !== null) {
    modules.entry(plan.thread);
    return;
  }
  const run = (): void => void appOf(modules).supervise(carrier.files.script, plan.here);
  // V8 has decoded the solver by now, and compiles it after this thread handles its events.
  if (solver === null) run();
  else setImmediate(run);
}

interface Plan {
  /** Of its compiled code. */
  readonly name: string;
  /** What will be evaluated. */
  readonly entries: readonly string[];
  /** The only entry to evaluate; null: a command line runs. */
  readonly thread: string | null;
  readonly here: boolean;
}

function planOf(role: string | null, argv: readonly string[], ids: ReadonlySet<string>, bytes: number): Plan {
  if (role !== null && role !== 'command') {
    const thread = threadEntry(role);
    return { name: thread, entries: [thread], thread, here: true };
  }
  const here = role === 'command' || runsHere(argv, () => bytes);
  if (!here) return { name: 'supervise', entries: ['app'], thread: null, here };
  const id = commandOf(argv, ids) ?? 'other';
  if (helpQuery(argv) !== null) return { name: 'help', entries: ['app', 'main'], thread: null, here };
  const command = commandEntry(id);
  return { name: command, entries: ['app', 'main', command], thread: null, here };
}

/** Compiles WebAssembly on another core while this one reads code and input. Its errors appear when the solver is used. */
function compiling(files: packageFiles.PackageFiles): Promise<object> {
  const begun = async (): Promise<object> => WebAssembly.compile(files.solver());
  const compiled = begun();
  compiled.catch(() => undefined);
  return compiled;
}

function commandIds({ entries }: Index): ReadonlySet<string> {
  const before = commandEntry('');
  return new Set(
    Object.keys(entries)
      .filter((name) => name.startsWith(before))
      .map((name) => name.slice(before.length)),
  );
}

function keepAtTheEnd(cache: CodeCache): void {
  setTimeout(() => cache.keep(false), KEEP_AFTER_MS).unref();
  process.on('exit', (code) => {
    if (code < ENDED) cache.keep(code === 0);
  });
}

// The build guarantees the types of these names.
const filesOf = (modules: Modules): typeof packageFiles => modules.entry('files') as typeof packageFiles;
const appOf = (modules: Modules): typeof app => modules.entry('app') as typeof app;
const commandIn = (modules: Modules, id: string): { readonly default: Command.Class } =>
  modules.entry(commandEntry(id)) as { readonly default: Command.Class };

interface Inside {
  readonly index: Index;
  readonly kept: KeptFolder | null;
  readonly files: () => Part;
  readonly solver: () => Part;
  readonly thread: (role: string) => packageFiles.ThreadEntry;
  /** URL of what was started. */
  readonly script: string;
  readonly commands: packageFiles.CommandTable;
}

export class FilesInside implements packageFiles.PackageFiles {
  readonly commands: packageFiles.CommandTable;
  readonly script: string;
  readonly #inside: Inside;
  readonly #folders = new Map<string, string>();
  #files: Part | null = null;

  constructor(inside: Inside) {
    this.#inside = inside;
    this.commands = inside.commands;
    this.script = inside.script;
  }

  read(path: string): Uint8Array {
    const place = this.#inside.index.files[path];
    if (place === undefined) throw Object.assign(new Error(`no such file: ${path}`), { code: 'ENOENT' });
    this.#files ??= this.#inside.files();
    return this.#files.subarray(place[0], place[0] + place[1]);
  }

  names(folder: string): string[] {
    return Object.keys(this.#inside.index.files)
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1));
  }

  folder(path: string): string {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const kept = this.#inside.kept?.folder(path.replaceAll('/', '-'), (folder) => this.#unpack(path, folder));
    const made =
      kept !== undefined && kept !== null && this.#isWhole(path, kept) ? kept : this.#temporary(path);
    this.#folders.set(path, made);
    return made;
  }

  solver(): Part {
    return this.#inside.solver();
  }

  pooled(job: packageFiles.PoolJob): string {
    return pooledIn(job);
  }

  thread(role: string): packageFiles.ThreadEntry {
    return this.#inside.thread(role);
  }

  #unpack(path: string, folder: string): void {
    for (const name of this.names(path)) {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, this.read(`${path}/${name}`));
    }
  }

  /** The cache may have been cleared in part. */
  #isWhole(path: string, folder: string): boolean {
    return this.names(path).every((name) => {
      const found = statSync(join(folder, name), { throwIfNoEntry: false });
      return found?.size === this.#inside.index.files[`${path}/${name}`][1];
    });
  }

  /** Without a cache: kept until the end of the process. */
  #temporary(path: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'llamp-ts-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    this.#unpack(path, folder);
    return folder;
  }
}
