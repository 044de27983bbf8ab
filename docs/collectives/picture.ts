/** Draws the messages of one call, step by step, as text. */

import type { CollectiveAlgorithm } from '../../src/collectives/collective-algorithm.js';
import {
  follow,
  type RecordedOp,
  recordCollective,
  type WholeCall,
} from '../../src/collectives/recorded-calls.js';

interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  /** The same goes back in the same step. */
  readonly both: boolean;
}

const MARGIN = 9;
const COLUMN = 5;

/** [step] its messages: a step counts the sends before it, on the way of the data and on its own rank. */
function stepsOf(ranks: readonly (readonly RecordedOp[])[]): Arrow[][] {
  const { order, sender } = follow(ranks);
  const step = ranks.map((ops) => new Array<number>(ops.length).fill(0));
  const steps: Arrow[][] = [];
  for (const { rank, op } of order) {
    const { kind, peer, value, requires } = ranks[rank][op];
    const sent = sender[rank][op];
    let latest = sent === undefined ? 0 : step[sent.rank][sent.op];
    for (const before of requires) latest = Math.max(latest, step[rank][before]);
    step[rank][op] = kind === 'send' ? latest + 1 : latest;
    if (kind !== 'send') continue;
    while (steps.length < latest + 1) steps.push([]);
    steps[latest].push({ from: rank, to: peer, bytes: value, both: false });
  }
  return steps.map(joined);
}

/** Messages one way and back become one arrow; short ones first. */
function joined(arrows: readonly Arrow[]): Arrow[] {
  const back = (a: Arrow): boolean =>
    arrows.some((b) => a.from === b.to && a.to === b.from && a.bytes === b.bytes);
  return arrows
    .filter((arrow) => !back(arrow) || arrow.from < arrow.to)
    .map((arrow) => ({ ...arrow, both: back(arrow) }))
    .sort((a, b) => Math.abs(a.to - a.from) - Math.abs(b.to - b.from) || a.from - b.from);
}

/** Arrows laid into as few lines as come out when each takes the first line with room. */
function linesOf(arrows: readonly Arrow[], size: number): string[] {
  const lines: { text: string[]; used: boolean[] }[] = [];
  for (const { from, to, both } of arrows) {
    const [left, right] = [Math.min(from, to), Math.max(from, to)];
    const room = (line: { used: boolean[] }): boolean => !line.used.slice(left, right + 1).includes(true);
    let line = lines.find(room);
    if (line === undefined) {
      line = { text: new Array<string>(size * COLUMN).fill(' '), used: new Array<boolean>(size).fill(false) };
      lines.push(line);
    }
    line.used.fill(true, left, right + 1);
    line.text.fill('─', left * COLUMN, right * COLUMN + 1);
    line.text[left * COLUMN] = both || to < from ? '◀' : '●';
    line.text[right * COLUMN] = both || to > from ? '▶' : '●';
  }
  return lines.map(({ text }) => text.join('').trimEnd());
}

/** Sizes of a step's messages, as `unit` words them. */
function sizes(arrows: readonly Arrow[], unit: (bytes: number) => string): string {
  const all = [...new Set(arrows.map(({ bytes }) => bytes))].sort((a, b) => a - b);
  return all.map(unit).join(', ');
}

/** The picture of a call. Steps that look like the one before are not drawn again. */
export function picture(
  algorithm: CollectiveAlgorithm,
  whole: WholeCall,
  unit: (bytes: number) => string,
): string {
  const { size } = whole;
  const steps = stepsOf(recordCollective(algorithm, whole)).map((arrows) => ({
    drawing: linesOf(arrows, size),
    sizes: sizes(arrows, unit),
  }));
  const header = Array.from({ length: size }, (_, rank) => String(rank).padEnd(COLUMN)).join('');
  const out = [`${'rank'.padEnd(MARGIN)}${header}`.trimEnd()];
  for (let i = 0; i < steps.length; ) {
    const { drawing, sizes: label } = steps[i];
    let next = i + 1;
    const same = (j: number): boolean =>
      steps[j].drawing.join('\n') === drawing.join('\n') && steps[j].sizes === label;
    while (next < steps.length && same(next)) next++;
    const name = next === i + 1 ? `step ${i + 1}` : `${i + 1} … ${next}`;
    drawing.forEach((line, row) => {
      const margin = (row === 0 ? name : '').padEnd(MARGIN);
      const text = row === 0 ? line.padEnd(size * COLUMN - COLUMN + 3) + label : line;
      out.push(`${margin}${text}`.trimEnd());
    });
    i = next;
  }
  return out.join('\n');
}
