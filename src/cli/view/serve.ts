/** A program behind a server: its threads, its page, its first settings. */
import type { CollectiveName } from '../../collectives/names.js';
import { algorithmsOf } from '../../collectives/registry.js';
import { DEFAULT_MACHINE } from '../../machine/presets.js';
import { CALLS } from '../../sources/liballprof/calls.js';
import { loadPlatform } from '../machine/site-flags.js';
import type { VariantSource } from '../workers/plan.js';
import { computeInThreads } from './compute.js';
import { REPLACED_FIELDS } from './fields.js';
import { livePage } from './page.js';
import type { Program } from './protocol.js';
import { type RunningServer, startServer } from './server.js';
import { allowedNames, machineSettings, readSettings } from './settings.js';
import type { CollectiveChoices, Settings, Setup } from './wire.js';

export interface Beginning {
  readonly port: number;
  readonly range: string;
  readonly pct: string;
  /** As on the command line, such as `allreduce=ring`. */
  readonly collectives: readonly string[];
}

/** Serves until it is closed. `tell` hears of bugs. Throws UsageError. */
export async function serveProgram(
  program: Program,
  begin: Beginning,
  tell: (message: string) => void,
): Promise<RunningServer> {
  const names = allowedNames(program.machine);
  const collectives = choicesOf(program.source);
  const settings = readSettings(firstSettings(program, begin), names);
  const setup: Setup = {
    settings,
    levels: Object.fromEntries(names.platforms.map((name) => [name, levelsOf(name)])),
    replaced: REPLACED_FIELDS,
    fixedCollectives: begin.collectives.filter((one) => !isChoice(collectives, one)),
  };
  const { title } = program;
  const { topology } = program.machine;
  const compute = computeInThreads(program);
  try {
    const server = await startServer({
      port: begin.port,
      names,
      compute,
      page: (nonce) => livePage({ title, setup, names, collectives, topology }, nonce),
      onBug: (error) => tell(error instanceof Error ? (error.stack ?? error.message) : String(error)),
    });
    return {
      ...server,
      close: async () => {
        await server.close();
        await compute.close();
      },
    };
  } catch (error) {
    await compute.close();
    throw error;
  }
}

function firstSettings({ machine }: Program, { range, pct, collectives }: Beginning): Settings {
  return {
    ...machineSettings({ ...machine, machine: machine.machine ?? DEFAULT_MACHINE }),
    range,
    pct,
    collectives,
  };
}

const levelsOf = (platform: string): string[] =>
  loadPlatform(platform).platform.levels.map(({ name }) => name);

/** The collectives that traces call, with every algorithm of each. */
function choicesOf(source: VariantSource): CollectiveChoices[] {
  if (source.kind !== 'traces') return [];
  const found = new Set<CollectiveName>();
  for (const { call, rows } of source.set.ranks) {
    for (let row = 0; row < rows; row++) {
      const { collective } = CALLS[call[row]];
      if (collective !== undefined) found.add(collective);
    }
  }
  return [...found].sort().map((collective) => ({
    collective,
    choices: [
      '',
      ...algorithmsOf(collective).map(({ name }) => `${collective}=${name}`),
      `${collective}=auto`,
    ],
  }));
}

/** Whether a choice of the command line is for all sizes of one collective, as the page's are; others stay as they are. */
const isChoice = (collectives: readonly CollectiveChoices[], spec: string): boolean =>
  !spec.includes('@') && collectives.some(({ collective }) => spec.startsWith(`${collective}=`));
