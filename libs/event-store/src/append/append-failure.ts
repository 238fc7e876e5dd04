import { isUniqueViolation, sqlState } from '@svc/postgres';
import { ConcurrencyError, FencedError } from '../errors.js';

/** Raised by `refuse_append`, see the migration. */
const refusal = { conflict: 'SVC01', fenced: 'SVC02' };
const streamVersionKey = 'event_stream_version_key';

/**
 * What a failed append means. Anything else than a refusal of ours stays as it is: a unique key of a companion, a lost
 * connection.
 */
export function toAppendFailure(failure: unknown, schema: string, streamId: string, expected: number): unknown {
  const state = sqlState(failure);
  if (state === refusal.fenced) return new FencedError(streamId, failure);
  if (state === refusal.conflict) return new ConcurrencyError(streamId, expected, Number(detail(failure)), failure);
  // Both writers saw the same head and the other has committed first, with at least one event.
  if (isUniqueViolation(failure, streamVersionKey) && failure.schema === schema) {
    return new ConcurrencyError(streamId, expected, expected + 1, failure);
  }
  return failure;
}

function detail(failure: unknown): unknown {
  return failure instanceof Error && 'detail' in failure ? failure.detail : undefined;
}
