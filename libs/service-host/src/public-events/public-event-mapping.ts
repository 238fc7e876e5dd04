import type { StoredPublicEvent } from '@svc/contracts/common';
import type { PublicEvent, StreamRef } from '@svc/event-bus';
import type { TenantId } from '@svc/kernel';

export function publicEventToProto(event: PublicEvent): StoredPublicEvent {
  const { source: _source, streamId: _streamId, subject, ...rest } = event;
  return { ...rest, subject: subject ?? undefined };
}

/** @param stream the requested one */
export function publicEventFromProto(stream: StreamRef, message: StoredPublicEvent): PublicEvent {
  const { subject = null, tenantId, ...rest } = message;
  return { ...rest, ...stream, subject, tenantId: tenantId as TenantId };
}
