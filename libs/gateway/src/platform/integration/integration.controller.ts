import { Controller, Inject } from '@nestjs/common';
import type { WorkspaceCaller } from '@svc/contracts/common';
import { validate } from '@svc/http';
import { z } from 'zod';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { DEFINITIONS, type DefinitionsClient } from '../../services.js';
import { flag } from '../../wire/query.js';
import { textBody } from '../../wire/sizes.js';
import { of, tellOfTakenName } from '../definition/definition-controller.js';
import { search } from '../definition/definition-query.js';
import { definitionId } from '../definition/definition-routes.js';
import { workspaceOf } from '../definition/definition-wire.js';
import {
  fromOpaquePageInfo,
  opaquePage,
  opaquePageParameters,
  signedSortKeys,
  toOpaquePage,
} from '../opaque-page.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { workspaceId } from '../workspace-path.js';
import { apartFromSecret, fromIntegration, removedSecretsOf, secretsOf } from './integration-mapping.js';
import {
  CreateIntegration,
  CreateMcpIntegration,
  CreateRestIntegration,
  Integration,
  isFlat,
  PatchIntegration,
  UpdateMcpIntegration,
} from './integration-schemas.js';

const kind = 'integration';
const all = { surface: 'platform', path: '/v1/:workspace_id/integrations' } as const;
const one = { surface: 'platform', path: '/v1/:workspace_id/integrations/:integration_id' } as const;
const ofAll = z.object({ workspace_id: workspaceId });
const ofOne = z.object({ workspace_id: workspaceId, integration_id: definitionId });
const json = <Schema extends z.ZodType>(schema: Schema) =>
  ({ media: 'json', schema, maxBytes: textBody }) as const;

const listIntegrations = defineRoute({
  ...all,
  operationId: 'list-integrations',
  method: 'GET',
  summary: 'Lists the integrations of the workspace, newest first.',
  access: forWorkspace('Integration.view'),
  request: {
    params: ofAll,
    query: z.object({
      enabled: flag.optional(),
      search,
      sort_by: signedSortKeys('name', 'created_at', 'updated_at'),
      ...opaquePageParameters,
    }),
  },
  answer: { status: 200, content: 'json', schema: opaquePage('IntegrationListResponse', Integration) },
  errors: [],
  perMinute: readsPerMinute,
});

const createIntegration = defineRoute({
  ...all,
  operationId: 'create-integration',
  method: 'POST',
  summary: 'Creates an integration: of an HTTP API, or of an MCP server. Its secret is stored encrypted.',
  access: forWorkspace('Integration.create'),
  request: { params: ofAll, body: json(CreateIntegration) },
  answer: { status: 201, content: 'json', schema: Integration },
  errors: ['not_found', 'name_conflict'],
  perMinute: writesPerMinute,
  example: { body: { name: 'calendar', display_name: 'Calendar', base_url: 'https://calendar.example' } },
});

