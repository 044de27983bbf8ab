/** Broadcasts that scatter as MPICH's nonblocking ones do. */
import { type GatherAll, gatherByHypercube, gatherByRing, type Runs } from './allgather-flow.js';
import { bcastScatterAllgather, bcastScatterDoubling, shares } from './bcast.js';
import { mod } from './blocks.js';
import { DataFlow } from './data-flow.js';
import { runSpan } from './trees.js';
import type { CollectiveAlgorithm, CollectiveCall, OperationSink } from './types.js';

/**
 * A binomial scatter that is planned before anything has come: a rank takes itself to hold all from its first share to
 * the end of the vector, so its first child gets all from its own first share to the end, too. What is beyond the
 * child's subtree is sent, but holds nothing.
 */
function scatterAhead({ rank, size, root }: CollectiveCall, flow: DataFlow, runs: Runs): void {
  const v = mod(rank - root, size);
  const span = runSpan(v, size);
  const named = (of: number): number => (of + root) % size;
  if (v > 0) {
    const isFirst = 2 * span === runSpan(v - span, size);
    const bytes = runs.bytes(v, isFirst ? size - v : Math.min(span, size - v));
    if (bytes > 0) flow.receive(named(v - span), bytes);
  }
  let held = size - v;
  for (let mask = span / 2; mask >= 1; mask /= 2) {
    const child = v + mask;
    if (child >= size) continue;
    const bytes = runs.bytes(child, held - mask);
    if (bytes > 0) flow.send(named(child), bytes, runs.slots(child), runs.slots(v + held));
    held = mask;
  }
}

/** Shares of whole bytes, ⌈n / p⌉ as long as they go round. */
function scatterThen(gather: GatherAll, call: CollectiveCall, out: OperationSink): void {
  const { rank, size, root, bytes } = call;
  const share = Math.ceil(bytes / size);
  const runs = shares(call, (v) => Math.min(bytes, v * share));
  const flow = new DataFlow(out, 0, true);
  scatterAhead(call, flow, runs);
  gather(mod(rank - root, size), size, (v) => (v + root) % size, runs, flow, out);
}

/** Source: MPICH 4.0.2, `MPIR_Ibcast_intra_sched_scatter_ring_allgather`. */
export const bcastAheadAllgather: CollectiveAlgorithm = {
  name: bcastScatterAllgather.name,
  summary: 'binomial scatter of p shares, planned ahead, then a ring allgather',
  uses: [],
  emit: (call, out) => scatterThen(gatherByRing, call, out),
};

/** Source: MPICH 4.0.2, `MPIR_Ibcast_intra_sched_scatter_recursive_doubling_allgather`. */
export const bcastAheadDoubling: CollectiveAlgorithm = {
  name: bcastScatterDoubling.name,
  summary: 'binomial scatter of p shares, planned ahead, then an allgather by recursive doubling',
  uses: [],
  emit: (call, out) => scatterThen(gatherByHypercube, call, out),
};
