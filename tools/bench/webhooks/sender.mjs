// The webhooks context on a log of memory's in the same database, which consumes by the bus as the standalone does.
// Each message { events, perSecond } appends that many stages (0 per second: as fast as it goes); it answers when all are
// delivered and recorded.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import '../../../test/support/source-loader.mjs';

const { createDatabase, runMigrations } = await import('@svc/postgres');
const { defineEventTypes, emptyStreamHead, EventStore, eventStoreMigrations, LocalSignals, StoredLog } =
  await import('@svc/event-store');
const { PostgresEventBus } = await import('@svc/event-bus');
const { OutgoingHttp, AddressPolicy, parseAddressRange } = await import('@svc/outgoing-http');
const { createClient, createSocketFolder } = await import('@svc/rpc');
const { systemClock, systemIds } = await import('@svc/runtime');
const { MasterKey } = await import('@svc/sealing');
const { startContext } = await import('@svc/service-host');
const { noMetrics, silentLogger } = await import('@svc/telemetry');
const { webhooksContext, WebhooksModule } = await import('@svc/webhooks');
const { WebhooksServiceService } = await import('@svc/contracts/webhooks');

const [connectionString, url] = process.argv.slice(2);
const tenantId = 'org:bench';
const eventsAtOnce = 100;
const turnMs = 10;
const requestsPerDestination = 32;
const database = createDatabase({ connectionString, maxConnections: 20, applicationName: 'webhooks.bench' });
const signals = new LocalSignals();
const logs = {};
for (const schema of ['identity', 'agents', 'memory']) {
  await runMigrations(database, { schema, folders: [eventStoreMigrations] });
  logs[schema] = new StoredLog({ schema, database, signals });
}
await runMigrations(database, webhooksContext.migrations);
const masterKey = new MasterKey(randomBytes(32));
await database.pool.query('INSERT INTO webhooks.master_key (key_id) VALUES ($1)', [masterKey.id]);
const sockets = createSocketFolder('webhooks-bench');
const context = await startContext({
  context: webhooksContext,
  module: WebhooksModule.register({
    masterKey,
    random: randomBytes,
    outgoing: new OutgoingHttp({
      policy: new AddressPolicy({ allowed: [parseAddressRange('127.0.0.1')] }),
      idleConnectionsPerHost: requestsPerDestination,
    }),
    allowsPlain: true,
    headerWord: 'svc',
    requestTimeoutMs: 10_000,
    requestsPerDestination,
    requestsInFlight: 512,
  }),
  platform: { database, clock: systemClock, ids: systemIds, logger: silentLogger, metrics: noMetrics },
  address: sockets.address('webhooks'),
  bus: new PostgresEventBus(logs),
});
await createClient(WebhooksServiceService, context.address).createDestination({
  caller: {
    tenantId,
    orgId: 'bench',
    userId: 'b',
    roleId: 'r',
    roleName: 'Bench',
    displayName: 'Bench',
    grants: [{ permissionName: 'Webhook:CreateWebhookDestination', conditions: {} }],
  },
  url,
  acceptedTypes: ['conversation-post-processing-complete'],
  retryAttempts: 3,
  inConversationOrder: false,
});

const message = { toJSON: (data) => data, fromJSON: (json) => json };
const store = new EventStore({
  schema: 'memory',
  database,
  types: defineEventTypes({
    PostProcessingStageCompleted: { message, schemaVersion: 1, visibility: 'public' },
  }),
  clock: systemClock,
  ids: systemIds,
  signals,
});

/** A stage of this many conversations, whose ids are the current time. */
async function append(count) {
  const conversationId = String(performance.timeOrigin + performance.now());
  const stage = 'POST_PROCESSING_STAGE_EXTRACT_MEMORIES';
  const events = Array.from({ length: count }, () => ({
    type: 'PostProcessingStageCompleted',
    data: { conversationId, stage },
  }));
  const streamId = `${tenantId}/post-processing/${systemIds.resourceId(tenantId)}`;
  const metadata = { actor: 'bench', correlationId: 'bench', causationId: 'bench' };
  await store.append(database, {
    tenantId,
    subject: null,
    streamId,
    expected: emptyStreamHead,
    events,
    metadata,
  });
}

async function recorded() {
  const { rows } = await database.pool.query(
    `SELECT count(*)::int AS count FROM webhooks.delivery WHERE status = 'success'`,
  );
  return rows[0].count;
}

let sent = 0;
process.on('message', async ({ events, perSecond }) => {
  const startedAt = performance.now();
  for (let appended = 0; appended < events;) {
    const due = perSecond === 0 ? events : Math.floor(((performance.now() - startedAt) * perSecond) / 1_000);
    const missing = Math.min(eventsAtOnce, due - appended, events - appended);
    if (missing > 0) await append(missing);
    else await pause(turnMs);
    appended += Math.max(0, missing);
  }
  sent += events;
  while ((await recorded()) < sent) await pause(50);
  process.send('recorded');
});
process.send('ready');
