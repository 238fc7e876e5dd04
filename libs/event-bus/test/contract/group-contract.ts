import { afterEach, expect, it } from '@jest/globals';
import { eventually } from '@svc/testing';
import type { GroupOptions, Subscriber } from '../../src/index.js';
import { deposited, noteTaken, openAccount, opened, owner, type World } from './bank.js';
import type { BusUnderTest, ConnectedBus } from './bus-under-test.js';
import { Received } from './received.js';

let groups = 0;
const newGroup = () => `ledger.group${++groups}`;

/** What every adapter promises to groups. */
export function itServesGroups(given: () => { world: World; open: BusUnderTest; here: ConnectedBus }): void {
  const running: Subscriber[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((subscriber) => subscriber.stop()));
  });

  async function consume(
    group: string,
    { handle, onError }: Pick<GroupOptions, 'handle' | 'onError'>,
    { bus }: ConnectedBus = given().here,
    sources: readonly string[] = ['bank'],
  ): Promise<Subscriber> {
    const subscriber = await bus.consume({ group, sources, handle, onError });
    running.push(subscriber);
    return subscriber;
  }

  it('brings a new group all public events from the first on, each stream in its order', async () => {
    const [one, other] = [openAccount(given().world), openAccount(given().world)];
    await one.append(opened('Ada'), noteTaken('private'), deposited(1));
    await other.append(opened('Bob'));
    const received = new Received();
    await consume(newGroup(), received);
    await one.append(deposited(2), deposited(3));
    await other.append(deposited(4));
    await eventually(() => {
      expect(received.newVersionsOf(one)).toEqual([1, 3, 4, 5]);
      expect(received.newVersionsOf(other)).toEqual([1, 2]);
    });
  });

  it('delivers an event as it is stored, with personal data sealed, and with its links', async () => {
    const account = openAccount(given().world);
    await account.append(opened('Ada'), noteTaken('private'), deposited(1));
    const received = new Received();
    await consume(newGroup(), received);
    await eventually(() => expect(received.newVersionsOf(account)).toEqual([1, 3]));
    const [first, second] = received.of(account);
    expect(first).toMatchObject({
      source: 'bank',
      tenantId: 'org:demo',
      subject: owner,
      eventType: 'AccountOpened',
      previousVersion: 0,
      previousHash: Buffer.alloc(32),
    });
    expect(first?.payload).not.toContain('Ada');
    expect(second).toMatchObject({ payload: '{"amount":1}', previousVersion: 1, previousHash: first?.hash });
    expect(JSON.parse(second?.metadata ?? '{}')).toMatchObject({ actor: 'user:1' });
    expect(received.of(account)).toEqual(
      await given().here.bus.readStream({ source: 'bank', ...account }, 0, 9),
    );
  });

  it("continues at the group's position after all of its members were away", async () => {
    const account = openAccount(given().world);
    await account.append(opened('Ada'));
    const group = newGroup();
    const before = new Received();
    const first = await consume(group, before);
    await eventually(() => expect(before.newVersionsOf(account)).toEqual([1]));
    await first.stop();
    await account.append(deposited(1), deposited(2));
    const after = new Received();
    await consume(group, after);
    await eventually(() => expect(after.newVersionsOf(account)).toEqual([2, 3]));
    expect(before.newVersionsOf(account)).toEqual([1]);
  });

  it('delivers rejected events again, and skips nothing', async () => {
    const account = openAccount(given().world);
    await account.append(opened('Ada'), deposited(1));
    const received = new Received();
    let refusals = 2;
    await consume(newGroup(), {
      onError: received.onError,
      handle: async (batch) => {
        if (batch.some(({ streamId }) => streamId === account.streamId) && refusals-- > 0)
          throw new Error('not now');
        await received.handle(batch);
      },
    });
    await account.append(deposited(2));
    await eventually(() => expect(received.newVersionsOf(account)).toEqual([1, 2, 3]));
    expect(received.failures).toEqual([new Error('not now'), new Error('not now')]);
  });

  it('gives each group everything', async () => {
    const account = openAccount(given().world);
    const [one, other] = [new Received(), new Received()];
    await consume(newGroup(), one);
    await consume(newGroup(), other);
    await account.append(opened('Ada'), deposited(1));
    await eventually(() => {
      expect(one.newVersionsOf(account)).toEqual([1, 2]);
      expect(other.newVersionsOf(account)).toEqual([1, 2]);
    });
  });

  it('takes the sources that a group names, and no other', async () => {
    const [account, order] = [openAccount(given().world), openAccount(given().world, 'shop')];
    await account.append(opened('Ada'));
    await order.append(opened('Ada'));
    const [shop, both] = [new Received(), new Received()];
    await consume(newGroup(), shop, given().here, ['shop']);
    await consume(newGroup(), both, given().here, ['bank', 'shop']);
    await eventually(() => {
      expect(shop.newVersionsOf(order)).toEqual([1]);
      expect(both.newVersionsOf(order)).toEqual([1]);
      expect(both.newVersionsOf(account)).toEqual([1]);
    });
    expect(shop.of(account)).toEqual([]);
  });

  it('loses nothing when a member joins or leaves', async () => {
    const accounts = Array.from({ length: 6 }, () => openAccount(given().world));
    const deposit = (amount: number) =>
      Promise.all(accounts.map((account) => account.append(deposited(amount))));
    const group = newGroup();
    const received = new Received();
    const first = await consume(group, received);
    await deposit(1);
    const there = await given().open.connect();
    try {
      const second = await consume(group, received, there);
      await deposit(2);
      await first.stop();
      await deposit(3);
      await eventually(() => {
        for (const account of accounts) expect(received.newVersionsOf(account)).toEqual([1, 2, 3]);
      });
      await second.stop();
    } finally {
      await there.close();
    }
  });

  it('waits with the next events of a stream until the batch is taken', async () => {
    const account = openAccount(given().world);
    await account.append(opened('Ada'));
    const received = new Received();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await consume(newGroup(), {
      onError: received.onError,
      handle: async (batch) => {
        await received.handle(batch);
        if (batch.some(({ streamId }) => streamId === account.streamId)) await released;
      },
    });
    await eventually(() => expect(received.versionsOf(account)).toEqual([1]));
    await account.append(deposited(1));
    const other = new Received();
    await consume(newGroup(), other);
    await eventually(() => expect(other.newVersionsOf(account)).toEqual([1, 2]));
    expect(received.versionsOf(account)).toEqual([1]);
    release();
    await eventually(() => expect(received.versionsOf(account)).toEqual([1, 2]));
  });

  it('stops once the running batch has ended, which gets a signal', async () => {
    const account = openAccount(given().world);
    await account.append(opened('Ada'));
    const seen: string[] = [];
    const subscriber = await consume(newGroup(), {
      onError: () => undefined,
      handle: async (batch, { signal }) => {
        if (!batch.some(({ streamId }) => streamId === account.streamId)) return;
        seen.push('begun');
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        seen.push('ended');
      },
    });
    await eventually(() => expect(seen).toEqual(['begun']));
    await subscriber.stop();
    expect(seen).toEqual(['begun', 'ended']);
  });

  it('carries the largest event that a log takes', async () => {
    const account = openAccount(given().world);
    // Control characters take six bytes each in JSON.
    await account.append({ type: 'MoneyDeposited', data: { amount: 1, receipt: '\u0001'.repeat(65_000) } });
    await account.append(opened('\u0001'.repeat(65_000)));
    const received = new Received();
    await consume(newGroup(), received);
    await eventually(() => expect(received.newVersionsOf(account)).toEqual([1, 2]));
    const stored = await given().here.bus.readStream({ source: 'bank', ...account }, 0, 9);
    expect(received.of(account).map(({ payload }) => payload)).toEqual(stored.map(({ payload }) => payload));
  });

  it('reads a stream from its owner behind a version, as far as asked', async () => {
    const account = openAccount(given().world);
    await account.append(opened('Ada'), noteTaken('private'), deposited(1), deposited(2));
    const { bus } = given().here;
    const stream = { source: 'bank', streamId: account.streamId };
    const versions = async (after: number, limit: number) =>
      (await bus.readStream(stream, after, limit)).map(({ streamVersion }) => streamVersion);
    expect(await versions(0, 10)).toEqual([1, 3, 4]);
    expect(await versions(1, 1)).toEqual([3]);
    expect(await versions(4, 10)).toEqual([]);
  });
}
