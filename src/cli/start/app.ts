/** What a bundle runs: a command line, on commands that it gives by their ids. */
import type { Command } from '@oclif/core';
import { commandsAre } from '../run/commands.js';
import { supervise } from '../run/supervise.js';

export interface Bundled {
  readonly ids: ReadonlySet<string>;
  /** The module of a command. */
  readonly module: (id: string) => { readonly default: Command.Class };
}

/** `script`: URL of the file that was started. `here`: whether the work is done in this thread. */
export function run({ ids, module }: Bundled, script: string, here: boolean): Promise<void> {
  commandsAre({ ids, load: async (id) => module(id).default });
  return supervise(script, here);
}
