import type { Warning } from '../../errors.js';

/** Each warning once, led by the names of those that it is about where it is not about all. */
export function sharedWarnings(
  list: readonly { readonly name: string; readonly warnings: readonly Warning[] }[],
): Warning[] {
  const found = new Map<string, { warning: Warning; names: string[] }>();
  for (const { name, warnings } of list) {
    for (const warning of warnings) {
      const kept = found.get(warning.message) ?? { warning, names: [] };
      if (!kept.names.includes(name)) kept.names.push(name);
      found.set(warning.message, kept);
    }
  }
  return [...found.values()].map(({ warning, names }) =>
    names.length === list.length
      ? warning
      : { ...warning, message: `${names.join('; ')}: ${warning.message}` },
  );
}
