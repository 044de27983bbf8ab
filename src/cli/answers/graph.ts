/** The execution graph of a small program, as text of a file. */
import { drawnGraph, drawnOperations, MOST_DRAWN } from '../../analysis/drawn-graph.js';
import { LimitError, UsageError } from '../../errors.js';
import { namesOf } from '../call-sites/names.js';
import type { GraphFlags } from '../flags/graph.js';
import type { LoadedModel } from '../pipeline/pipeline.js';
import { inputText } from '../present/input.js';

/** Throws UsageError for ranks that are not there, and LimitError for more operations than can be told apart. */
export async function graphAnswer(
  { model, info, ...loaded }: LoadedModel,
  { format, ranks: wanted }: GraphFlags,
): Promise<string> {
  const { schedule } = model;
  const ranks = ranksOf(wanted, schedule.ranks);
  const operations = drawnOperations(schedule, ranks);
  if (operations > MOST_DRAWN)
    throw new LimitError(
      `a graph of ${operations} operations: more than ${MOST_DRAWN} are not told apart`,
      'draw some ranks with --ranks 0,1, or a part of the run with --region',
    );
  const { names } = await namesOf(schedule.sites);
  const graph = drawnGraph(model, ranks, names);
  if (format === 'dot') return (await import('../../report/dot.js')).dotText(graph, info.source);
  const { spaceTimePlot } = await import('../../report/plots/space-time.js');
  const [title] = inputText({ model, info, ...loaded }).split('\n');
  return spaceTimePlot(graph, { title });
}

/** `0,1,5` or `0..3`, ascending. */
function ranksOf(text: string | undefined, count: number): number[] {
  if (text === undefined) return Array.from({ length: count }, (_, rank) => rank);
  const parts = text.split(',').map((part) => partOf(part, text));
  const last = parts.reduce((most, { to }) => Math.max(most, to), 0);
  if (last >= count)
    throw new UsageError(`--ranks ${text}: there is no rank ${last}`, `name ranks from 0 to ${count - 1}`);
  return Array.from({ length: count }, (_, rank) => rank).filter((rank) =>
    parts.some(({ from, to }) => from <= rank && rank <= to),
  );
}

/** Longest run of digits of a rank. */
const PART = /^(\d{1,8})(?:\.\.(\d{1,8}))?$/;

function partOf(part: string, text: string): { readonly from: number; readonly to: number } {
  const [, first, last = first] = PART.exec(part.trim()) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === undefined || to < from)
    throw new UsageError(`--ranks '${text}' names no ranks`, 'write them as 0,1,5 or 0..3');
  return { from, to };
}
