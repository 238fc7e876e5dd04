import { Controller, Inject } from '@nestjs/common';
import { DomainError, validationError } from '@svc/errors';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { AGENTS, DEFINITIONS, type AgentsClient, type DefinitionsClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { smallBody, textBody } from '../../wire/sizes.js';
import { of } from '../definition/definition-controller.js';
import { CreatedDefinition } from '../definition/definition-schemas.js';
import { fromService } from './service-mapping.js';
import {
  CreateService,
  PutVersionSet,
  ServicePath,
  toServiceBody,
  toVersionSet,
  UpdateService,
  VersionSetPath,
} from './service-requests.js';
import { ListServices, ServiceList, UpdatedService } from './service-schemas.js';

const someId = '65f000000000000000000001';

const listServices = defineRoute({
  operationId: 'get-services',
  method: 'GET',
  path: '/v1/:org/service/',
  summary: 'Lists the services that the caller may see.',
  access: forCallers({ asks: ['Service:GetService'] }),
  request: { query: ListServices },
  answer: { status: 200, content: 'json', schema: ServiceList },
  errors: [],
  perMinute: 50,
});

const createService = defineRoute({
  operationId: 'create-service',
  method: 'POST',
  path: '/v1/:org/service/',
  summary: 'Creates a service of an agent and a context graph, which both need a version.',
  access: forCallers({ requires: ['Service:CreateService'] }),
  request: { body: { media: 'json', schema: CreateService, maxBytes: textBody } },
  answer: { status: 201, content: 'json', schema: CreatedDefinition },
  errors: ['not_found', 'conflict'],
  perMinute: 20,
  example: {
    body: {
      name: 'Reading room',
      description: 'Helps readers find a book.',
      is_active: true,
      agent_id: someId,
      service_hierarchical_state_machine_id: someId,
      release_version_set: null,
      keyterms: ['catalogue'],
      tags: { team: 'library' },
    },
  },
});

const updateService = defineRoute({
  operationId: 'update-service',
  method: 'POST',
  path: '/v1/:org/service/:service_id/',
  summary: 'Changes a service: what is missing or null stays. Only active services begin conversations.',
  access: forCallers({ requires: ['Service:UpdateService'] }),
  request: { params: ServicePath, body: { media: 'json', schema: UpdateService, maxBytes: textBody } },
  answer: { status: 200, content: 'json', schema: UpdatedService },
  errors: ['not_found', 'conflict'],
  perMinute: 20,
  example: { body: { description: 'Helps readers find books.' } },
});

const putVersionSet = defineRoute({
  operationId: 'upsert-service-version-set',
  method: 'PUT',
  path: '/v1/:org/service/:service_id/version_sets/:version_set_name/',
  summary:
    'Creates or replaces a version set of a service, with the permission to do just that. `edge` always means the latest versions.',
  access: forCallers({ requires: ['Service:UpdateVersionSet'], orElse: 'Service:CreateVersionSet' }),
  request: {
    params: VersionSetPath,
    body: { media: 'json', schema: PutVersionSet, maxBytes: smallBody },
  },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'conflict'],
  perMinute: 30,
  example: { body: { version_set: { agent_version_number: null } } },
});

const deleteVersionSet = defineRoute({
  operationId: 'delete-service-version-set',
  method: 'DELETE',
  path: '/v1/:org/service/:service_id/version_sets/:version_set_name/',
  summary: 'Deletes a version set of a service; `edge` and `release` stay.',
  access: forCallers({ requires: ['Service:DeleteVersionSet'] }),
  request: { params: VersionSetPath },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'conflict'],
  perMinute: 30,
});

@Controller()
export class ServiceController {
  constructor(
    @Inject(AGENTS) private readonly agents: AgentsClient,
    @Inject(DEFINITIONS) private readonly definitions: DefinitionsClient,
  ) {}

  @Serves(listServices)
  async list({ caller, query }: RouteInput<typeof listServices>) {
    const { services, page, filterValues } = await this.agents.listServices({
      caller,
      serviceIds: query.id,
      isActive: query.is_active,
      tags: query.tags,
      sortBy: query.sort_by,
      page: toPage(query),
    });
    return {
      services: services.map(fromService),
      ...fromPageInfo(page, query),
      filter_values: filterValues ? { tags: filterValues.tags } : null,
    };
  }

  @Serves(createService)
  async create({ caller, body }: RouteInput<typeof createService>) {
    const { name, release_version_set: release, ...given } = body;
    const sets = release && { version_sets: { release: toVersionSet(release) } };
    const { definition } = await this.definitions
      .createDefinition({
        ...of(caller),
        kind: 'service',
        parentId: undefined,
        name,
        bodyJson: JSON.stringify({ ...toServiceBody(given), ...sets }),
        secrets: {},
      })
      .catch(atReleaseVersionSet);
    return { id: definition?.definitionId ?? '' };
  }

  @Serves(updateService)
  async update({ caller, params, body }: RouteInput<typeof updateService>) {
    const { name, ...given } = body;
    await this.definitions.updateDefinition({
      ...of(caller),
      kind: 'service',
      definitionId: params.service_id,
      parentId: undefined,
      name: name ?? undefined,
      bodyJson: JSON.stringify(toServiceBody(given)),
      secrets: {},
      removedSecrets: [],
    });
    return {};
  }

  @Serves(putVersionSet)
  async putVersionSet({ caller, params, body }: RouteInput<typeof putVersionSet>) {
    await this.definitions.putServiceVersionSet({
      ...of(caller),
      serviceId: params.service_id,
      name: params.version_set_name,
      versionSetJson: JSON.stringify(toVersionSet(body.version_set)),
    });
  }

  @Serves(deleteVersionSet)
  async deleteVersionSet({ caller, params }: RouteInput<typeof deleteVersionSet>) {
    await this.definitions.deleteServiceVersionSet({
      ...of(caller),
      serviceId: params.service_id,
      name: params.version_set_name,
    });
  }
}

/** For `catch`: faults of the set for release, where the request has it. */
function atReleaseVersionSet(error: unknown): never {
  if (!(error instanceof DomainError) || error.fields.length === 0) throw error;
  throw validationError(
    error.fields.map(({ loc, ...fault }) => {
      const isInSet = loc[1] === 'version_sets';
      return { ...fault, loc: isInSet ? ['body', 'release_version_set', ...loc.slice(3)] : loc };
    }),
  );
}
