/**
 * The same closed forms under LogGP: a collective is its longest path of messages, each L + 2o + (m−1)·G,
 * as if it were alone on the machine. LogGPH has one set of parameters per channel.
 *
 * Symbols as in `taulop-forms`, and L, o, g, G; of a named channel `L_net`, `o_net`, ….
 */
import type { LogGPParameters } from '../fit/loggp.js';
import {
  add,
  ceilLog2Of,
  divide,
  type Expr,
  log2Of,
  multiply,
  type Operand,
  power,
  series,
  subtract,
} from './expr.js';

function of(letter: string, channel: string): string {
  return channel === '' ? letter : `${letter}_${channel}`;
}

/** Values of a channel's symbols. */
export function logGPSymbols(parameters: LogGPParameters, channel = ''): Readonly<Record<string, number>> {
  return {
    [of('L', channel)]: parameters.latencyUs,
    [of('o', channel)]: parameters.overheadUs,
    [of('g', channel)]: parameters.gapUs,
    [of('G', channel)]: parameters.gapUsPerByte,
  };
}

/** One message from end to end: L + 2o + (m − 1)·G. */
export function message(channel = '', bytes: Operand = 'm'): Expr {
  return add(of('L', channel), multiply(2, of('o', channel)), multiply(subtract(bytes, 1), of('G', channel)));
}

/** What one more message costs a sender that is at it: g + (m − 1)·G. */
export function nextMessage(channel = '', bytes: Operand = 'm'): Expr {
  return add(of('g', channel), multiply(subtract(bytes, 1), of('G', channel)));
}

/** k segments of S bytes, approximately: L + 2o + S·G + (k − 1)·(g + S·G) (section 4). */
export function segmented(furtherSegments: Expr): Expr {
  const perSegment = multiply('S', 'G');
  return add('L', multiply(2, 'o'), perSegment, multiply(furtherSegments, add('g', perSegment)));
}

/** ⌈log₂ P⌉ messages one after another (section 3). */
export function binomialBroadcastLogGP(): Expr {
  return multiply(ceilLog2Of('P'), message());
}

/** Σ of messages of m/2, m/4 … m/P, segmented (table 1). */
export function binomialScatterLogGP(): Expr {
  const further = divide(subtract('k', 1), power(2, add('i', 1)));
  return series('i', log2Of('P'), segmented(further));
}

/** Σ of messages of m/P, 2m/P … m/2, segmented (table 2): the same cost as the scatter. */
export function recursiveDoublingAllgatherLogGP(): Expr {
  const further = divide(multiply(power(2, 'i'), subtract('k', 1)), 'P');
  return series('i', log2Of('P'), segmented(further));
}

/** Both tables' last row: log₂ P·(L + 2o + S·G) + ((P − 1)/P)·(k − 1)·(g + S·G). */
export function scatterOrAllgatherTotal(): Expr {
  const perSegment = multiply('S', 'G');
  return add(
    multiply(log2Of('P'), add('L', multiply(2, 'o'), perSegment)),
    multiply(divide(subtract('P', 1), 'P'), subtract('k', 1), add('g', perSegment)),
  );
}

/** Ring: a stage is a message within the node and one between nodes (eq. 5), or two between (eq. 6). */
export function ringLogGPH(mapping: 'sequential' | 'round-robin'): Expr {
  const stage = mapping === 'sequential' ? add(message('shm'), message('net')) : multiply(2, message('net'));
  return multiply(subtract('P', 1), stage);
}
