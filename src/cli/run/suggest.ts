/** What was meant by a command or a flag that there is not. */
import { existsSync } from 'node:fs';
import type { Problem } from '../../errors.js';
import { nearest } from '../../nearest.js';
import { packageText } from '../output/package-files.js';

const MANIFEST = 'oclif.manifest.json';

/**
 * A problem for a command that there is not; `id`: as the framework calls it, the words up to the first flag with colons
 * between them.
 */
export function noSuchCommand(id: string): Problem {
  const all = commands();
  const [first, second] = id.split(':');
  const parts = all
    .filter((name) => name.startsWith(`${first} `))
    .map((name) => name.slice(first.length + 1));
  if (second !== undefined && parts.length > 0)
    return instead(`${first} ${second}`, nearest(second, parts), `${first} `);
  const words = [...new Set(all.map((name) => name.split(' ')[0]))];
  return instead(first, nearest(first, words), '');
}

function instead(name: string, meant: string | undefined, before: string): Problem {
  const what = `there is no command '${name}'`;
  const list = `llamp-ts ${before}--help lists them`;
  if (meant !== undefined) return { what, mend: `did you mean llamp-ts ${before}${meant}? ${list}` };
  if (existsSync(name))
    return { what, mend: `ask a question about the file, such as llamp-ts tolerance ${name}` };
  return { what, mend: list };
}

/** Names of the commands, of one or two words. */
const commands = (): string[] => Object.keys(manifest()).map((id) => id.replaceAll(':', ' '));

/** Commands by id; none where the package has lost its list of them. */
function manifest(): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(packageText(MANIFEST));
    return Object(Object(parsed).commands);
  } catch {
    return {};
  }
}

/** Flags that any command has, as they are spelled. */
const flagsOfAll = (): ReadonlySet<string> =>
  new Set(
    Object.values(manifest()).flatMap((command) =>
      Object.keys(Object(Object(command).flags)).map((name) => `--${name}`),
    ),
  );

/** A problem for flags that a command does not have; null where `error` is about something else. */
export function noSuchFlags(error: Error): Problem | null {
  const given: unknown = 'flags' in error ? error.flags : undefined;
  if (!/^Nonexistent flag/.test(error.message) || !Array.isArray(given)) return null;
  const known = knownFlags(error);
  const elsewhere = flagsOfAll();
  if (given.every((flag) => elsewhere.has(String(flag))))
    return {
      what: `there is no flag ${given.join(', ')} here: other commands have it`,
      mend: 'leave it out, or see --help',
    };
  const meant = given.map((flag) => nearest(String(flag), known));
  const told = [...new Set(meant)].filter((flag) => flag !== undefined);
  const what = `there is no flag ${given.join(', ')}`;
  return { what, mend: told.length === 0 ? 'see --help' : `did you mean ${told.join(', ')}? See --help` };
}

/** Spelled as on a command line; letters are too short to be meant for others. */
function knownFlags(error: Error): string[] {
  const parse: unknown = 'parse' in error ? error.parse : undefined;
  const flags: unknown = Object(Object(parse).input).flags;
  return Object.entries(Object(flags)).flatMap(([name, flag]) => {
    const { hidden, aliases = [] }: { hidden?: boolean; aliases?: string[] } = Object(flag);
    if (hidden === true) return [];
    return [name, ...aliases].map((one) => `--${one}`);
  });
}
