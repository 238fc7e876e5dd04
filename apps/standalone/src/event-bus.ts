import { PostgresEventBus, type EventBus } from '@svc/event-bus';
import { StoredLog, type LogSignals } from '@svc/event-store';
import { contexts } from '@svc/installation';
import type { PooledDatabase } from '@svc/postgres';

/** The contexts share a database, so each reads the others' logs there, but only public events. */
export function openEventBus(database: PooledDatabase, signals: LogSignals): EventBus {
  const logs = contexts.map(
    ({ name }) => [name, new StoredLog({ schema: name, database, signals })] as const,
  );
  return new PostgresEventBus(Object.fromEntries(logs));
}
