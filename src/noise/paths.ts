/** The longest path of single runs: which rows decided, from the end back to time zero. */
import { opOf } from '../graph/events.js';
import { NONE } from '../schedule/columns.js';
import { LANES_AT_ONCE } from './draws.js';
import {
  type Choices,
  choiceBytes,
  choicesFor,
  LANES,
  type LaneOptions,
  type LanePoint,
  Lanes,
} from './lanes.js';
import { ITEM, type NoiseProgram } from './program.js';

/** Rows of the longest path of one lane, last first. */
export function* pathOf(
  { vertices, rowStart, from }: NoiseProgram,
  { of, choices }: Choices,
  { lane, lanes }: { readonly lane: number; readonly lanes: number },
): Generator<{ readonly row: number; readonly vertex: number }, void, void> {
  for (let vertex = vertices - 1; vertex > 0; ) {
    const several = of[vertex];
    const row = rowStart[vertex] + (several === NONE ? 0 : choices[several * lanes + lane]);
    yield { row, vertex };
    vertex = from[row];
  }
}

/** Operations and messages of one path. */
export interface PathParts {
  /** Operations that it goes through, each once. */
  readonly ops: ReadonlySet<number>;
  /** Sends whose messages it goes along. */
  readonly messages: ReadonlySet<number>;
}

/** What choices may take, bytes: fewer lanes are played at once, or none where not even a few fit. */
const CHOICES_LIMIT = 2 ** 28;

/** The longest path of each of the first `runs` runs. `program`: compiled without folding, else operations are missing. */
export function* longestPaths(
  program: NoiseProgram,
  options: Omit<LaneOptions, 'lanes'>,
  { runs, ...point }: LanePoint & { readonly runs: number },
): Generator<PathParts, void, void> {
  const fit = Math.floor(CHOICES_LIMIT / Math.max(choiceBytes(program), 1));
  const lanes = Math.min(LANES, fit - (fit % LANES_AT_ONCE));
  if (lanes === 0) return;
  const played = new Lanes(program, { ...options, lanes });
  const choices = choicesFor(program, lanes);
  for (let first = 0; first < runs; first += lanes) {
    played.play(first, point, choices);
    for (let lane = 0; lane < lanes && first + lane < runs; lane++)
      yield partsOf(program, pathOf(program, choices, { lane, lanes }));
  }
}

function partsOf(program: NoiseProgram, path: ReturnType<typeof pathOf>): PathParts {
  const { event, op, item } = program;
  const ops = new Set<number>();
  const messages = new Set<number>();
  for (const { row, vertex } of path) {
    if (event[vertex] !== NONE) ops.add(opOf(event[vertex]));
    if (op[row] === NONE) continue;
    ops.add(op[row]);
    if (item[row] !== ITEM.computation) messages.add(op[row]);
  }
  return { ops, messages };
}
