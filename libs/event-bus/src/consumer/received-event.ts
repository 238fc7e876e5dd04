import type { EventMetadata, TenantId } from '@svc/kernel';
import type { StreamRef } from '../public-event.js';

/**
 * State of the personal fields of an event. `none`: it has none. `open`: they are there. `erased`: they are gone with
 * the subject's key. `sealed`: the consumer does not open them, or its owner stores them next to the event. Unless they
 * are `open`, they are empty in `data`.
 */
export type PersonalPart = 'none' | 'open' | 'erased' | 'sealed';

/** A public event of another context, as handlers get it. */
export interface ReceivedEvent<Data = unknown> extends StreamRef {
  readonly type: string;
  /** The message of proto/svc/<source>/v1/events.proto. */
  readonly data: Data;
  readonly personal: PersonalPart;
  readonly tenantId: TenantId;
  /** Its data subject; null: none. */
  readonly subject: string | null;
  readonly streamVersion: number;
  /** UUIDv7. */
  readonly eventId: string;
  /** Milliseconds since the Unix epoch, by the writer's clock. */
  readonly occurredAtMs: number;
  readonly metadata: EventMetadata;
}

/**
 * Metadata for the events that a consumer appends because of an event.
 * @param actor `service:<name>`
 */
export function causedBy(
  { eventId, metadata: { correlationId, traceparent } }: Pick<ReceivedEvent, 'eventId' | 'metadata'>,
  actor: string,
): EventMetadata {
  return { actor, correlationId, causationId: eventId, ...(traceparent !== undefined && { traceparent }) };
}
