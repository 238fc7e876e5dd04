import { randomBytes } from 'node:crypto';
import { resyncInboxStream, eventBusMigrations } from '@svc/event-bus';
import { createTopics, relayName, TopicNames } from '@svc/event-bus-kafka';
import {
  createLedger,
  createWorld,
  deposited,
  Ledger,
  ledgerSchema,
  onDeposit,
  openAccount,
  opened,
  type World,
} from '@svc/event-bus/test-world';
import { eventStoreMigrations, LocalSignals } from '@svc/event-store';
import { createKafkaClient } from '@svc/kafka-client';
import { createSocketFolder } from '@svc/rpc';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { eventually } from '@svc/testing';
import { serveBank } from '../test/bank-owner.js';
import { openKafkaEvents, type KafkaEvents } from './kafka-events.js';
import type { RunningContext } from './start-context.js';

const brokers = (process.env['SVC_TEST_KAFKA_BROKERS'] ?? '').split(',');
const prefix = `test-${randomBytes(6).toString('hex')}`;
const sockets = createSocketFolder(`kafka-events-${process.pid}`);

let world: World;
let bank: RunningContext;
let ledgerEvents: KafkaEvents;
beforeAll(async () => {
  world = await createWorld({ schema: ledgerSchema, folders: [eventStoreMigrations, eventBusMigrations] });
  await world.test.database.pool.query(createLedger);
  const kafka = createKafkaClient({ clientId: 'admin', brokers });
  const names = new TopicNames(prefix);
  await createTopics(kafka, { names, sources: ['bank', ledgerSchema], partitions: 1 });
  bank = await serveBank(world, { address: sockets.address('bank') });
  ledgerEvents = openEvents(ledgerSchema);
});
afterAll(async () => {
  await ledgerEvents?.stop();
  await bank?.stop(0);
  await world?.test.drop();
  sockets.remove();
});

/** As a process of this context has them. */
function openEvents(context: string, signals = new LocalSignals()): KafkaEvents {
  return openKafkaEvents({
    context,
    brokers,
    prefix,
    owners: context === 'bank' ? {} : { bank: sockets.address('bank') },
    tls: undefined,
    database: world.test.database,
    signals,
    logger: silentLogger,
    metrics: noMetrics,
  });
}

/** Events that this work commits never reach the bank's topic, since its relay is away. */
async function leftOut(work: () => Promise<void>): Promise<void> {
  const { bank: log } = world.logs;
  await work();
  const end = await log.tail({
    startAt: 'end',
    forward: () => Promise.resolve(),
    onError: () => undefined,
  });
  expect(await log.rewind(relayName, end.position)).toBe('begun');
  await end.stop();
}

describe('a context whose events come over Kafka', () => {
  it('given events that its topic lacks, then it reads them from the owner, and all take effect in order', async () => {
    const account = openAccount(world);
    const ledger = new Ledger('gaps', world.test.database);
    const first = openEvents('bank', world.signals);
    const consumer = await ledger.start(ledgerEvents.bus);
    await account.append(opened('Ada'), deposited(1));
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1']));
    await first.stop();
    await leftOut(() => account.append(deposited(2), deposited(3)));
    const second = openEvents('bank', world.signals);
    await account.append(deposited(4));

    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '2', '3', '4']));
    await eventually(async () => expect(await ledger.parked(account)).toEqual([]));
    await account.append(deposited(5));
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '2', '3', '4', '5']));
    await consumer.stop();
    await second.stop();
  });

  it('given a redrive by the installer, then a stream is read again from its owner', async () => {
    const account = openAccount(world);
    const ledger = new Ledger('resync', world.test.database);
    const events = openEvents('bank', world.signals);
    const consumer = await ledger.start(ledgerEvents.bus, [onDeposit(ledger.add)], {
      forget: (stream, handling) => ledger.forget(stream, handling),
    });
    await account.append(deposited(1), deposited(2));
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '2']));
    await world.test.database.pool.query('DELETE FROM ledger.line WHERE stream_id = $1', [account.streamId]);

    const address = { schema: ledgerSchema, consumer: 'resync', source: 'bank', streamId: account.streamId };
    expect(await resyncInboxStream(world.test.database, address)).toBe(true);

    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1', '2']));
    await consumer.stop();
    await events.stop();
  });

  it('given an owner that it can not call, then it does not consume', async () => {
    const consuming = ledgerEvents.bus.consume({
      group: 'ledger.shop',
      sources: ['bank', 'shop'],
      handle: () => Promise.resolve(),
      onError: () => undefined,
    });
    await expect(consuming).rejects.toThrow(
      'ledger consumes events of shop, and does not know where to ask it',
    );
  });
});
