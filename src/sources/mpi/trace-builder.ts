/** A builder that gives every operation the line and call of the trace that it comes from. */
import { ScheduleBuilder } from '../../schedule/builder.js';
import { COMPUTATION } from '../../schedule/calls.js';
import { NONE } from '../../schedule/columns.js';
import type { MemoryGuard } from '../../schedule/memory.js';

export class TraceBuilder extends ScheduleBuilder {
  #source = '';
  #traceLine = 0;
  #cpu = 0;

  constructor(ranks: number, memory: MemoryGuard | null = null) {
    super(ranks, () => ({ source: this.#source, line: this.#traceLine }), memory);
  }

  /** Operations of the next rank come from this file. */
  beginTrace(rank: number, source: string): void {
    this.beginRank(rank);
    this.#source = source;
  }

  /** Operations from now on come from this line, and from MPI call `name`, the rank's `index`-th, made at `site`. */
  from(line: number, index: number, name: string, site: number): void {
    this.#traceLine = line;
    this.callIndexIs(index);
    this.callIs(name);
    this.siteIs(site);
  }

  /** Operations from now on lie in front of the rank's `index`-th call, which comes from this line. */
  inFrontOf(line: number, index: number): void {
    this.from(line, index, COMPUTATION, NONE);
  }

  /** Operations from now on run on this CPU. */
  onCpu(cpu: number): void {
    this.#cpu = cpu;
  }

  override calc(ns: number): number {
    return this.#placed(super.calc(ns));
  }

  override send(bytes: number, to: number, tag = 0): number {
    return this.#placed(super.send(bytes, to, tag));
  }

  override recv(bytes: number, from: number, tag = 0): number {
    return this.#placed(super.recv(bytes, from, tag));
  }

  #placed(op: number): number {
    this.line(this.#traceLine);
    if (this.#cpu > 0) this.resource(this.#cpu, 0);
    return op;
  }
}
