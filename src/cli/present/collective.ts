/** The machine that models of collectives rest on, as JSON and text. */
import type { CollectiveGround } from '../collective/platform.js';

export function groundJson({ name, source, shape, loggp }: CollectiveGround): Record<string, unknown> {
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

export function groundText({ name, source, shape }: CollectiveGround): string {
  const { nodes, socketsPerNode, coresPerSocket, coresPerCache } = shape;
  const room = `${nodes} nodes × ${socketsPerNode} sockets × ${coresPerSocket} cores, ${coresPerCache} to a cache`;
  return `platform ${name}: ${room}\n${source === '' ? '' : `source: ${source}\n`}`;
}
