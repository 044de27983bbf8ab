/** Stacks without what runs before the program does. */
import type { NamedPlace } from '../schedule/call-sites.js';

/**
 * Functions of C libraries and thread libraries that call a program's first function. What they do is no part of the
 * program, and they would stand above all of it.
 */
const STARTERS: ReadonlySet<string> = new Set([
  // glibc, from 2.34 on in three steps; musl has libc_start_main_stage2.
  '_start',
  '__libc_start_main',
  '__libc_start_main_impl',
  '__libc_start_call_main',
  'libc_start_main_stage2',
  // Threads of POSIX, and what libstdc++ and OpenMP begin theirs with.
  'start_thread',
  'clone',
  'clone3',
  '__clone',
  '__clone3',
  'execute_native_thread_routine',
  'gomp_thread_start',
]);

/** gfortran's program, which a `main` of the compiler's calls. */
const FORTRAN_PROGRAM = 'MAIN__';

/**
 * The frames of a stack, innermost first, up to the program's own outermost function: what starts a program or a thread,
 * and all that calls `main`, is left out. The first frame always stays.
 */
export function usersFrames(stack: readonly NamedPlace[]): NamedPlace[] {
  const starter = stack.findIndex((one, i) => i > 0 && STARTERS.has(one.function));
  const started = starter < 0 ? stack : stack.slice(0, starter);
  const fortran = started.findLastIndex((one) => one.function === FORTRAN_PROGRAM);
  const main = fortran < 0 ? started.findLastIndex((one) => one.function === 'main') : fortran;
  return main < 0 ? [...started] : started.slice(0, main + 1);
}
