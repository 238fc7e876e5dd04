import type { ResolveEntitiesRequest } from '@svc/contracts/world';
import { FieldChecks } from '@svc/errors';
import { entityTypePattern, phonePattern } from '../domain/entity/entity-rules.js';
import { emailKey, externalKind } from '../projections/entity-rows.js';
import type { Identifier } from '../projections/entity-table.js';

/** @throws DomainError `validation_failed` with every field that is out of its bounds */
export function checkedIdentifiers(request: ResolveEntitiesRequest): readonly Identifier[] {
  const { entityType, entityId, phone, email, canonicalId, externalId, limit } = request;
  const checks = new FieldChecks().pattern(
    ['body', 'entity_type'],
    entityType,
    entityTypePattern,
    'must hold 1 to 64 small letters, digits and _',
  );
  if (limit < 1 || limit > 50) checks.refuse(['body', 'limit'], 'must be from 1 to 50', 'out_of_range');
  if (phone !== undefined)
    checks.pattern(['body', 'phone'], phone, phonePattern, 'must be a number in the form of E.164');
  const texts = {
    entity_id: entityId,
    email,
    canonical_id: canonicalId,
    external_id: externalId?.value,
    external_system: externalId?.system,
  };
  for (const [field, text] of Object.entries(texts))
    if (text !== undefined) checks.name(['body', field], text, 256);
  checks.verify();
  const known = { canonical_id: canonicalId, phone, email: email && emailKey(email) };
  return [
    ...Object.entries(known).flatMap(([kind, value]) => (value === undefined ? [] : [{ kind, value }])),
    ...(externalId ? [{ kind: externalKind(externalId.system), value: externalId.value }] : []),
  ];
}
