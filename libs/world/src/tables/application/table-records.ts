import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { WorldStore } from '../../adapters/world-store.js';
import {
  tableRecordDecider,
  type RecordTableChange,
  type TableEvent,
  type TableRecord,
} from '../domain/table-record.js';

export const tableRecordAggregate = defineAggregate<TableRecord, RecordTableChange, TableEvent>({
  category: 'table',
  decider: tableRecordDecider,
  subject: () => null,
  rows: () => [],
  tables: [],
});

/** Records changes of tables in the log. */
@Injectable()
export class TableRecords extends CommandHandler<TableRecord, RecordTableChange, TableEvent> {
  constructor(store: WorldStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(tableRecordAggregate, { store, database, clock });
  }
}
