import { Controller, Inject } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import { defineRoute, forCallers, type RouteInput, Serves } from '../../route/index.js';
import { DEFINITIONS, TOOLS, type DefinitionsClient, type ToolsClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { requestFields } from '../../wire/request-fields.js';
import { definitionBytes, textBody } from '../../wire/sizes.js';
import { fromAuthor } from '../../wire/user-reference.js';
import { of } from '../definition/definition-controller.js';
import { CreatedDefinition } from '../definition/definition-schemas.js';
import { fromLabel, fromTool, fromToolVersion } from './tool-mapping.js';
import {
  ChangeToolVariables,
  CreatedToolVersion,
  CreateTool,
  CreateToolVersion,
  ListTools,
  ListToolVersions,
  ModifyTool,
  ToolList,
  ToolPath,
  ToolVersionList,
  ToolVersionPath,
} from './tool-schemas.js';

const kind = 'tool';
/** Models are shown the name. */
const maxNameCharacters = 64;

const createTool = defineRoute({
  operationId: 'create-tool',
  method: 'POST',
  path: '/v1/:org/tool/',
  summary: 'Creates a tool. Context graphs can name it, and it can be called once it has a version.',
  access: forCallers({ requires: ['Tool:CreateTool'] }),
  request: { body: { media: 'json', schema: CreateTool, maxBytes: textBody } },
  answer: { status: 201, content: 'json', schema: CreatedDefinition },
  errors: ['conflict'],
  perMinute: 20,
  example: { body: { name: 'find_book', description: 'Finds a book in the catalogue.', tags: {} } },
});

const listTools = defineRoute({
  operationId: 'get-tools',
  method: 'GET',
  path: '/v1/:org/tool/',
  summary: 'Lists the tools that the caller may see.',
  access: forCallers({ asks: ['Tool:InvokeTool'] }),
  request: { query: ListTools },
  answer: { status: 200, content: 'json', schema: ToolList },
  errors: [],
  perMinute: 50,
});

const modifyTool = defineRoute({
  operationId: 'modify-tool',
  method: 'POST',
  path: '/v1/:org/tool/:tool_id',
  summary: 'Changes a tool: what is missing or null stays.',
  access: forCallers({ requires: ['Tool:ModifyTool'] }),
  request: { params: ToolPath, body: { media: 'json', schema: ModifyTool, maxBytes: textBody } },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'conflict'],
  perMinute: 20,
  example: { body: { description: 'Finds books in the catalogue.' } },
});

const deleteTool = defineRoute({
  operationId: 'delete-tool',
  method: 'DELETE',
  path: '/v1/:org/tool/:tool_id',
  summary: 'Deprecates a tool with all of its versions.',
  access: forCallers({ requires: ['Tool:DeleteTool'] }),
  request: { params: ToolPath },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'conflict'],
  perMinute: 20,
});

const changeVariables = defineRoute({
  operationId: 'modify-tool-envvars',
  method: 'POST',
  path: '/v1/:org/tool/:tool_id/envvar',
  summary:
    'Changes the variables of a tool, all or none. Secret ones are stored encrypted, and no value is ever shown.',
  access: forCallers({ requires: ['Tool:ModifyTool'] }),
  request: {
    params: ToolPath,
    body: { media: 'json', schema: ChangeToolVariables, maxBytes: definitionBytes },
  },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'conflict'],
  perMinute: 20,
  example: { body: { inserts: [{ name: 'API_KEY', value: 'of the catalogue', is_secret: true }] } },
});

const createToolVersion = defineRoute({
  operationId: 'create-tool-version',
  method: 'POST',
  path: '/v1/:org/tool/:tool_id/version',
  summary: 'Adds a version to a tool: a declared HTTP call, whose number counts up as asked.',
  access: forCallers({ requires: ['Tool:ModifyTool'] }),
  request: {
    params: ToolPath,
    body: { media: 'json', schema: CreateToolVersion, maxBytes: definitionBytes },
  },
  answer: { status: 201, content: 'json', schema: CreatedToolVersion },
  errors: ['not_found', 'conflict'],
  perMinute: 10,
  example: {
    body: {
      bump_type: 'patch',
      base_url: 'https://catalogue.example',
      path: 'books',
      method: 'GET',
    },
  },
});

const listToolVersions = defineRoute({
  operationId: 'get-tool-versions',
  method: 'GET',
  path: '/v1/:org/tool/:tool_id/version',
  summary: 'Lists versions of a tool.',
  access: forCallers({ requires: ['Tool:InvokeTool'] }),
  request: { params: ToolPath, query: ListToolVersions },
  answer: { status: 200, content: 'json', schema: ToolVersionList },
  errors: ['not_found'],
  perMinute: 50,
});

