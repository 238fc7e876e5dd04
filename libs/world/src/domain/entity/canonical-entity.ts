import { nameUuid, workspaceOf, type TenantId } from '@svc/kernel';

/** The id of the entity with a canonical id, the same for ever: conversations name their callers by it too. */
export function canonicalEntity(tenantId: TenantId, canonicalId: string): string {
  return nameUuid(workspaceOf(tenantId) ?? '', canonicalId);
}
