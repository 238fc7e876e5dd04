import { StartupError } from '@svc/errors';
import { MasterKey } from '@svc/sealing';
import { codeOf, seedRequest, startDemo, type Demo } from './demo.js';
import { identityOptions, serveIdentity, testPlatform } from './identity-process.js';

const dayMs = 86_400_000;

let demo: Demo;
beforeEach(async () => void (demo = await startDemo()));
afterEach(() => demo.stop());

const create = (duration: string) =>
  demo.identity.createApiKey({ caller: demo.owner, duration, roleName: 'DefaultAdministratorRole' });
const issue = () => demo.admin.issueApiKey({ orgId: 'demo', userId: demo.owner.userId, duration: 'P90D' });
const signIn = (key: { apiKeyId: string; apiKey: string } | undefined, userId: string) =>
  codeOf(demo.identity.signInWithApiKey({ apiKeyId: '', apiKey: '', ...key, orgId: 'demo', userId }));

describe('an organization that holds all the keys it can', () => {
  it('given that some have expired, then the operator can still issue one, and the living ones stay', async () => {
    for (let key = 0; key < 18; key += 1) await create('P1D');
    const living = await create('P90D');
    expect(await codeOf(issue())).toBe('limit_reached');

    demo.clock.advance(2 * dayMs);

    const { apiKey } = await issue();
    expect(await signIn(apiKey, demo.owner.userId)).toBe('no failure');
    const { apiKeys } = await demo.identity.listApiKeys({ caller: demo.owner });
    const kept = new Set(apiKeys.map(({ apiKeyId }) => apiKeyId));
    expect(kept).toEqual(new Set([demo.apiKeyId, living.apiKeyId, apiKey?.apiKeyId]));
  });
});

describe('an organization whose last user is gone', () => {
  it('when it is seeded again, then it has an administrator, and a key lets them in', async () => {
    await demo.identity.deleteUser({ caller: demo.owner, userId: demo.owner.userId });

    const { created, userId } = await demo.admin.seedOrganization(seedRequest);

    expect(created).toBe(false);
    expect(userId).not.toBe(demo.owner.userId);
    const { apiKey } = await demo.admin.issueApiKey({ orgId: 'demo', userId, duration: 'P90D' });
    expect(await signIn(apiKey, userId)).toBe('no failure');
    expect((await demo.admin.seedOrganization(seedRequest)).userId).toBe(userId);
  });
});

describe('a start with another master key', () => {
  it('then it is refused with what to do about it, and nothing is made anew', async () => {
    const { clock, storage } = demo;
    const { database } = storage;
    const platform = testPlatform(storage, clock);
    const start = serveIdentity(platform, {
      ...identityOptions,
      masterKey: new MasterKey(Buffer.alloc(32, 8)),
    });
    const failure = await start.catch((reason: unknown) => reason);
    expect(failure).toBeInstanceOf(StartupError);
    expect((failure as Error).message).toMatch(/another master key: restore/);
    const { rows } = await database.pool.query('SELECT FROM identity.signing_key');
    expect(rows).toHaveLength(1);
  });
});
