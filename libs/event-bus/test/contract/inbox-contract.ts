import { afterEach, expect, it } from '@jest/globals';
import { DomainError } from '@svc/errors';
import { eventually } from '@svc/testing';
import type { EventBus, EventHandler, ReceivedEvent, Subscriber } from '../../src/index.js';
import { deposited, openAccount, opened, owner, type World } from './bank.js';
import type { BusUnderTest, ConnectedBus } from './bus-under-test.js';
import { accountOpened, Ledger, moneyDeposited, newConsumer, onDeposit, type Deposited } from './ledger.js';
import { tampered } from './tampered-bus.js';

/** Promises of a consumer with its inbox on every bus. */
export function itAppliesOnce(given: () => { world: World; open: BusUnderTest; here: ConnectedBus }): void {
  const running: Subscriber[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((subscriber) => subscriber.stop()));
  });

  const newLedger = () => new Ledger(newConsumer(), given().world.test.database);
  async function start(
    ledger: Ledger,
    handlers?: readonly EventHandler[],
    bus: EventBus = given().here.bus,
    options?: Parameters<Ledger['start']>[2],
  ): Promise<Subscriber> {
    const consumer = await ledger.start(bus, handlers, options);
    running.push(consumer);
    return consumer;
  }

  it('gives each event its effect once, even when older events come again', async () => {
    const account = openAccount(given().world);
    const ledger = newLedger();
    await start(ledger);
    await account.append(opened('Ada'), deposited(1), deposited(2));
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '2']));
    await given().open.repeat('bank');
    await account.append(deposited(4));
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '2', '4']));
    await given().open.repeat('bank');
    await account.append(deposited(8));
    await eventually(async () => expect(await ledger.totalOf(account)).toBe(15));
    expect(await ledger.parked(account)).toEqual([]);
  });

  it('gives each event its effect once, when the consumer dies between the effect and the commit of its position', async () => {
    const account = openAccount(given().world);
    const ledger = newLedger();
    let deaths = 0;
    const dying = tampered(given().here.bus, (handle) => async (batch, handling) => {
      await handle(batch, handling);
      if (batch.some(({ streamId }) => streamId === account.streamId) && deaths++ < 2)
        throw new Error('died');
    });
    await start(ledger, undefined, dying);
    await account.append(opened('Ada'), deposited(1), deposited(2));
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '2']));
    await eventually(() => expect(deaths).toBeGreaterThan(2));
    expect(await ledger.totalOf(account)).toBe(3);
  });

  it('gives each event its effect once, when two processes take the same batch at the same time', async () => {
    const account = openAccount(given().world);
    const ledger = newLedger();
    const twice = tampered(given().here.bus, (handle) => async (batch, handling) => {
      await Promise.all([handle(batch, handling), handle(batch, handling)]);
    });
    let [inside, open] = [0, () => {}];
    const bothAreInside = new Promise<void>((resolve) => (open = resolve));
    const handler = onDeposit(async (event, handling) => {
      if (event.streamId !== account.streamId) return;
      if (++inside === 2) open();
      await bothAreInside;
      await ledger.add(event, handling);
    });
    await account.append(deposited(1));
    await start(ledger, [handler], twice);
    await eventually(async () => expect(await ledger.inboxVersionOf(account)).toBe(1));
    await account.append(deposited(2));
    await eventually(async () => expect(await ledger.inboxVersionOf(account)).toBe(2));
    expect(await ledger.linesOf(account)).toEqual(['1', '2']);
  });

  it('skips types that nobody handles', async () => {
    const account = openAccount(given().world);
    const ledger = newLedger();
    await start(ledger);
    await account.append(opened('Ada'), deposited(1), opened('Bob'), opened('Cyd'), deposited(2));
    await eventually(async () => expect(await ledger.inboxVersionOf(account)).toBe(5));
    await account.append(opened('Dan'));
    await account.append(opened('Eve'), deposited(4));
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '2', '4']));
    expect(await ledger.parked(account)).toEqual([]);
  });

  it('hands a batch to the handler that takes batches, in the transaction of the inbox', async () => {
    const account = openAccount(given().world);
    const ledger = newLedger();
    await account.append(opened('Ada'), deposited(1), deposited(2));
    const batches: string[][] = [];
    const batch: EventHandler = {
      kind: 'batch',
      contracts: [accountOpened, moneyDeposited],
      handle: async (events, handling) => {
        const own = events.filter(({ streamId }) => streamId === account.streamId);
        batches.push(own.map(({ type }) => type));
        for (const event of own)
          if (event.type === 'MoneyDeposited') await ledger.add(event as ReceivedEvent<Deposited>, handling);
      },
    };
    await start(ledger, [batch]);
    await eventually(async () => expect(await ledger.inboxVersionOf(account)).toBe(3));
    expect(batches.flat()).toEqual(['AccountOpened', 'MoneyDeposited', 'MoneyDeposited']);
    expect(await ledger.linesOf(account)).toEqual(['1', '2']);
  });

  it('hands an event to a reaction in the order of its stream, once nothing fails', async () => {
    const account = openAccount(given().world);
    const ledger = newLedger();
    const seen: number[] = [];
    let failures = 1;
    const reaction: EventHandler = {
      kind: 'reaction',
      contract: moneyDeposited,
      handle: async ({ streamId, data }) => {
        if (streamId !== account.streamId) return;
        seen.push((data as Deposited).amount);
        if (failures-- > 0) throw new Error('once');
      },
    };
    await start(ledger, [reaction]);
    await account.append(opened('Ada'), deposited(1), deposited(2));
    await eventually(async () => expect(await ledger.inboxVersionOf(account)).toBe(3));
    expect(seen).toEqual([1, 1, 2]);
  });

  it('opens personal data for a consumer with keys, and says when it is erased or sealed', async () => {
    const { world, here } = given();
    const account = openAccount(world);
    await account.append(opened('Ada'));
    const seen = async (keys: World['keys'] | undefined) => {
      const events: ReceivedEvent[] = [];
      const reading: EventHandler = {
        kind: 'reaction',
        contract: accountOpened,
        handle: async (event) => void events.push(event),
      };
      await start(newLedger(), [reading], here.bus, { keys });
      const own = () => events.find(({ streamId }) => streamId === account.streamId);
      await eventually(() => expect(own()).toBeDefined());
      return own();
    };
    expect(await seen(world.keys)).toMatchObject({
      data: { owner: 'Ada' },
      personal: 'open',
      subject: owner,
      metadata: { actor: 'user:1', correlationId: 'request-1' },
    });
    expect(await seen(undefined)).toMatchObject({ data: {}, personal: 'sealed' });
    const erased: World['keys'] = Object.assign(Object.create(world.keys) as World['keys'], {
      getAll: async (subjects: readonly string[]) => new Map(subjects.map((subject) => [subject, 'erased'])),
    });
    expect(await seen(erased)).toMatchObject({ data: {}, personal: 'erased' });
  });

  it('waits with all streams, and parks none, during an outage of something it needs', async () => {
    const account = openAccount(given().world);
    const ledger = newLedger();
    let outages = 3;
    const handler = onDeposit(async (event, handling) => {
      if (event.streamId === account.streamId && outages-- > 0)
        throw new DomainError('service_unavailable', 'Away.');
      await ledger.add(event, handling);
    });
    await start(ledger, [handler]);
    await account.append(opened('Ada'), deposited(1));
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1']));
    expect(outages).toBeLessThan(0);
    expect(await ledger.parked(account)).toEqual([]);
  });

  it('reads events that the bus has lost from their owner, and then continues', async () => {
    const [account, other] = [openAccount(given().world), openAccount(given().world)];
    const ledger = newLedger();
    const lossy = tampered(given().here.bus, (handle) => (batch, handling) => {
      const kept = batch.filter(
        ({ streamId, streamVersion }) => streamId !== account.streamId || ![2, 3].includes(streamVersion),
      );
      return handle(kept, handling);
    });
    await start(ledger, undefined, lossy);
    await account.append(opened('Ada'), deposited(1), deposited(2), deposited(3));
    await other.append(deposited(7));
    await account.append(deposited(4));
    await eventually(async () => {
      expect(await ledger.linesOf(account)).toEqual(['1', '2', '3', '4']);
      expect(await ledger.linesOf(other)).toEqual(['7']);
      expect(await ledger.parked(account)).toEqual([]);
    });
    await account.append(deposited(5));
    await eventually(async () => expect(await ledger.totalOf(account)).toBe(15));
  });

  it('gives each event its effect once, with several members that come and go', async () => {
    const { world, here, open } = given();
    const accounts = Array.from({ length: 6 }, () => openAccount(world));
    const deposit = (amount: number) =>
      Promise.all(accounts.map((account) => account.append(deposited(amount))));
    const ledger = newLedger();
    const first = await start(ledger);
    await deposit(1);
    const there = await open.connect();
    try {
      const second = await start(ledger, undefined, there.bus);
      await deposit(2);
      await first.stop();
      await deposit(4);
      await start(ledger, undefined, here.bus);
      await deposit(8);
      await eventually(async () => {
        for (const account of accounts) expect(await ledger.linesOf(account)).toEqual(['1', '2', '4', '8']);
      });
      await second.stop();
    } finally {
      await there.close();
    }
  });
}
