/** What all answers about collectives share: their forms, the platform that they rest on, figures. */

import type { ModelledPlatform } from '../../collective-models/index.js';
import { formatTime } from '../../units/units.js';
import type { CsvTable } from '../output/csv.js';
import type { Envelope } from '../output/json.js';

/** The forms of an answer; each is made only when it is wanted. */
export interface CollectiveView {
  readonly json: () => Envelope;
  readonly csv: () => CsvTable;
  readonly text: () => string;
}

export function platformJson({ name, source, shape, loggp }: ModelledPlatform): Record<string, unknown> {
  return {
    platform: name,
    source,
    nodes: shape.nodes,
    sockets_per_node: shape.socketsPerNode,
    cores_per_socket: shape.coresPerSocket,
    cores_per_cache: shape.coresPerCache,
    loggp: Object.fromEntries(
      loggp.map(({ channel, latencyUs, overheadUs, gapUs, gapUsPerByte }) => [
        channel,
        { L_us: latencyUs, o_us: overheadUs, g_us: gapUs, G_us_per_byte: gapUsPerByte },
      ]),
    ),
  };
}

export function platformText({ name, source, shape }: ModelledPlatform): string {
  const { nodes, socketsPerNode, coresPerSocket, coresPerCache } = shape;
  const room = `${nodes} nodes × ${socketsPerNode} sockets × ${coresPerSocket} cores, ${coresPerCache} to a cache`;
  return `platform ${name}: ${room}\n${source === '' ? '' : `source: ${source}\n`}`;
}

/** Four digits of a latency; nothing where there is none. */
export function latency(us: number | null): string {
  return us === null ? '' : formatTime(us * 1e3);
}

export function percent(share: number | undefined): string {
  return share === undefined ? '' : `${Number((share * 100).toPrecision(3))} %`;
}
