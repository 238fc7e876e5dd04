import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { WorldStore } from '../adapters/world-store.js';
import {
  testCredentialsDecider,
  type NoteTestCredentials,
  type TestCredentials,
  type TestCredentialsEvent,
} from '../domain/activity/test-credentials.js';
import { testCredentialRows, testCredentialTable } from '../projections/test-credential-table.js';

export const testCredentialsAggregate = defineAggregate<
  TestCredentials | null,
  NoteTestCredentials,
  TestCredentialsEvent
>({
  category: 'test_credentials',
  decider: testCredentialsDecider,
  subject: () => null,
  rows: testCredentialRows,
  tables: [testCredentialTable],
});

/** The credentials that each workspace is tried with. */
@Injectable()
export class KnownTestCredentials extends CommandHandler<
  TestCredentials | null,
  NoteTestCredentials,
  TestCredentialsEvent
> {
  constructor(store: WorldStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(testCredentialsAggregate, { store, database, clock });
  }
}
