import { spawn } from 'node:child_process';
import { Flags } from '@oclif/core';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { outputFlags, traceFlags } from '../cli/flags/common.js';
import { machineFlags } from '../cli/flags/machine.js';
import { parsePercents } from '../cli/flags/parameters.js';
import { noInput } from '../cli/input/find.js';
import { loadProgram } from '../cli/input/load.js';
import { machineOf } from '../cli/machine/machine.js';
import { measuredFlag } from '../cli/output/plot.js';
import { ProgressBar } from '../cli/output/progress.js';
import { DEFAULT_RANGE, titleOf } from '../cli/present/report.js';

const { 'print-machine': printMachine, ...machine } = machineFlags;

export default class ViewCommand extends LlampCommand {
  static override summary = 'The report live in a browser: change the machine, and see the curve follow.';
  static override description =
    'Serves on 127.0.0.1 only, to whoever has the printed address with its token; Ctrl-C ends it. On a cluster, forward the port: ssh -L 8080:127.0.0.1:8080 login.';
  static override examples = [
    '<%= config.bin %> view trace.goal',
    '<%= config.bin %> view traces/cg-4 --open',
    '<%= config.bin %> view trace.goal --port 8080 --latency-range +0..+50us',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = {
    ...machine,
    ...traceFlags,
    'latency-range': Flags.string({
      helpValue: 'a..b',
      aliases: ['range'],
      description: `interval of L to begin with, such as +0..+100us [default: ${DEFAULT_RANGE}]`,
    }),
    measured: measuredFlag(),
    pct: Flags.string({ default: '1,2,5', helpValue: '1,2,5', description: 'slowdowns in percent' }),
    title: Flags.string({ helpValue: 'TEXT', description: 'what the page is about [default: INPUT]' }),
    port: Flags.integer({
      default: 0,
      min: 0,
      max: 65_535,
      helpValue: 'N',
      description: 'port to listen on [default: a free one]',
    }),
    open: Flags.boolean({ allowNo: true, default: false, description: 'open the page in the browser' }),
    quiet: outputFlags.quiet,
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ViewCommand);
    const inputs = argv.map(String);
    if (inputs.length === 0) throw noInput();
    parsePercents(flags.pct);
    await machineOf(flags);
    const progress = new ProgressBar(flags.quiet);
    const { program, info } = await loadProgram(inputs, { ...flags, digest: true }, progress).finally(() =>
      progress.stop(),
    );
    const { serveProgram } = await import('../cli/view/serve.js');
    const title = flags.title ?? titleOf(inputs);
    const server = await serveProgram(
      { program, info, machine: flags, title, measured: flags.measured },
      {
        port: flags.port,
        range: flags['latency-range'] ?? '',
        pct: flags.pct,
        collectives: flags.collective ?? [],
      },
      (message) => this.tell(`llamp-ts: ${message}\n`),
    );
    await this.put(`${server.url}\n`, undefined);
    if (!flags.quiet) this.tell('open this address in a browser; Ctrl-C ends the server\n');
    if (flags.open) open(server.url, (message) => this.tell(`llamp-ts: ${message}\n`));
    // The server lives until the process is stopped.
    await new Promise<never>(() => undefined);
  }
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

function open(url: string, tell: (message: string) => void): void {
  const [command, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => tell(`no browser could be opened by ${command}: open the address yourself`));
  child.unref();
}
