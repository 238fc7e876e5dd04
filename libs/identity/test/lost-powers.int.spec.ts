import { hashApiKey, permissionsOfRole, workspaceKeyIdOf } from '@svc/auth';
import type { Caller, WorkspaceCaller } from '@svc/contracts/common';
import {
  CredentialStatus,
  type CreateApiKeyRequest,
  type IssuedWorkspaceApiKey,
  type Workspace,
} from '@svc/contracts/identity';
import { callerOf } from './caller.js';
import { codeOf, startDemo, type Demo } from './demo.js';
import { createdWorkspace, inWorkspace, issuedKey, newWorkspace, newWorkspaceKey } from './workspaces.js';

const minuteMs = 60_000;

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const administrator = (roleName = 'DefaultAdministratorRole') => demo.addUser({ roleName });
const assign = ({ userId }: Caller, roleName: string) =>
  demo.identity.assignRole({ caller: demo.owner, userId, roleName });
const demote = (user: Caller) => assign(user, 'DefaultUserRole');
const remove = ({ userId }: Caller) => demo.identity.deleteUser({ caller: demo.owner, userId });
const entered = ({ workspaceId }: Workspace, { userId }: Caller) =>
  codeOf(
    demo.identity.getWorkspaceUserAccess({ orgId: 'demo', userId, apiKeyId: demo.apiKeyId, workspaceId }),
  );
const accessOf = ({ apiKey }: IssuedWorkspaceApiKey) =>
  demo.identity.getWorkspaceKeyAccess({
    keyId: workspaceKeyIdOf(apiKey) ?? '',
    secretSha256: hashApiKey(apiKey),
  });
const permissionsOf = async (key: IssuedWorkspaceApiKey) => (await accessOf(key)).access?.permissions;
async function asKey(key: IssuedWorkspaceApiKey): Promise<WorkspaceCaller> {
  const { access } = await accessOf(key);
  if (!access) throw new Error('There is no access in the answer.');
  const { workspaceId, ...held } = access;
  return { tenantId: `ws:${workspaceId}`, ...held };
}
/** A workspace with an owner's key, and a key that this key has made. */
async function ownedBy(owner: Caller) {
  const workspace = await createdWorkspace(demo, newWorkspace(owner));
  const key = await issuedKey(
    demo,
    newWorkspaceKey(inWorkspace(workspace, owner), { role: 'owner', name: 'first' }),
  );
  const heir = await issuedKey(demo, newWorkspaceKey(await asKey(key), { role: 'owner', name: 'heir' }));
  return { workspace, key, heir };
}
const listedBy = async (caller: Caller) => {
  const page = { limit: 100, offset: 0 };
  return (await demo.identity.listOwnWorkspaces({ caller, page })).workspaces.map(
    ({ workspaceId }) => workspaceId,
  );
};

describe('the owner of a workspace who is demoted', () => {
  it('can not enter it, and neither can keys that they made, nor keys made by these, until they may again', async () => {
    const boss = await administrator();
    const { workspace, key, heir } = await ownedBy(boss);
    await demote(boss);

    expect(await entered(workspace, boss)).toBe('workspace_mismatch');
    expect(await listedBy(boss)).toEqual([]);
    for (const made of [key, heir]) expect(await permissionsOf(made)).toEqual([]);
    expect(await codeOf(issuedKey(demo, newWorkspaceKey(await asKey(heir))))).toBe('permission_denied');

    await assign(boss, 'DefaultAdministratorRole');
    expect(await entered(workspace, boss)).toBe('no failure');
    for (const made of [key, heir]) expect(await permissionsOf(made)).toEqual(permissionsOfRole('owner'));
  });

  it('leaves it to administrators, who list it, revoke its keys, and take over those that they rotate', async () => {
    const boss = await administrator('DefaultSvcAdministratorRole');
    const { workspace, key, heir } = await ownedBy(boss);
    const lesser = await administrator();
    expect(await entered(workspace, lesser)).toBe('workspace_mismatch');
    expect(await listedBy(lesser)).not.toContain(workspace.workspaceId);
    await demote(boss);

    expect(await entered(workspace, lesser)).toBe('no failure');
    expect(await listedBy(lesser)).toContain(workspace.workspaceId);
    const caller = inWorkspace(workspace, lesser);
    const { apiKeys } = await demo.identity.listWorkspaceApiKeys({
      caller,
      mineOnly: false,
      page: { limit: 10, offset: 0 },
    });
    expect(apiKeys.map(({ name }) => name).sort()).toEqual(['first', 'heir']);
    await demo.identity.deleteWorkspaceApiKey({ caller, keyId: key.keyId });
    const { apiKey: taken } = await demo.identity.rotateWorkspaceApiKey({
      caller,
      keyId: heir.keyId,
      durationDays: 1,
    });
    await remove(boss);
    expect(await codeOf(accessOf(key))).toBe('unauthenticated');
    expect(taken && (await permissionsOf(taken))).toEqual(permissionsOfRole('owner'));
  });
});

