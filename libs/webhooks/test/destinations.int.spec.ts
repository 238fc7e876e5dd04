import { permissionNames, type PermissionName } from '@svc/auth';
import type { Caller } from '@svc/contracts/common';
import { OutgoingHttp } from '@svc/outgoing-http';
import { SpentSecrets } from '../src/delivery/spent-secrets.js';
import { masterKey, callerWith, startWebhooksServer, type WebhooksServer } from './webhooks-server.js';

let server: WebhooksServer;
beforeAll(async () => void (server = await startWebhooksServer()));
afterAll(() => server.stop());

let orgs = 0;
/** A tenant for each test, because of the limit of ten destinations. */
const newCaller = () => callerWith(undefined, `org${(orgs += 1)}`);
const settings = { acceptedTypes: ['api-key-expiration-soon'], retryAttempts: 3, inConversationOrder: false };
const create = (caller = newCaller(), change = {}) =>
  server.webhooks.createDestination({ caller, url: 'https://example.com/hook', ...settings, ...change });
const list = async (caller = newCaller(), destinationIds: string[] = []) =>
  (await server.webhooks.listDestinations({ caller, destinationIds })).destinations;
const created = async (caller = newCaller()) => {
  const { destination } = await create(caller);
  return { caller, destination, destinationId: destination?.destinationId ?? '' };
};

