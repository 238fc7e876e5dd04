import type { ConnectionOptions } from 'node:tls';
import { Kafka, logLevel, type KafkaConfig, type LogEntry, type SASLOptions } from 'kafkajs';
import { quietRequestQueues } from './request-queue.js';
import { passBySilentBrokers } from './silent-brokers.js';

/** Log lines of kafkajs, mostly about connections that it reopens itself. */
export type ClientLog = (level: 'debug' | 'info' | 'warn' | 'error', message: string, detail: object) => void;

/** What the brokers demand of a client. */
export interface KafkaSecurity {
  /** Undefined: connections are in plain text. */
  readonly tls?: KafkaTls | undefined;
  /** Undefined: it does not sign in. */
  readonly sasl?: KafkaSasl | undefined;
}

export interface KafkaTls {
  /** PEM of the authority of the brokers. Undefined: those of the system. */
  readonly ca?: Buffer | undefined;
  /** PEM of this client's certificate and its private key. */
  readonly certificate?: Buffer | undefined;
  readonly key?: Buffer | undefined;
}

export interface KafkaSasl {
  readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
  readonly username: string;
  readonly password: string;
}

export interface KafkaClientOptions extends KafkaSecurity {
  /** Names this process in the broker's logs and metrics. */
  readonly clientId: string;
  /** host:port of some brokers of the cluster. */
  readonly brokers: readonly string[];
  /** Left out: nothing is logged. */
  readonly log?: ClientLog;
  /** Retries of kafkajs itself. Default: ten within about 20 s. */
  readonly retry?: KafkaConfig['retry'];
  /** Maximum time for the response to a request, in milliseconds. Default 5,000. */
  readonly answerWithinMs?: number;
}

const connectWithinMs = 2_000;
/** Default retries of a client. */
export const usualRetry = {
  retries: 10,
  initialRetryTime: 50,
  maxRetryTime: 2_000,
  factor: 0.2,
  multiplier: 2,
};

/** A client of a cluster. It connects to nothing before it is used. */
export function createKafkaClient(options: KafkaClientOptions): Kafka {
  const { clientId, brokers, tls, sasl, log, retry = usualRetry, answerWithinMs = 5_000 } = options;
  quietRequestQueues();
  passBySilentBrokers();
  return new Kafka({
    clientId,
    brokers: [...brokers],
    ...(tls && { ssl: sslOf(tls) }),
    ...(sasl && { sasl: sasl as SASLOptions }),
    connectionTimeout: connectWithinMs,
    requestTimeout: answerWithinMs,
    retry,
    logLevel: log ? logLevel.INFO : logLevel.NOTHING,
    logCreator: () => (entry) => log?.(levelOf(entry), entry.log.message, detailOf(entry)),
  });
}

/** The certificate of each broker is verified, and names its host. */
function sslOf({ ca, certificate, key }: KafkaTls): ConnectionOptions {
  return { ...(ca && { ca }), ...(certificate && { cert: certificate }), ...(key && { key }) };
}

function levelOf({ level }: LogEntry): 'debug' | 'info' | 'warn' | 'error' {
  if (level === logLevel.ERROR) return 'error';
  if (level === logLevel.WARN) return 'warn';
  return level === logLevel.INFO ? 'info' : 'debug';
}

function detailOf({ namespace, log: { message: _message, timestamp: _time, ...detail } }: LogEntry): object {
  return { part: namespace, ...detail };
}
