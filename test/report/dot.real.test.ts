/** Graphviz itself reads the graphs that are written for it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { drawnGraph } from '../../src/analysis/drawn-graph.js';
import { dotText } from '../../src/report/dot-text.js';
import { sampleModel } from './samples.js';

const missing = spawnSync('dot', ['-V']).status !== 0;
if (missing) console.log('no dot (Debian: graphviz): graphs are not held against Graphviz');

describe.skipIf(missing)('Graphviz', () => {
  it('draws all of a graph, each operation and edge once', async () => {
    const graph = drawnGraph(await sampleModel('ring-4'), [0, 1]);
    const input = dotText(graph, 'a ring "in \\ quotes"');
    const svg = execFileSync('dot', ['-Tsvg'], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
    const count = (kind: string): number => svg.split(`class="${kind}"`).length - 1;
    expect([count('node'), count('edge'), count('cluster')]).toEqual([
      graph.nodes.length,
      graph.edges.length,
      2,
    ]);
    expect(svg).toContain('MPI_');
  });
});