describe('the owner of a workspace who is deleted', () => {
  it('takes their keys with them, and keys made by these; the review shows them as revoked', async () => {
    const boss = await administrator();
    const { workspace, key, heir } = await ownedBy(boss);
    await remove(boss);

    for (const made of [key, heir]) expect(await codeOf(accessOf(made))).toBe('unauthenticated');
    const caller = inWorkspace(workspace, demo.owner);
    const { credentials } = await demo.identity.getAccessReview({ caller });
    expect(credentials.map(({ status }) => status)).toEqual([
      CredentialStatus.CREDENTIAL_STATUS_REVOKED,
      CredentialStatus.CREDENTIAL_STATUS_REVOKED,
    ]);
  });

  it('leaves keys of the installer, and keys of others, as they were', async () => {
    const boss = await administrator();
    const { workspace } = await ownedBy(boss);
    const { workspaceId } = workspace;
    const issued = await demo.admin.issueWorkspaceApiKey({ workspaceId, role: 'admin', durationDays: 1 });
    const other = await administrator();
    const ofOther = await issuedKey(demo, newWorkspaceKey(inWorkspace(workspace, other), { role: 'admin' }));
    await remove(boss);
    for (const key of [issued.apiKey, ofOther])
      expect(key && (await permissionsOf(key))).toEqual(permissionsOfRole('admin'));
  });
});

describe('somebody who signs in as the owner of a workspace', () => {
  it('takes what they made as the owner with them', async () => {
    const boss = await administrator();
    const workspace = await createdWorkspace(demo, newWorkspace(boss));
    const greater = await administrator('DefaultSvcAdministratorRole');
    const { apiKeyId } = await demo.identity.createApiKey(
      newKey(greater, { roleName: 'DefaultAdministratorRole' }),
    );
    const { access } = await demo.identity.getWorkspaceUserAccess({
      orgId: 'demo',
      userId: boss.userId,
      apiKeyId,
      workspaceId: workspace.workspaceId,
    });
    expect(access?.responsibleUserIds).toEqual([boss.userId, greater.userId]);
    const caller = { ...inWorkspace(workspace, boss), responsibleUserIds: access?.responsibleUserIds ?? [] };
    const key = await issuedKey(demo, newWorkspaceKey(caller));
    expect(await permissionsOf(key)).toEqual(permissionsOfRole('member'));
    await remove(greater);
    expect(await codeOf(accessOf(key))).toBe('unauthenticated');
  });
});

const newKey = (caller: Caller, changes: Partial<CreateApiKeyRequest> = {}): CreateApiKeyRequest => ({
  caller,
  duration: 'P90D',
  roleName: 'DefaultUserRole',
  ...changes,
});
const give = ({ userId }: Caller, permissionName: string, duration = 'PT1M') =>
  demo.identity.createTemporaryPermissionGrant({
    caller: demo.owner,
    userId,
    duration,
    permissionGrant: { permissionName, conditions: {} },
    tags: [],
    justification: 'Stands in for a colleague.',
  });
const signsIn = (key: { readonly apiKeyId: string; readonly apiKey: string }, { userId }: Caller) =>
  codeOf(demo.identity.signInWithApiKey({ orgId: 'demo', userId, ...key }));

