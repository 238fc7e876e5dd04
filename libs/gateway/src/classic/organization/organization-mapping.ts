import type {
  CreateOrganizationRequest,
  GetOrganizationResponse,
  ListUserDimensionsResponse,
  UpdateOrganizationRequest,
} from '@svc/contracts/identity';
import type { z } from 'zod';
import type { Complete } from '../../services.js';
import { fromPreferences, toPreferences } from '../../wire/preferences.js';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import {
  Organization,
  UserDimensionList,
  type CreateOrganization,
  type UpdateOrganization,
} from './organization-schemas.js';

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

export function toUpdateOrganization(
  body: z.output<typeof UpdateOrganization>,
): Omit<Complete<UpdateOrganizationRequest>, 'caller'> {
  const { user_dimensions: items, default_user_preferences: preferences } = body;
  return {
    userDimensions: items ? { items } : undefined,
    defaultUserPreferences: preferences ? toPreferences(preferences) : undefined,
  };
}

export function fromUserDimensions({ userDimensions }: ListUserDimensionsResponse) {
  return shown(UserDimensionList, { user_dimensions: userDimensions });
}

export function fromOrganization({ details, ...organization }: GetOrganizationResponse) {
  const preferences = details?.defaultUserPreferences;
  return shown(Organization, {
    ...sameNames(organization),
    default_user_preferences: preferences ? fromPreferences(preferences) : null,
    tenant_id: null,
  });
}
