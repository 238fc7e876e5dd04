import { createLogger, noMetrics, type LogFields } from '@svc/telemetry';
import {
  createClient,
  createSocketFolder,
  type Handlers,
  type RpcClient,
  type RpcConnection,
  type RpcServer,
  type RpcServerLimits,
} from '../src/index.js';
import { EchoService } from './echo-service.js';
import { host, type Hosting, type Way } from './hosting.js';

export type EchoHandlers = Handlers<typeof EchoService>;
export type EchoClient = RpcClient<typeof EchoService> & RpcConnection;

export interface Harness {
  readonly client: EchoClient;
  readonly server: RpcServer;
  readonly logged: LogFields[];
}

export interface StartOptions {
  readonly onServed?: (code: string) => void;
  readonly limits?: RpcServerLimits;
  readonly socketLookMs?: number;
}

let harnesses = 0;

/** Starts servers and clients over a unix socket, and stops all of them in `close`. */
export function createHarness(hosting: Hosting = 'functions', way: Way = 'a connection') {
  const folder = createSocketFolder(`rpc-test-${process.pid}-${harnesses++}`);
  const closing: (() => Promise<void> | void)[] = [];
  let count = 0;

  const start = async (
    handlers: Partial<EchoHandlers>,
    address = folder.address(`echo${count++}`),
    { onServed = () => undefined, limits = {}, ...options }: StartOptions = {},
  ): Promise<Harness> => {
    const logged: LogFields[] = [];
    const write = (line: string): void => void logged.push(JSON.parse(line) as LogFields);
    const server = await host(
      hosting,
      { ...echoing, ...handlers },
      {
        ...options,
        address,
        limits,
        logger: createLogger({ service: 'test', level: 'debug', write }),
        metrics: {
          ...noMetrics,
          histogram: () => ({ record: (_seconds, labels) => onServed(labels?.['code'] ?? '') }),
        },
      },
    );
    const client = createClient(EchoService, server.address, { alwaysConnects: way === 'a connection' });
    closing.push(
      () => client.close(),
      () => server.stop(0),
    );
    return { client, server, logged };
  };
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0)) await end();
    folder.remove();
  };
  return { start, close, folder };
}

export const echoing: EchoHandlers = {
  echo: ({ text }) => Promise.resolve({ text }),
  count: async function* ({ to }) {
    for (let index = 0; index < to; index += 1) yield await Promise.resolve({ index });
  },
};

/** A promise with its resolve and reject. */
export function deferred<Value = void>() {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Waits for real I/O: resolves once the value has not changed for 50 ms. */
export async function settled(figure: () => number): Promise<number> {
  let before = -1;
  while (before !== figure()) {
    before = figure();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return before;
}
