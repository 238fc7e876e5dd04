// What a log does in a second: appends, loads, catching up, rebuilding, verifying.
import { loop, percentile } from '../percentiles.mjs';
import {
  event,
  longStreams,
  metadata,
  ordinaryLength,
  streamOf,
  tenantId,
  thingAggregate,
} from './thing-log.mjs';

const { emptyStreamHead, rebuildReadModels, verifyStreams } = await import('@svc/event-store');
const { systemIds } = await import('@svc/runtime');

/** One worker's step: appends an event to a stream, which has ten in the end. */
export function appender(store, database) {
  let streamId = '';
  let expected = emptyStreamHead;
  return async () => {
    if (expected.version % ordinaryLength === 0) {
      streamId = `${tenantId}/made/${systemIds.resourceId(tenantId)}`;
      expected = emptyStreamHead;
    }
    const { version } = expected;
    const events = [event(version === 0 ? 'ThingBegan' : 'ThingWentOn', version + 1)];
    const request = { tenantId, subject: null, streamId, expected, events, metadata };
    ({ head: expected } = await store.append(database, request));
  };
}

/** One worker's step: loads a stream somewhere in the log. */
export function loader(store, database, category, streams) {
  return () => store.loadStream(database, { tenantId, streamId: streamOf(category, randomBelow(streams)) });
}

const randomBelow = (bound) => Math.floor(Math.random() * bound);

export async function loadRates(store, database, ordinary, ms) {
  const kinds = [['thing', { length: ordinaryLength, count: ordinary }], ...Object.entries(longStreams)];
  const rates = [];
  for (const [category, { length, count }] of kinds) {
    const { perSecond, durations } = await loop(1, ms, () => loader(store, database, category, count));
    const p50 = percentile(durations, 0.5);
    rates.push({ length, perSecond, p50, p99: percentile(durations, 0.99) });
  }
  return rates;
}

/** @returns events per second of a subscription from the first event on, until the end or until the time is over */
export async function catchUpRate(store, name, how, ms) {
  let events = 0;
  const enough = Promise.withResolvers();
  const count = async (batch) => {
    events += batch.length;
  };
  const handlers = {
    forward: { forward: count },
    handle: { handle: count },
    apply: { apply: (_tx, batch) => count(batch) },
  };
  const startedAt = performance.now();
  const onFailure = (failure) => enough.reject(failure);
  const subscription = store.subscribe({ name, startAt: 'start', ...handlers[how], onFailure });
  const timer = setTimeout(() => enough.resolve(), ms);
  await Promise.race([enough.promise, subscription.caughtUp()]);
  const seconds = (performance.now() - startedAt) / 1_000;
  clearTimeout(timer);
  await subscription.stop();
  return events / seconds;
}

class Enough extends Error {}

/** @returns streams per second, whose rows are made anew until the end or until the time is over */
export async function rebuildRate(store, database, ms) {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  const onProgress = () => {
    if (seconds() * 1_000 > ms) throw new Enough();
  };
  const aggregates = [thingAggregate(store.schema)];
  await rebuildReadModels({ database, store, aggregates, onProgress }).catch((failure) => {
    if (!(failure instanceof Enough)) throw failure;
  });
  const took = seconds();
  const { rows } = await database.pool.query(`SELECT count(*)::int AS made FROM ${store.schema}.thing`);
  return rows[0].made / took;
}

/** Recomputes all chains. @throws Error when there is a fault */
export async function verification(database, schema) {
  const startedAt = performance.now();
  const { streams, events, faults } = await verifyStreams(database, schema);
  if (faults.length > 0) throw new Error(`${faults.length} faults, the first: ${JSON.stringify(faults[0])}`);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { streams, events, seconds, perSecond: events / seconds };
}
