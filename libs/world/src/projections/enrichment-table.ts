import { column, defineTable, instant, json, personal, unlisted } from '@svc/event-store';
import { userSubject, type TenantId } from '@svc/kernel';
import type { EnrichmentEvent } from '../domain/enrichment/enrichment.js';
import type { EnrichmentValue } from '../domain/enrichment/enrichment-value.js';

interface Stored {
  readonly tenantId: TenantId;
  /** Of the stream: `<entity_id>.<key>`. */
  readonly enrichmentId: string;
}

type CurrentValue = EnrichmentValue & Stored;

/** The value that counts of each key of each entity. */
export const currentEnrichmentTable = defineTable<CurrentValue>()('world.current_enrichment', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    enrichmentId: unlisted(column((row) => row.enrichmentId)),
  },
  fixed: {
    entityId: column((row) => row.entityId),
    key: column((row) => row.key),
    subject: unlisted(column((row) => userSubject(row.tenantId, row.entityId))),
  },
  columns: {
    eventId: column((row) => row.eventId),
    valueType: column((row) => row.valueType),
    plainValue: json((row) => row.plainValue),
    sealedValue: personal(
      json((row) => row.sealedValue),
      { erased: null },
    ),
    confidence: column((row) => row.confidence),
    source: column((row) => row.source),
    sourceSystem: column((row) => row.sourceSystem),
    effectiveAtMs: instant((row) => row.effectiveAtMs),
    recordedAtMs: instant((row) => row.recordedAtMs),
    conversationId: column((row) => row.conversationId),
    messageIds: column((row) => row.messageIds),
  },
  subjectRows: 'subject = $1',
});

type WrittenValue = EnrichmentEvent['data'] & Stored;

/** Every value that was written, whether it counted or not. */
export const enrichmentEntryTable = defineTable<WrittenValue>()('world.enrichment_entry', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    enrichmentId: unlisted(column((row) => row.enrichmentId)),
    eventId: column((row) => row.eventId),
  },
  fixed: {
    entityId: column((row) => row.entityId),
    key: column((row) => row.key),
    subject: unlisted(column((row) => userSubject(row.tenantId, row.entityId))),
    valueType: column((row) => row.valueType),
    plainValue: json((row) => row.plainValue),
    confidence: column((row) => row.confidence),
    source: column((row) => row.source),
    sourceSystem: column((row) => row.sourceSystem),
    effectiveAtMs: instant((row) => row.effectiveAtMs),
    recordedAtMs: instant((row) => row.recordedAtMs),
    conversationId: column((row) => row.conversationId),
    messageIds: column((row) => row.messageIds),
    supersedes: column((row) => row.supersedes),
    reason: column((row) => row.reason),
  },
  columns: {
    sealedValue: personal(
      json((row) => row.sealedValue),
      { erased: null },
    ),
  },
  subjectRows: 'subject = $1',
});
