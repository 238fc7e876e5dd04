import { VersionSet } from '@svc/contracts/agents';
import type { SqlFragment } from '@svc/event-store';
import { canonicalJson, type TenantId } from '@svc/kernel';
import { timestamp } from '@svc/postgres';
import { versionSetToMessage } from '../adapters/service-messages.js';
import type { ServiceEvent } from '../domain/service/service.js';

/** The unique key behind "the name of an active service is unique in the tenant". */
export const activeServiceNameKey = 'service_active_name_key';

/** What an event changes in `agents.service`, `agents.service_tag` and `agents.service_version_set`. */
export function serviceRows(tenantId: TenantId, event: ServiceEvent): readonly SqlFragment[] {
  switch (event.type) {
    case 'ServiceCreated':
      return [serviceRow(tenantId, event.data), tagRows(tenantId, event.data)];
    case 'VersionSetPut':
      return [versionSetRow(tenantId, event.data), updatedBy(tenantId, event.data)];
  }
}

type Created = Extract<ServiceEvent, { type: 'ServiceCreated' }>['data'];
type Put = Extract<ServiceEvent, { type: 'VersionSetPut' }>['data'];

function serviceRow(tenantId: TenantId, data: Created): SqlFragment {
  const { serviceId, name, description, isActive, agentId, contextGraphId, keyterms, creator } = data;
  const { orgId, userId } = creator;
  return {
    name: 'service_row',
    text: `INSERT INTO agents.service (tenant_id, service_id, name, description, is_active, agent_id, context_graph_id,
             keyterms, creator_org_id, creator_user_id, updated_by_org_id, updated_by_user_id, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, $10, $11)`,
    values: [
      tenantId,
      serviceId,
      name,
      description,
      isActive,
      agentId,
      contextGraphId,
      keyterms,
      orgId,
      userId,
      timestamp(data.createdAtMs),
    ],
  };
}

function tagRows(tenantId: TenantId, { serviceId, tags }: Created): SqlFragment {
  return {
    name: 'service_tag_rows',
    text: `INSERT INTO agents.service_tag (tenant_id, service_id, key, value)
           SELECT $1, $2, key, value FROM unnest($3::text[], $4::text[]) AS tag (key, value)`,
    values: [tenantId, serviceId, tags.map(({ key }) => key), tags.map(({ value }) => value)],
  };
}

function versionSetRow(tenantId: TenantId, { serviceId, name, versionSet }: Put): SqlFragment {
  const json = canonicalJson(VersionSet.toJSON(versionSetToMessage(versionSet)));
  const { agentVersionNumber, contextGraphVersionNumber } = versionSet;
  return {
    name: 'service_version_set_row',
    text: `INSERT INTO agents.service_version_set
             (tenant_id, service_id, name, version_set, agent_version_number, context_graph_version_number)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (tenant_id, service_id, name) DO UPDATE SET
             version_set = excluded.version_set,
             agent_version_number = excluded.agent_version_number,
             context_graph_version_number = excluded.context_graph_version_number`,
    values: [tenantId, serviceId, name, json, agentVersionNumber, contextGraphVersionNumber],
  };
}

/**
 * Finds no row in the statement that creates the service: what one part of a statement inserts, the others don't see.
 * The sets put there are put by the creator, whom the row names already.
 */
function updatedBy(tenantId: TenantId, { serviceId, updatedBy: author }: Put): SqlFragment {
  return {
    name: 'service_updated_by',
    text: `UPDATE agents.service SET updated_by_org_id = $3, updated_by_user_id = $4
            WHERE tenant_id = $1 AND service_id = $2`,
    values: [tenantId, serviceId, author.orgId, author.userId],
  };
}
