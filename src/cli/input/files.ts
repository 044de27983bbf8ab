/** The files that INPUT names: one, or a set of them by rank 0's file, a directory, a glob or a list. */
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { InputError, UsageError } from '../../errors.js';
import { isAnchor } from '../../sources/formats.js';
import { type NamedTrace, traceSetOf, traceSets } from '../../sources/rank-files.js';
import { fileError } from '../output/files.js';

/** How the tracer names its files, and folders of further runs in one folder. */
const TRACER = 'llamp-trace-rank-';
const RUN = /^run-\d+$/;

/** Whether INPUT can only mean a set of files: several of them, a directory or a glob. */
export function namesSeveral(inputs: readonly string[]): boolean {
  const [input] = inputs;
  if (inputs.length > 1) return true;
  return input !== '-' && (input.includes('*') || isFolder(input));
}

/** The file that stands for a folder of files which it leads to; undefined where INPUT is none. Throws InputError for several. */
export function anchorOf(input: string): string | undefined {
  if (input === '-' || input.includes('*') || !isFolder(input)) return undefined;
  const anchors = listed(input).filter((name) => isAnchor(basename(name)));
  if (anchors.length < 2) return anchors[0];
  throw new InputError({
    place: { source: input },
    what: `${anchors.length} runs`,
    mend: `name one of them: ${anchors.join(', ')}`,
  });
}

/** Files of the set that `inputs` name, by rank. Throws InputError when they name none, or several. */
export function filesOf(inputs: readonly string[]): NamedTrace[] {
  if (inputs.length > 1) return onlySet(inputs, inputs.join(' '));
  const [input] = inputs;
  if (input.includes('*')) return onlySet(matching(input), input);
  if (isFolder(input)) return onlyRun(input, onlySet(listed(input), input));
  return traceSetOf(
    input,
    listed(dirname(input)).map((name) => (input.includes('/') ? name : basename(name))),
  );
}

/** A run of the tracer that finds traces in its folder has its own below, in `run-2`: which of them is meant, the folder does not say. */
function onlyRun(folder: string, set: NamedTrace[]): NamedTrace[] {
  const others = readdirSync(folder)
    .filter((name) => RUN.test(name))
    .map((name) => join(folder, name))
    .filter(isFolder);
  if (others.length === 0 || !basename(set[0].name).startsWith(TRACER)) return set;
  throw new InputError({
    place: { source: folder },
    what: `traces of ${others.length + 1} runs`,
    mend: `name one of them: ${[set[0].name, ...others.sort()].join(', ')}`,
  });
}

/** What may be meant by a folder that is no set: the first folder in it, the first GOAL file by its name. */
function within(folder: string): string[] {
  const inside = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
  const goal = inside.find((path) => /\.goal(\.gz|\.zst)?$/.test(path));
  return [inside.find(isFolder), goal].filter((path) => path !== undefined);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function listed(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => join(folder, entry.name));
  } catch (error) {
    throw fileError(error, folder);
  }
}

/** Files that a glob with * in its last part names. */
function matching(glob: string): string[] {
  const pattern = basename(glob);
  if (dirname(glob).includes('*'))
    throw new UsageError(`'${glob}' has * in a folder`, 'use * in the file name only');
  const expression = new RegExp(`^${pattern.split('*').map(escaped).join('.*')}$`);
  const names = listed(dirname(glob)).filter((name) => expression.test(basename(name)));
  if (names.length === 0)
    throw new InputError({ place: { source: glob }, what: 'no file fits', mend: 'check the path' });
  return names;
}

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

function onlySet(names: readonly string[], source: string): NamedTrace[] {
  const sets = traceSets(names);
  if (sets.length === 1) return sets[0];
  if (sets.length === 0) {
    const set = 'a set has one file per rank with the rank in its name, from 0';
    const inside = isFolder(source) ? within(source) : [];
    const others =
      inside.length === 0 ? '' : `; name one of what the folder holds, such as ${inside.join(' or ')}`;
    throw new InputError({ place: { source }, what: 'no set of traces', mend: `${set}${others}` });
  }
  const firsts = sets.map((set) => set[0].name).join(', ');
  throw new InputError({
    place: { source },
    what: `${sets.length} sets of traces`,
    mend: `name one by its first file: ${firsts}`,
  });
}
