import { createHash } from 'node:crypto';
import type { Workspace } from '@svc/contracts/identity';
import { brokenFieldsOf, codeOf, startDemo, superUserOf, type Demo } from './demo.js';
import { createdWorkspace, newWorkspace } from './workspaces.js';

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const page = { limit: 500, offset: 0 };
const nowhere = '1b4e28ba-2fa1-4d2e-883f-0016d3cca427';

let slugs = 0;
async function founded(changes = {}): Promise<Workspace> {
  slugs += 1;
  const ofDemo = { orgId: 'demo', ownerUserId: demo.owner.userId, name: 'Desk', environment: 'staging' };
  const { workspace } = await demo.admin.foundWorkspace({ ...ofDemo, slug: `made-${slugs}`, ...changes });
  if (!workspace) throw new Error('There is no workspace in the answer.');
  return workspace;
}
const listed = async (workspaceId: string) => {
  const { workspaces } = await demo.admin.listWorkspaces({ page });
  return workspaces.find(({ workspace }) => workspace?.workspaceId === workspaceId);
};
const handOver = (workspaceId: string, ownerUserId: string) =>
  demo.admin.administerWorkspace({ workspaceId, change: { $case: 'ownerUserId', value: ownerUserId } });
/** Whether a user's own token lets them in. */
const entered = ({ workspaceId }: Workspace, userId: string) =>
  codeOf(
    demo.identity.getWorkspaceUserAccess({ orgId: 'demo', userId, apiKeyId: demo.apiKeyId, workspaceId }),
  );
const accessOf = ({ keyId, apiKey }: { keyId: string; apiKey: string }) =>
  codeOf(
    demo.identity.getWorkspaceKeyAccess({
      keyId,
      secretSha256: createHash('sha256').update(apiKey, 'utf8').digest(),
    }),
  );

describe('a workspace that the installer creates', () => {
  it('is provisioned, and its owner gets in', async () => {
    const workspace = await founded({ slug: 'founded' });
    expect(workspace).toMatchObject({ orgId: 'demo', region: 'us-east-1', platformAuthoring: false });
    expect(workspace.provisionedAtMs).toBe(demo.clock.now());
    expect(await entered(workspace, demo.owner.userId)).toBe('no failure');
    expect(await listed(workspace.workspaceId)).toEqual({
      workspace,
      ownerUserId: demo.owner.userId,
      ownerIsGone: false,
    });
  });

  it('given an invalid organization, owner or slug, then nothing is created', async () => {
    await founded({ slug: 'taken' });
    const before = (await demo.admin.listWorkspaces({ page })).workspaces.length;
    expect(await codeOf(founded({ orgId: 'none' }))).toBe('organization_not_found');
    expect(await codeOf(founded({ ownerUserId: 'nobody' }))).toBe('not_found');
    expect(await codeOf(founded({ ownerUserId: 'no\0body' }))).toBe('not_found');
    expect(await codeOf(founded({ slug: 'taken' }))).toBe('slug_conflict');
    expect(await brokenFieldsOf(founded({ slug: '-' }))).toEqual(['body.slug']);
    expect((await demo.admin.listWorkspaces({ page })).workspaces).toHaveLength(before);
  });
});

describe("the installer's list", () => {
  it('shows those of one organization or of all in pages, oldest first, archived ones too', async () => {
    await demo.admin.seedOrganization({
      orgId: 'other',
      orgName: 'Other',
      administratorFirstName: 'Olga',
      administratorLastName: 'Other',
      administratorEmail: 'olga@other.test',
      userDimensions: [],
    });
    const { userId: ownerUserId } = await superUserOf(demo, 'other');
    const one = await founded({ orgId: 'other', ownerUserId });
    demo.clock.advance(1_000);
    const two = await founded({ orgId: 'other', ownerUserId });
    const archivedAtMs = demo.clock.now();
    await demo.admin.administerWorkspace({
      workspaceId: one.workspaceId,
      change: { $case: 'archivedSlug', value: one.slug },
    });

    const orgId = 'other';
    const { workspaces } = await demo.admin.listWorkspaces({ orgId, page });
    expect(workspaces).toMatchObject([
      { workspace: { workspaceId: one.workspaceId }, archivedAtMs },
      { workspace: two, archivedAtMs: undefined },
    ]);
    const second = await demo.admin.listWorkspaces({ orgId, page: { limit: 1, offset: 1 } });
    expect(second).toEqual({ workspaces: workspaces.slice(1), page: { hasMore: false } });
    const first = await demo.admin.listWorkspaces({ orgId, page: { limit: 1, offset: 0 } });
    expect(first.page).toEqual({ hasMore: true, nextOffset: 1 });
    expect(await listed(two.workspaceId)).toBeDefined();
    expect(await codeOf(demo.admin.listWorkspaces({ orgId: 'none', page }))).toBe('organization_not_found');
  });
});

