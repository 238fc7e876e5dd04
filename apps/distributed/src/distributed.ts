import { fileURLToPath } from 'node:url';
import { type DemoCredentials, openDemo } from '@svc/demo';
import { StartupError } from '@svc/errors';
import {
  assertReadable,
  byService,
  connectServices,
  contexts,
  existingMasterKey,
  installationId,
  makeCertificates,
  openDatabase,
  openInstallation,
  installerTls,
  type ProcessName,
  processNames,
  removeAddresses,
  type ServiceConnections,
  type StandaloneDatabase,
  writeAddresses,
} from '@svc/installation';
import { kafkaAccessOf } from '@svc/service-host';
import { assertPortIsFree, findFreePorts, GracefulLifecycle } from '@svc/runtime';
import type { Logger } from '@svc/telemetry';
import type { Configuration } from './configuration.js';
import { assertConnectionBudget } from './connection-budget.js';
import { connectionsBesidePool, ensureServiceRoles } from './database-roles.js';
import type { LogView } from './log-view.js';
import { prepareTopics } from './prepare-topics.js';
import { ProcessGroup } from './process-group.js';
import { environmentOf, type Surroundings } from './process-environments.js';
import { SupervisedProcess } from './supervised-process.js';

export interface DistributedOptions {
  readonly configuration: Configuration;
  /** Of this process; it also has the services' variables. */
  readonly environment: Surroundings['environment'];
  readonly logger: Logger;
  readonly view: LogView;
  /** One line of progress for the user who started the process. */
  readonly say: (line: string) => void;
  /** The embedded database server is gone and can't be brought back. */
  readonly onDatabaseLost: (error: unknown) => void;
}

export interface Distributed {
  readonly lifecycle: GracefulLifecycle;
  /** Set once started. */
  readonly credentials: () => DemoCredentials;
}

/** Opened by the parts, for later ones. */
interface Opened {
  port?: number;
  database?: StandaloneDatabase;
  surroundings?: Surroundings;
  connections?: ServiceConnections;
  credentials?: DemoCredentials;
}

/**
 * The services and the gateway as a process each, on the data folder and database of a standalone. They speak gRPC over
 * TCP with mutual TLS, and each signs in to the database by its own role.
 */
export function createDistributed(options: DistributedOptions): Distributed {
  const { configuration, environment, logger, view, say } = options;
  const { SVC_DATA_DIR: dataDir } = configuration;
  const { instanceId } = openInstallation(dataDir, say);
  const { SVC_INSTALLATION: installation = installationId(dataDir) } = configuration;
  const kafka = kafkaAccessOf({ ...configuration, SVC_INSTALLATION: installation });
  const opened: Opened = {};
  const lifecycle = new GracefulLifecycle({
    stopWithinMs: configuration.SVC_STOP_WITHIN_MS,
    report: (report) => {
      logger.info('lifecycle', { ...report });
      if (report.type === 'stopping' && report.reason.startsWith('SIG'))
        say('Stopping: turns under way end first …');
      if (report.type === 'part-stop-failed')
        say(`${report.part} did not stop well: ${String(report.error)}`);
    },
  });

  lifecycle.add({
    name: 'port',
    start: async () => {
      const [free = 0] = configuration.PORT === 0 ? await findFreePorts(1) : [configuration.PORT];
      opened.port = free;
      await assertPortIsFree(free, configuration.HOST);
    },
  });
  lifecycle.add({
    name: 'database',
    start: async () => {
      say('Starting the database …');
      opened.database = await openDatabase(databaseSettings(configuration), say, logger, {
        // Services recover their abandoned work themselves: leases expire.
        onServerReturned: async () => undefined,
        onServerLost: options.onDatabaseLost,
      });
    },
    stop: () => opened.database?.close(),
  });
  // A separate part: its errors stop the server, which a part that fails to start would leave running.
  lifecycle.add({
    name: 'surroundings',
    start: async () => {
      const database = required(opened.database);
      await assertReadable(database);
      await assertConnectionBudget(database.pool, configuration.SVC_DATABASE_CONNECTIONS);
      await prepareTopics(kafka, say);
      makeCertificates(dataDir);
      const ports = await portsFrom(configuration.SVC_SERVICE_PORTS, 2 * contexts.length);
      opened.surroundings = {
        configuration: { ...configuration, PORT: required(opened.port) },
        environment,
        addresses: byService((_name, index) => `localhost:${ports[index]}`),
        healthPorts: byService((_name, index) => ports[contexts.length + index] ?? 0),
        databaseUrls: await ensureServiceRoles(database.pool, configuration.SVC_DATABASE_CONNECTIONS),
        masterKey: existingMasterKey(dataDir),
        instanceId,
        installation,
      };
    },
    stop: () => removeAddresses(dataDir),
  });
  const processes = processNames.map((name) => {
    const env = () => environmentOf(name, required(opened.surroundings));
    const process = new SupervisedProcess({ name, program: programOf(name), env, view, say });
    return { name, process };
  });
  lifecycle.add(new ProcessGroup(processes.map(({ process }) => process)));
  lifecycle.add({
    name: 'demo',
    start: async () => {
      const surroundings = required(opened.surroundings);
      const { addresses } = surroundings;
      const connections = connectServices((name) => addresses[name], installerTls(dataDir));
      opened.connections = connections;
      opened.credentials = await openDemo(connections.clients, dataDir, baseUrl(surroundings.configuration));
      writeAddresses(dataDir, addresses);
      for (const { name, process } of processes) say(describe(name, process.pid, surroundings));
    },
    stop: () => opened.connections?.disconnect(),
  });
  return { lifecycle, credentials: () => required(opened.credentials) };
}

/** @throws StartupError if a port is taken */
async function portsFrom(first: number | undefined, count: number): Promise<readonly number[]> {
  if (first === undefined) return findFreePorts(count);
  const ports = Array.from({ length: count }, (_, index) => first + index);
  for (const port of ports) {
    await assertPortIsFree(port, '127.0.0.1').catch((cause: unknown) => {
      throw new StartupError(
        `Port ${port} is taken, and SVC_SERVICE_PORTS=${first} needs ${count} from ${first} on: choose another.`,
        { cause },
      );
    });
  }
  return ports;
}

/** Checks that the server has room for the services and the few connections of this process. */
function databaseSettings(configuration: Configuration) {
  const perService = configuration.SVC_DATABASE_CONNECTIONS + connectionsBesidePool;
  return { ...configuration, SVC_DATABASE_CONNECTIONS: contexts.length * perService };
}

/** Next to this app's folder, built or not like this one. */
function programOf(name: ProcessName): string {
  const entry = import.meta.url.endsWith('.ts') ? 'src/main.ts' : 'dist/main.js';
  return fileURLToPath(new URL(`../../${name}/${entry}`, import.meta.url));
}

function describe(
  name: ProcessName,
  pid: number | undefined,
  { addresses, healthPorts }: Surroundings,
): string {
  if (name === 'gateway') return `gateway: process ${pid}`;
  return `${name}: process ${pid}, gRPC on ${addresses[name]} (mutual TLS), health on http://127.0.0.1:${healthPorts[name]}`;
}

/** As clients on this machine reach the gateway. */
function baseUrl({ HOST: host, PORT: port }: Configuration): string {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('used before it was started');
  return value;
}