describe('a permission for a while', () => {
  it('to modify the organization makes nobody the owner of a workspace, nor lets them into one', async () => {
    const user = await demo.addUser();
    const { workspace } = await ownedBy(await administrator());
    await give(user, 'Organization:ModifyOrganization');
    const caller = await demo.as(user.userId);
    expect(caller.grants.map(({ permissionName }) => permissionName)).toContain(
      'Organization:ModifyOrganization',
    );
    expect(await codeOf(demo.identity.createWorkspace(newWorkspace(caller)))).toBe('permission_denied');
    expect(await entered(workspace, user)).toBe('workspace_mismatch');
  });

  it('to create keys gives keys that end with it', async () => {
    const [user, peer] = [await demo.addUser(), await demo.addUser()];
    const { expiresAtMs } = await give(user, 'Organization:CreateAPIKey');
    const key = await demo.identity.createApiKey(newKey(await demo.as(user.userId)));
    expect(key.expiresAtMs).toBe(expiresAtMs);
    expect([await signsIn(key, peer), await signsIn(key, user)]).toEqual(['no failure', 'no failure']);
    demo.clock.advance(minuteMs);
    expect([await signsIn(key, peer), await signsIn(key, user)]).toEqual([
      'unauthenticated',
      'unauthenticated',
    ]);
  });

  it('ends its keys for others when its giver can no longer give it', async () => {
    const [user, peer] = [await demo.addUser(), await demo.addUser()];
    const giver = await administrator('DefaultSvcAdministratorRole');
    await demo.identity.createTemporaryPermissionGrant({
      caller: giver,
      userId: user.userId,
      duration: 'P1D',
      permissionGrant: { permissionName: 'Organization:CreateAPIKey', conditions: {} },
      tags: [],
      justification: 'Stands in for a colleague.',
    });
    const key = await demo.identity.createApiKey(newKey(await demo.as(user.userId)));
    expect(await signsIn(key, peer)).toBe('no failure');
    await demote(giver);
    expect([await signsIn(key, peer), await signsIn(key, user)]).toEqual(['unauthenticated', 'no failure']);
  });
});

describe('an API key of an organization', () => {
  it('of a demoted creator signs in only themselves', async () => {
    const boss = await administrator();
    const [peer, key] = [await demo.addUser(), await demo.identity.createApiKey(newKey(boss))];
    expect(await signsIn(key, peer)).toBe('no failure');
    await demote(boss);
    expect([await signsIn(key, peer), await signsIn(key, boss)]).toEqual(['unauthenticated', 'no failure']);
  });

  it("that somebody made as another ends with them too; one made with a token of the installer's key does not", async () => {
    const [first, second] = [await administrator(), await administrator()];
    const own = await demo.identity.createApiKey(newKey(first, { roleName: 'DefaultAdministratorRole' }));
    const asSecond = await callerOf(demo, { orgId: 'demo', userId: second.userId, apiKeyId: own.apiKeyId });
    const made = await demo.identity.createApiKey(newKey(asSecond));
    // With a token of the installer's key, which is nobody's in particular.
    const ofSecond = await demo.identity.createApiKey(newKey(second));
    const peer = await demo.addUser();
    expect([await signsIn(made, peer), await signsIn(ofSecond, peer)]).toEqual(['no failure', 'no failure']);
    await remove(first);
    expect([await signsIn(made, peer), await signsIn(ofSecond, peer)]).toEqual([
      'unauthenticated',
      'no failure',
    ]);
  });

  it.each([
    ['an administrator', false],
    ['a super administrator, who is demoted,', true],
  ])(
    'that the installer issued to %s is theirs: what they make as another ends with them',
    async (_who, isSuper) => {
      const [first, second, peer] = [await administrator(), await administrator(), await demo.addUser()];
      if (isSuper) await demo.admin.grantSuperAdministrator({ orgId: 'demo', userId: first.userId });
      const { apiKey } = await demo.admin.issueApiKey({
        orgId: 'demo',
        userId: first.userId,
        duration: 'P1D',
      });
      await assign(first, 'DefaultSvcAdministratorRole');
      const token = { orgId: 'demo', userId: second.userId, apiKeyId: apiKey?.apiKeyId ?? '' };
      const asSecond = await callerOf(demo, token);
      expect([asSecond.responsibleUserId, asSecond.withOwnKey]).toEqual([first.userId, false]);
      const made = await demo.identity.createApiKey(newKey(asSecond));
      expect(await signsIn(made, peer)).toBe('no failure');
      await remove(first);
      expect(await signsIn(made, peer)).toBe('unauthenticated');
    },
  );
});
