import { Controller, Inject } from '@nestjs/common';
import type { EnrichmentValue as EnrichmentValueMessage } from '@svc/contracts/world';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { WORLD, type WorldClient } from '../../services.js';
import { required } from '../../wire/required.js';
import { shown } from '../../wire/shown.js';
import { textBody } from '../../wire/sizes.js';
import { toWireTime } from '../../wire/times.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import {
  EnrichmentHistory,
  EnrichmentHistoryEntry,
  EnrichmentList,
  EnrichmentOfKeyPath,
  EnrichmentPath,
  EnrichmentValue,
  ListEnrichment,
  ListEnrichmentHistory,
  WriteEnrichment,
} from './enrichment-schemas.js';

const path = '/v1/:workspace_id/world/entities/:entity_id/enrichment';
const platform = { surface: 'platform' } as const;

const listEnrichment = defineRoute({
  ...platform,
  operationId: 'list-enrichment',
  method: 'GET',
  path,
  summary:
    'Lists the current value of each key of an entity, with its confidence, source and effective time.',
  access: forWorkspace('Entity.view'),
  request: { params: EnrichmentPath, query: ListEnrichment },
  answer: { status: 200, content: 'json', schema: EnrichmentList },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

const listEnrichmentHistory = defineRoute({
  ...platform,
  operationId: 'list-enrichment-history',
  method: 'GET',
  path: `${path}/:key/history`,
  summary: 'Lists all values of a key of an entity, the newest first, also those that never counted.',
  access: forWorkspace('Entity.view'),
  request: { params: EnrichmentOfKeyPath, query: ListEnrichmentHistory },
  answer: { status: 200, content: 'json', schema: EnrichmentHistory },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

const putEnrichment = defineRoute({
  ...platform,
  operationId: 'put-enrichment',
  method: 'PUT',
  path: `${path}/:key`,
  summary:
    'Writes a value of a key of an entity. Nothing is overwritten: the value of the higher confidence class counts, of equal ones that which became true later.',
  access: forWorkspace('Entity.update'),
  request: {
    params: EnrichmentOfKeyPath,
    body: { media: 'json', schema: WriteEnrichment, maxBytes: textBody },
  },
  answer: { status: 200, content: 'json', schema: EnrichmentValue },
  errors: ['invalid_request', 'not_found'],
  perMinute: writesPerMinute,
  example: { body: { value: 'de' } },
});

@Controller()
export class EnrichmentController {
  constructor(@Inject(WORLD) private readonly world: WorldClient) {}

  @Serves(listEnrichment)
  async list({ caller, params, query }: RouteInput<typeof listEnrichment>) {
    const { as_of: asOfMs, ...page } = query;
    const { entity_id: entityId } = params;
    const { values } = await this.world.listEnrichment({ caller, entityId, page, asOfMs });
    return { entity_id: entityId, values: values.map(fromValue) };
  }

  @Serves(listEnrichmentHistory)
  async history({ caller, params, query }: RouteInput<typeof listEnrichmentHistory>) {
    const { as_of: asOfMs, limit } = query;
    const { entity_id: entityId, key } = params;
    const asked = { caller, entityId, key, limit, asOfMs };
    const { values, dropped } = await this.world.listEnrichmentHistory(asked);
    return { entity_id: entityId, key, history: values.map(fromEntry), dropped_count: dropped };
  }

  @Serves(putEnrichment)
  async put({ caller, params, body }: RouteInput<typeof putEnrichment>) {
    const { value } = await this.world.putEnrichment({
      ...{ caller, entityId: params.entity_id, key: params.key },
      valueJson: JSON.stringify(body.value),
      valueType: body.value_type ?? undefined,
      source: body.source,
      sourceSystem: body.source_system ?? undefined,
      confidence: body.confidence,
      effectiveAtMs: body.effective_at ?? undefined,
    });
    return fromValue(required(value));
  }
}

function partsOf(message: EnrichmentValueMessage) {
  return {
    value: JSON.parse(message.valueJson) as unknown,
    value_type: EnrichmentValue.shape.value_type.parse(message.valueType),
    confidence: message.confidence,
    source: message.source,
    source_system: message.sourceSystem ?? null,
    effective_at: toWireTime(message.effectiveAtMs),
    ingested_at: toWireTime(message.recordedAtMs),
    event_id: message.eventId,
    conversation_id: message.conversationId ?? null,
    message_ids: message.messageIds,
  };
}

function fromValue(message: EnrichmentValueMessage) {
  return shown(EnrichmentValue, { ...partsOf(message), key: message.key });
}

function fromEntry(message: EnrichmentValueMessage) {
  const { reason, isCurrent, supersedes = null } = message;
  return shown(EnrichmentHistoryEntry, { ...partsOf(message), supersedes, is_current: isCurrent, reason });
}
