/** Progress on standard error: a bar on a terminal, a line now and then elsewhere, nothing when it is quick or quiet. */
import { isatty, WriteStream } from 'node:tty';
import cliProgress from 'cli-progress';
import { writeAll } from './files.js';

const STDERR = 2;
const LINE_EVERY_MS = 10_000;
/** What is done by then needs no bar. */
const SILENT_MS = 500;

export class Progress {
  readonly #quiet: boolean;
  readonly #started = Date.now();
  #lastLine = Date.now();
  #bar: cliProgress.SingleBar | null = null;

  constructor(quiet: boolean) {
    this.#quiet = quiet;
  }

  /** `done` of `total` (0: unknown) of what `label` names. */
  update(label: string, done: number, total: number): void {
    if (this.#quiet || Date.now() - this.#started < SILENT_MS) return;
    if (isatty(STDERR) && total > 0) {
      this.#bar ??= this.#open(total);
      this.#bar.update(Math.min(done, total), { label });
    } else if (Date.now() - this.#lastLine >= LINE_EVERY_MS) {
      this.#lastLine = Date.now();
      // What is still being written grows while it is read.
      const share = total > 0 ? ` ${Math.floor((100 * Math.min(done, total)) / total)} %` : '';
      writeAll(STDERR, new TextEncoder().encode(`llamp-ts: ${label}${share}\n`));
    }
  }

  stop(): void {
    this.#bar?.stop();
    this.#bar = null;
  }

  #open(total: number): cliProgress.SingleBar {
    const bar = new cliProgress.SingleBar({
      format: '{label} {bar} {percentage} %',
      clearOnComplete: true,
      hideCursor: true,
      stopOnComplete: false,
      // A worker's own stderr is not known to be a terminal; the descriptor is.
      stream: new WriteStream(STDERR),
    });
    bar.start(total, 0, { label: '' });
    return bar;
  }
}
