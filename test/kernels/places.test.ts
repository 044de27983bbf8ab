/** Rows are the same whether it is kept where posts and meetings are, or a sweep takes their room. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { useKernels } from '../../src/kernels/arena.js';
import {
  bytesOfCompiling,
  bytesOfLending,
  compileKernel,
  lendPlaces,
} from '../../src/kernels/compile-kernel.js';
import { placed } from '../../src/kernels/graph-kernel.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { kernelMachine } from '../../src/timing/compile.js';

beforeEach(() => useKernels(true, 0));
afterEach(kernelsAsSet);

const root = fileURLToPath(new URL('../..', import.meta.url));
const eager = logGPS({ L: 3000, o: 5000, G: 0.018 });

/** What the kernel makes of a sample in an arena of its own, and how much of that arena is free then. */
function compiled(name: string, machine: Machine, keeps: boolean) {
  const schedule = parseGoal(readFileSync(`${root}/goal-samples/${name}`));
  const graph = buildGraph(schedule, machine);
  const known = kernelMachine(graph, machine);
  const bytes = bytesOfCompiling(schedule.operations) + bytesOfLending(schedule.operations);
  const program = placed(schedule, bytes);
  if (known === null || program === null) throw new Error('no kernel for it');
  program.partner.set(graph.partner);
  program.events.set(graph.order);
  const order = program.events.subarray(0, graph.order.length);
  const system = compileKernel(program, order, known(), keeps);
  if (system === null) throw new Error('no room');
  let posts: Float64Array | null = null;
  lendPlaces(system.from, (places) => {
    posts = places.posts;
  });
  return { system, posts, program };
}

it.each([
  ['ring.goal', eager],
  ['rendezvous-late-sender.goal', { ...eager, rendezvous: 0, protocol: 'rdma-read' as const }],
])('of %s', (name, machine) => {
  const kept = compiled(name, machine, true);
  const left = compiled(name, machine, false);
  expect(left.system).toEqual(kept.system);
  expect([kept.posts === null, left.posts]).toEqual([false, null]);
  const posts = 16 * kept.program.operations;
  const free = ({ program }: typeof kept): number => {
    let room = 0;
    while (program.arena.hasRoom(room + 1)) room++;
    return room;
  };
  // Two columns of posts, and more.
  expect(free(left) - free(kept)).toBeGreaterThan(2 * posts);
});
