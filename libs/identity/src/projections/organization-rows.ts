import type { SqlFragment } from '@svc/event-store';
import type { OrganizationEvent } from '../domain/organization/organization.js';

export function organizationRows(
  _orgId: string,
  [event]: readonly OrganizationEvent[],
): readonly SqlFragment[] {
  if (!event) return [];
  const { orgId, orgName, userDimensions, defaultUserPreferences, seededByOperator, createdAtMs } =
    event.data;
  return [
    {
      name: 'organization_row',
      text: `INSERT INTO identity.organization
               (org_id, org_name, user_dimensions, default_user_preferences, seeded_by_operator, created_at)
             VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [
        orgId,
        orgName,
        JSON.stringify(userDimensions),
        defaultUserPreferences ? JSON.stringify(defaultUserPreferences) : null,
        seededByOperator,
        new Date(createdAtMs),
      ],
    },
  ];
}
