/**
 * Cost formulas as small trees: built, printed, substituted and evaluated. Numbers and symbols with
 * arithmetic, sums over stages, and the terms of τ-Lop: the overhead o(m), the time L(m, τ) of τ transfers
 * of m bytes at once on one channel, and n ∥ T, which is T with n of it at once
 * (Rico-Gallego et al., section 3).
 */
import { ModelError } from '../../errors.js';

/** A formula, or a part of one. */
export type Expr =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'symbol'; readonly name: string }
  | { readonly kind: 'add' | 'multiply' | 'max'; readonly parts: readonly Expr[] }
  | { readonly kind: 'divide' | 'power'; readonly left: Expr; readonly right: Expr }
  /** log₂, or the next whole number from it. */
  | { readonly kind: 'log2' | 'ceilLog2'; readonly of: Expr }
  /** The sum of `body` for `index` = 0 … count − 1. */
  | { readonly kind: 'series'; readonly index: string; readonly count: Expr; readonly body: Expr }
  | { readonly kind: 'overhead'; readonly channel: string; readonly bytes: Expr }
  | {
      readonly kind: 'transfer';
      readonly channel: string;
      readonly bytes: Expr;
      /** τ */
      readonly concurrency: Expr;
    }
  | { readonly kind: 'concurrent'; readonly count: Expr; readonly body: Expr };

/** What builders take for a part of a formula: a bare number or name stands for itself. */
export type Operand = Expr | number | string;

/** A bare number or name as a part; a part as it is. */
export function expr(operand: Operand): Expr {
  if (typeof operand === 'number') return { kind: 'number', value: operand };
  return typeof operand === 'string' ? { kind: 'symbol', name: operand } : operand;
}

function isNumber(part: Expr, value: number): boolean {
  return part.kind === 'number' && part.value === value;
}

function joined(kind: 'add' | 'multiply', operands: readonly Operand[], neutral: number): Expr {
  const flat = operands.map(expr).flatMap((part) => (part.kind === kind ? part.parts : [part]));
  const parts = flat.filter((part) => !isNumber(part, neutral));
  if (parts.length === 0) return expr(neutral);
  return parts.length === 1 ? parts[0] : { kind, parts };
}

/** A sum; zeros and nested sums are taken in. */
export function add(...terms: readonly Operand[]): Expr {
  return joined('add', terms, 0);
}

/** A product; ones and nested products are taken in, and a 0 makes it 0. */
export function multiply(...factors: readonly Operand[]): Expr {
  const product = joined('multiply', factors, 1);
  return product.kind === 'multiply' && product.parts.some((part) => isNumber(part, 0)) ? expr(0) : product;
}

/** left less right. */
export function subtract(left: Operand, right: Operand): Expr {
  return add(left, typeof right === 'number' ? -right : multiply(-1, right));
}

/** left divided by right. */
export function divide(left: Operand, right: Operand): Expr {
  return isNumber(expr(right), 1) ? expr(left) : { kind: 'divide', left: expr(left), right: expr(right) };
}

/** left to the power of right. */
export function power(left: Operand, right: Operand): Expr {
  return { kind: 'power', left: expr(left), right: expr(right) };
}

/** The logarithm to base 2. */
export function log2Of(of: Operand): Expr {
  return { kind: 'log2', of: expr(of) };
}

/** The logarithm to base 2, or the next whole number above it. */
export function ceilLog2Of(of: Operand): Expr {
  return { kind: 'ceilLog2', of: expr(of) };
}

/** The longest of several; of one alone, that one. */
export function longest(...operands: readonly Operand[]): Expr {
  return operands.length === 1 ? expr(operands[0]) : { kind: 'max', parts: operands.map(expr) };
}

/** The sum of `body` for `index` = 0 … count − 1. */
export function series(index: string, count: Operand, body: Expr): Expr {
  return { kind: 'series', index, count: expr(count), body };
}

/** o(m) of a channel. */
export function overhead(channel: string, bytes: Operand): Expr {
  return { kind: 'overhead', channel, bytes: expr(bytes) };
}

/** L(m, τ) of a channel. */
export function transfer(channel: string, bytes: Operand, concurrency: Operand = 1): Expr {
  return { kind: 'transfer', channel, bytes: expr(bytes), concurrency: expr(concurrency) };
}

/** n ∥ T: so many of `body` at the same time. */
export function concurrent(count: Operand, body: Expr): Expr {
  return { kind: 'concurrent', count: expr(count), body };
}

/** `part` with each of the parts that it is made of replaced by what `change` makes of it. */
function withParts(part: Expr, change: (inner: Expr) => Expr): Expr {
  switch (part.kind) {
    case 'number':
    case 'symbol':
      return part;
    case 'add':
    case 'multiply':
    case 'max':
      return { ...part, parts: part.parts.map(change) };
    case 'divide':
    case 'power':
      return { ...part, left: change(part.left), right: change(part.right) };
    case 'log2':
    case 'ceilLog2':
      return { ...part, of: change(part.of) };
    case 'series':
    case 'concurrent':
      return { ...part, count: change(part.count), body: change(part.body) };
    case 'overhead':
      return { ...part, bytes: change(part.bytes) };
    case 'transfer':
      return { ...part, bytes: change(part.bytes), concurrency: change(part.concurrency) };
  }
}

