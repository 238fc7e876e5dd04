import { column, defineTable, unlisted, type AggregateChange, type SqlFragment } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { TestCredentials, TestCredentialsEvent } from '../domain/activity/test-credentials.js';

/** What these credentials begin counts nowhere. */
export const testCredentialTable = defineTable<{
  readonly tenantId: TenantId;
  readonly workspaceId: string;
  readonly credentialId: string;
}>()('world.test_credential', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    workspaceId: unlisted(column((row) => row.workspaceId)),
    credentialId: column((row) => row.credentialId),
  },
});

export function testCredentialRows({
  tenantId,
  before,
  after,
}: AggregateChange<TestCredentials | null, TestCredentialsEvent>): readonly SqlFragment[] {
  const [known, now] = [new Set(before?.credentialIds), new Set(after?.credentialIds)];
  const workspaceId = after?.workspaceId ?? '';
  const row = (credentialId: string) => ({ tenantId, workspaceId, credentialId });
  return [
    ...[...known].filter((id) => !now.has(id)).map((id) => testCredentialTable.remove(row(id))),
    ...testCredentialTable.insertAll([...now].filter((id) => !known.has(id)).map(row)),
  ];
}
