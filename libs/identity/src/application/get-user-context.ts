import { isStorableText } from '@svc/kernel';
import { userNotFound } from '../domain/user/user.js';
import { queryUserContext, type UserContextRow } from '../projections/user-context-query.js';
import type { IdentityContext } from './identity-context.js';

/** What an agent may know of a user, and what grant conditions ask about one. @throws DomainError `not_found`. */
export async function getUserContext(
  { database }: Pick<IdentityContext, 'database'>,
  orgId: string,
  userId: string,
): Promise<UserContextRow> {
  const isPossible = isStorableText(orgId) && isStorableText(userId);
  const user = isPossible ? await queryUserContext(database, orgId, userId) : undefined;
  if (!user) throw userNotFound();
  return user;
}
