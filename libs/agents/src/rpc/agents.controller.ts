import {
  AgentsServiceService,
  type GetDefinitionRequest,
  type GetDefinitionResponse,
  type ListServicesRequest,
  type ListServicesResponse,
  type ResolveDefinitionRequest,
  type ResolveDefinitionResponse,
} from '@svc/contracts/agents';
import { requireResourceId } from '@svc/errors';
import { requestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { definitionRequest } from '../application/definition-request.js';
import { GetDefinition } from '../application/get-definition.js';
import { ReadDefinitions } from '../application/read-definitions.js';
import { ResolveDefinition } from '../application/resolve-definition.js';
import { requireTenant } from './request-parts.js';
import { requestedServices, servicesResponse } from './service-list-mapping.js';

/** AgentsService (proto/svc/agents/v1/agents_service.proto): maps, and calls the use case. */
@RpcController(AgentsServiceService)
export class AgentsController {
  constructor(
    private readonly definitions: ReadDefinitions,
    private readonly currentDefinition: ResolveDefinition,
    private readonly pinnedDefinition: GetDefinition,
  ) {}

  async listServices(request: ListServicesRequest, call: RpcCall): Promise<ListServicesResponse> {
    const services = definitionRequest(requestContextOf(request.caller, call), 'service');
    const requested = requestedServices(request);
    return servicesResponse(requested, await this.definitions.list(services, requested));
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
