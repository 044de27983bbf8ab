/** Marks as the text form of llamp-trace has them: `#region: begin 12.345 solve`, `#pcontrol: 12.345 1`. */
import type { MarksColumns } from '../mpi/marks.js';
import type { LineCursor } from './cursor.js';

const TIME = '(-?\\d+(?:\\.\\d+)?)';
const REGION = new RegExp(`^#region: (begin|end) ${TIME} ?(.*)$`);
const PCONTROL = new RegExp(`^#pcontrol: ${TIME} (-?\\d{1,10})$`);

/** Takes `text`, the comment at the cursor, where it is a mark; false for others. `epoch`: whole µs that times begin at. */
export function takeMark(marks: MarksColumns, cursor: LineCursor, text: string, epoch: number): boolean {
  if (!text.startsWith('#region:') && !text.startsWith('#pcontrol:')) return false;
  const region = REGION.exec(text);
  const pcontrol = PCONTROL.exec(text);
  const since = (time: string): number => Number(time) - (Number.isNaN(epoch) ? 0 : epoch);
  if (pcontrol !== null) marks.pcontrol(since(pcontrol[1]), Number(pcontrol[2]));
  else if (region?.[1] === 'begin') marks.begin(region[3], since(region[2]));
  else if (region?.[1] === 'end') marks.end(region[3], since(region[2]));
  else cursor.fail(`'${text}' is no mark`, 'the line is damaged: trace the program again');
  return true;
}
