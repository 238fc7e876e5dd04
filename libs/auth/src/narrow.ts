import { conditionEntries, meets, type Condition, type Conditions, type Grant } from './grant.js';
import type { PermissionName } from './permissions.js';

const userAttributes = ['user_role_id', 'visible_to_admins'] as const;

/**
 * Replaces conditions on a user's role and visibility, which only identity can judge, by the ids of the matching users. Other
 * contexts can then use the grants in a query.
 * @param idAttribute the attribute with the user's id on the objects of this permission.
 * @param resolve identity's `ResolveUserIds`, called once per grant with such a condition.
 * @returns only the grants of this permission.
 */
export async function narrowToUsers(
  grants: readonly Grant[],
  permission: PermissionName,
  idAttribute: 'conversation_user_id' | 'user_id',
  resolve: (conditions: Conditions) => Promise<readonly string[]>,
): Promise<readonly Grant[]> {
  const relevant = grants.filter(({ permissionName }) => permissionName === permission);
  return Promise.all(
    relevant.map(async (grant): Promise<Grant> => {
      const entries = conditionEntries(grant.conditions);
      const isUserAttribute = (name: string) => userAttributes.some((attribute) => attribute === name);
      const asked = entries.filter(([name]) => isUserAttribute(name));
      if (asked.length === 0) return grant;
      const userIds = await resolve(Object.fromEntries(asked));
      const kept: Conditions = Object.fromEntries(entries.filter(([name]) => !isUserAttribute(name)));
      const values = userIds.filter((id) => meetsIfPresent(id, kept[idAttribute]));
      return { permissionName: permission, conditions: { ...kept, [idAttribute]: { type: 'In', values } } };
    }),
  );
}

function meetsIfPresent(id: string, condition: Condition | undefined): boolean {
  return condition === undefined || meets(id, condition);
}
