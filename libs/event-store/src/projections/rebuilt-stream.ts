import type { DomainEvent } from '@svc/kernel';
import type { SubjectKey } from '@svc/sealing';
import type { AggregateChange } from '../aggregate/aggregate.js';
import type { SqlFragment, TableRow } from '../tables/sql-fragment.js';
import { hasPersonalValues } from '../events/personal-value.js';
import type { Vault } from '../sealing/vault.js';
import { columnSealer } from '../tables/column-seal.js';
import { sealedRow } from '../tables/row-values.js';
import type { Table } from '../tables/table.js';
import type { LoggedStream } from './logged-streams.js';

/** An `Aggregate` of any state and command. */
export interface RebuiltAggregate {
  readonly category: string;
  readonly decider: { readonly initialState: unknown; evolve(state: never, event: never): unknown };
  readonly rows?: (change: never) => readonly SqlFragment[];
  readonly tables?: readonly Table[];
}

/** All rows of a table that follow from a stream. */
export interface RowsOfTable {
  readonly table: Table;
  readonly rows: readonly TableRow[];
}

/** A stream and its rows in the tables of its aggregate, in their order. */
export interface RebuiltStream<Event extends DomainEvent = DomainEvent> {
  readonly stream: LoggedStream<Event>;
  /** Its rows with personal values unsealed. */
  readonly unsealed: readonly RowsOfTable[];
  /** Whether they have personal values. */
  readonly isPersonal: boolean;
}

/** @throws TypeError when the fragments of the aggregate don't show the rows that they write. */
export function rebuiltStream<Event extends DomainEvent>(
  { decider, rows, tables = [] }: RebuiltAggregate,
  stream: LoggedStream<Event>,
): RebuiltStream<Event> {
  const { tenantId, id, events } = stream;
  const before = decider.initialState;
  const after = events.reduce((state, event) => decider.evolve(state as never, event as never), before);
  const change: AggregateChange<unknown, Event> = { tenantId, id, before, after, events };
  const changes = (rows?.(change as never) ?? []).map((fragment) => {
    if (fragment.change && tables.some(({ name }) => name === fragment.change?.table)) return fragment.change;
    throw new TypeError(
      `${fragment.name} of ${stream.streamId} can't be rebuilt: a table declared by defineTable and named by the ` +
        'aggregate has to add or remove whole rows for a stream that begins.',
    );
  });
  const unsealed = tables.map((table) => ({
    table,
    rows: changes.flatMap((made) => (made.table === table.name ? made.added() : [])),
  }));
  const isPersonal = unsealed.some((made) => made.rows.some((row) => hasPersonalValues(Object.values(row))));
  if (isPersonal && stream.subject === null)
    throw new TypeError(`Rows of ${stream.streamId}, which has no subject, hold something personal.`);
  return { stream, unsealed, isPersonal };
}

/** Its rows as stored. @param key of its subject */
export function sealedRows(
  { stream: { tenantId }, unsealed, isPersonal }: RebuiltStream,
  key: SubjectKey,
  { random }: Pick<Vault, 'random'>,
): readonly RowsOfTable[] {
  if (!isPersonal) return unsealed;
  const seal = columnSealer({ tenantId, key, random });
  return unsealed.map(({ table, rows }) => ({ table, rows: rows.map((row) => sealedRow(row, seal)) }));
}
