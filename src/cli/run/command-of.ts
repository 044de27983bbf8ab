/** The id of the command that begins a command line, `study:status` rather than `study`; undefined where none does. */
export function commandOf(argv: readonly string[], ids: ReadonlySet<string>): string | undefined {
  return [argv.slice(0, 2), argv.slice(0, 1)].map((words) => words.join(':')).find((id) => ids.has(id));
}
