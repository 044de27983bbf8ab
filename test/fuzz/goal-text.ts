/** GOAL text of a program, as generators write it or as a person might. */
import { type Program, programOf, type Shape } from '../properties/schedules.js';
import type { Random } from './random.js';

/** A program that must be accepted whatever the machine: small, so that an independent check costs little. */
export function smallProgram(random: Random): Program {
  const shape: Shape = {
    seed: random.below(2 ** 31),
    ranks: random.between(1, 6),
    operations: random.pick([1, 3, 8, 20, 60]),
    largestCalc: random.pick([0, 3, 50, 5_000]),
    largestMessage: random.pick([1, 8, 200]),
    messages: random.pick([0.1, 0.4, 0.9]),
    immediate: random.pick([0, 0.2, 0.6]),
    joins: random.pick([0, 0.3, 0.8]),
  };
  return programOf(shape);
}

/** Some receives take any source, or any tag. */
export function withWildcards(program: Program, random: Random): Program {
  return program.map((ops) =>
    ops.map((op) => {
      if (op.kind !== 'recv' || !random.chance(0.3)) return op;
      return random.chance(0.5) ? { ...op, peer: -1 } : { ...op, tag: -1 };
    }),
  );
}

/** One line a statement, labels l1, l2 … */
export function plainText(program: Program): string {
  return textOf(program, {
    gap: () => ' ',
    end: () => '\n',
    label: (op) => `l${op + 1}`,
    ranks: program.map((_, r) => r),
    resource: () => [],
  });
}

/** Any white space, comments, other labels, ranks in any order. */
export function untidyText(program: Program, random: Random): string {
  const gap = (): string => random.pick([' ', '  ', '\t', '\r\n', ' /* x */ ', ' // y\n', '\n\n']);
  const names = random.pick(['l', 'op_', 'calc', 'L', 'tag']);
  return textOf(program, {
    gap,
    end: gap,
    label: (op) => (op % 3 === 0 ? `l${op + 1}` : `${names}${op * 7 + 1}x`),
    ranks: random.shuffled(program.map((_, rank) => rank)),
    resource: () => (random.chance(0.1) ? [random.pick(['cpu', 'nic']), String(random.below(3))] : []),
  });
}

interface Style {
  readonly gap: () => string;
  readonly end: () => string;
  readonly label: (op: number) => string;
  readonly ranks: readonly number[];
  /** What stands behind some operations: the CPU and the card that they run on. */
  readonly resource: () => string[];
}

function textOf(program: Program, { gap, end, label, ranks, resource }: Style): string {
  const line = (...words: (string | number)[]): string =>
    words.map((word, i) => (i === 0 ? word : `${gap()}${word}`)).join('') + end();
  let text = line('num_ranks', program.length);
  for (const rank of ranks) {
    text += line('rank', rank, '{');
    program[rank].forEach(({ kind, value, peer, tag }, op) => {
      const extra = tag === 0 ? [] : ['tag', tag];
      if (kind === 'calc') text += line(`${label(op)}:`, kind, value, ...resource());
      else
        text += line(
          `${label(op)}:`,
          kind,
          `${value}b`,
          kind === 'send' ? 'to' : 'from',
          peer,
          ...extra,
          ...resource(),
        );
    });
    program[rank].forEach(({ after }, op) => {
      for (const one of after)
        text += line(label(op), one.immediate ? 'irequires' : 'requires', label(one.op));
    });
    text += line('}');
  }
  return text;
}
