import { column, defineTable, unlisted, type AggregateChange, type SqlFragment } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type {
  KnownDefinitionEvent,
  KnownDefinitionState,
} from '../domain/known-definition/known-definition.js';

type KnownDefinitionRow = NonNullable<KnownDefinitionState> & { readonly tenantId: TenantId };

/** The agents and services that conversations had, those that are gone too. */
export const knownDefinitionTable = defineTable<KnownDefinitionRow>()('world.known_definition', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    definitionId: column((row) => row.definitionId),
  },
  fixed: { kind: column((row) => row.kind) },
  columns: {
    name: column((row) => row.name),
    agentId: column((row) => row.agentId),
    isGone: column((row) => row.isGone),
  },
});

export function knownDefinitionRows({
  tenantId,
  before,
  after,
}: AggregateChange<KnownDefinitionState, KnownDefinitionEvent>): readonly SqlFragment[] {
  const rowOf = (state: KnownDefinitionState) => state && { ...state, tenantId };
  return knownDefinitionTable.sync(rowOf(before), rowOf(after));
}
