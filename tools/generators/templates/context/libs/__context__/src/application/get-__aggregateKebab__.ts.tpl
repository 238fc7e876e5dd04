import { requirePermission } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { isStorableText } from '@svc/kernel';
import { query{{Aggregate}}, type {{Aggregate}}Row } from '../projections/{{aggregateKebab}}-query.js';
import type { Requester, {{Context}}Context } from './{{context}}-context.js';

/** @throws DomainError `not_found`, `permission_denied`. */
export async function get{{Aggregate}}(
  { database }: Pick<{{Context}}Context, 'database'>,
  { caller, orgId }: Requester,
  {{aggregate}}Id: string,
): Promise<{{Aggregate}}Row> {
  requirePermission(caller.grants, '{{readPermission}}', { org_id: orgId });
  const row = isStorableText({{aggregate}}Id) ? await query{{Aggregate}}(database, orgId, {{aggregate}}Id) : undefined;
  if (!row) throw new DomainError('not_found', 'There is no {{aggregateWords}} with this id.');
  return row;
}
