import { narrowToUsers, type Caller, type Conditions, type Grant, type PermissionName } from '@svc/auth';
import { canonicalJson, type TenantId } from '@svc/kernel';
import type { Users } from '../ports/ports.js';

/**
 * Resolves conditions of grants on roles and visibility to lists of user ids, which a query can hold. Equal conditions are asked
 * once.
 */
export function narrowing(
  users: Pick<Users, 'idsMeeting'>,
  tenantId: TenantId,
  { grants }: Pick<Caller, 'grants'>,
): (permission: PermissionName) => Promise<readonly Grant[]> {
  const asked = new Map<string, Promise<readonly string[]>>();
  const resolve = (conditions: Conditions): Promise<readonly string[]> => {
    const key = canonicalJson(conditions);
    const known = asked.get(key) ?? users.idsMeeting(tenantId, conditions);
    asked.set(key, known);
    return known;
  };
  return (permission) => narrowToUsers(grants, permission, 'conversation_user_id', resolve);
}
