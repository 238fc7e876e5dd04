import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@svc/kernel';
import { seal } from '@svc/sealing';
import { testKeyOf, type TestDatabase } from '@svc/testing';
import {
  account,
  accountShape,
  deposited,
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
} from '../../test/account-log.js';
import { AggregateRepository } from './aggregate-repository.js';
import { fingerprintOf, type SnapshotPolicy } from './snapshot-policy.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
});
afterAll(() => test.drop());

const newId = () => countedIds.resourceId(tenant);
const accounts = (snapshot?: SnapshotPolicy<Account>) =>
  new AggregateRepository<Account, AccountEvent>({
    store: openStore(test),
    decider: account,
    category: 'account',
    ...(snapshot && { snapshot }),
  });
const everyThree: SnapshotPolicy<Account> = { every: 3, shape: accountShape };

function sealedState(streamId: string, streamVersion: number, state: JsonObject): string {
  const place = { purpose: 'snapshot', tenantId: tenant, streamId, streamVersion } as const;
  return seal(Buffer.from(JSON.stringify(state)), place, testKeyOf(subject), randomBytes);
}

async function storedSnapshot(
  id: string,
): Promise<{ stream_version: number; shape: string; state: string } | undefined> {
  const { rows } = await test.database.pool.query(
    'SELECT stream_version, shape, state FROM bank.snapshot WHERE stream_id = $1',
    [`${tenant}/account/${id}`],
  );
  return rows[0] as Awaited<ReturnType<typeof storedSnapshot>>;
}

describe('an aggregate', () => {
  it('that does not exist loads in its initial state with version 0', async () => {
    const id = newId();
    const loaded = await accounts().load(test.database, tenant, id);
    expect(loaded).toEqual(accounts().initial(tenant, id));
    expect(loaded).toMatchObject({
      id,
      tenantId: tenant,
      streamId: `org:demo/account/${id}`,
      state: account.initialState,
    });
    expect(loaded.head.version).toBe(0);
  });

  it('loads as its events left it, and as the append returned it', async () => {
    const repository = accounts();
    const id = newId();
    const events = [opened('Ada'), deposited(2)];
    const first = await repository.append(test.database, repository.initial(tenant, id), events, {
      metadata,
      subject,
    });
    const second = await repository.append(test.database, first, [deposited(3)], { metadata, subject });
    expect(second.state).toEqual({ owner: 'Ada', balance: 5 });
    expect(await repository.load(test.database, tenant, id)).toEqual(second);
  });

  it('given no events, writes nothing and stays as it is', async () => {
    const repository = accounts();
    const loaded = repository.initial(tenant, newId());
    expect(await repository.append(test.database, loaded, [], { metadata, subject })).toBe(loaded);
  });

  it('given rows without events, is a mistake of the caller', async () => {
    const repository = accounts();
    const alongside = [{ name: 'nothing', text: 'SELECT', values: [] }];
    const append = repository.append(test.database, repository.initial(tenant, newId()), [], {
      metadata,
      subject,
      alongside,
    });
    await expect(append).rejects.toThrow(TypeError);
  });

  it('given two writers that loaded the same state, refuses the second', async () => {
    const repository = accounts();
    const loaded = repository.initial(tenant, newId());
    await repository.append(test.database, loaded, [opened('Ada')], { metadata, subject });
    const second = repository.append(test.database, loaded, [opened('Bob')], { metadata, subject });
    await expect(second).rejects.toMatchObject({
      name: 'ConcurrencyError',
      expectedVersion: 0,
      actualVersion: 1,
    });
  });

  it('of one tenant is not seen by another', async () => {
    const repository = accounts();
    const id = newId();
    await repository.append(test.database, repository.initial(tenant, id), [opened('Ada')], {
      metadata,
      subject,
    });
    expect((await repository.load(test.database, 'org:other', id)).head.version).toBe(0);
  });
});

