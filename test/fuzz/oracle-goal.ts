/** GOAL text → operations, in the few lines that the format needs (model.md, "Schedule"). Shares no code with the library. */
import type { Program } from '../properties/schedules.js';

type Op = Program[number][number];

const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const TOKEN = /-?[A-Za-z0-9_.]+|\S/g;

class Unreadable extends Error {}

/** Operations by rank, or null where the text is not GOAL. */
export function readGoalText(text: string): Program | null {
  try {
    return program(text.replace(COMMENT, ' ').match(TOKEN) ?? []);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function program(tokens: readonly string[]): Program {
  let at = 0;
  const next = (): string => tokens[at++] ?? '';
  const expect = (word: string): void => {
    if (next() !== word) throw new Unreadable();
  };
  const number = (text: string): number => {
    if (!/^(-1|\d+(\.\d+)?)$/.test(text)) throw new Unreadable();
    return Number(text);
  };
  expect('num_ranks');
  const ranks: Op[][] = Array.from({ length: number(next()) }, () => []);
  const blocks = new Set<number>();
  while (at < tokens.length) {
    expect('rank');
    const rank = number(next());
    const ops = ranks[rank] ?? [];
    blocks.add(rank);
    expect('{');
    const places = new Map<string, number>();
    const waits: { after: string; before: string; immediate: boolean }[] = [];
    while (tokens[at] !== '}') {
      const label = next();
      const sign = next();
      if (sign === ':') {
        places.set(label, ops.length);
        ops.push(operation());
      } else if (sign === 'requires' || sign === 'irequires') {
        waits.push({ after: label, before: next(), immediate: sign === 'irequires' });
      } else throw new Unreadable();
    }
    expect('}');
    for (const { after, before, immediate } of waits) {
      const [op, first] = [places.get(after), places.get(before)];
      if (op === undefined || first === undefined) throw new Unreadable();
      ops[op] = { ...ops[op], after: [...ops[op].after, { op: first, immediate }] };
    }
  }
  // A rank without a block is one that was cut off.
  if (blocks.size < ranks.length) throw new Unreadable();
  return ranks;

  function operation(): Op {
    const kind = next();
    if (kind === 'calc') return { kind, value: number(next()), peer: 0, tag: extras(), after: [] };
    if (kind !== 'send' && kind !== 'recv') throw new Unreadable();
    const bytes = next();
    if (!bytes.endsWith('b')) throw new Unreadable();
    expect(kind === 'send' ? 'to' : 'from');
    return { kind, value: number(bytes.slice(0, -1)), peer: number(next()), tag: extras(), after: [] };
  }

  /** The tag among what may stand behind an operation: tag, cpu and nic, each with a number. */
  function extras(): number {
    let tag = 0;
    while (
      /^(tag|cpu|nic)$/.test(tokens[at] ?? '') &&
      tokens[at + 1] !== ':' &&
      !/quires$/.test(tokens[at + 1] ?? '')
    ) {
      const isTag = next() === 'tag';
      const value = number(next());
      if (isTag) tag = value;
    }
    return tag;
  }
}
