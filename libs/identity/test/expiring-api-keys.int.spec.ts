import { WarnOfExpiringApiKeys } from '../src/application/warn-of-expiring-api-keys.js';
import { startDemo, type Demo } from './demo.js';

const dayMs = 86_400_000;

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const warnings = async (apiKeyId: string) => {
  const { rows } = await demo.storage.database.pool.query<{ payload: string; is_public: boolean }>(
    `SELECT payload, is_public FROM identity.event
      WHERE event_type = 'ApiKeyExpirationApproached' AND stream_id LIKE '%' || $1 ORDER BY stream_version`,
    [apiKeyId],
  );
  return rows.map(({ payload, is_public }) => ({ ...(JSON.parse(payload) as object), is_public }));
};

it('given keys that expire, then their owners are warned twice, by whichever process looks, and never of a deleted key', async () => {
  const create = () =>
    demo.identity.createApiKey({
      caller: demo.owner,
      duration: 'P30D',
      roleName: 'DefaultAdministratorRole',
      name: 'Import',
    });
  const [kept, deleted] = [await create(), await create()];
  await demo.identity.deleteApiKey({ caller: demo.owner, apiKeyId: deleted.apiKeyId });
  const replicas = [await demo.replica(), await demo.replica()];
  const look = () => Promise.all(replicas.map((replica) => replica.get(WarnOfExpiringApiKeys).execute()));
  await look();
  expect(await warnings(kept.apiKeyId)).toEqual([]);
  demo.clock.advance(23 * dayMs);
  await look();
  const first = {
    apiKeyId: kept.apiKeyId,
    name: 'Import',
    expiresAtMs: kept.expiresAtMs,
    warnedAtMs: kept.expiresAtMs - 7 * dayMs,
    is_public: true,
  };
  expect(await warnings(kept.apiKeyId)).toEqual([first]);
  demo.clock.advance(6 * dayMs);
  await look();
  await look();
  expect(await warnings(kept.apiKeyId)).toEqual([first, { ...first, warnedAtMs: kept.expiresAtMs - dayMs }]);
  expect(await warnings(deleted.apiKeyId)).toEqual([]);
});
