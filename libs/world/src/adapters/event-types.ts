import { personalFields } from '@svc/contracts/personal-fields';
import {
  EnrichmentKeyChanged,
  EnrichmentKeyCreated,
  EnrichmentKeyDeleted,
  EntityChanged,
  EntityCreated,
  EntityEnriched,
  EntityErased,
  EntityMerged,
  EntityUnmerged,
  SubjectErased,
} from '@svc/contracts/world';
import { defineEventTypes, storedEvent } from '@svc/event-store';
import { canonicalJson, type JsonObject, type JsonValue } from '@svc/kernel';
import type { SubjectErasedEvent } from '@svc/service-host';
import type { EnrichmentKeyEvent } from '../domain/enrichment-key/enrichment-key.js';
import type { ValueType } from '../domain/enrichment-key/enrichment-key-fields.js';
import type { EnrichmentEvent } from '../domain/enrichment/enrichment.js';
import type { Boxed } from '../domain/enrichment/enrichment-value.js';
import type { EntityEvent } from '../domain/entity/entity.js';
import { tableEventTypes } from '../tables/adapters/table-event-types.js';
import type { TableEvent } from '../tables/domain/table-record.js';
import { analyticsEventTypes, type AnalyticsEvent } from './analytics-event-types.js';

/** Every event of this context. */
export type WorldEvent =
  EnrichmentKeyEvent | EnrichmentEvent | EntityEvent | AnalyticsEvent | TableEvent | SubjectErasedEvent;

const isPublic = { visibility: 'public' } as const;

/** The list of values travels as JSON text. */
export const toMessage = <Data extends { readonly allowedValues: readonly JsonValue[] | null }>({
  allowedValues,
  ...data
}: Data) => ({
  ...data,
  allowedValuesJson: allowedValues === null ? null : canonicalJson(allowedValues),
});
const fromMessage = <Message extends { readonly allowedValuesJson: string | null }>({
  allowedValuesJson,
  ...message
}: Message) => ({
  ...message,
  allowedValues: allowedValuesJson === null ? null : (JSON.parse(allowedValuesJson) as readonly JsonValue[]),
});

const withFactsJson = <Data extends { readonly facts: JsonObject }>({ facts, ...data }: Data) => ({
  ...data,
  factsJson: canonicalJson(facts),
});
const withFacts = <Message extends { readonly factsJson: string }>({ factsJson, ...message }: Message) => ({
  ...message,
  facts: JSON.parse(factsJson) as JsonObject,
});

const jsonOf = (box: Boxed | null) => box && canonicalJson(box.value);
const boxOf = (json: string | null): Boxed | null =>
  json === null ? null : { value: JSON.parse(json) as JsonValue };

/** How the events of this context are stored (proto/svc/world/v1/events.proto). */
export const worldEventTypes = defineEventTypes<WorldEvent>({
  EnrichmentKeyCreated: storedEvent({
    codec: EnrichmentKeyCreated,
    ...isPublic,
    toProto: toMessage,
    fromProto: (message) => ({ ...fromMessage(message), valueType: message.valueType as ValueType }),
  }),
  EnrichmentKeyChanged: storedEvent({
    codec: EnrichmentKeyChanged,
    ...isPublic,
    toProto: toMessage,
    fromProto: fromMessage,
  }),
  EnrichmentKeyDeleted: storedEvent({ codec: EnrichmentKeyDeleted, ...isPublic }),
  EntityCreated: storedEvent({
    codec: EntityCreated,
    visibility: 'private',
    parts: ['profile'],
    toProto: withFactsJson,
    fromProto: withFacts,
    personalFields: personalFields['svc.world.v1.EntityCreated'],
  }),
  EntityChanged: storedEvent({
    codec: EntityChanged,
    visibility: 'private',
    parts: ['profile'],
    toProto: withFactsJson,
    fromProto: withFacts,
    personalFields: personalFields['svc.world.v1.EntityChanged'],
  }),
  EntityEnriched: storedEvent({
    codec: EntityEnriched,
    visibility: 'private',
    toProto: ({ plainValue, sealedValue, ...data }) => ({
      ...data,
      plainValueJson: jsonOf(plainValue),
      valueJson: jsonOf(sealedValue),
    }),
    fromProto: ({ plainValueJson, valueJson, ...message }) => ({
      ...message,
      plainValue: boxOf(plainValueJson),
      sealedValue: boxOf(valueJson),
    }),
    personalFields: personalFields['svc.world.v1.EntityEnriched'],
  }),
  EntityMerged: storedEvent({ codec: EntityMerged, visibility: 'private' }),
  EntityUnmerged: storedEvent({ codec: EntityUnmerged, visibility: 'private' }),
  EntityErased: storedEvent({ codec: EntityErased, visibility: 'private' }),
  SubjectErased: storedEvent({ codec: SubjectErased, ...isPublic }),

  ...analyticsEventTypes,
  ...tableEventTypes,
});
