import { afterEach, expect, it } from '@jest/globals';
import { eventually } from '@svc/testing';
import {
  redriveInboxStream,
  resyncInboxStream,
  resyncInboxStreams,
  skipInboxEvent,
  type EventBus,
  type Subscriber,
} from '../../src/index.js';
import { deposited, openAccount, opened, type Account, type World } from './bank.js';
import type { BusUnderTest, ConnectedBus } from './bus-under-test.js';
import { Ledger, newConsumer, onDeposit, schema } from './ledger.js';
import { tampered } from './tampered-bus.js';

/** How a consumer parks streams, on every bus. */
export function itParksStreams(given: () => { world: World; open: BusUnderTest; here: ConnectedBus }): void {
  const running: Subscriber[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((subscriber) => subscriber.stop()));
  });

  async function start(
    ledger: Ledger,
    ...options: Parameters<Ledger['start']> extends [unknown, ...infer Rest] ? Rest : never
  ) {
    const consumer = await ledger.start(given().here.bus, ...options);
    running.push(consumer);
    return consumer;
  }
  const newLedger = () => new Ledger(newConsumer(), given().world.test.database);
  const addressOf = (ledger: Ledger, { streamId }: Account) => ({
    schema,
    consumer: ledger.consumer,
    source: 'bank',
    streamId,
  });

  /** A ledger that fails at 13 until it is repaired. It writes before it fails. */
  function superstitious(ledger: Ledger) {
    const fault = { isThere: true, tries: 0 };
    const handler = onDeposit(async (event, handling) => {
      await ledger.add(event, handling);
      if (event.data.amount !== 13) return;
      fault.tries++;
      if (fault.isThere) throw new Error('unlucky, said Ada');
    });
    return { fault, handler };
  }

  it('parks the stream of an event that fails, and continues with the others', async () => {
    const [account, other] = [openAccount(given().world), openAccount(given().world)];
    const ledger = newLedger();
    const { fault, handler } = superstitious(ledger);
    await account.append(opened('Ada'), deposited(1), deposited(13), deposited(2));
    await other.append(deposited(7));
    await start(ledger, [handler]);
    await other.append(deposited(8));
    await account.append(deposited(3));
    await eventually(async () => {
      expect(await ledger.linesOf(other)).toEqual(['7', '8']);
      expect(await ledger.parked(account)).toMatchObject([
        {
          source: 'bank',
          streamId: account.streamId,
          streamVersion: 3,
          eventType: 'MoneyDeposited',
          kind: 'failed',
          // The message of a foreign error may quote an event.
          reason: 'Error',
          request: null,
        },
      ]);
    });
    expect(await ledger.linesOf(account)).toEqual(['1']);
    expect(fault.tries).toBeGreaterThanOrEqual(2);
  });

  it('continues in the order of the stream when it is redriven, and then with later events', async () => {
    const account = openAccount(given().world);
    const ledger = newLedger();
    const { fault, handler } = superstitious(ledger);
    await start(ledger, [handler]);
    await account.append(opened('Ada'), deposited(13), deposited(2));
    await eventually(async () => expect(await ledger.parked(account)).toHaveLength(1));
    await account.append(deposited(3));
    const { database } = given().world.test;
    expect(await redriveInboxStream(database, addressOf(ledger, account))).toBe(true);
    await eventually(async () => expect(await ledger.parked(account)).toMatchObject([{ request: null }]));
    expect(await ledger.linesOf(account)).toEqual([]);
    fault.isThere = false;
    expect(await redriveInboxStream(database, addressOf(ledger, account))).toBe(true);
    await eventually(async () => expect(await ledger.parked(account)).toEqual([]));
    await account.append(deposited(4));
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['13', '2', '3', '4']));
    expect(await redriveInboxStream(database, addressOf(ledger, account))).toBe(false);
  });

  it('loses nothing that comes while a stream is being unparked', async () => {
    const { world, here } = given();
    const { database } = world.test;
    const account = openAccount(world);
    const ledger = newLedger();
    const { fault, handler } = superstitious(ledger);
    let isFirstEnd = true;
    const readStream: EventBus['readStream'] = async (stream, after, limit) => {
      const page = await here.bus.readStream(stream, after, limit);
      if (page.length === 0 && stream.streamId === account.streamId && isFirstEnd) {
        isFirstEnd = false;
        await account.append(deposited(2));
        await eventually(async () => expect(await ledger.latestVersionOf(account)).toBe(2));
      }
      return page;
    };
    const bus: EventBus = {
      consume: (options) => here.bus.consume(options),
      tail: (options) => here.bus.tail(options),
      readStream,
    };
    running.push(await ledger.start(bus, [handler]));
    await account.append(deposited(13));
    await eventually(async () => expect(await ledger.parked(account)).toHaveLength(1));
    fault.isThere = false;
    await redriveInboxStream(database, addressOf(ledger, account));
    await eventually(async () => expect(await ledger.parked(account)).toEqual([]));
    expect(await ledger.linesOf(account)).toEqual(['13', '2']);
  });

  it('continues without a skipped event', async () => {
    const account = openAccount(given().world);
    const ledger = newLedger();
    await start(ledger, [superstitious(ledger).handler]);
    await account.append(deposited(13), deposited(2));
    await eventually(async () => expect(await ledger.parked(account)).toHaveLength(1));
    const { database } = given().world.test;
    expect(await skipInboxEvent(database, addressOf(ledger, account), 2)).toBe(false);
    expect(await skipInboxEvent(database, addressOf(ledger, account), 1)).toBe(true);
    await account.append(deposited(3));
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['2', '3']));
    await eventually(async () => expect(await ledger.parked(account)).toEqual([]));
  });

  it('parks a stream that has diverged from its owner, and reads it again on request', async () => {
    const { test } = given().world;
    const account = openAccount(given().world);
    const ledger = newLedger();
    await start(ledger, undefined, { forget: (stream, handling) => ledger.forget(stream, handling) });
    await account.append(opened('Ada'), deposited(1));
    const backup = account.fork();
    await account.append(deposited(2));
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '2']));
    // The owner's log is restored from a backup, and diverges.
    await test.database.pool.query('DELETE FROM bank.event WHERE stream_id = $1 AND stream_version > 2', [
      account.streamId,
    ]);
    await backup.append(deposited(3), deposited(4));
    await eventually(async () =>
      expect(await ledger.parked(account)).toMatchObject([{ streamId: account.streamId, kind: 'diverged' }]),
    );
    expect(await ledger.linesOf(account)).toEqual(['1', '2']);
    expect(await resyncInboxStream(test.database, addressOf(ledger, account))).toBe(true);
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '3', '4']));
    await eventually(async () => expect(await ledger.parked(account)).toEqual([]));
    expect(await ledger.totalOf(account)).toBe(8);
    await backup.append(deposited(5));
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '3', '4', '5']));
  });

  it('reads a stream again on request, parked or not, but none that it has never seen', async () => {
    const { test } = given().world;
    const [account, unknown] = [openAccount(given().world), openAccount(given().world)];
    const ledger = newLedger();
    await start(ledger, undefined, { forget: (stream, handling) => ledger.forget(stream, handling) });
    await account.append(deposited(1), deposited(2));
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '2']));
    await test.database.pool.query('DELETE FROM ledger.line WHERE stream_id = $1', [account.streamId]);
    expect(await resyncInboxStream(test.database, addressOf(ledger, account))).toBe(true);
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '2']));
    expect(await resyncInboxStream(test.database, addressOf(ledger, unknown))).toBe(false);
  });

  it('reads all streams that a consumer has seen again on request', async () => {
    const { test } = given().world;
    const accounts = [openAccount(given().world), openAccount(given().world)];
    const ledger = newLedger();
    await start(ledger, undefined, { forget: (stream, handling) => ledger.forget(stream, handling) });
    for (const account of accounts) await account.append(deposited(1), deposited(2));
    const areRead = () =>
      eventually(async () => {
        for (const account of accounts) expect(await ledger.linesOf(account)).toEqual(['1', '2']);
      });
    await areRead();
    const streamIds = accounts.map(({ streamId }) => streamId);
    await test.database.pool.query('DELETE FROM ledger.line WHERE stream_id = ANY ($1)', [streamIds]);
    const { schema, consumer } = addressOf(ledger, accounts[0]!);
    const ofBank = { schema, consumer, source: 'bank' };
    expect(await resyncInboxStreams(test.database, ofBank)).toBeGreaterThanOrEqual(accounts.length);
    await areRead();
    expect(await resyncInboxStreams(test.database, { schema, consumer, source: 'shop' })).toBe(0);
  });

  it('parks an event of a shape that this release does not know, until one that does starts', async () => {
    const account = openAccount(given().world);
    const ledger = newLedger();
    const { bus } = given().here;
    const ofNewerRelease = tampered(bus, (handle) => (batch, handling) => {
      const lifted = batch.map((event) =>
        event.streamId === account.streamId ? { ...event, schemaVersion: 2 } : event,
      );
      return handle(lifted, handling);
    });
    const older = await ledger.start(ofNewerRelease);
    await account.append(deposited(1), deposited(2));
    await eventually(async () =>
      expect(await ledger.parked(account)).toMatchObject([{ kind: 'unknown', streamVersion: 1 }]),
    );
    await older.stop();
    await start(ledger);
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '2']));
  });
}
