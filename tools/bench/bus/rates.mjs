// How fast a backlog is published and has its effect, and how long an event takes at half of that rate.
import '../../../test/support/source-loader.mjs';
import { BusLog } from './bus-log.mjs';
import { rate, tellDelays, tellRate, until } from './figures.mjs';
import { openKafka, relayOf } from './relay.mjs';
import { steadyLoad } from './steady-load.mjs';

const { PostgresEventBus } = await import('@svc/event-bus');

const backlog = Number(process.env.SVC_BENCH_EVENTS ?? 40_000);
const steadySeconds = 10;

/** Relay, then consumer, then both at once, each from a backlog; then as many events as come half as fast. */
export async function ratesOverKafka(onProgress, { connectionString, endpoints, partitions, reference }) {
  const log = await BusLog.open(connectionString, `kafka${partitions}`);
  const kafka = await openKafka(endpoints, log, partitions);
  const name = `${partitions} partitions`;
  await log.fill(backlog);
  let published = 0;
  let relay;
  const publishing = await rate(backlog, async () => {
    relay = relayOf(log, kafka, (events) => (published += events));
    await until(() => published, backlog);
  });
  tellRate(onProgress, `${name}: log to acknowledgement`, publishing, reference);
  let [consumer, delays] = [undefined, []];
  const consume = () => log.consume(kafka.bus, (tookMs) => delays.push(...tookMs));
  const consuming = await rate(backlog, async () => {
    consumer = await consume();
    await until(() => consumer.handled, backlog);
  });
  tellRate(onProgress, `${name}: Kafka to committed effect`, consuming, reference);
  await relay.stop();
  await log.fill(backlog);
  const both = await rate(backlog, async () => {
    relay = relayOf(log, kafka);
    await until(() => consumer.handled, 2 * backlog);
  });
  tellRate(onProgress, `${name}: log to committed effect, both in one process`, both, reference);
  delays = [];
  await atHalf(onProgress, name, { connectionString, log, consumer, both, delays: () => delays });
  await consumer.stop();
  await relay.stop();
  await log.close();
}

export async function ratesOverPostgres(onProgress, { connectionString }) {
  const log = await BusLog.open(connectionString, 'alone');
  await log.fill(backlog);
  const bus = new PostgresEventBus({ [log.source]: log.stored });
  let [consumer, delays] = [undefined, []];
  const both = await rate(backlog, async () => {
    consumer = await log.consume(bus, (tookMs) => delays.push(...tookMs));
    await until(() => consumer.handled, backlog);
  });
  tellRate(onProgress, 'Postgres: log to committed effect', both);
  delays = [];
  await atHalf(onProgress, 'Postgres', { connectionString, log, consumer, both, delays: () => delays });
  await consumer.stop();
  await log.close();
}

async function atHalf(onProgress, name, { connectionString, log, consumer, both, delays }) {
  const perSecond = Math.round(both.perSecond / 2);
  const before = consumer.handled;
  const appended = await steadyLoad(connectionString, log, { perSecond, seconds: steadySeconds });
  await until(() => consumer.handled, before + appended);
  const what = `${name}: append to committed effect at ${Math.round(appended / steadySeconds)} events/s`;
  tellDelays(onProgress, what, delays());
}
