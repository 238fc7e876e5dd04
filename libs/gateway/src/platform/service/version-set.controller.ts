import { Controller, Inject } from '@nestjs/common';
import { VersionSet } from '@svc/definitions/platform';
import { z } from 'zod';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { DEFINITIONS, type DefinitionsClient } from '../../services.js';
import { named } from '../../wire/documented.js';
import { smallBody } from '../../wire/sizes.js';
import { of } from '../definition/definition-controller.js';
import { definitionId } from '../definition/definition-routes.js';
import { writesPerMinute } from '../per-minute.js';
import { workspaceId } from '../workspace-path.js';

const putVersionSet = defineRoute({
  surface: 'platform',
  operationId: 'upsert-version-set',
  method: 'PUT',
  path: '/v1/:workspace_id/services/:service_id/version-sets/:name',
  summary: 'Creates or replaces a version set of a service; the versions that it names must exist.',
  access: forWorkspace('Service.update'),
  request: {
    params: z.object({ workspace_id: workspaceId, service_id: definitionId }),
    body: {
      media: 'json',
      schema: named('UpsertVersionSetRequest', z.object({ version_set: VersionSet })),
      maxBytes: smallBody,
    },
  },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'conflict', 'invalid_request'],
  perMinute: writesPerMinute,
  example: { body: { version_set: { agent_version_number: null } } },
});

@Controller()
export class VersionSetController {
  constructor(@Inject(DEFINITIONS) private readonly definitions: DefinitionsClient) {}

  @Serves(putVersionSet)
  async put({ caller, params, body }: RouteInput<typeof putVersionSet>) {
    await this.definitions.putServiceVersionSet({
      ...of(caller),
      serviceId: params.service_id,
      name: params.name,
      versionSetJson: JSON.stringify(body.version_set),
    });
  }
}
