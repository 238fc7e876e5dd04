import { regionCodes } from '@svc/kernel';
import { z } from 'zod';
import { named, withFacts } from '../../wire/documented.js';
import { nameText, str1 } from '../../wire/text.js';
import { wireTime } from '../../wire/times.js';
import { uuid } from '../uuid.js';

const Environment = z.enum(['production', 'staging', 'development']);
const ConnectorType = z.enum([
  'epic',
  'cerner',
  'allscripts',
  'fhir_store',
  'athenahealth',
  'charmhealth',
  'eclinicalworks',
  'meditab',
]);
const Slug = z
  .string()
  .min(2, 'must hold at least 2 characters')
  .max(63, 'must hold at most 63 characters')
  .regex(
    /^[a-z0-9][a-z0-9-]*[a-z0-9]$/,
    'must be lower-case letters, digits and hyphens, with no hyphen at either end',
  );

/** `region`, if given, is the region that serves; `backend_org_id` is the organization of the token. */
export const CreateWorkspace = named(
  'CreateWorkspaceRequest',
  z.object({
    slug: Slug,
    name: nameText,
    environment: withFacts(Environment, {
      description: 'The published interface requires it; here a missing one is staging.',
    }).default('staging'),
    region: z.enum(regionCodes).nullish(),
    backend_org_id: str1.nullish(),
  }),
);

/** Null and missing fields stay unchanged. */
export const UpdateWorkspace = named(
  'UpdateWorkspaceRequest',
  z.object({
    name: nameText.nullish(),
    environment: Environment.nullish(),
    region: withFacts(z.null('can not be changed: a workspace stays where it was made'), {
      type: ['string', 'null'],
      description:
        'Only null is taken: a workspace stays where it was made. The published interface names its regions here.',
    }).optional(),
    connector_type: ConnectorType.nullish(),
    platform_authoring: z.boolean().nullish(),
  }),
);

export const ArchiveWorkspace = named('ArchiveWorkspaceRequest', z.object({ slug: Slug }));

export const Workspace = named(
  'WorkspaceResponse',
  z.strictObject({
    id: uuid,
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
  }),
);
