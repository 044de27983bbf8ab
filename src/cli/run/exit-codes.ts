/** Exit codes, promised in docs/cli.md. */
export const EXIT = {
  ok: 0,
  bug: 1,
  usage: 2,
  input: 3,
  model: 4,
  limit: 5,
  gate: 10,
  interrupted: 130,
} as const;
