import type { NamedColumn } from './named-column.js';
import { placeField } from './row-types.js';
import type { PersonalPart, TableOwner } from './table.js';

export interface DeclaredColumns<Source> {
  readonly keys: readonly NamedColumn<Source>[];
  readonly all: readonly NamedColumn<Source>[];
  readonly owner: TableOwner;
  readonly subjectRows: string | undefined;
}

/**
 * Undefined for a table without personal columns.
 * @throws TypeError where such a column can't be found, opened or cleared, or where SQL needs it.
 */
export function personalPart<Source>(
  table: string,
  { keys, all, owner, subjectRows }: DeclaredColumns<Source>,
): { readonly part: PersonalPart; readonly selectPlace: (alias: string) => string } | undefined {
  const sealed = all.filter(({ column }) => column.personal);
  if (sealed.length === 0) return undefined;
  const refuse = (reason: string): never => {
    throw new TypeError(`${table} has personal columns, but ${reason}.`);
  };
  if (subjectRows === undefined) return refuse('nothing says whose its rows are (subjectRows)');
  for (const { sql, column } of sealed) {
    const isKey = keys.some((key) => key.sql === sql) || sql === owner.tenant || sql === owner.id;
    if (isKey) refuse(`rows are found by ${sql}`);
    if (!column.isListed) refuse(`${sql} is unlisted, so it would serve only SQL, which can't read it`);
  }
  const columns = sealed.map(({ key: field, sql, column }) => ({
    field,
    column: sql,
    erased: column.personal?.erased,
  }));
  return {
    part: { columns, subjectRows },
    selectPlace: (alias) => {
      const tenant = `${owner.tenantPrefix ? `'${owner.tenantPrefix}' || ` : ''}${alias}.${owner.tenant}`;
      const key = keys.map(({ sql, column }) => column.select(`${alias}.${sql}`));
      return `json_build_array(${[tenant, ...key].join(', ')}) AS "${placeField}"`;
    },
  };
}
