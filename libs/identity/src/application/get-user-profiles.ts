import { isStorableText } from '@svc/kernel';
import { queryUserProfiles, type UserProfileRow, type UserKey } from '../projections/user-profiles-query.js';
import type { IdentityContext } from './identity-context.js';

/** What an agent may know of users, and what grant conditions ask about them. Those that there are not are missing. */
export async function getUserProfiles(
  { database }: Pick<IdentityContext, 'database'>,
  users: readonly UserKey[],
): Promise<readonly UserProfileRow[]> {
  const possible = users.filter(({ orgId, userId }) => isStorableText(orgId) && isStorableText(userId));
  return possible.length === 0 ? [] : queryUserProfiles(database, possible);
}
