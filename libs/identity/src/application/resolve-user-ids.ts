import type { Conditions } from '@svc/auth';
import { validationError } from '@svc/errors';
import { queryUserIds, type AdminVisibility } from '../projections/resolve-user-ids-query.js';
import type { IdentityContext } from './identity-context.js';

const judged: ReadonlySet<string> = new Set(['user_id', 'user_role_id', 'visible_to_admins']);

/**
 * The users that meet conditions which only this context can judge.
 * @throws DomainError `validation_failed` for a condition on anything else.
 */
export async function resolveUserIds(
  { database }: Pick<IdentityContext, 'database'>,
  orgId: string,
  conditions: Conditions,
  visibility: AdminVisibility,
): Promise<readonly string[]> {
  const unknown = Object.keys(conditions).filter((attribute) => !judged.has(attribute));
  if (unknown.length > 0) {
    const msg = `users can be resolved by ${[...judged].join(', ')}`;
    throw validationError(
      unknown.map((name) => ({ loc: ['body', 'conditions', name], msg, type: 'value_error' })),
    );
  }
  return queryUserIds(database, orgId, conditions, visibility);
}
