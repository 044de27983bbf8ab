/**
 * Terms of the published regression (Tallone 2024, eq. 12): intercept and P, for a binary tree also
 * log₂ P, and dummies that let intercept and slope change when the mapping begins to fill a new part of
 * the machine: every further socket under map-by core, every further node under map-by socket.
 */
import type { ClusterShape } from '../shape.js';
import type { AlgorithmName, MappingName } from '../types.js';

/** One term of the regression: its name and its value for a number of ranks. */
export interface Term {
  /** As printed: `P`, `log2(P)`, `g2`, `g2*P`. */
  readonly name: string;
  readonly at: (ranks: number) => number;
}

/** A part of the machine that only runs of (above, upTo] ranks have reached last. */
interface MachinePart {
  readonly name: string;
  readonly above: number;
  readonly upTo: number;
}

function parts(shape: ClusterShape, mapping: MappingName): readonly MachinePart[] {
  const perNode = shape.socketsPerNode * shape.coresPerSocket;
  const [size, count] =
    mapping === 'core'
      ? [shape.coresPerSocket, shape.socketsPerNode * shape.nodes]
      : mapping === 'socket'
        ? [perNode, shape.nodes]
        : [0, 1];
  return Array.from({ length: count - 1 }, (_, i) => ({
    name: `g${i + 2}`,
    above: size * (i + 1),
    upTo: size * (i + 2),
  }));
}

function dummyTerms(part: MachinePart, logarithmic: boolean): readonly Term[] {
  const inside = (ranks: number): number => (ranks > part.above && ranks <= part.upTo ? 1 : 0);
  const slope: Term = logarithmic
    ? { name: `${part.name}*log2(P)`, at: (ranks) => inside(ranks) * Math.log2(ranks) }
    : { name: `${part.name}*P`, at: (ranks) => inside(ranks) * ranks };
  return [{ name: part.name, at: inside }, slope];
}

/** The terms for one algorithm and mapping. In the binary tree's second socket the slope is one of log₂ P. */
export function termsOf(
  shape: ClusterShape,
  algorithm: AlgorithmName,
  mapping: MappingName,
): readonly Term[] {
  const binary = algorithm === 'binary';
  return [
    { name: '1', at: () => 1 },
    { name: 'P', at: (ranks) => ranks },
    ...(binary ? [{ name: 'log2(P)', at: Math.log2 }] : []),
    ...parts(shape, mapping).flatMap((part, i) => dummyTerms(part, binary && mapping === 'core' && i === 0)),
  ];
}
