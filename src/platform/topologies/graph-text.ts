import type { Place } from '../../errors.js';

/** A graph file's nodes and edges, whatever the format. */
export interface GraphText {
  /** Wire classes, shortest wires first; others follow as they appear. */
  readonly wires: readonly string[];
  readonly nodes: readonly {
    readonly key: string;
    readonly kind?: string | undefined;
    readonly endpoints?: number | undefined;
  }[];
  readonly edges: readonly {
    readonly source: string;
    readonly target: string;
    readonly wire?: string | undefined;
  }[];
  placeOf(part: 'nodes' | 'edges', index: number): Place;
}
