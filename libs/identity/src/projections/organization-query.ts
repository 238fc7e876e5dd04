import type { Executor } from '@svc/postgres';
import type { UserDimension } from '../domain/organization/user-dimension.js';
import type { UserPreferences } from '../domain/preferences.js';

export interface OrganizationRow {
  readonly org_id: string;
  readonly org_name: string;
  readonly user_dimensions: readonly UserDimension[];
  readonly default_user_preferences: UserPreferences | null;
  readonly seeded_by_operator: boolean;
}

export async function queryOrganization(
  executor: Executor,
  orgId: string,
): Promise<OrganizationRow | undefined> {
  const { rows } = await executor.query<OrganizationRow>({
    name: 'identity.select_organization',
    text: `SELECT org_id, org_name, user_dimensions, default_user_preferences, seeded_by_operator
             FROM identity.organization WHERE org_id = $1`,
    values: [orgId],
  });
  return rows[0];
}

/** Those of the ids that are organizations. */
export async function queryOrganizationIds(
  executor: Executor,
  among: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await executor.query<Pick<OrganizationRow, 'org_id'>>({
    name: 'identity.select_organization_ids',
    text: 'SELECT org_id FROM identity.organization WHERE org_id = ANY($1) ORDER BY org_id',
    values: [among],
  });
  return rows.map(({ org_id: orgId }) => orgId);
}
