import { Module, type DynamicModule } from '@nestjs/common';
import { StoredLog } from '@svc/event-store';
import type { PooledDatabase } from '@svc/postgres';
import { DATABASE } from '../platform.module.js';
import { PUBLISHED_LOG, PublicEventController } from './public-event.controller.js';

/** Serves a context's public events to other services. */
@Module({})
export class PublicEventsModule {
  /** @param schema the context's schema, also its name */
  static of(schema: string): DynamicModule {
    return {
      module: PublicEventsModule,
      controllers: [PublicEventController],
      providers: [
        {
          provide: PUBLISHED_LOG,
          inject: [DATABASE],
          useFactory: (database: PooledDatabase) => new StoredLog({ schema, database }),
        },
      ],
    };
  }
}
