import { DomainError } from '@svc/errors';
import fc from 'fast-check';
import { type Alteration, checkAlterations } from './alteration.js';
import type { Column } from './column.js';
import { identifierPattern } from './sql-text.js';
import { checkTableDefinition, type TableDefinition } from './table-definition.js';

const column = (name = 'note', change: Partial<Column> = {}): Column => ({
  name,
  type: 'text',
  nullable: true,
  default: null,
  ...change,
});
const table = (change: Partial<TableDefinition> = {}): TableDefinition => ({
  tableName: 'visit',
  columns: [column()],
  primaryKey: [],
  unique: [],
  indexes: [],
  ...change,
});
const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
const refusal = (work: () => void): unknown => {
  try {
    work();
  } catch (error) {
    return error instanceof DomainError ? error.code : error;
  }
  return undefined;
};

describe('a definition of a table', () => {
  it.each([
    ['100 columns', { columns: names(100).map((name) => column(name)) }],
    ['a key of 32 columns', { columns: names(32).map((name) => column(name)), indexes: [names(32)] }],
    ['a name of 63 characters', { tableName: 'a'.repeat(63) }],
    [
      'an object for jsonb',
      { columns: [column('a', { type: 'jsonb', default: { kind: 'literal', value: {} } })] },
    ],
  ] as const)('given %s, holds', (_what, change) => {
    expect(refusal(() => checkTableDefinition(table(change)))).toBeUndefined();
  });

  it.each([
    ['no columns', { columns: [] }],
    ['101 columns', { columns: names(101).map((name) => column(name)) }],
    ['two columns of a name', { columns: [column(), column()] }],
    ['a key of 33 columns', { columns: names(33).map((name) => column(name)), indexes: [names(33)] }],
    ['a key of none', { unique: [[]] }],
    ['a key that names a column twice', { unique: [['note', 'note']] }],
    ['a key of an unknown column', { primaryKey: ['other'] }],
    ['an unknown type', { columns: [column('a', { type: 'xml' as 'text' })] }],
    ['a name of 64 characters', { tableName: 'a'.repeat(64) }],
    ["a name of PostgreSQL's own", { tableName: 'pg_class' }],
    ['an object for text', { columns: [column('a', { default: { kind: 'literal', value: {} } })] }],
    [
      'text that cannot be stored',
      { columns: [column('a', { default: { kind: 'literal', value: 'a\u0000' } })] },
    ],
    [
      'a number that is not exact',
      { columns: [column('a', { default: { kind: 'literal', value: 2 ** 53 } })] },
    ],
    [
      'a large literal',
      { columns: [column('a', { default: { kind: 'literal', value: 'a'.repeat(9_000) } })] },
    ],
  ] as const)('given %s, is refused', (_what, change) => {
    expect(refusal(() => checkTableDefinition(table(change)))).toBe('validation_failed');
  });

  it('given any other text as a name, is refused', () => {
    const others = fc.string({ unit: 'binary' }).filter((text) => !identifierPattern.test(text));
    fc.assert(
      fc.property(others, (name) => {
        expect(refusal(() => checkTableDefinition(table({ tableName: name })))).toBe('validation_failed');
        expect(refusal(() => checkTableDefinition(table({ columns: [column(name)] })))).toBe(
          'validation_failed',
        );
        for (const action of everyAction(name))
          expect(refusal(() => checkAlterations([action]))).toBe('validation_failed');
      }),
    );
  });
});

describe('a list of actions', () => {
  it.each([
    [0, 'validation_failed'],
    [1, undefined],
    [50, undefined],
    [51, 'validation_failed'],
  ])('of %d is %s', (count, outcome) => {
    const actions = Array.from({ length: count }, () => ({ op: 'drop_column', name: 'a' }) as const);
    expect(refusal(() => checkAlterations(actions))).toBe(outcome);
  });

  it.each([
    [32, undefined],
    [33, 'validation_failed'],
    [0, 'validation_failed'],
  ])('with a key of %d columns is %s', (count, outcome) => {
    for (const action of [
      { op: 'add_index', indexName: 'by_all', columns: names(count) },
      { op: 'add_unique', constraintName: null, columns: names(count) },
    ] as const)
      expect(refusal(() => checkAlterations([action]))).toBe(outcome);
  });

  it('names what is wrong, and where', () => {
    const actions = everyAction('a').slice(0, 1).concat({ op: 'rename_column', from: 'A', to: '' });
    expect(() => checkAlterations(actions)).toThrow(
      expect.objectContaining({
        fields: [
          expect.objectContaining({ loc: ['body', 'actions', 1, 'from'] }),
          expect.objectContaining({ loc: ['body', 'actions', 1, 'to'] }),
        ],
      }) as Error,
    );
  });
});

/** Each action, with a name where it has one. */
function everyAction(name: string): readonly Alteration[] {
  return [
    { op: 'add_column', column: column(name) },
    { op: 'drop_column', name },
    { op: 'rename_column', from: name, to: 'b' },
    { op: 'rename_column', from: 'a', to: name },
    { op: 'change_column_type', name, newType: 'int' },
    { op: 'set_column_nullable', name, nullable: true },
    { op: 'set_column_default', name, default: { kind: 'now' } },
    { op: 'drop_column_default', name },
    { op: 'add_unique', columns: [name], constraintName: null },
    { op: 'add_unique', columns: ['a'], constraintName: name },
    { op: 'drop_constraint', name },
    { op: 'add_index', indexName: name, columns: ['a'] },
    { op: 'add_index', indexName: 'b', columns: [name] },
    { op: 'drop_index', indexName: name },
  ];
}
