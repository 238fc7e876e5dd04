import { Controller, Inject } from '@nestjs/common';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { ENTITIES, type EntitiesClient } from '../../services.js';
import { required } from '../../wire/required.js';
import { shown } from '../../wire/shown.js';
import { textBody } from '../../wire/sizes.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { fromEntity, summaryOf } from './entity-answers.js';
import { Entity, EntityPath } from './entity-schemas.js';
import { MergedEntities, MergedEntityPath, MergeEntity } from './merge-schemas.js';

const entity = '/v1/:workspace_id/world/entities/:entity_id';
const platform = { surface: 'platform' } as const;

const listMerged = defineRoute({
  ...platform,
  operationId: 'list-merged-entities',
  method: 'GET',
  path: `${entity}/merged`,
  summary:
    'Lists the entities that are one with an entity, and those that may be: of an equal phone number or e-mail address, or a like name.',
  access: forWorkspace('Entity.view'),
  request: { params: EntityPath },
  answer: { status: 200, content: 'json', schema: MergedEntities },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

const mergeEntities = defineRoute({
  ...platform,
  operationId: 'merge-entities',
  method: 'POST',
  path: `${entity}/merge`,
  summary:
    'Makes another entity one with this one, which stands for both: reads of either give what is known of both.',
  access: forWorkspace('Entity.update'),
  request: { params: EntityPath, body: { media: 'json', schema: MergeEntity, maxBytes: textBody } },
  answer: { status: 200, content: 'json', schema: Entity },
  errors: ['invalid_request', 'not_found', 'conflict'],
  perMinute: writesPerMinute,
  example: { body: { merged_entity_id: '5d3c5fd7-4a73-5d5f-8f6d-0b1f4c6f2a10' } },
});

const unmergeEntity = defineRoute({
  ...platform,
  operationId: 'unmerge-entity',
  method: 'POST',
  path: '/v1/:workspace_id/world/entities/:merged_entity_id/unmerge',
  summary: 'Undoes the merge by which an entity went up in another one. They stay apart from then on.',
  access: forWorkspace('Entity.update'),
  request: { params: MergedEntityPath },
  answer: { status: 200, content: 'json', schema: Entity },
  errors: ['not_found', 'conflict'],
  perMinute: writesPerMinute,
});

@Controller()
export class MergeController {
  constructor(@Inject(ENTITIES) private readonly entities: EntitiesClient) {}

  @Serves(listMerged)
  async list({ caller, params }: RouteInput<typeof listMerged>) {
    const asked = { caller, entityId: params.entity_id };
    const { entityId, merged, candidates } = await this.entities.listMergedEntities(asked);
    const Candidate = MergedEntities.shape.candidates.element;
    return {
      entity_id: entityId,
      merged: merged.map((one) => ({
        ...{ entity_id: one.entityId, merged_into: one.mergedInto, matched_on: one.mergedOn },
      })),
      candidates: candidates.map(({ entity: found, confidence, matchedOn }) =>
        shown(Candidate, {
          entity_id: required(found).entityId,
          entity_type: required(found).entityType,
          confidence,
          matched_on: Candidate.shape.matched_on.parse(matchedOn),
          summary: summaryOf(required(found)),
        }),
      ),
    };
  }

  @Serves(mergeEntities)
  async merge({ caller, params, body }: RouteInput<typeof mergeEntities>) {
    const asked = { caller, entityId: params.entity_id, mergedEntityId: body.merged_entity_id };
    return fromEntity(caller, required((await this.entities.mergeEntities(asked)).entity));
  }

  @Serves(unmergeEntity)
  async unmerge({ caller, params }: RouteInput<typeof unmergeEntity>) {
    const asked = { caller, entityId: params.merged_entity_id };
    return fromEntity(caller, required((await this.entities.unmergeEntity(asked)).entity));
  }
}
