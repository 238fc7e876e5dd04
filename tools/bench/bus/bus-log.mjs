import '../../../test/support/source-loader.mjs';

const { createDatabase, runMigrations } = await import('@svc/postgres');
const { defineEventTypes, emptyStreamHead, EventStore, eventStoreMigrations, LocalSignals, StoredLog } =
  await import('@svc/event-store');
const { Consumer, eventBusMigrations } = await import('@svc/event-bus');
const { systemClock, systemIds } = await import('@svc/runtime');
const { noMetrics, silentLogger } = await import('@svc/telemetry');

const tenantId = 'org:bench';
const metadata = { actor: 'bench', correlationId: 'bench', causationId: 'bench' };
const message = { toJSON: (data) => data, fromJSON: (json) => json };
const types = defineEventTypes({ Happened: { message, schemaVersion: 1, visibility: 'public' } });
/** With its envelope an event is of about 500 bytes. */
const text = 'x'.repeat(300);
const eventsAtOnce = 100;

/** A context that publishes, and one that consumes, each in its own schema. */
export class BusLog {
  constructor(database, source) {
    this.database = database;
    this.source = source;
    const signals = new LocalSignals();
    this.stored = new StoredLog({ schema: source, database, signals });
    this.store = new EventStore({
      schema: source,
      database,
      types,
      clock: systemClock,
      ids: systemIds,
      signals,
    });
  }

  static async open(connectionString, source) {
    const log = BusLog.join(connectionString, source);
    await runMigrations(log.database, {
      schema: source,
      folders: [eventStoreMigrations, eventBusMigrations],
    });
    await runMigrations(log.database, { schema: `${source}_reader`, folders: [eventBusMigrations] });
    return log;
  }

  /** From a further process. */
  static join(connectionString, source) {
    const database = createDatabase({ connectionString, maxConnections: 20, applicationName: 'bus.bench' });
    return new BusLog(database, source);
  }

  append(events) {
    return this.#append(events);
  }

  async fill(events) {
    for (let done = 0; done < events; done += eventsAtOnce) await this.#append(eventsAtOnce);
  }

  /**
   * A consumer with an inbox. Its effects count once their transaction is committed.
   * @param onEffects gets for each event the time from before its append, in ms
   */
  async consume(bus, onEffects = () => undefined) {
    let handled = 0;
    const handle = async (events, { tx }) =>
      tx.afterCommit(() => {
        handled += events.length;
        const now = Date.now();
        onEffects(events.map(({ data: { appendedAtMs } }) => now - appendedAtMs));
      });
    const contract = { source: this.source, type: 'Happened', message };
    const consumer = await Consumer.start({
      context: `${this.source}_reader`,
      name: 'reader',
      handlers: [{ kind: 'batch', contracts: [contract], handle }],
      bus,
      database: this.database,
      logger: silentLogger,
      metrics: noMetrics,
    });
    return {
      get handled() {
        return handled;
      },
      stop: () => consumer.stop(),
    };
  }

  close() {
    return this.database.close();
  }

  #append(count) {
    const streamId = `${tenantId}/thing/${systemIds.resourceId(tenantId)}`;
    const appendedAtMs = Date.now();
    const events = Array.from({ length: count }, () => ({ type: 'Happened', data: { appendedAtMs, text } }));
    const request = { tenantId, subject: null, streamId, expected: emptyStreamHead, events, metadata };
    return this.store.append(this.database, request);
  }
}
