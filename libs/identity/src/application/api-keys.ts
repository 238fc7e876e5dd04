import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { IdentityStore } from '../adapters/identity-store.js';
import {
  apiKeyDecider,
  type ApiKeyCommand,
  type ApiKeyEvent,
  type ApiKeyState,
} from '../domain/api-key/api-key.js';
import { apiKeyRows, apiKeyTables } from '../projections/api-key-rows.js';

export const apiKeyAggregate = defineAggregate<ApiKeyState, ApiKeyCommand, ApiKeyEvent>({
  category: 'api_key',
  decider: apiKeyDecider,
  subject: () => null,
  rows: apiKeyRows,
  tables: apiKeyTables,
});

@Injectable()
export class ApiKeys extends CommandHandler<ApiKeyState, ApiKeyCommand, ApiKeyEvent> {
  constructor(store: IdentityStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(apiKeyAggregate, { store, database, clock });
  }
}
