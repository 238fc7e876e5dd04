import type { Statement } from '@svc/postgres';
import type { TableRow } from '../tables/sql-fragment.js';
import { ownerValues, type Table } from '../tables/table.js';
import type { LoggedStream } from './logged-streams.js';

/** The columns of a primary key, as JSON has them. */
export type RowKey = TableRow;

/** The statements that rebuild the rows of many streams in one table. */
export class TableStatements {
  readonly #table: Table;
  readonly #hold: string;
  readonly #remove: string;
  readonly #put: string;

  constructor(table: Table) {
    const { name, key, columns, owner } = table;
    this.#table = table;
    const keyOf = (alias: string) => key.map((column) => `${alias}.${column}`).join(', ');
    const rows = (parameter: string) => `json_populate_recordset(NULL::${name}, ${parameter}::json)`;
    this.#hold = `
      SELECT json_build_object(${key.map((column) => `'${column}', held.${column}`).join(', ')}) AS key,
             owner.ordinal::integer - 1 AS owner
        FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS owner (tenant, id, ordinal)
        JOIN ${name} AS held ON held.${owner.tenant} = owner.tenant AND held.${owner.id} = owner.id
       ORDER BY ${keyOf('held')} FOR UPDATE OF held`;
    this.#remove = `
      DELETE FROM ${name} AS held USING ${rows('$1')} AS known
       WHERE (${keyOf('held')}) = (${keyOf('known')})
         AND NOT EXISTS (SELECT FROM ${rows('$2')} AS made WHERE (${keyOf('made')}) = (${keyOf('known')}))`;
    const changing = columns.filter((column) => !key.includes(column));
    const isOwners = [owner.tenant, owner.id]
      .map((column) => `put.${column} = excluded.${column}`)
      .join(' AND ');
    this.#put = `
      INSERT INTO ${name} AS put (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM ${rows('$1')}
          ON CONFLICT (${key.join(', ')}) DO ${
            changing.length === 0
              ? 'NOTHING'
              : `UPDATE SET ${changing.map((column) => `${column} = excluded.${column}`).join(', ')} WHERE ${isOwners}`
          }`;
  }

  /** Locks the rows of streams, in the order of their keys. @returns `HeldRow` */
  hold(streams: readonly LoggedStream<unknown>[]): Statement {
    const owners = streams.map(({ tenantId, id }) => ownerValues(this.#table.owner, tenantId, id));
    const values = [owners.map(([tenant]) => tenant), owners.map(([, id]) => id)];
    return { name: `${this.#table.name}.rebuild_hold`, text: this.#hold, values };
  }

  /** Removes rows with these keys that are not among the rebuilt ones. */
  remove(keys: readonly RowKey[], made: readonly TableRow[]): Statement {
    const values = [JSON.stringify(keys), JSON.stringify(made)];
    return { name: `${this.#table.name}.rebuild_remove`, text: this.#remove, values };
  }

  /**
   * Updates rows and adds missing ones: an append with an older snapshot finds an updated row, but not one that was
   * deleted and inserted.
   */
  put(made: readonly TableRow[]): Statement {
    return { name: `${this.#table.name}.rebuild_put`, text: this.#put, values: [JSON.stringify(made)] };
  }

  /** Whether `put` wrote all rows: it skips rows with another aggregate's key. */
  get changesRows(): boolean {
    return this.#table.columns.length > this.#table.key.length;
  }
}

export interface HeldRow {
  readonly key: RowKey;
  /** Index of its stream, from 0. */
  readonly owner: number;
}
