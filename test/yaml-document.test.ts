import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { InputError } from '../src/errors.js';
import { readMachineFile } from '../src/machine/machine-file.js';
import { readPlatform } from '../src/platform/platform-file.js';
import { readStudy } from '../src/study/study-schema.js';
import { readYaml, strictKeys } from '../src/yaml-document.js';

const anything = z.record(z.string(), z.unknown());

const schema = strictKeys({
  name: z.union([z.string(), z.number()]).optional(),
  list: z.array(z.string()).min(1).optional(),
  least: z.number().nonnegative().max(5).optional(),
  whole: z.int().positive().optional(),
  word: z.enum(['ordered', 'serial']).optional(),
  keys: z.record(z.string(), z.number()).optional(),
});

/** Words of the libraries that parse and check. */
const FOREIGN =
  /implicit|nested mapping|scalar|flow|collection|indicator|invalid input|expected (string|number|array|object)|parseAllDocuments|anchor|directive|too small/i;

/** What is said where something is read, a line for each problem. */
function complaints(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    expect(error.message).not.toMatch(FOREIGN);
    return error.message.split('\n');
  }
  return [];
}

const said = <T>(text: string, of: z.ZodType<T>): string[] => complaints(() => readYaml(text, 'm.yaml', of));

const SAME_COLUMN = 'Start the keys and dashes of one level in the same column';
const KEY_AND_VALUE = "Write 'key: value', with a space after the colon";

describe('a text that is no YAML', () => {
  it.each([
    // Places by hand: the line and column of what must change.
    [
      'a key below a value',
      'latency: 3us\n  overhead: 5us\n',
      `2:3: indented differently from the line above. ${SAME_COLUMN}`,
    ],
    [
      'a key above its level',
      'channels:\n  net: 1\n levels: 3\n',
      `3:1: the indentation does not match the block. ${SAME_COLUMN}`,
    ],
    [
      'a dash above its list',
      'a:\n  - x\n - y\n',
      `3:1: indented differently from the line above. ${SAME_COLUMN}`,
    ],
    [
      'a colon without a blank',
      'a: 1\nlatency:3us\nb: 2\n',
      `2:1: this line is not a key with a value. ${KEY_AND_VALUE}`,
    ],
    [
      'a key that is a list',
      'keys: { [a]: 1 }\n',
      '1:9: this key is not text. Write a name instead of a list or an object',
    ],
    ['a last word without a colon', 'a: 1\nlatency\n', `2:1: a key without ':'. ${KEY_AND_VALUE}`],
    ['an open brace', 'a: 1\nb: { x: 1\nc: 2\n', "2:4: this '{' is not closed. Add the closing '}'"],
    ['an open bracket', 'a: [x, y\nb: [z]\n', "1:4: this '[' is not closed. Add the closing ']'"],
    ['JSON that was cut', '{"a": 1, "b": [1,2\n', "1:15: this '[' is not closed. Add the closing ']'"],
    [
      'a brace too many',
      'a: { b: 1 } }\n',
      "1:13: '}' closes nothing. Remove it, or add the opening bracket",
    ],
    [
      'no comma',
      'a: { b: 1 c: 2 }\n',
      '1:9: missing comma before this entry. Separate entries within { } and [ ] by commas',
    ],
    ['two commas', '{"a": 1,, "b": 2}\n', '1:9: a comma without an entry before it. Remove it'],
    ['an open quote', 'a: 1\nb: "x\nc: 2\n', '2:4: this " is not closed. Add " at the end of the text'],
    [
      'a sign that begins nothing',
      'a: @x\n',
      "1:4: text without quotes cannot begin with '@'. Put it in quotes",
    ],
    [
      'a pattern without quotes',
      'inputs:\n  - *.goal\n',
      "2:5: '*.goal' begins with '*', which needs quotes in YAML. Put it in quotes",
    ],
    ['two colons', 'a: b: c\n', "1:4: a second ': ' in one value. Put text that contains it in quotes"],
    ['a tab', 'a:\n\tb: 1\n', '2:1: tab in the indentation. Indent with spaces'],
    ['a key twice', 'a: 1\n"a": 2\n', "2:1: key 'a' is given twice. Keep one of the two"],
    ['two documents', 'a: 1\n---\nb: 2\n', "2:1: '---' begins a second document. Keep one per file"],
  ])('%s: place, what is wrong, and how to mend it', (_, text, message) => {
    expect(said(text, anything)).toEqual([`m.yaml:${message}`]);
  });

  it('has one complaint a line, for the others of a line follow from the first', () => {
    expect(said('a: @x\nb: 1\nc: %y\n', anything)).toEqual([
      "m.yaml:1:4: text without quotes cannot begin with '@'. Put it in quotes",
      "m.yaml:3:4: text without quotes cannot begin with '%'. Put it in quotes",
    ]);
  });

  it('is told by its first ten faults, and bytes that are no text are not told as YAML', () => {
    const lines = Array.from({ length: 20 }, (_, i) => `k${i}: @x\n`);
    expect(said(lines.join(''), anything)).toHaveLength(10);
    expect(said('\x7fELF\0\0', anything)).toEqual(['m.yaml: this is not a text file. Check the path']);
  });

  it('is none where an alias stands for something, or a star within a text', () => {
    expect(said('a: &x 1\nb: *x\nc: traces/*\n', anything)).toEqual([]);
  });
});

