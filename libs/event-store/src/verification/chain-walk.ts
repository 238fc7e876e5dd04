import { headOf, type EventRow, type StoredMetadata } from '../events/event-row.js';
import { linkHash } from '../hash-chain.js';
import { emptyStreamHead, type StreamHead } from '../stream-head.js';
import type { ChainViolation } from './chain-violation.js';

/** Goes along the streams one after the other, event by event. */
export class ChainWalk {
  streams = 0;
  events = 0;
  readonly violations: ChainViolation[] = [];
  #streamId: string | undefined;
  /** Undefined behind a fault. */
  #head: StreamHead | undefined;

  /** @returns whether the chain of its stream is whole up to it. */
  visit(row: EventRow): boolean {
    this.events++;
    if (row.stream_id !== this.#streamId) {
      this.streams++;
      this.#streamId = row.stream_id;
      this.#head = emptyStreamHead;
    }
    if (!this.#head) return false;
    const reason = faultOf(row, this.#head);
    if (reason === undefined) {
      this.#head = headOf(row);
      return true;
    }
    this.violations.push({ streamId: row.stream_id, streamVersion: row.stream_version, reason });
    this.#head = undefined;
    return false;
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

/** Undefined when it can't be read: an attacker who can forge hashes can store anything. */
function subjectIn(metadata: string): string | null | undefined {
  try {
    return (JSON.parse(metadata) as StoredMetadata).subject ?? null;
  } catch {
    return undefined;
  }
}
