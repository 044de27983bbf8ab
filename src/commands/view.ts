import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { viewFlags } from '../cli/flags/view.js';
import { openInBrowser } from '../cli/view/browser.js';
import { serveInputs } from '../cli/view/inputs.js';

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
  static override flags = viewFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ViewCommand);
    const say = (message: string): void => this.tell(`llamp-ts: ${message}\n`);
    const server = await serveInputs(await this.onlyOne(argv, 'view'), flags, say);
    await this.put(`${server.url}\n`, undefined);
    if (!flags.quiet) this.tell('open this address in a browser; Ctrl-C ends the server\n');
    if (flags.open) openInBrowser(server.url, say);
    // The server lives until the process is stopped.
    await new Promise<never>(() => undefined);
  }
}
