import { DomainError } from '@svc/errors';
import { brokenFieldsOf, jsonOf } from './answers.js';
import { accessWith, startTestGateway, type TestGateway } from './harness.js';
import { Seen } from './seen.js';

const preferences = {
  enableResponseRecommendation: false,
  preferredLanguage: undefined,
  conversationsVisibleToAdmins: true,
  userModelVisibleToAdmins: true,
  timezone: 'Europe/Berlin',
  audioKeyterms: [],
};
const seen = new Seen();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    identity: {
      getAccess: ({ userId }) => {
        if (userId === 'unjudged') throw new DomainError('service_unavailable', 'Not now.');
        return Promise.resolve({ ...accessWith(), active: userId !== 'gone' });
      },
      createOrganization: seen.answer({ orgId: 'new-org' }),
      updateOrganization: seen.answer({}),
      listUserDimensions: () => Promise.resolve({ userDimensions: [{ description: 'Taste', tags: ['t'] }] }),
      getOrganization: ({ orgId, caller }) =>
        Promise.resolve({
          orgId,
          orgName: 'Demo',
          details: caller && { defaultUserPreferences: preferences, userDimensions: [] },
        }),
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => seen.forget());

describe('organizations', () => {
  const body = { org_name: 'New', user_dimensions: [{ description: 'Taste', tags: ['t'] }], logo: 'ignored' };

  it('are created only by Bearer, with the cluster header, under the id in the path', async () => {
    const created = await gateway.call('PUT', '/v1/new-org/organization/', body, {
      'x-store-cluster-name': 'c1',
    });
    expect([created.status, await jsonOf(created)]).toEqual([201, { org_id: 'new-org' }]);
    expect(seen.last).toEqual({
      orgId: 'new-org',
      orgName: 'New',
      userDimensions: body.user_dimensions,
      defaultUserPreferences: undefined,
    });

    const token = await gateway.token();
    const basic = { authorization: `Basic ${Buffer.from(`demo_user-1:${token}`).toString('base64')}` };
    const refused = await gateway.call('PUT', '/v1/new-org/organization/', body, {
      ...basic,
      'x-store-cluster-name': 'c1',
    });
    expect(refused.status).toBe(401);
  });

  it('that may not be created are rejected by identity, not by the path', async () => {
    for (const orgId of ['me', '0191f0d2-7a0b-4c3e-8c0a-2f1f3c9a0b11']) {
      await gateway.call('PUT', `/v1/${orgId}/organization/`, body, { 'x-store-cluster-name': 'c1' });
      expect(seen.last).toMatchObject({ orgId });
    }
  });

  it('are not created without the cluster header', async () => {
    const response = await gateway.call('PUT', '/v1/new-org/organization/', body);
    expect(await brokenFieldsOf(response)).toEqual([422, ['header.x-store-cluster-name']]);
    expect(seen.requests).toEqual([]);
  });

  it.each([
    ['that is no token', () => Promise.resolve('Bearer nonsense')],
    ['of another scheme', () => Promise.resolve('Digest x')],
    ['that has expired', async () => `Bearer ${await gateway.token({ expiresInMs: -1_000 })}`],
    ['of another organization', async () => `Bearer ${await gateway.token({ orgId: 'other' })}`],
    ['of a user who is gone', async () => `Bearer ${await gateway.token({ userId: 'gone' })}`],
  ])('show their name to a credential %s as to nobody', async (_what, authorization) => {
    const response = await fetch(`${gateway.url}/v1/demo/organization/`, {
      headers: { authorization: await authorization() },
    });
    expect([response.status, await jsonOf(response)]).toEqual([
      200,
      { org_id: 'demo', org_name: 'Demo', default_user_preferences: null, tenant_id: null },
    ]);
  });

  it("are not shown as to the public while a valid credential can't be checked", async () => {
    const response = await fetch(`${gateway.url}/v1/demo/organization/`, {
      headers: await gateway.bearer({ userId: 'unjudged' }),
    });
    expect(response.status).toBe(503);
  });

  it('show their name to everyone, and their preferences to those signed in', async () => {
    const open = await fetch(`${gateway.url}/v1/demo/organization/`);
    const signedIn = await gateway.call('GET', '/v1/demo/organization/');

    expect(await jsonOf(open)).toEqual({
      org_id: 'demo',
      org_name: 'Demo',
      default_user_preferences: null,
      tenant_id: null,
    });
    expect(await jsonOf(signedIn)).toMatchObject({
      default_user_preferences: { timezone: 'Europe/Berlin', preferred_language: null },
    });
  });
});

describe('the dimensions of an organization', () => {
  it('are listed', async () => {
    const listed = await gateway.call('GET', '/v1/demo/organization/user_dimensions/');
    expect(await jsonOf(listed)).toEqual({ user_dimensions: [{ description: 'Taste', tags: ['t'] }] });
  });

  it('are replaced by an update, which keeps null and missing fields', async () => {
    const items = [{ description: 'Taste', tags: ['t'] }];
    const body = { user_dimensions: items, default_user_preferences: null, logo: 'ignored' };
    const updated = await gateway.call('POST', '/v1/demo/organization/', body);
    expect([updated.status, await updated.text()]).toEqual([204, '']);
    expect(seen.last).toEqual({ userDimensions: { items }, defaultUserPreferences: undefined });
    await gateway.call('POST', '/v1/demo/organization/', { user_dimensions: null });
    expect(seen.last).toEqual({ userDimensions: undefined, defaultUserPreferences: undefined });
  });

  it('are rejected in another format', async () => {
    const body = { user_dimensions: [{ description: 1 }] };
    expect(await brokenFieldsOf(await gateway.call('POST', '/v1/demo/organization/', body))).toEqual([
      422,
      ['body.user_dimensions.0.description'],
    ]);
  });
});
