import type { Executor } from '@svc/postgres';
import { eventColumns, headOf, type EventRow, type StoredMetadata } from '../events/event-row.js';
import { linkHash } from '../hash-chain.js';
import type { ChainFault } from './chain-fault.js';
import { assertPlainSchemaName } from '../schema-name.js';
import { largePartFaults } from './large-part-faults.js';
import { snapshotFaults } from './snapshot-faults.js';
import { emptyStreamHead, type StreamHead } from '../stream-head.js';

export interface ChainReport {
  readonly streams: number;
  readonly events: number;
  readonly faults: readonly ChainFault[];
}

export interface VerificationOptions {
  /** Only streams whose id begins so: `org:demo/` is one tenant, a whole id one stream. Default: all. */
  readonly streamPrefix?: string;
  /** Told after each batch. */
  readonly onProgress?: (soFar: { readonly streams: number; readonly events: number }) => void;
  /** Events read at once. Default 1000. */
  readonly batchSize?: number;
}

/**
 * Recomputes the hash chain of each stream from the stored bytes, and looks whether snapshots stand at events of theirs.
 * Finds edits, insertions and deletions inside a stream. A tail that was cut off, a stream that is missing whole and one
 * that was written anew from its first event on are as sound as any other to it: those show only against anchors kept
 * elsewhere. Which events are public is judged only by whether the rows agree on it; it is outside the hash, as are
 * positions, transaction ids and the server's time.
 */
export async function verifyStreams(
  executor: Executor,
  schema: string,
  options: VerificationOptions = {},
): Promise<ChainReport> {
  assertPlainSchemaName(schema);
  const { streamPrefix = '', onProgress, batchSize = 1_000 } = options;
  const walk = new ChainWalk();
  let after: Pick<EventRow, 'stream_id' | 'stream_version'> = { stream_id: '', stream_version: 0 };
  for (;;) {
    const rows = await readBatch(executor, schema, streamPrefix, after, batchSize);
    for (const row of rows) walk.visit(row);
    const { streams, events } = walk;
    if (rows.length > 0) onProgress?.({ streams, events });
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) {
      const faults = [
        ...walk.faults,
        ...(await snapshotFaults(executor, schema, streamPrefix)),
        ...(await largePartFaults(executor, schema, streamPrefix)),
      ];
      return { streams, events, faults };
    }
    after = last;
  }
}

/** In byte order nothing that begins with the prefix comes after the prefix with the last character of Unicode. */
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

/** Goes along the streams one after the other, event by event. */
class ChainWalk {
  streams = 0;
  events = 0;
  readonly faults: ChainFault[] = [];
  #streamId: string | undefined;
  /** Undefined behind a fault. */
  #head: StreamHead | undefined;

  visit(row: EventRow): void {
    this.events++;
    if (row.stream_id !== this.#streamId) {
      this.streams++;
      this.#streamId = row.stream_id;
      this.#head = emptyStreamHead;
    }
    if (!this.#head) return;
    const reason = faultOf(row, this.#head);
    if (reason === undefined) {
      this.#head = headOf(row);
      return;
    }
    this.faults.push({ streamId: row.stream_id, streamVersion: row.stream_version, reason });
    this.#head = undefined;
  }
}

function faultOf(row: EventRow, head: StreamHead): string | undefined {
  if (row.stream_version !== head.version + 1) {
    return `version ${head.version + 1} is missing before version ${row.stream_version}`;
  }
  if (!row.stream_id.startsWith(`${row.tenant_id}/`))
    return `the tenant ${row.tenant_id} is not the stream's`;
  if (row.previous_public_version !== head.publicVersion)
    return 'the version of the public event before is wrong';
  if (!row.previous_public_hash.equals(head.publicHash))
    return 'the hash of the public event before is wrong';
  if (!Number.isInteger(row.created_at_ms)) return 'the time is not as it was written';
  const expected = linkHash(head.hash, {
    streamId: row.stream_id,
    streamVersion: row.stream_version,
    eventType: row.event_type,
    schemaVersion: row.schema_version,
    eventId: row.event_id,
    createdAt: row.created_at_ms,
    metadata: row.metadata,
    payload: row.payload,
  });
  if (!expected.equals(row.hash)) return 'the hash is not that of its content and the event before';
  if (row.subject !== subjectIn(row.metadata)) return 'the subject is not that of its metadata';
  if (head.version > 0 && row.subject !== head.subject) return "the subject is not the stream's";
  return undefined;
}

/** Undefined when it can't be read: whoever knows how to forge hashes can store anything. */
function subjectIn(metadata: string): string | null | undefined {
  try {
    return (JSON.parse(metadata) as StoredMetadata).subject ?? null;
  } catch {
    return undefined;
  }
}
