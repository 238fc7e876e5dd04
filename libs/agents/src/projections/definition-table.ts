import { column, defineTable, instant, json, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { ExistingDefinition } from '../domain/definition/definition.js';

/** A definition of any kind, beside its versions. */
export interface DefinitionRow extends ExistingDefinition {
  readonly tenantId: TenantId;
  /** Its name while no other living definition of the kind may have it. */
  readonly heldName: string | null;
}

/** The table of all kinds. */
export const definitionTable = defineTable<DefinitionRow>()('agents.definition', {
  owner: { tenant: 'tenant_id', id: 'definition_id', category: 'kind' },
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    definitionId: column((row) => row.definitionId),
  },
  fixed: {
    kind: column((row) => row.kind),
    parentId: column((row) => row.parentId),
    creator: json((row) => row.creator),
    createdAtMs: instant((row) => row.createdAtMs),
  },
  columns: {
    name: column((row) => row.name),
    heldName: unlisted(column((row) => row.heldName)),
    bodyAddress: column((row) => row.body.address),
    bodySizeBytes: unlisted(column((row) => row.body.sizeBytes)),
    bodyJson: column((row) => row.body.inlineJson),
    summary: unlisted(json((row) => row.summary)),
    latestVersion: column((row) => row.latestVersion),
    latestVersionId: column((row) => row.latest?.versionId ?? null),
    latestSummary: json((row) => row.latest?.summary ?? {}),
    isRetired: column((row) => row.retiredAtMs !== null),
    updatedBy: json((row) => row.updatedBy),
    updatedAtMs: instant((row) => row.updatedAtMs),
  },
});
