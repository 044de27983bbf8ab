/** Formulas made from formulas: symbols replaced, n ∥ T carried out, sums written out. */
import { concurrent, type Expr, expr, mapExpr, multiply, type Operand } from './expr.js';

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

/** `formula` with every channel's name replaced; a name that `names` lacks stays. */
export function renameChannels(formula: Expr, names: Readonly<Record<string, string>>): Expr {
  return mapExpr(formula, (part) =>
    part.kind === 'transfer' || part.kind === 'overhead'
      ? { ...part, channel: names[part.channel] ?? part.channel }
      : part,
  );
}
