import type { AggregateChange, SqlFragment, Table } from '@svc/event-store';
import { createdVersions } from '../domain/definition/created-versions.js';
import type { DefinitionEvent } from '../domain/definition/definition-event.js';
import type { DefinitionState } from '../domain/definition/definition.js';
import type { DefinitionKind } from '../kinds/definition-kind.js';
import { definitionTable } from './definition-table.js';
import { definitionVersionTable } from './definition-version-table.js';

/** The unique key of the rule that a name belongs to one living definition of its kind and parent. */
export const definitionNameKey = 'definition_name_key';

/** All tables of `definitionRows`, in the same order. */
export const definitionTables: readonly Table[] = [definitionTable, definitionVersionTable];

/** The definition's row follows from its state, and each of its versions from an event. */
export function definitionRows(
  { holdsName = () => true }: DefinitionKind,
  { tenantId, id, before, after, events }: AggregateChange<DefinitionState, DefinitionEvent>,
): readonly SqlFragment[] {
  const rowOf = (state: DefinitionState) => {
    if (state === null) return null;
    const isHeld = state.retiredAtMs === null && holdsName(state.summary);
    return { ...state, tenantId, heldName: isHeld ? state.name : null };
  };
  const isRetired = (version: number) => after?.retiredVersions.includes(version) ?? false;
  const created = createdVersions(events);
  const isNew = new Set(created.map(({ version }) => version));
  const retired = (after?.retiredVersions ?? []).filter(
    (version) => !isNew.has(version) && !before?.retiredVersions.includes(version),
  );
  return [
    ...definitionTable.sync(rowOf(before), rowOf(after)),
    ...definitionVersionTable.insertAll(
      created.map((version) => ({ ...version, tenantId, isRetired: isRetired(version.version) })),
    ),
    ...(retired.length === 0
      ? []
      : [
          {
            name: 'definition_version_retirement',
            text: `UPDATE agents.definition_version SET is_retired = true
                    WHERE tenant_id = $1 AND definition_id = $2 AND version = ANY($3::integer[])`,
            values: [tenantId, id, retired],
          },
        ]),
  ];
}
