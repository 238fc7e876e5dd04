import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import { DomainError, FieldChecks } from '@svc/errors';
import {
  userSubject,
  type EventMetadata,
  type IdGenerator,
  type JsonValue,
  type TenantId,
} from '@svc/kernel';
import { isUniqueViolation, type Database } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { DATABASE, IDS } from '@svc/service-host';
import { SubjectKeyMaker } from '../adapters/subject-key-maker.js';
import { entityNotFound } from '../domain/entity/entity.js';
import type { EnrichmentEvent } from '../domain/enrichment/enrichment.js';
import { checkValue, type GivenValue } from '../domain/enrichment/value-rules.js';
import { enrichmentEntryKey } from '../projections/enrichment-rows.js';
import { findKeyOfEntity } from '../projections/key-of-entity-query.js';
import { enrichmentIdOf, Enrichments } from './enrichments.js';

export interface WrittenValue extends GivenValue {
  readonly entityId: string;
  readonly key: string;
  readonly source: string;
  readonly sourceSystem: string | null;
  /** Null: now. */
  readonly effectiveAtMs: number | null;
}

/** What a value rests on. */
export interface Foundation {
  readonly conversationId: string | null;
  readonly messageIds: readonly string[];
}

interface Target {
  readonly tenantId: TenantId;
  readonly metadata: EventMetadata;
}

@Injectable()
export class EnrichEntities {
  constructor(
    private readonly enrichments: Enrichments,
    private readonly keys: SubjectKeyMaker,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /** By a request. @throws DomainError `permission_denied`, `not_found`, `invalid_request`, `validation_failed` */
  async put(
    { caller, tenantId, metadata }: WorkspaceRequestContext,
    written: WrittenValue,
  ): Promise<EnrichmentEvent['data']> {
    requireWorkspacePermission(caller, 'Entity.update');
    const { source, sourceSystem, confidence } = written;
    const checks = new FieldChecks().name(['body', 'source'], source, 64);
    if (sourceSystem !== null) checks.name(['body', 'source_system'], sourceSystem, 128);
    if (!(confidence >= 0 && confidence <= 1))
      checks.refuse(['body', 'confidence'], 'must be from 0 to 1', 'out_of_range');
    checks.verify();
    const given = { ...written, conversationId: null, messageIds: [] };
    return this.#write({ tenantId, metadata }, this.ids.uuid(), given);
  }

  /**
   * By an event, once: what was written under this id stays.
   * @returns false: it was written before. @throws DomainError `not_found`, `invalid_request`, `validation_failed`
   */
  async note(target: Target, eventId: string, given: WrittenValue & Foundation): Promise<boolean> {
    try {
      await this.#write(target, eventId, given);
      return true;
    } catch (error) {
      if (isUniqueViolation(error, enrichmentEntryKey)) return false;
      throw error;
    }
  }

  async #write(
    { tenantId, metadata }: Target,
    eventId: string,
    { value, valueType, ...given }: WrittenValue & Foundation,
  ): Promise<EnrichmentEvent['data']> {
    const { entityId, key, confidence } = given;
    const found = await findKeyOfEntity(this.database, tenantId, entityId, key);
    if (found === undefined) throw entityNotFound();
    if (found === null)
      throw new DomainError(
        'invalid_request',
        `There is no key ${key} for entities of this type: create it first.`,
      );
    checkValue({ ...found, valueType: found.valueType }, { value, valueType, confidence });
    if (found.isPii) await this.keys.ensure(userSubject(tenantId, entityId));
    const box: { readonly value: JsonValue } = { value };
    const { events } = await this.enrichments.change(
      { tenantId, id: enrichmentIdOf(entityId, key), metadata },
      () => ({
        type: 'EnrichEntity',
        eventId,
        ...given,
        valueType: found.valueType,
        plainValue: found.isPii ? null : box,
        sealedValue: found.isPii ? box : null,
      }),
    );
    const [event] = events;
    if (event === undefined) throw new TypeError('A value is one event.');
    return event.data;
  }
}