const getIntegration = defineRoute({
  ...one,
  operationId: 'get-integration',
  method: 'GET',
  summary: 'Shows an integration, without its secret.',
  access: forWorkspace('Integration.view'),
  request: { params: ofOne },
  answer: { status: 200, content: 'json', schema: Integration },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

const patchIntegration = defineRoute({
  ...one,
  operationId: 'update-integration',
  method: 'PATCH',
  summary: 'Changes what it holds of an integration of an HTTP API. Null ends its auth.',
  access: forWorkspace('Integration.update'),
  request: { params: ofOne, body: json(PatchIntegration) },
  answer: { status: 200, content: 'json', schema: Integration },
  errors: ['not_found', 'conflict'],
  perMinute: writesPerMinute,
  example: { body: { enabled: false } },
});

const putIntegration = defineRoute({
  ...one,
  operationId: 'replace-integration',
  method: 'PUT',
  summary: 'Changes an integration of an MCP server: what is missing or null stays.',
  access: forWorkspace('Integration.update'),
  request: { params: ofOne, body: json(UpdateMcpIntegration) },
  answer: { status: 200, content: 'json', schema: Integration },
  errors: ['not_found', 'conflict'],
  perMinute: writesPerMinute,
  example: { body: { display_name: 'Calendar' } },
});

const deleteIntegration = defineRoute({
  ...one,
  operationId: 'delete-integration',
  method: 'DELETE',
  summary: 'Deletes an integration that is not managed and that no skill uses.',
  access: forWorkspace('Integration.delete'),
  request: { params: ofOne },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'conflict'],
  perMinute: writesPerMinute,
});

@Controller()
export class IntegrationController {
  constructor(@Inject(DEFINITIONS) private readonly definitions: DefinitionsClient) {}

  @Serves(listIntegrations)
  async list({ caller, query }: RouteInput<typeof listIntegrations>) {
    const { enabled } = query;
    const { definitions, page } = await this.definitions.listDefinitions({
      ...of(caller),
      kind,
      parentId: undefined,
      definitionIds: [],
      search: query.search,
      isRetired: undefined,
      filtersJson: JSON.stringify({ enabled }),
      tags: [],
      sortBy: query.sort_by,
      page: toOpaquePage(query),
    });
    const items = definitions.map((definition) => fromIntegration(definition, workspaceOf(caller)));
    return { items, ...fromOpaquePageInfo(page) };
  }

  @Serves(createIntegration)
  async create({ caller, body }: RouteInput<typeof createIntegration>) {
    const { name, secrets, ...rest } = isFlat(body) ? flatIntegration(body) : restIntegration(body);
    const { definition } = await this.definitions
      .createDefinition({
        ...of(caller),
        kind,
        parentId: undefined,
        name,
        bodyJson: JSON.stringify(rest.body),
        secrets,
      })
      .catch(tellOfTakenName);
    return fromIntegration(definition, workspaceOf(caller));
  }

  @Serves(getIntegration)
  async get({ caller, params }: RouteInput<typeof getIntegration>) {
    const request = { ...of(caller), kind, definitionId: params.integration_id, parentId: undefined };
    const { definition } = await this.definitions.findDefinition(request);
    return fromIntegration(definition, workspaceOf(caller));
  }

  @Serves(patchIntegration)
  async patch({ caller, params, body }: RouteInput<typeof patchIntegration>) {
    const { secret_value: secret, ...changes } = body;
    return this.#update(caller, params.integration_id, {
      bodyJson: JSON.stringify(changes),
      secrets: secretsOf(secret),
      removedSecrets: removedSecretsOf(changes.auth),
    });
  }

  @Serves(putIntegration)
  async put({ caller, params, body }: RouteInput<typeof putIntegration>) {
    const { auth, secrets } = apartFromSecret(body.auth);
    const changes = Object.entries({ ...body, auth }).filter(([, value]) => (value ?? null) !== null);
    return this.#update(caller, params.integration_id, {
      bodyJson: JSON.stringify(Object.fromEntries(changes)),
      secrets,
      removedSecrets: [],
    });
  }

  @Serves(deleteIntegration)
  async delete({ caller, params }: RouteInput<typeof deleteIntegration>) {
    const request = { ...of(caller), kind, definitionId: params.integration_id, parentId: undefined };
    await this.definitions.retireDefinition(request);
  }

  async #update(caller: WorkspaceCaller, definitionId: string, changes: IntegrationChanges) {
    const about = { kind, definitionId, parentId: undefined, name: undefined };
    const request = { ...of(caller), ...about, ...changes };
    const { definition } = await this.definitions.updateDefinition(request);
    return fromIntegration(definition, workspaceOf(caller));
  }
}

interface IntegrationChanges {
  readonly bodyJson: string;
  readonly secrets: Record<string, string>;
  readonly removedSecrets: string[];
}

function restIntegration(given: object) {
  const { name, secret_value: secret, ...body } = validate(CreateRestIntegration, given, ['body']);
  return { name, body: { protocol: 'rest', ...body }, secrets: secretsOf(secret) };
}

function flatIntegration(given: object) {
  const { name, ...body } = validate(CreateMcpIntegration, given, ['body']);
  const { auth, secrets } = apartFromSecret(body.auth);
  return { name, body: { ...body, auth }, secrets };
}
