import { regionCodes } from '@svc/kernel';
import { z } from 'zod';
import { str1 } from '../../wire/text.js';
import { wireTime } from '../../wire/times.js';

const Environment = z.enum(['production', 'staging', 'development']);
const Slug = z
  .string()
  .min(2, 'must hold at least 2 characters')
  .max(63, 'must hold at most 63 characters')
  .regex(
    /^[a-z0-9][a-z0-9-]*[a-z0-9]$/,
    'must be lower-case letters, digits and hyphens, with no hyphen at either end',
  );

/** `region`, if given, is the region that serves; `backend_org_id` is the organization of the token. */
export const CreateWorkspace = z.object({
  slug: Slug,
  name: str1,
  environment: Environment.default('staging'),
  region: z.enum(regionCodes).nullish(),
  backend_org_id: str1.nullish(),
});

/** Null and missing fields stay unchanged. */
export const UpdateWorkspace = z.object({
  name: str1.nullish(),
  environment: Environment.nullish(),
  region: z.null('can not be changed: a workspace stays where it was made').optional(),
  connector_type: z
    .enum([
      'epic',
      'cerner',
      'allscripts',
      'fhir_store',
      'athenahealth',
      'charmhealth',
      'eclinicalworks',
      'meditab',
    ])
    .nullish(),
  platform_authoring: z.boolean().nullish(),
});

export const ArchiveWorkspace = z.object({ slug: Slug });

export const Workspace = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  environment: z.string(),
  /** The organization that it belongs to. */
  backend_org_id: z.string().nullable(),
  region: z.string(),
  connector_type: z.string().nullable(),
  /** Whether agents may be authored and tried on the platform itself. */
  platform_authoring: z.boolean(),
  provisioned_at: wireTime.nullable(),
  created_at: wireTime,
  updated_at: wireTime,
});
