import { SubjectErasedError } from '@svc/errors';
import { isUniqueViolation, sqlState, TransactionConflictError, type Executor } from '@svc/postgres';
import { ConcurrencyError, FencedError } from '../errors.js';
import { ofStream } from '../reading/of-stream.js';

/** Raised by `refuse_append`, see the migration. */
const rejection = { conflict: 'SVC01', fenced: 'SVC02', erased: 'SVC03' };
/** Each partition has its own name for it, with this prefix. */
const streamVersionKey = 'event_stream_version_key';

export interface FailedAppend {
  readonly executor: Executor;
  readonly schema: string;
  readonly streamId: string;
  readonly subject: string | null;
  readonly expectedVersion: number;
}

/** Translates the error of an append. Others stay as they are: a companion's unique key, a lost connection. */
export async function toAppendError(error: unknown, append: FailedAppend): Promise<unknown> {
  const { schema, streamId, subject, expectedVersion } = append;
  const state = sqlState(error);
  if (state === rejection.fenced) return new FencedError(streamId, error);
  if (state === rejection.erased) return new SubjectErasedError(subject ?? 'nobody', error);
  if (state === rejection.conflict) {
    return new ConcurrencyError(streamId, expectedVersion, Number(detail(error)), error);
  }
  const isOurs = isUniqueViolation(error) && error.schema === schema;
  if (isOurs && error.constraint?.startsWith(streamVersionKey)) {
    // Both writers saw the same head, and the other committed first: the stream has at least one more event.
    const actualVersion = await versionAfterRace(append, expectedVersion + 1);
    return new ConcurrencyError(streamId, expectedVersion, actualVersion, error);
  }
  if (error instanceof TransactionConflictError) {
    // The race may have been for a companion's row: then the stream has not changed.
    const actualVersion = await versionAfterRace(append, expectedVersion);
    return new ConcurrencyError(streamId, expectedVersion, actualVersion, error);
  }
  return error;
}

/** An ended transaction can't be queried: then it is the lowest version that the stream can have. */
async function versionAfterRace(
  { executor, schema, streamId }: FailedAppend,
  lowest: number,
): Promise<number> {
  const statement = {
    name: `${schema}.stream_version`,
    text: `SELECT max(stream_version) AS version FROM ${schema}.event WHERE ${ofStream('$1')}`,
    values: [streamId],
  };
  return executor.query<{ version: number | null }>(statement).then(
    ({ rows }) => rows[0]?.version ?? lowest,
    () => lowest,
  );
}

function detail(error: unknown): unknown {
  return error instanceof Error && 'detail' in error ? error.detail : undefined;
}
