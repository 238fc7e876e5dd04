// How long events wait for their effect while the members of a group change, and while a broker leaves.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BusLog } from './bus-log.mjs';
import { clientOf, newPrefix, relayOf } from './relay.mjs';
import { steadyLoad } from './steady-load.mjs';
import '../../../test/support/source-loader.mjs';

const { createTopics, TopicNames } = await import('@svc/event-bus-kafka');

const perSecond = 400;
const partitions = 12;
/** A member that says nothing is missed after 30 s. */
const [usualMs, killMs] = [10_000, 45_000];

/** Three brokers, of which one is stopped in order at the end. */
export async function pausesOfDelivery(onProgress, { connectionString, cluster }) {
  const { endpoints } = cluster;
  const log = await BusLog.open(connectionString, 'pauses');
  const [kafka, prefix] = [clientOf(endpoints), newPrefix()];
  const names = new TopicNames(prefix);
  await createTopics(kafka, { names, sources: [log.source], partitions });
  const relay = relayOf(log, { kafka, names });
  const effects = [];
  const join = () => {
    const args = [connectionString, log.source, endpoints, prefix];
    const member = fork(path.join(import.meta.dirname, 'member.mjs'), args);
    member.on('message', (told) => effects.push(...told.effects));
    return member;
  };
  const first = join();
  let second;
  const cases = [
    ['nothing changes', usualMs, () => undefined],
    ['a consumer joins', usualMs, () => (second = join())],
    ['a consumer leaves', usualMs, () => second.send('leave')],
    ['another one joins', usualMs, () => (second = join())],
    ['a consumer is killed', killMs, () => second.kill('SIGKILL')],
    ['a broker of three is stopped', usualMs, () => cluster.brokers[1].stop()],
  ];
  const wholeMs = cases.reduce((sum, [, ms]) => sum + ms, 2 * usualMs);
  const load = steadyLoad(connectionString, log, { perSecond, seconds: wholeMs / 1_000 });
  await pause(usualMs);
  for (const [what, ms, act] of cases) {
    const from = Date.now();
    await act();
    await pause(ms - (Date.now() - from));
    tellLongest(onProgress, what, effects, from);
  }
  await load;
  first.send('leave');
  await once(first, 'exit');
  await relay.stop();
  await log.close();
}

function tellLongest(onProgress, what, effects, from) {
  const meanwhile = effects
    .filter(({ appendedAtMs }) => appendedAtMs >= from - 1_000)
    .map(({ tookMs }) => tookMs);
  const value = meanwhile.reduce((longest, tookMs) => Math.max(longest, tookMs), 0);
  onProgress({
    name: `longest from append to effect at ${perSecond} events/s when ${what}`,
    value,
    unit: 'ms',
  });
}
