// What a consumer costs to which nothing comes.
import { setTimeout as pause } from 'node:timers/promises';
import '../../../test/support/source-loader.mjs';
import { BusLog } from './bus-log.mjs';
import { openKafka } from './relay.mjs';

const { PostgresEventBus } = await import('@svc/event-bus');

const idleMs = 15_000;

export async function idleConsumers(onProgress, { connectionString, endpoints, partitions }) {
  const log = await BusLog.open(connectionString, 'idle');
  const before = await spent(log);
  const overKafka = await log.consume((await openKafka(endpoints, log, partitions)).bus);
  tell(onProgress, `a consumer over Kafka (${partitions} partitions)`, before, await spent(log));
  await overKafka.stop();
  const overPostgres = await log.consume(new PostgresEventBus({ [log.source]: log.stored }));
  tell(onProgress, 'a consumer over Postgres', before, await spent(log));
  await overPostgres.stop();
  await log.close();
}

/** @returns processor time of this process and transactions of the database, each per second, once all has settled */
async function spent({ database }) {
  const transactions = async () => {
    const text =
      'SELECT xact_commit::integer AS done FROM pg_stat_database WHERE datname = current_database()';
    const { rows } = await database.query({ name: 'transactions', text, values: [] });
    return rows[0].done;
  };
  await pause(5_000);
  const [cpu, done] = [process.cpuUsage(), await transactions()];
  await pause(idleMs);
  const { user, system } = process.cpuUsage(cpu);
  const perSecond = (value) => (value * 1_000) / idleMs;
  return {
    milliseconds: perSecond((user + system) / 1_000),
    transactions: perSecond((await transactions()) - done),
  };
}

function tell(onProgress, what, before, { milliseconds, transactions }) {
  const more = (value) => Number(value.toFixed(1));
  onProgress({
    name: `${what}, idle: processor time`,
    value: more(milliseconds - before.milliseconds),
    unit: 'ms/s',
  });
  onProgress({
    name: `${what}, idle: transactions`,
    value: more(transactions - before.transactions),
    unit: '/s',
  });
}