describe('a created destination', () => {
  it('is listed without its secret, which is stored wrapped', async () => {
    const caller = newCaller();
    const { destination, secret } = await create(caller);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await list(caller)).toEqual([destination]);
    expect(await list(caller, [destination?.destinationId ?? ''])).toEqual([destination]);
    expect(await list(caller, ['0123456789abcdef01234567'])).toEqual([]);
    expect(await list(caller, ['x'])).toEqual([]);
    const { rows } = await server.database.pool.query<{ all: string; wrapping_key_id: string }>(
      `SELECT s::text AS all, wrapping_key_id FROM webhooks.destination_secret AS s
        WHERE destination_id = $1`,
      [destination?.destinationId],
    );
    expect(rows).toMatchObject([{ wrapping_key_id: masterKey.id }]);
    expect(rows[0]?.all).not.toContain(Buffer.from(secret).toString('hex'));
    const { rows: events } = await server.database.pool.query<{ payload: string }>(
      'SELECT payload FROM webhooks.event',
    );
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  it('when it would be the eleventh, also with others at the same moment, then it is refused', async () => {
    const caller = newCaller();
    const outcomes = await Promise.allSettled(Array.from({ length: 14 }, () => create(caller)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await expect(create(caller)).rejects.toMatchObject({ code: 'limit_reached' });
    const [first] = await list(caller);
    await server.webhooks.deleteDestination({ caller, destinationId: first?.destinationId ?? '' });
    await expect(create(caller)).resolves.toBeDefined();
  });

  it.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'ftp://a/',
  ])('given %s, then it is refused', async (url) => {
    await expect(create(newCaller(), { url })).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('given an address that the installer allows, then it is created', async () => {
    await expect(create(newCaller(), { url: 'http://127.0.0.1:8000/' })).resolves.toBeDefined();
  });
});

it('given a host that is this machine, where that is not allowed, then it is refused by any of its names', async () => {
  const outgoing = new OutgoingHttp();
  const strict = await startWebhooksServer({ outgoing });
  try {
    for (const host of ['localhost', 'a.localhost', 'LOCALHOST.', '127.1', '[::1]']) {
      const request = { caller: newCaller(), url: `https://${host}/`, ...settings };
      await expect(strict.webhooks.createDestination(request)).rejects.toMatchObject({
        code: 'validation_failed',
      });
    }
  } finally {
    await strict.stop();
    outgoing.close();
  }
});

describe('a change', () => {
  it('is in the response and in the list', async () => {
    const { caller, destination, destinationId } = await created();
    const update = {
      caller,
      destinationId,
      retryAttempts: 5,
      acceptedTypes: { names: [] },
      inConversationOrder: true,
    };
    const answer = await server.webhooks.updateDestination(update);
    expect(answer.destination).toEqual({
      ...destination,
      retryAttempts: 5,
      acceptedTypes: [],
      inConversationOrder: true,
    });
    expect(await list(caller)).toEqual([answer.destination]);
    const moved = { caller, destinationId, url: 'https://example.com/elsewhere' };
    await expect(server.webhooks.updateDestination(moved)).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('when it is a deletion, then the destination and its secrets are gone', async () => {
    const { caller, destinationId } = await created();
    await server.webhooks.rotateSecret({ caller, destinationId });
    await server.webhooks.deleteDestination({ caller, destinationId });
    expect(await list(caller)).toEqual([]);
    await expect(server.webhooks.deleteDestination({ caller, destinationId })).rejects.toMatchObject({
      code: 'not_found',
    });
    const { rows } = await server.database.pool.query(
      'SELECT FROM webhooks.destination_secret WHERE destination_id = $1',
      [destinationId],
    );
    expect(rows).toEqual([]);
  });

  it('when it is a rotation, also by two at once, then it is allowed once an hour', async () => {
    const { caller, destinationId } = await created();
    const rotate = () => server.webhooks.rotateSecret({ caller, destinationId });
    const outcomes = await Promise.allSettled([rotate(), rotate(), rotate()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(rotate()).rejects.toMatchObject({ code: 'rotation_too_soon' });
    server.pass(3_600_000);
    const { secret, dualSigningStopsAtMs } = await rotate();
    expect(secret).toMatch(/^whsec_/);
    const [{ secretGeneratedAtMs } = { secretGeneratedAtMs: 0 }] = await list(caller);
    expect(dualSigningStopsAtMs - secretGeneratedAtMs).toBe(1_800_000);
    const { rows } = await server.database.pool.query(
      'SELECT FROM webhooks.destination_secret WHERE destination_id = $1',
      [destinationId],
    );
    expect(rows).toHaveLength(2);
  });
});

describe('a replaced secret', () => {
  it('is kept while it signs, for exactly 30 minutes', async () => {
    const { caller, destinationId } = await created();
    const kept = async () => {
      await server.context.get(SpentSecrets).remove();
      const { rows } = await server.database.pool.query<{ secret_id: string }>(
        'SELECT secret_id FROM webhooks.destination_secret WHERE destination_id = $1 ORDER BY created_at DESC',
        [destinationId],
      );
      return rows.map(({ secret_id }) => secret_id);
    };
    const [first] = await kept();
    await server.webhooks.rotateSecret({ caller, destinationId });
    server.pass(1_700_000);
    const [present, former] = await kept();
    expect(former).toBe(first);
    server.pass(100_000);
    expect(await kept()).toEqual([present]);
  });
});

describe('who may', () => {
  it('without permissions, then nothing is allowed', async () => {
    const { caller, destinationId } = await created();
    const nobody = callerWith([], caller.orgId);
    const refused = { code: 'permission_denied' };
    expect(await list(nobody)).toEqual([]);
    const { deliveries } = await server.webhooks.listDeliveries({
      caller: nobody,
      destinationId,
      sortBy: [],
      page: { limit: 1, offset: 0 },
    });
    expect(deliveries).toEqual([]);
    await expect(create(nobody)).rejects.toMatchObject(refused);
    for (const attempt of [
      () => server.webhooks.updateDestination({ caller: nobody, destinationId }),
      () => server.webhooks.deleteDestination({ caller: nobody, destinationId }),
      () => server.webhooks.rotateSecret({ caller: nobody, destinationId }),
      () => server.webhooks.redeliver({ caller: nobody, destinationId, deliveryId: destinationId }),
      () => server.webhooks.rewindDestination({ caller: nobody, destinationId, sinceMs: Date.now() }),
    ])
      await expect(attempt()).rejects.toMatchObject(refused);
  });

  it.each<[PermissionName, (request: { caller: Caller; destinationId: string }) => Promise<unknown>]>([
    ['Webhook:CreateWebhookDestination', ({ caller }) => create(caller)],
    ['Webhook:UpdateWebhookDestination', (of) => server.webhooks.updateDestination(of)],
    ['Webhook:UpdateWebhookDestination', (of) => server.webhooks.rotateSecret(of)],
    [
      'Webhook:UpdateWebhookDestination',
      (of) => server.webhooks.redeliver({ ...of, deliveryId: of.destinationId }),
    ],
    [
      'Webhook:UpdateWebhookDestination',
      (of) => server.webhooks.rewindDestination({ ...of, sinceMs: Date.now() }),
    ],
    ['Webhook:DeleteWebhookDestination', (of) => server.webhooks.deleteDestination(of)],
  ])('it takes %s, which no other permission implies', async (permission, attempt) => {
    const { caller, destinationId } = await created();
    const others = permissionNames.filter((name) => name !== permission);
    const refused = { caller: callerWith(others, caller.orgId), destinationId };
    await expect(attempt(refused)).rejects.toMatchObject({ code: 'permission_denied' });
    const outcome = await attempt({ caller: callerWith([permission], caller.orgId), destinationId }).catch(
      (error: unknown) => error,
    );
    expect(outcome).not.toMatchObject({ code: 'permission_denied' });
  });

  it('given another tenant, then nothing is found', async () => {
    const { destinationId } = await created();
    const caller = newCaller();
    const page = { limit: 1, offset: 0 };
    expect(await list(caller, [destinationId])).toEqual([]);
    for (const attempt of [
      () => server.webhooks.updateDestination({ caller, destinationId }),
      () => server.webhooks.deleteDestination({ caller, destinationId }),
      () => server.webhooks.rotateSecret({ caller, destinationId }),
      () => server.webhooks.listDeliveries({ caller, destinationId, sortBy: [], page }),
      () => server.webhooks.redeliver({ caller, destinationId, deliveryId: destinationId }),
      () => server.webhooks.rewindDestination({ caller, destinationId, sinceMs: Date.now() }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
  });
});
