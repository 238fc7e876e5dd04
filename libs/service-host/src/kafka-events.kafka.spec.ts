import { randomBytes } from 'node:crypto';
import { cloudEventOf, eventBusMigrations, resyncInboxStream, type Subscriber } from '@svc/event-bus';
import { createTopics, forgetCluster, relayName, TopicNames } from '@svc/event-bus-kafka';
import {
  createLedger,
  createWorld,
  deposited,
  Ledger,
  ledgerSchema,
  onDeposit,
  openAccount,
  opened,
  samplePublicEvent,
  type World,
} from '@svc/event-bus/test-world';
import { eventStoreMigrations, LocalSignals } from '@svc/event-store';
import { createKafkaClient } from '@svc/kafka-client';
import { MasterKey } from '@svc/sealing';
import { createSocketFolder } from '@svc/rpc';
import { createLogger, noMetrics } from '@svc/telemetry';
import { eventually } from '@svc/testing';
import { serveBank } from '../test/bank-owner.js';
import { openKafkaEvents, type KafkaEvents, type KafkaEventsOptions } from './kafka-events.js';
import type { RunningContext } from './start-context.js';

const brokers = (process.env['SVC_TEST_KAFKA_BROKERS'] ?? '').split(',');
const access = { brokers, installation: `test-${randomBytes(6).toString('hex')}`, prefix: undefined };
const masterKey = new MasterKey(randomBytes(32));
const sockets = createSocketFolder(`kafka-events-${process.pid}`);

let world: World;
let bank: RunningContext;
let ledgerEvents: KafkaEvents;
beforeAll(async () => {
  world = await createWorld({ schema: ledgerSchema, folders: [eventStoreMigrations, eventBusMigrations] });
  await world.test.database.pool.query(createLedger);
  const kafka = createKafkaClient({ clientId: 'admin', brokers });
  const names = new TopicNames(access);
  await createTopics(kafka, { names, sources: ['bank', ledgerSchema], partitions: 1 });
  bank = await serveBank(world, { address: sockets.address('bank') });
  ledgerEvents = await openEvents(ledgerSchema);
});
afterAll(async () => {
  await ledgerEvents?.stop();
  await bank?.stop(0);
  await world?.test.drop();
  sockets.remove();
});

/** Log lines of the processes. */
let lines: { readonly message: string; readonly error?: { readonly message: string } }[] = [];
const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
beforeEach(() => (lines = []));

/** As a process of this context has them. */
function openEvents(
  context: string,
  signals = new LocalSignals(),
  change: Partial<KafkaEventsOptions> = {},
): Promise<KafkaEvents> {
  return openKafkaEvents({
    context,
    access,
    masterKey,
    owners: context === 'bank' ? {} : { bank: sockets.address('bank') },
    tls: undefined,
    database: world.test.database,
    signals,
    logger: createLogger({ service: context, level: 'warn', write }),
    metrics: noMetrics,
    ...change,
  });
}

const running: Subscriber[] = [];
afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each.stop();
});

/** The bank's process, until the end of the test. */
async function openBank(): Promise<void> {
  running.push(await openEvents('bank', world.signals));
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
    const first = await openEvents('bank', world.signals);
    const consumer = await ledger.start(ledgerEvents.bus);
    await account.append(opened('Ada'), deposited(1));
    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1']));
    await first.stop();
    await leftOut(() => account.append(deposited(2), deposited(3)));
    const second = await openEvents('bank', world.signals);
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
    const events = await openEvents('bank', world.signals);
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

  it('given an event that a stranger writes to its topic, then it has no effect, and the log says so', async () => {
    const [victim, account] = [openAccount(world), openAccount(world)];
    const ledger = new Ledger('forged', world.test.database);
    await openBank();
    running.push(await ledger.start(ledgerEvents.bus));
    const forged = samplePublicEvent({
      streamId: victim.streamId,
      streamVersion: 1,
      previousVersion: 0,
      previousHash: Buffer.alloc(32),
    });
    const producer = createKafkaClient({ clientId: 'stranger', brokers }).producer();
    await producer.connect();
    const { headers, body } = cloudEventOf(forged);
    const named = { ...headers, ce_installation: access.installation, ce_keyid: '0'.repeat(16) };
    const records = [headers, { ...named, ce_signature: 'AAAA' }];
    const topic = new TopicNames(access).topicOf('bank');
    const messages = records.map((attributes) => ({ value: body, headers: attributes, partition: 0 }));
    await producer.send({ topic, messages });
    await producer.disconnect();
    await account.append(deposited(1));

    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1']));
    expect(await ledger.linesOf(victim)).toEqual([]);
    expect(await ledger.inboxVersionOf(victim)).toBeUndefined();
    const reasons = lines
      .filter(({ message }) => message === 'a message is refused')
      .map(({ error }) => error?.message);
    expect(reasons).toEqual([
      'The message has no usable ce_installation.',
      'bank knows no such key: somebody else has signed it.',
    ]);
  });

  it('given topics of another installation, then it does not start', async () => {
    const other = { ...access, installation: 'another', prefix: `svc-${access.installation}` };
    const refusal = `The topics svc-${access.installation}.*.events are those of installation ${access.installation}, and this is another`;
    await expect(openEvents('bank', world.signals, { access: other })).rejects.toThrow(refusal);
    const kafka = createKafkaClient({ clientId: 'admin', brokers });
    const created = createTopics(kafka, { names: new TopicNames(other), sources: ['bank'] });
    await expect(created).rejects.toThrow(refusal);
  });

  it('given another cluster than the one that has its events, then it publishes nothing and names the command that fills it', async () => {
    const account = openAccount(world);
    const ledger = new Ledger('moved', world.test.database);
    await world.test.database.pool.query(`UPDATE bank.relay_cluster SET cluster_id = 'of before'`);
    await openBank();
    running.push(await ledger.start(ledgerEvents.bus));
    await eventually(() => {
      const said = lines.find(({ message }) => message === 'events could not be published yet');
      expect(said?.error?.message).toMatch(
        /is not the one that has the events of bank \(cluster of before\).* npm run admin -- bus republish --context bank --from start$/,
      );
    });
    await account.append(deposited(1));
    const { rows } = await world.test.database.pool.query('SELECT cluster_id FROM bank.relay_cluster');
    expect(rows).toEqual([{ cluster_id: 'of before' }]);
    expect(await ledger.linesOf(account)).toEqual([]);

    expect(await world.logs.bank.rewind(relayName, 'start')).toBe('begun');
    await forgetCluster(world.test.database, 'bank');

    await eventually(async () => expect(await ledger.linesOf(account)).toEqual(['1']));
  });
});
