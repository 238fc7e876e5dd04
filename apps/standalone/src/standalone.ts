import { randomBytes } from 'node:crypto';
import { createAgentsModule } from '@svc/agents';
import { createPostgresBlobs } from '@svc/blobs';
import { AgentsAdminServiceService, AgentsServiceService } from '@svc/contracts/agents';
import { IdentityAdminServiceService, IdentityServiceService } from '@svc/contracts/identity';
import { createConversationsModule, type ConversationsModule } from '@svc/conversations';
import { assertLogEpoch, observeLogs } from '@svc/event-store';
import { createGateway, type Gateway } from '@svc/gateway';
import { createIdentityModule } from '@svc/identity';
import { createModel, createModelPort, modelTimeLimits } from '@svc/models';
import { runMigrations, type PooledDatabase } from '@svc/postgres';
import { createClient, createSocketFolder } from '@svc/rpc';
import { GracefulLifecycle, systemClock, systemIds } from '@svc/runtime';
import { collectProcessMetrics, createMetrics, type Logger } from '@svc/telemetry';
import type { Configuration } from './configuration.js';
import { contexts, type ContextName } from './contexts.js';
import type { DemoCredentials } from './credentials-file.js';
import { openDatabase, type StandaloneDatabase } from './database.js';
import { openDemo } from './demo-access.js';
import { assertPortIsFree, portError } from './free-port.js';
import { openInstallation } from './installation.js';
import { rpcPart, type ContextModule } from '@svc/service-host';

/** `iss` of the tokens. */
const tokenIssuer = 'svc-identity';

export interface StandaloneOptions {
  readonly configuration: Configuration;
  readonly logger: Logger;
  /** One line of progress for whoever started the process. */
  readonly say: (line: string) => void;
  /** The database server is gone and can't be brought back. */
  readonly onDatabaseLost: (failure: unknown) => void;
}

export interface Standalone {
  readonly lifecycle: GracefulLifecycle;
  readonly modelName: string;
  /** Known once started. */
  readonly credentials: () => DemoCredentials;
}

/** All services in one process. They speak gRPC over unix sockets, so the path of a request is that of production. */
export function createStandalone(options: StandaloneOptions): Standalone {
  const { configuration, logger, say } = options;
  const { PORT: port, HOST: host, SVC_DATA_DIR: dataDir } = configuration;
  const metrics = createMetrics();
  const model = createModelPort(createModel(configuration), { limits: modelTimeLimits(configuration) });
  const sockets = createSocketFolder(dataDir);
  const address = (name: ContextName): string => sockets.address(name);
  const clients = {
    identity: createClient(IdentityServiceService, address('identity')),
    identityAdmin: createClient(IdentityAdminServiceService, address('identity')),
    agents: createClient(AgentsServiceService, address('agents')),
    agentsAdmin: createClient(AgentsAdminServiceService, address('agents')),
  };

  const opened: {
    database?: StandaloneDatabase;
    conversations?: ConversationsModule;
    gateway?: Gateway;
    credentials?: DemoCredentials;
  } = {};
  const database = (): PooledDatabase => required(opened.database).pool;
  const shared = () => ({ database: database(), clock: systemClock, ids: systemIds });
  const { masterKey, instanceId } = openInstallation(dataDir);

  const modules: Readonly<Record<ContextName, () => ContextModule>> = {
    identity: () => createIdentityModule({ ...shared(), random: randomBytes, masterKey, tokenIssuer }),
    agents: () =>
      createAgentsModule({
        ...shared(),
        blobs: createPostgresBlobs({ database: database(), schema: 'agents' }),
      }),
    conversations: () => {
      const { identity, agents } = clients;
      const conversations = createConversationsModule({
        ...shared(),
        logger,
        metrics,
        identity,
        agents,
        model,
        owner: instanceId,
      });
      opened.conversations = conversations;
      return { ...conversations, start: () => conversations.start({ voidOwn: true }) };
    },
  };

  const lifecycle = new GracefulLifecycle({
    stopWithinMs: configuration.SVC_STOP_WITHIN_MS,
    report: (report) => logger.info('lifecycle', { ...report }),
  });
  lifecycle.add({ name: 'port', start: () => assertPortIsFree(port, host) });
  lifecycle.add({
    name: 'database',
    start: async () => {
      say('Starting the database …');
      opened.database = await openDatabase(configuration, say, logger, {
        onServerReturned: async () => opened.conversations?.voidOwn(),
        onServerLost: options.onDatabaseLost,
      });
      for (const { name, migrations } of contexts) {
        await runMigrations(database(), {
          ...migrations,
          onProgress: (migration) => say(`Migrating ${name}: ${migration}`),
        });
        await assertLogEpoch(database(), migrations.schema);
      }
      observeLogs(
        metrics,
        database(),
        contexts.map(({ name }) => name),
      );
    },
    stop: () => opened.database?.close(),
  });
  lifecycle.add({
    name: 'clients',
    stop: () => {
      for (const client of Object.values(clients)) client.close();
      sockets.remove();
    },
  });
  for (const { name } of contexts) {
    lifecycle.add(rpcPart({ name, address: address(name), create: modules[name], logger, metrics }));
  }
  lifecycle.add({
    name: 'gateway',
    start: async () => {
      const gateway = await createGateway({
        services: {
          identity: address('identity'),
          agents: address('agents'),
          conversations: address('conversations'),
        },
        issuer: tokenIssuer,
        clock: systemClock,
        ids: systemIds,
        logger,
        metrics,
        readiness: () => missing(opened),
      });
      opened.gateway = gateway;
      const processMetrics = collectProcessMetrics(metrics);
      const baseUrl = await gateway.listen(port, host).catch((failure: NodeJS.ErrnoException) => {
        processMetrics.stop();
        throw portError(failure, port, host);
      });
      opened.credentials = await openDemo(clients, dataDir, baseUrl);
    },
    stop: (graceMs) => opened.gateway?.stop(graceMs),
  });

  return { lifecycle, modelName: model.name, credentials: () => required(opened.credentials) };
}

/** What keeps the standalone from serving, in words for `/readyz`. */
async function missing(opened: {
  readonly database?: StandaloneDatabase;
  readonly credentials?: DemoCredentials;
}): Promise<readonly string[]> {
  if (!opened.credentials) return ['the demo is being prepared'];
  if (!opened.database?.isServing()) return ['the database is restarting'];
  return opened.database.pool.query({ name: 'ping', text: 'SELECT 1', values: [] }).then(
    () => [],
    () => ['the database does not answer'],
  );
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('used before it was started');
  return value;
}
