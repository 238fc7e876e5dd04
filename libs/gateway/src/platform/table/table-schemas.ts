import { z } from 'zod';
import { list } from '../../wire/collections.js';
import { named, withFacts } from '../../wire/documented.js';
import { flag } from '../../wire/query.js';
import { charactersUpTo } from '../../wire/text.js';
import { wireTime } from '../../wire/times.js';
import { uuid } from '../uuid.js';
import { workspaceId } from '../workspace-path.js';

/** Names of tables, columns, constraints and indexes. */
export const identifier = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,62}$/,
    'must hold 1 to 63 small letters, digits and underscores, and begin with a letter',
  );

const columnType = z.enum([
  ...['text', 'int', 'bigint', 'numeric', 'boolean', 'uuid', 'timestamptz', 'date', 'time', 'jsonb', 'bytea'],
] as const);

const literal = z.union([z.string(), z.number(), z.boolean(), z.record(z.string(), z.unknown()), z.null()]);

const columnDefault = named(
  'Default',
  z.object({
    kind: z.enum(['literal', 'uuid_v4', 'now', 'current_date']),
    // Only of a literal.
    value: literal.optional(),
  }),
);

const column = named(
  'Column',
  z.object({
    name: identifier,
    type: columnType,
    nullable: z.boolean().default(true),
    default: columnDefault.nullish(),
  }),
);

export type RequestedColumn = z.output<typeof column>;
export type RequestedDefault = z.output<typeof columnDefault>;

/** Of an index, or of a unique key. */
const keyColumns = withFacts(list(identifier, { most: 32 }), { minItems: 1 });

export const CreateTable = named(
  'CreateTableRequest',
  z.object({
    table_name: identifier,
    columns: withFacts(list(column, { most: 100 }), { minItems: 1 }),
    primary_key: list(identifier, { most: 32 }).nullish(),
    unique: list(keyColumns, { most: 50 }).default([]),
    indexes: list(named('Index', z.object({ columns: keyColumns })), { most: 50 }).default([]),
  }),
);

const action = z.discriminatedUnion('op', [
  named('AddColumnAction', z.object({ op: z.literal('add_column'), column })),
  named('DropColumnAction', z.object({ op: z.literal('drop_column'), name: identifier })),
  named('RenameColumnAction', z.object({ op: z.literal('rename_column'), from: identifier, to: identifier })),
  named(
    'ChangeColumnTypeAction',
    z.object({ op: z.literal('change_column_type'), name: identifier, new_type: columnType }),
  ),
  named(
    'SetColumnNullableAction',
    z.object({ op: z.literal('set_column_nullable'), name: identifier, nullable: z.boolean() }),
  ),
  named(
    'SetColumnDefaultAction',
    z.object({ op: z.literal('set_column_default'), name: identifier, default: columnDefault }),
  ),
  named('DropColumnDefaultAction', z.object({ op: z.literal('drop_column_default'), name: identifier })),
  named(
    'AddUniqueAction',
    z.object({ op: z.literal('add_unique'), columns: keyColumns, constraint_name: identifier.nullish() }),
  ),
  named('DropConstraintAction', z.object({ op: z.literal('drop_constraint'), name: identifier })),
  named(
    'AddIndexAction',
    z.object({ op: z.literal('add_index'), index_name: identifier, columns: keyColumns }),
  ),
  named('DropIndexAction', z.object({ op: z.literal('drop_index'), index_name: identifier })),
]);

export type RequestedAction = z.output<typeof action>;

export const AlterTable = named(
  'AlterTableRequest',
  z.object({ actions: withFacts(list(action, { most: 50 }), { minItems: 1 }) }),
);

export const AlterTableQuery = z.object({ dry_run: flag.default(false) });

export const TablePath = z.object({ workspace_id: workspaceId, table_id: uuid });

export const RunSql = named(
  'SqlRequest',
  z.object({
    sql: withFacts(z.string().refine(...charactersUpTo(16_384)), { minLength: 1, maxLength: 16_384 }),
  }),
);

const reference = {
  id: uuid,
  workspace_id: uuid,
  table_name: z.string(),
  /** Statements may name it so too. */
  physical_name: z.string(),
};

export const TableReference = named('TableRef', z.strictObject(reference));

const TableListItem = named('TableListItem', z.strictObject({ ...reference, created_at: wireTime }));

export const TableList = named('TableList', z.strictObject({ items: z.array(TableListItem) }));

const namedDefinition = { name: z.string(), definition: z.string() };

export const TableDetail = named(
  'TableDetail',
  z.strictObject({
    ...TableListItem.shape,
    columns: z.array(
      named(
        'TableColumn',
        z.strictObject({
          name: z.string(),
          data_type: z.string(),
          is_nullable: z.boolean(),
          default: z.string().nullable(),
        }),
      ),
    ),
    indexes: z.array(named('TableIndex', z.strictObject(namedDefinition))),
    constraints: z.array(named('TableConstraint', z.strictObject(namedDefinition))),
  }),
);

/** What a dry run would do. */
const TableStatements = named('TableStatements', z.strictObject({ statements: z.array(z.string()) }));

export const AlteredTable = z.union([TableReference, TableStatements]);

/** In the document a body that says nothing. */
export const DroppedTable = named('TableDropped', z.strictObject({}));

export const SqlAnswer = named(
  'SqlResponse',
  z.strictObject({
    columns: z.array(z.string()),
    rows: z.array(z.record(z.string(), z.unknown())),
    row_count: z.int(),
  }),
);
