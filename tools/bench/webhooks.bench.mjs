// Webhooks from the event to the recorded response of a local receiver, in separate processes, compared with the same HTTP
// client that posts as many bodies and does nothing else; then at half of that rate.
// Usage: npm run bench -- webhooks [--deliveries=100000] (default 20,000)
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import '../../test/support/source-loader.mjs';
import { percentile } from './percentiles.mjs';

const { startEmbeddedPostgres } = await import('@svc/postgres');
const { descendantsOf } = await import('../../test/support/processes.ts');

const defaultDeliveries = 20_000;
const steadySeconds = 10;
/** Of `getconf CLK_TCK`, which is 100 on every Linux of ours. */
const msPerTick = 10;

/** Processor time of a process with those of its children that have ended, in ms. */
function processorMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * msPerTick, 0);
}

/** The database server with all of its processes. */
const databaseMs = () =>
  descendantsOf(process.pid)
    .filter(({ command }) => command === 'postgres')
    .reduce((sum, { pid }) => sum + processorMs(pid), 0);

async function start(file, ...args) {
  const child = fork(path.join(import.meta.dirname, 'webhooks', file), args);
  const [said] = await once(child, 'message');
  return { child, said };
}

async function ask({ child }, message) {
  const answered = once(child, 'message');
  child.send(message);
  return (await answered)[0];
}

/** Delivers this many. @returns rate, processor time of a delivery in the sender and in the database in ms, delays in ms */
async function measure({ sender, receiver, count, message }) {
  const [ownMs, serverMs, startedAt] = [processorMs(sender.child.pid), databaseMs(), performance.now()];
  await ask(sender, message);
  const tookMs = performance.now() - startedAt;
  const [inSender, inDatabase] = [processorMs(sender.child.pid) - ownMs, databaseMs() - serverMs];
  const { different, delays } = await ask(receiver, 'tell');
  if (different < count) throw new Error(`${count - different} of ${count} deliveries were lost.`);
  return {
    perSecond: Math.round((count * 1_000) / tookMs),
    repeated: delays.length - different,
    inSender: inSender / count,
    inDatabase: inDatabase / count,
    delays,
  };
}

const rounded = (value) => Number(value.toFixed(3));

export async function run(onProgress, parameters = []) {
  const asked = parameters.find((parameter) => parameter.startsWith('--deliveries='));
  const count = Number(asked?.slice('--deliveries='.length) ?? defaultDeliveries);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'svc-webhooks-'));
  const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: () => {} });
  const children = [];
  const removeAll = async () => {
    for (const { child } of children) child.kill();
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  };
  // Interrupted, it leaves no server behind.
  const leave = () => void removeAll().finally(() => process.exit(130));
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    const receiver = await start('receiver.mjs');
    children.push(receiver);
    const url = `http://127.0.0.1:${receiver.said.port}/`;
    const posting = await start('reference.mjs', url, String(count));
    children.push(posting);
    const reference = await measure({ sender: posting, receiver, count, message: 'go' });
    const sender = await start('sender.mjs', server.connectionString, url);
    children.push(sender);
    const all = await measure({ sender, receiver, count, message: { events: count, perSecond: 0 } });
    onProgress({
      name: `${count} events to recorded deliveries`,
      value: all.perSecond,
      unit: 'deliveries/s',
      reference: reference.perSecond,
      ratio: rounded(all.perSecond / reference.perSecond),
    });
    onProgress({ name: 'lost / repeated', value: `0 / ${all.repeated}`, unit: 'deliveries' });
    onProgress({
      name: 'processor time of a delivery, sender and database',
      value: rounded(all.inSender + all.inDatabase),
      unit: 'ms',
      reference: rounded(reference.inSender),
      ratio: rounded((all.inSender + all.inDatabase) / reference.inSender),
    });
    onProgress({
      name: 'of this in the sender / in the database',
      value: `${rounded(all.inSender)} / ${rounded(all.inDatabase)}`,
      unit: 'ms',
    });
    const perSecond = Math.round(all.perSecond / 2);
    const events = perSecond * steadySeconds;
    const { delays } = await measure({ sender, receiver, count: events, message: { events, perSecond } });
    const figures = [0.5, 0.99].map((part) => percentile(delays, part).toFixed(1));
    onProgress({
      name: `event to first byte at ${perSecond} events/s, p50 / p99`,
      value: figures.join(' / '),
      unit: 'ms',
    });
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    await removeAll();
  }
}
