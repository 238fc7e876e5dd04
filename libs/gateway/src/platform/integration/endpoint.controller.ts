import { Controller, Inject } from '@nestjs/common';
import type { StoredDefinition } from '@svc/contracts/agents';
import { EndpointBody, integrationSlug } from '@svc/definitions/platform';
import { answerShape, patchOf } from '@svc/definitions/schema';
import { z } from 'zod';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { DEFINITIONS, type DefinitionsClient } from '../../services.js';
import { named } from '../../wire/documented.js';
import { required } from '../../wire/required.js';
import { shown } from '../../wire/shown.js';
import { textBody } from '../../wire/sizes.js';
import { of, tellOfTakenName } from '../definition/definition-controller.js';
import { search } from '../definition/definition-query.js';
import { definitionId } from '../definition/definition-routes.js';
import { namedBody, storedBody } from '../definition/definition-wire.js';
import {
  fromOpaquePageInfo,
  opaquePage,
  opaquePageParameters,
  signedSortKeys,
  toOpaquePage,
} from '../opaque-page.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { uuid } from '../uuid.js';
import { workspaceId } from '../workspace-path.js';

const Endpoint = named(
  'EndpointResponse',
  z.strictObject({ id: uuid, name: z.string(), ...answerShape(EndpointBody) }),
);
const CreateEndpoint = named(
  'CreateEndpointRequest',
  z.object({ name: integrationSlug, ...EndpointBody.shape }),
);
const PatchEndpoint = named('UpdateEndpointRequest', patchOf(EndpointBody));

const kind = 'endpoint';
const integrations = '/v1/:workspace_id/integrations';
const all = { surface: 'platform', path: `${integrations}/:integration_id/endpoints` } as const;
const one = {
  surface: 'platform',
  path: `${integrations}/:integration_id/endpoints/:endpoint_id`,
} as const;
const ofAll = z.object({ workspace_id: workspaceId, integration_id: definitionId });
const ofOne = ofAll.extend({ endpoint_id: definitionId });
const json = <Schema extends z.ZodType>(schema: Schema) =>
  ({ media: 'json', schema, maxBytes: textBody }) as const;

const listEndpoints = defineRoute({
  ...all,
  operationId: 'list-endpoints',
  method: 'GET',
  summary: 'Lists the endpoints of an integration, newest first.',
  access: forWorkspace('Integration.view'),
  request: {
    params: ofAll,
    query: z.object({
      search,
      sort_by: signedSortKeys('name', 'created_at', 'updated_at'),
      ...opaquePageParameters,
    }),
  },
  answer: { status: 200, content: 'json', schema: opaquePage('EndpointListResponse', Endpoint) },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

const createEndpoint = defineRoute({
  ...all,
  operationId: 'create-endpoint',
  method: 'POST',
  summary: 'Adds an endpoint to an integration of an HTTP API.',
  access: forWorkspace('Integration.update'),
  request: { params: ofAll, body: json(CreateEndpoint) },
  answer: { status: 201, content: 'json', schema: Endpoint },
  errors: ['not_found', 'name_conflict'],
  perMinute: writesPerMinute,
  example: { body: { name: 'find-slots', description: 'Finds free slots.', method: 'GET', path: 'slots' } },
});

const getEndpoint = defineRoute({
  ...one,
  operationId: 'get-endpoint',
  method: 'GET',
  summary: 'Shows an endpoint of an integration.',
  access: forWorkspace('Integration.view'),
  request: { params: ofOne },
  answer: { status: 200, content: 'json', schema: Endpoint },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

const patchEndpoint = defineRoute({
  ...one,
  operationId: 'update-endpoint',
  method: 'PATCH',
  summary: 'Changes what it holds of an endpoint. Null ends its response template.',
  access: forWorkspace('Integration.update'),
  request: { params: ofOne, body: json(PatchEndpoint) },
  answer: { status: 200, content: 'json', schema: Endpoint },
  errors: ['not_found', 'conflict'],
  perMinute: writesPerMinute,
  example: { body: { timeout_seconds: 10 } },
});

const deleteEndpoint = defineRoute({
  ...one,
  operationId: 'delete-endpoint',
  method: 'DELETE',
  summary: 'Deletes an endpoint of an integration.',
  access: forWorkspace('Integration.update'),
  request: { params: ofOne },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'conflict'],
  perMinute: writesPerMinute,
});

@Controller()
export class EndpointController {
  constructor(@Inject(DEFINITIONS) private readonly definitions: DefinitionsClient) {}

  @Serves(listEndpoints)
  async list({ caller, params, query }: RouteInput<typeof listEndpoints>) {
    const { definitions, page } = await this.definitions.listDefinitions({
      ...of(caller),
      kind,
      parentId: params.integration_id,
      definitionIds: [],
      search: query.search,
      isRetired: undefined,
      filtersJson: '{}',
      tags: [],
      sortBy: query.sort_by,
      page: toOpaquePage(query),
    });
    return { items: definitions.map(fromEndpoint), ...fromOpaquePageInfo(page) };
  }

  @Serves(createEndpoint)
  async create({ caller, params, body }: RouteInput<typeof createEndpoint>) {
    const { name = '', bodyJson } = namedBody(body, 'name');
    const request = { ...of(caller), kind, parentId: params.integration_id, name, bodyJson, secrets: {} };
    return fromEndpoint((await this.definitions.createDefinition(request).catch(tellOfTakenName)).definition);
  }

  @Serves(getEndpoint)
  async get({ caller, params }: RouteInput<typeof getEndpoint>) {
    const request = { ...of(caller), kind, ...namedIn(params) };
    return fromEndpoint((await this.definitions.findDefinition(request)).definition);
  }

  @Serves(patchEndpoint)
  async patch({ caller, params, body }: RouteInput<typeof patchEndpoint>) {
    const changes = { name: undefined, bodyJson: JSON.stringify(body), secrets: {}, removedSecrets: [] };
    const request = { ...of(caller), kind, ...namedIn(params), ...changes };
    return fromEndpoint((await this.definitions.updateDefinition(request)).definition);
  }

  @Serves(deleteEndpoint)
  async delete({ caller, params }: RouteInput<typeof deleteEndpoint>) {
    await this.definitions.retireDefinition({ ...of(caller), kind, ...namedIn(params) });
  }
}

function namedIn(params: { readonly integration_id: string; readonly endpoint_id: string }) {
  return { definitionId: params.endpoint_id, parentId: params.integration_id };
}

function fromEndpoint(answered: StoredDefinition | undefined) {
  const definition = required(answered);
  const body = storedBody<z.output<typeof EndpointBody>>(definition.bodyJson);
  return shown(Endpoint, { id: definition.definitionId, name: definition.name, ...body });
}
