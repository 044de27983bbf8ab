/** Progress on standard error: a bar on a terminal, a line now and then elsewhere, nothing when it is quick or quiet. */
import { WriteStream } from 'node:tty';
import cliProgress from 'cli-progress';
import { STDERR, streams, working } from './streams.js';

/** Shorter work needs no bar. */
const SILENT_MS = 500;
/** Least time between two reports of progress to the main thread. */
const TELL_EVERY_MS = 250;
/** With a label and the remaining time, it fits into 80 columns. */
const BAR_COLUMNS = 24;
/** Least time over which a rate is measured, before the remaining time is shown. */
const MEASURED_MS = 2000;

/** Estimates the remaining time of one kind of work from its rate so far. */
class Remaining {
  #since = { label: '', at: 0, done: 0 };

  /** The next work begins. */
  begin(label: string, done = 0): void {
    this.#since = { label, at: Date.now(), done };
  }

  /** `, about 40 s left`; '' while the rate is unknown. */
  after(label: string, done: number, total: number): string {
    if (this.#since.label !== label) this.begin(label, done);
    const spent = Date.now() - this.#since.at;
    const more = done - this.#since.done;
    if (spent < MEASURED_MS || more <= 0 || done >= total) return '';
    return `, about ${durationText((spent * (total - done)) / more)} left`;
  }
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function durationText(ms: number): string {
  if (ms < 1.5 * MINUTE_MS) return `${Math.ceil(ms / 1000)} s`;
  return ms < 1.5 * HOUR_MS ? `${Math.round(ms / MINUTE_MS)} min` : `${(ms / HOUR_MS).toFixed(1)} h`;
}

export class ProgressBar {
  readonly #quiet: boolean;
  readonly #started = Date.now();
  readonly #remaining = new Remaining();
  #writtenAt = 0;
  #bar: cliProgress.SingleBar | null = null;

  constructor(quiet: boolean) {
    this.#quiet = quiet;
  }

  /** Begins work without known progress. */
  begin(label: string): void {
    this.#close();
    this.#remaining.begin(label);
    if (!this.#quiet) working(label);
  }

  /** Progress: `done` of `total` (0: unknown). */
  update(label: string, done: number, total: number): void {
    if (this.#quiet) return;
    const left = total > 0 ? this.#remaining.after(label, done, total) : '';
    if (streams().terminal && process.env.TERM !== 'dumb' && total > 0) this.#draw(label, done, total, left);
    else this.#tell(label, done, total, left);
  }

  stop(): void {
    this.#close();
    working(null);
  }

  #draw(label: string, done: number, total: number, left: string): void {
    if (Date.now() - this.#started < SILENT_MS) return;
    this.#bar ??= this.#open(total);
    this.#bar.update(Math.min(done, total), { label, left });
  }

  #tell(label: string, done: number, total: number, left: string): void {
    const now = Date.now();
    if (now - this.#writtenAt < TELL_EVERY_MS) return;
    this.#writtenAt = now;
    working(total > 0 ? `${label} ${percent(done, total)} %${left}` : label);
  }

  #open(total: number): cliProgress.SingleBar {
    working(null);
    const stream = new WriteStream(STDERR);
    stream.on('error', () => undefined);
    const bar = new cliProgress.SingleBar({
      format: '{label} {bar} {percentage} %{left}',
      barsize: BAR_COLUMNS,
      clearOnComplete: true,
      // Ctrl-C would leave a hidden cursor, and lines that do not wrap, to the shell.
      hideCursor: false,
      linewrap: true,
      stopOnComplete: false,
      stream,
    });
    bar.start(total, 0, { label: '', left: '' });
    return bar;
  }

  #close(): void {
    this.#bar?.stop();
    this.#bar = null;
  }
}

/** At most 100 %, because an input may grow while it is read. */
const percent = (done: number, total: number): number => Math.floor((100 * Math.min(done, total)) / total);
