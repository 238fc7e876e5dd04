import { requirePermission, type Caller, type PermissionName } from '@svc/auth';
import type { AgentsServiceService } from '@svc/contracts/agents';
import { requireObjectId } from '@svc/errors';
import { organizationOf } from '@svc/kernel';
import type { Handlers } from '@svc/rpc';
import { tagFromMessage } from '../adapters/service-messages.js';
import type { AgentsContext } from '../application/agents-context.js';
import { createAgent } from '../application/create-agent.js';
import { createAgentVersion } from '../application/create-agent-version.js';
import { createContextGraph } from '../application/create-context-graph.js';
import { createContextGraphVersion } from '../application/create-context-graph-version.js';
import { createService } from '../application/create-service.js';
import { getDefinition, resolveDefinition } from '../application/definitions.js';
import { putVersionSet } from '../application/put-version-set.js';
import type { PrismaClient } from '../projections/gen/client.js';
import { listServices, serviceTagValues } from '../projections/service-list.js';
import { agentDefinitionChanges } from './agent-version-request.js';
import { issuerOf, parseJson, requireTenant } from './request-parts.js';
import { serviceQueryOf } from './service-list-request.js';
import { versionSetOf } from './version-set-request.js';

type InOrganization =
  | 'Organization:CreateAgent'
  | 'Organization:CreateAgentVersion'
  | 'Organization:CreateServiceHierarchicalStateMachine'
  | 'Organization:CreateServiceHierarchicalStateMachineVersion'
  | 'Service:CreateService';
type OnService = Extract<PermissionName, 'Service:CreateVersionSet' | 'Service:UpdateVersionSet'>;

/** AgentsService (proto/svc/agents/v1/agents_service.proto): checks the permission, maps, and calls the use case. */
export function agentsHandlers(
  context: AgentsContext,
  prisma: PrismaClient,
): Handlers<typeof AgentsServiceService> {
  return {
    createAgent: async (request, call) => {
      const { caller, ...issuer } = issuerOf(request.caller, call);
      requireInOrganization(caller, 'Organization:CreateAgent');
      return { agentId: await createAgent(context, issuer, request.agentName) };
    },

    createAgentVersion: async (request, call) => {
      const { caller, ...issuer } = issuerOf(request.caller, call);
      requireInOrganization(caller, 'Organization:CreateAgentVersion');
      const created = await createAgentVersion(context, issuer, {
        agentId: requireObjectId('agent', request.agentId),
        expectedVersion: request.expectedVersion ?? null,
        changes: agentDefinitionChanges(request.changes),
      });
      return { created };
    },

    createContextGraph: async (request, call) => {
      const { caller, ...issuer } = issuerOf(request.caller, call);
      requireInOrganization(caller, 'Organization:CreateServiceHierarchicalStateMachine');
      return { contextGraphId: await createContextGraph(context, issuer, request.name) };
    },

    createContextGraphVersion: async (request, call) => {
      const { caller, ...issuer } = issuerOf(request.caller, call);
      requireInOrganization(caller, 'Organization:CreateServiceHierarchicalStateMachineVersion');
      const created = await createContextGraphVersion(context, issuer, {
        contextGraphId: requireObjectId('context graph', request.contextGraphId),
        expectedVersion: request.expectedVersion ?? null,
        isDryRun: request.dryRun,
        body: parseJson(request.bodyJson),
      });
      return { created };
    },

    createService: async (request, call) => {
      const { caller, ...issuer } = issuerOf(request.caller, call);
      requireInOrganization(caller, 'Service:CreateService');
      const { name, description, isActive, keyterms, releaseVersionSet } = request;
      const serviceId = await createService(context, issuer, {
        agentId: requireObjectId('agent', request.agentId),
        contextGraphId: requireObjectId('context graph', request.contextGraphId),
        name,
        description,
        isActive,
        keyterms,
        tags: request.tags.map(tagFromMessage),
        releaseVersionSet: releaseVersionSet ? versionSetOf('release_version_set', releaseVersionSet) : null,
      });
      return { serviceId };
    },

    putVersionSet: async (request, call) => {
      const { caller, ...issuer } = issuerOf(request.caller, call);
      const serviceId = requireObjectId('service', request.serviceId);
      await putVersionSet(context, issuer, {
        serviceId,
        name: request.name,
        versionSet: versionSetOf('version_set', request.versionSet),
        requirePermission: (change) =>
          requireOnService(
            caller,
            change === 'create' ? 'Service:CreateVersionSet' : 'Service:UpdateVersionSet',
            serviceId,
          ),
      });
      return {};
    },

    listServices: async (request, call) => {
      const { caller } = issuerOf(request.caller, call);
      const query = { ...serviceQueryOf(request), tenantId: caller.tenantId, grants: caller.grants };
      const [page, tagValues] = await Promise.all([
        listServices(context.database, query),
        query.offset === 0 ? serviceTagValues(prisma, query) : undefined,
      ]);
      const { services, hasMore } = page;
      return {
        services: [...services],
        page: { hasMore, nextOffset: hasMore ? query.offset + services.length : undefined },
        filterValues: tagValues && { tags: [...tagValues] },
      };
    },

    resolveDefinition: async ({ tenantId, serviceId, versionSetName }) =>
      resolveDefinition(
        context,
        requireTenant(tenantId),
        requireObjectId('active service', serviceId),
        versionSetName,
      ),

    getDefinition: async ({ tenantId, ...versions }) => {
      requireObjectId('agent', versions.agentId);
      requireObjectId('context graph', versions.contextGraphId);
      return { definition: await getDefinition(context, requireTenant(tenantId), versions) };
    },
  };
}

/** @throws DomainError `permission_denied` */
function requireInOrganization({ grants, tenantId }: Caller, permission: InOrganization): void {
  requirePermission(grants, permission, { org_id: organizationOf(tenantId) });
}

/** @throws DomainError `permission_denied` */
function requireOnService({ grants, tenantId }: Caller, permission: OnService, serviceId: string): void {
  requirePermission(grants, permission, { org_id: organizationOf(tenantId), service_id: serviceId });
}
