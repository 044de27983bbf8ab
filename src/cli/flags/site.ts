/** Flags that say where the ranks sit. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { CASE_STUDY, PLATFORM_NAMES, TOPOLOGY_NAMES } from '../../platform/names.js';

const helpGroup = 'PLACE';
const shipped = PLATFORM_NAMES.join(', ');
const topologies = TOPOLOGY_NAMES.join(', ');

export const platformFlag = Flags.string({
  helpGroup,
  helpValue: 'NAME|FILE',
  description: `platform (${shipped}) or YAML file: a latency for each channel between cores`,
});

export const ranksPerNodeFlag = Flags.integer({
  helpGroup,
  helpValue: 'N',
  min: 1,
  description: 'ranks on a node of the platform, or on an endpoint of the topology',
});

export const wireFlags = {
  'wire-latency': Flags.string({
    helpGroup,
    helpValue: '274ns',
    description: `latency of a wire, or of each wire class (terminal=100ns,inter=500ns) [default: ${CASE_STUDY.wireNs}ns]`,
  }),
  'switch-latency': Flags.string({
    helpGroup,
    helpValue: '108ns',
    description: `time in a switch [default: ${CASE_STUDY.switchNs}ns]`,
  }),
};

/** Which nodes of a topology are given to the program. */
export const allocationFlags = {
  allocation: Flags.string({
    helpGroup,
    helpValue: 'packed|one-per-switch|random:SEED',
    description: 'which free nodes of the topology the ranks are given [default: packed, the first ones]',
  }),
  busy: Flags.string({
    helpGroup,
    helpValue: '30%[:SEED]',
    description: 'share of the nodes that others have taken, drawn at random',
  }),
};

export const platformFlags = {
  platform: platformFlag,
  'map-by': Flags.string({
    helpGroup,
    helpValue: 'LEVEL',
    description: 'level whose units get ranks in turn (core, socket, node) [default: the innermost]',
  }),
  'ranks-per-node': ranksPerNodeFlag,
  rankfile: Flags.string({
    helpGroup,
    helpValue: 'FILE',
    description: 'where each rank runs, in the style of Open MPI or Slurm',
  }),
  topology: Flags.string({
    helpGroup,
    helpValue: 'SPEC',
    description: `network of switches, such as fat-tree:k=16 (${topologies}) or graph:FILE; L is that of a wire`,
  }),
  ...wireFlags,
  'wire-classes': Flags.boolean({
    helpGroup,
    description: 'a latency for each class of wires rather than one for all',
  }),
  ...allocationFlags,
};

/** The flags that say where ranks sit, as oclif parses them. */
export type PlatformFlags = Readonly<Partial<InferredFlags<typeof platformFlags>>>;
