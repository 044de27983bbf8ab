/** What is wrong with YAML text, and how to mend it, in place of the words of the parser. */
import type { ErrorCode, LineCounter, YAMLParseError } from 'yaml';
import type { Problem } from './errors.js';

type Words = Pick<Problem, 'what' | 'mend'>;

/** Where a complaint stands. */
interface Spot {
  readonly text: string;
  /** Of the complaint, from 0. */
  readonly offset: number;
  /** The line around it. */
  readonly line: string;
  /** What the parser says. */
  readonly message: string;
}

const LOOK = 'check indentation, colons, commas, brackets and quotes there';
const SHOWN = 40;

const shown = (text: string): string => {
  const trimmed = text.trim();
  return trimmed.length > SHOWN ? `'${trimmed.slice(0, SHOWN)}…'` : `'${trimmed}'`;
};

/** An alias, `*name`, where nothing before is marked `&name`. */
export const openAlias = (alias: string): Words => ({
  what: `'${alias}' stands for something that nothing before is marked as`,
  mend: 'put it in quotes if it is text',
});

/** A line that should have had a key: `overhead 5us`, `overhead:5us`, `overhead = 5us`. */
function noKey({ line }: Spot): Words {
  const [, key, value] = /^\s*(?:- +)?([\w-]+)\s*[:= ]\s*(\S.*)$/.exec(line) ?? [];
  return {
    what: `${shown(line)} is no key with a value`,
    mend: `write a colon and a blank behind the key${key === undefined ? '' : `, such as ${key}: ${value.trim()}`}`,
  };
}

/** What stands behind a key and goes on as further keys: `name: a: b`, or a next line that is indented more. */
function keyInValue({ text, offset, line }: Spot): Words {
  const value = text.slice(offset).split('\n', 1)[0];
  if (/:(\s|$)/.test(value))
    return { what: `${shown(value)} has a colon within`, mend: 'put the text in quotes' };
  return {
    what: `behind ${shown(line)} the next line is indented as if it belonged to it`,
    mend: 'indent keys of one level alike',
  };
}

/** An end that is not there. */
function unclosed(spot: Spot): Words {
  const { message, text, offset } = spot;
  const [, quote] = /closing (["'])/.exec(message) ?? [];
  if (quote !== undefined) return { what: `a text in quotes does not end`, mend: `end it with ${quote}` };
  const [, bracket] = /(?:end with|expected) an? ([\]}])/.exec(message) ?? [];
  if (bracket !== undefined)
    return {
      what: `a ${bracket === ']' ? 'list' : 'set of keys'} in brackets does not end`,
      mend: `end it with ${bracket}`,
    };
  if (message.includes('Missing ,'))
    return {
      what: `a comma is missing in front of ${shown(text.slice(offset).split(/[,\]}\n]/, 1)[0])}`,
      mend: 'write one between entries',
    };
  return noKey(spot);
}

const lineAt = (text: string, offset: number): string =>
  text.slice(text.lastIndexOf('\n', offset - 1) + 1).split('\n', 1)[0];

const WORDS: Readonly<Partial<Record<ErrorCode, (spot: Spot) => Words>>> = {
  TAB_AS_INDENT: () => ({ what: 'a tab as indentation', mend: 'indent with blanks' }),
  MULTILINE_IMPLICIT_KEY: noKey,
  MISSING_CHAR: unclosed,
  BLOCK_AS_IMPLICIT_KEY: keyInValue,
  BAD_INDENT: (spot) =>
    /end with|expected/.test(spot.message)
      ? unclosed(spot)
      : {
          what: `${shown(spot.line)} is indented otherwise than its neighbours`,
          mend: 'indent all entries of a list, and all keys of a level, alike',
        },
  DUPLICATE_KEY({ text, offset }) {
    const [, key = ''] = /^["']?([^:\s"']+)/.exec(text.slice(offset)) ?? [];
    return { what: `key '${key}' stands twice`, mend: 'keep one of the two' };
  },
  BAD_SCALAR_START: ({ text, offset }) => ({
    what: `a text cannot begin with ${text[offset]}`,
    mend: 'put it in quotes',
  }),
  BAD_ALIAS: ({ text, offset }) => openAlias(text.slice(offset).split(/[\s,\]}]/, 1)[0]),
  BAD_DQ_ESCAPE: () => ({ what: 'an escape that YAML does not know', mend: 'use \' in place of ", or \\\\' }),
  BLOCK_IN_FLOW: () => ({
    what: 'lines of their own within brackets',
    mend: 'write the whole list in brackets, or each entry on a line of its own',
  }),
  MULTIPLE_DOCS: () => ({ what: 'a second document begins here', mend: 'keep one, without ---' }),
  RESOURCE_EXHAUSTION: () => ({ what: 'nested too deeply', mend: 'write it flat' }),
  UNEXPECTED_TOKEN: ({ text, offset }) => ({
    what: `${shown(text.slice(offset).split('\n', 1)[0])} is not expected here`,
    mend: LOOK,
  }),
};

/** One problem of each line: the parser goes on, and complains of what follows from the first. */
export function parseProblems(
  errors: readonly YAMLParseError[],
  text: string,
  lines: LineCounter,
): (Problem & { readonly offset: number })[] {
  const byLine = new Map<number, YAMLParseError>();
  for (const error of errors) {
    const { line } = lines.linePos(error.pos[0]);
    const before = byLine.get(line);
    // What was not expected is told better by what is missing.
    if (before === undefined || (before.code === 'UNEXPECTED_TOKEN' && error.code === 'MISSING_CHAR'))
      byLine.set(line, error);
  }
  return [...byLine.values()].map(({ code, message, pos: [offset] }) => {
    const spot = { text, offset, line: lineAt(text, offset), message };
    const words = WORDS[code]?.(spot) ?? { what: `${shown(spot.line)} is no YAML`, mend: LOOK };
    return { ...words, offset };
  });
}
