import { isStorableText } from '@svc/kernel';
import { queryUserContexts, type UserContextRow, type UserKey } from '../projections/user-contexts-query.js';
import type { IdentityContext } from './identity-context.js';

/** What an agent may know of users, and what grant conditions ask about them. Those that there are not are missing. */
export async function getUserContexts(
  { database }: Pick<IdentityContext, 'database'>,
  users: readonly UserKey[],
): Promise<readonly UserContextRow[]> {
  const possible = users.filter(({ orgId, userId }) => isStorableText(orgId) && isStorableText(userId));
  return possible.length === 0 ? [] : queryUserContexts(database, possible);
}
