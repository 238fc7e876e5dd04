import { identityEvents } from '@svc/contracts/public-events';
import { eventually, samplesOf } from '@svc/testing';
import { accessWith, startTestGateway, type TestGateway } from './harness.js';
import { startIdentityLog } from './identity-log.js';

const noServices = { services: [], page: { hasMore: false, nextOffset: undefined }, filterValues: undefined };
let isActive = true;
let asked = 0;
const answers = {
  identity: {
    getAccess: () => {
      asked += 1;
      return Promise.resolve({ ...accessWith(), active: isActive });
    },
  },
  agents: { listServices: () => Promise.resolve(noServices) },
};
beforeEach(() => {
  isActive = true;
  asked = 0;
});

/** Of a user of `demo`, there or in `clinic`. */
const statusOf = async (gateway: TestGateway, orgId = 'demo') =>
  (await gateway.call('GET', `/v1/${orgId}/service/`, undefined, { 'x-org-id': 'demo' })).status;

describe("a gateway that receives identity's events", () => {
  let identity: Awaited<ReturnType<typeof startIdentityLog>>;
  let gateway: TestGateway;
  beforeAll(async () => {
    identity = await startIdentityLog();
    gateway = await startTestGateway({ ...answers, bus: identity.bus });
    await identity.begun;
  });
  afterAll(async () => {
    await gateway?.stop();
    await identity?.drop();
  });
  // The clock stands still within each test: nothing expires there.
  beforeEach(() => void (gateway.clock.nowMs += 120_000));

  it.each([
    ['is deleted', identityEvents.UserDeleted.type, samplesOf(identityEvents.UserDeleted)],
    ['has lost the key', identityEvents.ApiKeyDeleted.type, samplesOf(identityEvents.ApiKeyDeleted)],
    [
      'has a role that was replaced',
      identityEvents.RoleReplaced.type,
      samplesOf(identityEvents.RoleReplaced),
    ],
    [
      'has a key whose role was replaced',
      identityEvents.ApiKeyRoleAssigned.type,
      samplesOf(identityEvents.ApiKeyRoleAssigned),
    ],
    [
      'is given a permission for a while',
      identityEvents.TemporaryPermissionGrantCreated.type,
      samplesOf(identityEvents.TemporaryPermissionGrantCreated),
    ],
    ['has another role', identityEvents.UserRoleAssigned.type, samplesOf(identityEvents.UserRoleAssigned)],
    [
      'has another name',
      identityEvents.UserProfileChanged.type,
      samplesOf(identityEvents.UserProfileChanged),
    ],
    [
      'lets administrators see something else',
      identityEvents.UserPreferencesChanged.type,
      samplesOf(identityEvents.UserPreferencesChanged),
    ],
    [
      'is no member any more',
      identityEvents.MembershipDeleted.type,
      samplesOf(identityEvents.MembershipDeleted),
    ],
  ])('given a user who %s, does not go on with what it has kept', async (_what, type, samples) => {
    for (const sample of samples) {
      isActive = true;
      gateway.clock.nowMs += 120_000;
      expect(await statusOf(gateway)).toBe(200);
      isActive = false;
      expect(await statusOf(gateway)).toBe(200);
      await identity.publish(type, 'demo', sample);
      await eventually(async () => expect(await statusOf(gateway)).toBe(401));
    }
  });

  it.each([
    ['in the organization entered', 'clinic', identityEvents.MembershipDeleted.type],
    ['at home', 'demo', identityEvents.UserDeleted.type],
  ])('given a member, does so for what ends %s', async (_where, orgId, type) => {
    expect(await statusOf(gateway, 'clinic')).toBe(200);
    isActive = false;
    expect(await statusOf(gateway, 'clinic')).toBe(200);
    await identity.publish(type, orgId);
    await eventually(async () => expect(await statusOf(gateway, 'clinic')).toBe(401));
  });

  it('given an event that changes no access there, does not ask again', async () => {
    expect(await statusOf(gateway)).toBe(200);
    expect(await statusOf(gateway, 'clinic')).toBe(200);
    await identity.publish(identityEvents.AdditionalContextAdded.type, 'demo');
    await identity.publish(identityEvents.UserDeleted.type, 'elsewhere');
    // After those two: the bus delivers in commit order.
    await identity.publish(identityEvents.UserDeleted.type, 'clinic');
    await eventually(async () => {
      expect(await statusOf(gateway, 'clinic')).toBe(200);
      expect(asked).toBe(3);
    });
    expect(await statusOf(gateway)).toBe(200);
    expect(asked).toBe(3);
  });
});

describe('a gateway whose bus is away', () => {
  it('serves, asks again after 5 s, and counts the outage', async () => {
    const bus = { tail: () => Promise.reject(new Error('The bus is away')) };
    const gateway = await startTestGateway({ ...answers, bus });
    try {
      expect(await statusOf(gateway)).toBe(200);
      isActive = false;
      expect(await statusOf(gateway)).toBe(200);
      expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
      gateway.clock.nowMs += 5_000;
      expect(await statusOf(gateway)).toBe(401);
      expect(await gateway.metrics.expose()).toMatch(
        /event_bus_tail_failures_total\{subscriber="gateway.accesses"[^}]*\} [1-9]/,
      );
    } finally {
      await gateway.stop();
    }
  });
});
