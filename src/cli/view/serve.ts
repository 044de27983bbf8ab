/** A program behind a server: its threads, its page, its first settings. */
import { DEFAULT_MACHINE } from '../../machine/presets.js';
import type { NoiseDrawFlags, NoiseSourceFlags } from '../flags/noise.js';
import { loadPlatform } from '../machine/site-flags.js';
import { algorithmChoices } from './algorithms.js';
import { computeInThreads } from './compute.js';
import { REPLACED_FIELDS } from './fields.js';
import { allowedNames } from './names.js';
import { noiseSettings } from './noise-settings.js';
import { livePage } from './page.js';
import type { ViewedProgram } from './protocol.js';
import { type RunningServer, startServer } from './server.js';
import { machineSettings, readSettings } from './settings.js';
import type { CollectiveChoices, Settings, Setup } from './wire.js';

export interface Beginning {
  readonly port: number;
  readonly range: string;
  readonly pct: string;
  readonly noise: NoiseSourceFlags & NoiseDrawFlags;
  /** As on the command line, such as `allreduce=ring`. */
  readonly collectives: readonly string[];
}

/** Serves until it is closed. `tell` hears of bugs. Throws UsageError, and InputError for collectives that do not fit. */
export async function serveProgram(
  viewed: ViewedProgram,
  begin: Beginning,
  tell: (message: string) => void,
): Promise<RunningServer> {
  const names = allowedNames(viewed.machine);
  const collectives = algorithmChoices(viewed.program);
  const settings = readSettings(firstSettings(viewed, begin), names);
  const setup: Setup = {
    settings,
    levels: Object.fromEntries(names.platforms.map((name) => [name, levelsOf(name)])),
    replaced: REPLACED_FIELDS,
    fixedCollectives: begin.collectives.filter((one) => !isChoice(collectives, one)),
  };
  const { title } = viewed;
  const compute = computeInThreads(viewed);
  try {
    const server = await startServer({
      port: begin.port,
      names,
      compute,
      page: (nonce) => livePage({ title, setup, names, collectives }, nonce),
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

function firstSettings({ machine }: ViewedProgram, { range, pct, noise, collectives }: Beginning): Settings {
  return {
    ...machineSettings({ ...machine, machine: machine.machine ?? DEFAULT_MACHINE }),
    range,
    pct,
    ...noiseSettings(noise),
    collectives,
  };
}

const levelsOf = (platform: string): string[] =>
  loadPlatform(platform).platform.levels.map(({ name }) => name);

/** Whether a choice of the command line is for all sizes of one collective, as the page's are; others stay as they are. */
const isChoice = (collectives: readonly CollectiveChoices[], spec: string): boolean =>
  !spec.includes('@') && collectives.some(({ collective }) => spec.startsWith(`${collective}=`));
