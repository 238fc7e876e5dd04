import { column, defineTable, instant, unlisted } from '@svc/event-store';
import type { ApiKeyState } from '../domain/api-key/api-key.js';
import { ownedBy } from './table-owner.js';

type ApiKeyRow = NonNullable<ApiKeyState> & { readonly orgId: string };

/** A deleted key has no row. */
export const apiKeyTable = defineTable<ApiKeyRow>()('identity.api_key', {
  owner: ownedBy('api_key_id'),
  key: { orgId: column((row) => row.orgId), apiKeyId: column((row) => row.apiKeyId) },
  fixed: {
    recordId: column((row) => row.recordId),
    name: column((row) => row.name),
    creatorUserId: column((row) => row.creatorUserId),
    responsibleUserId: unlisted(column((row) => row.responsibleUserId)),
    issuedByInstaller: unlisted(column((row) => row.issuedByInstaller)),
    expiresAtMs: instant((row) => row.expiresAtMs),
    createdAtMs: instant((row) => row.createdAtMs),
  },
  columns: {
    roleId: column((row) => row.roleId),
    nextWarningAtMs: unlisted(instant((row) => row.nextWarningAtMs)),
  },
});