describe('snapshots', () => {
  it('are written when due, and loading then reads only what came after', async () => {
    const repository = accounts(everyThree);
    const id = newId();
    let loaded = await repository.append(test.database, repository.initial(tenant, id), [opened('Ada')], {
      metadata,
      subject,
    });
    loaded = await repository.append(test.database, loaded, [deposited(1)], { metadata, subject });
    expect(await storedSnapshot(id)).toBeUndefined();
    loaded = await repository.append(test.database, loaded, [deposited(1), deposited(1)], {
      metadata,
      subject,
    });
    expect(await storedSnapshot(id)).toMatchObject({ stream_version: 4 });
    loaded = await repository.append(test.database, loaded, [deposited(1)], { metadata, subject });
    expect(await storedSnapshot(id)).toMatchObject({ stream_version: 4 });
    expect(await repository.load(test.database, tenant, id)).toEqual(loaded);
    expect(loaded).toMatchObject({ snapshotVersion: 4, state: { owner: 'Ada', balance: 4 } });

    // The snapshot is what is read: events before it could be anything.
    const { streamId } = loaded;
    await test.database.pool.query('UPDATE bank.snapshot SET state = $1 WHERE stream_id = $2', [
      sealedState(streamId, 4, { balance: 100, owner: 'Eve' }),
      streamId,
    ]);
    expect((await repository.load(test.database, tenant, id)).state).toEqual({ owner: 'Eve', balance: 101 });
  });

  it('given no event since, give the head for the next append', async () => {
    const repository = accounts(everyThree);
    const id = newId();
    const events = [opened('Ada'), deposited(1), deposited(1)];
    const written = await repository.append(test.database, repository.initial(tenant, id), events, {
      metadata,
      subject,
    });
    const loaded = await repository.load(test.database, tenant, id);
    expect(loaded).toEqual(written);
    await repository.append(test.database, loaded, [deposited(1)], { metadata, subject });
  });

  it('of another shape, or of another meaning, are passed over and replaced', async () => {
    const id = newId();
    const old = accounts(everyThree);
    const events = [opened('Ada'), deposited(1), deposited(1)];
    await old.append(test.database, old.initial(tenant, id), events, { metadata, subject });
    const renewed: SnapshotPolicy<Account> = { ...everyThree, meaning: 2 };
    const loaded = await accounts(renewed).load(test.database, tenant, id);
    expect(loaded).toMatchObject({ snapshotVersion: 0, state: { owner: 'Ada', balance: 2 } });
    await accounts(renewed).append(test.database, loaded, [deposited(1)], { metadata, subject });
    expect(await storedSnapshot(id)).toMatchObject({ stream_version: 4, shape: fingerprintOf(renewed) });
    expect(await old.load(test.database, tenant, id)).toMatchObject({ snapshotVersion: 0 });
  });

  it.each([
    ["of a subject's stream", subject, [opened('Ada'), deposited(1), deposited(1)]],
    ["of nobody's stream", null, [deposited(1), deposited(1), deposited(1)]],
  ])('that do not belong to the event they name are not used: %s', async (_whose, of, events) => {
    const repository = accounts(everyThree);
    const id = newId();
    const written = await repository.append(test.database, repository.initial(tenant, id), events, {
      metadata,
      subject: of,
    });
    expect(await repository.load(test.database, tenant, id)).toMatchObject({ snapshotVersion: 3 });
    for (const forgery of [`event_hash = '\\x00'`, 'stream_version = 2', 'stream_version = 9']) {
      const where = `WHERE stream_id = '${written.streamId}'`;
      await test.database.pool.query(`UPDATE bank.snapshot SET ${forgery} ${where}`);
      const loaded = await repository.load(test.database, tenant, id);
      expect(loaded).toEqual({ ...written, snapshotVersion: 0 });
    }
  });

  it('given a refused append, are not written', async () => {
    const repository = accounts(everyThree);
    const id = newId();
    const loaded = repository.initial(tenant, id);
    await repository.append(test.database, loaded, [opened('Ada')], { metadata, subject });
    const events = [opened('Bob'), deposited(1), deposited(1)];
    await expect(repository.append(test.database, loaded, events, { metadata, subject })).rejects.toThrow();
    expect(await storedSnapshot(id)).toBeUndefined();
  });

  it.each([
    ['due then', 3],
    ['not due then', 2],
  ])('of a stream that has ended do not stay: %s', async (_when, deposits) => {
    const ending: SnapshotPolicy<Account> = { ...everyThree, isFinal: ({ balance }) => balance > 100 };
    const repository = accounts(ending);
    const of = { metadata, subject };
    const start = repository.initial(tenant, newId());
    const open = await repository.append(
      test.database,
      start,
      [opened('Ada'), deposited(1), deposited(1)],
      of,
    );
    expect(await storedSnapshot(start.id)).toMatchObject({ stream_version: 3 });
    const last = Array.from({ length: deposits }, () => deposited(100));

    const ended = await repository.append(test.database, open, last, of);

    expect(await storedSnapshot(start.id)).toBeUndefined();
    expect(ended).toMatchObject({ snapshotVersion: 0, state: { balance: 2 + 100 * deposits } });
    expect(await repository.load(test.database, tenant, start.id)).toEqual(ended);
  });

  it('keep loading as cheap at ten thousand events as at ten', async () => {
    const repository = accounts({ ...everyThree, every: 100 });
    const id = newId();
    let loaded = repository.initial(tenant, id);
    for (let batch = 0; batch < 100; batch++) {
      const events = Array.from({ length: 100 }, () => deposited(1));
      loaded = await repository.append(test.database, loaded, events, { metadata, subject });
    }
    let rows = 0;
    const counting = {
      query: async <Row>(statement: Parameters<typeof test.database.query>[0]) => {
        const result = await test.database.query<Row>(statement);
        rows += result.rowCount;
        return result;
      },
    };
    const after = await repository.load(counting, tenant, id);
    expect(after.state.balance).toBe(10_000);
    expect(rows).toBe(2); // the snapshot, and the event at its version for the head
  });
});
