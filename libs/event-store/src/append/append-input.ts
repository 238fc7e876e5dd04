import { type EventMetadata, isStorableText } from '@svc/kernel';
import { UnstorableTextError } from '../errors.js';
import type { StreamAddress } from '../events/event-serializer.js';
import { assertStorableJson } from '../events/storable-json.js';

/** @throws TypeError when the stream belongs to another tenant; UnstorableTextError */
export function assertAddress({ tenantId, streamId }: StreamAddress): void {
  if (!isStorableText(streamId)) throw new UnstorableTextError('stream id');
  if (!streamId.startsWith(`${tenantId}/`)) {
    throw new TypeError(`Stream ${streamId} is not one of tenant ${tenantId}.`);
  }
}

/** Canonical JSON: the keys stand in their order. @throws UnstorableTextError */
export function serializeMetadata({ actor, causationId, correlationId, traceparent }: EventMetadata): string {
  const json = JSON.stringify({ actor, causationId, correlationId, traceparent });
  assertStorableJson(json, 'metadata');
  return json;
}
