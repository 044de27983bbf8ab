/** What is wrong with the syntax of a YAML (and so JSON) text, in words of who wrote it rather than of the grammar. */
import { type Document, isAlias, isNode, visit, type YAMLError } from 'yaml';

/** One fault: where it begins in the text, what it is and how it is mended. */
export interface YamlFault {
  readonly offset: number;
  readonly what: string;
  readonly mend?: string;
}

const SAME_COLUMN = 'begin keys, and dashes, of one level in the same column';
const KEY_AND_VALUE = "write 'key: value', with a blank behind the colon";

const LOOK = 'check indentation, colons, commas, brackets and quotes there';
/** Letters of what is shown of a line. */
const SHOWN = 40;

/** A document as the library reads it, with what it was read from. */
interface Parsed {
  readonly text: string;
  readonly document: Document.Parsed;
}

/** More faults are not told at once. */
const MOST = 10;

/** The faults of a document that was parsed from `text`: the first of each line, whose others follow from it. */
export function yamlFaults(text: string, document: Document.Parsed): YamlFault[] {
  const { errors } = document;
  if (errors.length === 0) return aliases(document);
  const byLine = new Map<number, { readonly offset: number; readonly error: YAMLError }>();
  for (const error of errors) {
    const [offset] = error.pos;
    const line = text.lastIndexOf('\n', offset - 1);
    const before = byLine.get(line);
    if (before === undefined) byLine.set(line, { offset, error });
    // What was not expected is told better by what is missing there.
    else if (before.error.code === 'UNEXPECTED_TOKEN' && isMissingComma(error))
      byLine.set(line, { offset: before.offset, error });
    if (byLine.size === MOST) break;
  }
  return [...byLine.values()].map(({ offset, error }) =>
    isMissingComma(error) ? missingComma(offset) : faultOf(error, { text, document }),
  );
}

/** Texts that begin with '*', such as patterns of files, are aliases to YAML; those of nothing were meant as texts. */
function aliases(document: Document.Parsed): YamlFault[] {
  const found: YamlFault[] = [];
  visit(document, (_, node) => {
    if (!isAlias(node) || node.resolve(document) !== undefined) return;
    const what = `'*${node.source}' is no text: what begins with '*' is another name of a value in YAML`;
    found.push({ offset: node.range?.[0] ?? 0, what, mend: 'put quotes around it' });
  });
  return found;
}

function faultOf(error: YAMLError, parsed: Parsed): YamlFault {
  const offset = error.pos[0];
  const { text } = parsed;
  switch (error.code) {
    case 'BLOCK_AS_IMPLICIT_KEY':
      return unexpectedBlock(error, parsed);
    case 'MULTILINE_IMPLICIT_KEY':
      return { offset, what: 'this line is no key with a value', mend: KEY_AND_VALUE };
    case 'NON_STRING_KEY':
      return { offset, what: 'this key is no text', mend: 'write a name in place of a list or an object' };
    case 'BAD_INDENT':
      return (
        unclosed(error, parsed) ?? {
          offset,
          what: 'indented otherwise than what it belongs to',
          mend: SAME_COLUMN,
        }
      );
    case 'BLOCK_IN_FLOW':
      return missingComma(offset);
    case 'MISSING_CHAR':
      return missing(error, parsed);
    case 'UNEXPECTED_TOKEN':
      return unexpected(error, parsed);
    case 'BAD_SCALAR_START': {
      const what = `a text cannot begin with '${text[offset] ?? ''}'`;
      return { offset, what, mend: 'put quotes around it' };
    }
    case 'TAB_AS_INDENT':
      return { offset, what: 'a tab as indentation', mend: 'indent by blanks' };
    case 'DUPLICATE_KEY':
      return { offset, what: `key '${keyAt(text, offset)}' stands twice`, mend: 'keep one of the two' };
    case 'BAD_DQ_ESCAPE':
      return {
        offset,
        what: 'a \\ in double quotes that means nothing',
        mend: 'write \\\\, or use \' in place of "',
      };
    case 'RESOURCE_EXHAUSTION':
      return { offset, what: 'nested too deeply', mend: 'write it flat' };
    case 'MULTIPLE_DOCS':
      return { offset, what: "a second document begins: '---'", mend: 'keep one in a file' };
    default:
      return unknown(offset, text);
  }
}

