import { DistributedProcess } from './distributed-process.js';
import type { ProductProcess } from './product-process.js';
import { StandaloneProcess } from './standalone-process.js';

/** The product as its HTTP clients see it, in one process or several. */
export type RunningSystem = ProductProcess;

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

/** Its Kafka, if any. Without Kafka separate processes receive no events of each other. */
function ofTheTier(): Readonly<Record<string, string>> {
  const { SVC_TEST_KAFKA_BROKERS: brokers } = process.env;
  return brokers === undefined ? {} : { KAFKA_BROKERS: brokers };
}
