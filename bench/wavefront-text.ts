/** GOAL text of a wavefront sweep, piece by piece: ranks in a grid, each step waits for its northern and western
 * neighbours, computes, and sends on to the south and the east. */
const FLUSH = 1 << 20;

/** Operations of one step over all ranks: a calc each, and a send and a receive per edge of the grid. */
const perStep = (side: number): number => side * side + 4 * side * (side - 1);

/** How many operations {@link wavefront} has where `wanted` are asked for. */
export const operationsOf = (wanted: number, side: number): number =>
  Math.ceil(wanted / perStep(side)) * perStep(side);

/** At least `wanted` operations on side × side ranks. */
export function* wavefront(wanted: number, side: number): Generator<string> {
  const ranks = side * side;
  const steps = Math.ceil(wanted / perStep(side));
  let text = `num_ranks ${ranks}\n`;
  for (let rank = 0; rank < ranks; rank++) {
    const [row, column] = [Math.floor(rank / side), rank % side];
    const before = [...(row > 0 ? [rank - side] : []), ...(column > 0 ? [rank - 1] : [])];
    const after = [...(row < side - 1 ? [rank + side] : []), ...(column < side - 1 ? [rank + 1] : [])];
    text += `\nrank ${rank} {\n`;
    let label = 0;
    let last = 0;
    for (let step = 0; step < steps; step++) {
      const received: number[] = [];
      for (const source of before) {
        text += `l${++label}: recv 1024b from ${source} tag 7\n`;
        if (last > 0) text += `l${label} requires l${last}\n`;
        received.push(label);
      }
      // Computation differs by rank and step, so that paths compete.
      text += `l${++label}: calc ${2000 + ((rank * 7919 + step * 104_729) % 4001)}\n`;
      const calc = label;
      for (const one of received) text += `l${calc} requires l${one}\n`;
      if (received.length === 0 && last > 0) text += `l${calc} requires l${last}\n`;
      for (const destination of after) {
        text += `l${++label}: send 1024b to ${destination} tag 7\nl${label} requires l${calc}\n`;
      }
      last = calc;
      if (text.length > FLUSH) {
        yield text;
        text = '';
      }
    }
    text += '}\n';
  }
  yield text;
}
