/** Command lines that are asked as far as they go without their program: what they refuse by their flags, they refuse. */
import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<true>();

/** Ends a command line that came to its program. */
class ProgramWanted extends Error {}

/** Runs a command line up to where it looks at its program. Throws what it throws until then. */
export async function unread(run: () => Promise<unknown>): Promise<void> {
  try {
    await current.run(true, run);
  } catch (error) {
    if (!(error instanceof ProgramWanted)) throw error;
  }
}

/** Whether the command line that is run ends before its program. */
export const isUnread = (): boolean => current.getStore() !== undefined;

/** Called where a program is about to be looked at. */
export function wantProgram(): void {
  if (isUnread()) throw new ProgramWanted();
}
