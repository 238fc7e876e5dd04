import type { EnrichmentValue as EnrichmentValueMessage, PutEnrichmentRequest } from '@svc/contracts/world';
import { FieldChecks } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import { canonicalJson, type JsonValue } from '@svc/kernel';
import type { WrittenValue } from '../application/enrich-entities.js';
import type { CurrentEnrichment, EnrichmentEntry } from '../projections/enrichment-query.js';

const keyPattern = /^[a-z0-9][a-z0-9_-]{0,127}$/;

/** @throws DomainError `validation_failed` */
export function checkedKey(key: string): string {
  new FieldChecks()
    .pattern(['path', 'key'], key, keyPattern, 'must hold 1 to 128 small letters, digits, _ and -')
    .verify();
  return key;
}

/** @throws DomainError `validation_failed` for what is no JSON, and for a key that can be none */
export function givenValue(request: PutEnrichmentRequest): Omit<WrittenValue, 'entityId'> {
  const { valueType = null, source, sourceSystem = null, confidence, effectiveAtMs = null } = request;
  const key = checkedKey(request.key);
  return {
    key,
    value: valueOf(request.valueJson),
    valueType,
    source,
    sourceSystem,
    confidence,
    effectiveAtMs,
  };
}

function valueOf(json: string): JsonValue {
  try {
    return JSON.parse(json) as JsonValue;
  } catch {
    new FieldChecks().refuse(['body', 'value'], 'must be a JSON value', 'json_invalid').verify();
    return null;
  }
}

export function entryToProto(
  entry: Omit<EnrichmentEntry, '$place'> & Partial<{ readonly entityId: string; readonly wins: boolean }>,
): Complete<EnrichmentValueMessage> {
  return {
    eventId: entry.eventId,
    key: entry.key,
    valueJson: canonicalJson((entry.plainValue ?? entry.sealedValue)?.value ?? null),
    valueType: entry.valueType,
    confidence: entry.confidence,
    source: entry.source,
    sourceSystem: entry.sourceSystem ?? undefined,
    effectiveAtMs: entry.effectiveAtMs,
    recordedAtMs: entry.recordedAtMs,
    supersedes: entry.supersedes ?? undefined,
    reason: entry.reason,
    isCurrent: entry.isCurrent,
    conversationId: entry.conversationId ?? undefined,
    messageIds: [...entry.messageIds],
  };
}

/** The value that counts. */
export function valueToProto(value: CurrentEnrichment): Complete<EnrichmentValueMessage> {
  return entryToProto({ ...value, supersedes: null, reason: '', isCurrent: true });
}
