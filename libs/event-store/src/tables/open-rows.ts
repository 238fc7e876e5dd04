import type { TenantId } from '@svc/kernel';
import { BrokenSealError, type SubjectKey, type SubjectKeys } from '@svc/sealing';
import { openColumn } from './column-seal.js';
import type { DeclaredTable } from './define-table.js';
import { placeField, type RowPlace } from './row-types.js';
import type { PersonalPart } from './table.js';

/**
 * Opens rows that a statement has read with the table's `selection`; what else they hold stays in them. Of an erased
 * subject the columns have their erased values. All keys are asked for at once.
 *
 * @param subjectOf whose row it is; null: nobody's, so that nothing in it is sealed.
 * @throws BrokenSealError when a value was changed or moved; MissingKeyError; DomainError `service_unavailable` when the
 * keys can't be had now.
 */
export async function openRows<
  Source,
  Row,
  Sealed,
  Read extends Sealed & { readonly [placeField]: RowPlace },
>(
  table: DeclaredTable<Source, Row, Sealed>,
  rows: readonly Read[],
  keys: SubjectKeys,
  subjectOf: (row: Read) => string | null,
): Promise<readonly (Row & Omit<Read, keyof Sealed>)[]> {
  const { name, personal } = table;
  if (!personal) throw new TypeError(`${name} has no personal columns.`);
  const whose = rows.map(subjectOf);
  const subjects = new Set(
    whose.filter((subject, index) => subject !== null && isSealed(rows[index], personal)),
  );
  const found = subjects.size > 0 ? await keys.getAll([...subjects] as string[]) : noKeys;
  return rows.map((row, index) => openRow(name, personal, row, found.get(whose[index] ?? ''))) as never;
}

const noKeys: ReadonlyMap<string, SubjectKey> = new Map();

type Values = Readonly<Record<string, unknown>>;

function isSealed(row: unknown, { columns }: PersonalPart): boolean {
  return columns.some(({ field }) => (row as Values)[field] !== null);
}

function openRow(table: string, { columns }: PersonalPart, row: object, key: SubjectKey | undefined): Values {
  const { [placeField]: place, ...opened } = row as Values as Record<string, unknown>;
  const [tenantId, ...primaryKey] = place as readonly [TenantId, ...(string | number)[]];
  for (const { field, column, erased } of columns) {
    const sealed = opened[field] as string | null;
    const where = { tenantId, table, primaryKey, column };
    if (sealed === null || key === 'erased') opened[field] = erased;
    else if (key === undefined) throw new BrokenSealError({ purpose: 'column', ...where });
    else opened[field] = openColumn(sealed, where, key);
  }
  return opened;
}
