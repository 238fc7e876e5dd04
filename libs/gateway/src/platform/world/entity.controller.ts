import { Controller, Inject } from '@nestjs/common';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { ENTITIES, type EntitiesClient } from '../../services.js';
import { requestFields } from '../../wire/request-fields.js';
import { required } from '../../wire/required.js';
import { textBody } from '../../wire/sizes.js';
import { toWireTime } from '../../wire/times.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { WorkspacePath } from '../workspace-path.js';
import { fromEntity, fromMatch } from './entity-answers.js';
import {
  CountedEntities,
  CreateEntity,
  Entity,
  EntityList,
  EntityMatches,
  EntityPath,
  EntityTypes,
  ListEntities,
  PatchEntity,
  ResolveEntities,
  SearchEntities,
  SearchResults,
} from './entity-schemas.js';

const world = '/v1/:workspace_id/world';
const platform = { surface: 'platform' } as const;

const listEntities = defineRoute({
  ...platform,
  operationId: 'list-entities',
  method: 'GET',
  path: `${world}/entities`,
  summary:
    'Lists people, places and things that the workspace knows, the latest change first. `q` finds words of names, and ids, phone numbers and e-mail addresses as they are.',
  access: forWorkspace('Entity.view'),
  request: { params: WorkspacePath, query: ListEntities },
  answer: { status: 200, content: 'json', schema: EntityList },
  errors: [],
  perMinute: readsPerMinute,
});

const createEntity = defineRoute({
  ...platform,
  operationId: 'create-entity',
  method: 'POST',
  path: `${world}/entities`,
  summary: 'Creates an entity. One with a canonical id is the same that conversations begin with by that id.',
  access: forWorkspace('Entity.update'),
  request: { params: WorkspacePath, body: { media: 'json', schema: CreateEntity, maxBytes: textBody } },
  answer: { status: 201, content: 'json', schema: Entity },
  errors: ['conflict'],
  perMinute: writesPerMinute,
  example: { body: { entity_type: 'person', name: 'Ada Lovelace', phone: '+4930123456' } },
});

