import { Controller, Inject } from '@nestjs/common';
import type { TimelineEntry } from '@svc/contracts/world';
import { z } from 'zod';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { ENTITIES, type EntitiesClient } from '../../services.js';
import { named } from '../../wire/documented.js';
import { toWireTime, wireTime } from '../../wire/times.js';
import { offsetParameters } from '../offset-page.js';
import { readsPerMinute } from '../per-minute.js';
import { uuid } from '../uuid.js';
import { EntityPath } from './entity-schemas.js';

const maybe = z.string().nullable();

const EntityEvent = named(
  'EntityEventResponse',
  z.strictObject({
    id: uuid,
    domain: z.string(),
    entity_type: maybe,
    event_type: z.string(),
    event_subtype: maybe,
    data: z.record(z.string(), z.unknown()),
    source: maybe,
    source_system: maybe,
    confidence: z.number().nullable(),
    status: maybe,
    channel: maybe,
    direction: maybe,
    supersedes: uuid.nullable(),
    is_current: z.boolean().nullable(),
    effective_at: wireTime.nullable(),
    ingested_at: wireTime.nullable(),
    created_at: wireTime.nullable(),
  }),
);

const Timeline = named(
  'EntityTimelineResponse',
  z.strictObject({
    entity_id: uuid,
    events: z.array(EntityEvent),
    total: z.int(),
    has_more: z.boolean(),
    next_offset: z.int().nullable(),
  }),
);

const getTimeline = defineRoute({
  surface: 'platform',
  operationId: 'get-entity-timeline',
  method: 'GET',
  path: '/v1/:workspace_id/world/entities/:entity_id/timeline',
  summary:
    'Lists what happened to an entity, the newest first: that it was noted, its values, and conversations it began.',
  access: forWorkspace('Entity.view'),
  request: {
    params: EntityPath,
    query: z.object({ domain: z.string().max(64).optional(), ...offsetParameters(200, 50) }),
  },
  answer: { status: 200, content: 'json', schema: Timeline },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

const eventTypes: Readonly<Record<string, string>> = {
  entity: 'entity.created',
  enrichment: 'entity.enriched',
  conversation: 'conversation.started',
};

@Controller()
export class TimelineController {
  constructor(@Inject(ENTITIES) private readonly entities: EntitiesClient) {}

  @Serves(getTimeline)
  async get({ caller, params, query }: RouteInput<typeof getTimeline>) {
    const { domain, ...page } = query;
    const entityId = params.entity_id;
    const answer = await this.entities.listTimeline({ caller, entityId, domain, page });
    return {
      entity_id: entityId,
      events: answer.entries.map(toEvent),
      total: answer.total,
      has_more: answer.page?.hasMore ?? false,
      next_offset: answer.page?.nextOffset ?? null,
    };
  }
}

function toEvent(entry: TimelineEntry) {
  const { id, domain, value } = entry;
  const at = toWireTime(entry.happenedAtMs);
  return {
    ...{ id, domain, entity_type: entry.entityType, source: entry.source },
    event_type: eventTypes[domain] ?? domain,
    event_subtype: value?.key ?? null,
    data: value ? { key: value.key, value: JSON.parse(value.valueJson) as unknown } : {},
    source_system: entry.sourceSystem ?? null,
    confidence: value?.confidence ?? 1,
    status: entry.status ?? null,
    channel: entry.channel ?? null,
    direction: entry.direction ?? null,
    supersedes: value?.supersedes ?? null,
    is_current: value?.isCurrent ?? true,
    effective_at: value ? toWireTime(value.effectiveAtMs) : at,
    ...{ ingested_at: at, created_at: at },
  };
}
