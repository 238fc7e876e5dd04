import { hashApiKey, workspaceKeyIdOf, workspacePermissionNames } from '@svc/auth';
import type { WorkspaceCaller } from '@svc/contracts/common';
import { CredentialStatus, type Workspace } from '@svc/contracts/identity';
import { codeOf, startDemo, type Demo } from './demo.js';
import { createdWorkspace, inWorkspace, issuedKey, newWorkspace, newWorkspaceKey } from './workspaces.js';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const { CREDENTIAL_STATUS_ACTIVE, CREDENTIAL_STATUS_EXPIRED, CREDENTIAL_STATUS_REVOKED } = CredentialStatus;

let demo: Demo;
let workspace: Workspace;
let owner: WorkspaceCaller;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());
beforeEach(async () => {
  workspace = await createdWorkspace(demo, newWorkspace(demo.owner));
  owner = inWorkspace(workspace, demo.owner);
});

const issue = (changes = {}, caller = owner) => issuedKey(demo, newWorkspaceKey(caller, changes));
const use = (apiKey: string) =>
  demo.identity.getWorkspaceKeyAccess({
    keyId: workspaceKeyIdOf(apiKey) ?? '',
    secretSha256: hashApiKey(apiKey),
  });
const review = (caller = owner) => demo.identity.getAccessReview({ caller });

describe('a review of access to a workspace', () => {
  it('shows for each key its rights, its creator, its last use, and how and when it ends', async () => {
    const { keyId, apiKey } = await issue({
      name: 'Nightly',
      role: 'admin',
      permissions: ['Workspace.archive'],
    });
    demo.clock.advance(minuteMs);
    await use(apiKey);
    const nowMs = demo.clock.now();

    const { credentials, ...rest } = await review();

    expect(rest).toEqual({ workspaceId: workspace.workspaceId, generatedAtMs: nowMs });
    expect(credentials).toEqual([
      {
        credentialId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        keyId,
        name: 'Nightly',
        role: 'admin',
        permissions: ['Workspace.archive'],
        status: CREDENTIAL_STATUS_ACTIVE,
        creatorUserId: demo.owner.userId,
        creatorCredentialId: owner.credentialId,
        createdAtMs: nowMs - minuteMs,
        expiresAtMs: nowMs - minuteMs + 30 * dayMs,
        lastUsedAtMs: nowMs,
      },
    ]);
  });

  it('has expired keys, and deleted ones for 90 days, with their last use', async () => {
    const expired = await issue({ durationDays: 1 });
    const deleted = await issue({ name: 'Deleted' });
    await use(deleted.apiKey);
    const usedAtMs = demo.clock.now();
    demo.clock.advance(dayMs);
    await demo.identity.deleteWorkspaceApiKey({ caller: owner, keyId: deleted.keyId });
    const deletedAtMs = demo.clock.now();
    const active = await issue();

    const { credentials } = await review();

    expect(credentials.map(({ keyId, status }) => [keyId, status])).toEqual([
      [active.keyId, CREDENTIAL_STATUS_ACTIVE],
      [expired.keyId, CREDENTIAL_STATUS_EXPIRED],
      [deleted.keyId, CREDENTIAL_STATUS_REVOKED],
    ]);
    const ended = { name: 'Deleted', lastUsedAtMs: usedAtMs, revokedAtMs: deletedAtMs };
    expect(credentials[2]).toMatchObject(ended);
    demo.clock.advance(90 * dayMs);
    expect((await review()).credentials).toHaveLength(3);
    demo.clock.advance(1);
    expect((await review()).credentials.map(({ keyId }) => keyId)).not.toContain(deleted.keyId);
  });

  it('given keys of another workspace, then it shows none of them', async () => {
    await issue();
    const other = inWorkspace(await createdWorkspace(demo, newWorkspace(demo.owner)), demo.owner);
    expect((await review(other)).credentials).toEqual([]);
  });

  it('is only for those with the permission to audit', async () => {
    const others = workspacePermissionNames.filter((name) => name !== 'Audit.view');
    expect(await codeOf(review({ ...owner, permissions: others }))).toBe('permission_denied');
  });
});
