import { Controller, Inject } from '@nestjs/common';
import type { WorkspaceCaller } from '@svc/contracts/common';
import type { EnrichmentKey as EnrichmentKeyMessage } from '@svc/contracts/world';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { WORLD, type WorldClient } from '../../services.js';
import { requestFields } from '../../wire/request-fields.js';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { textBody } from '../../wire/sizes.js';
import { required } from '../../wire/required.js';
import { workspaceOf } from '../definition/definition-wire.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { WorkspacePath } from '../workspace-path.js';
import {
  CreateEnrichmentKey,
  EnrichmentKey,
  EnrichmentKeyList,
  EnrichmentKeyPath,
  ListEnrichmentKeys,
  PatchEnrichmentKey,
} from './enrichment-key-schemas.js';

const path = '/v1/:workspace_id/world/enrichment-keys';
const platform = { surface: 'platform' } as const;

const listEnrichmentKeys = defineRoute({
  ...platform,
  operationId: 'list-enrichment-keys',
  method: 'GET',
  path,
  summary: 'Lists the keys that values of entities are kept under, in the order of their creation.',
  access: forWorkspace('Entity.view'),
  request: { params: WorkspacePath, query: ListEnrichmentKeys },
  answer: { status: 200, content: 'json', schema: EnrichmentKeyList },
  errors: [],
  perMinute: readsPerMinute,
});

const createEnrichmentKey = defineRoute({
  ...platform,
  operationId: 'create-enrichment-key',
  method: 'POST',
  path,
  summary:
    'Creates a key for values of an entity type. A person key that is tagged `memory_extract` is inferred from transcripts.',
  access: forWorkspace('EnrichmentKey.create'),
  request: {
    params: WorkspacePath,
    body: { media: 'json', schema: CreateEnrichmentKey, maxBytes: textBody },
  },
  answer: { status: 201, content: 'json', schema: EnrichmentKey },
  errors: ['invalid_request', 'conflict'],
  perMinute: writesPerMinute,
  example: { body: { entity_type: 'person', key: 'preferred_language', value_type: 'string' } },
});

const updateEnrichmentKey = defineRoute({
  ...platform,
  operationId: 'update-enrichment-key',
  method: 'PATCH',
  path: `${path}/:enrichment_key_id`,
  summary: 'Changes a key. Its name, its entity type and the type of its values stay.',
  access: forWorkspace('EnrichmentKey.update'),
  request: {
    params: EnrichmentKeyPath,
    body: { media: 'json', schema: PatchEnrichmentKey, maxBytes: textBody },
  },
  answer: { status: 200, content: 'json', schema: EnrichmentKey },
  errors: ['invalid_request', 'not_found'],
  perMinute: writesPerMinute,
  example: { body: { min_confidence: 0.5 } },
});

const deleteEnrichmentKey = defineRoute({
  ...platform,
  operationId: 'delete-enrichment-key',
  method: 'DELETE',
  path: `${path}/:enrichment_key_id`,
  summary: 'Deletes a key. Its values stay readable, and no more are taken.',
  access: forWorkspace('EnrichmentKey.delete'),
  request: { params: EnrichmentKeyPath },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found'],
  perMinute: writesPerMinute,
});

@Controller()
export class EnrichmentKeyController {
  constructor(@Inject(WORLD) private readonly world: WorldClient) {}

  @Serves(listEnrichmentKeys)
  async list({ caller, query }: RouteInput<typeof listEnrichmentKeys>) {
    const { entity_type: entityType, ...page } = query;
    const { enrichmentKeys } = await this.world.listEnrichmentKeys({ caller, entityType, page });
    return { keys: enrichmentKeys.map((key) => fromEnrichmentKey(caller, key)) };
  }

  @Serves(createEnrichmentKey)
  async create({ caller, body }: RouteInput<typeof createEnrichmentKey>) {
    const { allowed_values: values, ...rest } = body;
    const allowedValuesJson = values ? JSON.stringify(values) : undefined;
    const { enrichmentKey } = await this.world.createEnrichmentKey({
      ...{ caller, allowedValuesJson },
      ...requestFields(rest),
    });
    return fromEnrichmentKey(caller, required(enrichmentKey));
  }

  @Serves(updateEnrichmentKey)
  async update({ caller, params, body }: RouteInput<typeof updateEnrichmentKey>) {
    const { allowed_values: values, tags, ...rest } = body;
    const { enrichmentKey } = await this.world.changeEnrichmentKey({
      ...{ caller, enrichmentKeyId: params.enrichment_key_id },
      ...requestFields(rest),
      allowedValuesJson: values === undefined ? undefined : JSON.stringify(values),
      tags: tags ? { tags } : undefined,
    });
    return fromEnrichmentKey(caller, required(enrichmentKey));
  }

  @Serves(deleteEnrichmentKey)
  async delete({ caller, params }: RouteInput<typeof deleteEnrichmentKey>) {
    await this.world.deleteEnrichmentKey({ caller, enrichmentKeyId: params.enrichment_key_id });
  }
}

function fromEnrichmentKey(
  caller: WorkspaceCaller,
  { enrichmentKeyId, allowedValuesJson, valueType, ...rest }: EnrichmentKeyMessage,
) {
  return shown(EnrichmentKey, {
    ...sameNames(rest),
    id: enrichmentKeyId,
    workspace_id: workspaceOf(caller),
    value_type: EnrichmentKey.shape.value_type.parse(valueType),
    allowed_values: allowedValuesJson === undefined ? null : (JSON.parse(allowedValuesJson) as unknown[]),
  });
}
