import type { SealedRow } from '@svc/event-store';
import type { Executor } from '@svc/postgres';
import { sensitiveVariablesTable } from './user-sensitive-variables-table.js';
import { userTable } from './user-table.js';

/** The sensitive variables of a user, still sealed; none or one row. */
export async function sensitiveVariables(
  executor: Executor,
  orgId: string,
  userId: string,
): Promise<readonly SealedRow<typeof sensitiveVariablesTable>[]> {
  const { rows } = await executor.query<SealedRow<typeof sensitiveVariablesTable>>({
    name: 'identity.sensitive_variables',
    text: `SELECT ${sensitiveVariablesTable.selection('v')}
             FROM identity.user_sensitive_variables AS v WHERE v.org_id = $1 AND v.user_id = $2`,
    values: [orgId, userId],
  });
  return rows;
}

/** The account of a user of the organization, still sealed; none or one row. */
export async function nonsensitiveVariables(
  executor: Executor,
  orgId: string,
  userId: string,
): Promise<readonly SealedRow<typeof userTable>[]> {
  const { rows } = await executor.query<SealedRow<typeof userTable>>({
    name: 'identity.nonsensitive_variables',
    text: `SELECT ${userTable.selection('u')} FROM identity.user_account AS u WHERE u.org_id = $1 AND u.user_id = $2`,
    values: [orgId, userId],
  });
  return rows;
}
