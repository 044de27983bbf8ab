/** Processes of this machine. */
import { errorCode } from '../output/files.js';

/** Whether a process of this number runs, whoever's it is. */
export function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