const deleteToolVersions = defineRoute({
  operationId: 'delete-tool-version',
  method: 'DELETE',
  path: '/v1/:org/tool/:tool_id/version/:version_constraint',
  summary: 'Deprecates the versions of a tool that a specifier names.',
  access: forCallers({ requires: ['Tool:DeleteTool'] }),
  request: { params: ToolVersionPath },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'conflict'],
  perMinute: 20,
});

@Controller()
export class ClassicToolController {
  constructor(
    @Inject(DEFINITIONS) private readonly definitions: DefinitionsClient,
    @Inject(TOOLS) private readonly tools: ToolsClient,
  ) {}

  @Serves(createTool)
  async create({ caller, body: { name, description, tags } }: RouteInput<typeof createTool>) {
    if (name.length > maxNameCharacters)
      throw new DomainError('invalid_request', `A tool's name has at most ${maxNameCharacters} characters.`);
    const bodyJson = JSON.stringify({ description, tags: listed(tags) });
    const request = { ...of(caller), kind, parentId: undefined, name, bodyJson, secrets: {} };
    const { definition } = await this.definitions.createDefinition(request);
    return { id: definition?.definitionId ?? '' };
  }

  @Serves(listTools)
  async list({ caller, params, query }: RouteInput<typeof listTools>) {
    const { definitions, page, filterValues } = await this.definitions.listDefinitions({
      ...of(caller),
      kind,
      parentId: undefined,
      definitionIds: query.id,
      search: undefined,
      isRetired: query.deprecated,
      filtersJson: '{}',
      tags: query.tag,
      sortBy: query.sort_by,
      page: toPage(query),
    });
    return {
      tools: definitions.map((tool) => fromTool(tool, params.org)),
      ...fromPageInfo(page, query),
      filter_values: filterValues ? { tags: filterValues.tags } : null,
    };
  }

  @Serves(modifyTool)
  async modify({ caller, params, body }: RouteInput<typeof modifyTool>) {
    const { description, tags } = body;
    const changes = {
      ...(typeof description === 'string' && { description }),
      ...(tags && { tags: listed(tags) }),
    };
    await this.definitions.updateDefinition({
      ...of(caller),
      kind,
      definitionId: params.tool_id,
      parentId: undefined,
      name: undefined,
      bodyJson: JSON.stringify(changes),
      secrets: {},
      removedSecrets: [],
    });
  }

  @Serves(deleteTool)
  async delete({ caller, params }: RouteInput<typeof deleteTool>) {
    const request = { ...of(caller), kind, definitionId: params.tool_id, parentId: undefined };
    await this.definitions.retireDefinition(request);
  }

  @Serves(changeVariables)
  async changeVariables({ caller, params, body }: RouteInput<typeof changeVariables>) {
    const variables = (given: typeof body.updates) => given.map((variable) => requestFields(variable));
    await this.tools.changeToolVariables({
      caller,
      toolId: params.tool_id,
      inserts: variables(body.inserts),
      updates: variables(body.updates),
      deletes: body.deletes,
    });
  }

  @Serves(createToolVersion)
  async createVersion({ caller, params, body }: RouteInput<typeof createToolVersion>) {
    const { version } = await this.definitions.createDefinitionVersion({
      ...of(caller),
      kind,
      definitionId: params.tool_id,
      expectedVersion: undefined,
      dryRun: false,
      bodyJson: JSON.stringify(body),
    });
    return { new_version: fromLabel(version?.label) };
  }

  @Serves(listToolVersions)
  async listVersions({ caller, params, query }: RouteInput<typeof listToolVersions>) {
    const { versions, page, filterValues } = await this.definitions.listDefinitionVersions({
      ...of(caller),
      kind,
      definitionId: params.tool_id,
      versions: query.versions,
      isRetired: query.deprecated,
      creators: query.creator,
      sortBy: query.sort_by,
      page: toPage(query),
    });
    return {
      tool_versions: versions.map((version) => fromToolVersion(version, params.org)),
      ...fromPageInfo(page, query),
      filter_values: filterValues ? { creators: filterValues.creators.map(fromAuthor) } : null,
    };
  }

  @Serves(deleteToolVersions)
  async deleteVersions({ caller, params }: RouteInput<typeof deleteToolVersions>) {
    await this.definitions.retireDefinitionVersions({
      ...of(caller),
      kind,
      definitionId: params.tool_id,
      versions: params.version_constraint,
    });
  }
}

function listed(tags: Readonly<Record<string, string | null>>) {
  return Object.entries(tags).map(([key, value]) => ({ key, value }));
}
