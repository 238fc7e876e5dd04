import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import { canonicalJson, nameUuid, type EventMetadata, type JsonObject, type TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { KeyRing } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { listEntries } from '../projections/enrichment-query.js';
import { EnrichEntities } from './enrich-entities.js';

const source = 'data_collection';
/** What somebody has told a machine, which nobody has checked. */
const confidence = 0.5;
/** Of a key of an entity, the newest: a conversation collects a field a few times. */
const looked = 50;

export interface CollectedFields {
  readonly tenantId: TenantId;
  readonly entityId: string;
  readonly conversationId: string;
  /** Of the event that tells of them. */
  readonly eventId: string;
  readonly metadata: EventMetadata;
  readonly collectedAtMs: number;
  /** All of the state so far, by the keys of the fields. */
  readonly values: JsonObject;
}

/** What persons gave in states that collect data is a value of the key of the same name, where there is one. */
@Injectable()
export class NoteCollectedFields {
  constructor(
    private readonly enrich: EnrichEntities,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: KeyRing,
  ) {}

  /** Can be repeated. A value that this conversation gave before is not written again. */
  async execute(collected: CollectedFields): Promise<void> {
    const { eventId, collectedAtMs: effectiveAtMs, values, conversationId, entityId, ...target } = collected;
    for (const [key, value] of Object.entries(values)) {
      const last = await this.#lastOf(collected, key);
      if (value === null || (last !== undefined && canonicalJson(last) === canonicalJson(value))) continue;
      const written = { entityId, key, value, valueType: null, confidence, effectiveAtMs };
      const from = { source, sourceSystem: null, conversationId, messageIds: [] };
      await this.enrich.note(target, nameUuid(eventId, key), { ...written, ...from }).catch(leaveOut);
    }
  }

  async #lastOf({ tenantId, entityId, conversationId }: CollectedFields, key: string) {
    const reader = { executor: this.database, keys: this.keys };
    const asked = { tenantId, entityId, asOfMs: null };
    const { entries } = await listEntries(reader, asked, { key, limit: looked });
    const last = entries.find((entry) => entry.source === source && entry.conversationId === conversationId);
    return (last?.plainValue ?? last?.sealedValue)?.value;
  }
}

/** There is no such key, or it does not take the value, or its person is erased. */
const refusals: ReadonlySet<string> = new Set(['invalid_request', 'validation_failed', 'not_found']);

function leaveOut(error: unknown): void {
  if (!(error instanceof DomainError) || !refusals.has(error.code)) throw error;
}
