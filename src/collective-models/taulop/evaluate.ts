/** A formula's value in µs, once its symbols, overheads and transfer times are known. */
import { ModelError } from '../../errors.js';
import type { Expr } from './expr.js';

/** What a formula's terms mean. Sizes in bytes, times in µs. */
export interface Meaning {
  readonly symbols: Readonly<Record<string, number>>;
  /** o(m) of a channel. */
  overheadUs(channel: string, bytes: number): number;
  /** L(m, τ) of a channel. */
  transferUs(channel: string, bytes: number, concurrency: number): number;
}

/** A meaning without overheads and transfers: for formulas of LogGP, which are symbols throughout. */
export function symbolsOnly(symbols: Readonly<Record<string, number>>): Meaning {
  const missing = (channel: string): never => {
    throw new ModelError({
      what: `no transfer times of channel '${channel}'`,
      mend: 'give a transfer table',
    });
  };
  return { symbols, overheadUs: missing, transferUs: missing };
}

/** Throws ModelError for a symbol without a value, or a sum whose count is not whole. */
export function evaluate(formula: Expr, meaning: Meaning): number {
  return valueIn(formula, meaning.symbols, 1, meaning);
}

type Symbols = Readonly<Record<string, number>>;

/** `together`: how many of this part run at once, by the ∥ around it. */
function valueIn(part: Expr, symbols: Symbols, together: number, meaning: Meaning): number {
  const of = (inner: Expr): number => valueIn(inner, symbols, together, meaning);
  switch (part.kind) {
    case 'number':
      return part.value;
    case 'symbol':
      return symbol(part.name, symbols);
    case 'add':
      return part.parts.reduce((sum, one) => sum + of(one), 0);
    case 'multiply':
      return part.parts.reduce((product, one) => product * of(one), 1);
    case 'max':
      return part.parts.reduce((most, one) => Math.max(most, of(one)), Number.NEGATIVE_INFINITY);
    case 'divide':
      return of(part.left) / of(part.right);
    case 'power':
      return of(part.left) ** of(part.right);
    case 'log2':
      return Math.log2(of(part.of));
    case 'ceilLog2':
      return Math.ceil(Math.log2(of(part.of)));
    case 'series':
      return sumOf(part, symbols, together, meaning);
    case 'overhead':
      return meaning.overheadUs(part.channel, of(part.bytes));
    case 'transfer':
      return meaning.transferUs(part.channel, of(part.bytes), together * of(part.concurrency));
    case 'concurrent':
      return valueIn(part.body, symbols, together * of(part.count), meaning);
  }
}

function symbol(name: string, symbols: Symbols): number {
  if (Object.hasOwn(symbols, name)) return symbols[name];
  throw new ModelError({ what: `the formula's symbol '${name}' has no value`, mend: 'give it one' });
}

function sumOf(
  part: Extract<Expr, { kind: 'series' }>,
  symbols: Symbols,
  together: number,
  meaning: Meaning,
): number {
  const count = valueIn(part.count, symbols, together, meaning);
  if (!Number.isInteger(count) || count < 0) {
    throw new ModelError({
      what: `the formula sums over ${count} stages`,
      mend: 'the form holds for a whole number of stages, such as ranks that are a power of two',
    });
  }
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += valueIn(part.body, { ...symbols, [part.index]: i }, together, meaning);
  }
  return sum;
}
