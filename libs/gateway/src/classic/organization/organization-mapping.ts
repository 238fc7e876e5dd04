import type { CreateOrganizationRequest, GetOrganizationResponse } from '@svc/contracts/identity';
import type { z } from 'zod';
import type { Complete } from '../../services.js';
import { fromPreferences, toPreferences } from '../../wire/preferences.js';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { Organization, type CreateOrganization } from './organization-schemas.js';

export function toCreateOrganization(
  orgId: string,
  body: z.output<typeof CreateOrganization>,
): Omit<Complete<CreateOrganizationRequest>, 'caller'> {
  return {
    orgId,
    orgName: body.org_name,
    userDimensions: body.user_dimensions,
    defaultUserPreferences: body.default_user_preferences
      ? toPreferences(body.default_user_preferences)
      : undefined,
  };
}

export function fromOrganization({ details, ...organization }: GetOrganizationResponse) {
  const preferences = details?.defaultUserPreferences;
  return shown(Organization, {
    ...sameNames(organization),
    default_user_preferences: preferences ? fromPreferences(preferences) : null,
    tenant_id: null,
  });
}
