/** `--algorithms FILE`: algorithms of collectives in a module of JavaScript or TypeScript, beside those that ship. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type PlaceOf, provedAlgorithm } from '../../collectives/arrival-proof.js';
import type {
  CollectiveAlgorithm,
  CollectiveName,
  OptionName,
} from '../../collectives/collective-algorithm.js';
import {
  type AlgorithmTable,
  parseCollectiveName,
  useAlgorithms,
  withAlgorithms,
} from '../../collectives/registry.js';
import { InputError, type Place, UsageError } from '../../errors.js';
import { fileError } from '../process/files.js';

const FORM = 'export lists by collective: export const allreduce = [{ name, summary, uses: [], emit }]';

/** The file whose algorithms may be named in this thread; undefined: none but those that ship. */
let used: string | undefined;

/** The file whose algorithms may be named in this thread, absolute: for threads that are started. */
export const algorithmsFile = (): string | undefined => used;

/** From now on the algorithms of `file` may be named in this thread; undefined: no others than ship. Throws InputError. */
export function useAlgorithmsOf(file: string | undefined): void {
  used = undefined;
  useAlgorithms();
  if (file === undefined) return;
  const path = resolve(file);
  const placeOf = placesIn(file, path);
  try {
    useAlgorithms(withAlgorithms(provedTable(tableOf(loaded(file, path, placeOf)), placeOf)));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new InputError(error.problems.map((problem) => ({ ...problem, place: { source: file } })));
  }
  used = path;
}

/** Lines of a stack of calls that lie in a file, as Node writes them: by its address or its path. */
function placesIn(source: string, path: string): PlaceOf {
  const names = [pathToFileURL(path).href, path];
  return (stack = '') => {
    for (const frame of stack.split('\n'))
      for (const name of names) {
        const at = frame.indexOf(`${name}:`);
        const found = at < 0 ? null : /^(\d+)(?::(\d+))?/.exec(frame.slice(at + name.length + 1));
        if (found === null) continue;
        const [line, column] = [found[1], found[2]].map(Number);
        return column > 0 ? { source, line, column } : { source, line };
      }
    return { source };
  };
}

// The module, read.

/** What it exports. A bundle has no imports of its own, so that it is required: Node requires modules of both kinds. */
function loaded(file: string, path: string, placeOf: PlaceOf): object {
  refuseTypes(file);
  try {
    if (!statSync(path).isFile()) throw new InputError({ place: { source: file }, what: 'this is no file' });
  } catch (error) {
    throw fileError(error, file);
  }
  try {
    return Object(createRequire(path)(path));
  } catch (error) {
    throw loadError(error, file, path, placeOf);
  }
}

/** Throws InputError for TypeScript where Node leaves types in. */
function refuseTypes(file: string): void {
  const features: Readonly<Record<string, unknown>> = { ...process.features };
  if (!/\.[cm]?ts$/.test(file) || features.typescript) return;
  throw new InputError({
    place: { source: file },
    what: `Node ${process.versions.node} does not read TypeScript`,
    mend: 'take Node 22.18 or later, or make JavaScript of it: npx tsc --module nodenext --target es2022 FILE',
  });
}

function loadError(error: unknown, file: string, path: string, placeOf: PlaceOf): InputError {
  const {
    code = '',
    message,
    stack,
  }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const place = placeOf(stack);
  const isUnread = error instanceof SyntaxError && place.column === undefined;
  const mend = WAYS_OUT[code];
  return new InputError({
    place: isUnread ? syntaxPlace(file, path) : place,
    what: message.split('\n')[0],
    ...(mend === undefined ? {} : { mend }),
  });
}

const WAYS_OUT: Readonly<Record<string, string>> = {
  ERR_MODULE_NOT_FOUND: 'install it beside the file; types alone are imported by import type',
  MODULE_NOT_FOUND: 'install it beside the file',
  ERR_REQUIRE_ESM: 'take Node 20.19 or later, or write module.exports in a file that ends in .cjs',
  ERR_REQUIRE_ASYNC_MODULE: 'leave await out of the top level',
};

