import { hashApiKey, permissionsOfRole, workspaceKeyIdOf } from '@svc/auth';
import type { WorkspaceCaller } from '@svc/contracts/common';
import type { IssuedWorkspaceApiKey, Workspace } from '@svc/contracts/identity';
import { brokenFieldsOf, codeOf, startDemo, type Demo } from './demo.js';
import { placesOf } from './everything-stored.js';
import { createdWorkspace, inWorkspace, issuedKey, newWorkspace, newWorkspaceKey } from './workspaces.js';

const dayMs = 86_400_000;
const minuteMs = 60_000;

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
const accessOf = (apiKey: string) =>
  demo.identity.getWorkspaceKeyAccess({
    keyId: workspaceKeyIdOf(apiKey) ?? '',
    secretSha256: hashApiKey(apiKey),
  });
/** The caller that the gateway derives from a key. */
async function callerOf({ apiKey }: IssuedWorkspaceApiKey): Promise<WorkspaceCaller> {
  const { access } = await accessOf(apiKey);
  if (!access) throw new Error('There is no access in the answer.');
  const { workspaceId, ...held } = access;
  return { tenantId: `ws:${workspaceId}`, ...held };
}
const listed = async (caller = owner, mineOnly = false, page = { limit: 100, offset: 0 }) =>
  (await demo.identity.listWorkspaceApiKeys({ caller, mineOnly, page })).apiKeys;

describe('creating a key', () => {
  it('then it has in its workspace the permissions of its role and those listed', async () => {
    const permissions = ['credentials:read'];
    const key = await issue({ name: 'Nightly import', permissions });
    const expiresAtMs = demo.clock.now() + 30 * dayMs;
    const { apiKey, ...shown } = key;
    expect(shown).toEqual({
      keyId: workspaceKeyIdOf(apiKey),
      name: 'Nightly import',
      role: 'member',
      permissions,
      expiresAtMs,
      creatorCredentialId: owner.credentialId,
    });
    const held = new Set([...permissionsOfRole('member'), 'ApiKey.view']);
    const { access, ...rest } = await accessOf(apiKey);
    expect({ ...access, permissions: new Set(access?.permissions) }).toEqual({
      workspaceId: workspace.workspaceId,
      orgId: 'demo',
      platformAuthoring: false,
      credentialId: (await listed())[0]?.credentialId,
      permissions: held,
      responsibleUserIds: [demo.owner.userId],
    });
    expect(rest).toEqual({ keyId: key.keyId, name: 'Nightly import', expiresAtMs });
  });

  it('then nothing stored contains it', async () => {
    const { apiKey, keyId } = await issue();
    const { database } = demo.storage;
    expect(await placesOf([keyId], database)).toContain('workspace_api_key.key_id');
    expect(await placesOf([apiKey.split('_')[2] ?? keyId], database)).toEqual([]);
  });

  it('given more than the caller has, then it is refused, by role or by a listed permission', async () => {
    const admin = await callerOf(await issue({ role: 'admin' }));
    const member = await callerOf(await issue({ role: 'member', permissions: ['credentials:write'] }));
    const rejections = [
      newWorkspaceKey(admin, { role: 'owner' }),
      newWorkspaceKey(admin, { role: 'viewer', permissions: ['Workspace.archive'] }),
      newWorkspaceKey(member, { role: 'admin' }),
      newWorkspaceKey(member, { role: 'viewer', permissions: ['workspaces:write'] }),
      newWorkspaceKey(await callerOf(await issue({ role: 'member' })), { role: 'viewer' }),
    ];
    for (const request of rejections)
      expect(await codeOf(demo.identity.createWorkspaceApiKey(request))).toBe('permission_denied');
    expect(await issue({ role: 'admin' }, admin)).toMatchObject({ role: 'admin' });
    expect(await issue({ permissions: ['ApiKey.create'] }, member)).toMatchObject({ role: 'member' });
  });

  it('given invalid values, then the error names the fields', async () => {
    const broken = { durationDays: 91, role: 'god', permissions: ['Agent.view', '*'] };
    expect(await brokenFieldsOf(issue(broken))).toEqual([
      'body.duration_days',
      'body.permissions.1',
      'body.role',
    ]);
  });

  it('given a workspace at its limit of a hundred, also at the same moment, then it is refused', async () => {
    const key = { role: 'viewer', durationDays: 1 };
    for (let made = 0; made < 98; made += 1) await issue(key);
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => codeOf(issue(key))));
    expect(outcomes.sort()).toEqual(['limit_reached', 'limit_reached', 'no failure', 'no failure']);
  });

  it('given an archived workspace, then it is not found', async () => {
    await demo.identity.archiveWorkspace({ caller: owner, slug: workspace.slug });
    expect(await codeOf(issue())).toBe('not_found');
  });
});

