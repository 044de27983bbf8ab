/** Every way to get a GOAL file wrong: place, what, how to mend. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { parseGoal } from '../../../src/sources/goal/read-goal.js';

/** What reading `text` complains about, one line a problem. */
function complaints(text: string | Uint8Array): string[] {
  try {
    parseGoal(text, { source: 'x.goal' });
  } catch (error) {
    if (error instanceof InputError) return error.message.split('\n');
    throw error;
  }
  return [];
}

/** The body of rank 0 of two, from line 3 on. */
const inRank = (body: string): string[] => complaints(`num_ranks 2\nrank 0 {\n${body}\n}\nrank 1 {\n}\n`);

describe('a syntax error', () => {
  it.each([
    ['l1: clac 5', "x.goal:3:5: unknown operation 'clac'. Write calc, send or recv"],
    ['l1: calc', "x.goal:4:1: expected duration, found '}'. Write a whole number"],
    ['l1: calc five', "x.goal:3:10: expected duration, found 'five'. Write a whole number"],
    ['l1: calc -5', "x.goal:3:10: duration '-5' is negative. Write a number from 0"],
    ['l1: calc 1.', "x.goal:3:10: duration '1.' is not whole. Write a whole number"],
    ['l1: send 1.5b to 1', "x.goal:3:10: size '1.5b' is not whole. Write a whole number"],
    ['l1: calc 5ns', "x.goal:3:11: unexpected 'ns' after a duration. Write 'calc 5' (nanoseconds)"],
    ['l1: send 8 to 1', "x.goal:3:11: a size ends with 'b', found 'to'. Write 8b"],
    ['l1: send 8bytes to 1', "x.goal:3:11: a size ends with 'b', found 'bytes'. Write 8b"],
    ['l1: send -8b to 1', "x.goal:3:10: size '-8b' is negative. Write a whole number from 0"],
    ['l1: send 8b from 1', "x.goal:3:13: expected 'to', found 'from'. Write 'to RANK'"],
    ['l1: recv 8b to 1', "x.goal:3:13: expected 'from', found 'to'. Write 'from RANK'"],
    [
      'l1: send 8b to 2',
      'x.goal:3:16: rank 2 does not exist; the file has ranks 0 to 1. Change the rank, or num_ranks',
    ],
    [
      'l1: recv 8b from 7',
      'x.goal:3:18: rank 7 does not exist; the file has ranks 0 to 1. Change the rank, or num_ranks',
    ],
    ['l1: send 8b to -1', "x.goal:3:16: rank '-1' is negative. Write a whole number from 0"],
    ['l1: recv 8b from -2', "x.goal:3:18: rank '-2' is negative. Write a whole number from 0"],
    ['l1: send 8b to 1 tag -1', "x.goal:3:22: tag '-1' is negative. Write a whole number from 0"],
    ['l1: send 8b to 1 tag', "x.goal:4:1: expected tag, found '}'. Write a whole number"],
    [
      'l1: send 8b to 1 tag 9007199254740993',
      "x.goal:3:22: tag '9007199254740993' exceeds 2^53. Write a smaller number",
    ],
    [
      'l1: calc 99999999999999999999',
      "x.goal:3:10: duration '99999999999999999999' exceeds 2^53. Write a smaller number",
    ],
    ['l1: calc 5 cpu 65536', 'x.goal:3:16: cpu 65536 is out of range. Write 0 to 65535'],
    ['l1: calc 5 nic 70000', 'x.goal:3:16: nic 70000 is out of range. Write 0 to 65535'],
    ['l1: send 8b to 1tag 3', "x.goal:3:16: rank '1tag' is not a number. Write '1' followed by a space"],
    ['l1: recv 8b from -1tag 3', "x.goal:3:18: rank '-1tag' is not a number. Write '-1' followed by a space"],
    [
      'l1: send 8b to 1 tag 3l2: calc 5',
      "x.goal:3:22: tag '3l2:' is not a number. Write '3' followed by a space",
    ],
    ['l1: calc 5 cpu 1nic 2', "x.goal:3:16: cpu '1nic' is not a number. Write '1' followed by a space"],
    ['l1: calc 5 tag 3', "x.goal:3:16: expected ':' or 'requires', found '3'. Write"],
    ['1: calc 5', "x.goal:3:1: expected a label, found '1:'. Begin a label with a letter, as in 'l1'"],
    [': calc 5', "x.goal:3:1: expected a label, found ':'"],
    ['l1 calc 5', "x.goal:3:4: expected ':' or 'requires', found 'calc'. Write 'label: calc|send|recv …'"],
    ['l1: calc 5\nl1 requires 7', "x.goal:4:13: expected a label, found '7'"],
    ['l1: calc 5\nl1 needs l1', "x.goal:4:4: expected ':' or 'requires', found 'needs'"],
    [
      'l1: calc 5\nl1: calc 6',
      'x.goal:4:1: label l1 is defined twice in rank 0. Give each operation its own label',
    ],
    ['a: calc 5\nb: calc 1 a: calc 6', 'x.goal:4:11: label a is defined twice in rank 0'],
    [
      'l1: calc 5\nl1 requires l9\nl2: calc 1',
      'x.goal:4:1: label l9 is not defined in rank 0. Define l9 or remove the dependency',
    ],
    ['l1: calc 5\nwait irequires l1', 'x.goal:4:1: label wait is not defined in rank 0'],
    ['l1: calc 5 }', "x.goal:4:1: expected 'rank', found '}'. Write 'rank R {'"],
  ])('in %j is found', (body, message) => {
    const found = inRank(body);
    expect(found[0]).toContain(message);
    expect(found).toHaveLength(1);
  });

  it.each([
    ['num_ranks 0\nrank 0 {\n}\n', 'x.goal:1:11: num_ranks 0 is out of range. Write 1 to 67108864'],
    ['num_ranks 99999999999\n', 'x.goal:1:11: num_ranks 99999999999 is out of range'],
    ['num_ranks -4\n', "x.goal:1:11: number of ranks '-4' is negative"],
    ['num_ranks\nrank 0 {\n}\n', "x.goal:2:1: expected number of ranks, found 'rank'"],
    [
      'num_ranks 2rank 0 {\n}\n',
      "x.goal:1:11: number of ranks '2rank' is not a number. Write '2' followed by a space",
    ],
    ['num_ranks', 'x.goal:1:10: expected number of ranks, found the end of the file'],
    ['num_ranks 1\nrang 0 {\n}\n', "x.goal:2:1: expected 'rank', found 'rang'. Write 'rank R {'"],
    ['num_ranks 1\nrank 0\n', "x.goal:3:1: expected '{', found the end of the file. Write 'rank R {'"],
    ['num_ranks 1\nrank x {\n}\n', "x.goal:2:6: expected rank, found 'x'. Write a whole number"],
  ])('of the frame in %j is found', (text, message) => {
    expect(complaints(text)[0]).toContain(message);
  });

  it.each([
    [
      'num_ranks 2\nrank 5 {\nl1: calc 1\nl2: calc 2\n}\nrank 0 {\nl1: calc 1\n}\n',
      'x.goal:2:6: rank 5 does not exist; the file has ranks 0 to 1. Change the rank, or num_ranks',
    ],
    [
      'num_ranks 2\nrank 0 {\n}\nrank 0 { l1: calc 1\nl2: calc 2 }\nrank 1 {\n}\n',
      'x.goal:4:6: rank 0 is defined twice. Merge its two blocks',
    ],
  ])('of a rank does not make its whole block a mistake: %j', (text, message) => {
    expect(complaints(text)).toEqual([message]);
  });
});

