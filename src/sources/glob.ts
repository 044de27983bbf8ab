/** Patterns of names: `*` is any letters, `?` is one. */

/** Whether a text is a pattern rather than a name. */
export const isGlob = (text: string): boolean => /[*?]/.test(text);

/** The source of a regular expression that matches the names of a pattern, to be anchored. */
export const globSource = (pattern: string): string =>
  pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');

/** Whether `pattern` matches a name. */
export function globMatcher(pattern: string): (name: string) => boolean {
  const expression = new RegExp(`^${globSource(pattern)}$`, 's');
  return (name) => expression.test(name);
}
