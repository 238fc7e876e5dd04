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
   * Data subject of the stream: an opaque id, unique over all tenants (`userSubject`). Null: none, and no event has
   * personal fields. The first event fixes it; later it is that of `expected`.
   */
  readonly subject: string | null;
  /** Data key of a subject that this append creates: `alongside` stores it. */
  readonly key?: DataKey | undefined;
  /** The head that the writer decided on. The append is refused when the stream has moved on since. */
  readonly expected: StreamHead;
  /** At least one. All or none are stored. */
  readonly events: readonly Event[];
  readonly metadata: EventMetadata;
  /**
   * Must return at least one row, or nothing is stored and the append throws `FencedError`. It must lock that row
   * (`UPDATE … RETURNING`, `SELECT … FOR SHARE`), or a concurrent transaction can change it.
   */
  readonly guard?: SqlFragment;
  /** Rows that change together with the events, in the same statement: read models, leases, unique keys. */
  readonly alongside?: readonly SqlFragment[];
  /** Time limit in ms, where it is shorter than the database's. After it the outcome is unknown. */
  readonly answerWithinMs?: number;
  /** Snapshot of the state after these events; null: the stream's snapshot is deleted. */
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
