import type { Decider, DomainEvent, TenantId, Timed } from '@svc/kernel';
import type { SqlFragment } from '../tables/sql-fragment.js';
import type { Table } from '../tables/table.js';
import type { SnapshotPolicy } from './snapshot-policy.js';

/** What one append changes: the aggregate before and after it, and the events between. */
export interface AggregateChange<State, Event extends DomainEvent> {
  readonly tenantId: TenantId;
  readonly id: string;
  readonly before: State;
  readonly after: State;
  readonly events: readonly Event[];
}

/** An aggregate of a context: its rules, its streams and the rows that change with them. Made by `defineAggregate`. */
export interface Aggregate<State, Command, Event extends DomainEvent> {
  /** Middle part of the stream id: `user` in `org:demo/user/65f0…`. */
  readonly category: string;
  readonly decider: Decider<State, Command & Timed, Event>;
  /**
   * The stream's data subject (`userSubject`); null: none, and its events have no personal fields. Asked once, when the
   * stream begins: the subject never changes.
   */
  readonly subject: (change: AggregateChange<State, Event>) => string | null;
  readonly snapshots?: SnapshotPolicy<State>;
  /**
   * The read model's rows, written in the statement that appends the events. One statement can change a row only once
   * (PostgreSQL manual 7.8.4), so where several events of one append can change one row, derive the row from the
   * states.
   */
  readonly rows?: (change: AggregateChange<State, Event>) => readonly SqlFragment[];
  /**
   * Every table that `rows` writes; a rebuild compares and rewrites them. In the order of `rows`: appends and rebuilds
   * lock rows table by table, and would deadlock in different orders. An index finds the rows of an aggregate by their
   * owner columns.
   */
  readonly tables?: readonly Table[];
}

/** Only for the compiler: names the types once. */
export function defineAggregate<State, Command, Event extends DomainEvent>(
  aggregate: Aggregate<State, Command, Event>,
): Aggregate<State, Command, Event> {
  return aggregate;
}
