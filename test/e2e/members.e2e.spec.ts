import { describe, expect, it } from '@jest/globals';
import { ClassicClient, type HttpError } from '../support/client.js';
import { setUpOrganization } from '../support/members.js';
import { SuiteSystem } from '../support/suite-system.js';

const highest = 'DefaultSuperAdministratorRole';

const system = new SuiteSystem();

interface User {
  readonly org_id: string;
  readonly user_id: string;
}
interface NewKey {
  readonly api_key_id: string;
  readonly api_key: string;
}

const usersOf = async (client: ClassicClient) =>
  (await client.json<{ users: readonly User[] }>('GET', 'user/')).users;
const newKey = (client: ClassicClient) =>
  client.json<NewKey>('POST', 'organization/api_key/', { body: { duration: 'P1D', role_name: highest } });
const grantHighest = (orgId: string, userId: string) =>
  system.runAdmin('organization', 'grant-super-administrator', orgId, userId);

/** A user of the organization, signed in with a key of it. */
async function addUserOf(there: ClassicClient, roleName: string, key: NewKey) {
  const body = { first_name: 'Carl', last_name: 'Local', role_name: roleName };
  const { user_id: userId } = await there.json<User>('POST', 'user/', {
    body: { ...body, email: `${roleName}@${there.organization}.example`.toLowerCase() },
  });
  return signedIn(there, userId, key);
}
async function signedIn({ baseUrl, organization }: ClassicClient, userId: string, key: NewKey) {
  const client = new ClassicClient(baseUrl, organization);
  await client.signIn({ ...key, user_id: userId });
  return { userId, client };
}
const refusal = (request: Promise<unknown>) =>
  request.then(
    () => 'answered',
    ({ status, body }: HttpError) => `${status} ${body.error_code}: ${body.message}`,
  );

describe('an organization that was made over HTTP', () => {
  it('is entered by its creator, who creates its first users and keys', async () => {
    const member = await setUpOrganization(system.administrator, 'clinic');
    expect(await member.json('GET', 'organization/')).toMatchObject({
      org_id: 'clinic',
      default_user_preferences: expect.anything(),
    });
    const key = await newKey(member);
    const { client, userId } = await addUserOf(member, 'DefaultSvcAdministratorRole', key);

    expect((await usersOf(client)).map(({ user_id }) => user_id)).toContain(userId);
    for (const users of [await usersOf(client), await usersOf(member)]) {
      expect(users.map(({ org_id }) => org_id)).toEqual(['clinic', 'clinic']);
      expect(users.map(({ user_id }) => user_id)).not.toContain(system.credentials.user_id);
    }
    expect((await member.conversations()).conversations).toEqual([]);
    expect((await member.services()).services).toEqual([]);
  });

  it('does not exist for anybody else, nor for its creator without X-ORG-ID', async () => {
    const member = await setUpOrganization(system.administrator, 'secret');
    const { client: other } = await system.newUser();
    const inside = (organization: string, { token, home }: Pick<ClassicClient, 'token' | 'home'>) => {
      const client = new ClassicClient(system.baseUrl, organization);
      return refusal(Object.assign(client, { token, home }).services());
    };
    expect(await inside('secret', member)).toBe('answered');
    const stranger = { token: other.token, home: 'demo' };
    expect(await inside('secret', stranger)).toMatch(/^404 organization_not_found/);
    expect(await inside('secret', stranger)).toBe(await inside('nowhere', stranger));
    expect(await inside('secret', system.administrator)).toBe(await inside('nowhere', system.administrator));
    const misnamed = { token: member.token, home: 'secret' };
    expect(await inside('secret', misnamed)).toMatch(/^401 unauthenticated/);
    expect(await inside('secret', misnamed)).toBe(await inside('nowhere', misnamed));
  });
});

describe('a membership', () => {
  it('ends with the next request when the member is deleted there, and remains a user at home', async () => {
    const member = await setUpOrganization(system.administrator, 'handed-over');
    const leave = () => refusal(member.request('DELETE', `user/${system.credentials.user_id}`));
    expect(await leave()).toMatch(/^409 conflict/);
    const key = await newKey(member);
    const { userId } = await addUserOf(member, 'DefaultUserRole', key);
    await grantHighest('handed-over', userId);
    const successor = (await signedIn(member, userId, key)).client;
    expect(await leave()).toMatch(/^409 conflict.*has to create one first/);
    const own = (await signedIn(member, userId, await newKey(successor))).client;

    await own.request('DELETE', `user/${system.credentials.user_id}`);

    expect(await refusal(member.services())).toMatch(/^404 organization_not_found/);
    expect(await refusal(successor.services())).toMatch(/^401/);
    expect((await usersOf(own)).length).toBeGreaterThan(0);
    expect((await system.administrator.services()).services).not.toEqual([]);
  });

  it('ends with the next request when the member is deleted at home', async () => {
    const { userId } = await system.newUser();
    await grantHighest('demo', userId);
    const { client: founder } = await signedIn(system.administrator, userId, system.credentials);
    const member = await setUpOrganization(founder, 'orphaned');
    expect((await usersOf(member)).length).toBe(1);

    await system.administrator.request('DELETE', `user/${userId}`);

    expect(await refusal(member.services())).toMatch(/^401 unauthenticated/);
    const again = await refusal(setUpOrganization(system.administrator, 'orphaned'));
    expect(again).toMatch(/^409 conflict/);
  });
});
