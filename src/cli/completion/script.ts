/** The script that completes commands, flags and their values in a shell. */
import { bash } from './bash.js';
import { fish } from './fish.js';
import type { CompletedCommand } from './words.js';
import { zsh } from './zsh.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

const SCRIPTS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
  bash,
  zsh,
  fish,
};

export const completionScript = (shell: Shell, commands: readonly CompletedCommand[]): string =>
  SCRIPTS[shell](commands);