describe('the list of keys', () => {
  it('shows them newest first, in pages, without their secrets', async () => {
    const keys = [];
    for (const name of ['one', 'two', 'three']) {
      demo.clock.advance(1);
      keys.unshift(await issue({ name }));
    }
    const all = await listed();
    expect(all.map(({ keyId }) => keyId)).toEqual(keys.map(({ keyId }) => keyId));
    expect(all[0]).toEqual({
      credentialId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      workspaceId: workspace.workspaceId,
      keyId: keys[0]?.keyId,
      name: 'three',
      role: 'member',
      permissions: [],
      creatorCredentialId: owner.credentialId,
      expiresAtMs: keys[0]?.expiresAtMs,
      createdAtMs: demo.clock.now(),
      updatedAtMs: demo.clock.now(),
    });
    const second = { caller: owner, mineOnly: false, page: { limit: 2, offset: 2 } };
    const { apiKeys, page } = await demo.identity.listWorkspaceApiKeys(second);
    expect([apiKeys.map(({ name }) => name), page]).toEqual([['one'], { hasMore: false }]);
  });

  it("can be limited to the caller's own keys", async () => {
    const admin = await callerOf(await issue({ role: 'admin', name: 'of the user' }));
    await issue({ name: 'of the key' }, admin);
    const names = async (caller: WorkspaceCaller) => (await listed(caller, true)).map(({ name }) => name);
    expect(await names(owner)).toEqual(['of the user']);
    expect(await names(admin)).toEqual(['of the key']);
  });

  it('shows when each was used last, to the minute', async () => {
    const { apiKey } = await issue();
    const lastUse = async () => (await listed())[0]?.lastUsedAtMs;
    expect(await lastUse()).toBeUndefined();
    await accessOf(apiKey);
    const first = demo.clock.now();
    demo.clock.advance(minuteMs - 1);
    await accessOf(apiKey);
    expect(await lastUse()).toBe(first);
    demo.clock.advance(1);
    await accessOf(apiKey);
    expect(await lastUse()).toBe(first + minuteMs);
  });
});

describe('rotating a key', () => {
  it('then the new one has the same rights, and the old one ends at once', async () => {
    const old = await issue({ role: 'admin' });
    demo.clock.advance(dayMs);
    const rotation = { caller: owner, keyId: old.keyId, durationDays: 7 };
    const { apiKey: rotated } = await demo.identity.rotateWorkspaceApiKey(rotation);
    expect(rotated).toMatchObject({
      keyId: old.keyId,
      role: 'admin',
      expiresAtMs: demo.clock.now() + 7 * dayMs,
    });
    expect(await codeOf(accessOf(old.apiKey))).toBe('unauthenticated');
    expect(await accessOf(rotated?.apiKey ?? '')).toMatchObject({ keyId: old.keyId });
    expect((await listed())[0]).toMatchObject({ updatedAtMs: demo.clock.now() });
  });

  it('given an expired one, then it works again', async () => {
    const { keyId } = await issue({ durationDays: 1 });
    demo.clock.advance(dayMs);
    const { apiKey } = await demo.identity.rotateWorkspaceApiKey({ caller: owner, keyId, durationDays: 1 });
    expect(await accessOf(apiKey?.apiKey ?? '')).toMatchObject({ keyId });
  });

  it('given the key itself as the caller, then it can replace itself', async () => {
    const key = await issue({ role: 'admin' });
    const caller = await callerOf(key);
    expect(
      await codeOf(demo.identity.rotateWorkspaceApiKey({ caller, keyId: key.keyId, durationDays: 1 })),
    ).toBe('no failure');
  });
});

describe("a key that is out of the caller's reach", () => {
  it('given one with more rights than the caller, then it is neither rotated nor deleted', async () => {
    const { keyId } = await issue({ role: 'owner' });
    const caller = await callerOf(await issue({ role: 'admin' }));
    const { identity } = demo;
    expect(await codeOf(identity.rotateWorkspaceApiKey({ caller, keyId, durationDays: 1 }))).toBe(
      'permission_denied',
    );
    expect(await codeOf(identity.deleteWorkspaceApiKey({ caller, keyId }))).toBe('permission_denied');
  });

  it('given one of another workspace, or an unknown one, then it is not found', async () => {
    const other = inWorkspace(await createdWorkspace(demo, newWorkspace(demo.owner)), demo.owner);
    const { keyId } = await issue();
    for (const asked of [
      { caller: other, keyId },
      ...['', 'x', 'a/b', '\u0000'].map((odd) => ({ caller: owner, keyId: odd })),
    ]) {
      expect(await codeOf(demo.identity.deleteWorkspaceApiKey(asked))).toBe('not_found');
      expect(await codeOf(demo.identity.rotateWorkspaceApiKey({ ...asked, durationDays: 1 }))).toBe(
        'not_found',
      );
    }
    expect((await listed(other)).length).toBe(0);
  });

  it('given callers without the permission, then they are refused', async () => {
    const { keyId } = await issue();
    const caller = inWorkspace(workspace, demo.owner, permissionsOfRole('member'));
    const { identity } = demo;
    const refused = [
      () => identity.listWorkspaceApiKeys({ caller, mineOnly: false, page: { limit: 1, offset: 0 } }),
      () => identity.rotateWorkspaceApiKey({ caller, keyId, durationDays: 1 }),
      () => identity.deleteWorkspaceApiKey({ caller, keyId }),
    ];
    for (const call of refused) expect(await codeOf(call())).toBe('permission_denied');
  });
});

