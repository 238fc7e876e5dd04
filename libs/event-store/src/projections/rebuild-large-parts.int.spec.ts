import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@svc/testing';
import { deposited, noteTaken, opened } from '../../test/account.js';
import { accountAggregate, createAccountTable } from '../../test/account-commands.js';
import {
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  subject,
  tenant,
  testVault,
} from '../../test/account-log.js';
import { maxPayloadBytes } from '../errors.js';
import type { Vault } from '../sealing/vault.js';
import { emptyStreamHead } from '../stream-head.js';
import { rebuildReadModels } from './rebuild-read-models.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
  await test.database.pool.query(createAccountTable);
});
afterAll(() => test.drop());

/** An account with a balance of 5 and five notes that are too large for their events. */
async function openAccount(): Promise<void> {
  const notes = Array.from({ length: 5 }, (_, nth) => noteTaken('x'.repeat(maxPayloadBytes + nth)));
  await openStore(test).append(test.database, {
    tenantId: tenant,
    streamId: newAccountStream(),
    subject,
    expected: emptyStreamHead,
    metadata,
    events: [opened('Ada'), deposited(5), ...notes],
  });
}

/** @param asked number of large parts of each fetch */
function countingVault(asked: number[]): Vault {
  const vault = testVault(test);
  const { blobs } = vault;
  if (!blobs) throw new TypeError('The log has large parts.');
  const getMany: typeof blobs.getMany = (places, executor) => {
    asked.push(places.length);
    return blobs.getMany(places, executor);
  };
  return { ...vault, blobs: { ...blobs, getMany } };
}

describe('rebuilding read models from events with large parts', () => {
  it('opens no more of them than fit into memory, and keeps streams whole', async () => {
    for (let count = 0; count < 4; count++) await openAccount();
    const asked: number[] = [];
    const passed: number[] = [];
    const outcome = await rebuildReadModels({
      database: test.database,
      store: openStore(test, { vault: countingVault(asked) }),
      aggregates: [accountAggregate],
      onProgress: ({ events }) => passed.push(events),
    });
    expect(asked).toEqual([7, 7, 6]);
    expect(passed).toEqual([11, 20, 28]);
    expect(outcome).toMatchObject({ streams: 4, rows: 4, missing: 4 });
    const { rows } = await test.database.pool.query('SELECT balance FROM bank.account');
    expect(rows).toEqual(Array<unknown>(4).fill({ balance: 5 }));
  });
});
