import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadConfig } from '@svc/config';
import { UserDeleted } from '@svc/contracts/identity';
import { ConversationsModule } from '@svc/conversations';
import { defineEventTypes, emptyStreamHead, EventStore, LocalSignals } from '@svc/event-store';
import { contexts } from '@svc/installation';
import { createModelCatalogue, modelConfig, Models } from '@svc/models';
import { createSocketFolder } from '@svc/rpc';
import { systemClock, systemIds } from '@svc/runtime';
import { startContext, type RunningContext } from '@svc/service-host';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { createTestDatabase, TestKeys, type TestDatabase } from '@svc/testing';
import { openEventBus } from './event-bus.js';

const [, , conversationsContext] = contexts;
const sockets = createSocketFolder(`bus-test-${process.pid}`);
const signals = new LocalSignals();
const subject = 'org:demo/user/65f0c0ffee65f0c0ffee65f0';
let test: TestDatabase;
let conversations: RunningContext;
beforeAll(async () => {
  test = await createTestDatabase({ migrations: contexts.map(({ migrations }) => migrations) });
  const { database } = test;
  conversations = await startContext({
    context: conversationsContext,
    module: ConversationsModule.register({
      identityAddress: sockets.address('identity'),
      agentsAddress: sockets.address('agents'),
      memoryAddress: sockets.address('memory'),
      models: new Models(createModelCatalogue(loadConfig(modelConfig, {}), {})),
      owner: 'tested',
    }),
    platform: {
      database,
      clock: systemClock,
      ids: systemIds,
      logger: silentLogger,
      metrics: noMetrics,
      signals,
    },
    bus: openEventBus(database, signals),
    address: sockets.address('conversations'),
  });
});
afterAll(async () => {
  await conversations?.stop(0);
  await test.drop();
  sockets.remove();
});

async function erasedInConversations(): Promise<readonly string[]> {
  const { rows } = await test.database.query<{ subject: string }>({
    name: 'erased',
    text: 'SELECT subject FROM conversations.erased_subject WHERE completed_at IS NOT NULL',
    values: [],
  });
  return rows.map((row) => row.subject);
}

it("delivers identity's events to the consumers of other contexts in the same process", async () => {
  const identity = new EventStore({
    schema: 'identity',
    database: test.database,
    types: defineEventTypes({
      UserDeleted: { message: UserDeleted, schemaVersion: 1, visibility: 'public' },
    }),
    clock: systemClock,
    ids: systemIds,
    vault: { keys: new TestKeys(), random: randomBytes, blobs: undefined },
    signals,
  });
  await identity.append(test.database, {
    tenantId: 'org:demo',
    streamId: subject,
    subject,
    expected: emptyStreamHead,
    events: [{ type: 'UserDeleted', data: {} }],
    metadata: { actor: 'user:1', correlationId: 'request-1', causationId: 'request-1' },
  });
  // Another transaction of the server may delay the log.
  while ((await erasedInConversations()).length === 0);
  expect(await erasedInConversations()).toEqual([subject]);
});