describe('a file that is something else', () => {
  it.each([
    ['', 'x.goal:1:1: the input is empty'],
    [' \n\t\r\n', 'x.goal:1:1: the input is empty'],
    ['// only a comment\n/* and another */', 'x.goal:1:1: the input ends before its first statement'],
    ['{"json": true}', 'x.goal:1:1: this is not a GOAL schedule; it begins with \'{"json":\''],
    ['rank 0 {\n}\n', "x.goal:1:1: this is not a GOAL schedule; it begins with 'rank'"],
    ['num_rankss 4\n', "x.goal:1:1: this is not a GOAL schedule; it begins with 'num_rankss'"],
  ])('is named: %j', (text, message) => {
    expect(complaints(text)).toEqual([`${message}. Begin a GOAL file with 'num_ranks N'`]);
  });
});

describe('a truncated file', () => {
  it('is told by the rank that stays open', () => {
    expect(complaints('num_ranks 2\nrank 0 {\n}\nrank 1 {\nl1: calc 5\n')).toEqual([
      "x.goal:6:1: the file ends within rank 1, which begins in line 4. Complete the file, or add the missing '}'",
    ]);
  });

  it('is told also where a statement is cut', () => {
    const found = complaints('num_ranks 1\nrank 0 {\nl1: send 8b t');
    expect(found[0]).toContain("x.goal:3:13: expected 'to', found 't'");
    expect(found[1]).toContain('the file ends within rank 0');
    expect(found).toHaveLength(2);
  });

  it.each([
    ['num_ranks 1\nrank 0 {\nl1: calc 5\n/* never\nclosed\n}\n', 'x.goal:4:1: a comment is not closed'],
    ['/* never closed\nnum_ranks 1\n', 'x.goal:1:1: a comment is not closed'],
    ['num_ranks 1\nrank 0 {\nl1: calc 5 /* never\n}\n', 'x.goal:3:12: a comment is not closed'],
    ['num_ranks 1\nrank 0 {\nl1: /* never\ncalc 5\n}\n', 'x.goal:3:5: a comment is not closed'],
  ])('is told by a comment that stays open: %j', (text, message) => {
    expect(complaints(text)).toEqual([`${message}. Close it with '*/'`]);
  });
});

