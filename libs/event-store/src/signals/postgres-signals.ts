import pg from 'pg';
import { assertPlainSchemaName } from '../schema-name.js';
import { LocalSignals, type LogSignals } from './log-signals.js';
import { Throttle } from './throttle.js';

export interface PostgresSignalsOptions {
  readonly connectionString: string;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string;
  /** Told when the connection is lost; it is opened again, and subscribers poll meanwhile. */
  readonly onConnectionLost?: (error: Error) => void;
  /** Pause before a lost connection is opened again, in milliseconds. */
  readonly reconnectMs?: number;
}

/** At most one NOTIFY per context in this time: each takes a lock that commits of the whole cluster wait for. */
const notifyIntervalMs = 20;
const channelPrefix = 'svc_log_';

/**
 * Signals between all processes on one database, by LISTEN and NOTIFY on a connection of its own: inside an append's
 * transaction a NOTIFY would serialise the commits of the cluster. One per process serves all contexts.
 */
export class PostgresSignals implements LogSignals {
  readonly name = 'log signals';
  readonly #options: PostgresSignalsOptions;
  readonly #local = new LocalSignals();
  readonly #channels = new Set<string>();
  readonly #notifications = new Throttle(notifyIntervalMs, (schema) => void this.#send('NOTIFY', schema));
  #client: pg.Client | undefined;
  #sent: Promise<unknown> = Promise.resolve();
  #reconnect: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: PostgresSignalsOptions) {
    this.#options = options;
  }

  /** Rejects when the first connection can't be opened. */
  async start(): Promise<void> {
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#reconnect);
    this.#notifications.stop();
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  appended(schema: string): void {
    this.#local.appended(schema);
    this.#notifications.call(schema);
  }

  onAppended(schema: string, listener: () => void): () => void {
    assertPlainSchemaName(schema);
    if (!this.#channels.has(schema)) {
      this.#channels.add(schema);
      void this.#send('LISTEN', schema);
    }
    return this.#local.onAppended(schema, listener);
  }

  async #connect(): Promise<void> {
    const { connectionString, applicationName } = this.#options;
    const client = new pg.Client({ connectionString, application_name: applicationName, keepAlive: true });
    // A client that fails to connect reports twice: here and by rejecting.
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('The server ended the connection.')));
    client.on('notification', ({ channel, processId }) => {
      const own = processId === (client as unknown as { readonly processID: number }).processID;
      if (!own) this.#local.appended(channel.slice(channelPrefix.length));
    });
    await client.connect();
    if (this.#stopped) return client.end();
    this.#client = client;
    for (const schema of this.#channels) {
      // Whatever was told until it is taken was missed.
      void this.#send('LISTEN', schema).then(() => this.#local.appended(schema));
    }
  }

  /** One after the other. What fails here is lost with the connection, and is told by its error event. */
  #send(command: 'LISTEN' | 'NOTIFY', schema: string): Promise<unknown> {
    const client = this.#client;
    this.#sent = this.#sent
      .then(() => client?.query(`${command} ${channelPrefix}${schema}`))
      .catch(() => undefined);
    return this.#sent;
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#stopped || this.#client !== client) return;
    this.#client = undefined;
    this.#options.onConnectionLost?.(error);
    this.#connectLater();
  }

  #connectLater(): void {
    if (this.#stopped) return;
    this.#reconnect = setTimeout(() => {
      this.#connect().catch(() => this.#connectLater());
    }, this.#options.reconnectMs ?? 1_000);
    this.#reconnect.unref();
  }
}
