import type { EventMetadata, TenantId } from '@svc/kernel';
import type { StreamRef } from '../public-event.js';

/**
 * What became of the personal fields of an event. `none`: it has none. `open`: they are there. `erased`: they are gone
 * with the subject's key. `sealed`: the consumer does not open them, or they stand beside the event with its owner.
 * Unless they are `open`, they are empty in `data`.
 */
export type PersonalPart = 'none' | 'open' | 'erased' | 'sealed';

/** A public event of another context, as handlers get it. */
export interface ReceivedEvent<Data = unknown> extends StreamRef {
  readonly type: string;
  /** The message of proto/svc/<source>/v1/events.proto. */
  readonly data: Data;
  readonly personal: PersonalPart;
  readonly tenantId: TenantId;
  /** Whose record it is; null: nobody's. */
  readonly subject: string | null;
  readonly streamVersion: number;
  /** UUIDv7. */
  readonly eventId: string;
  /** Milliseconds since the Unix epoch, by the writer's clock. */
  readonly occurredAtMs: number;
  readonly metadata: EventMetadata;
}

/**
 * For what a consumer writes because of an event.
 * @param actor `service:<name>`
 */
export function causedBy(
  { eventId, metadata: { correlationId, traceparent } }: Pick<ReceivedEvent, 'eventId' | 'metadata'>,
  actor: string,
): EventMetadata {
  return { actor, correlationId, causationId: eventId, ...(traceparent !== undefined && { traceparent }) };
}
