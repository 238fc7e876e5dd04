import { Module, type DynamicModule } from '@nestjs/common';
import { LocalSignals, type LogSignals } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import type { Logger, Metrics } from '@svc/telemetry';

export const DATABASE = Symbol('DATABASE');
export const CLOCK = Symbol('CLOCK');
export const IDS = Symbol('IDS');
export const LOGGER = Symbol('LOGGER');
export const METRICS = Symbol('METRICS');
/** For the event store of a context: `LogSignals`. */
export const SIGNALS = Symbol('SIGNALS');
/** Names of the certificates that may act as the installer over the network: readonly string[]. */
export const INSTALLERS = Symbol('OPERATORS');
/** Names of the certificates that may read public events over the network: readonly string[]. */
export const EVENT_READERS = Symbol('EVENT_READERS');

/** What a process provides to each of its contexts. */
export interface Platform {
  /** Migrated. Its owner closes it, not the contexts. */
  readonly database: PooledDatabase;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Wakes the readers of logs in this process. Default: only the subscribers of each context's own store. */
  readonly signals?: LogSignals;
  /** Names of certificates; see `InstallersGuard`. Default: none, so only unix sockets. */
  readonly installers?: readonly string[];
  /** Names of certificates; see `EventReadersGuard`. Default: none, so only unix sockets. */
  readonly eventReaders?: readonly string[];
}

/** Makes the platform injectable everywhere: `@Inject(CLOCK) clock: Clock`. */
@Module({})
export class PlatformModule {
  static of({
    database,
    clock,
    ids,
    logger,
    metrics,
    signals = new LocalSignals(),
    installers = [],
    eventReaders = [],
  }: Platform): DynamicModule {
    const providers = [
      { provide: DATABASE, useValue: database },
      { provide: CLOCK, useValue: clock },
      { provide: IDS, useValue: ids },
      { provide: LOGGER, useValue: logger },
      { provide: METRICS, useValue: metrics },
      { provide: SIGNALS, useValue: signals },
      { provide: INSTALLERS, useValue: installers },
      { provide: EVENT_READERS, useValue: eventReaders },
    ];
    return { module: PlatformModule, global: true, providers, exports: providers };
  }
}
