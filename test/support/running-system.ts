import { DistributedProcess } from './distributed-process.js';
import { StandaloneProcess, type Credentials } from './standalone-process.js';
import type { Ending } from './watched-child.js';

/** The product as those see it who talk HTTP with it, whatever processes it consists of. */
export interface RunningSystem {
  /** Of its HTTP API. */
  readonly baseUrl: string;
  /** For the operator's commands. */
  readonly dataDir: string;
  /** Of the demo. */
  credentials(): Credentials;
  /** Resolves once it takes no new connection, or calls itself not ready: it has begun to stop. */
  untilItRefuses(): Promise<void>;
  /** Asks for an orderly end and waits for it. */
  stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<Ending>;
}

export interface SystemOptions {
  /** Becomes SVC_DATA_DIR. */
  readonly dataDir: string;
  /** Added to the environment, in which rate limits are off. */
  readonly env?: Readonly<Record<string, string>>;
}

declare global {
  /** Set by the Jest projects (jest.config.mjs). */
  var systemShape: 'standalone' | 'distributed';
}

/** Starts the product in the shape that this run is about. Resolves when it is ready. */
export function startSystem(options: SystemOptions): Promise<RunningSystem> {
  switch (globalThis.systemShape) {
    case 'distributed':
      return DistributedProcess.start({ ...options, env: { ...ofTheTier(), ...options.env } });
    case 'standalone':
      return StandaloneProcess.start(options);
  }
}

/** Its Kafka, where it has one: only then do processes hear of each other's events. */
function ofTheTier(): Readonly<Record<string, string>> {
  const { SVC_TEST_KAFKA_BROKERS: brokers } = process.env;
  return brokers === undefined ? {} : { KAFKA_BROKERS: brokers };
}
