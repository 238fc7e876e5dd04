import { z } from 'zod';
import { list } from '../../wire/collections.js';
import { named } from '../../wire/documented.js';
import { Preferences, ShownPreferences } from '../../wire/preferences.js';
import { nameText, str1 } from '../../wire/text.js';
import { ShownUserDimension } from '../../wire/user-dimension.js';

const UserDimension = named(
  'UserDimensionRequest',
  z.object({ description: str1, tags: list(str1, { most: 20 }).default([]) }),
);

/** Images, `azure_devops_team_name` and the texts of older clients are accepted and ignored. */
export const CreateOrganization = named(
  'CreateOrganizationRequest',
  z.object({
    org_name: nameText,
    user_dimensions: list(UserDimension, { most: 50 }).default([]),
    default_user_preferences: Preferences.nullish(),
  }),
);

/** Null and missing fields stay unchanged. Images are accepted and ignored. */
export const UpdateOrganization = named(
  'ModifyOrganizationRequest',
  z.object({
    user_dimensions: list(UserDimension, { most: 50 }).nullish(),
    default_user_preferences: Preferences.nullish(),
  }),
);

/** The installer configures the cluster; this header is only required. */
export const ClusterHeader = z.object({ 'x-store-cluster-name': str1 });

export const Organization = named(
  'Organization',
  z.strictObject({
    org_id: z.string(),
    org_name: z.string(),
    /** Null unless the caller may see the details. */
    default_user_preferences: ShownPreferences.nullable(),
    /** Names an external identity provider. There is none. */
    tenant_id: z.string().nullable(),
  }),
);

export const UserDimensionList = named(
  'UserDimensionList',
  z.strictObject({ user_dimensions: z.array(ShownUserDimension) }),
);
