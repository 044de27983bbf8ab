/** The comment lines of a trace: the date tells files of different runs apart, the library how its collectives go. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** As C's ctime writes it: `# time: Sat Nov 21 07:11:33 2026`, in 2009 without `time:`. */
const DATE = /^#\s*(?:time:\s*)?[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\d+) (\d+):(\d+):(\d+) (\d{4})\s*$/;

/** The date in a comment in ms, its zone taken as UTC (differences are all that counts); NaN without one. */
export function readComment(text: string): number {
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

/** The MPI library that a comment names, as `# mpi: Open MPI 4.1.4`; '' where it names none. */
export function readLibrary(text: string): string {
  return /^#\s*mpi:\s*(.*\S)/i.exec(text)?.[1] ?? '';
}
