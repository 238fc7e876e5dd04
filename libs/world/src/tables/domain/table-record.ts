import type { Decider, DomainEvent } from '@svc/kernel';

interface Change {
  readonly tableId: string;
  /** Of the change in the tables' database, so that one is recorded once. */
  readonly changeId: string;
  readonly tableName: string;
  readonly atMs: number;
}

/** What has changed of the definition of a table, for the audit trail. What is true is in the database of the tables. */
export type TableEvent =
  | DomainEvent<'TableCreated', Change & { readonly definitionJson: string }>
  | DomainEvent<'TableAltered', Change & { readonly actionsJson: string }>
  | DomainEvent<'TableDropped', Change>;

export interface RecordTableChange {
  readonly type: 'RecordTableChange';
  readonly event: TableEvent;
}

export interface TableRecord {
  /** The latest first. */
  readonly recorded: readonly string[];
}

/** Longer than what two processes can have left to record at once. */
const remembered = 64;

export const tableRecordDecider: Decider<TableRecord, RecordTableChange, TableEvent> = {
  initialState: { recorded: [] },
  decide: ({ recorded }, { event }) => (recorded.includes(event.data.changeId) ? [] : [event]),
  evolve: ({ recorded }, { data }) => ({ recorded: [data.changeId, ...recorded].slice(0, remembered) }),
};