const getEntity = defineRoute({
  ...platform,
  operationId: 'get-entity',
  method: 'GET',
  path: `${world}/entities/:entity_id`,
  summary: 'Gets an entity.',
  access: forWorkspace('Entity.view'),
  request: { params: EntityPath },
  answer: { status: 200, content: 'json', schema: Entity },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

const updateEntity = defineRoute({
  ...platform,
  operationId: 'update-entity',
  method: 'PATCH',
  path: `${world}/entities/:entity_id`,
  summary: 'Changes what is known of an entity. What is left out stays, and null takes a text away.',
  access: forWorkspace('Entity.update'),
  request: { params: EntityPath, body: { media: 'json', schema: PatchEntity, maxBytes: textBody } },
  answer: { status: 200, content: 'json', schema: Entity },
  errors: ['not_found'],
  perMinute: writesPerMinute,
  example: { body: { email: 'ada@example.com' } },
});

const deleteEntity = defineRoute({
  ...platform,
  operationId: 'delete-entity',
  method: 'DELETE',
  path: `${world}/entities/:entity_id`,
  summary:
    'Erases an entity for ever: what is known of a person, what they have said, and their key. Conversations and memories of them can’t be read from then on.',
  access: forWorkspace('Entity.delete'),
  request: { params: EntityPath },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found'],
  perMinute: writesPerMinute,
});

const resolveEntities = defineRoute({
  ...platform,
  operationId: 'resolve-entities',
  method: 'POST',
  path: `${world}/entities/resolve`,
  summary: 'Finds who it may be by ids, a phone number or an e-mail address, the surest first.',
  access: forWorkspace('Entity.view'),
  request: { params: WorkspacePath, body: { media: 'json', schema: ResolveEntities, maxBytes: textBody } },
  answer: { status: 200, content: 'json', schema: EntityMatches },
  errors: ['invalid_request'],
  perMinute: readsPerMinute,
  example: { body: { entity_type: 'person', phone: '+4930123456' } },
});

const searchEntities = defineRoute({
  ...platform,
  operationId: 'search-entities',
  method: 'GET',
  path: `${world}/search`,
  summary: 'Searches entities by words of their names, also misspelt ones, the best match first.',
  access: forWorkspace('Entity.view'),
  request: { params: WorkspacePath, query: SearchEntities },
  answer: { status: 200, content: 'json', schema: SearchResults },
  errors: [],
  perMinute: readsPerMinute,
  example: { query: { q: 'lovelace' } },
});

const listEntityTypes = defineRoute({
  ...platform,
  operationId: 'list-entity-types',
  method: 'GET',
  path: `${world}/entity-types`,
  summary: 'Lists the types of entities that the workspace knows, and how many there are of each.',
  access: forWorkspace('Entity.view'),
  request: { params: WorkspacePath, query: CountedEntities },
  answer: { status: 200, content: 'json', schema: EntityTypes },
  errors: [],
  perMinute: readsPerMinute,
});

@Controller()
export class EntityController {
  constructor(@Inject(ENTITIES) private readonly entities: EntitiesClient) {}

  @Serves(listEntities)
  async list({ caller, query }: RouteInput<typeof listEntities>) {
    const { entity_type: entityTypes, q, source, source_system: sourceSystem, order, ...page } = query;
    const asked = { caller, entityTypes, query: q, source, sourceSystem, order: order[0], page };
    const answer = await this.entities.listEntities({ ...asked, minRelevance: undefined });
    return { entities: answer.entities.map((entity) => fromEntity(caller, entity)), ...pageOf(answer) };
  }

  @Serves(createEntity)
  async create({ caller, body }: RouteInput<typeof createEntity>) {
    const { entity_type: entityType, source, source_system: sourceSystem, ...profile } = body;
    const { entity } = await this.entities.createEntity({
      ...{ caller, entityType, source, sourceSystem: sourceSystem ?? undefined },
      profile: requestFields(profile),
    });
    return fromEntity(caller, required(entity));
  }

  @Serves(getEntity)
  async get({ caller, params }: RouteInput<typeof getEntity>) {
    const { entity } = await this.entities.getEntity({ caller, entityId: params.entity_id });
    return fromEntity(caller, required(entity));
  }

  @Serves(updateEntity)
  async update({ caller, params, body }: RouteInput<typeof updateEntity>) {
    const { external_ids: externalIds, tags, ...texts } = body;
    const { entity } = await this.entities.changeEntity({
      ...{ caller, entityId: params.entity_id },
      ...requestFields(texts),
      externalIds: externalIds ? { externalIds } : undefined,
      tags: tags ? { tags } : undefined,
    });
    return fromEntity(caller, required(entity));
  }

  @Serves(deleteEntity)
  async remove({ caller, params }: RouteInput<typeof deleteEntity>): Promise<void> {
    await this.entities.eraseEntity({ caller, entityId: params.entity_id });
  }

  @Serves(resolveEntities)
  async resolve({ caller, body }: RouteInput<typeof resolveEntities>) {
    const { matches } = await this.entities.resolveEntities({ caller, ...requestFields(body) });
    return { matches: matches.map(fromMatch), total: matches.length };
  }

  @Serves(searchEntities)
  async search({ caller, query }: RouteInput<typeof searchEntities>) {
    const { q, entity_type: type, source, confidence_min: minRelevance, ...page } = query;
    const asked = {
      caller,
      query: q,
      source,
      minRelevance,
      page,
      entityTypes: type === undefined ? [] : [type],
    };
    const answer = await this.entities.listEntities({ ...asked, sourceSystem: undefined, order: undefined });
    return {
      results: answer.entities.map((entity) => ({
        entity: fromEntity(caller, entity),
        relevance: entity.relevance,
      })),
      ...pageOf(answer),
    };
  }

  @Serves(listEntityTypes)
  async types({ caller, query }: RouteInput<typeof listEntityTypes>) {
    const { entityTypes } = await this.entities.listEntityTypes({ caller, entityType: query.entity_type });
    return {
      entity_types: entityTypes.map(({ entityType, entities, updatedAtMs }) => ({
        entity_type: entityType,
        count: entities,
        last_updated: toWireTime(updatedAtMs),
        has_projection: true,
      })),
      total_entities: entityTypes.reduce((sum, { entities }) => sum + entities, 0),
    };
  }
}

function pageOf({
  total,
  page,
}: {
  readonly total: number;
  readonly page?: { readonly hasMore: boolean; readonly nextOffset?: number | undefined } | undefined;
}) {
  return { total, has_more: page?.hasMore ?? false, next_offset: page?.nextOffset ?? null };
}