describe('a workspace whose owner is deleted', () => {
  it('is open to administrators, is in the list of the installer, and can go to another of them', async () => {
    const { identity, owner } = demo;
    const leaving = await demo.addUser({ roleName: 'DefaultAdministratorRole' });
    const workspace = await createdWorkspace(demo, newWorkspace(leaving));
    await identity.deleteUser({ caller: owner, userId: leaving.userId });

    expect(await entered(workspace, leaving.userId)).toBe('unauthenticated');
    expect(await entered(workspace, owner.userId)).toBe('no failure');
    expect(await listed(workspace.workspaceId)).toMatchObject({
      ownerUserId: leaving.userId,
      ownerIsGone: true,
    });

    await handOver(workspace.workspaceId, owner.userId);
    expect(await listed(workspace.workspaceId)).toMatchObject({
      ownerUserId: owner.userId,
      ownerIsGone: false,
    });
  });

  it('given a new owner who could do nothing in it, then it keeps its owner', async () => {
    const workspace = await founded();
    const { userId } = await demo.addUser();
    expect(await codeOf(handOver(workspace.workspaceId, userId))).toBe('permission_denied');
  });

  it('given a new owner who is no user of the organization, then it keeps its owner', async () => {
    const workspace = await founded();
    const { userId: stranger } = await demo.addUser();
    await demo.identity.deleteUser({ caller: demo.owner, userId: stranger });
    for (const userId of ['nobody', '', 'no\0body', stranger])
      expect(await codeOf(handOver(workspace.workspaceId, userId))).toBe('not_found');
    expect(await listed(workspace.workspaceId)).toMatchObject({ ownerUserId: demo.owner.userId });
  });
});

describe('what the installer changes', () => {
  it('is platform authoring, and whether it is provisioned or archived', async () => {
    const { workspaceId, slug } = await createdWorkspace(demo, newWorkspace(demo.owner));
    const change = async (change: Parameters<typeof demo.admin.administerWorkspace>[0]['change']) =>
      (await demo.admin.administerWorkspace({ workspaceId, change })).workspace;
    for (const value of [true, false])
      expect(await change({ $case: 'platformAuthoring', value })).toMatchObject({ platformAuthoring: value });
    const provisionedAtMs = demo.clock.now();
    expect(await change({ $case: 'provisioned', value: {} })).toMatchObject({ provisionedAtMs });
    expect(await brokenFieldsOf(change({ $case: 'archivedSlug', value: 'other' }))).toEqual(['body.slug']);
    await change({ $case: 'archivedSlug', value: slug });
    expect(await codeOf(change({ $case: 'platformAuthoring', value: true }))).toBe('not_found');
    expect(await codeOf(handOver(workspaceId, demo.owner.userId))).toBe('not_found');
    expect(await codeOf(change(undefined))).toBe('invalid_request');
  });

  it('is a key without a creator, with all permissions of its role', async () => {
    const { workspaceId } = await founded();
    const { apiKey } = await demo.admin.issueWorkspaceApiKey({ workspaceId, role: 'owner', durationDays: 1 });
    if (!apiKey) throw new Error('There is no key in the answer.');
    expect(apiKey).toMatchObject({ role: 'owner', expiresAtMs: demo.clock.now() + 86_400_000 });
    expect(apiKey.creatorCredentialId).toBeUndefined();
    expect(await accessOf(apiKey)).toBe('no failure');
    const upperCase = { workspaceId: workspaceId.toUpperCase(), role: 'viewer', durationDays: 1 };
    expect((await demo.admin.issueWorkspaceApiKey(upperCase)).apiKey).toBeDefined();
    const wrong = { workspaceId, role: 'god', durationDays: 91 };
    expect(await brokenFieldsOf(demo.admin.issueWorkspaceApiKey(wrong))).toEqual([
      'body.duration_days',
      'body.role',
    ]);
  });

  it('given no such workspace, then it is not found', async () => {
    for (const workspaceId of [nowhere, 'none', '']) {
      expect(await codeOf(handOver(workspaceId, demo.owner.userId))).toBe('not_found');
      const key = { workspaceId, role: 'owner', durationDays: 1 };
      expect(await codeOf(demo.admin.issueWorkspaceApiKey(key))).toBe('not_found');
    }
  });
});
