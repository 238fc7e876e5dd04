import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import { nameUuid, type EventMetadata, type JsonValue, type TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { memoryExtract, personType } from '../domain/enrichment-key/enrichment-key-fields.js';
import { enrichmentKeyPage, type ListedEnrichmentKey } from '../projections/enrichment-key-query.js';
import { EnrichEntities } from './enrich-entities.js';
import { Entities } from './entities.js';

/** More keys than anybody describes; the transcript is read once for each. */
const maxKeys = 500;

export interface Inference {
  readonly key: string;
  readonly value: JsonValue;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly messageIds: readonly string[];
  readonly saidAtMs: number;
}

interface Target {
  readonly tenantId: TenantId;
  readonly metadata: EventMetadata;
}

/** What finished conversations say of persons, for the service that reads them. */
@Injectable()
export class RecordInferences {
  constructor(
    private readonly enrich: EnrichEntities,
    private readonly entities: Entities,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** The keys that are inferred from transcripts, in the order of their creation. */
  async keys(tenantId: TenantId): Promise<readonly ListedEnrichmentKey[]> {
    const requested = { entityType: personType, limit: maxKeys, offset: 0 };
    const { rows } = await this.database.query<ListedEnrichmentKey>(enrichmentKeyPage(tenantId, requested));
    return rows.filter(({ tags }) => tags.includes(memoryExtract));
  }

  /**
   * Each once: a repetition changes nothing. The person is noted where nobody has told of them yet.
   * @throws DomainError `not_found` for an erased person, `service_unavailable`
   */
  async record(
    target: Target,
    { entityId, conversationId }: { readonly entityId: string; readonly conversationId: string },
    inferences: readonly Inference[],
  ): Promise<{ readonly recorded: number; readonly leftOut: number }> {
    const origin = { entityId, entityType: personType, source: 'conversation', sourceSystem: null };
    await this.entities.change({ ...target, id: entityId }, () => ({
      type: 'NoteEntity',
      ...origin,
      facts: {},
    }));
    let [recorded, leftOut] = [0, 0];
    for (const { key, value, confidence, messageIds, saidAtMs } of inferences) {
      const written = { entityId, key, value, valueType: null, confidence, effectiveAtMs: saidAtMs };
      const from = { source: memoryExtract, sourceSystem: null, conversationId, messageIds };
      try {
        // Of one conversation, a key has one value.
        const isNew = await this.enrich.note(target, nameUuid(conversationId, key), { ...written, ...from });
        if (isNew) recorded += 1;
      } catch (error) {
        if (!(error instanceof DomainError) || !refusals.has(error.code)) throw error;
        leftOut += 1;
      }
    }
    return { recorded, leftOut };
  }
}

/** The key has changed or is gone since it was asked for, or does not take the value. */
const refusals: ReadonlySet<string> = new Set(['invalid_request', 'validation_failed']);
