/** Files of the package that a bundle carries inside: read from there, unpacked where other programs read them. */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { KeptFolder } from '../output/kept.js';
import type { BundledCommands, PackageFiles, PoolJob, ThreadEntry } from '../output/package-files.js';
import { type Index, type Part, pooledIn } from './bundle.js';

export interface Inside {
  readonly index: Index;
  readonly kept: KeptFolder | null;
  readonly files: () => Part;
  readonly solver: () => Part;
  readonly thread: (role: string) => ThreadEntry;
  /** URL of what was started. */
  readonly script: string;
  readonly commands: BundledCommands;
}

export class FilesInside implements PackageFiles {
  readonly commands: BundledCommands;
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

  pooled(job: PoolJob): string {
    return pooledIn(job);
  }

  thread(role: string): ThreadEntry {
    return this.#inside.thread(role);
  }

  #unpack(path: string, folder: string): void {
    for (const name of this.names(path)) {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, this.read(`${path}/${name}`));
    }
  }

  /** What is kept may have been cleared in part. */
  #isWhole(path: string, folder: string): boolean {
    return this.names(path).every((name) => {
      const found = statSync(join(folder, name), { throwIfNoEntry: false });
      return found?.size === this.#inside.index.files[`${path}/${name}`][1];
    });
  }

  /** Where nothing can be kept: until the end of the process. */
  #temporary(path: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'llamp-ts-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    this.#unpack(path, folder);
    return folder;
  }
}
