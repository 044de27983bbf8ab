/** Formulas as text, in the notation of the papers: `Σ_{i=0}^{log2(P)-1} k/2^(i+1)·L(S, 2^(i+1))`. */
import type { Expr } from './expr.js';

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