/** What is there, where the library has words of its grammar alone. */
function unknown(offset: number, text: string): YamlFault {
  const [rest] = text.slice(offset).split('\n', 1);
  const shown = rest.trim().slice(0, SHOWN);
  return { offset, what: `'${shown}' is not expected here`, mend: LOOK };
}

/** A map or list where none can be: within a line, or indented below a value. */
function unexpectedBlock(error: YAMLError, { text, document }: Parsed): YamlFault {
  const offset = error.pos[0];
  const below = document.errors.some(
    ({ code, pos }) => code === 'MULTILINE_IMPLICIT_KEY' && pos[0] >= offset,
  );
  if (!below)
    return { offset, what: "a second ': ' in one value", mend: 'put quotes around a text that has it' };
  const list = text.startsWith('-', offset);
  const next = list ? offset : nextLine(text, offset);
  return { offset: next, what: 'indented otherwise than the line above', mend: SAME_COLUMN };
}

/** Where the text of the line behind `offset` begins. */
function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  const blanks = /\S/.exec(text.slice(end + 1));
  return end < 0 || blanks === null ? offset : end + 1 + blanks.index;
}

/** A bracket that nothing closes, by the one that the library waits for; null where the fault is another. */
function unclosed(error: YAMLError, parsed: Parsed): YamlFault | null {
  const closing = /end with a ([\]}])/.exec(error.message)?.[1];
  if (closing === undefined) return null;
  const opening = closing === '}' ? '{' : '[';
  const offset = lastOpened(opening, error.pos[0], parsed);
  return { offset, what: `this '${opening}' is not closed`, mend: `write '${closing}' where it ends` };
}

/** Where the last value begins that `mark` opens and that goes on to `end`; `end` where there is none. */
function lastOpened(mark: string, end: number, { text, document }: Parsed): number {
  let found = end;
  visit(document, (_, node) => {
    if (!isNode(node) || !node.range) return;
    const [begin, close] = node.range;
    if (text.startsWith(mark, begin) && begin < end && close >= end) found = begin;
  });
  return found;
}

const isMissingComma = ({ code, message }: YAMLError): boolean =>
  code === 'MISSING_CHAR' && /^Missing , /.test(message);

const missingComma = (offset: number): YamlFault => ({
  offset,
  what: 'no comma in front of it',
  mend: 'put commas between what stands within { } and [ ]',
});

function missing(error: YAMLError, parsed: Parsed): YamlFault {
  const offset = error.pos[0];
  const quote = /^Missing closing (["'])/.exec(error.message)?.[1];
  if (quote !== undefined) {
    const what = `this ${quote} is not closed`;
    return { offset: lastOpened(quote, offset, parsed), what, mend: 'write another where the text ends' };
  }
  if (/^Implicit map keys/.test(error.message))
    return { offset, what: "a key without ':'", mend: KEY_AND_VALUE };
  return unclosed(error, parsed) ?? unknown(offset, parsed.text);
}

function unexpected(error: YAMLError, { text }: Parsed): YamlFault {
  const offset = error.pos[0];
  const closing = /token in YAML stream: "([\]}])/.exec(error.message)?.[1];
  if (closing !== undefined)
    return {
      offset,
      what: `a '${closing}' that closes nothing`,
      mend: 'leave it out, or open what it closes',
    };
  if (/^Unexpected , /.test(error.message))
    return { offset, what: 'a comma with nothing in front of it', mend: 'leave it out' };
  return unknown(offset, text);
}

/** The key that begins at `offset`, without its quotes. */
function keyAt(text: string, offset: number): string {
  const found = /^(?:"([^"]*)"|'([^']*)'|([^:\s]+))/.exec(text.slice(offset, offset + 200));
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
}
