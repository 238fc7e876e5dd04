import { workspaceRoleNames } from '@svc/auth';
import { z } from 'zod';
import { list } from '../../wire/collections.js';
import { named, withFacts } from '../../wire/documented.js';
import { pageParameters } from '../../wire/page.js';
import { flag } from '../../wire/query.js';
import { nameText } from '../../wire/text.js';
import { wireTime } from '../../wire/times.js';
import { uuid } from '../uuid.js';
import { workspaceId } from '../workspace-path.js';

const DurationDays = z.int().min(1, 'must be 1 to 90 days').max(90, 'must be 1 to 90 days');

/** Permissions or scopes of the catalog beyond the role. Identity checks them. */
export const CreateApiKey = named(
  'CreateApiKeyRequest',
  z.object({
    name: nameText.nullish(),
    duration_days: DurationDays,
    role: z.enum(workspaceRoleNames).default('member'),
    permissions: list(withFacts(z.string(), { maxLength: 128 }), { most: 128 }).default([]),
  }),
);

export const RotateApiKey = named('RotateApiKeyRequest', z.object({ duration_days: DurationDays }));

export const ApiKeyPath = z.object({ workspace_id: workspaceId });

export const ListApiKeys = z.object({ ...pageParameters(1, 100, 10), mine_only: flag.default(false) });

const shared = {
  key_id: z.string(),
  name: z.string().nullable(),
  role: z.string(),
  permissions: z.array(z.string()),
  expires_at: wireTime,
  /** Id of an entity of the world model. There is none yet. */
  created_by_entity_id: uuid.nullable(),
  /** The credential of the creator; null for the installer. */
  created_by_credential_id: uuid.nullable(),
};

/** The only response that shows the key itself. */
export const IssuedApiKey = named('CreateApiKeyResponse', z.strictObject({ ...shared, api_key: z.string() }));

export const ApiKey = named(
  'ApiKeyResponse',
  z.strictObject({
    ...shared,
    /** Its id in records; paths use the `key_id`. */
    id: uuid,
    workspace_id: uuid,
    /** To the minute. */
    last_used_at: wireTime.nullable(),
    created_at: wireTime,
    updated_at: wireTime,
  }),
);

const RoleEntry = named(
  'RoleEntry',
  z.strictObject({
    name: z.string(),
    priority: z.int(),
    description: z.string(),
    permission_names: z.array(z.string()),
  }),
);

const PermissionEntry = named(
  'PermissionEntry',
  z.strictObject({ name: z.string(), namespace: z.string(), action: z.string() }),
);

export const PermissionCatalog = named(
  'PermissionCatalogResponse',
  z.strictObject({
    roles: z.array(RoleEntry),
    permissions: z.array(PermissionEntry),
  }),
);
