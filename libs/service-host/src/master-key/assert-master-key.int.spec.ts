import { StartupError } from '@svc/errors';
import type { TestDatabase } from '@svc/testing';
import { createSampleDatabase, knownKeys, masterKey } from '../../test/sample-secrets.js';
import { assertMasterKey } from '../index.js';

let storage: TestDatabase;
beforeEach(async () => void (storage = await createSampleDatabase()));
afterEach(() => storage.drop());

const [ours, other] = [masterKey(1), masterKey(2)];
const start = (key = ours) =>
  assertMasterKey(storage.database, 'sample', key).then(
    () => 'started',
    (error: unknown) => {
      expect(error).toBeInstanceOf(StartupError);
      expect((error as Error).message).not.toContain('\n');
      return (error as Error).message;
    },
  );

describe('the master key of a context', () => {
  it('is the first one used, and is accepted at every start', async () => {
    expect([await start(), await start()]).toEqual(['started', 'started']);
    expect(await knownKeys(storage.database)).toEqual([ours.id]);
  });

  it('given another one, is rejected with what to do, and stays', async () => {
    await start();
    expect(await start(other)).toMatch(
      /secrets of sample are wrapped by another master key: restore .*SVC_MASTER_KEY/,
    );
    expect(await knownKeys(storage.database)).toEqual([ours.id]);
    expect(await start()).toBe('started');
  });

  it('given two first ones at once, is one of them', async () => {
    const starts = await Promise.all([start(ours), start(other), start(ours), start(other)]);
    expect(starts.filter((outcome) => outcome === 'started')).toHaveLength(2);
    expect(await knownKeys(storage.database)).toHaveLength(1);
  });

  it('while it is being changed, is rejected with what to do, both the former and the new one', async () => {
    await start();
    await storage.database.pool.query('INSERT INTO sample.master_key (key_id) VALUES ($1)', [other.id]);
    for (const key of [ours, other])
      expect(await start(key)).toMatch(/is being changed.*keys rewrap.* to its end/);
    expect(await start(masterKey(3))).toMatch(/another master key/);
  });
});
