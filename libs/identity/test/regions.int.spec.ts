import { createHash } from 'node:crypto';
import { codeOf, seedRequest, startDemo, type Demo } from './demo.js';
import { startIdentityProcess, type IdentityProcess } from './identity-process.js';
import { createdWorkspace, inWorkspace, issuedKey, newWorkspace, newWorkspaceKey } from './workspaces.js';

/** Two installations, each with a database of its own. */
let here: Demo;
let elsewhere: IdentityProcess;
beforeAll(async () => {
  here = await startDemo({ region: 'us-east-1' });
  elsewhere = await startIdentityProcess({ region: 'eu-central-1' });
});
afterAll(async () => {
  await here.stop();
  await elsewhere.stop();
});

describe('what is in another region', () => {
  it('is an unknown organization, also for sign-ins to it', async () => {
    const { apiKeyId, apiKey, owner } = here;
    const signIn = { orgId: 'demo', userId: owner.userId, apiKeyId, apiKey };
    expect(await codeOf(here.identity.signInWithApiKey(signIn))).toBe('no failure');
    expect(await codeOf(elsewhere.identity.signInWithApiKey(signIn))).toBe('organization_not_found');
    expect(await codeOf(elsewhere.identity.getOrganization({ orgId: 'demo' }))).toBe(
      'organization_not_found',
    );
  });

  it('is a workspace with no valid keys', async () => {
    const workspace = await createdWorkspace(here, newWorkspace(here.owner));
    const { keyId, apiKey } = await issuedKey(here, newWorkspaceKey(inWorkspace(workspace, here.owner)));
    const key = { keyId, secretSha256: createHash('sha256').update(apiKey, 'utf8').digest() };
    expect(await codeOf(here.identity.getWorkspaceKeyAccess(key))).toBe('no failure');
    expect(await codeOf(elsewhere.identity.getWorkspaceKeyAccess(key))).toBe('unauthenticated');
  });

  it('reserves no name: the same organization and slug can be created here', async () => {
    await createdWorkspace(here, newWorkspace(here.owner, { slug: 'both' }));
    const { userId: ownerUserId } = await elsewhere.admin.seedOrganization(seedRequest);
    const made = { orgId: 'demo', ownerUserId, slug: 'both', name: 'Desk', environment: 'staging' };
    const { workspace } = await elsewhere.admin.foundWorkspace(made);
    expect(workspace).toMatchObject({ slug: 'both', region: 'eu-central-1' });
  });
});
