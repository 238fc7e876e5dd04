import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@svc/kernel';
import { seal } from '@svc/sealing';
import { testKeyOf, TestKeys, type TestDatabase } from '@svc/testing';
import {
  account,
  accountEventTypes,
  accountShape,
  deposited,
  noteTaken,
  opened,
  type Account,
  type AccountEvent,
} from '../../test/account.js';
import {
  countedIds,
  createAccountDatabase,
  metadata,
  openStore,
  subject,
  tenant,
  testVault,
} from '../../test/account-log.js';
import { AggregateRepository } from '../aggregate/aggregate-repository.js';
import type { SnapshotPolicy } from '../aggregate/snapshot-policy.js';
import type { FoldedAggregate } from './state-walk.js';

const everyThree: SnapshotPolicy<Account> = { every: 3, shape: accountShape };
const accounts: FoldedAggregate = { category: 'account', decider: account, snapshots: everyThree };

let test: TestDatabase;
let keys: TestKeys;
beforeAll(async () => {
  test = await createAccountDatabase();
});
beforeEach(async () => {
  keys = new TestKeys();
  await test.database.pool.query('TRUNCATE bank.event, bank.snapshot');
});
afterAll(() => test.drop());

const store = () => openStore(test, { vault: testVault(test, keys) });
const verify = (aggregates = [accounts], batchSize = 1_000) =>
  store().verify(test.database, aggregates, { batchSize });

/** A stream with a snapshot at its third event, and what comes after that. */
async function newAccount(
  after: readonly AccountEvent[] = [deposited(7)],
  owner: string | null = subject,
): Promise<string> {
  const repository = new AggregateRepository<Account, AccountEvent>({
    store: store(),
    decider: account,
    category: 'account',
    snapshot: everyThree,
  });
  const start = repository.initial(tenant, countedIds.resourceId(tenant));
  const first = owner === null ? deposited(1) : opened('Ada');
  const of = { metadata, subject: owner };
  const loaded = await repository.append(test.database, start, [first, deposited(1), deposited(2)], of);
  if (after.length > 0) await repository.append(test.database, loaded, after, of);
  return start.streamId;
}

async function replaceState(streamId: string, state: string): Promise<void> {
  const change = 'UPDATE bank.snapshot SET state = $2 WHERE stream_id = $1';
  expect((await test.database.pool.query(change, [streamId, state])).rowCount).toBe(1);
}

/** As somebody can make it who holds the key. */
function forge(streamId: string, state: JsonObject): Promise<void> {
  const place = { purpose: 'snapshot', tenantId: tenant, streamId, streamVersion: 3 } as const;
  return replaceState(
    streamId,
    seal(Buffer.from(JSON.stringify(state)), place, testKeyOf(subject), randomBytes),
  );
}

const differs = 'the snapshot differs from what the events up to it come to';

describe('the verification of a log', () => {
  it('given snapshots that are what their events come to, finds nothing, in however small batches', async () => {
    for (let count = 0; count < 3; count++) await newAccount([deposited(1), noteTaken('tea'), deposited(5)]);
    await newAccount([], null);
    for (const batchSize of [1_000, 5, 1])
      expect(await verify([accounts], batchSize)).toEqual({
        streams: 4,
        events: 21,
        violations: [],
        unjudged: [],
      });
  });

  it.each([1_000, 2])(
    'names a forged snapshot that stands at the event it names, in batches of %i',
    async (batchSize) => {
      await newAccount();
      const streamId = await newAccount();
      await forge(streamId, { owner: 'Ada', balance: 1_000_000 });
      await newAccount();
      const { violations } = await verify([accounts], batchSize);
      expect(violations).toEqual([{ streamId, streamVersion: 3, reason: differs }]);
    },
  );

  it("names a forged snapshot of nobody's stream", async () => {
    const streamId = await newAccount([], null);
    await replaceState(streamId, '{"balance":1000000}');
    expect((await verify()).violations).toEqual([{ streamId, streamVersion: 3, reason: differs }]);
    await replaceState(streamId, 'no JSON');
    const reason = 'the snapshot does not open: it was moved or changed';
    expect((await verify()).violations).toEqual([{ streamId, streamVersion: 3, reason }]);
  });

  it('names a snapshot whose seal is broken', async () => {
    const [streamId, other] = [await newAccount(), await newAccount()];
    const { rows } = await test.database.pool.query<{ state: string }>(
      'SELECT state FROM bank.snapshot WHERE stream_id = $1',
      [other],
    );
    await replaceState(streamId, rows[0]?.state ?? '');
    const reason = 'the snapshot does not open: it was moved or changed';
    expect((await verify()).violations).toEqual([{ streamId, streamVersion: 3, reason }]);
  });

  it('says that a snapshot is of an erased subject, and takes it for no fault', async () => {
    const streamId = await newAccount();
    keys.erase(subject);
    const reason = 'the snapshot is of an erased subject and does not open';
    expect(await verify()).toMatchObject({
      violations: [],
      unjudged: [{ reason, streams: 1, example: streamId }],
    });
  });

  it('says that a snapshot is of another shape, and takes it for no fault', async () => {
    const streamId = await newAccount();
    const renewed = { ...accounts, snapshots: { ...everyThree, meaning: 2 } };
    const reason = 'the snapshot is of another release, and not used';
    expect(await verify([renewed])).toMatchObject({
      violations: [],
      unjudged: [{ reason, streams: 1, example: streamId }],
    });
  });

  it('says which events and streams this release does not know, and judges the others', async () => {
    const newer = await newAccount([noteTaken('tea')]);
    const newerToo = await newAccount([noteTaken('tea')]);
    const forged = await newAccount();
    await forge(forged, { owner: 'Ada', balance: 1_000_000 });
    const known = [...accountEventTypes.byName].filter(([type]) => type !== 'NoteTaken');
    const types: typeof accountEventTypes = { byName: new Map(known) };
    const older = openStore(test, { vault: testVault(test, keys), types });
    const event =
      'this release does not know event type NoteTaken in schema version 1: a newer one has written it';
    expect(await older.verify(test.database, [accounts])).toEqual({
      streams: 3,
      events: 12,
      violations: [{ streamId: forged, streamVersion: 3, reason: differs }],
      unjudged: [{ reason: event, streams: 2, example: [newer, newerToo].sort()[0] }],
    });
    const stream = 'this release knows no streams of the category account';
    expect((await verify([])).unjudged).toMatchObject([{ reason: stream, streams: 3 }]);
  });

  it('names an event that the rules can not take, without the words of the failure', async () => {
    const streamId = await newAccount([deposited(1)]);
    const failing: FoldedAggregate = {
      ...accounts,
      decider: {
        ...account,
        evolve: (state: Account, event: AccountEvent) => {
          if (event.type === 'MoneyDeposited' && state.balance === 3) throw new RangeError('Ada is poor');
          return account.evolve(state, event);
        },
      },
    };
    const reason = "the stream can't be folded beyond it (RangeError)";
    expect((await verify([failing])).violations).toEqual([{ streamId, streamVersion: 4, reason }]);
  });

  it('does not fold beyond an event that was changed', async () => {
    const streamId = await newAccount();
    await test.database.pool.query(
      `UPDATE bank.event SET payload = '{"amount":1000}' WHERE stream_id = $1 AND stream_version = 2`,
      [streamId],
    );
    const reason = 'the hash is not that of its content and the event before';
    expect((await verify()).violations).toEqual([{ streamId, streamVersion: 2, reason }]);
  });
});
