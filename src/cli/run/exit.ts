/** Errors → exit codes and what is printed of them. */
import { type ErrorFamily, formatProblem, LlampError, type Problem } from '../../errors.js';
import { withWayOut } from '../flags/matching.js';
import { errorCode } from '../output/files.js';
import { GateNotMet } from '../output/gate.js';
import { schemaHead } from '../output/schema.js';
import { EXIT } from './exit-codes.js';
import { usageProblems } from './usage.js';

const BY_FAMILY: Readonly<Record<ErrorFamily, number>> = {
  usage: EXIT.usage,
  input: EXIT.input,
  model: EXIT.model,
  limit: EXIT.limit,
  interrupted: EXIT.interrupted,
};

interface Failure {
  readonly code: number;
  readonly family: string;
  readonly problems: readonly Problem[];
}

function failureOf(error: unknown): Failure {
  if (error instanceof LlampError)
    return { code: BY_FAMILY[error.family], family: error.family, problems: error.problems.map(withWayOut) };
  if (error instanceof GateNotMet)
    return { code: EXIT.gate, family: 'gate', problems: [{ what: error.message }] };
  if (error instanceof Error && isOclifUsage(error)) {
    return { code: EXIT.usage, family: 'usage', problems: usageProblems(error) };
  }
  if (isOutOfMemory(error)) {
    const what = 'not enough memory for this input';
    return {
      code: EXIT.limit,
      family: 'limit',
      problems: [{ what, mend: 'use a machine with more memory' }],
    };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const mend = 'this is a bug of llamp-ts: please report it with the command that shows it';
  return { code: EXIT.bug, family: 'bug', problems: [{ what: message.slice(0, 4000), mend }] };
}

/** What is told of an error that the user can mend; null of a bug. */
export function mendable(error: unknown): readonly Problem[] | null {
  const { family, problems } = failureOf(error);
  return family === 'bug' ? null : problems;
}

/** Memory that an array or a whole thread was refused. */
function isOutOfMemory(error: unknown): boolean {
  if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') return true;
  return (
    error instanceof RangeError &&
    /allocation failed|Array buffer|Invalid typed array length/i.test(error.message)
  );
}

/** oclif throws its complaints about flags and arguments with the exit code for usage. */
function isOclifUsage(error: Error): boolean {
  const oclif: unknown = 'oclif' in error ? error.oclif : undefined;
  return typeof oclif === 'object' && oclif !== null && 'exit' in oclif && oclif.exit === EXIT.usage;
}

/** Prints an error to stderr, or with `--json` as one object to stdout; returns the exit code. */
export function reportFailure(
  error: unknown,
  json: boolean,
  write: { out(text: string): void; err(text: string): void },
): number {
  const { code, family, problems } = failureOf(error);
  // The answer stands on stdout already; the gate is a word beside it.
  if (json && !(error instanceof GateNotMet) && written(write.out, { code, family, problems })) return code;
  for (const problem of problems) write.err(`llamp-ts: ${formatProblem(problem)}\n`);
  return code;
}

/** The failure as JSON; false where standard output takes nothing, which may be the failure itself. */
function written(out: (text: string) => void, { code, family, problems }: Failure): boolean {
  const list = problems.map(({ place, what, mend }) => ({
    ...place,
    what,
    ...(mend === undefined ? {} : { mend }),
  }));
  const body = { ...schemaHead('error'), error: { family, exit_code: code, problems: list } };
  try {
    out(`${JSON.stringify(body, null, 2)}\n`);
    return true;
  } catch {
    return false;
  }
}
