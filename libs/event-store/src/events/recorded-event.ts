import type { DomainEvent, EventMetadata, TenantId } from '@svc/kernel';

/** A place in the order in which subscribers read the log. */
export interface LogPosition {
  /** Counts the database servers that the log has lived on, from 1. */
  readonly epoch: number;
  /** Id of the transaction that appended the event; comparable within one epoch. */
  readonly transactionId: bigint;
  readonly position: bigint;
}

/** An event of the log. */
export interface RecordedEvent<Event extends DomainEvent = DomainEvent> extends LogPosition {
  readonly tenantId: TenantId;
  readonly streamId: string;
  /** Data subject of the event; null: none. */
  readonly subject: string | null;
  /** From 1, without gaps. */
  readonly streamVersion: number;
  readonly event: Event;
  /** Its personal fields are gone with the subject's key: in `event` they are empty. */
  readonly isErased: boolean;
  readonly eventId: string;
  /** Version of the payload's shape in storage; `event` is always in the latest one. */
  readonly schemaVersion: number;
  readonly isPublic: boolean;
  /** Version of the latest public event before this one in the stream, 0 when there is none. */
  readonly previousPublicVersion: number;
  /**
   * Hash of that event, 32 zero bytes when there is none. A consumer that knows that event with another hash detects a
   * restored log.
   */
  readonly previousPublicHash: Buffer;
  readonly metadata: EventMetadata;
  /** Milliseconds since the Unix epoch, by the writer's clock. */
  readonly createdAt: number;
  readonly hash: Buffer;
}
