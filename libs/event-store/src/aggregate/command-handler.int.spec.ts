import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError } from '@svc/errors';
import { DatabaseUnavailableError, TransactionConflictError, type Database } from '@svc/postgres';
import type { TestDatabase } from '@svc/testing';
import { accountAggregate, createAccountTable, type AccountCommand } from '../../test/account-commands.js';
import {
  countedIds,
  createAccountDatabase,
  metadata,
  openStore,
  schema,
  tenant,
  testClock,
  testTime,
} from '../../test/account-log.js';
import type { Account, AccountEvent } from '../../test/account.js';
import { ConcurrencyError, FencedError, UnknownOutcomeError } from '../errors.js';
import type { AggregateChange } from './aggregate.js';
import { CommandHandler } from './command-handler.js';
import type { Inquiry } from './decision.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
  await test.database.pool.query(createAccountTable);
});
afterAll(() => test.drop());

const open: AccountCommand = { type: 'OpenAccount', owner: 'Ada' };
const deposit = (amount: number): AccountCommand => ({ type: 'Deposit', amount });
const newTarget = () => ({ tenantId: tenant, id: countedIds.resourceId(tenant), metadata });

function accounts(database: Database = test.database): CommandHandler<Account, AccountCommand, AccountEvent> {
  return new CommandHandler(accountAggregate, { store: openStore(test), database, clock: testClock });
}

async function openedAccount() {
  const target = newTarget();
  await accounts().create(target, open);
  return target;
}

async function storedBalance({ id }: { readonly id: string }): Promise<number | undefined> {
  const sql = 'SELECT balance FROM bank.account WHERE tenant_id = $1 AND account_id = $2';
  const { rows } = await test.database.pool.query<{ balance: number }>(sql, [tenant, id]);
  return rows[0]?.balance;
}

/** The real database, but its n-th append loses the connection, with the append `kept` or not. */
function losingAppends(lost: readonly ('kept' | 'dropped')[]): Database {
  const left = [...lost];
  return {
    transaction: (work) => test.database.transaction(work),
    query: async (statement) => {
      const fate = statement.name.startsWith(`${schema}.append`) ? left.shift() : undefined;
      if (fate === undefined) return test.database.query(statement);
      if (fate === 'kept') await test.database.query(statement);
      throw new DatabaseUnavailableError('connection lost');
    },
  };
}

describe('a command', () => {
  it('is decided on the state, and stores its events and rows together', async () => {
    const target = await openedAccount();
    const handled = await accounts().change(target, ({ state }) => deposit(state.balance + 5));
    expect(handled).toMatchObject({ state: { owner: 'Ada', balance: 5 }, head: { version: 2 } });
    expect(handled.events).toEqual([{ type: 'MoneyDeposited', data: { amount: 5 } }]);
    expect(await storedBalance(target)).toBe(5);
  });

  it('gets its time from the clock of the handler', async () => {
    const handled = await accounts().create(newTarget(), { type: 'StampTime' });
    expect(handled.events).toEqual([{ type: 'NoteTaken', data: { text: String(testTime) } }]);
  });

  it('that begins a stream fixes its subject for the later ones', async () => {
    const asked: unknown[] = [];
    const subjectOf = (change: AggregateChange<Account, AccountEvent>) => {
      asked.push(change);
      return `org:demo/user/${change.after.owner}`;
    };
    const owned: typeof accountAggregate = { ...accountAggregate, subject: subjectOf };
    const store = openStore(test);
    const handler = new CommandHandler(owned, { store, database: test.database, clock: testClock });
    const target = newTarget();
    const created = await handler.create(target, open);
    const changed = await handler.change(target, () => deposit(1));
    expect([created.head.subject, changed.head.subject]).toEqual(['org:demo/user/Ada', 'org:demo/user/Ada']);
    const { id } = target;
    const { state: after, events } = created;
    expect(asked).toEqual([
      { tenantId: tenant, id, before: accountAggregate.decider.initialState, after, events },
    ]);
    const read = await store.readStream(test.database, created.streamId);
    expect(read.map(({ subject }) => subject)).toEqual(['org:demo/user/Ada', 'org:demo/user/Ada']);
  });

  it('that leads to no event writes nothing, rows and guard included', async () => {
    const target = await openedAccount();
    const refuse = () => ({ name: 'refuse', text: 'SELECT WHERE false', values: [] });
    const handled = await accounts().change(target, () => ({ commands: [deposit(0)], guard: refuse }));
    expect(handled).toMatchObject({ events: [], head: { version: 1 } });
  });

  it('that the rules reject is rejected, and nothing is stored', async () => {
    const target = newTarget();
    await expect(accounts().change(target, () => deposit(1))).rejects.toMatchObject({ code: 'not_found' });
    expect((await accounts().load(tenant, target.id)).head.version).toBe(0);
  });

  it('of several is decided on the result of those before it, and all are stored or none', async () => {
    const target = newTarget();
    const both = await accounts().create(target, { commands: [open, deposit(3), deposit(4)] });
    expect(both.head.version).toBe(3);
    expect(await storedBalance(target)).toBe(7);
    const twice = accounts().change(target, () => ({ commands: [deposit(1), open] }));
    await expect(twice).rejects.toMatchObject({ code: 'conflict' });
    expect(await storedBalance(target)).toBe(7);
  });
});

