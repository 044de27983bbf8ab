/** `view`: the report live in a browser. */

import { spawn } from 'node:child_process';
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { choicesOf } from '../cli/flags/collective-choices.js';
import {
  latencyRangeFlag,
  machineFlags,
  outputFlags,
  percentsFlag,
  traceFlags,
} from '../cli/flags/common-flags.js';
import { parsePercents } from '../cli/flags/parameter-values.js';
import { regionFlags, regionQuery } from '../cli/flags/region-flags.js';
import { noInput } from '../cli/input/find-input.js';
import { loadProgram, scheduleBy } from '../cli/input/load-input.js';
import { noiseDrawFlags, noiseOf, noiseSourceFlags, noiseWanted } from '../cli/input/noise-input.js';
import { measuredFlag } from '../cli/output/answer.js';
import { machineOf, siteOf } from '../cli/pipeline/machine-of-flags.js';
import { withProgress } from '../cli/pipeline/pipeline.js';
import { DEFAULT_RANGE, titleOf } from '../cli/present/report-data.js';
import { readTextFile } from '../cli/process/files.js';
import type { RunningServer } from '../cli/view/server.js';
import { machineFor } from '../cli/workers/evaluator.js';
import type { Program } from '../sources/program.js';

// Flags of `view`.

const viewFlags = {
  ...machineFlags,
  ...traceFlags,
  ...regionFlags,
  'latency-range': latencyRangeFlag(`first interval of L, such as +0..+100us [default: ${DEFAULT_RANGE}]`),
  measured: measuredFlag(),
  pct: percentsFlag('slowdowns in percent'),
  ...noiseSourceFlags,
  ...noiseDrawFlags,
  title: Flags.string({ helpValue: 'TEXT', description: 'title of the page [default: INPUT]' }),
  port: Flags.integer({
    default: 0,
    min: 0,
    max: 65_535,
    helpValue: 'N',
    summary: 'port, 0 for any free one',
    description: 'port to listen on [default: a free one]',
  }),
  open: Flags.boolean({ allowNo: true, default: false, description: 'open the page in the browser' }),
  quiet: outputFlags.quiet,
};

type ViewFlags = InferredFlags<typeof viewFlags>;

// Opens the page in the browser.

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address, and reports failures. */
function openInBrowser(url: string, tell: (message: string) => void): void {
  const [command, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => tell(`${command} could not open a browser; open the address yourself`));
  child.unref();
}

// From INPUT and flags to the server of its page.

/** Reads the program and serves its page. `tell` receives bugs. Throws UsageError and InputError. */
async function serveInputs(
  inputs: readonly string[],
  flags: ViewFlags,
  tell: (message: string) => void,
): Promise<RunningServer> {
  if (inputs.length === 0) throw noInput();
  parsePercents(flags.pct);
  const noisy = noiseWanted(flags);
  const region = regionQuery(flags);
  // Reports invalid values and unknown names at once.
  await machineOf(flags);
  await siteOf(flags);
  const { program, info } = await withProgress(flags.quiet, (progress) =>
    loadProgram(inputs, { ...flags, digest: true }, progress),
  );
  const noiseFiles = noisy ? await noiseFilesOf(program, flags) : [];
  const { serveProgram } = await import('../cli/view/page.js');
  const {
    title = titleOf(inputs),
    measured,
    port,
    pct,
    collective = [],
    'latency-range': range = '',
  } = flags;
  const viewed = { program, info, machine: flags, title, measured, region, noiseFiles };
  return serveProgram(viewed, { port, range, pct, noise: flags, collectives: collective }, tell);
}

/** Files of noise. Throws UsageError, and InputError for files, for noise that the program cannot have. */
async function noiseFilesOf(program: Program, flags: ViewFlags): Promise<string[]> {
  const { schedule } = scheduleBy(program, choicesOf(flags.collective ?? []));
  const { ranks } = schedule;
  const { machine } = await machineFor(flags, schedule);
  const files: string[] = [];
  noiseOf(flags, machine.network, ranks, {
    file: (name) => {
      files.push(name);
      return readTextFile(name);
    },
    of: (_, read) => read(),
  });
  return files;
}

export default class ViewCommand extends LlampCommand {
  static override summary = 'Serve the report in a browser, where you can change the machine.';
  static override description =
    'Serves on 127.0.0.1 only, to clients with the printed address and its token. Ctrl-C ends the server. On a cluster, forward the port with ssh -L 8080:127.0.0.1:8080 login.';
  static override examples = [
    '<%= config.bin %> view trace.goal',
    '<%= config.bin %> view traces/cg-4 --open',
    '<%= config.bin %> view trace.goal --port 8080 --latency-range +0..+50us',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = viewFlags;
  static override mostUsed: readonly (keyof typeof viewFlags)[] = [
    'open',
    'port',
    'latency-range',
    'measured',
  ];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ViewCommand);
    const say = (message: string): void => this.tell(`llamp-ts: ${message}\n`);
    const server = await serveInputs(await this.onlyOne(argv, 'view'), flags, say);
    await this.put(`${server.url}\n`, undefined);
    if (!flags.quiet) this.tell('open this address in a browser; Ctrl-C ends the server\n');
    if (flags.open) openInBrowser(server.url, say);
    // The server runs until the process is stopped.
    await new Promise<never>(() => undefined);
  }
}
