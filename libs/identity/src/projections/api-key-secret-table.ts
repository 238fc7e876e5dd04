import { column, defineTable, unlisted } from '@svc/event-store';
import { ownedBy } from './table-owner.js';

interface ApiKeySecretRow {
  readonly orgId: string;
  readonly apiKeyId: string;
  readonly secretSha256: Uint8Array;
}

/** Apart from the key, so that lists never touch it. */
export const apiKeySecretTable = defineTable<ApiKeySecretRow>()('identity.api_key_secret', {
  owner: ownedBy('api_key_id'),
  key: { orgId: column((row) => row.orgId), apiKeyId: column((row) => row.apiKeyId) },
  // As Postgres writes bytea.
  fixed: {
    secretSha256: unlisted(column((row) => `\\x${Buffer.from(row.secretSha256).toString('hex')}`)),
  },
});