/** Node says where a module cannot be read only when it is a program of its own, which such a one never begins. */
function syntaxPlace(file: string, path: string): Place {
  const { stderr } = spawnSync(process.execPath, [path], { encoding: 'utf8', timeout: 10_000 });
  const [, at, line, before] = /^(\S.*):(\d+)\n(?:.*\n( *)\^)?/m.exec(stderr ?? '') ?? [];
  if (at === undefined) return { source: file };
  const source = at === path || at === pathToFileURL(path).href ? file : at.replace(/^file:\/\//, '');
  return {
    ...{ source, line: Number(line) },
    ...(before === undefined ? {} : { column: before.length + 1 }),
  };
}

// Its exports, as a table.

type OwnTable = Partial<Record<CollectiveName, readonly CollectiveAlgorithm[]>>;

/** Throws UsageError. */
function tableOf(module: object): OwnTable {
  const { default: first, ...named }: { default?: unknown } = { ...module };
  const exported = Object.entries({ ...named, ...Object(first) }).filter(([, value]) => isBrought(value));
  const lists = exported.flatMap(([, value]) => (Array.isArray(value) ? value : []));
  const table: OwnTable = {};
  for (const [name, value] of exported) {
    // What is exported by itself as well needs no collective.
    if (lists.includes(value)) continue;
    const collective = collectiveOf(name);
    const own = [value].flat().map((one, i) => algorithmOf(collective, one, i));
    table[collective] = [...(table[collective] ?? []), ...own];
  }
  if (Object.keys(table).length > 0) return table;
  throw new UsageError('it exports no algorithm', FORM);
}

const isBrought = (value: unknown): boolean => [value].flat().some((one) => 'emit' in Object(one));

function collectiveOf(name: string): CollectiveName {
  try {
    return parseCollectiveName(name);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const [{ what, mend }] = error.problems;
    throw new UsageError(`it exports algorithms as '${name}': ${what}`, `${mend}; ${FORM}`);
  }
}

const OPTIONS: readonly OptionName[] = ['segment', 'fanout', 'reduce', 'flow'];

/** One of the list of a collective. Throws UsageError for what is none. */
function algorithmOf(collective: CollectiveName, value: unknown, index: number): CollectiveAlgorithm {
  const one: Partial<Record<keyof CollectiveAlgorithm, unknown>> = Object(value);
  const { name, summary = '', uses = [] } = one;
  const which = `algorithm ${index + 1} of ${collective}`;
  if (typeof name !== 'string')
    throw new UsageError(`${which} has no name`, 'give it one, such as name: "two-level"');
  const options = Array.isArray(uses)
    ? uses.map((use) => OPTIONS.find((option) => option === use))
    : [undefined];
  const known = options.filter((option) => option !== undefined);
  if (known.length < options.length)
    throw new UsageError(
      `uses of ${collective}=${name} is no list of options`,
      `write a list of some of ${OPTIONS.join(', ')}, which may be empty`,
    );
  if (!isEmit(value))
    throw new UsageError(`emit of ${collective}=${name} is no function`, 'write emit: (call, out) => { … }');
  return { name, summary: String(summary), uses: known, emit: (call, out) => value.emit(call, out) };
}

const isEmit = (value: unknown): value is Pick<CollectiveAlgorithm, 'emit'> =>
  typeof Object(value).emit === 'function';

function provedTable(own: OwnTable, placeOf: PlaceOf): Partial<AlgorithmTable> {
  const proved: OwnTable = {};
  for (const [name, algorithms] of Object.entries(own)) {
    const collective = parseCollectiveName(name);
    proved[collective] = algorithms.map((one) => provedAlgorithm(collective, one, placeOf));
  }
  return proved;
}
