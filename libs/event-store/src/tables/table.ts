import type { TenantId } from '@svc/kernel';

/** A table of a read model, as rebuilds and erasures see it. */
export interface Table {
  /** With its schema: `agents.service`. */
  readonly name: string;
  /** Names of the primary key's columns, in their order. */
  readonly key: readonly string[];
  /** Names of all columns that are written. */
  readonly columns: readonly string[];
  readonly owner: TableOwner;
  /** Undefined where nothing in it is personal. */
  readonly personal?: PersonalPart | undefined;
}

/** The columns that say which aggregate a row belongs to; both are of type text. */
export interface TableOwner {
  /** Holds the tenant, or what follows `tenantPrefix` in it. */
  readonly tenant: string;
  /** `org:` where the column holds the id of the organization that is the tenant. Default: none. */
  readonly tenantPrefix?: string;
  /** Holds the aggregate's id. */
  readonly id: string;
  /** Holds the category, where aggregates of several share the table. A rebuild leaves rows of a category that it does not know. */
  readonly category?: string;
}

/** What a table knows of subjects. */
export interface PersonalPart {
  readonly columns: readonly SealedColumn[];
  /** SQL condition that finds the rows of the subject `$1`. */
  readonly subjectRows: string;
}

export interface SealedColumn {
  /** Its name in rows. */
  readonly field: string;
  /** Its name in SQL. */
  readonly column: string;
  /** What is read of an erased subject. */
  readonly erased: unknown;
}

/** Values of the two columns, for the rows of one aggregate. */
export function ownerValues({ tenantPrefix = '' }: TableOwner, tenantId: TenantId, id: string) {
  return [tenantId.slice(tenantPrefix.length), id] as const;
}
