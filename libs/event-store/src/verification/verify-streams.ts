import type { Executor } from '@svc/postgres';
import { eventColumns, type EventRow } from '../events/event-row.js';
import { assertPlainSchemaName } from '../schema-name.js';
import type { ChainViolation } from './chain-violation.js';
import { ChainWalk } from './chain-walk.js';
import { largePartViolations } from './large-part-violations.js';
import { snapshotViolations } from './snapshot-violations.js';

export interface ChainReport {
  readonly streams: number;
  readonly events: number;
  readonly violations: readonly ChainViolation[];
}

export interface VerificationOptions {
  /** Only streams whose id begins so: `org:demo/` is one tenant, a whole id one stream. Default: all. */
  readonly streamPrefix?: string;
  /** Called after each batch. */
  readonly onProgress?: (soFar: { readonly streams: number; readonly events: number }) => void;
  /** Events read at once. Default 1000. */
  readonly batchSize?: number;
}

/**
 * Recomputes the hash chain of each stream from the stored bytes, and checks that each snapshot belongs to an event of
 * its stream. Finds edits, insertions and deletions inside a stream. It can't find a removed tail, a removed stream, or
 * one that was rewritten from its first event on: only hashes that were stored elsewhere show those. The hash does not
 * cover whether an event is public, nor positions, transaction ids and the server's time. Of the first it checks only
 * that the rows agree.
 */
export function verifyStreams(
  executor: Executor,
  schema: string,
  options: VerificationOptions = {},
): Promise<ChainReport> {
  return walkStreams(executor, schema, options, () => Promise.resolve());
}

/** @param onSound gets each batch without the events at or after a violation in their stream. */
export async function walkStreams(
  executor: Executor,
  schema: string,
  options: VerificationOptions,
  onSound: (rows: readonly EventRow[]) => Promise<void>,
): Promise<ChainReport> {
  assertPlainSchemaName(schema);
  const { streamPrefix = '', onProgress, batchSize = 1_000 } = options;
  const walk = new ChainWalk();
  let after: Pick<EventRow, 'stream_id' | 'stream_version'> = { stream_id: '', stream_version: 0 };
  for (;;) {
    const rows = await readBatch(executor, schema, streamPrefix, after, batchSize);
    await onSound(rows.filter((row) => walk.visit(row)));
    const { streams, events } = walk;
    if (rows.length > 0) onProgress?.({ streams, events });
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) {
      const violations = [
        ...walk.violations,
        ...(await snapshotViolations(executor, schema, streamPrefix)),
        ...(await largePartViolations(executor, schema, streamPrefix)),
      ];
      return { streams, events, violations };
    }
    after = last;
  }
}

/** In byte order, ids with the prefix end before the prefix followed by the last character of Unicode. */
async function readBatch(
  executor: Executor,
  schema: string,
  streamPrefix: string,
  after: Pick<EventRow, 'stream_id' | 'stream_version'>,
  batchSize: number,
): Promise<readonly EventRow[]> {
  const { rows } = await executor.query<EventRow>({
    name: `${schema}.verify_streams`,
    text: `SELECT ${eventColumns} FROM ${schema}.event
            WHERE (stream_id, stream_version) > ($1, $2) AND stream_id >= $3 AND stream_id < $3 || chr(1114111)
            ORDER BY stream_id, stream_version LIMIT $4`,
    values: [after.stream_id, after.stream_version, streamPrefix, batchSize],
  });
  return rows;
}
