/** The critical path as JSON, CSV and text. */
import { type CriticalPath, longestSegments, type PathSegment } from '../../analysis/path.js';
import { labelOf, type Schedule } from '../../schedule/schedule.js';
import type { PathShares } from '../../timing/path.js';
import { formatTime } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { csv } from '../output/csv.js';
import { facts, table } from '../output/table.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { inputText } from './input.js';
import { percentText } from './solution.js';

/** Ranks shown in words before the rest is counted. */
const RANKS_SHOWN = 16;

/** `longest`: how many segments are shown, the longest first; 0: all, in time. */
export function pathView(loaded: LoadedModel, path: CriticalPath, longest: number): Answer {
  const { schedule, warnings } = loaded.model;
  const segments = longest === 0 ? path.segments : longestSegments(path, longest);
  return {
    json: () => envelopeOf(loaded, pathJson(schedule, path, segments), warnings),
    csv: () => segmentsCsv(schedule, segments),
    text: () => `${inputText(loaded)}\n${sharesText(path)}\n${segmentsText(schedule, segments, longest)}`,
  };
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
