import type { Environment } from '@svc/config';
import { Leftovers } from '@svc/conversations';
import { type DemoCredentials, openDemo } from '@svc/demo';
import { observeInboxes, type EventBus } from '@svc/event-bus';
import { LocalSignals, observeLogs } from '@svc/event-store';
import { createGateway, gatewayBounds, gatewayAudience, type Gateway } from '@svc/gateway';
import {
  type Configuration,
  contextNames,
  type ContextModules,
  contexts,
  createContextModules,
  migrate,
  openDatabase,
  openErasures,
  openInstallation,
  openLocalServices,
  type StandaloneDatabase,
  tokenIssuer,
} from '@svc/installation';
import { createMemoryExtractor } from '@svc/memory';
import { createModelCatalogue, Models, type ModelServers } from '@svc/models';
import { assertPortIsFree, GracefulLifecycle, portError, systemClock, systemIds } from '@svc/runtime';
import { ContextPart } from '@svc/service-host';
import { collectProcessMetrics, createMetrics, type Logger, type Traces } from '@svc/telemetry';
import { openEventBus } from './event-bus.js';

export interface StandaloneOptions {
  readonly configuration: Configuration;
  /** The source of model keys. Default: none. */
  readonly environment?: Environment;
  readonly logger: Logger;
  /** One line of progress for the user who started the process. */
  readonly say: (line: string) => void;
  /** Ends after everything that is traced. */
  readonly traces?: Traces | undefined;
  /** The database server is gone and can't be brought back. */
  readonly onDatabaseLost: (error: unknown) => void;
}

export interface Standalone {
  readonly lifecycle: GracefulLifecycle;
  readonly modelName: string;
  readonly modelServers: Pick<ModelServers, 'outOfReach'>;
  /** Set once started. */
  readonly credentials: () => DemoCredentials;
}

/** Opened by the parts, for later ones. */
interface Opened {
  database?: StandaloneDatabase;
  modules?: ContextModules;
  bus?: EventBus;
  gateway?: Gateway;
  credentials?: DemoCredentials;
}

/**
 * All services in one process. They call each other as over gRPC, with the same bytes but no connection (ADR 22); their
 * unix sockets are for the installer's commands.
 */
export function createStandalone(options: StandaloneOptions): Standalone {
  const { configuration, logger, say } = options;
  const { PORT: port, HOST: host, SVC_DATA_DIR: dataDir } = configuration;
  const metrics = createMetrics();
  const models = new Models(createModelCatalogue(configuration, options.environment ?? {}), {
    logger,
    metrics,
  });
  const installation = openInstallation(dataDir, say);
  const services = openLocalServices(dataDir);
  const opened: Opened = {};
  const signals = new LocalSignals();
  const parts = contexts.map(
    (context) =>
      new ContextPart(context.name, () => ({
        context,
        module: required(opened.modules)[context.name],
        platform: {
          database: required(opened.database).pool,
          clock: systemClock,
          ids: systemIds,
          logger,
          metrics,
          signals,
        },
        bus: required(opened.bus),
        address: services.addressOf(context.name),
        limits: { callsInFlight: configuration.SVC_RPC_CALLS_IN_FLIGHT },
      })),
  );
  const conversations = parts.find(({ name }) => name === 'conversations');

  const lifecycle = new GracefulLifecycle({
    stopWithinMs: configuration.SVC_STOP_WITHIN_MS,
    report: (report) => {
      logger.info('lifecycle', { ...report });
      if (report.type === 'stopping' && report.reason.startsWith('SIG'))
        say('Stopping: turns under way end first …');
    },
  });
  lifecycle.add({ name: 'traces', stop: () => options.traces?.shutdown() });
  lifecycle.add({ name: 'port', start: () => assertPortIsFree(port, host) });
  lifecycle.add({
    name: 'models',
    start: () => models.servers.start(),
    stop: () => models.servers.stop(),
  });
  lifecycle.add({
    name: 'database',
    start: async () => {
      say('Starting the database …');
      opened.database = await openDatabase(configuration, say, logger, {
        onServerReturned: async () => void (await conversations?.get(Leftovers)?.voidOwn()),
        onServerLost: options.onDatabaseLost,
      });
    },
    stop: () => opened.database?.close(),
  });
  // A separate part: its errors stop the server, which a part that fails to start would leave running.
  lifecycle.add({
    name: 'schemas',
    start: async () => {
      await migrate(required(opened.database), installation, configuration, say);
      const database = required(opened.database).pool;
      observeLogs(metrics, database, contextNames);
      observeInboxes(metrics, database, contextNames);
      metrics.gauge({
        name: 'database_takes_changes',
        description: '0 while the disk of the embedded database is nearly full: then it is only read.',
        observe: () => [{ value: opened.database?.takesChanges() ? 1 : 0 }],
      });
      opened.bus = openEventBus(database, signals);
      opened.modules = createContextModules({
        database,
        installation,
        erasures: openErasures(configuration, say),
        services,
        models,
        extractor: createMemoryExtractor(models),
        configuration,
      });
    },
  });
  lifecycle.add({
    name: 'connections',
    start: () => services.removeAbandonedSockets(systemClock.now()),
    stop: () => {
      services.disconnect();
      services.removeSockets();
    },
  });
  for (const part of parts) lifecycle.add(part);
  lifecycle.add({
    name: 'gateway',
    start: async () => {
      const gateway = await createGateway({
        services: {
          identity: services.addressOf('identity'),
          agents: services.addressOf('agents'),
          conversations: services.addressOf('conversations'),
          memory: services.addressOf('memory'),
          webhooks: services.addressOf('webhooks'),
          world: services.addressOf('world'),
        },
        issuer: tokenIssuer,
        ...gatewayBounds(configuration),
        ...gatewayAudience(configuration),
        bus: opened.bus,
        clock: systemClock,
        ids: systemIds,
        logger,
        metrics,
        readiness: () => missing(opened),
      });
      opened.gateway = gateway;
      collectProcessMetrics(metrics);
      const baseUrl = await gateway.listen(port, host).catch((error: NodeJS.ErrnoException) => {
        throw portError(error, port, host);
      });
      opened.credentials = await openDemo(services.clients, dataDir, baseUrl);
    },
    stop: (graceMs) => opened.gateway?.stop(graceMs),
  });

  return {
    lifecycle,
    modelName: models.identity.name,
    modelServers: models.servers,
    credentials: () => required(opened.credentials),
  };
}

/** Why the standalone can't serve, in words for `/readyz`. */
async function missing(opened: Opened): Promise<readonly string[]> {
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
