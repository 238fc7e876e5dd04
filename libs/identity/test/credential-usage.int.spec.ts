import { randomUUID } from 'node:crypto';
import { hashApiKey, workspaceKeyIdOf } from '@svc/auth';
import { noteUse, queryLastUses } from '@svc/workspaces';
import { startDemo, type Demo } from './demo.js';
import { createdWorkspace, inWorkspace, issuedKey, newWorkspace, newWorkspaceKey } from './workspaces.js';

const minuteMs = 60_000;

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

/** A key of the organization that nobody has used. */
const newKey = () =>
  demo.identity.createApiKey({
    caller: demo.owner,
    duration: 'P30D',
    roleName: 'DefaultSuperAdministratorRole',
  });
const lastUse = async (apiKeyId: string) =>
  (await demo.identity.listApiKeys({ caller: demo.owner })).apiKeys.find((key) => key.apiKeyId === apiKeyId)
    ?.lastUsedAtMs;

describe('the last use of a key of the organization', () => {
  it('is a sign-in with it, and not a refused one', async () => {
    const key = await newKey();
    const signIn = { orgId: 'demo', userId: demo.owner.userId, ...key };
    await expect(demo.identity.signInWithApiKey({ ...signIn, apiKey: 'svc_wrong' })).rejects.toThrow();
    expect(await lastUse(key.apiKeyId)).toBeUndefined();
    await demo.identity.signInWithApiKey(signIn);
    expect(await lastUse(key.apiKeyId)).toBe(demo.clock.now());
  });

  it('is a request with a token from it, written at most once a minute', async () => {
    const { apiKeyId } = await newKey();
    const ask = () =>
      demo.identity.getAccess({ orgId: 'demo', userId: demo.owner.userId, apiKeyId, enteredOrgId: 'demo' });
    await ask();
    const firstMs = demo.clock.now();
    demo.clock.advance(minuteMs - 1);
    await ask();
    expect(await lastUse(apiKeyId)).toBe(firstMs);
    demo.clock.advance(1);
    await ask();
    expect(await lastUse(apiKeyId)).toBe(firstMs + minuteMs);
  });
});

describe('a key of the organization that is deleted', () => {
  it('then its last use is gone', async () => {
    const { apiKeyId } = await newKey();
    await demo.identity.getAccess({ orgId: 'demo', userId: demo.owner.userId, apiKeyId });
    const uses = () => queryLastUses(demo.storage.database, [apiKeyId]);
    expect((await uses()).size).toBe(1);
    await demo.identity.deleteApiKey({ caller: demo.owner, apiKeyId });
    expect((await uses()).size).toBe(0);
  });
});

describe('noting a use', () => {
  it('by several at once is written once a minute, and never with an earlier time', async () => {
    const { database } = demo.storage;
    const id = randomUUID();
    const atMs = demo.clock.now();
    const written = async () => (await queryLastUses(database, [id])).get(id);
    await noteUse(database, id, atMs);
    for (const laterMs of [1, minuteMs - 1, -minuteMs]) await noteUse(database, id, atMs + laterMs);
    expect(await written()).toBe(atMs);
    await noteUse(database, id, atMs + minuteMs);
    expect(await written()).toBe(atMs + minuteMs);
  });

  it('given a database that refuses writes, then valid credentials still get in', async () => {
    const caller = inWorkspace(await createdWorkspace(demo, newWorkspace(demo.owner)), demo.owner);
    const { apiKey, keyId } = await issuedKey(demo, newWorkspaceKey(caller));
    const key = await newKey();
    const { database } = demo.storage;
    const text = 'ALTER TABLE identity.credential_usage ADD CONSTRAINT nothing CHECK (false) NOT VALID';
    await database.query({ name: 'refuse_usage', text, values: [] });
    demo.logged.length = 0;

    const { access } = await demo.identity.getWorkspaceKeyAccess({
      keyId: workspaceKeyIdOf(apiKey) ?? '',
      secretSha256: hashApiKey(apiKey),
    });
    const signIn = { orgId: 'demo', userId: demo.owner.userId, ...key };

    expect(access?.workspaceId).toBe(caller.tenantId.slice('ws:'.length));
    await expect(demo.identity.signInWithApiKey(signIn)).resolves.toMatchObject({
      idToken: expect.any(String),
    });
    expect(demo.logged.filter((line) => line.includes('was not noted'))).toHaveLength(2);
    expect(demo.logged.join('')).not.toContain(keyId);
  });
});
