import fc from 'fast-check';
import { columnTypes, type Column, type ColumnDefault } from './column.js';
import { renderAlteration, renderCreation, renderDrop } from './render-ddl.js';
import { quotedIdentifier, quotedLiteral } from './sql-text.js';

const place = { schema: 'wt_a', table: 'visit' };
const column = (change: Partial<Column> = {}): Column => ({
  name: 'note',
  type: 'text',
  nullable: true,
  default: null,
  ...change,
});
const withDefault = (given: ColumnDefault, type: Column['type'] = 'text') =>
  renderAlteration(place, { op: 'add_column', column: column({ type, default: given }) });

describe('a new table', () => {
  it('has its columns, keys and indexes', () => {
    expect(
      renderCreation('wt_a', {
        tableName: 'visit',
        columns: [
          column({ name: 'id', type: 'uuid', nullable: false, default: { kind: 'uuid_v4' } }),
          column(),
        ],
        primaryKey: ['id'],
        unique: [['note', 'id']],
        indexes: [['note']],
      }),
    ).toEqual([
      'CREATE TABLE "wt_a"."visit" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "note" text, PRIMARY KEY ("id"), UNIQUE ("note", "id"))',
      'CREATE INDEX ON "wt_a"."visit" ("note")',
    ]);
    expect(renderDrop(place)).toBe('DROP TABLE "wt_a"."visit"');
  });
});

describe('an action', () => {
  it.each([
    [{ op: 'add_column', column: column() }, 'ALTER TABLE "wt_a"."visit" ADD COLUMN "note" text'],
    [{ op: 'drop_column', name: 'note' }, 'ALTER TABLE "wt_a"."visit" DROP COLUMN "note"'],
    [
      { op: 'rename_column', from: 'note', to: 'text' },
      'ALTER TABLE "wt_a"."visit" RENAME COLUMN "note" TO "text"',
    ],
    [
      { op: 'change_column_type', name: 'note', newType: 'int' },
      'ALTER TABLE "wt_a"."visit" ALTER COLUMN "note" TYPE integer USING "note"::integer',
    ],
    [
      { op: 'set_column_nullable', name: 'note', nullable: false },
      'ALTER TABLE "wt_a"."visit" ALTER COLUMN "note" SET NOT NULL',
    ],
    [
      { op: 'set_column_nullable', name: 'note', nullable: true },
      'ALTER TABLE "wt_a"."visit" ALTER COLUMN "note" DROP NOT NULL',
    ],
    [
      { op: 'set_column_default', name: 'note', default: { kind: 'literal', value: 'x' } },
      `ALTER TABLE "wt_a"."visit" ALTER COLUMN "note" SET DEFAULT 'x'`,
    ],
    [
      { op: 'drop_column_default', name: 'note' },
      'ALTER TABLE "wt_a"."visit" ALTER COLUMN "note" DROP DEFAULT',
    ],
    [
      { op: 'add_unique', columns: ['a', 'b'], constraintName: null },
      'ALTER TABLE "wt_a"."visit" ADD UNIQUE ("a", "b")',
    ],
    [
      { op: 'add_unique', columns: ['a'], constraintName: 'one_a' },
      'ALTER TABLE "wt_a"."visit" ADD CONSTRAINT "one_a" UNIQUE ("a")',
    ],
    [{ op: 'drop_constraint', name: 'one_a' }, 'ALTER TABLE "wt_a"."visit" DROP CONSTRAINT "one_a"'],
    [{ op: 'add_index', indexName: 'by_a', columns: ['a'] }, 'CREATE INDEX "by_a" ON "wt_a"."visit" ("a")'],
    [{ op: 'drop_index', indexName: 'by_a' }, 'DROP INDEX "wt_a"."by_a"'],
  ] as const)('%j becomes %s', (action, statement) => {
    expect(renderAlteration(place, action)).toBe(statement);
  });

  it.each([
    [{ kind: 'uuid_v4' }, 'gen_random_uuid()'],
    [{ kind: 'now' }, 'now()'],
    [{ kind: 'current_date' }, 'CURRENT_DATE'],
    [{ kind: 'literal', value: null }, 'NULL'],
    [{ kind: 'literal', value: 7 }, `'7'`],
    [{ kind: 'literal', value: true }, `'true'`],
    [{ kind: 'literal', value: "it's \\" }, `E'it''s \\\\'`],
    [{ kind: 'literal', value: { a: "it's" } }, `'{"a":"it''s"}'::jsonb`],
  ] as const)('given the default %j, renders %s', (given, rendered) => {
    expect(withDefault(given)).toBe(`ALTER TABLE "wt_a"."visit" ADD COLUMN "note" text DEFAULT ${rendered}`);
  });
});

describe('quoting', () => {
  /** What PostgreSQL reads of a quoted text: everything up to the first quote that is not doubled. */
  const read = (text: string, quote: string) => {
    const inner = text.slice(1, -1);
    expect(inner.replaceAll(quote + quote, '')).not.toContain(quote);
    return inner.replaceAll(quote + quote, quote);
  };

  it('given any text, nothing of it stands outside its quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(read(quotedIdentifier(text), '"')).toBe(text);
        const literal = quotedLiteral(text);
        const plain = literal.startsWith('E') ? literal.slice(1) : literal;
        expect(read(plain, "'").replaceAll('\\\\', '\\')).toBe(text);
        expect(literal.startsWith('E')).toBe(text.includes('\\'));
      }),
    );
  });

  it('has words of its own for each type', () => {
    for (const type of columnTypes)
      expect(renderAlteration(place, { op: 'add_column', column: column({ type }) })).toMatch(
        /"note" [a-z ]+$/,
      );
  });
});