describe('two commands at once', () => {
  it('both succeed: the slower one is decided again', async () => {
    const target = await openedAccount();
    const seen: number[] = [];
    await accounts().change(target, async ({ state }) => {
      seen.push(state.balance);
      if (seen.length === 1) await accounts().change(target, () => deposit(10));
      return deposit(1);
    });
    expect(seen).toEqual([0, 10]);
    expect(await storedBalance(target)).toBe(11);
  });

  it('end with a conflict for the one that is late every time', async () => {
    const target = await openedAccount();
    let attempts = 0;
    const late = accounts().change(target, async () => {
      attempts += 1;
      await accounts().change(target, () => deposit(10));
      return deposit(1);
    });
    await expect(late).rejects.toThrow(ConcurrencyError);
    expect(attempts).toBe(5);
    expect(await storedBalance(target)).toBe(50);
  });

  it('that create the same aggregate end with a conflict for the second', async () => {
    const target = await openedAccount();
    await expect(accounts().create(target, open)).rejects.toThrow(ConcurrencyError);
  });
});

describe('a command whose transaction the server aborts in favour of another', () => {
  const givingUpOnce = (): Database => {
    let isGivenUp = false;
    return {
      transaction: (work) => test.database.transaction(work),
      query: (statement) => {
        if (isGivenUp || !statement.name.startsWith(`${schema}.append`))
          return test.database.query(statement);
        isGivenUp = true;
        return Promise.reject(new TransactionConflictError(new Error('deadlock detected')));
      },
    };
  };

  it('is decided again', async () => {
    const target = await openedAccount();
    await accounts(givingUpOnce()).change(target, () => deposit(4));
    expect(await storedBalance(target)).toBe(4);
  });

  it('creates its aggregate all the same', async () => {
    const handled = await accounts(givingUpOnce()).create(newTarget(), open);
    expect(handled).toMatchObject({ state: { owner: 'Ada' }, head: { version: 1 } });
  });
});

describe('a guard', () => {
  it('gets the version that the stream will have, and refuses without a row', async () => {
    const target = await openedAccount();
    const versions: number[] = [];
    const guard = (finds: boolean) => (version: number) => {
      versions.push(version);
      return { name: 'guard', text: `SELECT WHERE ${finds}`, values: [] };
    };
    const commands = [deposit(1), deposit(2)];
    await accounts().change(target, () => ({ commands, guard: guard(true) }));
    const refused = accounts().change(target, () => ({ commands, guard: guard(false) }));
    await expect(refused).rejects.toThrow(FencedError);
    expect(versions).toEqual([3, 5]);
    expect(await storedBalance(target)).toBe(3);
  });
});

describe('a base that is out of date', () => {
  it('serves the first decision without a load, and is replaced when the append is refused', async () => {
    const target = await openedAccount();
    const base = await accounts().load(tenant, target.id);
    await accounts().change(target, () => deposit(10));
    const seen: number[] = [];
    const decide = ({ state }: { readonly state: Account }) => {
      seen.push(state.balance);
      return deposit(1);
    };
    await accounts().change(target, decide, { base });
    expect(seen).toEqual([0, 10]);
    expect(await storedBalance(target)).toBe(11);
  });

  it('rejects nothing: a rejection counts only when it is repeated after a load', async () => {
    const target = newTarget();
    const base = accounts().initial(tenant, target.id);
    await accounts().create(target, open);
    const handled = await accounts().change(target, () => deposit(2), { base });
    expect(handled.state.balance).toBe(2);
    let rejections = 0;
    const refused = accounts().change(
      target,
      () => {
        rejections += 1;
        throw new DomainError('permission_denied', 'No.');
      },
      { base },
    );
    await expect(refused).rejects.toMatchObject({ code: 'permission_denied' });
    expect(rejections).toBe(2);
  });
});

describe('a fresh base', () => {
  it('rejects at once, and a lost race is still decided again', async () => {
    const target = await openedAccount();
    const base = await accounts().load(tenant, target.id);
    let rejections = 0;
    const refuse = () => {
      rejections += 1;
      throw new DomainError('permission_denied', 'No.');
    };
    const refused = accounts().change(target, refuse, { base, isBaseCurrent: true });
    await expect(refused).rejects.toMatchObject({ code: 'permission_denied' });
    expect(rejections).toBe(1);

    await accounts().change(target, () => deposit(10));
    await accounts().change(target, () => deposit(1), { base, isBaseCurrent: true });
    expect(await storedBalance(target)).toBe(11);
  });
});

