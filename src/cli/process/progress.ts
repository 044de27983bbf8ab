/** Progress on standard error: a bar on a terminal, a line now and then elsewhere, nothing when it is quick or quiet. */
import { WriteStream } from 'node:tty';
import cliProgress from 'cli-progress';
import { STDERR, streams, working } from './streams.js';

/** Shorter work needs no bar. */
const SILENT_MS = 500;
/** Least time between two reports of progress to the main thread. */
const TELL_EVERY_MS = 250;

export class ProgressBar {
  readonly #quiet: boolean;
  readonly #started = Date.now();
  #writtenAt = 0;
  #bar: cliProgress.SingleBar | null = null;

  constructor(quiet: boolean) {
    this.#quiet = quiet;
  }

  /** Begins work without known progress. */
  begin(label: string): void {
    this.#close();
    if (!this.#quiet) working(label);
  }

  /** Progress: `done` of `total` (0: unknown). */
  update(label: string, done: number, total: number): void {
    if (this.#quiet) return;
    if (streams().terminal && total > 0) this.#draw(label, done, total);
    else this.#tell(label, done, total);
  }

  stop(): void {
    this.#close();
    working(null);
  }

  #draw(label: string, done: number, total: number): void {
    if (Date.now() - this.#started < SILENT_MS) return;
    this.#bar ??= this.#open(total);
    this.#bar.update(Math.min(done, total), { label });
  }

  #tell(label: string, done: number, total: number): void {
    const now = Date.now();
    if (now - this.#writtenAt < TELL_EVERY_MS) return;
    this.#writtenAt = now;
    working(total > 0 ? `${label} ${percent(done, total)} %` : label);
  }

  #open(total: number): cliProgress.SingleBar {
    working(null);
    const stream = new WriteStream(STDERR);
    stream.on('error', () => undefined);
    const bar = new cliProgress.SingleBar({
      format: '{label} {bar} {percentage} %',
      clearOnComplete: true,
      hideCursor: true,
      stopOnComplete: false,
      stream,
    });
    bar.start(total, 0, { label: '' });
    return bar;
  }

  #close(): void {
    this.#bar?.stop();
    this.#bar = null;
  }
}

/** At most 100 %, because an input may grow while it is read. */
const percent = (done: number, total: number): number => Math.floor((100 * Math.min(done, total)) / total);
