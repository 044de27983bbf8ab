/** `--algorithms FILE`: algorithms of collectives in a JavaScript or TypeScript module, in addition to the shipped ones. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type PlaceOf, provedAlgorithm } from '../../collectives/arrival-proof.js';
import {
  type CollectiveAlgorithm,
  type CollectiveName,
  OPTION_NAMES,
} from '../../collectives/collective-algorithm.js';
import {
  type AlgorithmTable,
  parseCollectiveName,
  useAlgorithms,
  withAlgorithms,
} from '../../collectives/registry.js';
import { InputError, type Place, UsageError } from '../../errors.js';
import { errorCode, fileError } from '../process/files.js';

const FORM = 'export lists by collective: export const allreduce = [{ name, summary, uses: [], emit }]';

/** The file of this thread's own algorithms; undefined: shipped ones only. */
let used: string | undefined;

/** Absolute path of this thread's own algorithms, for new threads. */
export const algorithmsFile = (): string | undefined => used;

/** Makes the algorithms of `file` available in this thread; undefined: shipped ones only. Throws InputError. */
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

/** Lines of Node's stack trace that are in a file, named by URL or path. */
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

/** Its exports. Uses `require`, which loads modules of both kinds and works in a bundle, which has no imports. */
function loaded(file: string, path: string, placeOf: PlaceOf): object {
  refuseTypes(file);
  try {
    if (!statSync(path).isFile())
      throw new InputError({ place: { source: file }, what: 'this is not a file' });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw fileError(error, file);
    throw new InputError({
      place: { source: file },
      what: 'no such file',
      mend: 'name a JavaScript file with algorithms of your own; --collective chooses shipped ones',
    });
  }
  try {
    return Object(createRequire(path)(path));
  } catch (error) {
    throw loadError(error, file, path, placeOf);
  }
}

/** Throws InputError for TypeScript if Node does not strip types. */
function refuseTypes(file: string): void {
  const features: Readonly<Record<string, unknown>> = { ...process.features };
  if (!/\.[cm]?ts$/.test(file) || features.typescript) return;
  throw new InputError({
    place: { source: file },
    what: `Node ${process.versions.node} cannot read TypeScript`,
    mend: 'use Node 22.18 or later, or compile it with "npx tsc --module nodenext --target es2022 FILE"',
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
  ERR_MODULE_NOT_FOUND:
    'correct its name or path, or install it next to the file; use "import type" for types',
  MODULE_NOT_FOUND: 'correct its name or path, or install it next to the file',
  ERR_REQUIRE_ESM: 'use Node 20.19 or later, or a .cjs file with module.exports',
  ERR_REQUIRE_ASYNC_MODULE: 'remove await from the top level',
};

/** Node reports the place of a syntax error only if the module is the main program, so it is run as one. */
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

type OwnTable = Partial<Record<CollectiveName, readonly CollectiveAlgorithm[]>>;

function tableOf(module: object): OwnTable {
  const { default: first, ...named }: { default?: unknown } = { ...module };
  const exported = Object.entries({ ...named, ...Object(first) }).filter(([, value]) => isBrought(value));
  const lists = exported.flatMap(([, value]) => (Array.isArray(value) ? value : []));
  const table: OwnTable = {};
  for (const [name, value] of exported) {
    // A function that is also exported by itself needs no collective.
    if (lists.includes(value)) continue;
    const collective = collectiveOf(name);
    const own = [value].flat().map((one, i) => algorithmOf(collective, one, i));
    table[collective] = [...(table[collective] ?? []), ...own];
  }
  if (Object.keys(table).length > 0) return table;
  throw new UsageError('the module exports no algorithm', FORM);
}

const isBrought = (value: unknown): boolean => [value].flat().some((one) => 'emit' in Object(one));

function collectiveOf(name: string): CollectiveName {
  try {
    return parseCollectiveName(name);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const [{ mend }] = error.problems;
    throw new UsageError(
      `the module exports algorithms as '${name}', which is no collective`,
      `${mend}; ${FORM}`,
    );
  }
}

/** An algorithm of a collective's list. Throws UsageError if it is none. */
function algorithmOf(collective: CollectiveName, value: unknown, index: number): CollectiveAlgorithm {
  const one: Partial<Record<keyof CollectiveAlgorithm, unknown>> = Object(value);
  const { name, summary = '', uses = [] } = one;
  const which = `algorithm ${index + 1} of ${collective}`;
  if (typeof name !== 'string')
    throw new UsageError(`${which} has no name`, 'give it one, such as name: "two-level"');
  const options = Array.isArray(uses)
    ? uses.map((use) => OPTION_NAMES.find((option) => option === use))
    : [undefined];
  const known = options.filter((option) => option !== undefined);
  if (known.length < options.length)
    throw new UsageError(
      `'uses' of ${collective}=${name} is no list of options`,
      `write a list, which may be empty, of ${OPTION_NAMES.join(', ')}`,
    );
  if (!isEmit(value))
    throw new UsageError(
      `'emit' of ${collective}=${name} is not a function`,
      'write emit: (call, out) => { … }',
    );
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
