import { Flags } from '@oclif/core';
import { type CriticalPath, criticalPath, type PathSegment } from '../analysis/path.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags } from '../cli/flags/common.js';
import { csv } from '../cli/output/csv.js';
import { facts, table } from '../cli/output/table.js';
import { envelopeOf, loadModel } from '../cli/pipeline/pipeline.js';
import { inputText } from '../cli/present/input.js';
import { percentText } from '../cli/present/solution.js';
import { labelOf, type Schedule } from '../schedule/schedule.js';
import type { PathShares } from '../timing/path.js';
import { formatTime } from '../units/units.js';

/** Ranks shown in words before the rest is counted. */
const RANKS_SHOWN = 16;

export default class PathCommand extends LlampCommand {
  static override summary =
    'The critical path: what its time is spent on, the ranks it visits, its longest segments.';
  static override examples = [
    '<%= config.bin %> path trace.goal',
    '<%= config.bin %> path trace.goal --csv --segments 0',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = {
    ...commonFlags,
    segments: Flags.integer({
      default: 10,
      min: 0,
      description: 'longest segments to show; 0: all, in order',
    }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(PathCommand);
    const loaded = await loadModel(argv, flags);
    const { schedule } = loaded.model;
    const path = criticalPath(loaded.model);
    const segments = selected(path, flags.segments);
    await this.answer('path', flags, {
      json: () => envelopeOf(loaded, pathJson(schedule, path, segments), loaded.model.warnings),
      csv: () => segmentsCsv(schedule, segments),
      text: () =>
        `${inputText(loaded)}\n${sharesText(path)}\n${segmentsText(schedule, segments, flags.segments)}`,
    });
  }
}

function selected(path: CriticalPath, longest: number): readonly PathSegment[] {
  if (longest === 0) return path.segments;
  const duration = (segment: PathSegment): number => segment.end - segment.start;
  return [...path.segments].sort((a, b) => duration(b) - duration(a)).slice(0, longest);
}

function sharesJson(shares: PathShares): Record<string, number> {
  return {
    computation_ns: shares.computation,
    overhead_ns: shares.overhead,
    latency_ns: shares.latency,
    bandwidth_ns: shares.bandwidth,
  };
}

function segmentJson(schedule: Schedule, segment: PathSegment): Record<string, unknown> {
  return {
    rank: segment.rank,
    start_ns: segment.start,
    end_ns: segment.end,
    first: labelOf(schedule, segment.first),
    last: labelOf(schedule, segment.last),
    operations: segment.steps,
    ...sharesJson(segment),
  };
}

function pathJson(
  schedule: Schedule,
  path: CriticalPath,
  segments: readonly PathSegment[],
): Record<string, unknown> {
  return {
    runtime_ns: path.runtime,
    ...sharesJson(path),
    messages: path.messages,
    operations: path.steps.length,
    ranks: path.ranks,
    segments: segments.map((segment) => segmentJson(schedule, segment)),
  };
}

function sharesText(path: CriticalPath): string {
  const part = (ns: number): string =>
    `${formatTime(ns)}  (${percentText(path.runtime === 0 ? 0 : ns / path.runtime)})`;
  const visited = path.ranks.slice(0, RANKS_SHOWN).join(' → ');
  const more = path.ranks.length > RANKS_SHOWN ? ` → … (${path.ranks.length} visits)` : '';
  return facts([
    ['runtime T', formatTime(path.runtime)],
    ['computation', part(path.computation)],
    ['overhead', part(path.overhead)],
    ['latency', part(path.latency)],
    ['bandwidth', part(path.bandwidth)],
    ['messages', String(path.messages)],
    ['ranks', visited + more],
  ]);
}

function segmentsText(schedule: Schedule, segments: readonly PathSegment[], longest: number): string {
  const heads = [
    'rank',
    'from',
    'to',
    'duration',
    'computation',
    'overhead',
    'latency',
    'bandwidth',
    'operations',
  ];
  const rows = segments.map((s) => [
    String(s.rank),
    formatTime(s.start),
    formatTime(s.end),
    ...[s.end - s.start, s.computation, s.overhead, s.latency, s.bandwidth].map(formatTime),
    s.first === s.last
      ? labelOf(schedule, s.first)
      : `${labelOf(schedule, s.first)} … ${labelOf(schedule, s.last)}`,
  ]);
  const longestOnes =
    segments.length === 1 ? 'the longest segment' : `the ${segments.length} longest segments`;
  const title = longest === 0 ? 'all segments' : longestOnes;
  return `${title}\n${table(
    heads.map((one) => ({ title: one })),
    rows,
  )}`;
}

function segmentsCsv(schedule: Schedule, segments: readonly PathSegment[]): string {
  const header = [
    'rank',
    'start_ns',
    'end_ns',
    'computation_ns',
    'overhead_ns',
    'latency_ns',
    'bandwidth_ns',
    'first',
    'last',
    'operations',
  ];
  const rows = segments.map((s) => [
    s.rank,
    s.start,
    s.end,
    s.computation,
    s.overhead,
    s.latency,
    s.bandwidth,
    labelOf(schedule, s.first),
    labelOf(schedule, s.last),
    s.steps,
  ]);
  return csv(header, rows);
}
