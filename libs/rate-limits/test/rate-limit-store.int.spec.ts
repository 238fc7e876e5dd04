import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { createMemoryStore, createPostgresStore, type RateLimitStore } from '../src/index.js';

let server: TestDatabase;
beforeAll(async () => {
  server = await createTestDatabase();
});
afterAll(() => server.drop());

/** A timeout for a busy machine. */
const answerWithinMs = 30_000;
const createStore = () => createPostgresStore({ connectionString: server.connectionString, answerWithinMs });
const startsAtMs = Date.UTC(2026, 10, 21);
const ofAda = { startsAtMs, key: 'GET /book ada' };
const rows = () =>
  server.database.query({ name: 'rows', text: 'SELECT key FROM rate_limits.windows', values: [] });

describe.each<[string, () => RateLimitStore]>([
  ['memory', () => createMemoryStore()],
  ['Postgres', createStore],
])('counts in %s', (name, create) => {
  let store: RateLimitStore;
  beforeEach(() => {
    store = create();
  });
  afterEach(() => store.close());

  it('rise by one for one key and window, and fall when one is taken back', async () => {
    const window = { ...ofAda, key: `rising in ${name}` };
    expect(await store.add(window, 1)).toBe(1);
    expect(await store.add(window, 1)).toBe(2);
    expect(await store.add({ ...window, key: `another in ${name}` }, 1)).toBe(1);
    expect(await store.add({ ...window, startsAtMs: startsAtMs + 60_000 }, 1)).toBe(1);
    expect(await store.add(window, -1)).toBe(1);
  });

  it('lose nothing under concurrent counts', async () => {
    const window = { ...ofAda, key: `at once in ${name}` };
    const counts = await Promise.all(Array.from({ length: 50 }, () => store.add(window, 1)));
    expect(counts.sort((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
  });

  it('accept keys of any length', async () => {
    const window = { ...ofAda, key: `${name} ${'x'.repeat(10_000)}` };
    await store.add(window, 1);
    expect(await store.add(window, 1)).toBe(2);
  });
});

describe('counts in Postgres', () => {
  it('are shared by all processes, also when they start at once', async () => {
    await server.database.query({
      name: 'gone',
      text: 'DROP SCHEMA IF EXISTS rate_limits CASCADE',
      values: [],
    });
    const stores = [createStore(), createStore(), createStore()];
    try {
      const counts = await Promise.all(stores.map((store) => store.add(ofAda, 1)));
      expect(counts.sort()).toEqual([1, 2, 3]);
    } finally {
      await Promise.all(stores.map((store) => store.close()));
    }
  });

  it('contain no names', async () => {
    const store = createStore();
    await store.add(ofAda, 1);
    await store.close();
    const { rows: stored } = await rows();
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain('ada');
  });

  it('of past windows are deleted by the next one', async () => {
    const store = createStore();
    await store.add(ofAda, 1);
    await server.database.query({
      name: 'over',
      text: 'UPDATE rate_limits.windows SET expire = 1',
      values: [],
    });
    await store.add({ ...ofAda, startsAtMs: startsAtMs + 60_000 }, 1);
    expect((await rows()).rows).toHaveLength(1);
    await store.close();
  });

  it('reject during an outage, each time again', async () => {
    const away = createPostgresStore({ connectionString: 'postgresql://svc@127.0.0.1:1/svc' });
    await expect(away.add(ofAda, 1)).rejects.toThrow();
    await expect(away.add(ofAda, 1)).rejects.toThrow();
    await away.close();
  });
});
