import type { DomainEvent, EventMetadata, JsonObject, TenantId } from '@svc/kernel';
import type { DataKey } from '@svc/sealing';
import type { RecordedEvent } from '../events/recorded-event.js';
import type { StreamHead } from '../stream-head.js';
import type { SqlFragment } from '../tables/sql-fragment.js';

export interface AppendRequest<Event extends DomainEvent> {
  readonly tenantId: TenantId;
  /** Begins with the tenant: `org:demo/user/65f0…`. */
  readonly streamId: string;
  /**
   * Whose record the stream is: an opaque id, unique over all tenants (`userSubject`). Null: nobody's, and no event of the
   * stream has personal fields. The stream's first event fixes it, from then on it is that of `expected`.
   */
  readonly subject: string | null;
  /** The key of a subject that begins with this very append: what keeps the key is among `alongside`. */
  readonly key?: DataKey | undefined;
  /** What the writer has decided upon. The append is refused when the stream has moved on since. */
  readonly expected: StreamHead;
  /** At least one. All or none are stored. */
  readonly events: readonly Event[];
  readonly metadata: EventMetadata;
  /**
   * Must give at least one row, or nothing is stored and the append throws `FencedError`. It has to lock the row it
   * relies on (`UPDATE … RETURNING`, `SELECT … FOR SHARE`), or another transaction can take it away meanwhile.
   */
  readonly guard?: SqlFragment;
  /** Rows that change together with the events, in the same statement: read models, leases, unique keys. */
  readonly alongside?: readonly SqlFragment[];
  /** How long the answer is waited for, in ms, where that is less than the database does. Then the outcome is unknown. */
  readonly answerWithinMs?: number;
  /** The state after these events, kept so that the next load is short; null: none of the stream may stay. */
  readonly snapshot?: Snapshot | null;
}

export interface Snapshot {
  /** Fingerprint of the shape of `state`. */
  readonly shape: string;
  readonly state: JsonObject;
}

export interface AppendResult<Event extends DomainEvent> {
  /** What the next append of this writer builds on. */
  readonly head: StreamHead;
  readonly recorded: readonly RecordedEvent<Event>[];
}