/** `formula` with every part replaced by what `change` makes of it, leaves first. */
export function mapExpr(formula: Expr, change: (part: Expr) => Expr): Expr {
  return change(withParts(formula, (part) => mapExpr(part, change)));
}

/** Names of the symbols that a formula uses. */
export function symbolsIn(formula: Expr): ReadonlySet<string> {
  const found = new Set<string>();
  mapExpr(formula, (part) => {
    if (part.kind === 'symbol') found.add(part.name);
    return part;
  });
  return found;
}

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
      mend: 'choose ranks that give a whole number of stages, such as a power of two',
    });
  }
  let sum = 0;
  for (let i = 0; i < count; i++) {
    sum += valueIn(part.body, { ...symbols, [part.index]: i }, together, meaning);
  }
  return sum;
}

// Formulas as text, in the notation of the papers: `Σ_{i=0}^{log2(P)-1} k/2^(i+1)·L(S, 2^(i+1))`.

/** How tightly a part holds together; a looser one inside a tighter one gets brackets. */
enum Bond {
  Sum,
  Product,
  Power,
  Atom,
}

function bondOf(part: Expr): Bond {
  switch (part.kind) {
    case 'add':
    case 'series':
    case 'concurrent':
      return Bond.Sum;
    case 'multiply':
    case 'divide':
      return Bond.Product;
    case 'power':
      return Bond.Power;
    case 'number':
      return part.value < 0 ? Bond.Sum : Bond.Atom;
    default:
      return Bond.Atom;
  }
}

function within(part: Expr, bond: Bond): string {
  const text = printExpr(part);
  return bondOf(part) < bond ? `(${text})` : text;
}

function isNegative(part: Expr): boolean {
  if (part.kind === 'number') return part.value < 0;
  return part.kind === 'multiply' && isNegative(part.parts[0]);
}

/** −x printed as a subtraction: ` - x`. */
function signed(part: Expr): string {
  if (!isNegative(part)) return ` + ${within(part, Bond.Product)}`;
  if (part.kind === 'number') return ` - ${-part.value}`;
  const [first, ...rest] = part.kind === 'multiply' ? part.parts : [part];
  const factor = first.kind === 'number' ? -first.value : 1;
  const parts: readonly Expr[] = factor === 1 ? rest : [{ kind: 'number', value: factor }, ...rest];
  return ` - ${parts.map((one) => within(one, Bond.Product)).join('·')}`;
}

function product(parts: readonly Expr[]): string {
  return parts
    .map((part, i) => (part.kind === 'divide' && i > 0 ? `(${printExpr(part)})` : within(part, Bond.Product)))
    .join('·');
}

/** L of the channel named '' is plain `L`; of any other `L^channel`. */
function named(letter: string, channel: string): string {
  return channel === '' ? letter : `${letter}^${channel}`;
}

/** A formula as text. */
export function printExpr(part: Expr): string {
  switch (part.kind) {
    case 'number':
      return String(part.value);
    case 'symbol':
      return part.name;
    case 'add':
      return within(part.parts[0], Bond.Product) + part.parts.slice(1).map(signed).join('');
    case 'multiply':
      return product(part.parts);
    case 'max':
      return `max{${part.parts.map(printExpr).join(', ')}}`;
    case 'divide':
      return `${within(part.left, Bond.Product)}/${within(part.right, Bond.Power)}`;
    case 'power':
      return `${within(part.left, Bond.Atom)}^${within(part.right, Bond.Atom)}`;
    case 'log2':
      return `log2(${printExpr(part.of)})`;
    case 'ceilLog2':
      return `⌈log2(${printExpr(part.of)})⌉`;
    case 'series':
      return `Σ_{${part.index}=0}^{${printExpr(part.count)}-1} ${within(part.body, Bond.Product)}`;
    case 'overhead':
      return `${named('o', part.channel)}(${printExpr(part.bytes)})`;
    case 'transfer':
      return `${named('L', part.channel)}(${printExpr(part.bytes)}, ${printExpr(part.concurrency)})`;
    case 'concurrent':
      return `${within(part.count, Bond.Power)} ∥ ${within(part.body, Bond.Product)}`;
  }
}

// Formulas made from formulas: symbols replaced, n ∥ T carried out, sums written out.

/** `formula` with symbols replaced by numbers or other formulas. */
export function substitute(formula: Expr, values: Readonly<Record<string, Operand>>): Expr {
  return mapExpr(formula, (part) =>
    part.kind === 'symbol' && Object.hasOwn(values, part.name) ? expr(values[part.name]) : part,
  );
}

function carryIn(count: Expr, body: Expr): Expr {
  return mapExpr(body, (part) =>
    part.kind === 'transfer' ? { ...part, concurrency: multiply(count, part.concurrency) } : part,
  );
}

/**
 * `formula` without ∥: every L(m, τ) under n ∥ becomes L(m, n·τ); overheads and plain numbers stay
 * (Rico-Gallego et al., section 3).
 */
export function carryOut(formula: Expr): Expr {
  return mapExpr(formula, (part) => (part.kind === 'concurrent' ? carryIn(part.count, part.body) : part));
}

/** n ∥ T, carried out at once. */
export function parallel(count: Operand, body: Expr): Expr {
  return carryOut(concurrent(count, body));
}
