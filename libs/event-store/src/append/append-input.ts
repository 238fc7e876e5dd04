import { type DomainEvent, type EventMetadata, isStorableText } from '@svc/kernel';
import { UnstorableTextError } from '../errors.js';
import type { AppendRequest } from './append-request.js';
import { assertStorableJson } from '../events/storable-json.js';

type Address = Pick<AppendRequest<DomainEvent>, 'tenantId' | 'streamId' | 'subject' | 'expected'>;

/** @throws TypeError when the stream belongs to another tenant or subject; UnstorableTextError */
export function assertAddress({ tenantId, streamId, subject, expected }: Address): void {
  if (!isStorableText(streamId)) throw new UnstorableTextError('stream id');
  if (!streamId.startsWith(`${tenantId}/`)) {
    throw new TypeError(`Stream ${streamId} is not one of tenant ${tenantId}.`);
  }
  if (subject === '') throw new TypeError('A subject is an id or null.');
  if (expected.version > 0 && subject !== expected.subject) {
    throw new TypeError(`Stream ${streamId} has another subject than ${subject}.`);
  }
}

/** Canonical JSON: keys in order, no subject where there is none. @throws UnstorableTextError */
export function serializeMetadata(metadata: EventMetadata, subject: string | null): string {
  const { actor, causationId, correlationId, traceparent } = metadata;
  const json = JSON.stringify({
    actor,
    causationId,
    correlationId,
    subject: subject ?? undefined,
    traceparent,
  });
  assertStorableJson(json, 'metadata');
  return json;
}
