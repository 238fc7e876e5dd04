import { Inject, Injectable } from '@nestjs/common';
import { permits } from '@svc/auth';
import { organizationOf } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import { {{aggregate}}Page, type Listed{{Aggregate}} } from '../projections/{{aggregateKebab}}-query.js';

export interface {{Aggregate}}Page {
  readonly {{aggregate}}s: readonly Listed{{Aggregate}}[];
  readonly hasMore: boolean;
}

@Injectable()
export class List{{Aggregate}}s {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** One page in the order of creation. Empty without the permission. */
  async execute(
    { caller, tenantId }: RequestContext,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{{Aggregate}}Page> {
    // All of an organization or none: a permission with conditions on the object needs toSqlScope instead.
    if (!permits(caller.grants, '{{readPermission}}', { org_id: organizationOf(tenantId) })) {
      return { {{aggregate}}s: [], hasMore: false };
    }
    const { rows } = await this.database.query<Listed{{Aggregate}}>({{aggregate}}Page(tenantId, page));
    return { {{aggregate}}s: rows.slice(0, page.limit), hasMore: rows.length > page.limit };
  }
}
