import { column, defineTable, instant, json, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { CreatedVersion } from '../domain/definition/created-versions.js';

export interface DefinitionVersionRow extends CreatedVersion {
  readonly tenantId: TenantId;
  readonly isRetired: boolean;
}

/** The versions of all kinds. */
export const definitionVersionTable = defineTable<DefinitionVersionRow>()('agents.definition_version', {
  owner: { tenant: 'tenant_id', id: 'definition_id', category: 'kind' },
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    definitionId: column((row) => row.definitionId),
    version: column((row) => row.version),
  },
  fixed: {
    kind: column((row) => row.kind),
    versionId: column((row) => row.versionId),
    label: column((row) => row.label),
    bodyAddress: column((row) => row.body.address),
    bodySizeBytes: unlisted(column((row) => row.body.sizeBytes)),
    bodyJson: column((row) => row.body.inlineJson),
    creator: json((row) => row.creator),
    createdAtMs: instant((row) => row.createdAtMs),
  },
  columns: { isRetired: column((row) => row.isRetired) },
});
