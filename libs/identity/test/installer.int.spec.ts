import { StartupError } from '@svc/errors';
import { organizationTenant, requestMetadata } from '@svc/kernel';
import { MasterKey } from '@svc/sealing';
import { SeedOrganization } from '../src/application/seed-organization.js';
import { Users } from '../src/application/users.js';
import { codeOf, seedRequest, startDemo, type Demo } from './demo.js';
import { identityOptions, serveIdentity, testPlatform } from './identity-process.js';
import { profileOf } from './user-profiles.js';

const dayMs = 86_400_000;

let demo: Demo;
beforeEach(async () => void (demo = await startDemo()));
afterEach(() => demo.stop());

const create = (duration: string) =>
  demo.identity.createApiKey({ caller: demo.owner, duration, roleName: 'DefaultAdministratorRole' });

/** As no call can: a call never deletes the last super administrator. */
const endLastUser = async (orgId: string, id: string) => {
  const metadata = requestMetadata('installer', { requestId: 'r-1', traceparent: undefined });
  const target = { tenantId: organizationTenant(orgId), id, metadata };
  await (await demo.replica()).get(Users).end(target, () => Promise.resolve(undefined));
};
const issue = () => demo.admin.issueApiKey({ orgId: 'demo', userId: demo.owner.userId, duration: 'P90D' });
const signIn = (key: { apiKeyId: string; apiKey: string } | undefined, userId: string) =>
  codeOf(demo.identity.signInWithApiKey({ apiKeyId: '', apiKey: '', ...key, orgId: 'demo', userId }));

describe('an organization at its limit of keys', () => {
  it('given that some have expired, then the installer can still issue one, and the valid ones stay', async () => {
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
    await endLastUser('demo', demo.owner.userId);

    const { created, userId } = await demo.admin.seedOrganization(seedRequest);

    expect(created).toBe(false);
    expect(userId).not.toBe(demo.owner.userId);
    const { apiKey } = await demo.admin.issueApiKey({ orgId: 'demo', userId, duration: 'P90D' });
    expect(await signIn(apiKey, userId)).toBe('no failure');
    expect((await demo.admin.seedOrganization(seedRequest)).userId).toBe(userId);
  });
});

describe('an organization that is seeded with dimensions', () => {
  it('then user models follow them', async () => {
    const userDimensions = [{ description: 'How they eat', tags: ['food'] }];
    await demo.admin.seedOrganization({ ...seedRequest, orgId: 'eating', userDimensions });
    expect(await demo.identity.resolveUserDimensions({ orgId: 'eating' })).toEqual({ userDimensions });
  });
});

describe('an organization that several processes seed at once', () => {
  /** The users of an organization that have a data key, and all its users. */
  async function usersOf(orgId: string): Promise<readonly (readonly unknown[])[]> {
    const { pool } = demo.storage.database;
    const subjects = `SELECT subject FROM identity.data_key WHERE wrapped_key IS NOT NULL AND subject LIKE $1 ORDER BY 1`;
    const users = `SELECT 'org:' || org_id || '/user/' || user_id AS subject FROM identity.user_account
                    WHERE org_id = $2 AND $1 <> '' ORDER BY 1`;
    const prefix = `org:${orgId}/%`;
    return [(await pool.query(subjects, [prefix])).rows, (await pool.query(users, [prefix, orgId])).rows];
  }
  const seedAll = async (orgId: string) => {
    const replicas = await Promise.all([1, 2, 3, 4].map(() => demo.replica()));
    const seed = {
      orgId,
      orgName: 'New',
      administrator: { firstName: 'A', lastName: 'B', email: 'a@new.test' },
      userDimensions: [],
    };
    const metadata = requestMetadata('installer', { requestId: 'seed' });
    const answers = await Promise.all(
      replicas.map((replica) => replica.get(SeedOrganization).execute({ metadata }, seed)),
    );
    return new Set(answers.map(({ userId }) => userId));
  };

  it('then all return the same administrator, with the only key, which opens what is sealed', async () => {
    const [userId = '', ...others] = await seedAll('new');
    expect(others).toEqual([]);
    const [keys, users] = await usersOf('new');
    expect(keys).toEqual(users);
    expect(users).toEqual([{ subject: `org:new/user/${userId}` }]);
    expect(await profileOf(demo.identity, userId, 'new')).toMatchObject({ displayName: 'A B' });
  });

  it('given that its last user is gone, then the same holds', async () => {
    const [first = ''] = await seedAll('new');
    await endLastUser('new', first);
    const [userId = '', ...others] = await seedAll('new');
    expect(others).toEqual([]);
    expect(userId).not.toBe(first);
    const [keys, users] = await usersOf('new');
    expect(keys).toEqual(users);
    expect(users).toEqual([{ subject: `org:new/user/${userId}` }]);
    expect(await profileOf(demo.identity, userId, 'new')).toMatchObject({ displayName: 'A B' });
  });
});

describe('a start with another master key', () => {
  it('then it is refused with instructions, and nothing is created', async () => {
    const { clock, storage } = demo;
    const { database } = storage;
    const platform = testPlatform(storage, clock);
    const start = serveIdentity(platform, {
      ...identityOptions,
      masterKey: new MasterKey(Buffer.alloc(32, 8)),
    });
    const error = await start.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartupError);
    expect((error as Error).message).toMatch(/another master key: restore/);
    const { rows } = await database.pool.query('SELECT FROM identity.signing_key');
    expect(rows).toHaveLength(1);
  });
});
