import {
  AgentsServiceService,
  type CreateAgentRequest,
  type CreateAgentResponse,
  type CreateAgentVersionRequest,
  type CreateAgentVersionResponse,
  type CreateContextGraphRequest,
  type CreateContextGraphResponse,
  type CreateContextGraphVersionRequest,
  type CreateContextGraphVersionResponse,
  CreateServiceRequest,
  type CreateServiceResponse,
  type GetDefinitionRequest,
  type GetDefinitionResponse,
  type ListServicesRequest,
  type ListServicesResponse,
  type PutVersionSetRequest,
  type PutVersionSetResponse,
  type ResolveDefinitionRequest,
  type ResolveDefinitionResponse,
} from '@svc/contracts/agents';
import { requireResourceId } from '@svc/errors';
import { fromProto } from '@svc/kernel';
import { requestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { CreateAgent } from '../application/create-agent.js';
import { CreateAgentVersion } from '../application/create-agent-version.js';
import { CreateContextGraph } from '../application/create-context-graph.js';
import { CreateContextGraphVersion } from '../application/create-context-graph-version.js';
import { CreateService } from '../application/create-service.js';
import { GetDefinition } from '../application/get-definition.js';
import { ListServices } from '../application/list-services.js';
import { PutVersionSet } from '../application/put-version-set.js';
import { ResolveDefinition } from '../application/resolve-definition.js';
import { agentDefinitionChanges } from './agent-version-request.js';
import { parseJson, requireTenant } from './request-parts.js';
import { requestedServices, servicesResponse } from './service-list-mapping.js';
import { versionSetOf } from './version-set-request.js';

/** AgentsService (proto/svc/agents/v1/agents_service.proto): maps, and calls the use case. */
@RpcController(AgentsServiceService)
export class AgentsController {
  constructor(
    private readonly newAgent: CreateAgent,
    private readonly newAgentVersion: CreateAgentVersion,
    private readonly newContextGraph: CreateContextGraph,
    private readonly newContextGraphVersion: CreateContextGraphVersion,
    private readonly newService: CreateService,
    private readonly versionSets: PutVersionSet,
    private readonly services: ListServices,
    private readonly currentDefinition: ResolveDefinition,
    private readonly pinnedDefinition: GetDefinition,
  ) {}

  async createAgent(request: CreateAgentRequest, call: RpcCall): Promise<CreateAgentResponse> {
    const context = requestContextOf(request.caller, call);
    return { agentId: await this.newAgent.execute(context, { name: request.agentName }) };
  }

  async createAgentVersion(
    request: CreateAgentVersionRequest,
    call: RpcCall,
  ): Promise<CreateAgentVersionResponse> {
    const context = requestContextOf(request.caller, call);
    const created = await this.newAgentVersion.execute(context, {
      agentId: requireResourceId(context.tenantId, 'agent', request.agentId),
      expectedVersion: request.expectedVersion ?? null,
      changes: agentDefinitionChanges(request.changes),
    });
    return { created };
  }

  async createContextGraph(
    request: CreateContextGraphRequest,
    call: RpcCall,
  ): Promise<CreateContextGraphResponse> {
    const context = requestContextOf(request.caller, call);
    return { contextGraphId: await this.newContextGraph.execute(context, { name: request.name }) };
  }

  async createContextGraphVersion(
    request: CreateContextGraphVersionRequest,
    call: RpcCall,
  ): Promise<CreateContextGraphVersionResponse> {
    const context = requestContextOf(request.caller, call);
    const created = await this.newContextGraphVersion.execute(context, {
      contextGraphId: requireResourceId(context.tenantId, 'context graph', request.contextGraphId),
      expectedVersion: request.expectedVersion ?? null,
      isDryRun: request.dryRun,
      body: parseJson(request.bodyJson),
    });
    return { created };
  }

  async createService(request: CreateServiceRequest, call: RpcCall): Promise<CreateServiceResponse> {
    const context = requestContextOf(request.caller, call);
    const { caller: _caller, ...service } = fromProto(CreateServiceRequest, request);
    const { releaseVersionSet } = request;
    const serviceId = await this.newService.execute(context, {
      ...service,
      agentId: requireResourceId(context.tenantId, 'agent', request.agentId),
      contextGraphId: requireResourceId(context.tenantId, 'context graph', request.contextGraphId),
      releaseVersionSet: releaseVersionSet ? versionSetOf('release_version_set', releaseVersionSet) : null,
    });
    return { serviceId };
  }

  async putVersionSet(request: PutVersionSetRequest, call: RpcCall): Promise<PutVersionSetResponse> {
    const context = requestContextOf(request.caller, call);
    await this.versionSets.execute(context, {
      serviceId: requireResourceId(context.tenantId, 'service', request.serviceId),
      name: request.name,
      versionSet: versionSetOf('version_set', request.versionSet),
    });
    return {};
  }

  async listServices(request: ListServicesRequest, call: RpcCall): Promise<ListServicesResponse> {
    const context = requestContextOf(request.caller, call);
    const requested = requestedServices(request);
    return servicesResponse(requested, await this.services.execute(context, requested));
  }

  async resolveDefinition(request: ResolveDefinitionRequest): Promise<ResolveDefinitionResponse> {
    const tenantId = requireTenant(request.tenantId);
    const serviceId = requireResourceId(tenantId, 'active service', request.serviceId);
    return this.currentDefinition.execute({ tenantId }, { ...request, serviceId });
  }

  async getDefinition(request: GetDefinitionRequest): Promise<GetDefinitionResponse> {
    const tenantId = requireTenant(request.tenantId);
    requireResourceId(tenantId, 'agent', request.agentId);
    requireResourceId(tenantId, 'context graph', request.contextGraphId);
    return { definition: await this.pinnedDefinition.execute({ tenantId }, request) };
  }
}
