import type { DynamicModule, Type } from '@nestjs/common';
import { LocalSignals, observeLogs } from '@svc/event-store';
import { createHealthServer, type HealthServer } from '@svc/http';
import { createDatabase, type PooledDatabase } from '@svc/postgres';
import type { RpcTls } from '@svc/rpc';
import { systemClock, systemIds } from '@svc/runtime';
import { MasterKey } from '@svc/sealing';
import { collectProcessMetrics } from '@svc/telemetry';
import type { z } from 'zod';
import type { ContextDefinition } from './context-definition.js';
import { withoutEvents } from './event-tails.js';
import { kafkaAccessOf } from './kafka-access.js';
import type { KafkaEvents } from './kafka-events.js';
import type { OwnerAddresses } from './public-events/stream-owners.js';
import { readRpcTls } from './rpc-tls-files.js';
import { ContextPart } from './context-part.js';
import { migrateCommand, migrateService } from './migrate-service.js';
import { prepareDatabase } from './prepare-database.js';
import { runProcess, type StartingProcess } from './run-process.js';
import type { ServiceConfig } from './service-config.js';

export interface ServiceOptions<Config extends ServiceConfig> {
  readonly context: ContextDefinition;
  readonly schema: z.ZodType<Config> & z.ZodObject;
  /**
   * The context's Nest module, with the dependencies that are not the platform's. Called once its schema is migrated.
   */
  readonly module: (process: PreparedProcess<Config>) => Type | DynamicModule;
  /**
   * Addresses of the contexts whose events it consumes, to read events that Kafka lacks. If one is missing, the start
   * fails.
   */
  readonly eventOwners?: (config: Config) => OwnerAddresses;
}

/** Its schema is migrated. */
export interface PreparedProcess<Config extends ServiceConfig> extends StartingProcess<Config> {
  readonly database: PooledDatabase;
  /** The key for the secrets in the database. */
  readonly masterKey: MasterKey;
  /** For calls to other services. */
  readonly tls: RpcTls | undefined;
}

/**
 * One context as its own process: migrates its schema, serves gRPC, and reports its health over HTTP. With the argument
 * `migrate` it only migrates.
 */
export function runService<Config extends ServiceConfig>(options: ServiceOptions<Config>): Promise<void> {
  const { name, migrations } = options.context;
  if (process.argv[2] === migrateCommand) return migrateService(options.context, options.schema);
  return runProcess(name, options.schema, (process) => {
    const { config, lifecycle, logger, metrics } = process;
    const tls = readRpcTls(config);
    const masterKey = new MasterKey(Buffer.from(config.SVC_MASTER_KEY, 'hex'));
    let isServing = false;
    let health: HealthServer | undefined;
    const signals = new LocalSignals();
    let events: KafkaEvents | undefined;
    const database = createDatabase({
      connectionString: config.DATABASE_URL,
      maxConnections: config.SVC_DATABASE_CONNECTIONS,
      applicationName: `svc-${name}`,
      onConnectionLost: (error) => logger.warn('an idle database connection was lost', { error }),
    });
    lifecycle
      .add({
        name: 'health',
        start: async () => {
          health = await createHealthServer({
            metrics,
            logger,
            readiness: () => (isServing ? databaseAnswers(database) : [`${name} is not serving`]),
          });
          await health.listen(config.HEALTH_PORT, config.HEALTH_HOST);
        },
        stop: (graceMs) => health?.stop(graceMs),
      })
      .add({
        name: 'database',
        start: async () => {
          await prepareDatabase({ context: options.context, config, database, masterKey, logger });
          observeLogs(metrics, database, [migrations.schema]);
          collectProcessMetrics(metrics);
        },
        stop: () => database.close(),
      })
      .add({
        name: 'events',
        start: async () => {
          const access = kafkaAccessOf(config);
          if (!access) return logger.warn(withoutEvents);
          // Loads kafkajs only here.
          const { openKafkaEvents } = await import('./kafka-events.js');
          events = await openKafkaEvents({
            context: migrations.schema,
            access,
            masterKey,
            sessionMs: config.SVC_KAFKA_SESSION_MS,
            owners: options.eventOwners?.(config) ?? {},
            tls,
            database,
            signals,
            logger,
            metrics,
          });
        },
        stop: () => events?.stop(),
      })
      .add(
        new ContextPart(name, () => {
          const prepared = { ...process, database, masterKey, tls };
          return {
            context: options.context,
            module: options.module(prepared),
            bus: events?.bus ?? 'idle',
            platform: {
              database,
              clock: systemClock,
              ids: systemIds,
              logger,
              metrics,
              signals,
              installers: config.SVC_INSTALLERS,
              eventReaders: config.SVC_EVENT_READERS,
            },
            address: config.RPC_ADDRESS,
            tls,
            limits: { callsInFlight: config.SVC_RPC_CALLS_IN_FLIGHT },
          };
        }),
      )
      .add({
        name: 'readiness',
        start: () => {
          isServing = true;
        },
        stop: () => {
          isServing = false;
        },
      });
  });
}

function databaseAnswers(database: PooledDatabase): Promise<readonly string[]> {
  return database.query({ name: 'ping', text: 'SELECT 1', values: [] }).then(
    () => [],
    () => ['the database does not answer'],
  );
}
