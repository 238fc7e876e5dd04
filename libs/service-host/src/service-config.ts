import { choice, endpoints, filePath, flag, names, port, text, url, wholeNumber } from '@svc/config';
import { z } from 'zod';

/** Configuration of every process that serves or calls over the network. */
export const rpcTlsConfig = z.object({
  SVC_RPC_CA: text()
    .optional()
    .describe(
      'PEM file: certificate of the authority that signs those of all services; calls then use mutual TLS',
    ),
  SVC_RPC_CERT: text()
    .optional()
    .describe('PEM file: certificate of this process, which names its host and the process itself'),
  SVC_RPC_KEY: text().optional().describe('PEM file: private key of that certificate'),
});

/** A master key, as `openssl rand -hex 32` makes one. */
export function masterKeyHex() {
  return text().regex(/^[0-9a-f]{64}$/, { error: 'must be 64 hex digits (openssl rand -hex 32)' });
}

/** Configuration of every process of this system. */
export const processConfig = z.object({
  SVC_LOG_LEVEL: choice(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('least level of log lines'),
  SVC_STOP_WITHIN_MS: wholeNumber({ min: 1_000, max: 600_000 })
    .default(30_000)
    .describe('how long running work may go on after SIGTERM, in ms'),
  ...rpcTlsConfig.shape,
});

/** Configuration of every process that serves RPCs. */
export const rpcServerConfig = z.object({
  SVC_RPC_CALLS_IN_FLIGHT: wholeNumber({ min: 4, max: 100_000 })
    .default(2_000)
    .describe('calls that each service runs at the same time, streams among them; more are refused'),
});

/** Configuration of every process with event logs. */
export const eventLogConfig = z.object({
  SVC_EVENT_PARTITIONS: wholeNumber({ min: 1, max: 64 })
    .default(4)
    .describe(
      'partitions of an event log, by a hash of the stream; changes nothing of logs that are made already',
    ),
});

/** Configuration of every process that publishes or consumes events over Kafka. */
export const kafkaConfig = z.object({
  KAFKA_BROKERS: endpoints()
    .optional()
    .describe(
      'host:port of Kafka brokers, separated by commas, which carry events between processes; without, none are carried',
    ),
  SVC_INSTALLATION: text()
    .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, { error: 'must hold small letters, digits and -, at most 32' })
    .optional()
    .describe(
      'id of this installation in topics and messages, the same in all of its processes; needed with KAFKA_BROKERS',
    ),
  SVC_KAFKA_PREFIX: text()
    .regex(/^[a-z][a-z0-9_-]{0,62}$/, { error: 'must hold small letters, digits, _ and -' })
    .optional()
    .describe('what the names of topics and groups begin with; default: svc- and SVC_INSTALLATION'),
  SVC_KAFKA_TLS: flag().default(false).describe('on: TLS to the brokers, whose certificates are verified'),
  SVC_KAFKA_CA: filePath()
    .optional()
    .describe("PEM file: certificate of the authority of the brokers; default: the system's authorities"),
  SVC_KAFKA_CERT: filePath().optional().describe('PEM file: certificate of this process for the brokers'),
  SVC_KAFKA_KEY: filePath().optional().describe('PEM file: private key of that certificate'),
  SVC_KAFKA_SASL: choice(['plain', 'scram-sha-256', 'scram-sha-512'])
    .optional()
    .describe('how this process signs in to the brokers; plain needs TLS'),
  SVC_KAFKA_USER: text().optional().describe('user for SVC_KAFKA_SASL'),
  SVC_KAFKA_PASSWORD: text().optional().describe('password for SVC_KAFKA_SASL (secret)'),
});

export type KafkaConfig = z.infer<typeof kafkaConfig>;

/** The contexts, which consume each other's events; the gateway is not one. */
const defaultEventReaders = ['agents', 'conversations', 'identity', 'memory', 'webhooks', 'world'] as const;

/** Configuration of every service with its own database. */
export const serviceConfig = processConfig.extend({
  ...rpcServerConfig.shape,
  ...kafkaConfig.shape,
  SVC_KAFKA_SESSION_MS: wholeNumber({ min: 6_000, max: 300_000 })
    .default(30_000)
    .describe(
      'how long others wait for a process that was killed before they take over its events, in ms; too short, and one that is held up loses its own',
    ),
  ...eventLogConfig.shape,
  DATABASE_URL: url(['postgres:', 'postgresql:']).describe(
    'PostgreSQL server that holds the schema of this service',
  ),
  SVC_MIGRATIONS: choice(['all', 'expand'])
    .default('all')
    .describe(
      'which migrations this process applies at its start; expand: not those that take away what the release before uses, which the command migrate applies once that has ended',
    ),
  SVC_DATABASE_CONNECTIONS: wholeNumber({ min: 2, max: 200 })
    .default(20)
    .describe('upper bound of database connections'),
  SVC_MASTER_KEY: masterKeyHex().describe(
    '32 bytes in hex that wrap the secrets in the database of this service, of its own (secret)',
  ),
  SVC_INSTALLERS: names()
    .default(['installer'])
    .describe(
      'names of the certificates that may call the admin services over the network, separated by commas',
    ),
  SVC_EVENT_READERS: names()
    .default([...defaultEventReaders])
    .describe(
      'names of the certificates that may read the public events of this service over the network, separated by commas',
    ),
  RPC_ADDRESS: text()
    .default('0.0.0.0:50051')
    .describe('where the gRPC services listen: host:port or unix:///path'),
  HEALTH_HOST: text().default('0.0.0.0').describe('address of /livez, /readyz and /metrics'),
  HEALTH_PORT: port().default(8081).describe('port of /livez, /readyz and /metrics'),
});

export type ServiceConfig = z.infer<typeof serviceConfig>;
