/** Wrong keys and values in machine, platform and study files: where, what is wrong, how to mend it; nothing in the words of a library. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../src/errors.js';
import { readMachineFile } from '../src/machine/machine-file.js';
import { readPlatform } from '../src/platform/platform-file.js';
import { readStudy } from '../src/study/study-schema.js';

/** Of the libraries that parse and check. */
const FOREIGN =
  /implicit|nested mapping|scalar|flow|collection|indicator|invalid input|expected (string|number|array|object)|parseAllDocuments|anchor|directive|too small/i;

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    if (error instanceof InputError) return error.message;
  }
  throw new Error('it was read');
}

const MACHINE = 'latency: 3us\noverhead: 5us\ngap_per_byte: 0.018ns/B\n';
const PLATFORM = `name: p
overhead_ns: 500
channels:
  near: { latency_ns: 300, gap_ns_per_byte: 0.1 }
levels:
  - { name: core, count: 2, channel: near }
`;
const STUDY = 'inputs: [a]\nquestions: [path]\n';

describe.each([
  ['machine', (text: string) => readMachineFile(text, 'f.yaml')],
  ['platform', (text: string) => readPlatform(text, 'f.yaml')],
  ['study', (text: string) => readStudy('f.yaml', text)],
] as const)('a %s file', (_, read) => {
  it('that is none is told so', () => {
    const write = 'write keys with values, such as name: value';
    expect(messageOf(() => read(''))).toBe(`f.yaml:1:1: nothing stands in it: ${write}`);
    expect(messageOf(() => read('# nothing yet\n'))).toBe(`f.yaml:1:1: nothing stands in it: ${write}`);
    expect(messageOf(() => read('- a\n'))).toBe(`f.yaml:1:1: it is a list: ${write}`);
    expect(messageOf(() => read('hello\n'))).toBe(`f.yaml:1:1: it is a text: ${write}`);
  });
});

describe('a key or a value', () => {
  it.each([
    [
      'an unknown key with a near name',
      () => readMachineFile(`${MACHINE}rendezvou: 64KiB\n`, 'f.yaml'),
      "f.yaml:4:1: unknown key 'rendezvou': did you mean rendezvous? Known keys are name, source, latency,",
    ],
    [
      'one within',
      () => readPlatform(PLATFORM.replace('count', 'cuont'), 'f.yaml'),
      "f.yaml:6:19: unknown key 'levels[0].cuont': did you mean count? Known keys are name, count, channel",
    ],
    [
      'a key of a study',
      () => readStudy('f.yaml', STUDY.replace('questions', 'question')),
      "f.yaml:2:1: unknown key 'question': did you mean questions?",
    ],
    [
      'a key without a value',
      () => readMachineFile(MACHINE.replace('3us', ''), 'f.yaml'),
      "f.yaml:1:10: key 'latency' has no value: write a text or a number",
    ],
    [
      'a list for a value',
      () => readMachineFile(MACHINE.replace('3us', '[3us]'), 'f.yaml'),
      "f.yaml:1:10: bad value of 'latency': write a text or a number, not a list",
    ],
    [
      'a missing unit',
      () => readMachineFile(MACHINE.replace('3us', '3'), 'f.yaml'),
      "f.yaml:1:10: latency '3' has no unit: did you mean 3us?",
    ],
    [
      'a unit too much',
      () => readPlatform(PLATFORM.replace('500', '500ns'), 'f.yaml'),
      "f.yaml:2:14: bad value of 'overhead_ns': write a number, without quotes and unit, not a text",
    ],
    [
      'a number for a text',
      () => readPlatform(PLATFORM.replace('name: p', 'name: 7'), 'f.yaml'),
      "f.yaml:1:7: bad value of 'name': write a text in quotes, not a number",
    ],
    [
      'a number that is too small',
      () => readPlatform(PLATFORM.replace('count: 2', 'count: 0'), 'f.yaml'),
      "f.yaml:6:26: bad value of 'levels[0].count': write a number above 0",
    ],
    [
      'a word of others',
      () => readMachineFile(`${MACHINE}cpu: seriel\n`, 'f.yaml'),
      "f.yaml:4:6: bad value of 'cpu': write one of them: did you mean serial? There are free,",
    ],
    [
      'a text for a list',
      () => readStudy('f.yaml', STUDY.replace('[a]', 'a')),
      "f.yaml:1:9: bad value of 'inputs': write a list: [a, b], or entries on lines of their own behind '- ', not a text",
    ],
    [
      'a dash without a blank',
      () => readStudy('f.yaml', 'inputs:\n  -a\n  -b\nquestions: [path]\n'),
      "f.yaml:2:3: bad value of 'inputs': write a list: [a, b], or entries on lines of their own behind '- '",
    ],
    [
      'an empty list',
      () => readStudy('f.yaml', STUDY.replace('[a]', '[]')),
      "f.yaml:1:9: bad value of 'inputs': write one entry at least",
    ],
    [
      'a key twice in JSON',
      () => readStudy('f.yaml', '{"inputs": ["a"], "questions": ["path"], "inputs": ["b"]}'),
      "f.yaml:1:42: key 'inputs' stands twice: keep one of the two",
    ],
    [
      'a comma that is missing',
      () => readStudy('f.yaml', '{"inputs": ["a"] "questions": ["path"]}'),
      'f.yaml:1:18: no comma in front of it: put commas between',
    ],
    [
      'aliases that grow without bound',
      () =>
        readStudy(
          'f.yaml',
          `a: &a [x, x, x, x, x, x, x, x, x]\n${['b', 'c', 'd', 'e']
            .map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcd'[i]}`).join(', ')}]`)
            .join('\n')}\n`,
        ),
      'f.yaml: aliases unfold to too much: write it out',
    ],
  ])('%s', (_, read, message) => {
    const said = messageOf(read);
    expect(said).toContain(message);
    expect(said).not.toMatch(FOREIGN);
  });
});
