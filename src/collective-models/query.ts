/** Checks that every model makes: of a question before it answers, and of its answer. */
import { ModelError, UsageError, type Warning } from '../errors.js';
import { type ClusterShape, capacity } from './shape.js';
import type { CollectiveQuery, Prediction } from './types.js';

/** Throws UsageError for ranks, bytes or segments that make no sense, or do not fit `shape`. */
export function checkQuery(query: CollectiveQuery, shape?: ClusterShape): void {
  const { ranks, bytes, segments } = query;
  if (!Number.isInteger(ranks) || ranks < 2) {
    throw new UsageError(`ranks ${ranks} is not a whole number from 2`, 'write one such as 128');
  }
  if (!Number.isFinite(bytes) || bytes <= 0) {
    throw new UsageError(`bytes ${bytes} is not above 0`, 'write a size such as 1B or 64KiB');
  }
  if (!Number.isInteger(segments) || segments < 1) {
    throw new UsageError(`segments ${segments} is not a whole number from 1`, 'write one such as 4');
  }
  if (shape !== undefined && ranks > capacity(shape)) {
    throw new UsageError(
      `${ranks} ranks do not fit on ${capacity(shape)} cores`,
      'ask for fewer ranks or describe a larger platform',
    );
  }
}

/** An answer. Throws ModelError for what is no number: a platform of huge or missing figures, a size past all measured. */
export function prediction(latencyUs: number, warnings: readonly Warning[] = []): Prediction {
  if (Number.isFinite(latencyUs)) return { latencyUs, warnings };
  throw new ModelError({
    what: `the model gives ${latencyUs} µs, which is no time`,
    mend: 'check the figures of the platform and the size that is asked for',
  });
}
