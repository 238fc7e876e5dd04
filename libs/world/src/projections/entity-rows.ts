import type { AggregateChange, SqlFragment } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import { canonicalEntity } from '../domain/entity/canonical-entity.js';
import type { EntityEvent, EntityState, ExistingEntity } from '../domain/entity/entity.js';
import type { EntityProfile } from '../domain/entity/entity-fields.js';
import { entityIdentifierTable, entityTable, entityWordsTable, type Identifier } from './entity-table.js';

/** What follows from the state: the entity itself, the words it is searched by, and the ids it is found by. */
export function entityRows({
  tenantId,
  ...change
}: AggregateChange<EntityState, EntityEvent>): readonly SqlFragment[] {
  const [before, after] = [shown(change.before), shown(change.after)];
  const entityOf = (state: ExistingEntity | null) => state && { ...state, tenantId };
  const [had, has] = [identifiersIn(tenantId, before), identifiersIn(tenantId, after)];
  const gone = had.filter((one) => !has.some((other) => isSame(one, other)));
  const added = has.filter((one) => !had.some((other) => isSame(one, other)));
  const entityId = (after ?? before)?.entityId ?? '';
  const row = (identifier: Identifier) => ({ tenantId, entityId, ...identifier });
  return [
    ...entityTable.sync(entityOf(before), entityOf(after)),
    ...entityWordsTable.sync(wordsIn(tenantId, before), wordsIn(tenantId, after)),
    ...gone.map((identifier) => entityIdentifierTable.remove(row(identifier))),
    ...entityIdentifierTable.insertAll(added.map(row)),
  ];
}

/** An erased entity has no rows. */
const shown = (state: EntityState): ExistingEntity | null => (state === 'erased' ? null : state);

function wordsIn(tenantId: TenantId, state: ExistingEntity | null) {
  if (state === null) return null;
  const { displayName, name } = state.profile;
  const words = [...new Set([displayName, name])].filter((text) => text !== null).join('\n');
  return words === '' ? null : { tenantId, entityId: state.entityId, words };
}

function identifiersIn(tenantId: TenantId, state: ExistingEntity | null): readonly Identifier[] {
  if (state === null) return [];
  const { canonicalId } = state.profile;
  const canonical = canonicalId === null ? null : canonicalEntity(tenantId, canonicalId);
  const isOther = canonical !== null && canonical !== state.entityId;
  // Whom conversations would name by its canonical id, so that both are found to be one.
  return [
    ...identifiersOf(state.profile),
    ...(isOther ? [{ kind: 'canonical_entity', value: canonical }] : []),
  ];
}

/** By which other entities are compared with it. */
export function identifiersOf({
  canonicalId,
  phone,
  email,
  externalIds,
}: EntityProfile): readonly Identifier[] {
  const known = { canonical_id: canonicalId, phone, email: email && emailKey(email) };
  return [
    ...Object.entries(known).flatMap(([kind, value]) => (value === null ? [] : [{ kind, value }])),
    ...Object.entries(externalIds).map(([system, value]) => ({ kind: externalKind(system), value })),
  ];
}

/** Addresses are compared without regard to case. */
export const emailKey = (email: string): string => email.toLowerCase();

export const externalKind = (system: string): string => `external:${system}`;

function isSame(one: Identifier, other: Identifier): boolean {
  return one.kind === other.kind && one.value === other.value;
}