describe('several problems', () => {
  it('are listed together, each in its place', () => {
    expect(
      inRank('l1: clac 5\nl2: calc 5\nl3: send 8 to 1\n\n\nl2 requires l4').map((line) => line.slice(0, 11)),
    ).toEqual(['x.goal:3:5:', 'x.goal:5:11', 'x.goal:8:1:']);
  });

  it('are listed up to ten', () => {
    expect(inRank('l1: oops\n'.repeat(9))).toHaveLength(9);
    expect(inRank('l1: oops\n'.repeat(50))).toHaveLength(10);
  });
});

describe('a file that is cut behind a block', () => {
  const blocks = (...ranks: number[]): string => ranks.map((rank) => `rank ${rank} {\n}\n`).join('');

  it.each([
    [4, blocks(0, 1, 2), 'x.goal:8:1: num_ranks is 4, but rank 3 has no block. '],
    [9, blocks(0, 1, 2), 'x.goal:8:1: num_ranks is 9, but ranks 3–8 have no block. '],
    [9, blocks(4, 0, 2), 'x.goal:8:1: num_ranks is 9, but ranks 1, 3, 5–8 have no block. '],
    [13, blocks(0, 2, 4, 6, 8, 10, 12), 'but ranks 1, 3, 5, 7, 9 … have no block. '],
    [2, '', 'x.goal:2:1: num_ranks is 2, but ranks 0–1 have no block. '],
  ])('of %s ranks names those that are missing', (ranks, text, wanted) => {
    const [complaint, ...more] = complaints(`num_ranks ${ranks}\n${text}`);
    expect(complaint).toContain(wanted);
    expect(complaint).toMatch(/Complete the file; a rank that does nothing is written as 'rank \d+ { }'$/);
    expect(more).toEqual([]);
  });
});

describe('a duration past 2^53', () => {
  it.each([
    '9007199254740993',
    '99999999999999999999.5',
    `${'1'.repeat(400)}`,
    `${'1'.repeat(400)}.5`,
    '9007199254740993.0',
  ])('%s is refused, whole or not', (text) => {
    expect(inRank(`l1: calc ${text}`)).toEqual([
      expect.stringMatching(/^x\.goal:3:10: duration .* exceeds 2\^53\. Write a smaller number$/),
    ]);
  });

  it('2^53 itself is not', () => {
    expect(inRank('l1: calc 9007199254740992')).toEqual([]);
    expect(inRank('l1: calc 9007199254740991.5')).toEqual([]);
  });
});