describe('an append whose response is lost', () => {
  const isDeposited = ({ state }: { readonly state: Account }) => state.balance === 7;
  /** Asks the log so many times. */
  const inquiry = (times: number): Inquiry<Account> => {
    let left = times;
    return {
      hasHappened: isDeposited,
      answerWithinMs: 30_000,
      persist: () => Promise.resolve((left -= 1) >= 0),
    };
  };

  it('has succeeded when the log contains it', async () => {
    const target = await openedAccount();
    const handled = await accounts(losingAppends(['kept'])).change(target, () => deposit(7), {
      inquiry: inquiry(1),
    });
    expect(handled).toMatchObject({ state: { balance: 7 }, events: [] });
    expect(await storedBalance(target)).toBe(7);
  });

  it('is looked up again when the lookup is lost too', async () => {
    const target = await openedAccount();
    const base = await accounts().load(tenant, target.id);
    const database = losingAppends(['kept']);
    let questions = 0;
    const handled = await accounts({
      transaction: (work) => database.transaction(work),
      query: (statement) => {
        const isLost = statement.name === `${schema}.load_stream` && (questions += 1) <= 2;
        return isLost ? Promise.reject(new DatabaseUnavailableError('lost')) : database.query(statement);
      },
    }).change(target, () => deposit(7), { base, inquiry: inquiry(3) });
    expect(handled).toMatchObject({ state: { balance: 7 }, events: [] });
    expect(questions).toBe(3);
  });

  it('is appended again when the log lacks it, and never twice', async () => {
    const target = await openedAccount();
    await accounts(losingAppends(['dropped'])).change(target, () => deposit(7), { inquiry: inquiry(1) });
    expect(await storedBalance(target)).toBe(7);
  });

  it('has an unknown outcome while it may still commit', async () => {
    const target = await openedAccount();
    const lost = accounts(losingAppends(['dropped'])).change(target, () => deposit(7), {
      inquiry: inquiry(0),
    });
    await expect(lost).rejects.toThrow(UnknownOutcomeError);
  });

  it('is rejected on the current state when the stream has moved on without it', async () => {
    const target = await openedAccount();
    let tries = 0;
    const refused = accounts(losingAppends(['dropped'])).change(
      target,
      async () => {
        tries += 1;
        if (tries === 2) throw new DomainError('permission_denied', 'No.');
        return deposit(7);
      },
      {
        inquiry: {
          ...inquiry(0),
          persist: async () => {
            await accounts().change(target, () => deposit(1));
            return true;
          },
        },
      },
    );
    await expect(refused).rejects.toMatchObject({ code: 'permission_denied' });
    expect(await storedBalance(target)).toBe(1);
  });

  it('has succeeded when its own late commit refuses the next attempt', async () => {
    const target = await openedAccount();
    let tries = 0;
    const handled = await accounts(losingAppends(['dropped'])).change(
      target,
      async () => {
        tries += 1;
        // The lost append commits after the log was asked.
        if (tries === 2) await accounts().change(target, () => deposit(7));
        const guard = () => ({ name: 'guard', text: `SELECT WHERE ${tries === 1}`, values: [] });
        return { commands: [deposit(7)], guard };
      },
      { inquiry: inquiry(2) },
    );
    expect(handled).toMatchObject({ state: { balance: 7 }, events: [] });
    expect(await storedBalance(target)).toBe(7);
  });

  it('that the server refused has a known outcome', async () => {
    const target = await openedAccount();
    const never: Database = {
      transaction: (work) => test.database.transaction(work),
      query: (statement) =>
        statement.name.startsWith(`${schema}.append`)
          ? Promise.reject(new DatabaseUnavailableError('no connection', { wasSent: false }))
          : test.database.query(statement),
    };
    const refused = accounts(never).change(target, () => deposit(7), { inquiry: inquiry(0) });
    await expect(refused).rejects.toThrow(DatabaseUnavailableError);
  });
});

describe('a change inside a transaction', () => {
  it('commits with it', async () => {
    const [one, other] = [newTarget(), newTarget()];
    await test.database.transaction(async (tx) => {
      await accounts().create({ ...one, tx }, open);
      await accounts().create({ ...other, tx }, open);
      await accounts().change({ ...one, tx }, () => deposit(1));
    });
    expect(await storedBalance(one)).toBe(1);
    expect(await storedBalance(other)).toBe(0);
  });

  it('ends it when rejected, without another attempt', async () => {
    const target = await openedAccount();
    const base = accounts().initial(tenant, target.id);
    let decisions = 0;
    const work = test.database.transaction((tx) =>
      accounts().change(
        { ...target, tx },
        () => {
          decisions += 1;
          return open;
        },
        { base },
      ),
    );
    await expect(work).rejects.toThrow(ConcurrencyError);
    expect(decisions).toBe(1);
  });
});
