/** What one cable more brings: a link of twice the bandwidth, solved anew. */

import { boundedCompiler } from '../../bounds/bounded-system.js';
import type { Dependencies } from '../../bounds/dependencies.js';
import type { Machine } from '../../machine/machine.js';
import type { LinkNetwork } from '../../platform/links.js';
import { Model } from '../model.js';
import type { CriticalResource } from './critical-demands.js';

/** A link of twice the bandwidth, and what the lower bound is then. */
export interface Doubled {
  readonly name: string;
  /** The lower bound with this link twice as fast, ns, and by how much that is less. */
  readonly lowerNs: number;
  readonly savedNs: number;
}

/** The same links where `link` is twice as fast: in a class of its own. */
export function withDoubled(links: LinkNetwork, link: number): LinkNetwork {
  const own = links.classes.length;
  const classOf = links.classOf.slice();
  classOf[link] = own;
  return {
    ...links,
    classes: [...links.classes, `${links.name(link)}, doubled`],
    gapNsPerByte: [...links.gapNsPerByte, links.gapNsPerByte[links.classOf[link]] / 2],
    classOf,
    name: (other) => links.name(other),
    routes: (source, destination) => links.routes(source, destination),
  };
}

/** The first links of the critical path, one at a time. */
export async function doubledLinks(
  dependencies: Dependencies,
  machine: Machine,
  links: LinkNetwork,
  asked: { readonly critical: readonly CriticalResource[]; readonly doubled: number; readonly lower: Model },
): Promise<Doubled[]> {
  const runtime = await runtimeOf(asked.lower);
  const found: Doubled[] = [];
  const wanted = asked.critical.filter(({ kind }) => kind === 'link').slice(0, asked.doubled);
  for (const { index, name } of wanted) {
    const compile = boundedCompiler(machine.network, { links: withDoubled(links, index) }, dependencies);
    const lowerNs = await runtimeOf(
      await Model.ofGraph(dependencies.graph, machine, { engine: 'sweep', compile }),
    );
    found.push({ name, lowerNs, savedNs: runtime - lowerNs });
  }
  return found;
}

async function runtimeOf(model: Model): Promise<number> {
  return (await model.engine.evaluate(model.lines(model.latency), model.latency.base)).runtime;
}