describe('a value that the schema refuses', () => {
  it.each([
    ['name: [a]', "1:7: bad value of 'name'. Write a text or a number, not a list"],
    ['name:', "1:6: key 'name' has no value. Write a text or a number"],
    [
      'list: x',
      "1:7: bad value of 'list'. Write a list ([a, b], or entries on separate lines after '- '), not a text",
    ],
    ['list: []', "1:7: bad value of 'list'. Write at least one entry"],
    ['least: -1', "1:8: bad value of 'least'. Write a number from 0"],
    ['least: 9', "1:8: bad value of 'least'. Write at most 5"],
    ['whole: 0', "1:8: bad value of 'whole'. Write a number above 0"],
    ['whole: 1.5', "1:8: bad value of 'whole'. Write a whole number"],
    ['word: orderd', "1:7: bad value of 'word'. Write one of ordered, serial (did you mean ordered?)"],
    [
      'keys: 3',
      "1:7: bad value of 'keys'. Write keys with values ({name: value}, or each on a separate line), not a number",
    ],
    ['keys: { x: a }', "1:12: bad value of 'keys.x'. Write a number, without quotes and unit, not a text"],
    [
      'lst: [a]',
      "1:1: unknown key 'lst'. Did you mean list? Known keys are name, list, least, whole, word, keys",
    ],
    ['xyzzy: 1', "1:1: unknown key 'xyzzy'. Known keys are name, list, least, whole, word, keys"],
    ['', '1:1: the file is empty. Write keys with values, such as name: value'],
    ['- a', '1:1: the file contains a list. Write keys with values, such as name: value'],
  ])('%s', (text, message) => {
    expect(said(text, schema)).toEqual([`m.yaml:${message}`]);
  });
});

const MACHINE = 'latency: 3us\noverhead: 5us\ngap_per_byte: 0.018ns/B\n';
const PLATFORM = `name: p
overhead_ns: 500
channels:
  near: { latency_ns: 300, gap_ns_per_byte: 0.1 }
levels:
  - { name: core, count: 2, channel: near }
`;
const STUDY = 'inputs: [a]\nquestions: [path]\n';

const FILES = {
  machine: (text: string) => readMachineFile(text, 'f.yaml'),
  platform: (text: string) => readPlatform(text, 'f.yaml'),
  study: (text: string) => readStudy('f.yaml', text),
} as const;

/** Where the aliases of each line stand for nine of those before. */
const GROWING = `a: &a [x, x, x, x, x, x, x, x, x]\n${['b', 'c', 'd', 'e']
  .map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcd'[i]}`).join(', ')}]`)
  .join('\n')}\n`;

describe('a file of a machine, a platform or a study', () => {
  it.each<[keyof typeof FILES, string, string]>([
    ['machine', '# nothing yet\n', '1:1: the file is empty. Write keys with values, such as name: value'],
    ['platform', '- a\n', '1:1: the file contains a list. Write keys with values, such as name: value'],
    ['study', 'hello\n', '1:1: the file contains a text. Write keys with values, such as name: value'],
    [
      'machine',
      `${MACHINE}rendezvou: 64KiB\n`,
      "4:1: unknown key 'rendezvou'. Did you mean rendezvous? Known keys are name, source, latency,",
    ],
    [
      'platform',
      PLATFORM.replace('count', 'cuont'),
      "6:19: unknown key 'levels[0].cuont'. Did you mean count? Known keys are name, count, channel",
    ],
    ['study', STUDY.replace('questions', 'question'), "2:1: unknown key 'question'. Did you mean questions?"],
    ['machine', MACHINE.replace('3us', '3'), "1:10: latency '3' has no unit. Did you mean 3us?"],
    [
      'platform',
      PLATFORM.replace('500', '500ns'),
      "2:14: bad value of 'overhead_ns'. Write a number, without quotes and unit, not a text",
    ],
    [
      'platform',
      PLATFORM.replace('name: p', 'name: 7'),
      "1:7: bad value of 'name'. Write a text in quotes, not a number",
    ],
    [
      'study',
      'inputs:\n  -a\n  -b\nquestions: [path]\n',
      "2:3: bad value of 'inputs'. Write a list ([a, b], or entries on separate lines after '- ')",
    ],
    [
      'study',
      '{"inputs": ["a"], "questions": ["path"], "inputs": ["b"]}',
      "1:42: key 'inputs' is given twice. Keep one of the two",
    ],
  ])('of a %s is refused: %j', (kind, text, message) => {
    expect(complaints(() => FILES[kind](text)).join('\n')).toContain(`f.yaml:${message}`);
  });

  it('whose aliases grow without bound is refused', () => {
    expect(complaints(() => FILES.study(GROWING))[0]).toBe(
      'f.yaml: the aliases expand to too much text. Write the values out',
    );
  });
});
