import type { TenantId } from '@svc/kernel';

/** A table of a read model, as what makes read models anew sees it. */
export interface Table {
  /** With its schema: `agents.service`. */
  readonly name: string;
  readonly owner: TableOwner;
}

/** The columns that say which aggregate a row belongs to; both are of type text. */
export interface TableOwner {
  /** Holds the tenant, or what follows `tenantPrefix` in it. */
  readonly tenant: string;
  /** `org:` where the column holds the id of the organization that is the tenant. Default: none. */
  readonly tenantPrefix?: string;
  /** Holds the aggregate's id. */
  readonly id: string;
}

/** Values of the two columns, for the rows of one aggregate. */
export function ownerValues({ tenantPrefix = '' }: TableOwner, tenantId: TenantId, id: string) {
  return [tenantId.slice(tenantPrefix.length), id] as const;
}
