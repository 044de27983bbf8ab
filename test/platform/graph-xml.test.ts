import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { readGraphTopology } from '../../src/platform/graph-file.js';

const graphMl = `<?xml version="1.0" encoding="UTF-8"?>
<!-- two switches, <node id="no"/> -->
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="node" attr.name="kind" attr.type="string"/>
  <key id="d1" for="node" attr.name="endpoints" attr.type="int"/>
  <key id="d2" for="edge" attr.name="wire" attr.type="string"/>
  <graph edgedefault="undirected">
    <node id="a&amp;b"><data key="d1">2</data></node>
    <node id="c"/>
    <node id="h"><data key="d0">endpoint</data></node>
    <edge source="a&amp;b" target="c"><data key="d2">optical</data></edge>
    <edge source="h" target="c"/>
  </graph>
</graphml>
`;

const gexf = `<gexf xmlns="http://gexf.net/1.3" version="1.3">
  <graph defaultedgetype="undirected">
    <attributes class="node"><attribute id="0" title="kind" type="string"/><attribute id="1" title="endpoints" type="integer"/></attributes>
    <attributes class="edge"><attribute id="0" title="wire" type="string"/></attributes>
    <nodes>
      <node id="a" label="a"><attvalues><attvalue for="1" value="2"/></attvalues></node>
      <node id="c" label="c"/>
      <node id="h" label="h"><attvalues><attvalue for="0" value="endpoint"/></attvalues></node>
    </nodes>
    <edges>
      <edge id="0" source="a" target="c"><attvalues><attvalue for="0" value="optical"/></attvalues></edge>
      <edge id="1" source="h" target="c"/>
    </edges>
  </graph>
</gexf>
`;

describe.each([
  ['GraphML', graphMl],
  ['GEXF', gexf],
  ['GraphML with Windows line ends and a mark', `\uFEFF${graphMl.replaceAll('\n', '\r\n')}`],
])('%s', (_, text) => {
  it('gives switches, endpoints and wire classes', () => {
    const topology = readGraphTopology(text, 'net.xml');
    expect(topology.wires).toEqual(['terminal', 'optical']);
    expect(topology.endpoints).toBe(3);
    // Two endpoints on the first switch; from one of them to h over the optical wire.
    expect(topology.path(topology.portOf(0), topology.portOf(1))).toEqual({ switches: 1, wires: [2, 0] });
    expect(topology.path(topology.portOf(1), topology.portOf(2))).toEqual({ switches: 2, wires: [2, 1] });
  });
});

it.each([
  ["net.xml:13:1: bad XML: expected closing tag 'graph'", graphMl.replace('  </graph>\n', '')],
  ["net.xml:12:5: edge h–z names 'z', which is not a node", graphMl.replace('target="c"/>', 'target="z"/>')],
  ["net.xml:9:5: attribute 'id' is missing", graphMl.replace('<node id="c"/>', '<node name="c"/>')],
  ["net.xml:8:5: endpoints '1.5' is not a whole number", graphMl.replace('>2<', '>1.5<')],
  ["net.xml:8:7: node 'h' has the unknown kind 'hub'", gexf.replace('value="endpoint"', 'value="hub"')],
  [
    'net.xml: no way leads from switch a to c',
    gexf.replace('source="a" target="c"', 'source="a" target="a"'),
  ],
  ['net.xml:1:1: the outermost element is svg. Give a GraphML or GEXF file', '<svg><g/></svg>'],
  ['net.xml: the graph has no switch', '<graphml/>'],
  // What the library throws at, and its own check does not see: an instruction, a name that JavaScript keeps.
  [/^net\.xml:16: bad XML: pi Tag is not closed\. Correct it/, `${graphMl}\n<?x`],
  [
    /^net\.xml:9: bad XML: invalid name: "constructor"/,
    graphMl.replace('<node id="c"/>', '<node id="c"><constructor/></node>'),
  ],
])('is refused with its place: %s', (message, text) => {
  expect(() => readGraphTopology(text, 'net.xml')).toThrow(InputError);
  expect(() => readGraphTopology(text, 'net.xml')).toThrow(message);
});
