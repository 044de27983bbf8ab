/** Words of a command line that tell which parts of its command run, and so what of its code is compiled. */

/** A choice by its name; numbers, paths and lists are none. */
const SETTING = /^[a-z][a-z-]{0,15}$/i;
const FLAG = /^-[-a-zA-Z]/;

/** Flags, the choices that they are set to, and the kinds of input. */
export function wordsAsked(argv: readonly string[], kinds: readonly string[]): string[] {
  const words = argv.flatMap((word, i) => {
    if (!FLAG.test(word)) return [];
    const [flag, setting = argv[i + 1] ?? ''] = word.split('=', 2);
    return SETTING.test(setting) ? [flag, `${flag}=${setting}`] : [flag];
  });
  return [...words, ...kinds.map((kind) => `*${kind}`)];
}
