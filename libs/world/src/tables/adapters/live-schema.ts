import type pg from 'pg';
import type { TablePlace } from '../domain/render-ddl.js';

export interface LiveSchema {
  readonly columns: readonly {
    readonly name: string;
    readonly dataType: string;
    readonly isNullable: boolean;
    /** As PostgreSQL writes it; null: none. */
    readonly default: string | null;
  }[];
  readonly indexes: readonly NamedDefinition[];
  readonly constraints: readonly NamedDefinition[];
}

interface NamedDefinition {
  readonly name: string;
  readonly definition: string;
}

/** What the catalog of the database says of a table, now. */
export async function liveSchema(admin: pg.Client, { schema, table }: TablePlace): Promise<LiveSchema> {
  const ofTable = async <Row extends pg.QueryResultRow>(text: string) =>
    (await admin.query<Row>(text, [schema, table])).rows;
  return {
    columns: await ofTable(selectColumns),
    indexes: await ofTable(selectIndexes),
    constraints: await ofTable(selectConstraints),
  };
}

/** Whether an index is one of the table: names of indexes are of the whole schema. */
export async function hasIndex(
  admin: pg.Client,
  { schema, table }: TablePlace,
  index: string,
): Promise<boolean> {
  const { rows } = await admin.query<NamedDefinition>(selectIndexes, [schema, table]);
  return rows.some(({ name }) => name === index);
}

/** As PostgreSQL writes it; undefined: there is no such column. */
export async function columnType(
  admin: pg.Client,
  { schema, table }: TablePlace,
  column: string,
): Promise<string | undefined> {
  const { rows } = await admin.query<LiveSchema['columns'][number]>(selectColumns, [schema, table]);
  return rows.find(({ name }) => name === column)?.dataType;
}

const place = `WITH place AS (
  SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind = 'r')`;

const selectColumns = `${place}
  SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS "dataType", NOT a.attnotnull AS "isNullable",
         pg_get_expr(d.adbin, d.adrelid) AS default
    FROM place JOIN pg_attribute a ON a.attrelid = place.oid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
   WHERE a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;

const selectIndexes = `${place}
  SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
    FROM place JOIN pg_index i ON i.indrelid = place.oid JOIN pg_class c ON c.oid = i.indexrelid ORDER BY c.relname`;

/** That a column may not be null is said of the column. */
const selectConstraints = `${place}
  SELECT conname AS name, pg_get_constraintdef(o.oid) AS definition
    FROM place JOIN pg_constraint o ON o.conrelid = place.oid WHERE o.contype <> 'n' ORDER BY conname`;
