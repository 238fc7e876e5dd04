import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createMetrics } from '@svc/telemetry';
import type { TestDatabase } from '@svc/testing';
import { opened } from '../../test/account.js';
import {
  createAccountDatabase,
  metadata,
  newAccountStream,
  openStore,
  schema,
  subject,
  tenant,
} from '../../test/account-log.js';
import { emptyStreamHead } from '../stream-head.js';
import { observeLogs } from './log-metrics.js';

let test: TestDatabase;
beforeAll(async () => {
  test = await createAccountDatabase();
});
afterAll(() => test.drop());

/** The samples of one series. */
const samplesOf = (exposed: string, series: string) =>
  exposed.split('\n').filter((line) => line.startsWith(series));

it('a scrape shows how many streams wait for the installer', async () => {
  const metrics = createMetrics();
  observeLogs(metrics, test.database, [schema]);
  const store = openStore(test, { pollMs: 20 });
  const events = [opened('Ada')];
  const request = { tenantId: tenant, subject, expected: emptyStreamHead, events, metadata };
  await store.append(test.database, { ...request, streamId: newAccountStream() });
  const subscription = store.subscribe({
    name: 'picky',
    startAt: 'start',
    attempts: 1,
    apply: () => Promise.reject(new Error('no')),
    onError: () => undefined,
  });
  await subscription.caughtUp();
  await subscription.stop();
  expect(samplesOf(await metrics.expose(), 'event_subscription_parked_streams{')).toContain(
    'event_subscription_parked_streams{context="bank",subscription="picky"} 1',
  );
});

it('a scrape shows who holds the horizon back, and how far each subscription is behind', async () => {
  const metrics = createMetrics();
  observeLogs(metrics, test.database, [schema]);
  const store = openStore(test);
  const subscription = store.subscribe({
    name: 'list',
    startAt: 'start',
    apply: async () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  await subscription.caughtUp();
  await subscription.stop();
  const events = [opened('Ada')];
  const request = {
    tenantId: tenant,
    subject,
    streamId: newAccountStream(),
    expected: emptyStreamHead,
    events,
    metadata,
  };
  await store.append(test.database, request);
  const blocker = await test.database.pool.connect();
  await blocker.query(`SET application_name = 'long rebuild'; BEGIN; SELECT pg_current_xact_id()`);

  let exposed = await metrics.expose();
  // Other tests write on the same server: theirs may be older, but ends.
  while (!exposed.includes('long rebuild')) exposed = await metrics.expose();

  await blocker.query('ROLLBACK');
  blocker.release();
  const horizon = samplesOf(exposed, 'event_horizon_age_seconds{').find((sample) =>
    sample.includes('long rebuild'),
  );
  expect(horizon).toContain('application="long rebuild"');
  expect(horizon).toContain('state="idle in transaction"');
  const [lag = ''] = samplesOf(exposed, 'event_subscription_lag_seconds{');
  expect(lag).toMatch(/context="bank",subscription="list"\} \d*\.?\d+/);
  expect(Number(lag.split(' ').at(-1))).toBeGreaterThan(0);
});
