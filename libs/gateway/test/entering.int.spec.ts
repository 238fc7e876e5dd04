import { DomainError } from '@svc/errors';
import { jsonOf } from './answers.js';
import { accessWith, startTestGateway, type TestGateway } from './harness.js';

const noServices = { services: [], page: { hasMore: false, nextOffset: undefined }, filterValues: undefined };
const path = '/v1/clinic/service/';

let gateway: TestGateway;
let isMember: boolean;
const asked: unknown[] = [];
const callers: unknown[] = [];
beforeAll(async () => {
  gateway = await startTestGateway({
    identity: {
      getAccess: ({ orgId, userId, enteredOrgId }) => {
        asked.push([orgId, userId, enteredOrgId]);
        if (enteredOrgId === orgId) return Promise.resolve(accessWith());
        if (isMember && enteredOrgId === 'clinic')
          return Promise.resolve({ ...accessWith(), roleId: 'role-of-clinic' });
        throw new DomainError('organization_not_found', 'There is none, or you are no member.');
      },
      createOrganization: ({ orgId }) => Promise.resolve({ orgId }),
      getOrganization: ({ orgId, caller }) =>
        Promise.resolve({ orgId, orgName: caller ? caller.orgId : 'a stranger asks', details: undefined }),
      deleteUser: () => Promise.resolve({}),
    },
    agents: {
      listServices: ({ caller }) => {
        callers.push(caller);
        return Promise.resolve(noServices);
      },
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  isMember = true;
  asked.length = 0;
  callers.length = 0;
  // Later than the expiry of every entry of an earlier test.
  gateway.clock.nowMs += 120_000;
});

/** A request with a token of `demo`. */
const enter = async (headers: Record<string, string>, { url = path, method = 'GET' } = {}) =>
  fetch(`${gateway.url}${url}`, {
    method,
    headers: { authorization: `Bearer ${await gateway.token()}`, ...headers },
  });
const asBasic = async (user = 'demo_user-1') => ({
  authorization: `Basic ${Buffer.from(`${user}:${await gateway.token()}`).toString('base64')}`,
});
const outcome = async (response: Response) => [response.status, (await jsonOf(response))['error_code']];
const fromDemo = { 'x-org-id': 'demo' };

describe('a member of another organization', () => {
  it("enters it by Bearer, with the token's organization in X-ORG-ID, and acts there as the user that they are at home", async () => {
    expect((await enter(fromDemo)).status).toBe(200);
    expect(asked).toEqual([['demo', 'user-1', 'clinic']]);
    expect(callers).toMatchObject([
      { tenantId: 'org:clinic', orgId: 'demo', userId: 'user-1', roleId: 'role-of-clinic' },
    ]);
  });

  it('enters it by the Basic form, which names the organization already', async () => {
    expect((await enter(await asBasic())).status).toBe(200);
    expect((await enter({ ...(await asBasic()), ...fromDemo })).status).toBe(200);
    expect(callers).toMatchObject([{ tenantId: 'org:clinic' }, { tenantId: 'org:clinic' }]);
  });

  it('is seen as a member where a credential is optional', async () => {
    const url = '/v1/clinic/organization/';
    expect(await jsonOf(await enter(fromDemo, { url }))).toMatchObject({ org_name: 'demo' });
    expect(await jsonOf(await enter({}, { url }))).toMatchObject({ org_name: 'a stranger asks' });
    isMember = false;
    gateway.clock.nowMs += 5_000;
    expect(await jsonOf(await enter(fromDemo, { url }))).toMatchObject({ org_name: 'a stranger asks' });
  });

  it('is out with the next request when this gateway handled the end of the membership, here or at home; else within 5 s', async () => {
    await enter(fromDemo);
    isMember = false;
    expect((await enter(fromDemo)).status).toBe(200);
    gateway.clock.nowMs += 5_000;
    expect(await outcome(await enter(fromDemo))).toEqual([404, 'organization_not_found']);
    for (const url of ['/v1/clinic/user/user-1', '/v1/demo/user/user-1']) {
      isMember = true;
      expect((await enter(fromDemo)).status).toBe(200);
      expect((await enter(fromDemo, { url, method: 'DELETE' })).status).toBe(204);
      isMember = false;
      expect(await outcome(await enter(fromDemo))).toEqual([404, 'organization_not_found']);
    }
  });
});

describe('an organization that the token is not of', () => {
  it('is unknown without the header: a stray token does not act in another organization', async () => {
    expect(await outcome(await enter({}))).toEqual([404, 'organization_not_found']);
    expect(asked).toEqual([]);
  });

  it('is unknown to everybody except its members, like one that does not exist', async () => {
    isMember = false;
    const bodies = [];
    for (const url of [path, '/v1/nowhere/service/', '/v1/%00/service/']) {
      const response = await enter(fromDemo, { url });
      expect(response.status).toBe(404);
      bodies.push({ ...(await jsonOf(response)), request_id: '' });
    }
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    expect(callers).toEqual([]);
  });
});

describe('X-ORG-ID', () => {
  it("may also be sent in the caller's own organization", async () => {
    expect((await enter(fromDemo, { url: '/v1/demo/service/' })).status).toBe(200);
    expect(callers).toMatchObject([{ tenantId: 'org:demo', roleId: 'role-1' }]);
  });

  it.each(['clinic', 'Demo', '', 'demo, demo'])(
    'with "%s", which is not the token\'s organization, is rejected in any path',
    async (header) => {
      for (const url of [path, '/v1/demo/service/', '/v1/nowhere/service/'])
        expect(await outcome(await enter({ 'x-org-id': header }, { url }))).toEqual([401, 'unauthenticated']);
      expect(asked).toEqual([]);
    },
  );

  it('of the token lets the caller at home create an organization', async () => {
    const created = await gateway.call(
      'PUT',
      '/v1/new-org/organization/',
      { org_name: 'New' },
      { 'x-store-cluster-name': 'c1', ...fromDemo },
    );
    expect(created.status).toBe(201);
    expect(asked).toEqual([['demo', 'user-1', 'demo']]);
  });
});
