/** Where things lie, and how much is asked. */
export interface Setting {
  /** The words that start the command line, such as node and bin/run.js. */
  readonly llamp: readonly string[];
  readonly root: string;
  /** Of the run, for what it makes. */
  readonly folder: string;
  readonly quick: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}
