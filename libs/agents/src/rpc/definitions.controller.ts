import {
  DefinitionsServiceService,
  type CreateDefinitionRequest,
  type CreateDefinitionResponse,
  type CreateDefinitionVersionRequest,
  type CreateDefinitionVersionResponse,
  type DeleteServiceVersionSetRequest,
  type DeleteServiceVersionSetResponse,
  type FindDefinitionRequest,
  type FindDefinitionResponse,
  type FindDefinitionVersionRequest,
  type FindDefinitionVersionResponse,
  type ListDefinitionsRequest,
  type ListDefinitionsResponse,
  type ListDefinitionVersionsRequest,
  type ListDefinitionVersionsResponse,
  type ListToolReferencesRequest,
  type ListToolReferencesResponse,
  type PutServiceVersionSetRequest,
  type PutServiceVersionSetResponse,
  type RetireDefinitionRequest,
  type RetireDefinitionResponse,
  type RetireDefinitionVersionsRequest,
  type RetireDefinitionVersionsResponse,
  type UpdateDefinitionRequest,
  type UpdateDefinitionResponse,
} from '@svc/contracts/agents';
import type { RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { CreateDefinition } from '../application/create-definition.js';
import { CreateDefinitionVersion } from '../application/create-definition-version.js';
import { DefinitionVersions } from '../application/definition-versions.js';
import { ReadDefinitions } from '../application/read-definitions.js';
import { RetireDefinition } from '../application/retire-definition.js';
import { ToolReferences } from '../application/tool-references.js';
import { UpdateDefinition } from '../application/update-definition.js';
import { VersionSets } from '../application/version-sets.js';
import {
  bodyOf,
  definitionMessage,
  idOf,
  pageInfo,
  parentOf,
  requestedDefinitions,
  requestedVersions,
  requestOf,
  versionMessage,
} from './definition-parts.js';

/** DefinitionsService (proto/svc/agents/v1/definitions_service.proto): maps, and calls the use case. */
@RpcController(DefinitionsServiceService)
export class DefinitionsController {
  constructor(
    private readonly create: CreateDefinition,
    private readonly update: UpdateDefinition,
    private readonly retire: RetireDefinition,
    private readonly read: ReadDefinitions,
    private readonly createVersion: CreateDefinitionVersion,
    private readonly versions: DefinitionVersions,
    private readonly versionSets: VersionSets,
    private readonly references: ToolReferences,
  ) {}

  async createDefinition(message: CreateDefinitionRequest, call: RpcCall): Promise<CreateDefinitionResponse> {
    const request = requestOf(message, message.kind, call);
    const parentId = parentOf(request, message.parentId);
    const { name, secrets } = message;
    const id = await this.create.execute(request, {
      name,
      parentId,
      body: bodyOf(message.bodyJson),
      secrets,
    });
    return { definition: definitionMessage(await this.read.show(request, id, parentId)) };
  }

  async updateDefinition(message: UpdateDefinitionRequest, call: RpcCall): Promise<UpdateDefinitionResponse> {
    const request = requestOf(message, message.kind, call);
    const [id, parentId] = [idOf(request, message.definitionId), parentOf(request, message.parentId)];
    const body = bodyOf(message.bodyJson);
    await this.update.execute(request, {
      ...{ id, parentId, name: message.name ?? null },
      changes: () => ({ body, secrets: { set: message.secrets, removed: message.removedSecrets } }),
    });
    return { definition: definitionMessage(await this.read.show(request, id, parentId)) };
  }

  async retireDefinition(message: RetireDefinitionRequest, call: RpcCall): Promise<RetireDefinitionResponse> {
    const request = requestOf(message, message.kind, call);
    const id = idOf(request, message.definitionId);
    await this.retire.execute(request, id, parentOf(request, message.parentId));
    return {};
  }

  async findDefinition(message: FindDefinitionRequest, call: RpcCall): Promise<FindDefinitionResponse> {
    const request = requestOf(message, message.kind, call);
    const id = idOf(request, message.definitionId);
    const found = await this.read.find(request, id, parentOf(request, message.parentId));
    return { definition: definitionMessage(found) };
  }

  async listDefinitions(message: ListDefinitionsRequest, call: RpcCall): Promise<ListDefinitionsResponse> {
    const request = requestOf(message, message.kind, call);
    const requested = requestedDefinitions(request, message);
    const { definitions, hasMore, tagValues } = await this.read.list(request, requested);
    return {
      definitions: definitions.map(definitionMessage),
      page: pageInfo(requested.offset, definitions.length, hasMore),
      filterValues: tagValues ? { tags: [...tagValues] } : undefined,
    };
  }

  async createDefinitionVersion(
    message: CreateDefinitionVersionRequest,
    call: RpcCall,
  ): Promise<CreateDefinitionVersionResponse> {
    const request = requestOf(message, message.kind, call);
    const { version, warnings } = await this.createVersion.execute(request, {
      id: idOf(request, message.definitionId),
      expectedVersion: message.expectedVersion ?? null,
      isDryRun: message.dryRun,
      body: bodyOf(message.bodyJson),
    });
    return { version: version ? versionMessage(version) : undefined, warnings: [...warnings] };
  }

  async findDefinitionVersion(
    message: FindDefinitionVersionRequest,
    call: RpcCall,
  ): Promise<FindDefinitionVersionResponse> {
    const request = requestOf(message, message.kind, call);
    const id = idOf(request, message.definitionId);
    const { version = null, alsoDeleted } = message;
    return { version: versionMessage(await this.versions.find(request, id, version, alsoDeleted)) };
  }

  async listDefinitionVersions(
    message: ListDefinitionVersionsRequest,
    call: RpcCall,
  ): Promise<ListDefinitionVersionsResponse> {
    const request = requestOf(message, message.kind, call);
    const requested = requestedVersions(request, message);
    const { versions, hasMore, creators } = await this.versions.list(request, requested);
    return {
      versions: versions.map(versionMessage),
      page: pageInfo(requested.offset, versions.length, hasMore),
      filterValues: creators ? { creators: [...creators] } : undefined,
    };
  }

  async retireDefinitionVersions(
    message: RetireDefinitionVersionsRequest,
    call: RpcCall,
  ): Promise<RetireDefinitionVersionsResponse> {
    const request = requestOf(message, message.kind, call);
    await this.versions.retire(request, idOf(request, message.definitionId), message.versions);
    return {};
  }

  async listToolReferences(
    message: ListToolReferencesRequest,
    call: RpcCall,
  ): Promise<ListToolReferencesResponse> {
    const request = requestOf(message, message.kind, call);
    const { graphs, serviceIds } = await this.references.list(request, idOf(request, message.definitionId));
    return {
      contextGraphs: graphs.map(({ id, name, version, states }) => {
        return { contextGraphId: id, name, version, states: [...states] };
      }),
      serviceIds: [...serviceIds],
    };
  }

  async putServiceVersionSet(
    message: PutServiceVersionSetRequest,
    call: RpcCall,
  ): Promise<PutServiceVersionSetResponse> {
    const request = requestOf(message, 'service', call);
    const serviceId = idOf(request, message.serviceId);
    const versionSet = bodyOf(message.versionSetJson);
    await this.versionSets.put(request, { serviceId, name: message.name, versionSet });
    return {};
  }

  async deleteServiceVersionSet(
    message: DeleteServiceVersionSetRequest,
    call: RpcCall,
  ): Promise<DeleteServiceVersionSetResponse> {
    const request = requestOf(message, 'service', call);
    await this.versionSets.delete(request, idOf(request, message.serviceId), message.name);
    return {};
  }
}
