import { Module, type DynamicModule } from '@nestjs/common';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import type { Logger, Metrics } from '@svc/telemetry';

export const DATABASE = Symbol('DATABASE');
export const CLOCK = Symbol('CLOCK');
export const IDS = Symbol('IDS');
export const LOGGER = Symbol('LOGGER');
export const METRICS = Symbol('METRICS');
/** Names of the certificates that may do over the network what is the operator's: readonly string[]. */
export const OPERATORS = Symbol('OPERATORS');

/** What a process gives to every context in it. */
export interface Platform {
  /** Migrated. Stays the owner's: no context closes it. */
  readonly database: PooledDatabase;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Names of certificates; see `OperatorsGuard`. Default: none, so that unix sockets alone are left. */
  readonly operators?: readonly string[];
}

/** Makes the platform injectable everywhere: `@Inject(CLOCK) clock: Clock`. */
@Module({})
export class PlatformModule {
  static of({ database, clock, ids, logger, metrics, operators = [] }: Platform): DynamicModule {
    const providers = [
      { provide: DATABASE, useValue: database },
      { provide: CLOCK, useValue: clock },
      { provide: IDS, useValue: ids },
      { provide: LOGGER, useValue: logger },
      { provide: METRICS, useValue: metrics },
      { provide: OPERATORS, useValue: operators },
    ];
    return { module: PlatformModule, global: true, providers, exports: providers };
  }
}
