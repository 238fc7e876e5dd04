import { DomainError } from '@svc/errors';
import { conditionEntries, meets, type Grant } from './grant.js';
import type { Attribute, AttributesOf, AttributeValue, PermissionName } from './permissions.js';

/** The attributes of the requested object. Null: the object has no such attribute, so every condition on it fails. */
export type AttributeValues<Permission extends PermissionName> = Readonly<
  Record<AttributesOf<Permission>, AttributeValue | null>
>;

/** Whether any grant names the permission, with any conditions: the gateway's part of authorization. */
export function hasPermission(grants: readonly Grant[], permission: PermissionName): boolean {
  return grants.some((grant) => grant.permissionName === permission);
}

/** Whether any grant allows the permission on the object: the owning service's part. Templates must be filled in. */
export function permits<Permission extends PermissionName>(
  grants: readonly Grant[],
  permission: Permission,
  attributes: AttributeValues<Permission>,
): boolean {
  const known: Readonly<Partial<Record<Attribute, AttributeValue | null>>> = attributes;
  return grants.some(
    ({ permissionName, conditions }) =>
      permissionName === permission &&
      conditionEntries(conditions).every(([attribute, condition]) => meets(known[attribute], condition)),
  );
}

/** @throws DomainError `permission_denied` unless a grant allows it. */
export function requirePermission<Permission extends PermissionName>(
  grants: readonly Grant[],
  permission: Permission,
  attributes: AttributeValues<Permission>,
): void {
  if (!permits(grants, permission, attributes)) throw permissionDenied(permission);
}

export function permissionDenied(permission: PermissionName): DomainError {
  return new DomainError('permission_denied', `Your role does not grant ${permission} for this.`);
}

/** The attributes in the conditions of a permission's grants, so that a service need not supply others. */
export function attributesAsked(
  grants: readonly Grant[],
  permission: PermissionName,
): ReadonlySet<Attribute> {
  const relevant = grants.filter(({ permissionName }) => permissionName === permission);
  return new Set(relevant.flatMap(({ conditions }) => conditionEntries(conditions).map(([name]) => name)));
}
