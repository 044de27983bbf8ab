/** `view`: the report that computes by itself, opened in a browser. */

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Flags } from '@oclif/core';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { reportFlags, titleOf } from '../cli/present/report-data.js';

/** The page has fields for the other values; `report --live` takes them as flags. */
const { machine, latency, overhead, rendezvous, platform } = reportFlags;
const { title, region, rules, collective, measured, pct, quiet } = reportFlags;

const viewFlags = {
  ...{ machine, latency, overhead, 'gap-per-byte': reportFlags['gap-per-byte'], rendezvous, platform },
  ...{ title, region, rules, collective, measured, pct, quiet },
  'flop-rate': reportFlags['flop-rate'],
  'latency-range': reportFlags['latency-range'],
  'skip-calls': reportFlags['skip-calls'],
  output: Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'FILE.html',
    description: 'file to write [default: a temporary file]',
  }),
  open: Flags.boolean({ allowNo: true, default: false, description: 'open the page in the browser' }),
};

/** What opens a file in a browser; elsewhere xdg-open does. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

function openInBrowser(file: string, tell: (message: string) => void): void {
  const [command, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...words, file], { stdio: 'ignore', detached: true });
  child.on('error', () => tell(`llamp-ts: ${command} could not open a browser; open ${file} yourself\n`));
  child.unref();
}

export default class ViewCommand extends LlampCommand {
  static override summary = 'Write the report as a page on which you can change the machine, and open it.';
  static override description =
    'The page is that of report --live, a file that computes by itself. It contains all messages, sizes and times of the program. The page has fields for the values of the machine; report --live takes them as flags.';
  static override examples = [
    '<%= config.bin %> view trace.goal --open',
    '<%= config.bin %> view traces/cg-4 --output cg.html --latency-range +0..+50us',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = viewFlags;
  static override mostUsed: readonly (keyof typeof viewFlags)[] = [
    'open',
    'output',
    'latency-range',
    'measured',
    'pct',
    'machine',
    'platform',
  ];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ViewCommand);
    const inputs = await this.onlyOne(argv, 'view');
    // A folder of its own, which no other user of the machine can read.
    const folder = flags.output === undefined ? mkdtempSync(join(tmpdir(), 'llamp-ts-')) : '';
    const file = flags.output ?? join(folder, `${titleOf(inputs)}.html`);
    const words = this.argv.filter((word) => !/^--(no-)?open$/.test(word));
    const named = flags.output === undefined ? ['--output', file] : [];
    const { default: ReportCommand } = await import('./report.js');
    try {
      await ReportCommand.run([...words, '--live', ...named], this.config);
    } catch (error) {
      if (folder !== '') rmSync(folder, { recursive: true });
      throw error;
    }
    if (flags.open) openInBrowser(file, (message) => this.tell(message));
  }
}
