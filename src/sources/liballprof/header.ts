/**
 * What the comment lines before the calls say: the date tells files of different runs apart, the library how its
 * collectives go. A tracer that says more leaves less to be found out.
 */
import type { RequestPitch, TraceHeader } from '../mpi/trace.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** As C's ctime writes it: `# time: Sat Nov 21 07:11:33 2026`, in 2009 without `time:`. */
const DATE = /^#\s*(?:time:\s*)?[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\d+) (\d+):(\d+):(\d+) (\d{4})\s*$/;
/** `# request-pitch: 8`. */
const FACT = /^#\s*([a-z]+(?:-[a-z]+)*):\s*(.*\S)\s*$/i;
/** What llamp-trace begins its header with, and the versions that are read here. */
const TRACER = /^#\s*llamp-trace\s+[12]\s*$/;

/** Whether a comment begins the header of a llamp-trace whose notes are not those that are read here. */
export const isOtherVersion = (text: string): boolean =>
  /^#\s*llamp-trace\s+\d/.test(text) && !TRACER.test(text);

/** The date in a comment in ms, its zone taken as UTC (differences are all that counts); NaN without one. */
function dateIn(text: string): number {
  const match = DATE.exec(text);
  if (match === null) return Number.NaN;
  const [month, day, hours, minutes, seconds, year] = match.slice(1);
  return Date.UTC(
    Number(year),
    MONTHS.indexOf(month),
    Number(day),
    Number(hours),
    Number(minutes),
    Number(seconds),
  );
}

const PITCHES: ReadonlyMap<string, RequestPitch> = new Map([
  ['4', 4],
  ['8', 8],
]);

function wholeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Reads the header of one rank, a comment at a time. */
export class HeaderReader {
  readonly #facts = new Map<string, string>();
  #tracer = false;
  #date = Number.NaN;
  #dateLine = 0;

  /** Takes a comment, `#` included. The first that says something counts. */
  add(text: string, line: number): void {
    if (TRACER.test(text)) this.#tracer = true;
    const [, name, value] = FACT.exec(text) ?? [];
    if (name !== undefined && !this.#facts.has(name.toLowerCase()))
      this.#facts.set(name.toLowerCase(), value);
    if (!Number.isNaN(this.#date)) return;
    const date = name === 'date' ? Date.parse(value) : dateIn(text);
    if (Number.isNaN(date)) return;
    this.#date = date;
    this.#dateLine = line;
  }

  /** Whether it is of llamp-trace, whose notes stand behind the calls. */
  get noted(): boolean {
    return this.#tracer;
  }

  done(): TraceHeader {
    const facts = this.#facts;
    return {
      noted: this.#tracer,
      library: facts.get('mpi') ?? '',
      requestPitch: PITCHES.get(facts.get('request-pitch') ?? ''),
      procNull: wholeOf(facts.get('proc-null')),
      run: facts.get('run') ?? '',
      rank: wholeOf(facts.get('rank')),
      ranks: wholeOf(facts.get('ranks')),
      overhead: wholeOf(facts.get('overhead-ns')),
      threaded: facts.get('threads') === 'multiple',
      date: this.#date,
      dateLine: this.#dateLine,
    };
  }
}
