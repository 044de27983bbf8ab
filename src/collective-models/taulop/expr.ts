/**
 * Cost formulas as small trees: built, printed, substituted and evaluated. Numbers and symbols with
 * arithmetic, sums over stages, and the terms of τ-Lop: the overhead o(m), the time L(m, τ) of τ transfers
 * of m bytes at once on one channel, and n ∥ T, which is T with n of it at once
 * (Rico-Gallego et al., section 3).
 */

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

/** `formula` with every part replaced by what `change` makes of it, leaves first. */
export function mapExpr(formula: Expr, change: (part: Expr) => Expr): Expr {
  const down = (part: Expr): Expr => mapExpr(part, change);
  switch (formula.kind) {
    case 'number':
    case 'symbol':
      return change(formula);
    case 'add':
    case 'multiply':
    case 'max':
      return change({ ...formula, parts: formula.parts.map(down) });
    case 'divide':
    case 'power':
      return change({ ...formula, left: down(formula.left), right: down(formula.right) });
    case 'log2':
    case 'ceilLog2':
      return change({ ...formula, of: down(formula.of) });
    case 'series':
      return change({ ...formula, count: down(formula.count), body: down(formula.body) });
    case 'overhead':
      return change({ ...formula, bytes: down(formula.bytes) });
    case 'transfer':
      return change({
        ...formula,
        bytes: down(formula.bytes),
        concurrency: down(formula.concurrency),
      });
    case 'concurrent':
      return change({ ...formula, count: down(formula.count), body: down(formula.body) });
  }
}

/** Names of the symbols that a formula uses. */
export function symbolsIn(formula: Expr): ReadonlySet<string> {
  const found = new Set<string>();
  const stack: Expr[] = [formula];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    if (part.kind === 'symbol') found.add(part.name);
    stack.push(...partsOf(part));
  }
  return found;
}

/** The parts that a part is made of. */
function partsOf(part: Expr): readonly Expr[] {
  switch (part.kind) {
    case 'number':
    case 'symbol':
      return [];
    case 'add':
    case 'multiply':
    case 'max':
      return part.parts;
    case 'divide':
    case 'power':
      return [part.left, part.right];
    case 'log2':
    case 'ceilLog2':
      return [part.of];
    case 'series':
    case 'concurrent':
      return [part.count, part.body];
    case 'overhead':
      return [part.bytes];
    case 'transfer':
      return [part.bytes, part.concurrency];
  }
}
