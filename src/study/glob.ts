/** Names by pattern: `*` is any letters, `?` is one. */

const escaped = (text: string): string => text.replace(/[.+^${}()|[\]\\]/g, '\\$&');

/** Whether a text is a pattern rather than a name. */
export const isGlob = (text: string): boolean => /[*?]/.test(text);

/** Whether a name is one that `pattern` means. */
export function globMatcher(pattern: string): (name: string) => boolean {
  const expression = new RegExp(`^${escaped(pattern).replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
  return (name) => expression.test(name);
}
