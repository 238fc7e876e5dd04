import { column, defineTable, instant, json, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { ExistingEnrichmentKey } from '../domain/enrichment-key/enrichment-key.js';

type EnrichmentKeyRow = ExistingEnrichmentKey & { readonly tenantId: TenantId };

/** The living keys. */
export const enrichmentKeyTable = defineTable<EnrichmentKeyRow>()('world.enrichment_key', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    enrichmentKeyId: column((row) => row.enrichmentKeyId),
  },
  fixed: {
    entityType: column((row) => row.entityType),
    key: column((row) => row.key),
    valueType: column((row) => row.valueType),
    createdAtMs: instant((row) => row.createdAtMs),
  },
  columns: {
    allowedValues: json((row) => row.allowedValues),
    sourceHint: column((row) => row.sourceHint),
    description: column((row) => row.description),
    minConfidence: column((row) => row.minConfidence),
    isPii: column((row) => row.isPii),
    tags: column((row) => row.tags),
    updatedAtMs: instant((row) => row.updatedAtMs),
  },
});
