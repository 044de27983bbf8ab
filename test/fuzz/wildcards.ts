/** Programs with wildcards as the library matched them: the guess must be allowed, and T follows from it. */
import type { ExecutionGraph } from '../../src/graph/execution-graph.js';
import type { Program } from '../properties/schedules.js';
import { Finding } from './input.js';

type Op = Program[number][number];

/** The program with each message alone in a channel of its own: by place there is one way to match it. */
export function asMatched(program: Program, { schedule, partner }: ExecutionGraph): Program {
  const found = program.map((ops) => [...ops]);
  program.forEach((ops, rank) => {
    ops.forEach((op, i) => {
      if (op.kind !== 'recv') return;
      const recv = schedule.rankStart[rank] + i;
      const [source, at] = placeOf(schedule.rankStart, partner[recv]);
      checkFit(op, rank, program[source][at], source);
      found[rank][i] = { ...op, peer: source, tag: recv };
      found[source][at] = { ...found[source][at], tag: recv };
    });
  });
  return found;
}

function placeOf(rankStart: Uint32Array, op: number): [number, number] {
  const rank = rankStart.findLastIndex((start) => start <= op);
  return [rank, op - rankStart[rank]];
}

function checkFit(recv: Op, rank: number, send: Op | undefined, source: number): void {
  const fits =
    send?.kind === 'send' &&
    send.peer === rank &&
    (recv.peer === -1 || recv.peer === source) &&
    (recv.tag === -1 || recv.tag === send.tag) &&
    send.value <= recv.value;
  if (!fits)
    throw new Finding(
      'a receive takes a message that fits',
      `${JSON.stringify(recv)} of rank ${rank}, ${JSON.stringify(send)} of rank ${source}`,
    );
}
