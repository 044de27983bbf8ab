/**
 * Uses of a program that every stretch takes or leaves together: of one resource, begun at one level, over before the same
 * one. Summed up once, they are few where a program has many operations a level.
 */
import { grown, i32, NONE, u32 } from '../schedule/columns.js';
import { RECV } from '../schedule/schedule.js';
import type { Dependencies } from './dependencies.js';
import type { ComponentLevels } from './levels.js';
import type { Resources } from './resources.js';
import type { Routes } from './routes.js';
import { Sums } from './sums.js';
import type { ProgramUses } from './uses.js';
import { LONGEST } from './windows.js';

export class Groups {
  /** Number of groups. */
  length = 0;
  readonly sums: Sums;
  /** [groups] */
  resource = i32(0);
  /** [groups] least level before which all of it is over; where that is further than a stretch goes, beyond all of them. */
  over = i32(0);
  /** [components][levels + 1] first group that begins at each level. */
  readonly first: readonly Uint32Array[];
  readonly #dependencies: Dependencies;
  readonly #uses: ProgramUses;
  readonly #resources: Resources;
  /** [resources] its last group at the level that is added up; [groups] the one before of the same resource and level. */
  readonly #last: Uint32Array;
  #before = u32(0);

  constructor(dependencies: Dependencies, uses: ProgramUses, resources: Resources, routes: Routes) {
    this.#dependencies = dependencies;
    this.#uses = uses;
    this.#resources = resources;
    this.sums = new Sums(routes, 0);
    this.#last = u32(resources.count).fill(NONE);
    this.first = dependencies.levels.byComponent.map((levels) => this.#component(levels));
  }

  #component(levels: ComponentLevels): Uint32Array {
    const { ops, start } = this.#sorted(levels);
    const first = new Uint32Array(start.length);
    for (let level = 0; level + 1 < start.length; level++) {
      first[level] = this.length;
      for (let i = start[level]; i < start[level + 1]; i++) this.#add(ops[i], level);
      for (let group = first[level]; group < this.length; group++) this.#last[this.resource[group]] = NONE;
    }
    first[start.length - 1] = this.length;
    return first;
  }

  /** The operations of a component by when they, or the messages of receives, begin; `start`: [levels + 1] */
  #sorted({ ranks, firsts }: ComponentLevels): { ops: Uint32Array; start: Uint32Array } {
    const { graph, levels } = this.#dependencies;
    const { rankStart, kind } = graph.schedule;
    const { release } = levels;
    // A message may be taken before its receive is posted.
    const begin = (op: number): number =>
      release[kind[op] === RECV && graph.partner[op] !== NONE ? graph.partner[op] : op];
    const next = new Uint32Array(firsts.length + 2);
    for (const rank of ranks) {
      for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) next[begin(op) + 2]++;
    }
    for (let k = 1; k < next.length; k++) next[k] += next[k - 1];
    const ops = new Uint32Array(next[next.length - 1]);
    for (const rank of ranks) {
      for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) ops[next[begin(op) + 1]++] = op;
    }
    return { ops, start: next.subarray(0, firsts.length + 1) };
  }

  #add(op: number, level: number): void {
    const beyond = level + LONGEST + 1;
    this.#uses.tell(op, (use) => {
      const over = Math.min(this.#over(op, use.resource), beyond);
      this.sums.addUse(this.#groupOf(use.resource, over), use);
    });
  }

  /** Before which level a use by `op` is over: of all ranks, or, of what one rank alone has, of that rank. */
  #over(op: number, resource: number): number {
    const { graph, levels, ends } = this.#dependencies;
    const kind = this.#resources.kindOf(resource);
    if (kind === 'cpu') return ends.end[op];
    return kind === 'in' ? ends.end[graph.partner[op]] : levels.deadline[graph.partner[op]];
  }

  /** That of the level which is added up. */
  #groupOf(resource: number, over: number): number {
    for (let group = this.#last[resource]; group !== NONE; group = this.#before[group]) {
      if (this.over[group] === over) return group;
    }
    const group = this.length++;
    if (group === this.resource.length) this.#grow();
    this.resource[group] = resource;
    this.over[group] = over;
    this.#before[group] = this.#last[resource];
    this.#last[resource] = group;
    return group;
  }

  #grow(): void {
    this.resource = grown(this.resource, i32, this.length);
    this.over = grown(this.over, i32, this.length);
    this.#before = grown(this.#before, u32, this.length);
    this.sums.reserve(this.resource.length);
  }
}
