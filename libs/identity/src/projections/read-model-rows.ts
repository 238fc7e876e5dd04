import type { RecordedEvent, SqlFragment } from '@svc/event-store';
import { organizationOf } from '@svc/kernel';
import type { IdentityEvent } from '../adapters/event-types.js';
import { apiKeyRows } from './api-key-rows.js';
import { organizationRows } from './organization-rows.js';
import { roleRows } from './role-rows.js';
import { userRows } from './user-rows.js';

/** Every table whose rows `readModelRows` makes. */
export const readModelTables = [
  'identity.organization',
  'identity.role',
  'identity.role_count',
  'identity.user_account',
  'identity.user_sensitive_variable',
  'identity.user_additional_context',
  'identity.api_key',
  'identity.api_key_secret',
  'identity.api_key_count',
] as const;

/** What any event of this context changes in the read models. */
export function readModelRows({
  tenantId,
  streamId,
  event,
}: RecordedEvent<IdentityEvent>): readonly SqlFragment[] {
  const [, , id = ''] = streamId.split('/');
  const orgId = organizationOf(tenantId) ?? '';
  switch (event.type) {
    case 'OrganizationCreated':
      return organizationRows(orgId, [event]);
    case 'RoleCreated':
      return roleRows(orgId, [event]);
    case 'UserCreated':
    case 'SensitiveUserVariablesStored':
    case 'UserProfileChanged':
    case 'UserPreferencesChanged':
    case 'AdditionalContextAdded':
    case 'UserRoleAssigned':
    case 'UserDeleted':
      return userRows(orgId, [event], id);
    case 'ApiKeyCreated':
    case 'ApiKeySecretStored':
    case 'ApiKeyDeleted':
      return apiKeyRows(orgId, [event], id);
  }
}
