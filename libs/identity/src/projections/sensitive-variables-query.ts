import type { SealedRow } from '@svc/event-store';
import type { Executor } from '@svc/postgres';
import { sensitiveVariablesTable } from './user-sensitive-variables-table.js';

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