describe('the access of a key', () => {
  it('given another secret, an unknown id, or a deleted key, then the error is the same', async () => {
    const { apiKey, keyId } = await issue();
    const deleted = await issue();
    await demo.identity.deleteWorkspaceApiKey({ caller: owner, keyId: deleted.keyId });
    const secretSha256 = hashApiKey(apiKey);
    const requests = [
      { keyId, secretSha256: hashApiKey(deleted.apiKey) },
      { keyId, secretSha256: Buffer.alloc(0) },
      { keyId: 'unknown', secretSha256 },
      { keyId: deleted.keyId, secretSha256: hashApiKey(deleted.apiKey) },
    ];
    const messages = new Set<string>();
    for (const request of requests) {
      const call = demo.identity.getWorkspaceKeyAccess(request);
      await call.catch((error: Error) => messages.add(error.message));
      expect(await codeOf(call)).toBe('unauthenticated');
    }
    expect(messages.size).toBe(1);
  });

  it('given an expired key, then the error says so', async () => {
    const { apiKey } = await issue({ durationDays: 1 });
    demo.clock.advance(dayMs - 1);
    expect(await codeOf(accessOf(apiKey))).toBe('no failure');
    demo.clock.advance(1);
    expect(await codeOf(accessOf(apiKey))).toBe('expired_api_key');
  });

  it('given an archived workspace, then its keys are gone too', async () => {
    const { apiKey } = await issue();
    await demo.identity.archiveWorkspace({ caller: owner, slug: workspace.slug });
    expect(await codeOf(accessOf(apiKey))).toBe('unauthenticated');
  });
});

describe('a key that asks for itself', () => {
  it('then it learns its id and how long it lives, and a user that they are no key', async () => {
    const key = await issue({ name: 'Nightly import', durationDays: 1 });
    demo.clock.advance(minuteMs);
    const caller = await callerOf(key);
    expect(await demo.identity.getOwnWorkspaceApiKey({ caller })).toEqual({
      workspaceId: workspace.workspaceId,
      keyId: key.keyId,
      name: 'Nightly import',
      expiresAtMs: key.expiresAtMs,
      expiresInMs: dayMs - minuteMs,
    });
    expect(await codeOf(demo.identity.getOwnWorkspaceApiKey({ caller: owner }))).toBe('not_found');
  });
});

describe('the access of a user', () => {
  it('and of a key say whether platform authoring is on in the workspace', async () => {
    const { apiKey } = await issue();
    const holder = { orgId: 'demo', userId: demo.owner.userId, apiKeyId: demo.apiKeyId };
    const { workspaceId } = workspace;
    for (const platformAuthoring of [true, false]) {
      await demo.identity.updateWorkspace({ caller: owner, platformAuthoring });
      const ofUser = await demo.identity.getWorkspaceUserAccess({ ...holder, workspaceId });
      expect([(await accessOf(apiKey)).access, ofUser.access]).toEqual([
        expect.objectContaining({ platformAuthoring }),
        expect.objectContaining({ platformAuthoring }),
      ]);
    }
  });

  it('given the owner, then they have all permissions; given anybody else, or no workspace, then none', async () => {
    const { identity, apiKeyId } = demo;
    const { workspaceId } = workspace;
    const holder = { orgId: 'demo', userId: demo.owner.userId, apiKeyId, workspaceId };
    const { access } = await identity.getWorkspaceUserAccess(holder);
    expect(access).toEqual({
      workspaceId,
      orgId: 'demo',
      credentialId: apiKeyId,
      permissions: permissionsOfRole('owner'),
      responsibleUserIds: [demo.owner.userId],
      platformAuthoring: false,
    });
    const other = await demo.addUser({ roleName: 'DefaultAdministratorRole' });
    const strangers = [
      { ...holder, userId: other.userId },
      { ...holder, workspaceId: 'c56a4180-65aa-42ec-a945-5fd21dec0538' },
      { ...holder, workspaceId: 'demo' },
    ];
    for (const stranger of strangers)
      expect(await codeOf(identity.getWorkspaceUserAccess(stranger))).toBe('workspace_mismatch');
    const gone = { ...holder, apiKeyId: 'c56a4180-65aa-42ec-a945-5fd21dec0538' };
    expect(await codeOf(identity.getWorkspaceUserAccess(gone))).toBe('unauthenticated');
  });
});
