import type { CreateOrganizationRequest, GetOrganizationResponse } from '@svc/contracts/identity';
import { z } from 'zod';
import { list } from '../../wire/collections.js';
import { fromPreferences, Preferences, toPreferences } from '../../wire/preferences.js';
import { str1 } from '../../wire/text.js';

/**
 * Contract-classic.md 4.1. Images, `azure_devops_team_name` and the texts of older clients are accepted and ignored.
 */
export const CreateOrganization = z.object({
  org_name: str1,
  user_dimensions: list(z.object({ description: str1, tags: list(str1).default([]) })).default([]),
  default_user_preferences: Preferences.nullish(),
});

export function toCreateOrganization(
  orgId: string,
  body: z.output<typeof CreateOrganization>,
): Omit<CreateOrganizationRequest, 'caller'> {
  return {
    orgId,
    orgName: body.org_name,
    userDimensions: body.user_dimensions,
    defaultUserPreferences: body.default_user_preferences
      ? toPreferences(body.default_user_preferences)
      : undefined,
  };
}

/** `tenant_id` names an external identity provider, of which there is none. */
export function fromOrganization({ orgId, orgName, details }: GetOrganizationResponse) {
  const preferences = details?.defaultUserPreferences;
  return {
    org_id: orgId,
    org_name: orgName,
    default_user_preferences: preferences ? fromPreferences(preferences) : null,
    tenant_id: null,
  };
}
